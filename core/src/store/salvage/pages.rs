//! Rows of the outbox found without SQLite's help: every page of the file and of its log is looked at on its own, so
//! that damage to one page costs only what is on it. The layout is that of <https://sqlite.org/fileformat2.html>.

use std::collections::BTreeMap;

use rusqlite::types::Value;

use super::super::row::RowState;
use super::{FIRST, SEQ};

/// The bytes before the first page of the file that are not a page's own.
const FILE_HEADER: usize = 100;
/// A leaf of a table.
const LEAF: u8 = 0x0d;
/// The header of the log.
const LOG_HEADER: usize = 32;
/// The header of each frame of the log.
const FRAME_HEADER: usize = 24;

/// Every row that is still readable, by its number. Where there are several versions the newest page wins.
pub(super) fn rows(database: &[u8], log: &[u8]) -> BTreeMap<i64, Vec<Value>> {
    let size = page_size(database, log);
    let mut pages: BTreeMap<u32, &[u8]> = (1..).zip(database.chunks_exact(size)).collect();
    for (number, page) in frames(log, size) {
        pages.insert(number, page);
    }
    let mut rows = BTreeMap::new();
    for (number, page) in &pages {
        let start = if *number == 1 { FILE_HEADER } else { 0 };
        for (seq, values) in leaf(&pages, page, start).into_iter().flatten() {
            rows.insert(seq, values);
        }
    }
    rows
}

fn page_size(database: &[u8], log: &[u8]) -> usize {
    let sound = |size: usize| (512..=65_536).contains(&size) && size.is_power_of_two();
    let stated = number(database, 16, 2).map(|size| if size == 1 { 65_536 } else { size as usize });
    let logged = number(log, 8, 4).map(|size| size as usize);
    [stated, logged]
        .into_iter()
        .flatten()
        .find(|size| sound(*size))
        .unwrap_or(4_096)
}

/// The pages of the log that were committed, in the order in which they were written.
fn frames(log: &[u8], size: usize) -> Vec<(u32, &[u8])> {
    let salt = log.get(16..24);
    let (mut committed, mut open) = (Vec::new(), Vec::new());
    for frame in log
        .get(LOG_HEADER..)
        .unwrap_or_default()
        .chunks_exact(FRAME_HEADER + size)
    {
        let (Some(page_number), Some(ends), Some(page)) = (
            number(frame, 0, 4),
            number(frame, 4, 4),
            frame.get(FRAME_HEADER..),
        ) else {
            break;
        };
        // Frames of an earlier round of the log are left behind the last one of this round.
        if frame.get(8..16) != salt {
            break;
        }
        open.push((page_number as u32, page));
        if ends != 0 {
            committed.append(&mut open);
        }
    }
    committed
}

/// The rows on a leaf; those that can't be read are left out.
fn leaf<'a>(
    pages: &'a BTreeMap<u32, &'a [u8]>,
    page: &'a [u8],
    start: usize,
) -> Option<impl Iterator<Item = (i64, Vec<Value>)> + 'a> {
    if *page.get(start)? != LEAF {
        return None;
    }
    let cells = number(page, start + 3, 2)? as usize;
    Some((0..cells).filter_map(move |cell| {
        let at = number(page, start + 8 + cell * 2, 2)? as usize;
        row(pages, page, at)
    }))
}

fn row(pages: &BTreeMap<u32, &[u8]>, page: &[u8], at: usize) -> Option<(i64, Vec<Value>)> {
    let (length, at) = varint(page, at)?;
    let (seq, at) = varint(page, at)?;
    let payload = payload(pages, page, at, usize::try_from(length).ok()?)?;
    let mut values = record(&payload)?;
    // The number of a row is not among its values.
    *values.get_mut(SEQ)? = Value::Integer(seq);
    is_row(&values).then_some((seq, values))
}

/// The whole payload of a cell: what is on the page, and what runs over to others.
fn payload(pages: &BTreeMap<u32, &[u8]>, page: &[u8], at: usize, length: usize) -> Option<Vec<u8>> {
    let usable = page.len();
    if length > 64 * 1024 * 1024 {
        return None;
    }
    let most = usable - 35;
    if length <= most {
        return Some(page.get(at..at + length)?.to_vec());
    }
    let least = (usable - 12) * 32 / 255 - 23;
    let wanted = least + (length - least) % (usable - 4);
    let local = if wanted <= most { wanted } else { least };
    let mut whole = page.get(at..at + local)?.to_vec();
    let mut next = number(page, at + local, 4)? as u32;
    while whole.len() < length {
        let over = pages.get(&next)?;
        let part = (length - whole.len()).min(usable - 4);
        whole.extend_from_slice(over.get(4..4 + part)?);
        next = number(over, 0, 4)? as u32;
    }
    Some(whole)
}

fn record(payload: &[u8]) -> Option<Vec<Value>> {
    let (header, mut at) = varint(payload, 0)?;
    let mut content = usize::try_from(header).ok()?;
    let end = content;
    let mut values = Vec::new();
    while at < end {
        let (kind, next) = varint(payload, at)?;
        at = next;
        let (value, length) = value(payload, content, kind)?;
        content += length;
        values.push(value);
    }
    Some(values)
}

fn value(payload: &[u8], at: usize, kind: i64) -> Option<(Value, usize)> {
    let integer = |length: usize| {
        let bytes = payload.get(at..at + length)?;
        let negative = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
        let start = if negative { -1 } else { 0 };
        let whole = bytes
            .iter()
            .fold(start, |whole: i64, byte| (whole << 8) | i64::from(*byte));
        Some((Value::Integer(whole), length))
    };
    match kind {
        0 => Some((Value::Null, 0)),
        1..=4 => integer(kind as usize),
        5 => integer(6),
        6 => integer(8),
        8 => Some((Value::Integer(0), 0)),
        9 => Some((Value::Integer(1), 0)),
        kind if kind >= 13 && kind % 2 == 1 => {
            let length = usize::try_from((kind - 13) / 2).ok()?;
            let text = std::str::from_utf8(payload.get(at..at.checked_add(length)?)?).ok()?;
            Some((Value::Text(text.to_owned()), length))
        }
        // The outbox holds neither blobs nor fractions.
        _ => None,
    }
}

/// Whether the values are those of a row of the outbox, and not of another table.
fn is_row(values: &[Value]) -> bool {
    const TEXTS: [usize; 6] = [1, 2, 3, 4, 5, 6];
    const NUMBERS: [usize; 5] = [7, 8, 9, 11, 12];
    let text = |at: &usize| matches!(values.get(*at), Some(Value::Text(_)));
    let whole = |at: &usize| matches!(values.get(*at), Some(Value::Integer(_)));
    let state = matches!(values.get(10), Some(Value::Text(name)) if RowState::by_name(name).is_some());
    values.len() >= FIRST && TEXTS.iter().all(text) && NUMBERS.iter().all(whole) && state
}

/// A number of `length` bytes, the most significant first.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + length)?;
    Some(
        bytes
            .iter()
            .fold(0, |whole, byte| (whole << 8) | u64::from(*byte)),
    )
}

/// A number of one to nine bytes, and where it ends.
fn varint(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
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
