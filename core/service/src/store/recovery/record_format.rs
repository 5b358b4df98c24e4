//! SQLite's record format, and recognition of outbox rows. A row of the outbox or of the discarded writes is recognised
//! by the number and types of its columns. No other table looks the same.

use rusqlite::types::Value;

use crate::contract::ids::IdempotencyKey;
use crate::store::outbox::entry::EntryState;

/// The content found at the position of a row.
#[derive(Debug)]
pub(super) enum ScannedRow {
    /// A complete row.
    Row(i64, Vec<Value>),
    /// A row with a lost end.
    Truncated(i64),
}

/// The column types that identify the rows of a table.
#[derive(Debug)]
pub(super) struct Shape {
    /// Minimum number of columns.
    pub(super) columns: usize,
    /// Indices of text columns.
    texts: &'static [usize],
    /// Indices of integer columns.
    numbers: &'static [usize],
    /// Index of the idempotency key.
    pub(super) key: usize,
    /// Index of the time before which it is not sent.
    pub(super) not_before: usize,
    /// Index of the state.
    state: usize,
}

/// The shape of pending writes.
pub(super) const OUTBOX: Shape = Shape {
    columns: super::FIRST_FORMAT_COLUMNS,
    texts: &[1, 2, 3, 4, 5, 6],
    numbers: &[7, 8, 9, 11, 12],
    key: super::KEY,
    not_before: 9,
    state: super::STATE,
};

/// The shape of discarded and cancelled writes.
pub(super) const DISCARDED: Shape = Shape {
    columns: 16,
    texts: &[2, 3, 4, 5, 6, 7],
    numbers: &[1, 8, 9, 10, 12, 13],
    key: 5,
    not_before: 10,
    state: 11,
};

/// Parses the values of a complete record.
pub(super) fn record(payload: &[u8]) -> Option<Vec<Value>> {
    let (kinds, mut content) = value_types(payload)?;
    let mut values = Vec::with_capacity(kinds.len());
    for kind in kinds {
        let value = value(payload, content, kind)?;
        content += value_size(kind)?;
        values.push(value);
    }
    (content == payload.len()).then_some(values)
}

/// Returns whether a payload begins like a row of this shape. `size` is its size, `prefix` its first bytes.
pub(super) fn looks_like_row(prefix: &[u8], size: usize, shape: &Shape) -> bool {
    let Some((kinds, content)) = value_types(prefix) else {
        return false;
    };
    let is_text = |at: &usize| kinds.get(*at).is_some_and(|kind| *kind >= 13 && kind % 2 == 1);
    let is_number = |at: &usize| kinds.get(*at).is_some_and(|kind| matches!(kind, 1..=6 | 8 | 9));
    let lengths: Option<Vec<usize>> = kinds.iter().map(|kind| value_size(*kind)).collect();
    let is_plausible = lengths
        .and_then(|lengths| lengths.into_iter().try_fold(content, usize::checked_add))
        .is_some_and(|end| end == size);
    let is_blob = |kind: &i64| *kind >= 12 && kind % 2 == 0;
    // The row number is stored separately; its column is NULL.
    kinds.len() >= shape.columns
        && !kinds.iter().any(is_blob)
        && kinds.first() == Some(&0)
        && shape.texts.iter().all(is_text)
        && shape.numbers.iter().all(is_number)
        && is_plausible
}

/// Returns whether the values are a row of this shape.
pub(super) fn is_row(values: &[Value], shape: &Shape) -> bool {
    let text = |at: &usize| matches!(values.get(*at), Some(Value::Text(_)));
    let is_integer = |at: &usize| matches!(values.get(*at), Some(Value::Integer(_)));
    let state =
        matches!(values.get(shape.state), Some(Value::Text(name)) if EntryState::by_name(name).is_some());
    let key =
        matches!(values.get(shape.key), Some(Value::Text(key)) if IdempotencyKey::new(key.clone()).is_ok());
    let types_match = shape.texts.iter().all(text) && shape.numbers.iter().all(is_integer);
    values.len() >= shape.columns && types_match && state && key
}

/// Parses the types of a record's values; also returns the offset of the first value.
fn value_types(payload: &[u8]) -> Option<(Vec<i64>, usize)> {
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

/// Returns the size of a value. `None` for types that no table has.
fn value_size(kind: i64) -> Option<usize> {
    match kind {
        0 | 8 | 9 => Some(0),
        1..=4 => usize::try_from(kind).ok(),
        5 => Some(6),
        6 => Some(8),
        kind if kind >= 12 => usize::try_from((kind - 12) / 2).ok(),
        _ => None,
    }
}

fn value(payload: &[u8], at: usize, kind: i64) -> Option<Value> {
    let bytes = payload.get(at..at.checked_add(value_size(kind)?)?)?;
    Some(match kind {
        0 => Value::Null,
        8 => Value::Integer(0),
        9 => Value::Integer(1),
        1..=6 => {
            let negative = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
            let start = if negative { -1 } else { 0 };
            let shift = |number: i64, byte: &u8| (number << 8) | i64::from(*byte);
            Value::Integer(bytes.iter().fold(start, shift))
        }
        kind if kind % 2 == 0 => Value::Blob(bytes.to_vec()),
        _ => Value::Text(std::str::from_utf8(bytes).ok()?.to_owned()),
    })
}

/// Parses a number of one to nine bytes; also returns its end.
pub(super) fn varint(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    let mut number: u64 = 0;
    for length in 0..9 {
        let byte = *bytes.get(at + length)?;
        if length == 8 {
            return Some((((number << 8) | u64::from(byte)).cast_signed(), at + 9));
        }
        number = (number << 7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((number.cast_signed(), at + length + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varint_has_one_to_nine_bytes() {
        for (bytes, number) in [
            (&[0x00][..], 0),
            (&[0x7f], 127),
            (&[0x81, 0x00], 128),
            (&[0x82, 0x80, 0x01], 32_769),
            (&[0x80, 0xc0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x05], 1 << 56 | 5),
            (&[0xff; 9], -1),
        ] {
            let found = varint(&[&[9], bytes].concat(), 1);
            assert_eq!(found, Some((number, 1 + bytes.len())), "{bytes:x?}");
            assert_eq!(varint(&bytes[..bytes.len() - 1], 0), None, "{bytes:x?}");
        }
    }

    /// Returns a record of values with these types and bytes.
    fn written(values: &[(u8, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![u8::try_from(values.len() + 1).unwrap()];
        bytes.extend(values.iter().map(|(kind, _)| *kind));
        bytes.extend(values.iter().flat_map(|(_, value)| *value));
        bytes
    }

    #[test]
    fn values_of_each_type_are_read() {
        let bytes = written(&[
            (0, &[]),
            (1, &[0x80]),
            (2, &[0x01, 0x02]),
            (3, &[0xff, 0xff, 0xfe]),
            (4, &[0x7f, 0, 0, 0]),
            (5, &[0, 0, 0, 0, 1, 0]),
            (6, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfd]),
            (8, &[]),
            (9, &[]),
            (16, b"\x00\xff"),
            (17, b"ic"),
        ]);
        let numbers = [-128, 258, -2, 0x7f00_0000, 256, -3, 0, 1].map(Value::Integer);
        let mut expected = vec![Value::Null];
        expected.extend(numbers);
        expected.extend([Value::Blob(vec![0, 0xff]), Value::Text("ic".into())]);
        assert_eq!(record(&bytes), Some(expected));
        assert_eq!(record(&bytes[..bytes.len() - 1]), None, "its end is missing");
        assert_eq!(record(&[bytes, vec![0]].concat()), None, "something follows");
        for kind in [7, 10, 11] {
            assert_eq!(record(&written(&[(kind, &[0; 8])])), None, "no table has type {kind}");
        }
    }

    /// Returns the types and bytes of a pending write.
    fn pending() -> Vec<(u8, &'static [u8])> {
        let mut values: Vec<(u8, &[u8])> = vec![(0, &[])];
        values.extend(std::iter::repeat_n((15, b"k" as &[u8]), 6));
        values.extend([(1, b"\x05" as &[u8]), (8, &[]), (9, &[]), (27, b"waiting"), (8, &[]), (9, &[])]);
        values.resize(OUTBOX.columns, (0, &[]));
        values
    }

    #[test]
    fn row_is_recognised_by_number_and_types_of_its_columns() {
        let looks = |values: &[(u8, &[u8])], more: usize| {
            let bytes = written(values);
            looks_like_row(&bytes, bytes.len() + more, &OUTBOX)
        };
        let is_row_of =
            |values: &[(u8, &[u8])]| record(&written(values)).is_some_and(|values| is_row(&values, &OUTBOX));
        assert!(looks(&pending(), 0) && is_row_of(&pending()));
        assert!(!looks(&pending(), 1), "another size");
        for (at, wrong) in
            [(0, (9, &[] as &[u8])), (1, (1, &[5])), (7, (15, b"k")), (6, (16, b"bb")), (9, (0, &[]))]
        {
            let mut values = pending();
            values[at] = wrong;
            assert!(!looks(&values, 0), "column {at}");
            assert!(at == 0 || !is_row_of(&values), "column {at}");
        }
        let last = pending().len() - 1;
        assert!(!looks(&pending()[..last], 0) && !is_row_of(&pending()[..last]), "a column is missing");
        for (at, wrong) in [(OUTBOX.state, (27, b"another" as &[u8])), (OUTBOX.key, (13, b""))] {
            let mut values = pending();
            values[at] = wrong;
            assert!(!is_row_of(&values), "column {at}");
        }
    }
}
