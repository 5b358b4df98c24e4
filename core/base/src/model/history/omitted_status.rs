//! Handling of a status that the service temporarily omits.
//!
//! An omitted status is not a move. If the same status returns, nothing changed. If another one returns, the deal moved
//! at some time since the status was last seen. Pure: history entries are the input.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::value::RawValue;

use crate::contract::json::json_eq::same;
use crate::contract::record::text_of;
use crate::model::history::history_entry::{Entry, What};

/// Time at which an omitted status was last sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastGiven {
    /// Unknown.
    Unknown,
    /// Known time.
    At(Timestamp),
}

impl LastGiven {
    /// Returns the time, if known.
    pub fn moment(self) -> Option<Timestamp> {
        match self {
            Self::Unknown => None,
            Self::At(at) => Some(at),
        }
    }
}

impl From<Option<Timestamp>> for LastGiven {
    fn from(at: Option<Timestamp>) -> Self {
        at.map_or(Self::Unknown, Self::At)
    }
}

/// Returns the code of a `status` token; `None` for an empty one.
pub fn status_of(token: Option<&str>) -> Option<String> {
    let raw = RawValue::from_string(token?.to_owned()).ok()?;
    text_of(&raw).filter(|code| !code.is_empty()).map(Into::into)
}

/// Returns the entries in order, without the finished omissions of a status.
///
/// An ongoing omission stays.
pub fn without_absences(entries: &[Entry]) -> Vec<Cow<'_, Entry>> {
    let mut told: Vec<Option<Cow<'_, Entry>>> = Vec::with_capacity(entries.len());
    let mut open: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries {
        let begun = open.remove(&*entry.deal);
        let What::Field { name, after, .. } = &entry.what else {
            if let Some(begun) = begun.filter(|_| !ends_it(entry)) {
                open.insert(&entry.deal, begun);
            }
            told.push(Some(Cow::Borrowed(entry)));
            continue;
        };
        let given = status_of(after.as_deref()).is_some();
        match begun {
            _ if name != "status" => {
                if let Some(begun) = begun {
                    open.insert(&entry.deal, begun);
                }
                told.push(Some(Cow::Borrowed(entry)));
            }
            Some(begun) if given => {
                let absence = told.get_mut(begun).and_then(Option::take);
                told.push(bridge(absence.as_deref(), entry));
            }
            // Omitted in another form, such as `null` instead of absent: still the same omission.
            Some(begun) => {
                open.insert(&entry.deal, begun);
            }
            None => {
                if !given {
                    open.insert(&entry.deal, told.len());
                }
                told.push(Some(Cow::Borrowed(entry)));
            }
        }
    }
    told.into_iter().flatten().collect()
}

/// Returns whether the entry makes an earlier omission irrelevant.
fn ends_it(entry: &Entry) -> bool {
    matches!(
        entry.what,
        What::Deleted { .. } | What::Back { .. } | What::Seen { .. }
    )
}

/// Merges an omission and the entry that ends it into one move; `None` if the status is unchanged.
fn bridge<'a>(absence: Option<&Entry>, end: &'a Entry) -> Option<Cow<'a, Entry>> {
    let (
        Some(Entry {
            what, after: last, ..
        }),
        What::Field { name, after, .. },
    ) = (absence, &end.what)
    else {
        return Some(Cow::Borrowed(end));
    };
    let What::Field { before, .. } = what else {
        return Some(Cow::Borrowed(end));
    };
    let token = |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
    if same(token(before).as_deref(), token(after).as_deref()) {
        return None;
    }
    // Our own move has the time of its answer, even if the earlier status was unknown for long.
    let ours = end.ours && end.after == Some(end.at);
    Some(Cow::Owned(Entry {
        what: What::Field {
            name: name.clone(),
            before: before.clone(),
            after: after.clone(),
        },
        after: if ours {
            end.after
        } else {
            earlier(*last, end.after)
        },
        ..end.clone()
    }))
}

/// Returns the earlier of two times; `None` is before all.
fn earlier(a: Option<Timestamp>, b: Option<Timestamp>) -> Option<Timestamp> {
    a.zip(b).map(|(a, b)| a.min(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn status(deal: &str, seq: i64, before: Option<&str>, after: Option<&str>) -> Entry {
        let token = |code: Option<&str>| code.map(|code| format!("\"{code}\""));
        Entry {
            seq,
            deal: deal.into(),
            what: What::Field {
                name: "status".into(),
                before: token(before),
                after: token(after),
            },
            after: Some(at(seq * 10 - 5)),
            at: at(seq * 10),
            ours: false,
            perhaps: false,
        }
    }

    /// Returns number, values before and after, and the earliest possible time.
    fn told(entries: &[Entry]) -> Vec<(i64, Option<String>, Option<String>, i64)> {
        without_absences(entries)
            .iter()
            .map(|entry| match &entry.what {
                What::Field { before, after, .. } => (
                    entry.seq,
                    status_of(before.as_deref()),
                    status_of(after.as_deref()),
                    entry.after.unwrap().as_second(),
                ),
                _ => (entry.seq, None, None, 0),
            })
            .collect()
    }

    #[test]
    fn what_comes_back_as_it_was_never_went() {
        let entries = [
            status("a", 1, Some("ic"), None),
            status("b", 2, Some("ic"), Some("closing")),
            status("a", 3, None, Some("ic")),
        ];
        assert_eq!(
            told(&entries),
            [(2, Some("ic".into()), Some("closing".into()), 15)]
        );
    }

    #[test]
    fn what_comes_back_otherwise_moved_since_it_was_last_seen() {
        let entries = [
            status("a", 1, Some("ic"), None),
            status("a", 4, None, Some("closing")),
        ];
        assert_eq!(
            told(&entries),
            [(4, Some("ic".into()), Some("closing".into()), 5)]
        );
    }

    #[test]
    fn what_is_still_left_out_is_told_once() {
        let entries = [status("a", 1, Some("ic"), None), status("a", 2, None, Some(""))];
        assert_eq!(told(&entries), [(1, Some("ic".into()), None, 5)]);
    }

    #[test]
    fn a_deletion_ends_what_was_left_out() {
        let deleted = Entry {
            what: What::Deleted { body: String::new() },
            ..status("a", 2, None, None)
        };
        let entries = [
            status("a", 1, Some("ic"), None),
            deleted,
            status("a", 3, None, Some("ic")),
        ];
        assert_eq!(told(&entries).len(), 3);
    }
}
