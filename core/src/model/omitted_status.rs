//! A status that a reading leaves out is no move. Where it is given again as it was, nothing has happened; where it is
//! another, the deal moved at some time since it was last seen. Pure: entries go in.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::value::RawValue;

use crate::contract::json::json_eq::same;
use crate::contract::record::text_of;
use crate::model::history_entry::{Entry, What};

/// When a status that is left out was given last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastGiven {
    /// Nobody knows.
    Unknown,
    /// At that moment it was still given.
    At(Timestamp),
}

impl LastGiven {
    /// The moment, where it is known.
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

/// The code that a token of the field `status` gives; an empty one gives none.
pub(crate) fn status_of(token: Option<&str>) -> Option<String> {
    let raw = RawValue::from_string(token?.to_owned()).ok()?;
    text_of(&raw).filter(|code| !code.is_empty()).map(Into::into)
}

/// The entries, in their order, without the absences of a status that are over. One that lasts stays as it is.
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
            // Left out in another way than before: it is one absence.
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

/// Whether it makes what was left out before it meaningless.
fn ends_it(entry: &Entry) -> bool {
    matches!(
        entry.what,
        What::Deleted { .. } | What::Back { .. } | What::Seen { .. }
    )
}

/// An absence and the entry that ends it, as one move; nothing if the status is what it was.
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
    // Our own move is dated by its answer, however long nobody knew what was before.
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

/// The earlier of two moments; `None` is before all.
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

    /// Number, what was before and after, since when it may have been so.
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
