//! Sanitising of remote text for display.
//!
//! All remote text passes through here. Terminal, window, title, clipboard, logs and standard output take [`SafeText`].
//! Characters that control a terminal, change the reading direction or are invisible become visible marks (CWE-150).
//! Nothing is dropped silently, and sanitising twice changes nothing.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

/// Most graphemes of a line: more than any real name or title.
pub const MAX_LINE_GRAPHEMES: usize = 512;
/// Most graphemes of a block (a note, a problem's detail).
pub const MAX_BLOCK_GRAPHEMES: usize = 20_000;
/// Most characters of a grapheme. Real letters need four or five; stacked accents need more.
const MAX_GRAPHEME_CHARS: usize = 8;

const REPLACEMENT: char = '\u{fffd}';
const DOTTED_CIRCLE: char = '\u{25cc}';

/// Remote text that is safe for every output. Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SafeText(Arc<str>);

impl SafeText {
    /// Sanitises to one line: line feeds and tabs become spaces, cut at [`MAX_LINE_GRAPHEMES`] graphemes with `…`.
    #[must_use]
    pub fn line(text: &str) -> Self {
        Self::line_within(text, MAX_LINE_GRAPHEMES)
    }

    /// Sanitises to one line of at most `limit` graphemes (at least one), cut with `…`.
    #[must_use]
    pub fn line_within(text: &str, limit: usize) -> Self {
        Self(sanitize(text, TextShape::Line, limit.max(1)).into())
    }

    /// Sanitises to several lines: like [`SafeText::line`], but with line feeds and [`MAX_BLOCK_GRAPHEMES`] graphemes.
    #[must_use]
    pub fn block(text: &str) -> Self {
        Self(sanitize(text, TextShape::Block, MAX_BLOCK_GRAPHEMES).into())
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl AsRef<str> for SafeText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl std::ops::Deref for SafeText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl Default for SafeText {
    fn default() -> Self {
        Self(Arc::from(""))
    }
}

impl PartialEq<str> for SafeText {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for SafeText {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TextShape {
    Line,
    Block,
}

fn sanitize(text: &str, shape: TextShape, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit && text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return Cow::Borrowed(text);
    }
    // Bounds the work by the limit, for any length of the input.
    let max_chars = limit.saturating_mul(MAX_GRAPHEME_CHARS + 1);
    let mut capped = String::new();
    for grapheme in mark_unsafe(text.chars().take(max_chars), shape).graphemes(true) {
        push_capped(grapheme, &mut capped);
    }
    let more = text.chars().nth(max_chars).is_some();
    if !more && capped.graphemes(true).count() <= limit {
        return Cow::Owned(capped);
    }
    let mut cut_text: String = capped.graphemes(true).take(limit - 1).collect();
    cut_text.push('…');
    Cow::Owned(cut_text)
}

/// Adds a grapheme with at most [`MAX_GRAPHEME_CHARS`] characters; replaces the rest by one mark.
fn push_capped(grapheme: &str, out: &mut String) {
    match grapheme.char_indices().nth(MAX_GRAPHEME_CHARS) {
        Some((end, _)) => {
            out.push_str(grapheme.get(..end).unwrap_or_default());
            out.push(REPLACEMENT);
        }
        None => out.push_str(grapheme),
    }
}

fn mark_unsafe(text: impl Iterator<Item = char>, shape: TextShape) -> String {
    let mut out = String::new();
    let mut before = '\n';
    let mut text = text.peekable();
    while let Some(letter) = text.next() {
        match letter {
            '\r' if text.peek() == Some(&'\n') => continue,
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' if shape == TextShape::Block => out.push('\n'),
            '\n' | '\r' | '\t' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push(' '),
            '\0'..='\u{1f}' | '\u{7f}' => push_mark(letter, &mut out),
            // A presentation selector has no content, and terminals disagree on the resulting width: drop it.
            '\u{fe0e}' | '\u{fe0f}' if !before.is_whitespace() => continue,
            _ if is_hidden(letter) => push_mark(letter, &mut out),
            _ if is_combining_mark(letter) && before == '\n' => {
                out.push(DOTTED_CIRCLE);
                out.push(letter);
            }
            _ => out.push(letter),
        }
        before = out.chars().next_back().unwrap_or('\n');
    }
    out
}

/// Returns whether a character is unsafe for a terminal.
///
/// Such characters control it, are invisible, or change the reading direction. Emoji presentation selectors are
/// allowed.
#[must_use]
pub fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}')
        || is_hidden(letter) && !matches!(letter, '\u{fe0e}' | '\u{fe0f}')
}

/// Writes the visible mark of an unsafe character: `^[`, `⟨U+009B⟩`.
pub fn push_mark(letter: char, out: &mut String) {
    match letter {
        '\0'..='\u{1f}' | '\u{7f}' => {
            out.push('^');
            out.push(char::from(letter as u8 ^ 0x40));
        }
        _ => {
            let code = u32::from(letter);
            // Writing to a String cannot fail.
            let _ = write!(out, "⟨U+{code:04X}⟩");
        }
    }
}

/// Returns whether a character is invisible or controls how others are drawn.
fn is_hidden(letter: char) -> bool {
    matches!(letter,
        '\u{80}'..='\u{9f}'                         // C1 controls
        | '\u{ad}' | '\u{34f}' | '\u{61c}'          // soft hyphen, grapheme joiner, Arabic mark
        | '\u{600}'..='\u{605}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
        | '\u{115f}'..='\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
        | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'                   // zero width, direction marks
        | '\u{202a}'..='\u{202e}'                   // bidirectional embeddings and overrides
        | '\u{2060}'..='\u{206f}'                   // word joiner, invisible operators, isolates
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1345f}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}'                 // tags, supplementary selectors
    )
}

#[cfg(test)]
#[path = "sanitize_tests.rs"]
mod tests;
