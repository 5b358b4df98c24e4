//! Output filter for terminals that replaces control characters by visible marks.

use std::io::{self, IsTerminal, Write};

use encours_core::text::{is_unsafe, push_mark};

use super::output::json;

/// Replacement of a control character.
#[derive(Clone, Copy, Debug)]
enum ControlEscape {
    /// A visible mark.
    Mark,
    /// A JSON escape, which keeps the value unchanged.
    Json,
}

/// A filter in front of a terminal. Joins characters that a buffer has split.
#[derive(Debug)]
pub(super) struct ControlFilter<W> {
    inner: W,
    escape: ControlEscape,
    buffer: Vec<u8>,
}

impl<W: Write> ControlFilter<W> {
    /// Creates a filter for text, with marks.
    pub(super) fn for_text(inner: W) -> Self {
        Self { inner, escape: ControlEscape::Mark, buffer: Vec::new() }
    }

    /// Creates a filter for JSON, with escapes.
    pub(super) fn for_json(to: W) -> Self {
        Self { escape: ControlEscape::Json, ..Self::for_text(to) }
    }

    /// Writes the complete characters of the buffer; at the `end`, everything.
    fn flush_complete(&mut self, end: bool) -> io::Result<()> {
        let pending = std::mem::take(&mut self.buffer);
        let mut out = String::with_capacity(pending.len());
        let mut chunks = pending.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            let (valid, broken) = (chunk.valid(), chunk.invalid());
            let last = chunks.peek().is_none() && !end;
            let (text, carry) = match valid.strip_suffix('\r') {
                Some(text) if last && broken.is_empty() => (text, "\r"),
                _ => (valid, ""),
            };
            self.push_escaped(text, &mut out);
            self.buffer.extend_from_slice(carry.as_bytes());
            // An incomplete character waits for its remaining bytes.
            if last
                && broken.len() < 4
                && std::str::from_utf8(broken).is_err_and(|error| error.error_len().is_none())
            {
                self.buffer.extend_from_slice(broken);
            } else if !broken.is_empty() {
                out.push('\u{fffd}');
            }
        }
        self.inner.write_all(out.as_bytes())
    }

    fn push_escaped(&self, text: &str, out: &mut String) {
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match self.escape {
                _ if letter == '\n' || !is_unsafe(letter) => out.push(letter),
                ControlEscape::Json => json::escape(letter, out),
                ControlEscape::Mark if letter == '\t' || letter == '\r' && letters.peek() == Some(&'\n') => {
                    out.push(letter);
                }
                ControlEscape::Mark => push_mark(letter, out),
            }
        }
    }
}

impl<W: Write> Write for ControlFilter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        self.flush_complete(false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flush_complete(true)?;
        self.inner.flush()
    }
}

/// Returns the text for users, with marks if `stream` is a terminal.
pub(super) fn for_users(stream: &impl IsTerminal, text: &str) -> String {
    if stream.is_terminal() { with_marks(text) } else { text.to_owned() }
}

/// Returns the JSON for `stream`, with escapes if it is a terminal.
pub(super) fn for_scripts(stream: &impl IsTerminal, text: &str) -> String {
    if stream.is_terminal() { json::escape_controls(text) } else { text.to_owned() }
}

/// Returns the text with marks, keeping its lines.
fn with_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    ControlFilter::for_text(io::sink()).push_escaped(text, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pieces: &[&[u8]]) -> String {
        let mut bytes = Vec::new();
        let mut harmless = ControlFilter::for_text(&mut bytes);
        for piece in pieces {
            harmless.write_all(piece).unwrap();
        }
        harmless.flush().unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn split_characters_and_line_ends_are_reassembled() {
        let text = "é\r\n\u{9b}x\u{1b}[2J\ty\rz\u{202e}東";
        let full = "é\r\n⟨U+009B⟩x^[[2J\ty^Mz⟨U+202E⟩東";
        assert_eq!(shown(&[text.as_bytes()]), full);
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(shown(&bytes), full);
        assert_eq!(shown(&[b"a\xff\xfeb\r"]), "a\u{fffd}\u{fffd}b^M");
        assert_eq!(shown(&[b"a\xe6\x9d"]), "a\u{fffd}");
    }
}
