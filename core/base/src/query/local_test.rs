//! Conditions on local data: follow-ups, private notes, stars and labels, which the server does not have.
//!
//! A query holds the deals that meet such a condition, so that other deals cost nothing.

use jiff::civil::Date;

use super::date_input::parse_date;
use super::field::Op;
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

/// Data of this device about one deal.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalFacts<'a> {
    /// Date of its open follow-up.
    pub followup: Option<Date>,
    /// True if it has a private note.
    pub has_note: bool,
    /// True if it is starred.
    pub is_starred: bool,
    /// Its labels.
    pub labels: &'a [String],
}

/// A condition on data of this device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalTest {
    /// The deal has a private note.
    HasNote,
    /// The deal has an open follow-up.
    HasFollowup,
    /// The deal is starred.
    Starred,
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
    /// Returns whether a deal with this data meets the condition.
    #[must_use]
    pub fn matches(&self, facts: LocalFacts<'_>, today: Date) -> bool {
        let followup = facts.followup;
        match self {
            Self::HasNote => facts.has_note,
            Self::Starred => facts.is_starred,
            Self::HasLabel => !facts.labels.is_empty(),
            Self::Label(wanted) => facts.labels.iter().any(|label| wanted.contains(&fold(label))),
            Self::HasFollowup => followup.is_some(),
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
        if is_equality && let Some(dues) = word.split(',').map(parse_due).collect() {
            return Some((Self::Due(dues), negated));
        }
        // The result depends on the day, but whether it is a date does not.
        parse_date(&word, Date::constant(2024, 1, 1))?;
        let (op, negated) = if negated { (Op::Equal, true) } else { (op, false) };
        Some((Self::Date { op, text: word }, negated))
    }

    /// Parses the value of `has:`.
    pub(super) fn parse_has(text: &str) -> Option<Self> {
        match fold(text.trim()).as_str() {
            "note" | "notes" => Some(Self::HasNote),
            "followup" | "followups" | "follow-up" | "suivi" | "relance" | "relances" => {
                Some(Self::HasFollowup)
            }
            "label" | "labels" | "etiquette" | "etiquettes" => Some(Self::HasLabel),
            _ => None,
        }
    }

    /// Parses the value of `is:`.
    pub(super) fn parse_is(text: &str) -> Option<Self> {
        let words = ["starred", "star", "etoile", "favori"];
        words.contains(&&*fold(text.trim())).then_some(Self::Starred)
    }

    /// Parses the value of `label:`.
    pub(super) fn parse_label(text: &str) -> Self {
        Self::Label(text.split(',').map(|label| fold(label.trim())).collect())
    }
}

const ANY_WORDS: [&str; 4] = ["any", "tous", "toutes", "toute"];
const NONE_WORDS: [&str; 4] = ["none", "aucun", "aucune", "sans"];

/// Splits a comparison after the colon, as in `followup:<=2026-12-01`.
fn inner_operator(text: &str) -> Option<(&str, Op)> {
    let operators = [("≤", Op::AtMost), ("≥", Op::AtLeast)];
    let signs = [Op::AtMost, Op::AtLeast, Op::Less, Op::More].map(|op| (op.sign(), op));
    signs.into_iter().chain(operators).find_map(|(sign, op)| Some((text.strip_prefix(sign)?, op)))
}

fn parse_due(word: &str) -> Option<Due> {
    Some(match word.trim() {
        "overdue" | "late" | "retard" | "depasse" => Due::Overdue,
        "today" | "aujourd'hui" | "aujourdhui" => Due::Today,
        "soon" | "bientot" => Due::Soon,
        "later" | "apres" => Due::Later,
        _ => return None,
    })
}

/// Returns the words of a language after `followup:`, for completion.
pub(super) fn followup_words(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::Fr => &["retard", "aujourd’hui", "bientôt", "toutes", "aucune"],
        Lang::En => &["overdue", "today", "soon", "any", "none"],
    }
}

/// Returns the words of a language after `has:`, for completion.
pub(super) fn has_words(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::Fr => &["relance", "note", "étiquette"],
        Lang::En => &["followup", "note", "label"],
    }
}

/// Returns the words of a language after `is:`, for completion.
pub(super) fn is_words(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::Fr => &["étoile"],
        Lang::En => &["starred"],
    }
}
