//! A row of the table in a few bytes. It is kept beside the record's body, so that a start does not read a hundred
//! thousand JSON texts again. It can always be made anew from the body, and one of another format is not read.

use rust_decimal::Decimal;

use crate::contract::kpi::KpiKey;

use super::{Bound, RowData, StageSince};

/// The format. Raise it whenever a row is made otherwise from a record, or written otherwise.
const FORMAT: u8 = 1;

/// The digest of a row as the service gives it. What this client observed itself is not in it.
pub(super) fn encode(row: &RowData) -> Vec<u8> {
    let mut bytes = vec![FORMAT];
    let received = row.since.filter(|since| since.bound == Bound::Received);
    bytes.push(u8::from(received.is_some()));
    bytes.extend(received.map_or(0, |since| since.at).to_le_bytes());
    for text in [&row.name, &row.status, &row.class, &row.owner] {
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    for (key, value) in &row.numbers {
        let place = KpiKey::ALL.iter().position(|known| known == key);
        bytes.extend(place.and_then(|place| u8::try_from(place).ok()));
        bytes.extend(value.serialize());
    }
    bytes
}

/// The row of the deal `id`. `since` is what this client observed, used where the service sends nothing. `None` if the
/// digest is not of this format.
pub(super) fn decode(id: &str, digest: &[u8], since: Option<StageSince>) -> Option<RowData> {
    let mut left = Bytes(digest);
    if left.byte()? != FORMAT {
        return None;
    }
    let has_since = left.byte()? == 1;
    let at = i64::from_le_bytes(left.take()?);
    let received = has_since.then_some(StageSince {
        at,
        bound: Bound::Received,
    });
    let (name, status, class, owner) = (left.text()?, left.text()?, left.text()?, left.text()?);
    let mut numbers = Vec::with_capacity(left.0.len() / 17);
    while !left.0.is_empty() {
        let key = *KpiKey::ALL.get(usize::from(left.byte()?))?;
        numbers.push((key, Decimal::deserialize(left.take()?)));
    }
    Some(RowData {
        id: id.to_owned(),
        name,
        status,
        class,
        owner,
        since: received.or(since),
        numbers,
    })
}

/// What is left to read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, left) = self.0.split_first_chunk::<N>()?;
        self.0 = left;
        Some(*taken)
    }

    fn text(&mut self) -> Option<String> {
        let len = u32::from_le_bytes(self.take()?) as usize;
        let (taken, left) = self.0.split_at_checked(len)?;
        self.0 = left;
        std::str::from_utf8(taken).ok().map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;
    use proptest::prelude::*;

    use super::*;
    use crate::contract::deal::Deal;
    use crate::contract::record::Record;

    fn deal(json: &str) -> Deal {
        Deal::from_record(Record::parse(json).unwrap()).unwrap()
    }

    #[test]
    fn a_row_is_the_same_from_its_digest() {
        let observed = Some(StageSince {
            at: 5,
            bound: Bound::AtLeast,
        });
        for json in [
            r#"{"id":"a"}"#,
            r#"{"id":"a","name":"Îlot Saint-Michel","status":"ic","classe_actif":"bureaux","responsable":"A. Martin"}"#,
            r#"{"id":"a","status_since":"2026-02-01","kpi_snapshot":{"ltv":"0.650","noi":-12345678901234567.89}}"#,
        ] {
            let wanted = RowData::from_deal(&deal(json), observed, &TimeZone::UTC);
            assert_eq!(decode("a", &encode(&wanted), observed), Some(wanted), "{json}");
        }
    }

    #[test]
    fn another_format_is_not_read() {
        let mut digest = encode(&RowData::default());
        digest[0] = FORMAT + 1;
        assert_eq!(decode("a", &digest, None), None);
        assert_eq!(decode("a", &[], None), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_safe(mut bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Some(first) = bytes.first_mut() {
                *first = FORMAT;
            }
            let _ = decode("a", &bytes, None);
        }
    }
}
