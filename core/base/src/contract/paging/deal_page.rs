//! Fast parser for a page of deals.
//!
//! A list of a hundred thousand deals needs only a few fields and the bytes of each. A whole [`Deal`] for each, with
//! all fields parsed, would cost ten times as much. A property test checks that the values equal those of [`Deal`].

mod envelope;
mod field;
mod numbers;

use std::ops::Range;

use rust_decimal::Decimal;
use serde_json::value::RawValue;

use crate::contract::ids::check_segment;
use crate::contract::json::json_scanner::{JsonScanner, NextElement, NextKey, ScannedText};
use crate::contract::json::key_prediction::NextMember;
use crate::contract::json::schema_error::ShapeError;
use crate::contract::models::deal::{Deal, STATUS_SINCE};
use crate::contract::models::kpi::KpiKey;
use crate::contract::record::{MAX_DEPTH, Record, check_depth_inside, raw_integer};

use self::envelope::Envelope;
use self::field::{DealKeyPrediction, MemberRole};
use super::page::{Page, PageHeaders};

/// Range of a deal's text: in the page, or in the buffer of unescaped texts.
#[derive(Clone, Debug)]
struct DealText {
    range: Range<u32>,
    unescaped: bool,
}

/// Parts of each deal to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DealParts {
    /// All fields that a list shows.
    #[default]
    Rows,
    /// Bytes, identifier and status only, for storing without display.
    Bodies,
}

/// A page of deals.
#[derive(Debug, Default)]
pub struct DealPage {
    parts: DealParts,
    text: String,
    unescaped: String,
    entries: Vec<DealEntry>,
    numbers: Vec<(KpiKey, Decimal)>,
    /// Elements that could not be parsed: position in the page and reason.
    pub rejected: Vec<(usize, ShapeError)>,
    /// Size of the whole list, if the service states it.
    pub total: Option<u64>,
    /// Page size that the service applied, if stated.
    pub limit: Option<u64>,
    /// Offset that the service applied, if stated.
    pub offset: Option<u64>,
    /// True if more pages follow, if a header states it.
    pub has_more: Option<bool>,
}

#[derive(Debug, Default)]
struct DealEntry {
    body: Range<u32>,
    id: Option<DealText>,
    /// Name, status, class, owner, then the possible fields of the status time.
    texts: [Option<DealText>; 6],
    numbers: Range<u32>,
}

/// Fields of [`DealEntry::texts`].
const TEXTS: [&str; 6] = ["name", "status", "classe_actif", "responsable", STATUS_SINCE[0], STATUS_SINCE[1]];

/// Index of the name in `TEXTS`.
const NAME: usize = 0;
/// Largest part of a name that is searched and shown, in bytes.
///
/// It is far longer than real names. A table needs several times as much memory for each. The deal's own bytes contain
/// the whole name.
const MAX_NAME_BYTES: usize = 64 << 10;

/// Index of the status in `TEXTS`.
const STATUS: usize = 1;

/// Fields of one deal that a list needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DealSummary<'a> {
    /// JSON of the deal as received.
    pub body: &'a str,
    /// Identifier.
    pub id: &'a str,
    /// Name.
    pub name: Option<&'a str>,
    /// Status code.
    pub status: Option<&'a str>,
    /// Asset class code.
    pub classe_actif: Option<&'a str>,
    /// Owner.
    pub responsable: Option<&'a str>,
    /// Possible texts of the status time; the first valid time is used.
    pub status_since: [Option<&'a str>; 2],
    /// Numbers of `kpi_snapshot` with an exact value, in the order of [`KpiKey::ALL`].
    pub numbers: &'a [(KpiKey, Decimal)],
}

impl DealPage {
    /// Parses a list response: an object with `items`, or an array.
    ///
    /// # Errors
    /// Those of [`Page::parse`].
    pub fn parse(
        body: impl Into<Vec<u8>>,
        headers: PageHeaders,
        parts: DealParts,
    ) -> Result<Self, ShapeError> {
        let text = String::from_utf8(body.into()).map_err(|_| ShapeError::NotUtf8)?;
        let empty = || Self {
            parts,
            limit: headers.limit,
            offset: headers.offset,
            has_more: headers.has_more,
            ..Self::default()
        };
        let mut page = empty();
        if page.parse_fast(&text).is_some() {
            page.text = text;
            return Ok(page);
        }
        let mut page = empty();
        let trimmed = text.trim_ascii();
        let (elements, outside) = if trimmed.starts_with('[') {
            let elements: Vec<&RawValue> =
                serde_json::from_str(trimmed).map_err(|error| ShapeError::json(&error))?;
            (elements, 1)
        } else {
            let Some(envelope) = Envelope::parse(trimmed) else {
                // The general page parser gives the exact error.
                return Err(match Page::<Record>::parse(trimmed.as_bytes(), headers) {
                    Err(error) => error,
                    Ok(_) => ShapeError::field("items", "an array"),
                });
            };
            for (value, outside) in &envelope.other_values {
                check_depth_inside(value.get(), *outside)?;
            }
            let number =
                |raw: Option<&RawValue>| raw.and_then(raw_integer).and_then(|n| u64::try_from(n).ok());
            page.total = number(envelope.total);
            page.limit = headers.limit.or(number(envelope.limit));
            page.offset = headers.offset.or(number(envelope.offset));
            (envelope.items, 2)
        };
        let base = text.as_ptr() as usize;
        let ranges: Vec<Range<usize>> = elements
            .iter()
            .map(|element| {
                let start = element.get().as_ptr() as usize - base;
                start..start + element.get().len()
            })
            .collect();
        page.entries.reserve(ranges.len());
        for (position, range) in ranges.into_iter().enumerate() {
            page.parse_element(&text, range, position, outside)?;
        }
        page.text = text;
        Ok(page)
    }

    /// Parses the JSON of one stored deal, which was valid when it was received.
    ///
    /// # Errors
    /// Those of [`Deal::from_record`].
    pub fn parse_one(body: &str) -> Result<Self, ShapeError> {
        let mut page = Self::default();
        page.parse_element(body, 0..body.len(), 0, 0)?;
        if let Some((_, error)) = page.rejected.pop() {
            return Err(error);
        }
        body.clone_into(&mut page.text);
        Ok(page)
    }

    /// Parses a page in one scan; returns `None` if it needs the full parser.
    fn parse_fast(&mut self, text: &str) -> Option<()> {
        let mut scan = JsonScanner::new(text);
        if scan.is_object() {
            let [mut total, mut limit, mut offset] = [None; 3];
            let mut has_items = false;
            scan.open()?;
            while let NextKey::Name(key) = scan.key()? {
                match key {
                    // Of two members with the same name, the later one counts.
                    "items" if has_items => return None,
                    "items" => {
                        has_items = true;
                        self.elements(&mut scan, text)?;
                    }
                    "total" => total = Some(scan.token()?),
                    "limit" => limit = Some(scan.token()?),
                    "offset" => offset = Some(scan.token()?),
                    _ => scan.skip()?,
                }
            }
            let number = |token: Option<&str>| {
                let token: &RawValue = serde_json::from_str(token?).ok()?;
                raw_integer(token).and_then(|number| u64::try_from(number).ok())
            };
            self.total = number(total);
            self.limit = self.limit.or(number(limit));
            self.offset = self.offset.or(number(offset));
            has_items.then_some(())?;
        } else {
            self.elements(&mut scan, text)?;
        }
        scan.is_at_end().then_some(())
    }

    fn elements(&mut self, scan: &mut JsonScanner<'_>, text: &str) -> Option<()> {
        let mut before = DealKeyPrediction::default();
        scan.open_array()?;
        while let NextElement::At(start) = scan.element()? {
            let mut entry = DealEntry::default();
            let first = self.numbers.len();
            self.scan_fields(scan, &mut before, &mut entry, 0)?;
            entry.body = start as u32..scan.pos() as u32;
            entry.numbers = first as u32..self.numbers.len() as u32;
            self.has_valid_id(text, &entry).then_some(())?;
            self.entries.push(entry);
        }
        Some(())
    }

    /// Returns whether an element has an identifier valid in a path.
    fn has_valid_id(&self, text: &str, entry: &DealEntry) -> bool {
        entry.id.as_ref().is_some_and(|id| {
            let from = if id.unescaped { &self.unescaped } else { text };
            check_segment(slice(from, &id.range)).is_ok()
        })
    }

    /// Parses one element at nesting depth `outside`.
    fn parse_element(
        &mut self,
        text: &str,
        range: Range<usize>,
        position: usize,
        outside: usize,
    ) -> Result<(), ShapeError> {
        let element = text.get(range.clone()).unwrap_or_default();
        let first = self.numbers.len();
        let mut scan = JsonScanner::new(element);
        let mut entry = DealEntry { body: range.start as u32..range.end as u32, ..DealEntry::default() };
        let read = self.scan_fields(&mut scan, &mut DealKeyPrediction::default(), &mut entry, range.start);
        if scan.max_depth() + outside > MAX_DEPTH {
            return Err(ShapeError::TooDeep);
        }
        if read.is_none() || !self.has_valid_id(text, &entry) {
            self.numbers.truncate(first);
            match Record::parse(element).and_then(Deal::from_record) {
                Ok(deal) => self.copy_from_deal(&deal, &mut entry),
                Err(error) => {
                    self.rejected.push((position, error));
                    return Ok(());
                }
            }
        }
        entry.numbers = first as u32..self.numbers.len() as u32;
        if let Some(name) = &mut entry.texts[NAME] {
            let source = if name.unescaped { self.unescaped.as_str() } else { text };
            let end = source.floor_char_boundary(name.range.start as usize + MAX_NAME_BYTES);
            name.range.end = name.range.end.min(end as u32);
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Scans the fields of an element; returns `None` if it needs the full parser.
    fn scan_fields<'a>(
        &mut self,
        scan: &mut JsonScanner<'a>,
        before: &mut DealKeyPrediction<'a>,
        entry: &mut DealEntry,
        base: usize,
    ) -> Option<()> {
        let (first, parts) = (self.numbers.len(), self.parts);
        let mut identified = false;
        scan.open()?;
        for nth in 0.. {
            let next = before.members.next(nth, scan, |name| MemberRole::from_name(name, parts))?;
            let NextMember::Member(member) = next else { break };
            match member {
                MemberRole::Id => {
                    // Repeated identifiers, even of different types, need the full parser.
                    if std::mem::replace(&mut identified, true) {
                        return None;
                    }
                    entry.id = self.text_range(scan.text()?, base);
                }
                MemberRole::Text(at) => entry.texts[at] = self.text_range(scan.text()?, base),
                MemberRole::Numbers => {
                    self.numbers.truncate(first);
                    self.scan_kpi(scan, &mut before.numbers)?;
                }
                MemberRole::Other => scan.skip()?,
            }
        }
        Some(())
    }

    fn text_range(&mut self, text: ScannedText<'_>, base: usize) -> Option<DealText> {
        match text {
            ScannedText::Plain(at) => {
                Some(DealText { range: (base + at.start) as u32..(base + at.end) as u32, unescaped: false })
            }
            ScannedText::Escaped(token) => {
                Some(self.push_unescaped(&serde_json::from_str::<String>(token).ok()?))
            }
            ScannedText::None => None,
        }
    }

    fn push_unescaped(&mut self, text: &str) -> DealText {
        let start = self.unescaped.len() as u32;
        self.unescaped.push_str(text);
        DealText { range: start..self.unescaped.len() as u32, unescaped: true }
    }

    /// Copies the fields from a fully parsed deal.
    fn copy_from_deal(&mut self, deal: &Deal, entry: &mut DealEntry) {
        let texts = [
            deal.name().map(str::to_owned),
            deal.status().map(str::to_owned),
            deal.classe_actif().map(str::to_owned),
            deal.responsable().map(str::to_owned),
            deal.record().text(TEXTS[4]).map(Into::into),
            deal.record().text(TEXTS[5]).map(Into::into),
        ];
        entry.id = Some(self.push_unescaped(deal.id().as_str()));
        entry.texts = texts.map(|text| text.map(|text| self.push_unescaped(&text)));
        if let Some(kpi) = deal.kpi() {
            self.numbers.extend(kpi.values());
        }
    }

    /// Iterates over the deals, in the order received.
    pub fn deals(&self) -> impl ExactSizeIterator<Item = DealSummary<'_>> {
        self.entries.iter().map(|entry| {
            let text = |range: &Option<DealText>| self.text(range.as_ref());
            let [name, status, classe_actif, responsable, since, changed] = &entry.texts;
            let numbers = entry.numbers.start as usize..entry.numbers.end as usize;
            DealSummary {
                body: slice(&self.text, &entry.body),
                id: text(&entry.id).unwrap_or_default(),
                name: text(name),
                status: text(status),
                classe_actif: text(classe_actif),
                responsable: text(responsable),
                status_since: [text(since), text(changed)],
                numbers: self.numbers.get(numbers).unwrap_or_default(),
            }
        })
    }

    /// Iterates over identifier, bytes and status of each deal, in the order received.
    pub fn stored_parts(&self) -> impl ExactSizeIterator<Item = (&str, &str, Option<&str>)> {
        self.entries.iter().map(|entry| {
            let id = self.text(entry.id.as_ref()).unwrap_or_default();
            let status = self.text(entry.texts[STATUS].as_ref());
            (id, slice(&self.text, &entry.body), status)
        })
    }

    /// Frees the numbers after use; they take as much memory as the bytes of the page.
    pub fn drop_numbers(&mut self) {
        self.numbers = Vec::new();
    }

    /// Iterates over the identifiers of the deals, in the order received.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entries.iter().map(|entry| self.text(entry.id.as_ref()).unwrap_or_default())
    }

    fn text(&self, range: Option<&DealText>) -> Option<&str> {
        let range = range?;
        let from = if range.unescaped { &self.unescaped } else { &self.text };
        Some(slice(from, &range.range))
    }

    /// Returns the number of elements that the service sent.
    pub fn received(&self) -> usize {
        self.entries.len() + self.rejected.len()
    }

    /// Returns the size of the page in bytes.
    pub fn size(&self) -> usize {
        self.text.len() + self.unescaped.len()
    }
}

fn slice<'a>(text: &'a str, at: &Range<u32>) -> &'a str {
    text.get(at.start as usize..at.end as usize).unwrap_or_default()
}

#[cfg(test)]
#[path = "deal_page_tests.rs"]
mod tests;
