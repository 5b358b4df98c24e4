//! The deals of one page at first sight, in one value: id, body, and what is known of the time before. A hundred
//! thousand deals are a few hundred rows.

use jiff::Timestamp;

use crate::store::records::moment;
use crate::store::{Stage, StoreError};

/// One deal of a sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct Sighted<'a> {
    pub(in crate::store) id: &'a str,
    pub(in crate::store) body: &'a str,
    /// Since when it has its status, where that is known better than by the sight itself: the time before it was cut.
    pub(in crate::store) stage: Option<Stage>,
}

impl<'a> Sighted<'a> {
    /// Where each deal of a page begins.
    pub(in crate::store) fn starts(bytes: &[u8]) -> Result<Vec<u32>, StoreError> {
        let (mut left, mut starts) = (bytes, Vec::new());
        while !left.is_empty() {
            starts.push((bytes.len() - left.len()) as u32);
            skip(&mut left).ok_or_else(unreadable)?;
        }
        Ok(starts)
    }

    /// The deal that begins there.
    pub(in crate::store) fn at(bytes: &'a [u8], start: usize) -> Option<Self> {
        next(&mut bytes.get(start..)?)
    }

    /// Reads the deals one by one.
    pub(in crate::store) fn each(
        bytes: &'a [u8],
        each: impl FnMut(Self) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self::each(bytes, each)
    }
}

fn unreadable() -> StoreError {
    StoreError::Unreadable("a page of the history".into())
}

/// Puts one more deal at the end.
pub(super) fn push(bytes: &mut Vec<u8>, deal: &Sighted<'_>) {
    for text in [deal.id, deal.body] {
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    let (tag, first, second) = match deal.stage {
        None => (0, None, None),
        Some(Stage::Exact(at)) => (1, Some(at), None),
        Some(Stage::Interval { after, before }) => (2, Some(after), Some(before)),
        Some(Stage::AtLeast(at)) => (3, Some(at), None),
    };
    bytes.push(tag);
    for at in [first, second].into_iter().flatten() {
        bytes.extend_from_slice(&at.as_microsecond().to_le_bytes());
    }
}

/// Reads the deals one by one.
pub(super) fn each<'a>(
    bytes: &'a [u8],
    mut each: impl FnMut(Sighted<'a>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut left = bytes;
    while !left.is_empty() {
        each(next(&mut left).ok_or_else(unreadable)?)?;
    }
    Ok(())
}

fn next<'a>(left: &mut &'a [u8]) -> Option<Sighted<'a>> {
    let (id, body) = (text(left)?, text(left)?);
    let [tag] = take(left)?;
    let stage = match tag {
        0 => None,
        1 => Some(Stage::Exact(at(left)?)),
        2 => Some(Stage::Interval {
            after: at(left)?,
            before: at(left)?,
        }),
        3 => Some(Stage::AtLeast(at(left)?)),
        _ => return None,
    };
    Some(Sighted { id, body, stage })
}

/// Passes over a deal without looking at its texts.
fn skip(left: &mut &[u8]) -> Option<()> {
    for _ in ["id", "body"] {
        let len = u32::from_le_bytes(take(left)?) as usize;
        *left = left.get(len..)?;
    }
    let [tag] = take(left)?;
    let moments = match tag {
        0 => 0,
        1 | 3 => 1,
        2 => 2,
        _ => return None,
    };
    *left = left.get(moments * size_of::<i64>()..)?;
    Some(())
}

fn take<const N: usize>(left: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = left.split_first_chunk::<N>()?;
    *left = rest;
    Some(*taken)
}

fn at(left: &mut &[u8]) -> Option<Timestamp> {
    moment(i64::from_le_bytes(take(left)?))
}

fn text<'a>(left: &mut &'a [u8]) -> Option<&'a str> {
    let len = u32::from_le_bytes(take(left)?) as usize;
    let (taken, rest) = left.split_at_checked(len)?;
    *left = rest;
    std::str::from_utf8(taken).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let all = [
            (None, "{}"),
            (Some(Stage::Exact(at(5))), "{\"a\":\n1}"),
            (
                Some(Stage::Interval {
                    after: at(-1),
                    before: at(3),
                }),
                "",
            ),
            (Some(Stage::AtLeast(at(7))), "é"),
        ]
        .map(|(stage, body)| Sighted {
            id: "d-1",
            body,
            stage,
        });
        let mut bytes = Vec::new();
        for deal in &all {
            push(&mut bytes, deal);
        }
        let mut read = Vec::new();
        each(&bytes, |deal| {
            read.push(deal);
            Ok(())
        })
        .unwrap();
        assert_eq!(read, all);
        let starts = Sighted::starts(&bytes).unwrap();
        let again: Vec<_> = starts
            .iter()
            .map(|start| Sighted::at(&bytes, *start as usize).unwrap())
            .collect();
        assert_eq!(again, all);
        for cut in 1..bytes.len() {
            // A page cut short is an error unless the cut falls between two deals.
            let _never_panics = each(&bytes[..cut], |_| Ok(()));
        }
        assert!(each(&[1, 0], |_| Ok(())).is_err());
    }
}
