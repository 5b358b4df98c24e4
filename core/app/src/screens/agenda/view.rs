//! View of the agenda: a list by day, and a month or week.

use jiff::ToSpan as _;
use jiff::civil::{Date, Weekday};

use super::agenda::{AgendaEntry, AgendaLine, EntryKind, agenda_lines, range_of_day};
use crate::changes::entry::view::field_label::field_label;
use crate::foundation::input::context::Screen;
use crate::foundation::presentation::followup_mark::due_band;
use crate::foundation::presentation::picker_view::{LineIcon, PickerLine, picker_line};
use crate::query::local_test::Due;
use crate::records::lists::view::ListView;
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
    /// Day and number of entries, for screen readers.
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
    /// Month, number of entries and of overdue ones.
    pub note: String,
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

/// Builds the list of the terminal.
#[must_use]
pub fn agenda_list(app: &App) -> ListView {
    let (lang, today, messages) = (app.cx.lang(), app.cx.today(), Messages::new(app.cx.lang()));
    let entries = app.agenda_entries();
    let focused = app.agenda.focused_entry(&entries, &app.cx);
    let line = |line: AgendaLine| {
        let entry = entries.get(line.entry())?;
        let is_overdue = entry.date < today;
        if let AgendaLine::Heading(_) = line {
            let heading = if is_overdue {
                messages.get(Due::Overdue.key()).into_owned()
            } else {
                date::day_heading(lang, entry.date, today)
            };
            return Some(PickerLine { enabled: false, ..picker_line(LineIcon::None, &heading, "") });
        }
        let when = if is_overdue { Some(date::date_short(entry.date)) } else { time_of(app, entry) };
        let note: Vec<String> = [kind_label(app, &entry.kind)].into_iter().chain(when).collect();
        let mark = LineIcon::Severity(due_band(Due::from_date(entry.date, today)));
        let selected = focused == Some(line.entry());
        Some(PickerLine { selected, ..picker_line(mark, &entry_text(entry), &note.join(" · ")) })
    };
    let empty = app.cx.in_present().map_or("agenda-present-only", |()| "agenda-empty");
    ListView {
        title: messages.get(Screen::Agenda.label_key()).into_owned(),
        note: count_text(app, &entries),
        intro: String::new(),
        lines: agenda_lines(&entries, today).into_iter().filter_map(line).collect(),
        empty: entries.is_empty().then(|| messages.get(empty).into_owned()),
        problem: None,
        suggested_action: None,
        focused: true,
        leads_detail: false,
    }
}

/// Builds the month or week of the window.
#[must_use]
pub fn calendar_view(app: &App) -> CalendarView {
    let (lang, today, messages) = (app.cx.lang(), app.cx.today(), Messages::new(app.cx.lang()));
    let entries = app.agenda_entries();
    let focused_entry = app.agenda.focused_entry(&entries, &app.cx);
    let (focused, is_week) = (app.agenda.focused_day(&app.cx), app.agenda.shows_week);
    let (first, last) =
        if is_week { (focused, focused) } else { (focused.first_of_month(), focused.last_of_month()) };
    let back = first.weekday().to_monday_zero_offset();
    let monday = first.checked_sub(i32::from(back).days()).unwrap_or(first);
    let days = std::iter::successors(Some(monday), |day| day.tomorrow().ok());
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
        let args = [
            ("day", MessageArg::from(date::day_heading(lang, *day, today))),
            ("n", MessageArg::from(entries.len())),
        ];
        AgendaDay {
            date: *day,
            number: if day.day() == 1 { date::day_month(*day) } else { day.day().to_string() },
            label: messages.with("agenda-day", &args),
            is_today: *day == today,
            is_inside: is_week || day.month() == focused.month(),
            focused: *day == focused,
            entries,
        }
    };
    CalendarView {
        note: format!("{} · {}", date::month_year(lang, focused), count_text(app, &entries)),
        weekdays: Weekday::Monday.cycle_forward().take(7).map(|day| date::weekday_short(lang, day)).collect(),
        weeks: days.chunks(7).map(|week| week.iter().map(day_view).collect()).collect(),
    }
}
