//! Scanning of JSON without building values.
//!
//! Invalid JSON, or nesting deeper than a record allows, ends the scan. It never panics.

use std::ops::Range;

use crate::contract::record::MAX_DEPTH;

/// Scanner of one element.
pub(in crate::contract) struct Scan<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    deepest: usize,
    /// True if the current object or array already had a member.
    begun: bool,
}

/// Next item of an object.
pub(in crate::contract) enum Key<'a> {
    /// Member with that name.
    Name(&'a str),
    /// End of the object.
    End,
}

/// Next item of an array.
pub(in crate::contract) enum Element {
    /// Element that begins at that offset.
    At(usize),
    /// End of the object.
    End,
}

/// A value read where a text is expected.
pub(in crate::contract) enum Text<'a> {
    /// String without escapes: its range in the element, without quotes.
    Plain(Range<usize>),
    /// Token of a string with escapes.
    Escaped(&'a str),
    /// Value of another type.
    None,
}

impl<'a> Scan<'a> {
    pub(in crate::contract) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            deepest: 0,
            begun: false,
        }
    }

    /// Returns the deepest nesting of arrays and objects so far.
    pub(in crate::contract) fn deepest(&self) -> usize {
        self.deepest
    }

    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at)?, b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        (self.peek()? == wanted).then(|| self.at += 1)
    }

    /// Returns whether an object comes next.
    pub(in crate::contract) fn is_object(&mut self) -> bool {
        self.peek() == Some(b'{')
    }

    /// Enters an object.
    pub(in crate::contract) fn open(&mut self) -> Option<()> {
        self.take(b'{')?;
        self.down()?;
        self.begun = false;
        Some(())
    }

    /// Enters an array.
    pub(in crate::contract) fn open_array(&mut self) -> Option<()> {
        self.take(b'[')?;
        self.down()?;
        self.begun = false;
        Some(())
    }

    /// Returns the next element of an array and moves to its start.
    pub(in crate::contract) fn element(&mut self) -> Option<Element> {
        if self.peek()? == b']' {
            self.up(b']')?;
            return Some(Element::End);
        }
        if self.begun {
            self.take(b',')?;
        }
        self.begun = true;
        self.peek()?;
        Some(Element::At(self.at))
    }

    /// Returns the current offset.
    pub(in crate::contract) fn at(&self) -> usize {
        self.at
    }

    /// Returns the text scanned since `start`.
    pub(super) fn passed(&self, start: usize) -> Option<&'a str> {
        self.text.get(start..self.at)
    }

    /// Skips the name of the next member if the text here equals `written`.
    ///
    /// `written` includes the comma and the colon around a name, as scanned in an earlier object.
    pub(super) fn passes(&mut self, written: &str) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let same = rest.starts_with(written.as_bytes());
        if same {
            self.at += written.len();
            self.begun = true;
        }
        same
    }

    /// Returns whether only white space is left.
    pub(in crate::contract) fn is_over(&self) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        rest.trim_ascii().is_empty()
    }

    fn down(&mut self) -> Option<()> {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        (self.depth <= MAX_DEPTH).then_some(())
    }

    fn up(&mut self, end: u8) -> Option<()> {
        self.take(end)?;
        self.depth = self.depth.checked_sub(1)?;
        // The closed value is itself a member of its parent.
        self.begun = true;
        Some(())
    }

    /// Returns the name of the next member and moves to its value. Returns `None` for a name with escapes.
    pub(in crate::contract) fn key(&mut self) -> Option<Key<'a>> {
        if self.peek()? == b'}' {
            self.up(b'}')?;
            return Some(Key::End);
        }
        if self.begun {
            self.take(b',')?;
        }
        self.begun = true;
        let (key, escaped) = self.string()?;
        if escaped {
            return None;
        }
        self.take(b':')?;
        Some(Key::Name(self.text.get(key)?))
    }

    /// Scans a string; returns its range without quotes and whether it has escapes.
    fn string(&mut self) -> Option<(Range<usize>, bool)> {
        self.take(b'"')?;
        let (start, mut escaped) = (self.at, false);
        loop {
            let rest = self.text.as_bytes().get(self.at..)?;
            let plain = plain(rest);
            self.at += plain;
            match rest.get(plain)? {
                b'"' => {
                    self.at += 1;
                    return Some((start..self.at - 1, escaped));
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
        self.at += match bytes.get(self.at + 1)? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 2,
            b'u' => {
                let digits = bytes.get(self.at + 2..self.at + 6)?;
                digits.iter().all(u8::is_ascii_hexdigit).then_some(6)?
            }
            _ => return None,
        };
        Some(())
    }

    /// Reads the next value where a text is expected.
    pub(in crate::contract) fn text(&mut self) -> Option<Text<'a>> {
        if self.peek()? != b'"' {
            self.skip()?;
            return Some(Text::None);
        }
        let start = self.at;
        let (place, escaped) = self.string()?;
        Some(if escaped {
            Text::Escaped(self.text.get(start..self.at)?)
        } else {
            Text::Plain(place)
        })
    }

    /// Returns the token of the next value.
    pub(in crate::contract) fn token(&mut self) -> Option<&'a str> {
        self.peek()?;
        let start = self.at;
        self.skip()?;
        self.text.get(start..self.at)
    }

    /// Skips the next value.
    pub(in crate::contract) fn skip(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.string().map(|_| ()),
            b'{' => {
                self.open()?;
                while self.member()? {
                    self.skip()?;
                }
                Some(())
            }
            b'[' => {
                self.open_array()?;
                while let Element::At(_) = self.element()? {
                    self.skip()?;
                }
                Some(())
            }
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.number(),
        }
    }

    /// Skips the name of the next member; returns whether there is one.
    fn member(&mut self) -> Option<bool> {
        if self.peek()? == b'}' {
            self.up(b'}')?;
            return Some(false);
        }
        if self.begun {
            self.take(b',')?;
        }
        self.begun = true;
        self.string()?;
        self.take(b':')?;
        Some(true)
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        let rest = self.text.as_bytes().get(self.at..)?;
        rest.starts_with(word).then(|| self.at += word.len())
    }

    fn number(&mut self) -> Option<()> {
        let next = |scan: &Self| scan.text.as_bytes().get(scan.at).copied();
        if next(self) == Some(b'-') {
            self.at += 1;
        }
        if next(self) == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if next(self) == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(next(self), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(next(self), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Some(())
    }

    /// Skips one or more digits.
    fn digits(&mut self) -> Option<()> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += digits;
        (digits > 0).then_some(())
    }
}

/// Returns the number of plain string bytes: up to a quote, a backslash or a control character.
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    const QUOTES: u64 = ONES * b'"' as u64;
    const ESCAPES: u64 = ONES * b'\\' as u64;
    const SPACES: u64 = ONES * b' ' as u64;
    let mut at = 0;
    // Scans eight bytes at a time. A borrow can mark only a byte after the first match.
    while let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*eight);
        let zero = |word: u64| word.wrapping_sub(ONES) & !word;
        let found = (zero(word ^ QUOTES) | zero(word ^ ESCAPES) | (word.wrapping_sub(SPACES) & !word)) & HIGH;
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest
        .iter()
        .take_while(|byte| !matches!(byte, b'"' | b'\\' | 0..b' '))
        .count()
}
