//! The views of one moment, as text for many viewers. What everybody is shown is written once, with gaps for what is a
//! viewer's own. It is written from what a spectator is shown, so nothing that only one seat may see can stand in it.

use std::io::{self, Write};
use std::iter;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// What everybody is shown, with gaps for what is a viewer's own.
pub struct SharedView {
    text: Vec<u8>,
    /// Where its pieces begin and end; between two of them there is a gap.
    cuts: Vec<usize>,
}

impl SharedView {
    /// Takes what is a viewer's own out of a spectator's view. Both are a spectator's, so that they agree.
    pub(crate) fn new(view: &impl Serialize, own: &impl Serialize) -> io::Result<SharedView> {
        let (view, own) = (Fields::of(view)?, Fields::of(own)?);
        let mut own = own.iter().peekable();
        let mut text = Vec::with_capacity(view.text.len() + view.starts.len() + 1);
        let mut cuts = vec![0];
        for field in view.iter() {
            text.push(if text.is_empty() { b'{' } else { b',' });
            if own.next_if_eq(&field).is_some() {
                cuts.push(text.len());
            } else {
                text.extend_from_slice(field);
            }
        }
        text.push(b'}');
        cuts.push(text.len());
        match own.next() {
            None => Ok(SharedView { text, cuts }),
            Some(_) => Err(io::Error::other("a viewer's own part is not part of the view")),
        }
    }

    /// Writes the view of whoever this is the own part of.
    pub(crate) fn write(&self, own: &impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
        let pieces = self.cuts.windows(2).map(|cut| &self.text[cut[0]..cut[1]]);
        put_around(pieces, own, out)
    }
}

/// The fields of a struct as they stand in JSON, without what stands around them.
struct Fields {
    text: Vec<u8>,
    /// Where they begin, and where the last one ends.
    starts: Vec<usize>,
}

/// What is put before each field while it is written. Nowhere else is there a line break in JSON.
const START: &[u8] = b"\n";

impl Fields {
    fn of(value: &impl Serialize) -> io::Result<Fields> {
        let mut fields =
            Fields { text: Vec::with_capacity(LIKELY), starts: Vec::with_capacity(LIKELY_FIELDS) };
        put_around(iter::repeat(START), value, &mut fields)?;
        Ok(fields)
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.starts.windows(2).map(|field| &self.text[field[0]..field[1]])
    }
}

/// Few views are longer, or have more fields.
const LIKELY: usize = 1024;
const LIKELY_FIELDS: usize = 32;

impl Write for Fields {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if piece == START {
            self.starts.push(self.text.len());
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

/// Writes JSON without spaces, but for the outermost object, which has pieces of text instead of braces and commas.
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
