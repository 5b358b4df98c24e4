//! Lines of the inbox: day headers, notifications, and watched identifiers without a record.

use crate::screens::inbox::view::preview::row_title;
use jiff::civil::Date;

use crate::contract::ids::NotificationId;
use crate::model::snapshot::NotificationRow;
use crate::model::watched::Watched;
use crate::records::lists::view;
use crate::screens::inbox::inbox::InboxRowInfo;
use crate::shell::app::App;
use crate::text::{Messages, SafeText, date, number};

/// One line of the list.
#[derive(Clone, Debug, PartialEq)]
pub enum InboxLine {
    /// Day head with the number of notifications under it.
    Day {
        /// Label of the day: "Aujourd’hui".
        label: String,
        /// Number of notifications.
        count: String,
    },
    /// A notification.
    Row(InboxRow),
    /// Watched identifier without a record.
    Unanswered {
        /// The identifier.
        id: SafeText,
        /// Reason that the service gave.
        reason: String,
        /// True while it is focused.
        focused: bool,
    },
}

/// One notification row.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxRow {
    /// Identifier.
    pub id: NotificationId,
    /// Title of the notification.
    pub title: SafeText,
    /// Time of day, or the day if it is listed under another day's head.
    pub time: String,
    /// True if it is read, from the user's view; false if it is kept unread locally.
    pub read: bool,
    /// True while its read mark is pending or being sent.
    pub pending: bool,
    /// True if its read mark was rejected; it is still unread.
    pub rejected: bool,
    /// True while it is focused.
    pub focused: bool,
    /// True if the armed action would mark it.
    pub armed: bool,
    /// True if it is starred locally.
    pub starred: bool,
    /// Number of notifications in its row; 1 if it is alone.
    pub group_size: usize,
    /// True while its group is expanded under it.
    pub is_expanded: bool,
    /// True for a member shown under the header of an expanded group.
    pub is_member: bool,
    /// True if it is read at the service and kept unread only locally.
    pub kept_unread: bool,
    /// True if it has a private note.
    pub has_note: bool,
    /// True while it is selected.
    pub selected: bool,
}

/// Builds the lines of the list, including day headers.
pub fn inbox_lines(app: &App) -> Vec<InboxLine> {
    let today = date::local(app.cx.now(), &app.cx.options().zone).date();
    let rows = app.inbox.inbox_rows(&app.cx);
    let mut lines = Vec::with_capacity(rows.len() + 16);
    let mut start = 0;
    while let Some((first, _)) = rows.get(start) {
        let day = app.cx.day_of(first);
        // Members of an expanded group are listed under the day of its head.
        let len = rows[start..]
            .iter()
            .take_while(|(row, info)| info.is_member || app.cx.day_of(row) == day)
            .count();
        let of_day = &rows[start..start + len];
        let heads = of_day.iter().filter(|(_, info)| !info.is_member);
        let count: usize = heads.map(|(_, info)| info.group_size).sum();
        lines.push(InboxLine::Day {
            label: date::day_heading(app.cx.lang(), day, today),
            count: number::integer(app.cx.lang(), count as u64),
        });
        lines.extend(of_day.iter().map(|(row, info)| InboxLine::Row(inbox_row(app, row, *info, day))));
        start += len;
    }
    lines.extend(unanswered_lines(app));
    lines
}

/// Builds the section of watched identifiers without a record, each with its reason.
fn unanswered_lines(app: &App) -> Vec<InboxLine> {
    let missing = app.inbox.watched_ids_without_record(&app.cx);
    if missing.is_empty() {
        return Vec::new();
    }
    let messages = Messages::new(app.cx.lang());
    let header = InboxLine::Day {
        label: messages.get("inbox-unknown").into_owned(),
        count: number::integer(app.cx.lang(), missing.len() as u64),
    };
    let to_line = |watched: &&Watched| InboxLine::Unanswered {
        id: SafeText::line_within(&watched.id, 60),
        reason: view::unknown_id_text(messages, watched, 80),
        focused: app.inbox.focus.as_ref().is_some_and(|id| id.as_str() == watched.id),
    };
    Some(header).into_iter().chain(missing.iter().map(to_line)).collect()
}

fn inbox_row(app: &App, row: &NotificationRow, info: InboxRowInfo, day: Date) -> InboxRow {
    let local_time = date::local(row.created_at.unwrap_or(row.first_seen), &app.cx.options().zone);
    let unread = app.inbox.is_unread(row);
    InboxRow {
        id: row.id.clone(),
        title: row_title(app, row),
        time: if local_time.date() == day {
            date::time_short(local_time.time())
        } else {
            super::preview::day_of(app, local_time.date())
        },
        read: !unread,
        pending: row.pending,
        rejected: row.rejected,
        focused: app.inbox.focus.as_ref() == Some(&row.id),
        armed: app.inbox.armed_until.is_some() && unread,
        starred: app.inbox.is_starred(&row.id),
        group_size: info.group_size,
        is_expanded: info.is_expanded,
        is_member: info.is_member,
        kept_unread: app.inbox.is_kept_unread(row),
        has_note: !app.cx.notification_note(row.id.as_str()).is_empty(),
        selected: app.inbox.is_selected(&row.id),
    }
}
