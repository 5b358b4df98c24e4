//! The notifications: tabs with counts, rows under day heads, a preview that marks nothing.

use jiff::civil::Date;

use crate::app::{App, InboxTab};
use crate::contract::ids::NotificationId;
use crate::engine::{ListMode, NotificationRow};
use crate::view::board::{self, Card};
use crate::view::discovery;
use crate::view::problem::{self, ProblemView};
use crate::view::text::{Arg, Clean, Words, date, number};

/// One tab of the inbox.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxTabView {
    /// Which one.
    pub tab: InboxTab,
    /// Its name.
    pub label: String,
    /// How many notifications it shows.
    pub count: usize,
    /// Whether it is the one shown.
    pub current: bool,
}

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
}

/// One notification.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxRow {
    /// Its id.
    pub id: NotificationId,
    /// Its title.
    pub title: Clean,
    /// Its time on the clock.
    pub time: String,
    /// Whether it is read, as the person sees it.
    pub read: bool,
    /// Whether a mark waits in the outbox.
    pub pending: bool,
    /// Whether it has the focus.
    pub focused: bool,
    /// Whether the armed action would mark it.
    pub armed: bool,
}

/// The preview.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The notification's id.
    pub id: Clean,
    /// Its title.
    pub title: Clean,
    /// Whether it is read.
    pub read: bool,
    /// Its state in words.
    pub state: String,
    /// `1 sur 37`
    pub place: String,
    /// When this client first saw it.
    pub seen: String,
    /// The service's date, or the words for its absence.
    pub sent: String,
    /// Whether the service gave a date.
    pub dated: bool,
    /// The deal of the same name, matched by name alone.
    pub deal: Option<Card>,
}

/// The notifications screen.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxView {
    /// The tabs.
    pub tabs: Vec<InboxTabView>,
    /// Where the list comes from.
    pub mode: String,
    /// What the armed action will do, with the seconds it stays armed.
    pub armed: Option<(String, u64)>,
    /// The preview of the focused one.
    pub preview: Option<Preview>,
    /// What to say where no row is shown.
    pub empty: Option<String>,
    /// Why the last reading failed, if it did.
    pub problem: Option<ProblemView>,
    /// How many rows there are.
    pub count: usize,
}

/// The notifications screen as of now, without its rows.
pub fn inbox(app: &App) -> InboxView {
    let words = Words::new(app.lang());
    let inbox = &app.snapshot().inbox;
    let shown = app.shown_notifications();
    let tabs = InboxTab::ALL
        .into_iter()
        .map(|tab| InboxTabView {
            tab,
            label: words.get(tab.label_key()).into_owned(),
            count: inbox.items.iter().filter(|row| tab.shows(row)).count(),
            current: tab == app.inbox().tab,
        })
        .collect();
    let known = words.with("inbox-known", &[("n", Arg::from(inbox.items.len()))]);
    let mode = match inbox.mode {
        ListMode::Unknown => words.get("status-reading").into_owned(),
        ListMode::Watched => words.with("inbox-watched-ids", &[("n", Arg::from(inbox.items.len()))]),
        ListMode::Forbidden => words.get("inbox-route-forbidden").into_owned(),
        ListMode::Documented | ListMode::Discovered | ListMode::Probed | ListMode::NeedsParameters => {
            let route = words.with(
                "route-mode",
                &[("mode", Arg::from(discovery::mode(app.lang(), inbox.mode)))],
            );
            format!("{known}, {route}")
        }
    };
    let armed = app.inbox().armed_until.map(|until| {
        let unread = shown.iter().filter(|row| !row.read).count() as u64;
        let left = (until.as_second() - app.now().as_second()).max(0) as u64;
        (words.with("inbox-mark-all", &[("n", Arg::from(unread))]), left)
    });
    let empty = shown.is_empty().then(|| {
        let key = match (
            inbox.read_at.is_none() && inbox.error.is_none(),
            inbox.mode,
            app.inbox().tab,
        ) {
            (true, ..) => "first-read",
            (_, ListMode::Watched, _) => "empty-inbox-watched",
            (_, _, InboxTab::Unread) => "empty-inbox-unread",
            _ => "empty-inbox",
        };
        words.get(key).into_owned()
    });
    InboxView {
        tabs,
        mode,
        armed,
        preview: preview(app, &shown),
        empty,
        problem: inbox
            .error
            .as_ref()
            .map(|error| problem::read_problem(app.lang(), error, !inbox.items.is_empty())),
        count: shown.len(),
    }
}

fn day_of(app: &App, row: &NotificationRow) -> Date {
    date::local(row.created_at.unwrap_or(row.first_seen), &app.options().zone).date()
}

/// The lines of the list, day heads included.
pub fn lines(app: &App) -> Vec<InboxLine> {
    let today = date::local(app.now(), &app.options().zone).date();
    let shown = app.shown_notifications();
    let mut lines = Vec::with_capacity(shown.len() + 16);
    let mut start = 0;
    while let Some(first) = shown.get(start) {
        let day = day_of(app, first);
        let len = shown[start..]
            .iter()
            .take_while(|row| day_of(app, row) == day)
            .count();
        lines.push(InboxLine::Day {
            label: date::day_head(app.lang(), day, today),
            count: number::integer(app.lang(), len as u64),
        });
        lines.extend(
            shown[start..start + len]
                .iter()
                .map(|row| InboxLine::Row(inbox_row(app, row))),
        );
        start += len;
    }
    lines
}

fn inbox_row(app: &App, row: &NotificationRow) -> InboxRow {
    let moment = date::local(row.created_at.unwrap_or(row.first_seen), &app.options().zone);
    InboxRow {
        id: row.id.clone(),
        title: title(app, row),
        time: date::time_short(moment.time()),
        read: row.read,
        pending: row.pending,
        focused: app.inbox().focus.as_ref() == Some(&row.id),
        armed: app.inbox().armed_until.is_some() && !row.read,
    }
}

fn title(app: &App, row: &NotificationRow) -> Clean {
    if row.title.is_empty() {
        return Clean::line(&Words::new(app.lang()).get("notification-untitled"));
    }
    Clean::line(&row.title)
}

fn preview(app: &App, shown: &[&NotificationRow]) -> Option<Preview> {
    let row = app.focused_notification()?;
    let words = Words::new(app.lang());
    let at = shown.iter().position(|other| other.id == row.id)?;
    let args = [
        ("place", Arg::from((at + 1) as u64)),
        ("total", Arg::from(shown.len() as u64)),
    ];
    let zone = &app.options().zone;
    let state = match (row.read, row.pending) {
        (false, _) => "notification-unread",
        (true, true) => "notification-marking",
        (true, false) => "notification-read",
    };
    Some(Preview {
        id: Clean::line(row.id.as_str()),
        title: title(app, row),
        read: row.read,
        state: words.get(state).into_owned(),
        place: words.with("card-position", &args),
        seen: date::date_time(app.lang(), date::local(row.first_seen, zone)),
        sent: row.created_at.map_or_else(
            || words.get("inbox-service-date-none").into_owned(),
            |at| date::date_time(app.lang(), date::local(at, zone)),
        ),
        dated: row.created_at.is_some(),
        deal: app
            .deal_of_notification()
            .and_then(|deal| board::card(app, &deal)),
    })
}
