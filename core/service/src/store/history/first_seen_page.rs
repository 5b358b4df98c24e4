//! The encoding of a page of first-seen deals in one value: ids, bodies and stage times. A hundred thousand deals are a
//! few hundred rows. The body contains the id, so only its position is stored. Pages of older versions store the id
//! itself and are still readable.

use jiff::Timestamp;

use crate::model::history::status_since::StatusChangeTime;
use crate::store::StoreError;
use crate::store::cache::types::timestamp_from_micros;

/// A first-seen deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct FirstSeen<'a> {
    pub(in crate::store) id: &'a str,
    pub(in crate::store) body: &'a str,
    /// Stage time, if known better than by the entry itself, from before pruning.
    pub(in crate::store) status_since: Option<StatusChangeTime>,
}

impl<'a> FirstSeen<'a> {
    /// Appends the deal to a page.
    fn append_to(&self, bytes: &mut Vec<u8>) {
        let (length, start) = (self.id.len() as u32, bytes.len());
        if let Some(at) = id_offset(self.body, self.id).filter(|_| length < ID_IN_BODY) {
            bytes.extend_from_slice(&(length | ID_IN_BODY).to_le_bytes());
            bytes.extend_from_slice(&(at as u32).to_le_bytes());
        } else {
            bytes.extend_from_slice(&length.to_le_bytes());
            bytes.extend_from_slice(self.id.as_bytes());
        }
        bytes.extend_from_slice(&(self.body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(self.body.as_bytes());
        let (tag, first, second) = match self.status_since {
            None => (0, None, None),
            Some(StatusChangeTime::Exact(at)) => (1, Some(at), None),
            Some(StatusChangeTime::Interval { after, before }) => (2, Some(after), Some(before)),
            Some(StatusChangeTime::AtLeast(at)) => (3, Some(at), None),
        };
        bytes.push(tag | HAS_CHECKSUM);
        for at in [first, second].into_iter().flatten() {
            bytes.extend_from_slice(&at.as_microsecond().to_le_bytes());
        }
        let sum = crc32fast::hash(bytes.get(start..).unwrap_or_default());
        bytes.extend_from_slice(&sum.to_le_bytes());
    }

    /// Returns the offset of each deal in a page.
    pub(in crate::store) fn offsets(bytes: &[u8]) -> Result<Vec<u32>, StoreError> {
        let (mut input, mut starts) = (bytes, Vec::new());
        while !input.is_empty() {
            starts.push((bytes.len() - input.len()) as u32);
            skip(&mut input).ok_or_else(unreadable)?;
        }
        Ok(starts)
    }

    /// Returns the deal at an offset.
    pub(in crate::store) fn decode_at(bytes: &'a [u8], start: usize) -> Option<Self> {
        decode_next(&mut bytes.get(start..)?)
    }

    /// Returns the deals of a damaged page whose checksums match.
    pub(in crate::store) fn intact(bytes: &'a [u8]) -> Vec<Self> {
        let (mut input, mut sound) = (bytes, Vec::new());
        while !input.is_empty() {
            let mut remaining = input;
            // After an impossible length, nothing more can be found.
            let Some((deal_bytes, next)) =
                skip(&mut remaining).and_then(|()| input.split_at_checked(input.len() - remaining.len()))
            else {
                break;
            };
            input = next;
            let is_intact = deal_bytes
                .split_last_chunk()
                .is_some_and(|(deal, sum)| *sum == crc32fast::hash(deal).to_le_bytes());
            sound.extend(Self::decode_at(deal_bytes, 0).filter(|_| is_intact));
        }
        sound
    }

    /// Calls `visit` for every deal.
    pub(in crate::store) fn for_each(
        mut bytes: &'a [u8],
        mut visit: impl FnMut(Self) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        while !bytes.is_empty() {
            visit(decode_next(&mut bytes).ok_or_else(unreadable)?)?;
        }
        Ok(())
    }
}

/// First-seen deals that are one row of the file. It can be reused.
#[derive(Default)]
pub(in crate::store) struct FirstSeenPage {
    /// Ids, each between line feeds.
    pub(in crate::store) ids: String,
    /// Encoded deals.
    pub(in crate::store) deals: Vec<u8>,
}

impl FirstSeenPage {
    /// Returns a page of these deals.
    pub(in crate::store) fn from_deals<'d>(deals: impl IntoIterator<Item = FirstSeen<'d>>) -> Self {
        let mut page = Self::default();
        for deal in deals {
            page.add(&deal);
        }
        page
    }

    pub(in crate::store) fn add(&mut self, deal: &FirstSeen<'_>) {
        if self.ids.is_empty() {
            self.ids.push('\n');
        }
        self.ids.push_str(deal.id);
        self.ids.push('\n');
        deal.append_to(&mut self.deals);
    }
}

/// Length flag: the id is in the body, and its position follows.
const ID_IN_BODY: u32 = 1 << 31;

/// Tag flag: a checksum of the deal follows.
const HAS_CHECKSUM: u8 = 1 << 7;

fn unreadable() -> StoreError {
    StoreError::damaged("a page of the history is not a page of deals")
}

/// Returns the position of the id in a body; most bodies begin with it.
fn id_offset(body: &str, id: &str) -> Option<usize> {
    const FIRST: &str = "{\"id\":\"";
    match body.strip_prefix(FIRST) {
        Some(tail) if tail.starts_with(id) => Some(FIRST.len()),
        _ => body.find(id),
    }
}

fn decode_next<'a>(input: &mut &'a [u8]) -> Option<FirstSeen<'a>> {
    let length = u32::from_le_bytes(take(input)?);
    let (id, body) = if length & ID_IN_BODY == 0 {
        (read_str(input, length as usize)?, read_text(input)?)
    } else {
        let (at, body) = (u32::from_le_bytes(take(input)?) as usize, read_text(input)?);
        let end = at.checked_add((length & !ID_IN_BODY) as usize)?;
        (body.get(at..end)?, body)
    };
    let [tag] = take(input)?;
    let status_since = match tag & !HAS_CHECKSUM {
        0 => None,
        1 => Some(StatusChangeTime::Exact(read_timestamp(input)?)),
        2 => {
            Some(StatusChangeTime::Interval { after: read_timestamp(input)?, before: read_timestamp(input)? })
        }
        3 => Some(StatusChangeTime::AtLeast(read_timestamp(input)?)),
        _ => return None,
    };
    if tag & HAS_CHECKSUM != 0 {
        take::<4>(input)?;
    }
    Some(FirstSeen { id, body, status_since })
}

/// Skips a deal without reading its texts.
fn skip(input: &mut &[u8]) -> Option<()> {
    let id = u32::from_le_bytes(take(input)?);
    let id_length = if id & ID_IN_BODY == 0 { id as usize } else { size_of::<u32>() };
    *input = input.get(id_length..)?;
    let body = u32::from_le_bytes(take(input)?) as usize;
    *input = input.get(body..)?;
    let [tag] = take(input)?;
    let timestamp_count = match tag & !HAS_CHECKSUM {
        0 => 0,
        1 | 3 => 1,
        2 => 2,
        _ => return None,
    };
    let sum = if tag & HAS_CHECKSUM == 0 { 0 } else { size_of::<u32>() };
    *input = input.get(timestamp_count * size_of::<i64>() + sum..)?;
    Some(())
}

fn take<const N: usize>(input: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = input.split_first_chunk::<N>()?;
    *input = rest;
    Some(*taken)
}

fn read_timestamp(input: &mut &[u8]) -> Option<Timestamp> {
    timestamp_from_micros(i64::from_le_bytes(take(input)?))
}

fn read_text<'a>(input: &mut &'a [u8]) -> Option<&'a str> {
    let len = u32::from_le_bytes(take(input)?) as usize;
    read_str(input, len)
}

fn read_str<'a>(input: &mut &'a [u8], len: usize) -> Option<&'a str> {
    let (taken, rest) = input.split_at_checked(len)?;
    *input = rest;
    std::str::from_utf8(taken).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_seen_page_survives_a_round_trip() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let all = [
            (None, "{}"),
            (Some(StatusChangeTime::Exact(at(5))), "{\"a\":\n1}"),
            (Some(StatusChangeTime::Interval { after: at(-1), before: at(3) }), ""),
            (Some(StatusChangeTime::AtLeast(at(7))), "é"),
            (None, "{\"name\":\"é\",\"id\":\"d-1\"}"),
        ]
        .map(|(status_since, body)| FirstSeen { id: "d-1", body, status_since });
        let mut bytes = Vec::new();
        for deal in &all {
            deal.append_to(&mut bytes);
        }
        let mut read = Vec::new();
        FirstSeen::for_each(&bytes, |deal| {
            read.push(deal);
            Ok(())
        })
        .unwrap();
        assert_eq!(read, all);
        let starts = FirstSeen::offsets(&bytes).unwrap();
        let again: Vec<_> =
            starts.iter().map(|start| FirstSeen::decode_at(&bytes, *start as usize).unwrap()).collect();
        assert_eq!(again, all);
        for cut in 1..bytes.len() {
            // A truncated page is an error, unless it ends between two deals.
            let _never_panics = FirstSeen::for_each(&bytes[..cut], |_| Ok(()));
        }
        assert!(FirstSeen::for_each(&[1, 0], |_| Ok(())).is_err());
    }

    #[test]
    fn id_is_stored_once_and_older_pages_still_decode() {
        let (id, body) =
            ("0b6f3c9a-6f0e-4f0e-9a55-2f1f6c1d0a11", "{\"id\":\"0b6f3c9a-6f0e-4f0e-9a55-2f1f6c1d0a11\"}");
        let deal = FirstSeen { id, body, status_since: None };
        let mut bytes = Vec::new();
        deal.append_to(&mut bytes);
        let times = bytes.windows(id.len()).filter(|part| *part == id.as_bytes()).count();
        assert_eq!(times, 1);
        // The format of older versions.
        for text in [id, body] {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.push(0);
        let mut read = Vec::new();
        FirstSeen::for_each(&bytes, |deal| {
            read.push(deal);
            Ok(())
        })
        .unwrap();
        assert_eq!(read, [deal.clone(), deal]);
        assert_eq!(FirstSeen::offsets(&bytes).unwrap().len(), 2);
        // An id position outside the body is invalid.
        let mut beyond = Vec::new();
        for number in [ID_IN_BODY | 3, 1, 2] {
            beyond.extend_from_slice(&number.to_le_bytes());
        }
        beyond.extend_from_slice(b"ab\0");
        assert!(FirstSeen::for_each(&beyond, |_| Ok(())).is_err());
    }

    /// Decodes each deal of a page.
    fn decode(bytes: &[u8]) -> Option<Vec<(String, String)>> {
        let mut told = Vec::new();
        FirstSeen::for_each(bytes, |deal| {
            told.push((deal.id.to_owned(), deal.body.to_owned()));
            Ok(())
        })
        .ok()?;
        Some(told)
    }

    #[test]
    fn any_id_round_trips_with_any_body() {
        let long = "x".repeat(100_000);
        let named_long = format!("{{\"id\":\"{long}\"}}");
        let all = [
            // With an escape, the body does not contain the id literally.
            ("a\u{e9}", r#"{"id":"a\u00e9"}"#),
            ("a\u{e9}", "{\"id\":\"a\u{e9}\",\"name\":\"\u{1f3d7}\"}"),
            ("\u{1f3d7}", r#"{"name":"x","id":"\ud83c\udfd7"}"#),
            ("a\"b\\c", r#"{"id":"a\"b\\c"}"#),
            // Found in the body, but not at the id field.
            ("1", r#"{"name":"11","id":1}"#),
            ("other", r#"{"id":"d-1"}"#),
            ("id", r#"{"id":"id"}"#),
            ("a\nb", r#"{"id":"a\nb"}"#),
            ("", r#"{"id":""}"#),
            ("", ""),
            (&*long, &*named_long),
            (&*long, "{}"),
        ];
        let mut bytes = Vec::new();
        for (id, body) in all {
            let status_since = None;
            FirstSeen { id, body, status_since }.append_to(&mut bytes);
        }
        let owned = all.map(|(id, body)| (id.to_owned(), body.to_owned()));
        assert_eq!(decode(&bytes).unwrap(), owned);
        let starts = FirstSeen::offsets(&bytes).unwrap();
        assert_eq!(starts.len(), all.len());
        for (start, (id, body)) in starts.into_iter().zip(all) {
            let deal = FirstSeen::decode_at(&bytes, start as usize).unwrap();
            assert_eq!((deal.id, deal.body), (id, body));
        }
    }

    #[test]
    fn damaged_page_fails_or_yields_no_extra_deals() {
        let mut page = Vec::new();
        let at = |second| Timestamp::from_second(second).unwrap();
        for (id, body, status_since) in [
            ("a\u{e9}", "{\"id\":\"a\u{e9}\"}", Some(StatusChangeTime::Exact(at(5)))),
            ("b", r#"{"id":"\u0062"}"#, None),
            ("c", r#"{"name":"n","id":"c"}"#, Some(StatusChangeTime::AtLeast(at(7)))),
        ] {
            FirstSeen { id, body, status_since }.append_to(&mut page);
        }
        let whole = decode(&page).unwrap();
        for place in 0..page.len() {
            for bit in 0..8 {
                let mut other = page.clone();
                other[place] ^= 1 << bit;
                // Reading the whole page or single deals gives the same result, or an error.
                if let (Some(told), Ok(starts)) = (decode(&other), FirstSeen::offsets(&other)) {
                    assert_eq!(told.len(), starts.len(), "byte {place}, bit {bit}");
                    assert!(told.iter().map(|(_, body)| body.len()).sum::<usize>() < other.len());
                }
            }
        }
        for end in 0..page.len() {
            let ended = decode(&page[..end]);
            assert!(ended.is_none_or(|ended| whole.starts_with(&ended) && ended.len() < whole.len()));
        }
        // A position inside a character is invalid.
        let mut cut = Vec::new();
        FirstSeen { id: "x", body: "\u{e9}x", status_since: None }.append_to(&mut cut);
        assert_eq!(cut[4], 2);
        cut[4] = 1;
        assert!(decode(&cut).is_none());
    }
}
