//! View of the notifications: tabs with counts, rows by day, and a preview that marks nothing.

pub use super::preview::{Preview, SimilarNotification, alert_title};
pub use super::rows::{InboxLine, InboxRow, inbox_lines};
use crate::foundation::cx::overlay_types::InboxTab;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::chrome::key_text;
use crate::foundation::presentation::notice::EmptyStateText;
use crate::foundation::presentation::problem::{self, ProblemView};
use crate::foundation::presentation::provenance;
use crate::model::effect::MARK_READ_INTERVAL;
use crate::model::resources::list_source::ListMode;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::lists::view;
use crate::records::lists::view::ListView;
use crate::screens::inbox::view::alerts;
use crate::screens::inbox::view::frequency::{self, FrequencyView};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};

/// One tab of the inbox.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxTabView {
    /// The tab.
    pub tab: InboxTab,
    /// Name of the tab.
    pub label: String,
    /// Number of notifications in the tab.
    pub count: usize,
    /// True if the list is loaded, so that the count is known.
    pub known: bool,
    /// True for the current tab.
    pub current: bool,
}

impl InboxTabView {
    /// Returns the count as the terminal shows it.
    #[must_use]
    pub fn count_text(&self) -> String {
        if self.known { self.count.to_string() } else { "—".to_owned() }
    }
}

/// Progress of a bulk marking.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkRunView {
    /// Progress text: `12 marquées sur 37, 25 en attente`.
    pub text: String,
    /// Hint on how to cancel it.
    pub stop: String,
    /// Progress from 0 to 1.
    pub progress: f32,
}

/// View of the notifications screen.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxView {
    /// The tabs.
    pub tabs: Vec<InboxTabView>,
    /// Origin of the list.
    pub mode: String,
    /// Short form of `mode`.
    pub mode_short: String,
    /// Number of shown unread notifications.
    pub unread: usize,
    /// Number of notifications kept unread only locally: `2 non lues sur cet appareil seulement`; empty if none.
    pub kept_unread: String,
    /// Label of the "mark all" action: `Marquer 37 comme lues`.
    pub mark_all: String,
    /// Description of the armed action, with the seconds it stays armed.
    pub armed: Option<(String, u64)>,
    /// Preview of the focused notification.
    pub preview: Option<Preview>,
    /// Focused watched identifier that has no record at the service.
    pub unanswered: Option<WatchedIdView>,
    /// Empty-state text, if no row is shown.
    pub empty: Option<String>,
    /// Error of the last load, if it failed.
    pub problem: Option<ProblemView>,
    /// Number of notifications that the tab and the filter show.
    pub count: usize,
    /// Number of watched identifiers without a record, listed under the rows.
    pub unknown: usize,
    /// Progress of the current bulk marking.
    pub run: Option<MarkRunView>,
    /// Current filter.
    pub filter: SafeText,
    /// Selection count: `3 sélectionnées`; empty if none.
    pub selected: String,
    /// Empty-state notice for the middle of the list, with its action, if any.
    pub notice: Option<EmptyStateText>,
    /// Frequencies of the shown notifications.
    pub frequencies: FrequencyView,
    /// List of the alerts.
    pub alerts: ListView,
    /// Alert preferences of the delegated user.
    pub preferences: ListView,
}

impl InboxView {
    /// Returns the load error if the list has nothing else to show. That is the case without cached notifications and
    /// without unanswered watched identifiers.
    pub fn placeholder_problem(&self) -> Option<&ProblemView> {
        self.problem.as_ref().filter(|_| self.count == 0 && self.unknown == 0)
    }
}

/// Builds the notifications screen, without its rows.
pub fn inbox_view(app: &App) -> InboxView {
    let messages = Messages::new(app.cx.lang());
    let inbox = &app.cx.snapshot().inbox;
    let visible = app.inbox.visible_notifications(&app.cx);
    let read = match inbox.mode {
        ListMode::Watched => true,
        ListMode::Forbidden => false,
        _ => inbox.fetched_at.is_some(),
    };
    let known = read || !inbox.items.is_empty();
    let tabs = InboxTab::ALL
        .iter()
        .map(|&tab| InboxTabView {
            tab,
            label: messages.get(tab.label_key()).into_owned(),
            count: inbox
                .items
                .iter()
                .filter(|row| {
                    app.inbox.is_counted_in(tab, row, &app.cx) && app.inbox.matches_filter(row, &app.cx)
                })
                .count(),
            known,
            current: tab == app.inbox.tab,
        })
        .collect();
    let (mode, mode_short) = list_source(app);
    let kept_unread = inbox.items.iter().filter(|row| app.inbox.is_kept_unread(row)).count();
    let kept_unread = if kept_unread == 0 {
        String::new()
    } else {
        messages.with("inbox-held", &[("n", MessageArg::from(kept_unread))])
    };
    let unread = visible.iter().filter(|row| app.inbox.is_unread(row)).count();
    let mark_all = messages.with("inbox-mark-all", &[("n", MessageArg::from(unread))]);
    let armed = app.inbox.armed_until.map(|until| {
        let seconds_left = (until.as_second() - app.cx.now().as_second()).max(0) as u64;
        (mark_all.clone(), seconds_left)
    });
    let unknown = app.inbox.watched_ids_without_record(&app.cx).len();
    let empty = (visible.is_empty() && unknown == 0).then(|| {
        if !app.inbox.filter.is_empty() && !inbox.items.is_empty() {
            return messages.get("inbox-none-shown").into_owned();
        }
        let key = match (inbox.fetched_at.is_none() && inbox.error.is_none(), inbox.mode, app.inbox.tab) {
            // In these modes no list is being loaded, so "loading" would be wrong.
            (_, ListMode::Watched, _) => "empty-inbox-watched",
            (_, ListMode::Forbidden, _) => "empty-list-forbidden",
            (true, ..) => "first-read",
            (_, _, InboxTab::Unread) => "empty-inbox-unread",
            (_, _, InboxTab::Snoozed) => "empty-inbox-snoozed",
            (_, _, InboxTab::Starred) => "empty-inbox-starred",
            _ => "empty-inbox",
        };
        messages.get(key).into_owned()
    });
    let notice = empty.as_ref().map(|title| empty_state(app, title));
    InboxView {
        tabs,
        mode,
        mode_short,
        unread,
        kept_unread,
        mark_all,
        armed,
        preview: super::preview::preview_of(app, &visible),
        unanswered: super::inbox::watched_id_view(app),
        empty,
        notice,
        selected: match app.inbox.selected_count() {
            0 => String::new(),
            n => messages.with("inbox-selected", &[("n", MessageArg::from(n))]),
        },
        frequencies: frequency::frequency_view(app),
        problem: inbox
            .error
            .as_ref()
            .map(|error| problem::load_problem_with_advice(&app.cx, error, !inbox.items.is_empty())),
        count: visible.len(),
        unknown,
        run: mark_run_view(app),
        filter: SafeText::line_within(&app.inbox.filter, 200),
        alerts: alerts::alert_list(app),
        preferences: alerts::preference_list(app),
    }
}

/// Builds the notice of an empty list; if the service has no list, it offers to add identifiers.
fn empty_state(app: &App, title: &str) -> EmptyStateText {
    let messages = Messages::new(app.cx.lang());
    let list = &app.cx.snapshot().inbox;
    if list.mode != ListMode::Watched || !app.inbox.filter.is_empty() {
        let done = app.inbox.tab == InboxTab::Unread && list.fetched_at.is_some() && !list.items.is_empty();
        return EmptyStateText {
            title: title.to_owned(),
            text: if done && app.inbox.filter.is_empty() {
                messages.get("empty-inbox-unread-hint").into_owned()
            } else {
                String::new()
            },
            action: None,
            is_loading: list.mode != ListMode::Watched && list.fetched_at.is_none() && list.error.is_none(),
        };
    }
    let keys = app.cx.options().keymap.keys(Context::Inbox, ActionId::AddIds);
    let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
    let args = [("key", MessageArg::from(key.unwrap_or_default()))];
    EmptyStateText {
        title: title.to_owned(),
        text: messages.with("empty-inbox-watched-hint", &args),
        action: Some(ActionId::AddIds),
        is_loading: false,
    }
    .at_shown_time(&app.cx)
}

/// Returns the origin and number of the notifications, in full and in short form. A list that the service does not
/// document is labelled as such.
pub fn list_source(app: &App) -> (String, String) {
    let messages = Messages::new(app.cx.lang());
    let inbox = &app.cx.snapshot().inbox;
    let mode = provenance::mode_label(app.cx.lang(), inbox.mode);
    let text = |key: &str| messages.get(key).into_owned();
    match inbox.mode {
        ListMode::Unknown => (text("status-reading"), mode.into_owned()),
        ListMode::Forbidden => (text("inbox-route-forbidden"), mode.into_owned()),
        ListMode::Watched => {
            let count_text = |key: &str| messages.with(key, &[("n", MessageArg::from(watched_count(app)))]);
            (count_text("inbox-watched-ids"), count_text("inbox-watched-ids-short"))
        }
        ListMode::Documented | ListMode::Discovered | ListMode::Probed | ListMode::NeedsParameters => {
            let known = messages.with("inbox-known", &[("n", MessageArg::from(inbox.items.len()))]);
            (known.clone(), known)
        }
    }
}

/// Returns the cost of an armed "mark all": number of requests and minimum time.
pub fn mark_all_cost(app: &App) -> Option<String> {
    app.inbox.armed_until?;
    let unread = app.inbox.mark_all_request_count(&app.cx);
    let pace = MARK_READ_INTERVAL * u32::try_from(unread).unwrap_or(u32::MAX);
    let time = (app.cx.options().undo_delay + pace).as_millis().div_ceil(1_000);
    let time = date::countdown(u64::try_from(time).unwrap_or(u64::MAX));
    let args = [("n", MessageArg::from(unread)), ("time", MessageArg::from(time))];
    Some(Messages::new(app.cx.lang()).with("inbox-mark-cost", &args))
}

/// Returns the number of watched identifiers, with or without a record.
fn watched_count(app: &App) -> usize {
    let list = app.cx.snapshot().resources.get(&ResourceKind::Notifications);
    let watched = list.map_or(0, |list| list.watched.len());
    watched.max(app.cx.snapshot().inbox.items.len())
}

fn mark_run_view(app: &App) -> Option<MarkRunView> {
    let messages = Messages::new(app.cx.lang());
    let counts = app.inbox.mark_counts(&app.cx)?;
    let args = [
        ("done", MessageArg::from(counts.done)),
        ("total", MessageArg::from(counts.total)),
        ("waiting", MessageArg::from(counts.pending)),
    ];
    let keys = app.cx.options().keymap.keys(Context::Inbox, ActionId::Back);
    let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
    Some(MarkRunView {
        text: messages.with("inbox-run", &args),
        stop: key.filter(|_| app.inbox.esc_cancels_marking(&app.cx)).map_or_else(String::new, |key| {
            messages.with("inbox-run-stop", &[("key", MessageArg::from(key))])
        }),
        progress: (counts.done + counts.failed) as f32 / counts.total.max(1) as f32,
    })
}

/// Maximum length of the service's text.
const MAX_REASON_CHARS: usize = 400;

/// Watched identifier without a record.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedIdView {
    /// Full identifier.
    pub id: SafeText,
    /// Full text of the service.
    pub reason: String,
    /// Possible actions with their keys: forget it, request it again.
    pub keys: String,
}

pub(super) fn watched_id_view(app: &App) -> Option<WatchedIdView> {
    let focus = app.inbox.focus.as_ref()?;
    let missing = app.inbox.watched_ids_without_record(&app.cx);
    let watched = missing.iter().find(|watched| watched.id == focus.as_str())?;
    let messages = Messages::new(app.cx.lang());
    let key = |action| {
        let keys = app.cx.options().keymap.keys(Context::Inbox, action);
        let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
        MessageArg::from(key.unwrap_or_default())
    };
    let args = [("forget", key(ActionId::ForgetId)), ("again", key(ActionId::Refresh))];
    Some(WatchedIdView {
        id: SafeText::line(&watched.id),
        reason: view::unknown_id_text(messages, watched, MAX_REASON_CHARS),
        keys: messages.with("inbox-unanswered-keys", &args),
    })
}
