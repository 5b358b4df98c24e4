//! The notifications: tabs with counts, rows under day heads, a preview that marks nothing.

use crate::app::{ActionId, App, Context, InboxTab};
use crate::contract::ids::NotificationId;
use crate::discovery::{Family, Watched};
use crate::engine::{ListMode, MARK_PACE, NotificationRow};
use crate::view::board::{self, Card};
use crate::view::frame::key_text;
use crate::view::lists::{self, ListView};
use crate::view::problem::{self, ProblemView};
use crate::view::text::{Arg, Clean, Words, date, number};
use crate::view::{beside, discovery};

/// How many alike are listed.
const SIMILAR: usize = 6;

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
    /// Whether it is starred here.
    pub starred: bool,
    /// How many stand together in it; one for itself alone.
    pub together: usize,
}

/// One of those whose titles are alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    /// Its title.
    pub title: Clean,
    /// Its day.
    pub day: String,
    /// Whether it is read.
    pub read: bool,
}

/// How far a marking of many is.
#[derive(Clone, Debug, PartialEq)]
pub struct RunView {
    /// `12 marquées sur 37, 25 en attente`
    pub text: String,
    /// How it is stopped.
    pub stop: String,
    /// From 0 to 1.
    pub progress: f32,
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
    /// Until when it sleeps, where it does.
    pub asleep: Option<String>,
    /// Those whose titles differ from its own in figures alone, itself first among the newest; empty if there are none.
    pub similar: Vec<Similar>,
    /// How many there are, and over how long: `Même titre, au chiffre près : 4 en 8 jours`
    pub similar_count: String,
}

/// The notifications screen.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxView {
    /// The tabs.
    pub tabs: Vec<InboxTabView>,
    /// Where the list comes from.
    pub mode: String,
    /// The same in few words.
    pub mode_short: String,
    /// How many of those shown are unread.
    pub unread: usize,
    /// What marking them does: `Marquer 37 comme lues`.
    pub mark_all: String,
    /// What the armed action will do, with the seconds it stays armed.
    pub armed: Option<(String, u64)>,
    /// The preview of the focused one.
    pub preview: Option<Preview>,
    /// What to say where no row is shown.
    pub empty: Option<String>,
    /// Why the last reading failed, if it did.
    pub problem: Option<ProblemView>,
    /// How many notifications the tab and the filter show.
    pub count: usize,
    /// The marking of many that is under way.
    pub run: Option<RunView>,
    /// The filter in force.
    pub filter: Clean,
    /// The alerts beside them.
    pub alerts: ListView,
    /// The alert preferences of the delegated user.
    pub preferences: ListView,
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
            count: inbox
                .items
                .iter()
                .filter(|row| app.in_tab(tab, row) && app.inbox_keeps(row))
                .count(),
            current: tab == app.inbox().tab,
        })
        .collect();
    let known = words.with("inbox-known", &[("n", Arg::from(inbox.items.len()))]);
    let mode = match inbox.mode {
        ListMode::Unknown => words.get("status-reading").into_owned(),
        ListMode::Watched => words.with("inbox-watched-ids", &[("n", Arg::from(watched(app)))]),
        ListMode::Forbidden => words.get("inbox-route-forbidden").into_owned(),
        ListMode::Documented | ListMode::Discovered | ListMode::Probed | ListMode::NeedsParameters => {
            let route = words.with(
                "route-mode",
                &[("mode", Arg::from(discovery::mode(app.lang(), inbox.mode)))],
            );
            format!("{known}, {route}")
        }
    };
    let unread = shown.iter().filter(|row| !row.read).count();
    let mark_all = words.with("inbox-mark-all", &[("n", Arg::from(unread))]);
    let armed = app.inbox().armed_until.map(|until| {
        let left = (until.as_second() - app.now().as_second()).max(0) as u64;
        (mark_all.clone(), left)
    });
    let empty = (shown.is_empty() && unknown(app).is_empty()).then(|| {
        if !app.inbox().filter.is_empty() && !inbox.items.is_empty() {
            return words.get("explorer-none-shown").into_owned();
        }
        // What is being marked is not read yet, though no row shows it any more.
        let marking = app.mark_counts().is_some_and(|counts| counts.waiting > 0);
        if marking && app.inbox().tab == InboxTab::Unread {
            return words.get("empty-inbox-marking").into_owned();
        }
        let key = match (
            inbox.read_at.is_none() && inbox.error.is_none(),
            inbox.mode,
            app.inbox().tab,
        ) {
            // Where there is no list nothing is being read, however long nobody gives an identifier.
            (_, ListMode::Watched, _) => "empty-inbox-watched",
            (true, ..) => "first-read",
            (_, _, InboxTab::Unread) => "empty-inbox-unread",
            (_, _, InboxTab::Snoozed) => "empty-inbox-snoozed",
            (_, _, InboxTab::Starred) => "empty-inbox-starred",
            _ => "empty-inbox",
        };
        words.get(key).into_owned()
    });
    InboxView {
        tabs,
        mode_short: discovery::mode(app.lang(), inbox.mode).into_owned(),
        mode,
        unread,
        mark_all,
        armed,
        preview: preview(app, &shown),
        empty,
        problem: inbox
            .error
            .as_ref()
            .map(|error| problem::read_problem(app.lang(), error, !inbox.items.is_empty())),
        count: shown.len(),
        run: run(app),
        filter: Clean::line_of(&app.inbox().filter, 200),
        alerts: beside::alerts(app),
        preferences: beside::preferences(app),
    }
}

/// What confirming "mark all" would cost, while it is armed: the requests, and the time they take at least.
pub fn cost(app: &App) -> Option<String> {
    app.inbox().armed_until?;
    let unread = app.shown_notifications().iter().filter(|row| !row.read).count();
    let pace = MARK_PACE * u32::try_from(unread).unwrap_or(u32::MAX);
    let time = (app.options().hold + pace).as_millis().div_ceil(1_000);
    let time = date::countdown(u64::try_from(time).unwrap_or(u64::MAX));
    let args = [("n", Arg::from(unread)), ("time", Arg::from(time))];
    Some(Words::new(app.lang()).with("inbox-mark-cost", &args))
}

/// How many identifiers are watched, whatever the service said of each.
fn watched(app: &App) -> usize {
    let list = app.snapshot().families.get(&Family::Notifications);
    let watched = list.map_or(0, |list| list.watched.len());
    watched.max(app.snapshot().inbox.items.len())
}

fn run(app: &App) -> Option<RunView> {
    let words = Words::new(app.lang());
    let counts = app.mark_counts()?;
    let args = [
        ("done", Arg::from(counts.done)),
        ("total", Arg::from(counts.total)),
        ("waiting", Arg::from(counts.waiting)),
    ];
    let keys = app.options().keymap.keys(Context::Inbox, ActionId::Back);
    let key = keys.first().map(|key| key_text(app, &key.to_string()));
    Some(RunView {
        text: words.with("inbox-run", &args),
        stop: words.with("inbox-run-stop", &[("key", Arg::from(key.unwrap_or_default()))]),
        progress: (counts.done + counts.failed) as f32 / counts.total.max(1) as f32,
    })
}

/// The lines of the list, day heads included.
pub fn lines(app: &App) -> Vec<InboxLine> {
    let today = date::local(app.now(), &app.options().zone).date();
    let rows = app.inbox_rows();
    let mut lines = Vec::with_capacity(rows.len() + 16);
    let mut start = 0;
    while let Some((first, _)) = rows.get(start) {
        let day = app.day_of(first);
        let len = rows[start..]
            .iter()
            .take_while(|(row, _)| app.day_of(row) == day)
            .count();
        let of_day = &rows[start..start + len];
        let count: usize = of_day.iter().map(|(_, together)| together).sum();
        lines.push(InboxLine::Day {
            label: date::day_head(app.lang(), day, today),
            count: number::integer(app.lang(), count as u64),
        });
        lines.extend(
            of_day
                .iter()
                .map(|(row, together)| InboxLine::Row(inbox_row(app, row, *together))),
        );
        start += len;
    }
    lines.extend(unknown(app));
    lines
}

/// The watched identifiers of which the service gave nothing, under a head of their own: kept, with the reason.
fn unknown(app: &App) -> Vec<InboxLine> {
    let missing = app.unknown_notifications();
    if missing.is_empty() {
        return Vec::new();
    }
    let words = Words::new(app.lang());
    let head = InboxLine::Day {
        label: words.get("inbox-unknown").into_owned(),
        count: number::integer(app.lang(), missing.len() as u64),
    };
    let one = |watched: &&Watched| InboxLine::Unknown {
        id: Clean::line_of(&watched.id, 60),
        why: lists::unknown_why(words, watched),
        focused: app
            .inbox()
            .focus
            .as_ref()
            .is_some_and(|id| id.as_str() == watched.id),
    };
    Some(head).into_iter().chain(missing.iter().map(one)).collect()
}

fn inbox_row(app: &App, row: &NotificationRow, together: usize) -> InboxRow {
    let moment = date::local(row.created_at.unwrap_or(row.first_seen), &app.options().zone);
    InboxRow {
        id: row.id.clone(),
        title: title(app, row),
        time: date::time_short(moment.time()),
        read: row.read,
        pending: row.pending,
        focused: app.inbox().focus.as_ref() == Some(&row.id),
        armed: app.inbox().armed_until.is_some() && !row.read,
        starred: app.is_starred(&row.id),
        together,
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
    let alike = app.alike(row);
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
        asleep: app
            .inbox()
            .triage
            .asleep(row.id.as_str(), app.now())
            .map(|until| {
                let until = date::date_time_short(date::local(until, zone));
                words.with("inbox-asleep-until", &[("date", Arg::from(until))])
            }),
        similar_count: similar_count(app, &alike),
        similar: if alike.len() > 1 {
            alike
                .iter()
                .take(SIMILAR)
                .map(|other| similar(app, other))
                .collect()
        } else {
            Vec::new()
        },
    })
}

fn similar(app: &App, row: &NotificationRow) -> Similar {
    Similar {
        title: title(app, row),
        day: date::date_short(app.day_of(row)),
        read: row.read,
    }
}

/// How many are alike, and over how long.
fn similar_count(app: &App, alike: &[&NotificationRow]) -> String {
    let days = alike.iter().map(|row| app.day_of(row));
    let (first, last) = (days.clone().min(), days.max());
    let span = first.zip(last).map_or(1, |(first, last)| {
        u64::from((last - first).get_days().unsigned_abs()) + 1
    });
    let args = [("n", Arg::from(alike.len())), ("days", Arg::from(span))];
    Words::new(app.lang()).with("inbox-similar", &args)
}
