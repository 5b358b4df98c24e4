//! The notifications: tabs with counts, rows under day heads, a preview that marks nothing.

use crate::app::foundation::cx::overlay_types::InboxTab;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::Context;
use crate::app::foundation::presentation::frame::key_text;
use crate::app::foundation::presentation::notice::Notice;
use crate::app::foundation::presentation::problem::{self, ProblemView};
use crate::app::foundation::presentation::provenance;
use crate::app::records::lists::view::ListView;
use crate::app::screens::inbox::view::alerts;
use crate::app::screens::inbox::view::frequency::{self, BurstsView};
use crate::app::shell::app::App;
use crate::discovery::Family;
use crate::engine::{ListMode, MARK_PACE};
use crate::text::{Arg, Clean, Words, date};

pub use super::preview::{Preview, Similar};
pub use super::rows::{InboxLine, InboxRow, lines};
pub use super::unanswered::Unanswered;

/// One tab of the inbox.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxTabView {
    /// Which one.
    pub tab: InboxTab,
    /// Its name.
    pub label: String,
    /// How many notifications it shows.
    pub count: usize,
    /// Whether that is known: a number that nobody has read is no number.
    pub known: bool,
    /// Whether it is the one shown.
    pub current: bool,
}

impl InboxTabView {
    /// Its count as a terminal shows it.
    #[must_use]
    pub fn counted(&self) -> String {
        if self.known {
            self.count.to_string()
        } else {
            "—".to_owned()
        }
    }
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

/// The notifications screen.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxView {
    /// The tabs.
    pub tabs: Vec<InboxTabView>,
    /// Where the list comes from.
    pub mode: String,
    /// The same in few words.
    pub mode_short: String,
    /// How many of those shown are to be handled.
    pub unread: usize,
    /// How many notifications are unread here alone, said: `2 gardées non lues ici`; empty where none is.
    pub held: String,
    /// What marking them does: `Marquer 37 comme lues`.
    pub mark_all: String,
    /// What the armed action will do, with the seconds it stays armed.
    pub armed: Option<(String, u64)>,
    /// The preview of the focused one.
    pub preview: Option<Preview>,
    /// The watched identifier that has the focus, where the service does not know it.
    pub unanswered: Option<Unanswered>,
    /// What to say where no row is shown.
    pub empty: Option<String>,
    /// Why the last reading failed, if it did.
    pub problem: Option<ProblemView>,
    /// How many notifications the tab and the filter show.
    pub count: usize,
    /// How many watched identifiers without an answer stand under them.
    pub unknown: usize,
    /// The marking of many that is under way.
    pub run: Option<RunView>,
    /// The filter in force.
    pub filter: Clean,
    /// How many are selected: `3 sélectionnées`; empty where none is.
    pub selected: String,
    /// The same as a notice for the middle of the list, with the action that gives it rows where one does.
    pub notice: Option<Notice>,
    /// What repeats among those shown.
    pub bursts: BurstsView,
    /// The alerts beside them.
    pub alerts: ListView,
    /// The alert preferences of the delegated user.
    pub preferences: ListView,
}

impl InboxView {
    /// Why the list could not be read, where that stands in its place: nothing of it is kept and no identifier is watched
    /// in vain.
    pub fn problem_in_place(&self) -> Option<&ProblemView> {
        self.problem
            .as_ref()
            .filter(|_| self.count == 0 && self.unknown == 0)
    }
}

/// The notifications screen as of now, without its rows.
pub fn inbox(app: &App) -> InboxView {
    let words = Words::new(app.cx.lang());
    let inbox = &app.cx.snapshot().inbox;
    let shown = app.inbox.shown_notifications(&app.cx);
    let read = match inbox.mode {
        ListMode::Watched => true,
        ListMode::Forbidden => false,
        _ => inbox.read_at.is_some(),
    };
    let known = read || !inbox.items.is_empty();
    let tabs = InboxTab::ALL
        .into_iter()
        .map(|tab| InboxTabView {
            tab,
            label: words.get(tab.label_key()).into_owned(),
            count: inbox
                .items
                .iter()
                .filter(|row| app.inbox.counts_in(tab, row, &app.cx) && app.inbox.inbox_keeps(row, &app.cx))
                .count(),
            known,
            current: tab == app.inbox.inbox().tab,
        })
        .collect();
    let (mode, mode_short) = flow(app);
    let held = inbox
        .items
        .iter()
        .filter(|row| app.inbox.is_held_unread(row))
        .count();
    let held = if held == 0 {
        String::new()
    } else {
        words.with("inbox-held", &[("n", Arg::from(held))])
    };
    let unread = shown.iter().filter(|row| app.inbox.is_unread(row)).count();
    let mark_all = words.with("inbox-mark-all", &[("n", Arg::from(unread))]);
    let armed = app.inbox.inbox().armed_until.map(|until| {
        let left = (until.as_second() - app.cx.now().as_second()).max(0) as u64;
        (mark_all.clone(), left)
    });
    let unknown = app.inbox.unknown_notifications(&app.cx).len();
    let empty = (shown.is_empty() && unknown == 0).then(|| {
        if !app.inbox.inbox().filter.is_empty() && !inbox.items.is_empty() {
            return words.get("inbox-none-shown").into_owned();
        }
        let key = match (
            inbox.read_at.is_none() && inbox.error.is_none(),
            inbox.mode,
            app.inbox.inbox().tab,
        ) {
            // Where there is no list nothing is being read, however long nobody gives an identifier.
            (_, ListMode::Watched, _) => "empty-inbox-watched",
            (_, ListMode::Forbidden, _) => "empty-list-forbidden",
            (true, ..) => "first-read",
            (_, _, InboxTab::Unread) => "empty-inbox-unread",
            (_, _, InboxTab::Snoozed) => "empty-inbox-snoozed",
            (_, _, InboxTab::Starred) => "empty-inbox-starred",
            _ => "empty-inbox",
        };
        words.get(key).into_owned()
    });
    let notice = empty.as_ref().map(|title| notice(app, title));
    InboxView {
        tabs,
        mode,
        mode_short,
        unread,
        held,
        mark_all,
        armed,
        preview: super::preview::preview(app, &shown),
        unanswered: super::unanswered::unanswered(app),
        empty,
        notice,
        selected: match app.inbox.picked_count() {
            0 => String::new(),
            n => words.with("inbox-selected", &[("n", Arg::from(n))]),
        },
        bursts: frequency::bursts(app),
        problem: inbox
            .error
            .as_ref()
            .map(|error| problem::read(&app.cx, error, !inbox.items.is_empty())),
        count: shown.len(),
        unknown,
        run: run(app),
        filter: Clean::line_of(&app.inbox.inbox().filter, 200),
        alerts: alerts::alerts(app),
        preferences: alerts::preferences(app),
    }
}

/// What stands in the middle of an empty list: where the service lists nothing, identifiers are the way in.
fn notice(app: &App, title: &str) -> Notice {
    let words = Words::new(app.cx.lang());
    let list = &app.cx.snapshot().inbox;
    if list.mode != ListMode::Watched || !app.inbox.inbox().filter.is_empty() {
        let done =
            app.inbox.inbox().tab == InboxTab::Unread && list.read_at.is_some() && !list.items.is_empty();
        return Notice {
            title: title.to_owned(),
            text: if done && app.inbox.inbox().filter.is_empty() {
                words.get("empty-inbox-unread-hint").into_owned()
            } else {
                String::new()
            },
            action: None,
            reading: list.mode != ListMode::Watched && list.read_at.is_none() && list.error.is_none(),
        };
    }
    let keys = app.cx.options().keymap.keys(Context::Inbox, ActionId::AddIds);
    let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
    let args = [("key", Arg::from(key.unwrap_or_default()))];
    Notice {
        title: title.to_owned(),
        text: words.with("empty-inbox-watched-hint", &args),
        action: Some(ActionId::AddIds),
        reading: false,
    }
}

/// Where the notifications come from and how many are known: whole, and in few words. A list that the service does not
/// document is never taken for one that it does.
pub fn flow(app: &App) -> (String, String) {
    let words = Words::new(app.cx.lang());
    let inbox = &app.cx.snapshot().inbox;
    let mode = provenance::mode(app.cx.lang(), inbox.mode);
    let said = |key: &str| words.get(key).into_owned();
    match inbox.mode {
        ListMode::Unknown => (said("status-reading"), mode.into_owned()),
        ListMode::Forbidden => (said("inbox-route-forbidden"), mode.into_owned()),
        ListMode::Watched => {
            let counted = |key: &str| words.with(key, &[("n", Arg::from(watched(app)))]);
            (counted("inbox-watched-ids"), counted("inbox-watched-ids-short"))
        }
        ListMode::Documented | ListMode::Discovered | ListMode::Probed | ListMode::NeedsParameters => {
            let known = words.with("inbox-known", &[("n", Arg::from(inbox.items.len()))]);
            (known.clone(), known)
        }
    }
}

/// What confirming "mark all" would cost, while it is armed: the requests, and the time they take at least.
pub fn cost(app: &App) -> Option<String> {
    app.inbox.inbox().armed_until?;
    let unread = app.inbox.requests_to_mark_all(&app.cx);
    let pace = MARK_PACE * u32::try_from(unread).unwrap_or(u32::MAX);
    let time = (app.cx.options().hold + pace).as_millis().div_ceil(1_000);
    let time = date::countdown(u64::try_from(time).unwrap_or(u64::MAX));
    let args = [("n", Arg::from(unread)), ("time", Arg::from(time))];
    Some(Words::new(app.cx.lang()).with("inbox-mark-cost", &args))
}

/// How many identifiers are watched, whatever the service said of each.
fn watched(app: &App) -> usize {
    let list = app.cx.snapshot().families.get(&Family::Notifications);
    let watched = list.map_or(0, |list| list.watched.len());
    watched.max(app.cx.snapshot().inbox.items.len())
}

fn run(app: &App) -> Option<RunView> {
    let words = Words::new(app.cx.lang());
    let counts = app.inbox.mark_counts(&app.cx)?;
    let args = [
        ("done", Arg::from(counts.done)),
        ("total", Arg::from(counts.total)),
        ("waiting", Arg::from(counts.waiting)),
    ];
    let keys = app.cx.options().keymap.keys(Context::Inbox, ActionId::Back);
    let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
    Some(RunView {
        text: words.with("inbox-run", &args),
        stop: key
            .filter(|_| app.inbox.esc_stops_marking(&app.cx))
            .map_or_else(String::new, |key| {
                words.with("inbox-run-stop", &[("key", Arg::from(key))])
            }),
        progress: (counts.done + counts.failed) as f32 / counts.total.max(1) as f32,
    })
}
