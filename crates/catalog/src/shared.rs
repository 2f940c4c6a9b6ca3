//! The views of one moment, as text for many viewers. What everybody is shown is written once, with gaps for what is a
//! viewer's own. It is written from what a spectator is shown, so nothing that only one seat may see can stand in it.

use std::io::{self, Write};
use std::iter;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// What everybody is shown, with gaps for what is a viewer's own.
pub struct SharedView {
    text: String,
    /// Where its pieces begin and end; between two of them there is a gap.
    cuts: Vec<usize>,
}

impl SharedView {
    /// Takes what is a viewer's own out of a spectator's view. Both are a spectator's, so that they agree.
    pub(crate) fn new(view: &impl Serialize, own: &impl Serialize) -> io::Result<SharedView> {
        let (view, own) = (fields(view)?, fields(own)?);
        let mut own = own.lines().skip(1).peekable();
        let mut text = String::with_capacity(view.len() + 2);
        let mut cuts = vec![0];
        for field in view.lines().skip(1) {
            text.push(if text.is_empty() { '{' } else { ',' });
            if own.next_if_eq(&field).is_some() {
                cuts.push(text.len());
            } else {
                text.push_str(field);
            }
        }
        text.push('}');
        cuts.push(text.len());
        match own.next() {
            None => Ok(SharedView { text, cuts }),
            Some(field) => Err(io::Error::other(format!("a view does not have {field} in its place"))),
        }
    }

    /// Writes the view of whoever this is the own part of.
    pub(crate) fn write(&self, own: &impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
        let pieces = self.cuts.windows(2).map(|cut| &self.text[cut[0]..cut[1]]);
        put_around(pieces, own, out)
    }
}

/// The fields of a struct, each at the beginning of a line; inside a field there are no line breaks in JSON.
fn fields(value: &impl Serialize) -> io::Result<String> {
    let mut out = Vec::with_capacity(1024);
    put_around(iter::repeat("\n"), value, &mut out)?;
    String::from_utf8(out).map_err(io::Error::other)
}

/// Writes the fields of a struct with a piece of text before each and one after the last.
fn put_around<'a>(
    pieces: impl Iterator<Item = &'a str>,
    value: &impl Serialize,
    out: &mut Vec<u8>,
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

impl<'a, P: Iterator<Item = &'a str>> Around<P> {
    fn put<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let piece = self.pieces.next().ok_or_else(|| io::Error::other("a view has more fields than gaps"))?;
        out.write_all(piece.as_bytes())
    }
}

impl<'a, P: Iterator<Item = &'a str>> Formatter for Around<P> {
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
