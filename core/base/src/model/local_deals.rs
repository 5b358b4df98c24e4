//! Data of this device about deals: follow-ups and private notes. The server does not have them.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::query::local_test::LocalTest;

/// Prefix of the setting names of notes on deals.
pub const NOTE_PREFIX: &str = "note/";

/// Prefix of the setting names of follow-ups of deals.
pub const FOLLOWUP_PREFIX: &str = "followup/";

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

/// Data of this device about all deals, by identifier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalDeals {
    followups: BTreeMap<String, Followup>,
    noted: BTreeSet<String>,
}

impl LocalDeals {
    /// Collects the data from the settings. Unreadable follow-ups are skipped, and stay stored.
    #[must_use]
    pub fn from_settings(settings: &BTreeMap<String, String>) -> Self {
        let named = |prefix: &'static str| {
            let from_prefix = settings.range(prefix.to_owned()..);
            from_prefix.map_while(move |(name, text)| Some((name.strip_prefix(prefix)?, text)))
        };
        Self {
            followups: named(FOLLOWUP_PREFIX)
                .filter_map(|(deal, text)| Some((deal.to_owned(), Followup::parse(text)?)))
                .collect(),
            noted: named(NOTE_PREFIX).map(|(deal, _)| deal.to_owned()).collect(),
        }
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
        self.noted.contains(deal)
    }

    /// Returns the deals that meet a condition on the day `today`.
    #[must_use]
    pub fn deals_matching(&self, test: &LocalTest, today: Date) -> BTreeSet<String> {
        let known = self.followups.keys().chain(&self.noted);
        let is_match = |deal: &&String| {
            let date = self.open_followup(deal).map(|followup| followup.date);
            test.matches(date, self.has_note(deal), today)
        };
        known.filter(is_match).cloned().collect()
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
}
