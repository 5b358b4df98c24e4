//! Conditions on data outside the table: follow-ups, notes, labels, marks, observed changes, and other received fields.
//!
//! A query holds the deals that meet such a condition, so that other deals cost nothing.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::change_test::ChangeTest;
use super::date_input::parse_date;
use super::field::{Op, has_word, inner_operator};
use super::received_test::ReceivedTest;
use crate::text::{Lang, fold};

/// Urgency of a follow-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// Before today.
    Overdue,
    /// Today.
    Today,
    /// Within seven days.
    Soon,
    /// Later.
    Later,
}

impl Due {
    /// Longest time until a follow-up that is due soon, in days.
    const SOON_DAYS: i32 = 7;

    /// Returns the urgency of a date.
    #[must_use]
    pub fn from_date(date: Date, today: Date) -> Self {
        match (date - today).get_days() {
            ..0 => Self::Overdue,
            0 => Self::Today,
            1..=Self::SOON_DAYS => Self::Soon,
            _ => Self::Later,
        }
    }

    /// Returns the message key of its name.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Overdue => "due-overdue",
            Self::Today => "due-today",
            Self::Soon => "due-soon",
            Self::Later => "due-later",
        }
    }
}

/// A state of a deal on this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A change of it is not sent or not confirmed yet.
    Waiting,
    /// A change of it is in conflict with the server.
    Conflict,
    /// Another client changed it since the last visit.
    Unread,
    /// The user starred it.
    Starred,
}

/// A value with its words in English and French, which completion offers, and its other spellings.
pub(super) type Named<T> = (T, [&'static str; 2], &'static str);

/// States after `is:`.
pub(super) const MARKS: [Named<Mark>; 4] = [
    (Mark::Starred, ["starred", "étoile"], "star favori"),
    (Mark::Waiting, ["waiting", "attente"], "pending en-attente"),
    (Mark::Conflict, ["conflict", "conflit"], "conflicts conflits"),
    (Mark::Unread, ["unread", "non-lu"], "nonlu new nouveau"),
];

/// Urgencies after `followup:`.
const DUES: [Named<Due>; 4] = [
    (Due::Overdue, ["overdue", "retard"], "late depasse"),
    (Due::Today, ["today", "aujourd’hui"], "aujourdhui"),
    (Due::Soon, ["soon", "bientôt"], ""),
    (Due::Later, ["later", "après"], ""),
];

/// Kinds of data after `has:`.
pub(super) const HAS: [Named<LocalTest>; 3] = [
    (LocalTest::HasFollowup, ["followup", "relance"], "followups follow-up suivi relances"),
    (LocalTest::HasNote, ["note", "note"], "notes"),
    (LocalTest::HasLabel, ["label", "étiquette"], "labels etiquettes"),
];

/// Returns the value that a word names.
pub(super) fn parse_named<T: Clone>(values: &[Named<T>], text: &str) -> Option<T> {
    let word = fold(text.trim());
    let is_named = |(_, names, others): &&Named<T>| {
        names.iter().any(|name| fold(name) == word) || !word.is_empty() && has_word(others, &word)
    };
    values.iter().find(is_named).map(|(value, ..)| value.clone())
}

/// Returns the words of a language, for completion.
pub(super) fn words_of<T>(values: &[Named<T>], lang: Lang) -> Vec<&'static str> {
    values.iter().map(|(_, [en, fr], _)| lang.choose(*fr, *en)).collect()
}

/// Returns the words of a language after `followup:`, for completion.
pub(super) fn followup_words(lang: Lang) -> Vec<&'static str> {
    let dues = words_of(&DUES, lang).into_iter().take(3);
    dues.chain(lang.choose(["toutes", "aucune"], ["any", "none"])).collect()
}

/// Data outside the table that the conditions of filters need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterNeeds {
    /// Paths of received fields.
    pub fields: BTreeSet<String>,
    /// True if the names of all received fields are needed, for completion.
    pub names: bool,
    /// True if the observed changes are needed.
    pub changes: bool,
}

impl FilterNeeds {
    /// Returns what completion needs for a text: the received fields that it begins to compare, and all their names if
    /// there is one or `asks_names` is true.
    #[must_use]
    pub fn of_typed(text: &str, asks_names: bool) -> Self {
        let words = text.split([' ', '(']).filter_map(|word| word.trim_start_matches('-').strip_prefix('.'));
        let compared =
            |word: &str| word.split_once([':', '=', '<', '>', '!']).map(|(path, _)| path.to_owned());
        let names = asks_names || words.clone().next().is_some();
        Self { fields: words.filter_map(compared).collect(), names, changes: false }
    }

    /// Returns whether nothing is needed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether these needs include the others.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        other.fields.is_subset(&self.fields) && self.names >= other.names && self.changes >= other.changes
    }

    /// Adds other needs.
    pub fn join(&mut self, other: Self) {
        self.fields.extend(other.fields);
        self.names |= other.names;
        self.changes |= other.changes;
    }
}

/// Data of this device about one deal.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalFacts<'a> {
    /// Date of its open follow-up.
    pub followup: Option<Date>,
    /// True if it has a private note.
    pub has_note: bool,
    /// Its labels.
    pub labels: &'a [String],
}

/// A condition on data outside the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalTest {
    /// The deal has one of these states.
    Marks(Vec<Mark>),
    /// A condition on a received field without a column.
    Received(ReceivedTest),
    /// A condition on observed changes.
    Change(ChangeTest),
    /// The deal has a private note.
    HasNote,
    /// The deal has an open follow-up.
    HasFollowup,
    /// The deal has a label.
    HasLabel,
    /// The deal has one of these folded labels.
    Label(Vec<String>),
    /// The open follow-up has one of these urgencies.
    Due(Vec<Due>),
    /// Comparison of the follow-up's date.
    Date {
        /// The comparison.
        op: Op,
        /// The date as typed; some texts mean another date each day.
        text: String,
    },
}

impl LocalTest {
    /// Returns whether a deal with this data of this device meets a condition on it.
    #[must_use]
    pub fn matches(&self, facts: LocalFacts<'_>, today: Date) -> bool {
        let followup = facts.followup;
        match self {
            Self::HasNote => facts.has_note,
            Self::HasLabel => !facts.labels.is_empty(),
            Self::Label(wanted) => facts.labels.iter().any(|label| wanted.contains(&fold(label))),
            Self::HasFollowup => followup.is_some(),
            Self::Marks(_) | Self::Received(_) | Self::Change(_) => false,
            Self::Due(dues) => followup.is_some_and(|date| dues.contains(&Due::from_date(date, today))),
            Self::Date { op, text } => {
                followup.zip(parse_date(text, today)).is_some_and(|(date, limit)| op.compare(&date, &limit))
            }
        }
    }

    /// Parses the value of `followup:`, and whether it is negated.
    pub(super) fn parse_followup(text: &str, op: Op) -> Option<(Self, bool)> {
        let (text, op) = inner_operator(text).filter(|_| op == Op::Equal).unwrap_or((text, op));
        let is_equality = matches!(op, Op::Equal | Op::Different);
        let negated = op == Op::Different;
        let word = fold(text.trim());
        if is_equality && ANY_WORDS.contains(&&*word) {
            return Some((Self::HasFollowup, negated));
        }
        if is_equality && NONE_WORDS.contains(&&*word) {
            return Some((Self::HasFollowup, !negated));
        }
        if is_equality && let Some(dues) = word.split(',').map(|due| parse_named(&DUES, due)).collect() {
            return Some((Self::Due(dues), negated));
        }
        // The result depends on the day, but whether it is a date does not.
        parse_date(&word, Date::constant(2024, 1, 1))?;
        let (op, negated) = if negated { (Op::Equal, true) } else { (op, false) };
        Some((Self::Date { op, text: word }, negated))
    }

    /// Parses the value of `label:`.
    pub(super) fn parse_label(text: &str) -> Self {
        Self::Label(text.split(',').map(|label| fold(label.trim())).collect())
    }
}

const ANY_WORDS: [&str; 4] = ["any", "tous", "toutes", "toute"];
const NONE_WORDS: [&str; 4] = ["none", "aucun", "aucune", "sans"];
