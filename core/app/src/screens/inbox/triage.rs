//! Local flags of notifications: snoozed, starred, kept unread. The contract has none of these, and its read mark
//! has no inverse. They are never sent, and no message attributes them to the service.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast_types::Snooze;
use crate::model::rule::LocalAlert;
use crate::model::snapshot::NotificationRow;
use crate::text::fold;
use std::collections::{BTreeMap, BTreeSet};

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

/// Setting key under which the flags are stored.
pub(crate) const TRIAGE_KEY: &str = "triage";
/// Hour at which a morning snooze ends.
const MORNING_HOUR: i8 = 8;
/// Hour at which an evening snooze ends.
const EVENING_HOUR: i8 = 18;

/// Local flags of notifications.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LocalTriage {
    /// Identifiers of starred notifications.
    pub starred: BTreeSet<String>,
    /// Identifiers of snoozed notifications, each with its end (seconds of Unix time).
    pub snoozed: BTreeMap<String, i64>,
    /// Identifiers kept unread locally although read at the service.
    pub unread: BTreeSet<String>,
    /// Identifiers of local notifications that are read.
    pub read: BTreeSet<String>,
}

/// Number of read local notifications that remain known, which covers those that remain stored.
const MAX_LOCAL_READ: usize = 2_000;

impl Snooze {
    /// All choices.
    pub const ALL: [Self; 4] = [Self::Hour, Self::Evening, Self::Tomorrow, Self::Monday];
    /// Default choice.
    pub const DEFAULT: Self = Self::Tomorrow;

    /// Returns the choices by end time, without duplicates: on a Sunday, tomorrow is Monday.
    pub fn choices(now: Timestamp, zone: &TimeZone) -> Vec<Self> {
        let mut offered: Vec<Self> = Vec::with_capacity(Self::ALL.len());
        for choice in Self::ALL {
            let until = choice.until(now, zone);
            if !offered.iter().any(|other| other.until(now, zone) == until) {
                offered.push(choice);
            }
        }
        offered.sort_by_key(|choice| choice.until(now, zone));
        offered
    }

    /// Returns the message key; an evening that has begun means tomorrow's.
    pub fn label_key(self, now: Timestamp, zone: &TimeZone) -> &'static str {
        match self {
            Self::Hour => "snooze-hour",
            Self::Evening if evening_has_begun(now, zone) => "snooze-evening-tomorrow",
            Self::Evening => "snooze-evening",
            Self::Tomorrow => "snooze-tomorrow",
            Self::Monday => "snooze-monday",
        }
    }

    /// Returns the end of the snooze, from `now` in `zone`.
    pub fn until(self, now: Timestamp, zone: &TimeZone) -> Timestamp {
        let hour_on = now.checked_add(1.hour()).unwrap_or(now);
        let local_time = now.to_zoned_datetime(zone.clone());
        let today = local_time.date();
        let days = match self {
            Self::Hour => return hour_on,
            Self::Evening => i32::from(evening_has_begun(now, zone)),
            Self::Tomorrow => 1,
            Self::Monday => 7 - i32::from(today.weekday().to_monday_zero_offset()),
        };
        let hour = if self == Self::Evening { EVENING_HOUR } else { MORNING_HOUR };
        let local_time = today
            .checked_add(days.days())
            .ok()
            .and_then(|day| day.at(hour, 0, 0, 0).to_zoned_datetime(zone.clone()).ok());
        local_time.map_or(hour_on, |local_time| local_time.timestamp())
    }
}

fn evening_has_begun(now: Timestamp, zone: &TimeZone) -> bool {
    now.to_zoned_datetime(zone.clone()).hour() >= EVENING_HOUR
}

impl LocalTriage {
    /// Parses the stored notes; invalid text yields empty notes.
    pub(crate) fn parse(text: Option<&String>) -> Self {
        text.and_then(|text| toml::from_str(text).ok()).unwrap_or_default()
    }

    /// Serialises the notes; `None` if they are empty.
    pub(crate) fn to_text(&self) -> Option<String> {
        if *self == Self::default() {
            return None;
        }
        toml::to_string(self).ok()
    }

    /// Returns the end of a notification's snooze, if it is snoozed.
    pub fn snoozed_until(&self, id: &str, now: Timestamp) -> Option<Timestamp> {
        let until = Timestamp::from_second(*self.snoozed.get(id)?).ok()?;
        (until > now).then_some(until)
    }

    /// Returns the time at which the next snooze ends.
    pub(crate) fn next_snooze_end(&self, now: Timestamp) -> Option<Timestamp> {
        let ends = self.snoozed.values().filter_map(|at| Timestamp::from_second(*at).ok());
        ends.filter(|until| *until > now).min()
    }

    /// Returns whether a notification is flagged as unread; a local one is until it is marked.
    pub(super) fn has_unread_flag(&self, id: &str) -> bool {
        if LocalAlert::is_local(id) { !self.read.contains(id) } else { self.unread.contains(id) }
    }

    /// Flags a notification as unread, or removes the flag.
    pub(super) fn set_unread_flag(&mut self, id: &str, on: bool) {
        let is_local = LocalAlert::is_local(id);
        let all = if is_local { &mut self.read } else { &mut self.unread };
        if on == is_local {
            all.remove(id);
        } else {
            all.insert(id.to_owned());
        }
    }

    /// Removes ended snoozes, and the oldest of too many read local notifications.
    pub(super) fn prune(&mut self, now: Timestamp) {
        self.snoozed.retain(|_, until| *until > now.as_second());
        while self.read.len() > MAX_LOCAL_READ {
            self.read.pop_first();
        }
    }
}

/// Returns the key of the group that a notification belongs to: its title without numbers. A local one also names its
/// rule and event, so that opposite events never form one group.
pub(super) fn row_group_key(row: &NotificationRow) -> String {
    let key = group_key(&fold(&row.title));
    match &row.local {
        Some(alert) => format!("{key}\n{}\n{}\n{:?}", alert.rule, alert.is_subscription, alert.event),
        None => key,
    }
}

/// Replaces the numbers of a title, to compare titles without them.
pub(super) fn group_key(folded: &str) -> String {
    let mut key = String::with_capacity(folded.len());
    let mut in_number = false;
    for letter in folded.chars() {
        // Decimals and digit groups belong to the same number.
        let is_part =
            letter.is_ascii_digit() || (in_number && matches!(letter, ',' | '.' | '\u{202f}' | '\u{a0}'));
        if is_part && !in_number {
            key.push('#');
        } else if !is_part {
            key.push(letter);
        }
        in_number = is_part;
    }
    key
}

/// Returns the numbers of a title with their decimals, in order.
fn numbers_in(title: &str) -> Vec<String> {
    let mut numbers: Vec<String> = Vec::new();
    let mut open = false;
    for letter in title.chars() {
        let is_part =
            letter.is_ascii_digit() || (open && matches!(letter, ',' | '.' | '\u{202f}' | '\u{a0}'));
        match numbers.last_mut() {
            Some(number) if is_part && open => number.push(letter),
            _ if is_part => numbers.push(letter.to_string()),
            _ => {}
        }
        open = is_part;
    }
    for number in &mut numbers {
        let end = number.trim_end_matches(|letter: char| !letter.is_ascii_digit()).len();
        number.truncate(end);
    }
    numbers
}

/// Returns the numbers that differ between similar titles, per title; empty if nothing differs.
pub(super) fn differing_numbers(titles: &[&str]) -> Vec<String> {
    let all: Vec<Vec<String>> = titles.iter().map(|title| numbers_in(title)).collect();
    let Some((first, rest)) = all.split_first() else {
        return Vec::new();
    };
    let same_count = rest.iter().all(|other| other.len() == first.len());
    let indexes: Vec<usize> =
        (0..first.len()).filter(|at| rest.iter().any(|other| other.get(*at) != first.get(*at))).collect();
    if !same_count || indexes.is_empty() {
        return Vec::new();
    }
    let visible_numbers = |numbers: &Vec<String>| {
        let differing_here: Vec<&str> =
            indexes.iter().filter_map(|at| numbers.get(*at)).map(String::as_str).collect();
        differing_here.join("/")
    };
    all.iter().map(visible_numbers).collect()
}

impl AppCx {
    /// Returns the snooze options for a notification.
    pub(crate) fn snooze_options(&self) -> Vec<Snooze> {
        Snooze::choices(self.now, &self.options.zone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snooze_ends_at_the_expected_local_times() {
        // Friday, 10:00.
        let now: Timestamp = "2026-11-20T10:00:00Z".parse().unwrap();
        let until = |snooze: Snooze| snooze.until(now, &TimeZone::UTC).to_string();
        assert_eq!(until(Snooze::Hour), "2026-11-20T11:00:00Z");
        assert_eq!(until(Snooze::Evening), "2026-11-20T18:00:00Z");
        assert_eq!(until(Snooze::Tomorrow), "2026-11-21T08:00:00Z");
        assert_eq!(until(Snooze::Monday), "2026-11-23T08:00:00Z");
        let late: Timestamp = "2026-11-23T19:00:00Z".parse().unwrap();
        assert_eq!(Snooze::Evening.until(late, &TimeZone::UTC).to_string(), "2026-11-24T18:00:00Z");
        assert_eq!(Snooze::Monday.until(late, &TimeZone::UTC).to_string(), "2026-11-30T08:00:00Z");
    }

    #[test]
    fn moments_are_offered_in_their_order_and_each_once() {
        let offered = |now: &str| Snooze::choices(now.parse().unwrap(), &TimeZone::UTC);
        let all = [Snooze::Hour, Snooze::Evening, Snooze::Tomorrow, Snooze::Monday];
        assert_eq!(offered("2026-11-20T10:00:00Z"), all);
        // On a Sunday, tomorrow is Monday.
        assert_eq!(offered("2026-11-22T10:00:00Z"), &all[..3]);
        // Late in the day, the evening choice is tomorrow's, after the morning.
        let late = [Snooze::Hour, Snooze::Tomorrow, Snooze::Evening, Snooze::Monday];
        assert_eq!(offered("2026-11-20T19:00:00Z"), late);
        let named = |now: &str| Snooze::Evening.label_key(now.parse().unwrap(), &TimeZone::UTC);
        assert_eq!(named("2026-11-20T17:59:00Z"), "snooze-evening");
        assert_eq!(named("2026-11-20T18:00:00Z"), "snooze-evening-tomorrow");
        // The time zone determines whether the evening has begun.
        let east = TimeZone::fixed(jiff::tz::offset(1));
        let at_five = "2026-11-20T17:00:00Z".parse().unwrap();
        assert_eq!(Snooze::Evening.label_key(at_five, &east), "snooze-evening-tomorrow");
    }

    #[test]
    fn titles_that_differ_in_numbers_alone_are_alike() {
        let like = |title: &str| group_key(&crate::text::fold(title));
        assert_eq!(like("LTV au-dessus du seuil (76,4 %)"), like("LTV au-dessus du seuil (81 %)"));
        assert_ne!(like("Échéance dans 15 jours"), like("Retard de 15 jours"));
    }

    #[test]
    fn similar_titles_are_distinguished_by_differing_numbers() {
        let titles = ["LTV (76,4 %) – Lot 3", "LTV (76,1 %) – Lot 3", "LTV (1\u{202f}076 %) – Lot 3"];
        assert_eq!(differing_numbers(&titles), ["76,4", "76,1", "1\u{202f}076"]);
        assert_eq!(differing_numbers(&["7 jours, lot 1.", "8 jours, lot 2."]), ["7/1", "8/2"]);
        assert!(differing_numbers(&["Reporting dû", "Reporting dû"]).is_empty());
    }

    #[test]
    fn triage_survives_saving_and_prunes_expired_snoozes() {
        let now = Timestamp::from_second(100).unwrap();
        let mut notes = LocalTriage::default();
        assert_eq!(notes.to_text(), None);
        notes.starred.insert("a".into());
        notes.unread.insert("d".into());
        notes.snoozed.extend([("b".to_owned(), 200), ("c".to_owned(), 50)]);
        assert_eq!(LocalTriage::parse(notes.to_text().as_ref()), notes);
        assert_eq!((notes.snoozed_until("b", now).is_some(), notes.snoozed_until("c", now)), (true, None));
        assert_eq!(notes.next_snooze_end(now).map(Timestamp::as_second), Some(200));
        notes.prune(now);
        assert_eq!(notes.snoozed.len(), 1);
    }
}
