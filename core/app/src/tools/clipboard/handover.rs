//! Notifications for a handover: as a sheet with local notes, and as a text. The sheet serves exports and the
//! clipboard. Local data is labelled as such.

use std::collections::HashMap;

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::InboxTab;
use crate::model::snapshot::NotificationRow;
use crate::model::table::DealRow;
use crate::model::worksheet::{Cell, Sheet};
use crate::screens::inbox::inbox::InboxState;
use crate::text::{Arg, Clean, Words, date, fold};
use crate::tools::clipboard::support_facts::guarded;
use crate::vocabulary;

/// Columns: names from the contract where it has one, each with its message key.
const COLUMNS: [(&str, &str); 13] = [
    ("title", "handover-title"),
    ("severity", "handover-severity"),
    ("state", "inbox-state"),
    ("first_seen", "inbox-seen-here"),
    ("created_at", "inbox-service-date"),
    ("deal", "handover-deal"),
    ("asleep_until", "handover-asleep"),
    ("starred", "handover-starred"),
    ("note", "handover-note"),
    ("read", "handover-read"),
    ("unread_here", "handover-unread-here"),
    ("deal_id", "handover-deal-id"),
    ("id", "field-id"),
];

/// Maximum number of notifications listed in one section of the text.
const LISTED: usize = 200;

/// Index of deals by name, for the deal names in titles. A title usually has the deal name as a part of its own,
/// separated by a dash. Otherwise the whole title is searched.
struct Deals<'a> {
    cx: &'a AppCx,
    by_name: HashMap<&'a str, DealRow<'a>>,
}

impl<'a> Deals<'a> {
    fn of(cx: &'a AppCx) -> Self {
        let rows = cx.snapshot().deals.rows();
        Self {
            cx,
            by_name: rows.map(|row| (row.folded, row)).collect(),
        }
    }

    fn named_in(&self, title: &str) -> Option<DealRow<'a>> {
        let folded = fold(title);
        let parts = folded.split(" – ").flat_map(|part| part.split(" - "));
        let mut whole = parts.filter_map(|part| self.by_name.get(part.trim()));
        whole.next().copied().or_else(|| self.cx.deal_named_in(title))
    }
}

/// Builds the sheet of the selected or shown notifications, with machine-readable codes and times.
#[must_use]
pub fn sheet(inbox: &InboxState, cx: &AppCx) -> Sheet {
    sheet_of(inbox, cx, &rows(inbox, cx))
}

/// Builds the sheet with texts in the display language.
#[must_use]
pub fn sheet_in_words(inbox: &InboxState, cx: &AppCx) -> Sheet {
    in_words(inbox, cx, &rows(inbox, cx))
}

/// Returns the rows to export: the selected ones, otherwise all shown.
fn rows<'a>(inbox: &'a InboxState, cx: &'a AppCx) -> Vec<&'a NotificationRow> {
    if inbox.picked_count() > 0 {
        inbox.meant_notifications(cx)
    } else {
        inbox.shown_notifications(cx)
    }
}

fn sheet_of(inbox: &InboxState, cx: &AppCx, rows: &[&NotificationRow]) -> Sheet {
    let deals = Deals::of(cx);
    let given = |text: &str| match text {
        "" => Cell::Empty,
        text => Cell::text(text),
    };
    let row = |row: &&NotificationRow| {
        let id = row.id.as_str();
        let deal = deals.named_in(&row.title);
        let asleep = inbox.inbox().triage.asleep(id, cx.now());
        let moment = |at: Option<jiff::Timestamp>| at.map_or(Cell::Empty, |at| Cell::text(&at.to_string()));
        vec![
            Cell::text(&row.title),
            given(&row.severity),
            Cell::text(state(inbox, cx, row)),
            moment(Some(row.first_seen)),
            moment(row.created_at),
            given(deal.map_or("", |deal| deal.name)),
            moment(asleep),
            Cell::Boolean(inbox.is_starred(&row.id)),
            given(cx.notification_note(id)),
            Cell::Boolean(row.read),
            Cell::Boolean(inbox.is_held_unread(row)),
            given(deal.map_or("", |deal| deal.id)),
            Cell::text(id),
        ]
    };
    Sheet {
        name: "notifications".to_owned(),
        columns: COLUMNS.iter().map(|(name, _)| (*name).to_owned()).collect(),
        rows: rows.iter().map(row).collect(),
    }
}

fn in_words(inbox: &InboxState, cx: &AppCx, rows: &[&NotificationRow]) -> Sheet {
    let words = Words::new(cx.lang());
    let mut sheet = sheet_of(inbox, cx, rows);
    let zone = &cx.options().zone;
    for (cells, row) in sheet.rows.iter_mut().zip(rows) {
        for ((name, _), cell) in COLUMNS.iter().zip(cells.iter_mut()) {
            let text = match (*name, &*cell) {
                ("severity", Cell::Text(code)) => vocabulary::severity(cx.lang(), code).into_owned(),
                ("state", _) => words.get(state_key(inbox, cx, row)).into_owned(),
                ("first_seen" | "created_at" | "asleep_until", Cell::Text(at)) => {
                    if let Ok(at) = at.parse() {
                        *cell = Cell::Moment(date::local(at, zone));
                    }
                    continue;
                }
                (_, Cell::Boolean(true)) => words.get("yes").into_owned(),
                (_, Cell::Boolean(false)) => words.get("no").into_owned(),
                _ => continue,
            };
            *cell = Cell::text(&text);
        }
    }
    sheet.name = words.get("screen-notifications").into_owned();
    sheet.columns = COLUMNS
        .iter()
        .map(|(_, key)| words.get(key).into_owned())
        .collect();
    sheet
}

/// Returns the machine-readable state of a notification.
fn state(inbox: &InboxState, _cx: &AppCx, row: &NotificationRow) -> &'static str {
    match (row.read, row.pending) {
        _ if inbox.is_held_unread(row) => "unread_here",
        (false, _) if row.refused => "mark_refused",
        (false, _) => "unread",
        (true, true) => "marking",
        (true, false) => "read",
    }
}

fn state_key(inbox: &InboxState, cx: &AppCx, row: &NotificationRow) -> &'static str {
    match state(inbox, cx, row) {
        "unread_here" => "notification-held",
        "unread" => "notification-unread",
        "marking" => "notification-marking",
        "mark_refused" => "notification-refused",
        _ => "notification-read",
    }
}

/// Formats rows for a spreadsheet's clipboard: tab-separated, with a header line.
#[must_use]
pub fn tab_separated(inbox: &InboxState, cx: &AppCx, rows: &[&NotificationRow]) -> String {
    let sheet = in_words(inbox, cx, rows);
    let mut lines = vec![sheet.columns.join("\t")];
    for row in &sheet.rows {
        let cells = row.iter().map(|cell| match cell {
            Cell::Text(text) => guarded(text),
            Cell::Moment(moment) => Cell::moment(*moment),
            _ => String::new(),
        });
        let cells: Vec<String> = cells.collect();
        lines.push(cells.join("\t"));
    }
    lines.join("\n") + "\n"
}

/// Builds the handover text: unread, snoozed, starred and annotated notifications. It covers all known notifications.
#[must_use]
pub fn text(inbox: &InboxState, cx: &AppCx) -> String {
    let words = Words::new(cx.lang());
    let items = &cx.snapshot().inbox.items;
    let zone = &cx.options().zone;
    let now = date::date_time_short(date::local(cx.now(), zone));
    let in_tab = |tab: InboxTab| -> Vec<&NotificationRow> {
        items.iter().filter(|row| inbox.in_tab(tab, row, cx)).collect()
    };
    let unread = in_tab(InboxTab::Unread);
    let (held, left): (Vec<_>, Vec<_>) = unread.into_iter().partition(|row| inbox.is_held_unread(row));
    let asleep = in_tab(InboxTab::Snoozed);
    let told = |row: &&NotificationRow| {
        let noted = inbox.is_starred(&row.id) || !cx.notification_note(row.id.as_str()).is_empty();
        noted && !inbox.is_unread(row) && inbox.inbox().triage.asleep(row.id.as_str(), cx.now()).is_none()
    };
    let told: Vec<&NotificationRow> = items.iter().filter(told).collect();
    let mut lines = vec![words.with("handover-head", &[("date", Arg::from(now))])];
    for (key, rows) in [
        ("handover-left", &left),
        ("handover-held", &held),
        ("handover-sleeping", &asleep),
        ("handover-told", &told),
    ] {
        let head = words.with(key, &[("n", Arg::from(rows.len()))]);
        lines.extend([String::new(), head]);
        lines.extend(rows.iter().take(LISTED).flat_map(|row| told_of(inbox, cx, row)));
        if rows.len() > LISTED {
            let more = rows.len() - LISTED;
            lines.push(format!(
                "- {}",
                words.with("inbox-similar-more", &[("n", Arg::from(more))])
            ));
        }
    }
    lines.extend([String::new(), words.get("handover-foot").into_owned()]);
    lines.join("\n") + "\n"
}

/// Returns the lines of one notification: title with time and flags, then its note.
fn told_of(inbox: &InboxState, cx: &AppCx, row: &NotificationRow) -> Vec<String> {
    let words = Words::new(cx.lang());
    let zone = &cx.options().zone;
    let seen = date::date_time_short(date::local(row.created_at.unwrap_or(row.first_seen), zone));
    let mut facts = vec![seen];
    if let Some(until) = inbox.inbox().triage.asleep(row.id.as_str(), cx.now()) {
        let until = date::date_time_short(date::local(until, zone));
        facts.push(words.with("handover-until", &[("date", Arg::from(until))]));
    }
    if inbox.is_starred(&row.id) {
        facts.push("★".to_owned());
    }
    let title = if row.title.is_empty() {
        Clean::line(&words.get("notification-untitled"))
    } else {
        Clean::line(&row.title)
    };
    let mut lines = vec![format!("- {title} ({})", facts.join(", "))];
    let note = cx.notification_note(row.id.as_str()).lines();
    lines.extend(note.map(|line| format!("  > {}", Clean::line(line))));
    lines
}

#[cfg(test)]
#[path = "handover_tests.rs"]
mod tests;
