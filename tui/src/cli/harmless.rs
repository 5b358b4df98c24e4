//! Output filter for terminals that replaces control characters by visible marks.

use std::io::{self, IsTerminal, Write};

use encours_core::text::{push_mark, steers};

use super::output::json;

/// Replacement of a control character.
#[derive(Clone, Copy, Debug)]
enum Manner {
    /// A visible mark.
    Mark,
    /// A JSON escape, which keeps the value unchanged.
    Json,
}

/// A filter in front of a terminal. Joins characters that a buffer has split.
#[derive(Debug)]
pub(super) struct Harmless<W> {
    to: W,
    manner: Manner,
    held: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    /// Creates a filter for text, with marks.
    pub(super) fn marked(to: W) -> Self {
        Self {
            to,
            manner: Manner::Mark,
            held: Vec::new(),
        }
    }

    /// Creates a filter for JSON, with escapes.
    pub(super) fn json(to: W) -> Self {
        Self {
            manner: Manner::Json,
            ..Self::marked(to)
        }
    }

    /// Writes the complete characters of the buffer; at the `end`, everything.
    fn pass(&mut self, end: bool) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        let mut out = String::with_capacity(held.len());
        let mut chunks = held.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            let (valid, broken) = (chunk.valid(), chunk.invalid());
            let last = chunks.peek().is_none() && !end;
            let (text, back) = match valid.strip_suffix('\r') {
                Some(text) if last && broken.is_empty() => (text, "\r"),
                _ => (valid, ""),
            };
            self.letters(text, &mut out);
            self.held.extend_from_slice(back.as_bytes());
            // An incomplete character waits for its remaining bytes.
            if last
                && broken.len() < 4
                && std::str::from_utf8(broken).is_err_and(|error| error.error_len().is_none())
            {
                self.held.extend_from_slice(broken);
            } else if !broken.is_empty() {
                out.push('\u{fffd}');
            }
        }
        self.to.write_all(out.as_bytes())
    }

    fn letters(&self, text: &str, out: &mut String) {
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match self.manner {
                _ if letter == '\n' || !steers(letter) => out.push(letter),
                Manner::Json => json::escape(letter, out),
                Manner::Mark if letter == '\t' || letter == '\r' && letters.peek() == Some(&'\n') => {
                    out.push(letter);
                }
                Manner::Mark => push_mark(letter, out),
            }
        }
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        self.pass(false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(true)?;
        self.to.flush()
    }
}

/// Returns the text for users, with marks if `stream` is a terminal.
pub(super) fn for_people(stream: &impl IsTerminal, text: &str) -> String {
    if stream.is_terminal() {
        with_marks(text)
    } else {
        text.to_owned()
    }
}

/// Returns the JSON for `stream`, with escapes if it is a terminal.
pub(super) fn for_scripts(stream: &impl IsTerminal, text: &str) -> String {
    if stream.is_terminal() {
        json::harmless(text)
    } else {
        text.to_owned()
    }
}

/// Returns the text with marks, keeping its lines.
fn with_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    Harmless::marked(io::sink()).letters(text, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pieces: &[&[u8]]) -> String {
        let mut bytes = Vec::new();
        let mut harmless = Harmless::marked(&mut bytes);
        for piece in pieces {
            harmless.write_all(piece).unwrap();
        }
        harmless.flush().unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn letters_and_line_ends_cut_in_two_are_put_together() {
        let text = "é\r\n\u{9b}x\u{1b}[2J\ty\rz\u{202e}東";
        let whole = "é\r\n⟨U+009B⟩x^[[2J\ty^Mz⟨U+202E⟩東";
        assert_eq!(shown(&[text.as_bytes()]), whole);
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(shown(&bytes), whole);
        assert_eq!(shown(&[b"a\xff\xfeb\r"]), "a\u{fffd}\u{fffd}b^M");
        assert_eq!(shown(&[b"a\xe6\x9d"]), "a\u{fffd}");
    }
}
