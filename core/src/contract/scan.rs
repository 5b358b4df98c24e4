//! Walking over JSON that is known to be valid, without building anything. Where text that is not JSON gets here after
//! all, the walk ends early; it never panics.

use std::ops::Range;

use memchr::memchr2;

/// A walk over one element.
pub(super) struct Scan<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    deepest: usize,
    /// Whether the object just opened has had a member.
    begun: bool,
}

/// What comes next in an object.
pub(super) enum Key<'a> {
    /// A member of that name.
    Name(&'a str),
    /// Nothing more.
    End,
}

/// A value where a text is looked for.
pub(super) enum Text<'a> {
    /// A string that stands as it is: its place in the element, quotes left out.
    Plain(Range<usize>),
    /// The token of a string with escapes in it.
    Escaped(&'a str),
    /// Something else.
    None,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            deepest: 0,
            begun: false,
        }
    }

    /// How deep arrays and objects are nested, as far as the walk went.
    pub(super) fn deepest(&self) -> usize {
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

    /// Whether an object comes next.
    pub(super) fn is_object(&mut self) -> bool {
        self.peek() == Some(b'{')
    }

    /// Enters an object.
    pub(super) fn open(&mut self) -> Option<()> {
        self.take(b'{')?;
        self.down();
        self.begun = false;
        Some(())
    }

    fn down(&mut self) {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
    }

    /// The name of the next member, after which its value comes; `None` for a name with escapes in it.
    pub(super) fn key(&mut self) -> Option<Key<'a>> {
        if self.peek()? == b'}' {
            self.at += 1;
            self.depth = self.depth.saturating_sub(1);
            // Whatever object this one lies in has a member: this one.
            self.begun = true;
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

    /// A string: its place without quotes, and whether there are escapes in it.
    fn string(&mut self) -> Option<(Range<usize>, bool)> {
        self.take(b'"')?;
        let (start, mut escaped) = (self.at, false);
        loop {
            let rest = self.text.as_bytes().get(self.at..)?;
            self.at += memchr2(b'"', b'\\', rest)?;
            if self.text.as_bytes().get(self.at) == Some(&b'"') {
                self.at += 1;
                return Some((start..self.at - 1, escaped));
            }
            escaped = true;
            self.at += 2;
        }
    }

    /// The next value where a text is looked for.
    pub(super) fn text(&mut self) -> Option<Text<'a>> {
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

    /// The token of the next value.
    pub(super) fn token(&mut self) -> Option<&'a str> {
        self.peek()?;
        let start = self.at;
        self.skip()?;
        self.text.get(start..self.at)
    }

    /// Passes over the next value.
    pub(super) fn skip(&mut self) -> Option<()> {
        let outside = self.depth;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    self.at += 1;
                    self.down();
                    continue;
                }
                b'}' | b']' => {
                    self.at += 1;
                    self.depth = self.depth.checked_sub(1)?;
                }
                b',' | b':' => {
                    self.at += 1;
                    continue;
                }
                _ => {
                    let rest = self.text.as_bytes().get(self.at..)?;
                    let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r');
                    self.at += rest.iter().position(ends).unwrap_or(rest.len()).max(1);
                }
            }
            if self.depth <= outside {
                return Some(());
            }
        }
    }
}
