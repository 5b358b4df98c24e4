//! Data of this device about deals: follow-ups, private notes, stars and labels. The server does not have them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::query::DealIds;
use crate::query::local_test::{LocalFacts, LocalTest};
use crate::text::fold;
use crate::text::single_line::one_line;

/// Prefix of the setting names of undated notes on deals: one for each deal, as earlier versions store them.
pub const NOTE_PREFIX: &str = "note/";

/// Prefix of the setting names of dated notes: `note-at/WRITTEN/DEAL` or `note-at/WRITTEN~EDITED/DEAL`.
///
/// Each note has its own setting, so processes that add notes at once lose none. An identifier may contain slashes, but
/// the times do not.
pub const DATED_NOTE_PREFIX: &str = "note-at/";

/// Prefix of the setting names of follow-ups of deals.
pub const FOLLOWUP_PREFIX: &str = "followup/";

/// Prefix of the setting names of starred deals.
pub const STAR_PREFIX: &str = "deal-star/";

/// Prefix of the setting names of the labels of deals: one label a line.
pub const LABELS_PREFIX: &str = "deal-labels/";

/// Longest label, in characters.
pub const MAX_LABEL_CHARS: usize = 40;

/// Parses labels, separated by commas or line breaks. Case and accents distinguish no labels.
///
/// # Errors
/// The first label with more than 40 characters.
pub fn parse_labels(typed: &str) -> Result<Vec<String>, String> {
    let mut labels: Vec<String> = Vec::new();
    for label in typed.split([',', '\n']).map(one_line).filter(|label| !label.is_empty()) {
        if label.chars().count() > MAX_LABEL_CHARS {
            return Err(label);
        }
        if !has_label(&labels, &label) {
            labels.push(label);
        }
    }
    Ok(labels)
}

/// Returns whether a label is one of these, whatever its case and accents.
#[must_use]
pub fn has_label(labels: &[String], label: &str) -> bool {
    let folded = fold(label);
    labels.iter().any(|known| fold(known) == folded)
}

/// The next step of a deal: a date, and a line of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Followup {
    /// The day on which it is due.
    pub date: Date,
    /// The line of text; may be empty.
    #[serde(default)]
    pub text: String,
    /// Time at which it was done; `None` while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Timestamp>,
}

impl Followup {
    /// Parses a stored follow-up; `None` if this version cannot read it.
    #[must_use]
    pub fn parse(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }

    /// Returns the text to store.
    #[must_use]
    pub fn stored_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A private note of a deal. Its text is the value of the setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteKey {
    /// Name of the setting.
    pub name: String,
    /// Identifier of the deal.
    pub deal: String,
    /// Time at which it was written; `None` for notes of earlier versions.
    pub written: Option<Timestamp>,
    /// Time of its last change.
    pub edited: Option<Timestamp>,
}

impl NoteKey {
    /// Returns the undated note of a deal.
    #[must_use]
    pub fn undated(deal: &str) -> Self {
        Self { name: format!("{NOTE_PREFIX}{deal}"), deal: deal.to_owned(), written: None, edited: None }
    }

    /// Returns a note of a deal by its times.
    #[must_use]
    pub fn dated(deal: &str, written: Timestamp, edited: Option<Timestamp>) -> Self {
        let edit = edited.map(|edited| format!("~{edited}")).unwrap_or_default();
        let name = format!("{DATED_NOTE_PREFIX}{written}{edit}/{deal}");
        Self { name, deal: deal.to_owned(), written: Some(written), edited }
    }

    /// Returns the key after a change at `now`. An undated note stays undated.
    #[must_use]
    pub fn edited(&self, now: Timestamp) -> Self {
        self.written.map_or_else(|| self.clone(), |written| Self::dated(&self.deal, written, Some(now)))
    }

    /// Parses the name of a setting; `None` if it is not that of a note. Unreadable times count as none.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        if let Some(deal) = name.strip_prefix(NOTE_PREFIX) {
            return Some(Self::undated(deal));
        }
        let (times, deal) = name.strip_prefix(DATED_NOTE_PREFIX)?.split_once('/')?;
        let (written, edited) = times.split_once('~').unwrap_or((times, ""));
        let (written, edited) = (written.parse().ok(), edited.parse().ok());
        Some(Self { name: name.to_owned(), deal: deal.to_owned(), written, edited })
    }
}

/// Data of this device about all deals, by identifier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalDeals {
    followups: BTreeMap<String, Followup>,
    notes: BTreeMap<String, Vec<NoteKey>>,
    stars: BTreeSet<String>,
    labels: BTreeMap<String, Vec<String>>,
}

impl LocalDeals {
    /// Collects the data from the settings. Unreadable follow-ups are skipped, and stay stored.
    #[must_use]
    pub fn from_settings(settings: &BTreeMap<String, String>) -> Self {
        let named = |prefix: &'static str| {
            let from_prefix = settings.range(prefix.to_owned()..);
            from_prefix.map_while(move |(name, text)| Some((name.strip_prefix(prefix)?, name, text)))
        };
        let mut notes: BTreeMap<String, Vec<NoteKey>> = BTreeMap::new();
        for (_, name, _) in named(NOTE_PREFIX).chain(named(DATED_NOTE_PREFIX)) {
            let Some(key) = NoteKey::parse(name) else { continue };
            notes.entry(key.deal.clone()).or_default().push(key);
        }
        for keys in notes.values_mut() {
            keys.sort_by_key(|key| Reverse(key.written));
        }
        Self {
            followups: named(FOLLOWUP_PREFIX)
                .filter_map(|(deal, _, text)| Some((deal.to_owned(), Followup::parse(text)?)))
                .collect(),
            notes,
            stars: named(STAR_PREFIX).map(|(deal, ..)| deal.to_owned()).collect(),
            labels: named(LABELS_PREFIX)
                .filter_map(|(deal, _, text)| Some((deal.to_owned(), parse_labels(text).ok()?)))
                .filter(|(_, labels)| !labels.is_empty())
                .collect(),
        }
    }

    /// Returns the starred deals.
    #[must_use]
    pub fn stars(&self) -> &BTreeSet<String> {
        &self.stars
    }

    /// Returns the labels by deal.
    #[must_use]
    pub fn labels(&self) -> &BTreeMap<String, Vec<String>> {
        &self.labels
    }

    /// Returns the labels of a deal, in the order in which they were added.
    #[must_use]
    pub fn labels_of(&self, deal: &str) -> &[String] {
        self.labels.get(deal).map_or(&[], Vec::as_slice)
    }

    /// Returns every label with the number of its deals, most frequent first.
    #[must_use]
    pub fn label_counts(&self) -> Vec<(&str, usize)> {
        let mut counts: BTreeMap<String, (&str, usize)> = BTreeMap::new();
        for label in self.labels.values().flatten() {
            counts.entry(fold(label)).or_insert((label, 0)).1 += 1;
        }
        let mut counts: Vec<_> = counts.into_values().collect();
        counts.sort_by_key(|(_, count)| Reverse(*count));
        counts
    }

    /// Returns the follow-ups by deal, open and done.
    #[must_use]
    pub fn followups(&self) -> &BTreeMap<String, Followup> {
        &self.followups
    }

    /// Returns the open follow-up of a deal.
    #[must_use]
    pub fn open_followup(&self, deal: &str) -> Option<&Followup> {
        self.followups.get(deal).filter(|followup| followup.done.is_none())
    }

    /// Returns whether a deal has a private note.
    #[must_use]
    pub fn has_note(&self, deal: &str) -> bool {
        self.notes.contains_key(deal)
    }

    /// Returns the private notes of a deal, newest first; undated ones last.
    #[must_use]
    pub fn notes_of(&self, deal: &str) -> &[NoteKey] {
        self.notes.get(deal).map_or(&[], Vec::as_slice)
    }

    /// Returns all private notes, by deal, then newest first.
    pub fn notes(&self) -> impl Iterator<Item = &NoteKey> {
        self.notes.values().flatten()
    }

    /// Returns the deals that meet a condition on follow-ups or notes, on the day `today`.
    #[must_use]
    pub fn deals_matching(&self, test: &LocalTest, today: Date) -> DealIds {
        let known = self.followups.keys().chain(self.notes.keys()).chain(self.labels.keys());
        let is_match = |deal: &&String| {
            let facts = LocalFacts {
                followup: self.open_followup(deal).map(|followup| followup.date),
                has_note: self.has_note(deal),
                labels: self.labels_of(deal),
            };
            test.matches(facts, today)
        };
        known.filter(is_match).map(|deal| deal.as_str().into()).collect()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 11, 20);

    #[test]
    fn a_followup_is_read_as_it_is_stored() {
        let open = Followup { date: TODAY, text: "rappeler \"Léa\"\n".into(), done: None };
        let done = Followup { done: Some(Timestamp::UNIX_EPOCH), ..open.clone() };
        for followup in [open, done] {
            assert_eq!(Followup::parse(&followup.stored_text()), Some(followup));
        }
        let done = Followup { date: TODAY, text: "x".into(), done: Some(Timestamp::UNIX_EPOCH) };
        let stored = r#"{"date":"2026-11-20","text":"x","done":"1970-01-01T00:00:00Z"}"#;
        assert_eq!(done.stored_text(), stored, "earlier versions read this");
        for text in ["", "{}", "2026-11-20", r#"{"date":"soon"}"#, r#"{"date":"2026-11-20","done":"x"}"#] {
            assert_eq!(Followup::parse(text), None, "{text}");
        }
        // A later version may store more.
        assert!(Followup::parse(r#"{"date":"2026-11-20","text":"","repeat":"weekly"}"#).is_some());
    }

    #[test]
    fn labels_are_distinct_short_lines() {
        assert_eq!(
            parse_labels(" Prêteur ,, pretEUR,urgent\nurgent\u{7}  x").unwrap(),
            ["Prêteur", "urgent", "urgent x"]
        );
        assert_eq!(parse_labels(" , "), Ok(Vec::new()));
        assert_eq!(parse_labels(&"x".repeat(41)), Err("x".repeat(41)));
        let stored =
            [("deal-labels/a", "b\nA"), ("deal-labels/c/d", "á"), ("deal-star/a", "1"), ("deal-starx/q", "")];
        let stored = stored.map(|(name, text)| (name.to_owned(), text.to_owned())).into_iter().collect();
        let local = LocalDeals::from_settings(&stored);
        assert_eq!(local.labels_of("a"), ["b", "A"]);
        assert_eq!(local.label_counts(), [("A", 2), ("b", 1)]);
        assert_eq!(local.stars().iter().collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn notes_are_listed_newest_first_for_any_identifier() {
        let at = |second| Timestamp::from_second(second).unwrap();
        for deal in ["a", "a/b é", "2026-11-20T00:00:00Z/x"] {
            let (older, newer) =
                (NoteKey::dated(deal, at(1), Some(at(9))), NoteKey::dated(deal, at(2), None));
            let undated = NoteKey::undated(deal);
            let unreadable = format!("note-at/someday/{deal}");
            let names = [&older.name, &undated.name, &newer.name, &unreadable];
            let settings = names.into_iter().map(|name| (name.clone(), String::new())).collect();
            let local = LocalDeals::from_settings(&settings);
            assert_eq!(local.notes_of(deal)[..3], [newer, older.clone(), undated]);
            assert_eq!((&local.notes_of(deal)[3].name, local.notes().count()), (&unreadable, 4));
            assert_eq!(NoteKey::parse(&older.name), Some(older.clone()));
            assert_eq!(older.edited(at(12)).written, older.written);
        }
    }
}
