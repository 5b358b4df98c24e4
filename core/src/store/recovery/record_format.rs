//! One record of SQLite's, and whether it is a row of the outbox, or one that was dropped from it. A row is known by its
//! columns: how many there are and what each holds; nothing else in the file looks like it.

use rusqlite::types::Value;

use super::super::outbox::entry::RowState;
use crate::contract::ids::IdempotencyKey;

/// What stands where a row does.
#[derive(Debug)]
pub(super) enum Cell {
    /// The row.
    Row(i64, Vec<Value>),
    /// The beginning of one, whose rest is lost.
    Torn(i64),
}

/// The columns by which the rows of a table are known.
#[derive(Debug)]
pub(super) struct Shape {
    /// How many there are at least.
    pub(super) columns: usize,
    /// Those that hold a text.
    texts: &'static [usize],
    /// Those that hold a number.
    numbers: &'static [usize],
    /// That of the `Idempotency-Key`.
    pub(super) key: usize,
    /// That of the moment before which it is not sent.
    pub(super) not_before: usize,
    /// That of the state.
    state: usize,
}

/// The writes that wait.
pub(super) const OUTBOX: Shape = Shape {
    columns: super::FIRST,
    texts: &[1, 2, 3, 4, 5, 6],
    numbers: &[7, 8, 9, 11, 12],
    key: super::KEY,
    not_before: 9,
    state: super::STATE,
};

/// Those that were given up or taken back.
pub(super) const DROPPED: Shape = Shape {
    columns: 16,
    texts: &[2, 3, 4, 5, 6, 7],
    numbers: &[1, 8, 9, 10, 12, 13],
    key: 5,
    not_before: 10,
    state: 11,
};

/// The values of a record, if it is whole.
pub(super) fn record(payload: &[u8]) -> Option<Vec<Value>> {
    let (kinds, mut content) = kinds(payload)?;
    let mut values = Vec::with_capacity(kinds.len());
    for kind in kinds {
        let value = value(payload, content, kind)?;
        content += length(kind)?;
        values.push(value);
    }
    (content == payload.len()).then_some(values)
}

/// Whether a payload of `whole` bytes that begins like `here` has the columns of a row of this shape.
pub(super) fn names_row(here: &[u8], whole: usize, shape: &Shape) -> bool {
    let Some((kinds, content)) = kinds(here) else {
        return false;
    };
    let is_text = |at: &usize| kinds.get(*at).is_some_and(|kind| *kind >= 13 && kind % 2 == 1);
    let is_number = |at: &usize| kinds.get(*at).is_some_and(|kind| matches!(kind, 1..=6 | 8 | 9));
    let lengths: Option<Vec<usize>> = kinds.iter().map(|kind| length(*kind)).collect();
    let fits = lengths
        .and_then(|lengths| lengths.into_iter().try_fold(content, usize::checked_add))
        .is_some_and(|end| end == whole);
    // Its number is kept apart, and none stands in its column.
    kinds.len() >= shape.columns
        && kinds.first() == Some(&0)
        && shape.texts.iter().all(is_text)
        && shape.numbers.iter().all(is_number)
        && fits
}

/// Whether the values are those of a row of this shape, and not of another table.
pub(super) fn is_row(values: &[Value], shape: &Shape) -> bool {
    let text = |at: &usize| matches!(values.get(*at), Some(Value::Text(_)));
    let whole = |at: &usize| matches!(values.get(*at), Some(Value::Integer(_)));
    let state =
        matches!(values.get(shape.state), Some(Value::Text(name)) if RowState::by_name(name).is_some());
    let key =
        matches!(values.get(shape.key), Some(Value::Text(key)) if IdempotencyKey::new(key.clone()).is_ok());
    let held = shape.texts.iter().all(text) && shape.numbers.iter().all(whole);
    values.len() >= shape.columns && held && state && key
}

/// The kinds of a record's values, and where the first value begins.
fn kinds(payload: &[u8]) -> Option<(Vec<i64>, usize)> {
    let (header, mut at) = varint(payload, 0)?;
    let end = usize::try_from(header).ok().filter(|end| *end <= payload.len())?;
    let mut kinds = Vec::new();
    while at < end {
        let (kind, next) = varint(payload, at)?;
        kinds.push(kind);
        at = next;
    }
    (at == end).then_some((kinds, end))
}

/// How many bytes a value of this kind takes. `None` for what the outbox does not hold: blobs and fractions.
fn length(kind: i64) -> Option<usize> {
    match kind {
        0 | 8 | 9 => Some(0),
        1..=4 => usize::try_from(kind).ok(),
        5 => Some(6),
        6 => Some(8),
        kind if kind >= 13 && kind % 2 == 1 => usize::try_from((kind - 13) / 2).ok(),
        _ => None,
    }
}

fn value(payload: &[u8], at: usize, kind: i64) -> Option<Value> {
    let bytes = payload.get(at..at.checked_add(length(kind)?)?)?;
    Some(match kind {
        0 => Value::Null,
        8 => Value::Integer(0),
        9 => Value::Integer(1),
        1..=6 => {
            let negative = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
            let start = if negative { -1 } else { 0 };
            let shift = |whole: i64, byte: &u8| (whole << 8) | i64::from(*byte);
            Value::Integer(bytes.iter().fold(start, shift))
        }
        _ => Value::Text(std::str::from_utf8(bytes).ok()?.to_owned()),
    })
}

/// A number of one to nine bytes, and where it ends.
pub(super) fn varint(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    let mut whole: u64 = 0;
    for length in 0..9 {
        let byte = *bytes.get(at + length)?;
        if length == 8 {
            return Some((((whole << 8) | u64::from(byte)).cast_signed(), at + 9));
        }
        whole = (whole << 7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((whole.cast_signed(), at + length + 1));
        }
    }
    None
}
