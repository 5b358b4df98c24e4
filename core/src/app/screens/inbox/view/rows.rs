//! The lines of the inbox: day heads, notifications, and watched identifiers that nothing was given for.

use crate::app::screens::inbox::view::row_title::{title};
use jiff::civil::Date;

use crate::app::records::lists::view;
use crate::app::screens::inbox::row_standing::Standing;
use crate::app::shell::app::App;
use crate::contract::ids::NotificationId;
use crate::discovery::Watched;
use crate::engine::NotificationRow;
use crate::text::{Clean, Words, date, number};

/// One line of the list.
#[derive(Clone, Debug, PartialEq)]
pub enum InboxLine {
    /// A day, with how many of the rows under it are shown.
    Day {
        /// "Aujourd’hui"
        label: String,
        /// How many.
        count: String,
    },
    /// A notification.
    Row(InboxRow),
    /// A watched identifier of which the service gave nothing.
    Unknown {
        /// The identifier.
        id: Clean,
        /// What the service said of it.
        why: String,
        /// Whether it has the focus.
        focused: bool,
    },
}

/// One notification.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxRow {
    /// Its id.
    pub id: NotificationId,
    /// Its title.
    pub title: Clean,
    /// Its time on the clock; its day where it stands under that of another.
    pub time: String,
    /// Whether it is read, as the person sees it: one held unread here is not.
    pub read: bool,
    /// Whether a mark waits in the outbox, or is on its way.
    pub pending: bool,
    /// Whether a mark was refused: it is unread as before.
    pub refused: bool,
    /// Whether it has the focus.
    pub focused: bool,
    /// Whether the armed action would mark it.
    pub armed: bool,
    /// Whether it is starred here.
    pub starred: bool,
    /// How many stand together in it; one for itself alone.
    pub together: usize,
    /// Whether those that stand together are unfolded under it.
    pub unfolded: bool,
    /// Whether it is one of those unfolded under another.
    pub inside: bool,
    /// Whether the service has it read and it is unread here alone.
    pub held: bool,
    /// Whether it has a note here.
    pub noted: bool,
    /// Whether it is selected.
    pub selected: bool,
}

/// The lines of the list, day heads included.
pub fn lines(app: &App) -> Vec<InboxLine> {
    let today = date::local(app.cx.now(), &app.cx.options().zone).date();
    let rows = app.inbox.inbox_rows(&app.cx);
    let mut lines = Vec::with_capacity(rows.len() + 16);
    let mut start = 0;
    while let Some((first, _)) = rows.get(start) {
        let day = app.cx.day_of(first);
        // What is unfolded stands under the day of its first.
        let len = rows[start..]
            .iter()
            .take_while(|(row, standing)| standing.inside || app.cx.day_of(row) == day)
            .count();
        let of_day = &rows[start..start + len];
        let counted = of_day.iter().filter(|(_, standing)| !standing.inside);
        let count: usize = counted.map(|(_, standing)| standing.together).sum();
        lines.push(InboxLine::Day {
            label: date::day_head(app.cx.lang(), day, today),
            count: number::integer(app.cx.lang(), count as u64),
        });
        lines.extend(
            of_day
                .iter()
                .map(|(row, standing)| InboxLine::Row(inbox_row(app, row, *standing, day))),
        );
        start += len;
    }
    lines.extend(unknown(app));
    lines
}

/// The watched identifiers of which the service gave nothing, under a head of their own: kept, with the reason.
fn unknown(app: &App) -> Vec<InboxLine> {
    let missing = app.inbox.unknown_notifications(&app.cx);
    if missing.is_empty() {
        return Vec::new();
    }
    let words = Words::new(app.cx.lang());
    let head = InboxLine::Day {
        label: words.get("inbox-unknown").into_owned(),
        count: number::integer(app.cx.lang(), missing.len() as u64),
    };
    let one = |watched: &&Watched| InboxLine::Unknown {
        id: Clean::line_of(&watched.id, 60),
        why: view::unknown_why(words, watched, 80),
        focused: app
            .inbox
            .inbox()
            .focus
            .as_ref()
            .is_some_and(|id| id.as_str() == watched.id),
    };
    Some(head).into_iter().chain(missing.iter().map(one)).collect()
}

fn inbox_row(app: &App, row: &NotificationRow, standing: Standing, day: Date) -> InboxRow {
    let moment = date::local(row.created_at.unwrap_or(row.first_seen), &app.cx.options().zone);
    let unread = app.inbox.is_unread(row);
    InboxRow {
        id: row.id.clone(),
        title: title(app, row),
        time: if moment.date() == day {
            date::time_short(moment.time())
        } else {
            super::preview::day_of(app, moment.date())
        },
        read: !unread,
        pending: row.pending,
        refused: row.refused,
        focused: app.inbox.inbox().focus.as_ref() == Some(&row.id),
        armed: app.inbox.inbox().armed_until.is_some() && unread,
        starred: app.inbox.is_starred(&row.id),
        together: standing.together,
        unfolded: standing.unfolded,
        inside: standing.inside,
        held: app.inbox.is_held_unread(row),
        noted: !app.cx.notification_note(row.id.as_str()).is_empty(),
        selected: app.inbox.is_picked(&row.id),
    }
}

