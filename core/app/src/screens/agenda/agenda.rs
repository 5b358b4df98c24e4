//! Entries of the agenda, and the focus on them.

use jiff::civil::Date;
use jiff::{Span, Timestamp, ToSpan as _};

use crate::contract::json::date_or_time::DateOrTime;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::step::step;
use crate::model::entry_values::custom_field_setting;
use crate::screens::inbox::triage::LocalTriage;
use crate::screens::tasks::tasks::{TasksState, is_done};
use crate::text::date;

/// Kind of an entry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    /// The open follow-up of a deal.
    Followup,
    /// A date in this field of a deal, stored on this device.
    Field(String),
    /// A task that is not done.
    Task,
    /// A snoozed notification that returns.
    Snooze,
}

/// A dated entry. Entries are ordered by day and time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AgendaEntry {
    /// Its day in the display zone.
    pub date: Date,
    /// Its time, if one is known.
    pub at: Option<Timestamp>,
    /// Kind of the entry.
    pub kind: EntryKind,
    /// Name of the deal or task, or title of the notification.
    pub title: String,
    /// Identifier of the deal, task or notification.
    pub id: String,
    /// Text of the follow-up; empty for other kinds.
    pub text: String,
}

/// State of the agenda: the focused day, and the entry on it.
#[derive(Clone, Debug, Default)]
pub struct AgendaState {
    /// The focused day; `None` for today in the window, and for the first entry in the terminal.
    pub day: Option<Date>,
    /// Index of the focused entry on that day.
    pub index: usize,
    /// True if the window shows a week instead of a month.
    pub shows_week: bool,
}

/// Collects the entries in order.
pub(crate) fn agenda_entries(cx: &AppCx, tasks: &TasksState, triage: &LocalTriage) -> Vec<AgendaEntry> {
    let deals = &cx.snapshot.deals;
    let name_of = |deal: &str| Some(deals.row(deals.find(deal)?)?.name.to_owned());
    let local = |at: Timestamp| date::local(at, &cx.options.zone).date();
    let followups = cx.local_deals.followups().iter().filter(|(_, followup)| followup.done.is_none());
    let followups = followups.filter_map(|(deal, followup)| {
        let (title, text) = (name_of(deal)?, followup.text.clone());
        let kind = EntryKind::Followup;
        Some(AgendaEntry { date: followup.date, at: None, kind, title, id: deal.clone(), text })
    });
    let fields = cx.options.entry_rules.fields().flat_map(|field| {
        let prefix = custom_field_setting(field, "");
        let stored = cx.snapshot.settings.iter().flat_map(move |settings| {
            let from = settings.range(prefix.clone()..);
            let prefix = prefix.clone();
            from.map_while(move |(name, value)| Some((name.strip_prefix(prefix.as_str())?, value)))
        });
        stored.filter_map(move |(deal, value)| {
            let (date, at) = match DateOrTime::parse(value)? {
                DateOrTime::Day(day) => (day, None),
                DateOrTime::Instant(at) => (local(at), Some(at)),
            };
            let (kind, title) = (EntryKind::Field(field.to_owned()), name_of(deal)?);
            Some(AgendaEntry { date, at, kind, title, id: deal.to_owned(), text: String::new() })
        })
    });
    let open_tasks = tasks.columns.iter().flat_map(|column| &column.items).filter(|task| !is_done(task));
    let tasks = open_tasks.filter_map(|task| {
        let (title, id) = (task.name_or_id(), task.id.clone());
        let kind = EntryKind::Task;
        Some(AgendaEntry { date: cx.due_day(task)?, at: None, kind, title, id, text: String::new() })
    });
    let snoozed = triage.snoozed.iter().filter_map(|(id, until)| {
        let at = Timestamp::from_second(*until).ok().filter(|at| *at > cx.now)?;
        let title = cx.snapshot.inbox.items.iter().find(|item| item.id.as_str() == id)?.title.clone();
        let (kind, id) = (EntryKind::Snooze, id.clone());
        Some(AgendaEntry { date: local(at), at: Some(at), kind, title, id, text: String::new() })
    });
    let mut entries: Vec<AgendaEntry> = followups.chain(fields).chain(tasks).chain(snoozed).collect();
    entries.sort_unstable();
    entries
}

/// Returns the range of the entries of a day.
pub(super) fn range_of_day(entries: &[AgendaEntry], day: Date) -> std::ops::Range<usize> {
    let bound =
        |is_before: fn(&Date, &Date) -> bool| entries.partition_point(|entry| is_before(&entry.date, &day));
    bound(Date::lt)..bound(Date::le)
}

/// Returns the lines of the list: the index of an entry, and whether it is the heading above it. What is overdue has
/// one heading.
pub(crate) fn agenda_lines(entries: &[AgendaEntry], today: Date) -> Vec<(usize, bool)> {
    let mut lines = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| entries.get(before)).map(|before| before.date);
        if before != Some(entry.date) && (before.is_none() || entry.date >= today) {
            lines.push((at, true));
        }
        lines.push((at, false));
    }
    lines
}

impl AgendaState {
    /// Returns the focused day.
    pub(super) fn focused_day(&self, cx: &AppCx) -> Date {
        self.day.unwrap_or_else(|| cx.today())
    }

    /// Returns the index of the focused entry. The list of the terminal focuses a neighbour if the day has none.
    pub(crate) fn focused_entry(&self, entries: &[AgendaEntry], cx: &AppCx) -> Option<usize> {
        let is_list = !cx.options.split_view && !entries.is_empty();
        if is_list && self.day.is_none() {
            return Some(0);
        }
        let range = range_of_day(entries, self.focused_day(cx));
        if range.is_empty() {
            return is_list.then(|| range.start.min(entries.len() - 1));
        }
        Some((range.start + self.index).min(range.end - 1))
    }

    /// Returns whether a line of the list shows the focused entry.
    pub(crate) fn is_line_focused(&self, line: usize, entries: &[AgendaEntry], cx: &AppCx) -> bool {
        let line = agenda_lines(entries, cx.today()).get(line).copied();
        line.is_some() && line == self.focused_entry(entries, cx).map(|at| (at, false))
    }

    pub(crate) fn focus_entry(&mut self, entries: &[AgendaEntry], at: usize) {
        let Some(entry) = entries.get(at) else { return };
        (self.day, self.index) = (Some(entry.date), at - range_of_day(entries, entry.date).start);
    }

    /// Focuses this day in the window.
    pub(crate) fn focus_day(&mut self, day: Date) {
        (self.day, self.index) = (Some(day), 0);
    }

    fn move_day(&mut self, by: Span, cx: &AppCx) {
        let day = self.focused_day(cx);
        self.focus_day(day.checked_add(by).unwrap_or(day));
    }

    /// Moves through the entries of the list or of the week, or by weeks of the month. Larger steps are pages.
    pub(crate) fn focus_by(&mut self, by: isize, entries: &[AgendaEntry], cx: &AppCx) {
        let focused = self.focused_entry(entries, cx);
        if !cx.options.split_view {
            return self.focus_entry(entries, step(focused.unwrap_or(0), by, entries.len()));
        }
        let sign = if by < 0 { -1 } else { 1 };
        match by {
            isize::MIN => *self = Self { shows_week: self.shows_week, ..Self::default() },
            isize::MAX => self.focus_entry(entries, entries.len().saturating_sub(1)),
            -1 | 1 if self.shows_week => {
                let count = range_of_day(entries, self.focused_day(cx)).len();
                self.index = step(self.index, by, count);
            }
            -1 | 1 => self.move_day((7 * sign).days(), cx),
            _ if self.shows_week => self.move_day((7 * sign).days(), cx),
            _ => self.move_day(sign.months(), cx),
        }
    }

    /// Moves to the next or previous day; in the list, to the next one with entries.
    pub(crate) fn focus_sideways(&mut self, forward: bool, entries: &[AgendaEntry], cx: &AppCx) {
        if cx.options.split_view {
            return self.move_day(if forward { 1.days() } else { (-1).days() }, cx);
        }
        let Some(entry) = self.focused_entry(entries, cx).and_then(|at| entries.get(at)) else { return };
        let range = range_of_day(entries, entry.date);
        let other = if forward { Some(range.end) } else { range.start.checked_sub(1) };
        if let Some(entry) = other.and_then(|at| entries.get(at)) {
            self.focus_day(entry.date);
        }
    }
}
