//! Notifications for a handover: as a worksheet with private notes, and as a text. The worksheet serves exports and the
//! clipboard. Local data is labelled as such.

use std::collections::HashMap;

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::InboxTab;
use crate::model::snapshot::NotificationRow;
use crate::model::table::DealRow;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::screens::inbox::inbox::InboxState;
use crate::text::{MessageArg, Messages, SafeText, date, fold};
use crate::tools::clipboard::support_facts::formula_safe;
use crate::vocabulary;

/// Columns: names from the contract where it has one, each with its message key.
const COLUMNS: [(&str, &str); 13] = [
    ("title", "handover-title"),
    ("severity", "handover-severity"),
    ("state", "inbox-state"),
    ("first_seen", "inbox-seen-here"),
    ("created_at", "inbox-service-date"),
    ("deal", "handover-deal"),
    ("asleep_until", "handover-snoozed-until"),
    ("starred", "handover-starred"),
    ("note", "handover-note"),
    ("read", "handover-read"),
    ("unread_here", "handover-unread-here"),
    ("deal_id", "handover-deal-id"),
    ("id", "field-id"),
];

/// Maximum number of notifications listed in one section of the text.
const MAX_LISTED: usize = 200;

/// Index of deals by name, for the deal names in titles. A title usually has the deal name as a part of its own,
/// separated by a dash. Otherwise the whole title is searched.
struct DealNameIndex<'a> {
    cx: &'a AppCx,
    by_name: HashMap<&'a str, DealRow<'a>>,
}

impl<'a> DealNameIndex<'a> {
    fn build(cx: &'a AppCx) -> Self {
        let rows = cx.snapshot().deals.rows();
        Self { cx, by_name: rows.map(|row| (row.folded, row)).collect() }
    }

    fn find_in_title(&self, title: &str) -> Option<DealRow<'a>> {
        let folded = fold(title);
        let segments = folded.split(" – ").flat_map(|segment| segment.split(" - "));
        let mut matches = segments.filter_map(|segment| self.by_name.get(segment.trim()));
        matches.next().copied().or_else(|| self.cx.deal_named_in(title))
    }
}

/// Builds the worksheet of the selected or shown notifications, with machine-readable codes and times.
#[must_use]
pub fn machine_worksheet(inbox: &InboxState, cx: &AppCx) -> Worksheet {
    machine_worksheet_for(inbox, cx, &exported_rows(inbox, cx))
}

/// Builds the worksheet with texts in the display language.
#[must_use]
pub fn display_worksheet(inbox: &InboxState, cx: &AppCx) -> Worksheet {
    display_worksheet_for(inbox, cx, &exported_rows(inbox, cx))
}

/// Returns the rows to export: the selected ones, otherwise all shown.
fn exported_rows<'a>(inbox: &'a InboxState, cx: &'a AppCx) -> Vec<&'a NotificationRow> {
    if inbox.selected_count() > 0 { inbox.target_notifications(cx) } else { inbox.visible_notifications(cx) }
}

fn machine_worksheet_for(inbox: &InboxState, cx: &AppCx, rows: &[&NotificationRow]) -> Worksheet {
    let deals = DealNameIndex::build(cx);
    let row = |row: &&NotificationRow| {
        let id = row.id.as_str();
        let deal = deals.find_in_title(&row.title);
        let snoozed = inbox.triage.snoozed_until(id, cx.now());
        vec![
            WorksheetCell::text(&row.title),
            WorksheetCell::text(&row.severity),
            WorksheetCell::text(inbox.state_code(row)),
            row.first_seen.into(),
            row.created_at.into(),
            WorksheetCell::text(deal.map_or("", |deal| deal.name)),
            snoozed.into(),
            WorksheetCell::Boolean(inbox.is_starred(&row.id)),
            WorksheetCell::text(cx.notification_note(id)),
            WorksheetCell::Boolean(row.read),
            WorksheetCell::Boolean(inbox.is_kept_unread(row)),
            WorksheetCell::text(deal.map_or("", |deal| deal.id)),
            WorksheetCell::text(id),
        ]
    };
    Worksheet {
        name: "notifications".to_owned(),
        columns: COLUMNS.iter().map(|(name, _)| (*name).to_owned()).collect(),
        rows: rows.iter().map(row).collect(),
    }
}

fn display_worksheet_for(inbox: &InboxState, cx: &AppCx, rows: &[&NotificationRow]) -> Worksheet {
    let messages = Messages::new(cx.lang());
    let mut worksheet = machine_worksheet_for(inbox, cx, rows);
    let zone = &cx.options().zone;
    for (cells, row) in worksheet.rows.iter_mut().zip(rows) {
        for ((name, _), cell) in COLUMNS.iter().zip(cells.iter_mut()) {
            let text = match (*name, &*cell) {
                ("severity", WorksheetCell::Text(code)) => vocabulary::severity(cx.lang(), code).into_owned(),
                ("state", _) => messages.get(inbox.state_key(row)).into_owned(),
                ("first_seen" | "created_at" | "asleep_until", WorksheetCell::Text(at)) => {
                    if let Ok(at) = at.parse() {
                        *cell = WorksheetCell::DateTime(date::local(at, zone));
                    }
                    continue;
                }
                (_, WorksheetCell::Boolean(true)) => messages.get("yes").into_owned(),
                (_, WorksheetCell::Boolean(false)) => messages.get("no").into_owned(),
                _ => continue,
            };
            *cell = WorksheetCell::text(&text);
        }
    }
    worksheet.name = messages.get("screen-notifications").into_owned();
    worksheet.columns = COLUMNS.iter().map(|(_, key)| messages.get(key).into_owned()).collect();
    worksheet
}

/// Formats rows for a spreadsheet's clipboard: tab-separated, with a header line.
#[must_use]
pub fn clipboard_rows(inbox: &InboxState, cx: &AppCx, rows: &[&NotificationRow]) -> String {
    let worksheet = display_worksheet_for(inbox, cx, rows);
    let mut lines = vec![worksheet.columns.join("\t")];
    for row in &worksheet.rows {
        let cells = row.iter().map(|cell| match cell {
            WorksheetCell::Text(text) => formula_safe(text),
            WorksheetCell::DateTime(timestamp) => WorksheetCell::format_time(*timestamp),
            _ => String::new(),
        });
        let cells: Vec<String> = cells.collect();
        lines.push(cells.join("\t"));
    }
    lines.join("\n") + "\n"
}

/// Builds the handover text: unread, snoozed, starred and annotated notifications. It covers all known notifications.
#[must_use]
pub fn handover_text(inbox: &InboxState, cx: &AppCx) -> String {
    let messages = Messages::new(cx.lang());
    let items = &cx.snapshot().inbox.items;
    let zone = &cx.options().zone;
    let now = date::date_time_short(date::local(cx.now(), zone));
    let in_tab = |tab: InboxTab| -> Vec<&NotificationRow> {
        items.iter().filter(|row| inbox.is_in_tab(tab, row, cx)).collect()
    };
    let unread = in_tab(InboxTab::Unread);
    let (kept_unread, remaining): (Vec<_>, Vec<_>) =
        unread.into_iter().partition(|row| inbox.is_kept_unread(row));
    let snoozed = in_tab(InboxTab::Snoozed);
    let is_annotated = |row: &&NotificationRow| {
        let has_star_or_note = inbox.is_starred(&row.id) || !cx.notification_note(row.id.as_str()).is_empty();
        has_star_or_note
            && !inbox.is_unread(row)
            && inbox.triage.snoozed_until(row.id.as_str(), cx.now()).is_none()
    };
    let annotated: Vec<&NotificationRow> = items.iter().filter(is_annotated).collect();
    let mut lines = vec![messages.with("handover-head", &[("date", MessageArg::from(now))])];
    for (key, rows) in [
        ("handover-left", &remaining),
        ("handover-held", &kept_unread),
        ("handover-sleeping", &snoozed),
        ("handover-told", &annotated),
    ] {
        let heading = messages.with(key, &[("n", MessageArg::from(rows.len()))]);
        lines.extend([String::new(), heading]);
        lines.extend(rows.iter().take(MAX_LISTED).flat_map(|row| notification_lines(inbox, cx, row)));
        if rows.len() > MAX_LISTED {
            let more = rows.len() - MAX_LISTED;
            lines
                .push(format!("- {}", messages.with("inbox-similar-more", &[("n", MessageArg::from(more))])));
        }
    }
    lines.extend([String::new(), messages.get("handover-foot").into_owned()]);
    lines.join("\n") + "\n"
}

/// Returns the lines of one notification: title with time and flags, then its note.
fn notification_lines(inbox: &InboxState, cx: &AppCx, row: &NotificationRow) -> Vec<String> {
    let messages = Messages::new(cx.lang());
    let zone = &cx.options().zone;
    let time = date::date_time_short(date::local(row.created_at.unwrap_or(row.first_seen), zone));
    let mut facts = vec![time];
    if let Some(until) = inbox.triage.snoozed_until(row.id.as_str(), cx.now()) {
        let until = date::date_time_short(date::local(until, zone));
        facts.push(messages.with("handover-until", &[("date", MessageArg::from(until))]));
    }
    if inbox.is_starred(&row.id) {
        facts.push("★".to_owned());
    }
    let title = if row.title.is_empty() {
        SafeText::line(&messages.get("notification-untitled"))
    } else {
        SafeText::line(&row.title)
    };
    let mut lines = vec![format!("- {title} ({})", facts.join(", "))];
    let note = cx.notification_note(row.id.as_str()).lines();
    lines.extend(note.map(|line| format!("  > {}", SafeText::line(line))));
    lines
}

#[cfg(test)]
#[path = "handover_tests.rs"]
mod tests;
