//! One JSON object, stored exactly as received and read field by field.
//!
//! The service may send unlisted fields, decimals beyond the precision of floats, and unknown codes. Therefore the text
//! is stored, each top-level value stays a raw token, and typed getters parse on demand. A field of the wrong type
//! counts as absent, so one odd value never hides a record.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::json::num::Num;
use super::json::schema_error::ShapeError;

/// Deepest accepted nesting of objects and arrays.
///
/// Raw tokens are skipped without recursion, but later code may walk them recursively.
pub const MAX_DEPTH: usize = 128;

/// Most members of an object and most elements of a page.
///
/// In memory each needs more than its few bytes in a body. A body of the maximal size could otherwise exhaust memory.
pub const MAX_MEMBERS: usize = 100_000;

/// A JSON object as the service sent it. Clones share the text.
#[derive(Clone)]
pub struct Record(Arc<RecordText>);

/// Shared text of a record; names and values are ranges in it.
struct RecordText {
    /// Text of the object, followed by the unescaped names.
    text: Box<str>,
    /// End of the object's text.
    end: usize,
    /// Members in the order received, each name once.
    members: Box<[MemberRange]>,
    /// Indices of the members sorted by name.
    by_name: Box<[u32]>,
    /// Names that were sent more than once with different values.
    ambiguous: Box<[Box<str>]>,
}

/// Range of a text.
#[derive(Clone, Copy)]
struct ByteRange {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy)]
struct MemberRange {
    name: ByteRange,
    value: ByteRange,
}

impl Record {
    /// Parses one JSON object from bytes or text.
    ///
    /// Of two members with one name the later counts, as in most parsers. A leading byte order mark is skipped, as RFC
    /// 8259 §8.1 allows.
    pub fn parse(body: impl AsRef<[u8]>) -> Result<Self, ShapeError> {
        let text = json_text(body.as_ref())?;
        Ok(Self(Arc::new(RecordText::new(text, ParsedMembers::parse(text)?)?)))
    }

    /// Returns the object's JSON text as received.
    pub fn as_str(&self) -> &str {
        self.0.text.get(..self.0.end).unwrap_or_default()
    }

    /// Returns the text of a field's raw token.
    fn token(&self, name: &str) -> Option<&str> {
        self.0.get(name)
    }

    /// Returns the raw token of a field.
    pub fn raw(&self, name: &str) -> Option<&RawValue> {
        token_raw(self.token(name)?)
    }

    /// Iterates over names and raw tokens, in the order received.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        let inner = &*self.0;
        let member =
            |member: &MemberRange| Some((inner.slice(member.name), token_raw(inner.slice(member.value))?));
        inner.members.iter().filter_map(member)
    }

    /// Returns whether the field is present, including `null`.
    pub fn has(&self, name: &str) -> bool {
        self.token(name).is_some()
    }

    /// Returns whether the field was sent repeatedly with different values, so it is ambiguous.
    pub fn is_ambiguous(&self, name: &str) -> bool {
        self.0.ambiguous.iter().any(|ambiguous| **ambiguous == *name)
    }

    /// Returns whether the field is present and `null`.
    pub fn is_null(&self, name: &str) -> bool {
        self.token(name) == Some("null")
    }

    /// Returns a string field; borrowed unless it contains escapes.
    pub fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        token_text(self.token(name)?)
    }

    /// Returns a number, or a number in a string.
    pub fn num(&self, name: &str) -> Option<Num> {
        Num::from_raw(self.raw(name)?)
    }

    /// Returns a boolean field.
    pub fn boolean(&self, name: &str) -> Option<bool> {
        match self.token(name)? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// Returns a whole number in range; `3.0` and `"3"` are whole, `3.5` is not.
    pub fn integer(&self, name: &str) -> Option<i64> {
        raw_integer(self.raw(name)?)
    }

    /// Returns a nested object.
    pub fn object(&self, name: &str) -> Option<Record> {
        Record::parse(self.token(name)?).ok()
    }

    /// Returns the elements of a nested array as raw tokens.
    pub fn array(&self, name: &str) -> Option<Vec<Box<RawValue>>> {
        serde_json::from_str(self.token(name)?).ok()
    }

    /// Returns a required string.
    pub fn required_text(&self, name: &'static str) -> Result<Cow<'_, str>, ShapeError> {
        self.text(name).ok_or_else(|| ShapeError::field(name, "a string"))
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.as_str() == other.as_str()
    }
}

impl Eq for Record {}

/// Prints field names only: values may be personal, secret or very long.
impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Record")?;
        f.debug_set().entries(self.fields().map(|(name, _)| name)).finish()
    }
}

/// Returns the whole number of a raw token, if it is one.
pub(super) fn raw_integer(raw: &RawValue) -> Option<i64> {
    let value = Num::from_raw(raw)?.value()?;
    if value.fract().is_zero() { value.trunc().try_into().ok() } else { None }
}

/// Returns the string of a raw token, if it is one.
pub fn raw_text(raw: &RawValue) -> Option<Cow<'_, str>> {
    token_text(raw.get())
}

fn token_text(token: &str) -> Option<Cow<'_, str>> {
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str(token).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

/// Returns the text of a JSON body: UTF-8, without byte order mark and surrounding white space.
pub fn json_text(body: &[u8]) -> Result<&str, ShapeError> {
    let text = std::str::from_utf8(body).map_err(|_| ShapeError::NotUtf8)?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text).trim_ascii())
}

/// Removes the white space between the tokens of a JSON text.
pub fn compact(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    json.chars()
        .filter(|&character| {
            if in_string {
                match character {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '"' => in_string = false,
                    _ => {}
                }
                return true;
            }
            in_string = character == '"';
            !matches!(character, ' ' | '\n' | '\r' | '\t')
        })
        .collect()
}

/// Rejects text nested deeper than [`MAX_DEPTH`].
///
/// It checks only brackets outside strings; the parser checks the syntax.
pub(crate) fn check_depth(text: &str) -> Result<(), ShapeError> {
    check_depth_inside(text, 0)
}

/// Checks the depth of text that is nested `outside` levels deep in another text.
pub(super) fn check_depth_inside(text: &str, outside: usize) -> Result<(), ShapeError> {
    let (mut depth, mut in_string, mut escaped) = (outside, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(ShapeError::TooDeep);
                }
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

/// Converts a token that was parsed before.
fn token_raw(token: &str) -> Option<&RawValue> {
    serde_json::from_str(token).ok()
}

impl RecordText {
    fn new(text: &str, mut members: ParsedMembers<'_>) -> Result<Self, ShapeError> {
        let names = |members: &ParsedMembers<'_>| {
            let mut by_name: Vec<u32> = (0_u32..).take(members.0.len()).collect();
            by_name.sort_by(|a, b| members.name(*a).cmp(&members.name(*b)));
            by_name
        };
        let mut by_name = names(&members);
        let mut ambiguous = Vec::new();
        if by_name.windows(2).any(|pair| matches!(pair, [a, b] if members.name(*a) == members.name(*b))) {
            ambiguous = members.ambiguous_names(&by_name);
            let mut later = HashSet::new();
            members.0.reverse();
            members.0.retain(|(MemberName(name), _)| later.insert(name.clone()));
            members.0.reverse();
            by_name = names(&members);
        }
        let begin = text.as_ptr().addr();
        let byte_range = |start: usize, length: usize| {
            let number = |at: usize| {
                u32::try_from(at)
                    .map_err(|_| ShapeError::Expected { expected: "an object of less than 4 GiB" })
            };
            Ok::<_, ShapeError>(ByteRange { start: number(start)?, end: number(start + length)? })
        };
        let decoded = members.0.iter().filter_map(|(MemberName(name), _)| match name {
            Cow::Borrowed(_) => None,
            Cow::Owned(name) => Some(name.as_str()),
        });
        let full_text: String = std::iter::once(text).chain(decoded).collect();
        let mut next_offset = text.len();
        let received: Result<Box<[MemberRange]>, ShapeError> = members
            .0
            .iter()
            .map(|(MemberName(name), raw)| {
                let start = match name {
                    Cow::Borrowed(name) => name.as_ptr().addr() - begin,
                    Cow::Owned(_) => next_offset,
                };
                next_offset += if matches!(name, Cow::Owned(_)) { name.len() } else { 0 };
                Ok(MemberRange {
                    name: byte_range(start, name.len())?,
                    value: byte_range(raw.get().as_ptr().addr() - begin, raw.get().len())?,
                })
            })
            .collect();
        Ok(Self {
            text: full_text.into(),
            end: text.len(),
            members: received?,
            by_name: by_name.into(),
            ambiguous: ambiguous.into(),
        })
    }

    fn slice(&self, byte_range: ByteRange) -> &str {
        let range = byte_range.start as usize..byte_range.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    fn get(&self, name: &str) -> Option<&str> {
        let member = |index: &u32| self.members.get(*index as usize);
        let position = self
            .by_name
            .binary_search_by(|index| member(index).map(|member| self.slice(member.name)).cmp(&Some(name)))
            .ok()?;
        let member = self.by_name.get(position).and_then(member)?;
        Some(self.slice(member.value))
    }
}

/// Name of a member; owned if it is written with escapes.
#[derive(serde::Deserialize)]
struct MemberName<'a>(#[serde(borrow)] Cow<'a, str>);

/// Members of an object as parsed, in the order received.
struct ParsedMembers<'a>(Vec<(MemberName<'a>, &'a RawValue)>);

/// Returns the raw tokens of `names`; of repeated members the last. Copies no text.
pub(super) fn raw_tokens<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<[Option<&'a RawValue>; N], ShapeError> {
    let ParsedMembers(members) = ParsedMembers::parse(text)?;
    let last = |name: &str| members.iter().rev().find(|(MemberName(have), _)| have == name);
    Ok(names.map(|name| last(name).map(|(_, raw)| *raw)))
}

impl<'a> ParsedMembers<'a> {
    fn parse(text: &'a str) -> Result<Self, ShapeError> {
        check_depth(text)?;
        if !text.starts_with('{') {
            // Distinguish invalid JSON from JSON of another kind: the advice to the user differs.
            serde_json::from_str::<&RawValue>(text).map_err(|error| ShapeError::json(&error))?;
            return Err(ShapeError::Expected { expected: "an object" });
        }
        serde_json::from_str(text).map_err(|error| ShapeError::json(&error))
    }

    fn name(&self, index: u32) -> Option<&str> {
        self.0.get(index as usize).map(|(MemberName(name), _)| &**name)
    }

    /// Returns the names that occur with more than one value, each once.
    fn ambiguous_names(&self, by_name: &[u32]) -> Vec<Box<str>> {
        let value_at = |index: u32| self.0.get(index as usize).map(|(_, raw)| raw.get());
        let mut ambiguous: Vec<Box<str>> = by_name
            .windows(2)
            .filter_map(|pair| match pair {
                [a, b] if self.name(*a) == self.name(*b) && value_at(*a) != value_at(*b) => {
                    self.name(*a).map(Into::into)
                }
                _ => None,
            })
            .collect();
        ambiguous.dedup();
        ambiguous
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for ParsedMembers<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor<'a>(PhantomData<&'a ()>);

        impl<'de: 'a, 'a> Visitor<'de> for MembersVisitor<'a> {
            type Value = ParsedMembers<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ParsedMembers<'a>, A::Error> {
                let mut received = Vec::new();
                while let Some(member) = map.next_entry()? {
                    if received.len() == MAX_MEMBERS {
                        return Err(A::Error::custom("too many members"));
                    }
                    received.push(member);
                }
                Ok(ParsedMembers(received))
            }
        }

        deserializer.deserialize_map(MembersVisitor(PhantomData))
    }
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
