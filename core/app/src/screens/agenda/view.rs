//! View of the agenda: a list by day, and a month or week.

use jiff::ToSpan as _;
use jiff::civil::{Date, Weekday};

use super::agenda::{AgendaEntry, EntryKind, agenda_lines, range_of_day};
use crate::changes::entry::view::field_label::field_label;
use crate::foundation::input::context::Screen;
use crate::foundation::presentation::followup_mark::due_band;
use crate::foundation::presentation::picker_view::{LineIcon, PickerLine, picker_line};
use crate::model::resources::resource_kind::ResourceKind;
use crate::query::local_test::Due;
use crate::records::lists::view::{ListView, kind_list, user_list};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};
use crate::vocabulary::Band;

/// An entry in a cell of the calendar.
#[derive(Clone, Debug, PartialEq)]
pub struct AgendaEntryView {
    /// The entry.
    pub entry: AgendaEntry,
    /// Text in the cell: time, name and text.
    pub text: String,
    /// Text for screen readers and the tooltip, with its kind and day.
    pub label: String,
    /// Urgency as a band.
    pub band: Band,
    /// True if it has the focus.
    pub focused: bool,
}

/// A cell of the calendar.
#[derive(Clone, Debug, PartialEq)]
pub struct AgendaDay {
    /// The day.
    pub date: Date,
    /// Number of the day; with the month on the first.
    pub number: String,
    /// Day, number of entries and whether they are overdue, for screen readers.
    pub label: String,
    /// True for the current day.
    pub is_today: bool,
    /// True if it belongs to the shown month or week.
    pub is_inside: bool,
    /// True if it has the focus.
    pub focused: bool,
    /// Its entries.
    pub entries: Vec<AgendaEntryView>,
}

/// The month or week.
#[derive(Clone, Debug, PartialEq)]
pub struct CalendarView {
    /// Month or week, its number of entries, and the numbers of all and of overdue ones.
    pub note: String,
    /// The lists whose dates are missing, and why; empty if all are loaded.
    pub missing: String,
    /// Short names of the days.
    pub weekdays: Vec<String>,
    /// One week, or those of the month.
    pub weeks: Vec<Vec<AgendaDay>>,
}

fn kind_label(app: &App, kind: &EntryKind) -> String {
    let key = match kind {
        EntryKind::Followup => "field-followup",
        EntryKind::Field(field) => return field_label(app, field),
        EntryKind::Task => "agenda-task",
        EntryKind::Snooze => "agenda-snooze",
    };
    Messages::new(app.cx.lang()).get(key).into_owned()
}

/// Returns the name of an entry and its text.
fn entry_text(entry: &AgendaEntry) -> String {
    let text = if entry.text.is_empty() { String::new() } else { format!(" – {}", entry.text) };
    SafeText::line_within(&format!("{}{text}", entry.title), 120).to_string()
}

fn time_of(app: &App, entry: &AgendaEntry) -> Option<String> {
    Some(date::time_short(date::local(entry.at?, &app.cx.options().zone).time()))
}

/// Returns the number of entries, and of overdue ones.
fn count_text(app: &App, entries: &[AgendaEntry]) -> String {
    let messages = Messages::new(app.cx.lang());
    if app.cx.in_present().is_err() {
        return messages.get("agenda-present-only").into_owned();
    }
    let overdue = range_of_day(entries, app.cx.today()).start;
    let args = [("n", MessageArg::from(entries.len())), ("overdue", MessageArg::from(overdue))];
    messages.with("agenda-count", &args)
}

/// Returns the lists whose dates are missing, and why; empty if all are loaded.
fn missing_text(app: &App, entries: &[AgendaEntry]) -> String {
    let (messages, snapshot) = (Messages::new(app.cx.lang()), app.cx.snapshot());
    if app.cx.in_present().is_err() {
        return String::new();
    }
    let shown = |kind: EntryKind| entries.iter().filter(|entry| entry.kind == kind).count();
    let followups = app.cx.local_deals().followups().values().filter(|followup| followup.done.is_none());
    let snoozed = app.inbox.triage.snoozed.values().filter(|until| **until > app.cx.now().as_second());
    let tasks = snapshot
        .resources
        .get(&ResourceKind::Tasks)
        .is_some_and(|list| list.status.mode.can_list() && list.fetched_at.is_some() && list.error.is_none());
    let reason = |kind: ResourceKind| {
        let list = user_list(app, kind_list(app, kind, Vec::new(), false));
        (list.title, list.problem.map(|problem| problem.title).or(list.empty).unwrap_or_default())
    };
    let deals = || {
        let label = messages.get(Screen::Pipeline.label_key()).into_owned();
        (label, messages.get("status-reading").into_owned())
    };
    let lacks_deals =
        snapshot.coverage.complete_at.is_none() && shown(EntryKind::Followup) < followups.count();
    let lacks_snoozed = shown(EntryKind::Snooze) < snoozed.count();
    let lists = [
        lacks_deals.then(deals),
        (!tasks).then(|| reason(ResourceKind::Tasks)),
        lacks_snoozed.then(|| reason(ResourceKind::Notifications)),
    ];
    let text = |(list, why): (String, String)| {
        messages.with("agenda-missing", &[("list", MessageArg::from(list)), ("why", MessageArg::from(why))])
    };
    lists.into_iter().flatten().map(text).collect::<Vec<_>>().join(" ")
}

/// Builds the list of the terminal.
#[must_use]
pub fn agenda_list(app: &App) -> ListView {
    let (lang, today, messages) = (app.cx.lang(), app.cx.today(), Messages::new(app.cx.lang()));
    let entries = app.agenda_entries();
    let focused = app.agenda.focused_entry(&entries, &app.cx);
    let line = |(at, is_heading): (usize, bool)| {
        let entry = entries.get(at)?;
        let is_overdue = entry.date < today;
        if is_heading {
            let heading = if is_overdue {
                messages.get(Due::Overdue.key()).into_owned()
            } else {
                date::day_heading(lang, entry.date, today)
            };
            return Some(PickerLine { enabled: false, ..picker_line(LineIcon::None, &heading, "") });
        }
        // Day or time begin the line, because the note may stand below the focused entry alone.
        let when = if is_overdue { Some(date::date_short(entry.date)) } else { time_of(app, entry) };
        let text = [when, Some(entry_text(entry))].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let mark = LineIcon::Severity(due_band(Due::from_date(entry.date, today)));
        Some(PickerLine {
            selected: focused == Some(at),
            ..picker_line(mark, &text, &kind_label(app, &entry.kind))
        })
    };
    let missing = missing_text(app, &entries);
    let empty = match app.cx.in_present() {
        Ok(()) if !missing.is_empty() => missing.clone(),
        Ok(()) => messages.get("agenda-empty").into_owned(),
        Err(_) => messages.get("agenda-present-only").into_owned(),
    };
    ListView {
        title: messages.get(Screen::Agenda.label_key()).into_owned(),
        note: count_text(app, &entries),
        intro: missing,
        lines: agenda_lines(&entries, today).into_iter().filter_map(line).collect(),
        empty: entries.is_empty().then_some(empty),
        focused: true,
        ..ListView::default()
    }
}

/// Builds the month or week of the window.
#[must_use]
pub fn calendar_view(app: &App) -> CalendarView {
    let (lang, today, messages) = (app.cx.lang(), app.cx.today(), Messages::new(app.cx.lang()));
    let entries = app.agenda_entries();
    let focused_entry = app.agenda.focused_entry(&entries, &app.cx);
    let (focused, is_week) = (app.agenda.focused_day(&app.cx), app.agenda.shows_week);
    let monday_before = |day: Date| {
        let days = i32::from(day.weekday().to_monday_zero_offset());
        day.checked_sub(days.days()).unwrap_or(day)
    };
    let (first, last, period) = if is_week {
        let monday = monday_before(focused);
        let args = [("day", MessageArg::from(date::date_short(monday)))];
        (monday, monday.checked_add(6.days()).unwrap_or(Date::MAX), messages.with("agenda-week", &args))
    } else {
        (focused.first_of_month(), focused.last_of_month(), date::month_year(lang, focused))
    };
    let days = std::iter::successors(Some(monday_before(first)), |day| day.tomorrow().ok());
    let days: Vec<Date> = days.take_while(|day| *day <= last || day.weekday() != Weekday::Monday).collect();
    let entry_view = |at: usize| {
        let entry = entries.get(at)?;
        let (due, text) = (Due::from_date(entry.date, today), entry_text(entry));
        let time = time_of(app, entry);
        let label = [kind_label(app, &entry.kind), text.clone(), date::date_long(lang, entry.date)]
            .into_iter()
            .chain(time.clone())
            .chain((due < Due::Soon).then(|| messages.get(due.key()).into_owned()));
        Some(AgendaEntryView {
            entry: entry.clone(),
            text: time.map_or_else(|| text.clone(), |time| format!("{time} {text}")),
            label: label.collect::<Vec<_>>().join(", "),
            band: due_band(due),
            focused: focused_entry == Some(at),
        })
    };
    let day_view = |day: &Date| {
        let entries: Vec<AgendaEntryView> = range_of_day(&entries, *day).filter_map(entry_view).collect();
        let due = (!entries.is_empty()).then(|| Due::from_date(*day, today).key());
        let args = [
            ("day", MessageArg::from(date::day_heading(lang, *day, today))),
            ("n", MessageArg::from(entries.len())),
            ("due", MessageArg::from(due.unwrap_or_default())),
        ];
        AgendaDay {
            date: *day,
            number: if day.day() == 1 { date::day_month(*day) } else { day.day().to_string() },
            label: messages.with("agenda-day", &args),
            is_today: *day == today,
            is_inside: (first..=last).contains(day),
            focused: *day == focused,
            entries,
        }
    };
    let inside = entries.iter().filter(|entry| (first..=last).contains(&entry.date)).count();
    let args = [
        ("period", MessageArg::from(period)),
        ("n", MessageArg::from(inside)),
        ("all", MessageArg::from(count_text(app, &entries))),
    ];
    CalendarView {
        note: messages.with("agenda-period", &args),
        missing: missing_text(app, &entries),
        weekdays: Weekday::Monday.cycle_forward().take(7).map(|day| date::weekday_short(lang, day)).collect(),
        weeks: days.chunks(7).map(|week| week.iter().map(day_view).collect()).collect(),
    }
}
