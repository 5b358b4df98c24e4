//! Scanning of JSON without building values.
//!
//! Invalid JSON, or nesting deeper than a record allows, ends the scan. It never panics.

use std::ops::Range;

use crate::contract::record::MAX_DEPTH;

/// Scanner of one element.
pub(in crate::contract) struct JsonScanner<'a> {
    text: &'a str,
    pos: usize,
    depth: usize,
    max_depth: usize,
    /// True if the current object or array already had a member.
    has_member: bool,
}

/// Next item of an object.
pub(in crate::contract) enum NextKey<'a> {
    /// Member with that name.
    Name(&'a str),
    /// End of the object.
    End,
}

/// Next item of an array.
pub(in crate::contract) enum NextElement {
    /// Element that begins at that offset.
    At(usize),
    /// End of the object.
    End,
}

/// A value read where a text is expected.
pub(in crate::contract) enum ScannedText<'a> {
    /// String without escapes: its range in the element, without quotes.
    Plain(Range<usize>),
    /// Token of a string with escapes.
    Escaped(&'a str),
    /// Value of another type.
    None,
}

impl<'a> JsonScanner<'a> {
    pub(in crate::contract) fn new(text: &'a str) -> Self {
        Self { text, pos: 0, depth: 0, max_depth: 0, has_member: false }
    }

    /// Returns the deepest nesting of arrays and objects so far.
    pub(in crate::contract) fn max_depth(&self) -> usize {
        self.max_depth
    }

    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.pos)?, b' ' | b'\t' | b'\n' | b'\r') {
            self.pos += 1;
        }
        bytes.get(self.pos).copied()
    }

    fn expect_byte(&mut self, expected: u8) -> Option<()> {
        (self.peek()? == expected).then(|| self.pos += 1)
    }

    /// Returns whether an object comes next.
    pub(in crate::contract) fn is_object(&mut self) -> bool {
        self.peek() == Some(b'{')
    }

    /// Enters an object.
    pub(in crate::contract) fn open(&mut self) -> Option<()> {
        self.expect_byte(b'{')?;
        self.enter()?;
        self.has_member = false;
        Some(())
    }

    /// Enters an array.
    pub(in crate::contract) fn open_array(&mut self) -> Option<()> {
        self.expect_byte(b'[')?;
        self.enter()?;
        self.has_member = false;
        Some(())
    }

    /// Returns the next element of an array and moves to its start.
    pub(in crate::contract) fn element(&mut self) -> Option<NextElement> {
        if self.peek()? == b']' {
            self.leave(b']')?;
            return Some(NextElement::End);
        }
        if self.has_member {
            self.expect_byte(b',')?;
        }
        self.has_member = true;
        self.peek()?;
        Some(NextElement::At(self.pos))
    }

    /// Returns the current offset.
    pub(in crate::contract) fn pos(&self) -> usize {
        self.pos
    }

    /// Returns the text scanned since `start`.
    pub(super) fn text_since(&self, start: usize) -> Option<&'a str> {
        self.text.get(start..self.pos)
    }

    /// Skips the name of the next member if the text here equals `expected`.
    ///
    /// `expected` includes the comma and the colon around a name, as scanned in an earlier object.
    pub(super) fn skip_expected(&mut self, expected: &str) -> bool {
        let rest = self.text.as_bytes().get(self.pos..).unwrap_or_default();
        let same = rest.starts_with(expected.as_bytes());
        if same {
            self.pos += expected.len();
            self.has_member = true;
        }
        same
    }

    /// Returns whether only white space is left.
    pub(in crate::contract) fn is_at_end(&self) -> bool {
        let rest = self.text.as_bytes().get(self.pos..).unwrap_or_default();
        rest.trim_ascii().is_empty()
    }

    fn enter(&mut self) -> Option<()> {
        self.depth += 1;
        self.max_depth = self.max_depth.max(self.depth);
        (self.depth <= MAX_DEPTH).then_some(())
    }

    fn leave(&mut self, end: u8) -> Option<()> {
        self.expect_byte(end)?;
        self.depth = self.depth.checked_sub(1)?;
        // The closed value is itself a member of its parent.
        self.has_member = true;
        Some(())
    }

    /// Returns the name of the next member and moves to its value. Returns `None` for a name with escapes.
    pub(in crate::contract) fn key(&mut self) -> Option<NextKey<'a>> {
        if self.peek()? == b'}' {
            self.leave(b'}')?;
            return Some(NextKey::End);
        }
        if self.has_member {
            self.expect_byte(b',')?;
        }
        self.has_member = true;
        let (key, escaped) = self.string()?;
        if escaped {
            return None;
        }
        self.expect_byte(b':')?;
        Some(NextKey::Name(self.text.get(key)?))
    }

    /// Scans a string; returns its range without quotes and whether it has escapes.
    fn string(&mut self) -> Option<(Range<usize>, bool)> {
        self.expect_byte(b'"')?;
        let (start, mut escaped) = (self.pos, false);
        loop {
            let rest = self.text.as_bytes().get(self.pos..)?;
            let run = plain_len(rest);
            self.pos += run;
            match rest.get(run)? {
                b'"' => {
                    self.pos += 1;
                    return Some((start..self.pos - 1, escaped));
                }
                b'\\' => {
                    escaped = true;
                    self.escape()?;
                }
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<()> {
        let bytes = self.text.as_bytes();
        self.pos += match bytes.get(self.pos + 1)? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 2,
            b'u' => {
                let digits = bytes.get(self.pos + 2..self.pos + 6)?;
                digits.iter().all(u8::is_ascii_hexdigit).then_some(6)?
            }
            _ => return None,
        };
        Some(())
    }

    /// Reads the next value where a text is expected.
    pub(in crate::contract) fn text(&mut self) -> Option<ScannedText<'a>> {
        if self.peek()? != b'"' {
            self.skip()?;
            return Some(ScannedText::None);
        }
        let start = self.pos;
        let (range, escaped) = self.string()?;
        Some(if escaped {
            ScannedText::Escaped(self.text.get(start..self.pos)?)
        } else {
            ScannedText::Plain(range)
        })
    }

    /// Returns the token of the next value.
    pub(in crate::contract) fn token(&mut self) -> Option<&'a str> {
        self.peek()?;
        let start = self.pos;
        self.skip()?;
        self.text.get(start..self.pos)
    }

    /// Skips the next value.
    pub(in crate::contract) fn skip(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.string().map(|_| ()),
            b'{' => {
                self.open()?;
                while self.skip_name()? {
                    self.skip()?;
                }
                Some(())
            }
            b'[' => {
                self.open_array()?;
                while let NextElement::At(_) = self.element()? {
                    self.skip()?;
                }
                Some(())
            }
            b't' => self.skip_literal(b"true"),
            b'f' => self.skip_literal(b"false"),
            b'n' => self.skip_literal(b"null"),
            _ => self.number(),
        }
    }

    /// Skips the name of the next member; returns whether there is one.
    fn skip_name(&mut self) -> Option<bool> {
        if self.peek()? == b'}' {
            self.leave(b'}')?;
            return Some(false);
        }
        if self.has_member {
            self.expect_byte(b',')?;
        }
        self.has_member = true;
        self.string()?;
        self.expect_byte(b':')?;
        Some(true)
    }

    fn skip_literal(&mut self, word: &[u8]) -> Option<()> {
        let rest = self.text.as_bytes().get(self.pos..)?;
        rest.starts_with(word).then(|| self.pos += word.len())
    }

    fn number(&mut self) -> Option<()> {
        let next = |scan: &Self| scan.text.as_bytes().get(scan.pos).copied();
        if next(self) == Some(b'-') {
            self.pos += 1;
        }
        if next(self) == Some(b'0') {
            self.pos += 1;
        } else {
            self.digits()?;
        }
        if next(self) == Some(b'.') {
            self.pos += 1;
            self.digits()?;
        }
        if matches!(next(self), Some(b'e' | b'E')) {
            self.pos += 1;
            if matches!(next(self), Some(b'+' | b'-')) {
                self.pos += 1;
            }
            self.digits()?;
        }
        Some(())
    }

    /// Skips one or more digits.
    fn digits(&mut self) -> Option<()> {
        let rest = self.text.as_bytes().get(self.pos..)?;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.pos += digits;
        (digits > 0).then_some(())
    }
}

/// Returns the number of plain string bytes: up to a quote, a backslash or a control character.
fn plain_len(bytes: &[u8]) -> usize {
    const LOW_BITS: u64 = u64::from_le_bytes([1; 8]);
    const HIGH_BITS: u64 = LOW_BITS << 7;
    const QUOTES: u64 = LOW_BITS * b'"' as u64;
    const ESCAPES: u64 = LOW_BITS * b'\\' as u64;
    const SPACES: u64 = LOW_BITS * b' ' as u64;
    let mut at = 0;
    // Scans eight bytes at a time. A borrow can mark only a byte after the first match.
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*block);
        let zero = |word: u64| word.wrapping_sub(LOW_BITS) & !word;
        let special =
            (zero(word ^ QUOTES) | zero(word ^ ESCAPES) | (word.wrapping_sub(SPACES) & !word)) & HIGH_BITS;
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| !matches!(byte, b'"' | b'\\' | 0..b' ')).count()
}
