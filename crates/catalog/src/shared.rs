//! The views of one moment, as text for many viewers. The part that everybody is shown is written once, with gaps for each
//! viewer's own part. It is made from a spectator's view, so it cannot contain what only one seat may see.

use std::io::{self, Write};
use std::iter;
use std::ops::Range;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// What everybody is shown, with gaps for each viewer's own part.
pub struct SharedView {
    /// A spectator's view.
    text: Vec<u8>,
    /// Where its pieces begin and end, in turns; between two of them there is a gap.
    cuts: Vec<usize>,
}

impl SharedView {
    /// Takes the viewer's own part out of a spectator's view. Both parts are a spectator's, so they agree.
    pub(crate) fn new(view: &impl Serialize, own: &impl Serialize) -> io::Result<SharedView> {
        let (view, own) = (Fields::of(view)?, Fields::of(own)?);
        let mut own = own.ranges().map(|range| &own.text[range]).peekable();
        let mut cuts = Vec::with_capacity(LIKELY_FIELDS);
        cuts.push(0);
        for field in view.ranges() {
            if own.next_if_eq(&&view.text[field.clone()]).is_some() {
                cuts.extend([field.start, field.end]);
            }
        }
        cuts.push(view.text.len());
        match own.next() {
            None => Ok(SharedView { text: view.text, cuts }),
            Some(_) => Err(io::Error::other("a viewer's own part is not part of the view")),
        }
    }

    /// Writes the view of the viewer with this own part.
    pub(crate) fn write(&self, own: &impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
        let pieces = self.cuts.chunks_exact(2).map(|cut| &self.text[cut[0]..cut[1]]);
        put_around(pieces, own, out)
    }
}

/// A struct in JSON, and where its fields are.
struct Fields {
    text: Vec<u8>,
    /// Where what stands before each field and after the last one is: a brace or a comma.
    marks: Vec<usize>,
}

/// Written before each field and after the last one. Compact JSON has no other line breaks.
const MARK: &[u8] = b"\n";

impl Fields {
    fn of(value: &impl Serialize) -> io::Result<Fields> {
        let mut fields =
            Fields { text: Vec::with_capacity(LIKELY), marks: Vec::with_capacity(LIKELY_FIELDS) };
        put_around(iter::repeat(MARK), value, &mut fields)?;
        if let Some(last) = fields.text.last_mut() {
            *last = b'}';
        }
        Ok(fields)
    }

    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.marks.windows(2).map(|mark| mark[0] + 1..mark[1])
    }
}

/// Few views are longer or have more fields.
const LIKELY: usize = 1024;
const LIKELY_FIELDS: usize = 32;

impl Write for Fields {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if piece == MARK {
            self.marks.push(self.text.len());
            self.text.push(if self.text.is_empty() { b'{' } else { b',' });
        } else {
            self.text.extend_from_slice(piece);
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the fields of a struct with a piece of text before each and one after the last.
fn put_around<'a>(
    pieces: impl Iterator<Item = &'a [u8]>,
    value: &impl Serialize,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(out, Around { pieces, depth: 0 });
    value.serialize(&mut serializer).map_err(io::Error::from)
}

/// Writes JSON without spaces. The outermost object has pieces of text instead of braces and commas.
struct Around<P> {
    pieces: P,
    /// How many objects are open.
    depth: usize,
}

impl<'a, P: Iterator<Item = &'a [u8]>> Around<P> {
    fn put<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let piece = self.pieces.next().ok_or_else(|| io::Error::other("a view has more fields than gaps"))?;
        out.write_all(piece)
    }
}

impl<'a, P: Iterator<Item = &'a [u8]>> Formatter for Around<P> {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.depth == 1 { Ok(()) } else { out.write_all(b"{") }
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth == 0 { self.put(out) } else { out.write_all(b"}") }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        match (self.depth, first) {
            (1, _) => self.put(out),
            (_, true) => Ok(()),
            (_, false) => out.write_all(b","),
        }
    }
}

#[cfg(test)]
mod tests {
    use cards::{Quick, Random, Seat, Seed};

    use super::*;
    use crate::{GameId, Setup, open};

    #[test]
    fn a_shared_view_is_for_every_viewer_what_the_view_alone_is() {
        let mut random = Quick::new(1);
        for game in GameId::ALL {
            let seats = game.usual_seats();
            let seed = Seed::from_bytes([7; 32]);
            let mut played =
                open(&Setup { game, seats, options: vec![], seed, deals: vec![] }).expect("it is usual");
            loop {
                let shared = played.shared_view().expect("the own part is part of the view");
                for viewer in iter::once(None).chain(Seat::all(seats).map(Some)) {
                    let mut text = Vec::new();
                    played.write_view(&shared, viewer, &mut text).expect("it fits");
                    let alone = played.view(viewer).expect("it is a viewer");
                    assert_eq!(String::from_utf8(text).expect("it is text"), alone.to_string());
                }
                let Some(seat) = played.to_act().iter().next() else { break };
                let legal = played.legal(seat).expect("it is to act");
                let chosen = &legal[random.below(legal.len() as u32) as usize];
                played.play(seat, chosen).expect("it is legal");
            }
        }
    }

    #[test]
    fn what_is_not_part_of_the_view_is_refused() {
        #[derive(Serialize)]
        struct View {
            seat: u8,
            hand: u8,
        }
        #[derive(Serialize)]
        struct Other {
            hand: u8,
            seat: u8,
        }
        let view = View { seat: 1, hand: 2 };
        assert!(SharedView::new(&view, &view).is_ok());
        assert!(SharedView::new(&view, &Other { hand: 2, seat: 1 }).is_err());
        assert!(SharedView::new(&view, &View { seat: 1, hand: 3 }).is_err());
    }
}
