//! Text of the activity screen.
//!
//! It shows the outbox, rejections with their reasons, requests, results of writes, and permissions learned from
//! responses.

use crate::foundation::presentation::picker_view::{LineIcon, PickerLine};
use crate::model::pending_write::{PendingWrite, WriteState};
use crate::model::snapshot::{ConnectionState, RequestLine};
use crate::records::activity::activity::{JOURNAL, PERMISSIONS};
use crate::records::activity::view::journal_line::{JournalView, journal_line};
use crate::records::activity::view::permissions::{PermissionView, permissions};
use crate::records::activity::view::request_groups::{self, RequestGroup};
use crate::records::activity::view::requests::{RequestView, request_view};
use crate::records::activity::view::storage_notices::{StorageNotice, storage_notices};
use crate::records::activity::view::writes::{WriteView, write_view};
use crate::records::lists::view::ListView;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};
use jiff::Timestamp;

/// The activity screen.
#[derive(Clone, Debug, PartialEq)]
pub struct ActivityView {
    /// Storage problems on this device, worst first.
    pub notices: Vec<StorageNotice>,
    /// Outbox entries, oldest first.
    pub writes: Vec<WriteView>,
    /// Title of the outbox: rejected and conflicting writes are not called pending.
    pub writes_title: &'static str,
    /// Number of writes of each kind; empty if there are none.
    pub writes_counts: String,
    /// Index of the focused write.
    pub focused: Option<usize>,
    /// Results of the latest writes, newest first.
    pub journal: Vec<JournalView>,
    /// Requests, newest first.
    pub requests: Vec<RequestView>,
    /// Requests with similar reads collapsed into one line.
    pub request_groups: Vec<RequestGroup>,
    /// Title of the requests: all, or only the writes.
    pub requests_title: String,
    /// Message key for an empty request list.
    pub requests_empty: &'static str,
    /// Known permissions of this key.
    pub permissions: Vec<PermissionView>,
    /// Base URL of the service.
    pub base_url: SafeText,
    /// Text on whether requests are possible now, or from when on.
    pub rate_limit: String,
    /// The journal as a list.
    pub outcomes: ListView,
    /// The permissions as a list.
    pub permission_list: ListView,
}

/// Returns the activity screen as of now.
pub fn activity_view(app: &App) -> ActivityView {
    let snapshot = app.cx.snapshot();
    let focused = app.activity.focused_write(&app.cx).map(|write| write.id);
    let newest: Vec<&RequestLine> = app.activity.visible_requests(&app.cx).collect();
    ActivityView {
        notices: storage_notices(app),
        rate_limit: rate_limit_text(app),
        outcomes: outcome_list(app),
        permission_list: permission_list(app),
        writes: snapshot.writes.iter().map(|write| write_view(app, write)).collect(),
        writes_title: if snapshot.writes.iter().all(needs_no_decision) {
            "activity-outbox"
        } else {
            "activity-outbox-parked"
        },
        writes_counts: counts_text(app),
        focused: snapshot.writes.iter().position(|write| Some(write.id) == focused),
        journal: snapshot.history.journal.iter().rev().map(|entry| journal_line(app, entry)).collect(),
        requests: newest.iter().map(|line| request_view(app, line)).collect(),
        request_groups: request_groups::group_requests(&newest),
        requests_title: Messages::new(app.cx.lang())
            .get(if app.activity.shows_only_writes() {
                "activity-requests-writes"
            } else {
                "activity-requests"
            })
            .into_owned(),
        requests_empty: if app.activity.shows_only_writes() {
            "requests-no-writes"
        } else {
            "activity-requests-empty"
        },
        permissions: permissions(app),
        base_url: SafeText::line_within(&snapshot.base_url, 120),
    }
}

/// Returns whether a write is sent without a decision by the user.
fn needs_no_decision(write: &PendingWrite) -> bool {
    !matches!(write.state, WriteState::Rejected(_) | WriteState::Conflict { .. })
}

/// Returns the numbers of pending, rejected and conflicting writes; one number if all are pending.
fn counts_text(app: &App) -> String {
    let (messages, writes) = (Messages::new(app.cx.lang()), &app.cx.snapshot().writes);
    let waiting = writes.iter().filter(|write| needs_no_decision(write)).count();
    let is_rejected = |write: &&PendingWrite| matches!(write.state, WriteState::Rejected(_));
    let rejected = writes.iter().filter(is_rejected).count();
    if waiting == writes.len() {
        return if waiting > 0 { waiting.to_string() } else { String::new() };
    }
    let parts = [
        ("outbox-waiting", waiting),
        ("outbox-refused", rejected),
        ("outbox-undecided", writes.len() - waiting - rejected),
    ];
    let texts = parts.into_iter().filter(|(_, n)| *n > 0);
    let texts: Vec<String> =
        texts.map(|(key, n)| messages.with(key, &[("n", MessageArg::from(n))])).collect();
    texts.join(" · ")
}

fn rate_limit_text(app: &App) -> String {
    let messages = Messages::new(app.cx.lang());
    let ConnectionState::RateLimited { until } = &app.cx.snapshot().connection else {
        return messages.get("gate-open").into_owned();
    };
    let at = date::local(*until, &app.cx.options().zone);
    let at = date::time_seconds(at.time());
    messages.with("gate-closed-until", &[("at", MessageArg::from(at))])
}

fn outcome_list(app: &App) -> ListView {
    let entries = &app.cx.snapshot().history.journal;
    let lines = entries.iter().rev().map(|entry| {
        let view = journal_line(app, entry);
        // The result comes first because it matters most, and long text is cut at its end.
        let parts: Vec<&str> = [&view.outcome, &view.text, view.request_id.as_str()]
            .into_iter()
            .map(|part: &str| part)
            .filter(|part| !part.is_empty())
            .collect();
        clipped_line(view.mark, &format!("{}  {}", view.time, view.subject), &parts.join(" · "))
    });
    pane_list(app, JOURNAL, "activity-journal", "activity-journal-empty", lines.collect())
}

fn permission_list(app: &App) -> ListView {
    let lines = permissions(app).into_iter().map(|permission| {
        let mark = match permission.is_granted {
            Some(true) => LineIcon::Done,
            Some(false) => LineIcon::Failed,
            None => LineIcon::Skipped,
        };
        let parts = [permission.scope.as_str(), &permission.brief];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        clipped_line(mark, &permission.route, &parts.join(" · "))
    });
    pane_list(app, PERMISSIONS, "activity-rights", "activity-rights-empty", lines.collect())
}

fn clipped_line(mark: LineIcon, label: &str, note: &str) -> PickerLine {
    PickerLine {
        mark,
        label: SafeText::line_within(label, 120),
        note: SafeText::line_within(note, 160),
        cells: None,
        selected: false,
        enabled: true,
    }
}

/// Builds a list of the activity screen, with its pane's selected line.
fn pane_list(app: &App, pane: usize, title: &str, empty: &str, mut lines: Vec<PickerLine>) -> ListView {
    let messages = Messages::new(app.cx.lang());
    let focused = app.cx.pane() == pane;
    let last = lines.len().saturating_sub(1);
    if let Some(line) = lines.get_mut(app.cx.scroll().min(last)).filter(|_| focused) {
        line.selected = true;
    }
    ListView {
        title: messages.get(title).into_owned(),
        note: if lines.is_empty() { String::new() } else { lines.len().to_string() },
        empty: lines.is_empty().then(|| messages.get(empty).into_owned()),
        lines,
        focused,
        ..ListView::default()
    }
}

/// Writes that wait for a retry.
pub(crate) struct RetryingWrites {
    /// Number of writes.
    pub(crate) count: usize,
    /// Time of the first retry.
    pub(crate) first_retry: String,
}

impl RetryingWrites {
    /// Returns these writes; `None` if there are none, or if a connection problem explains all of them.
    pub(crate) fn from_app(app: &App) -> Option<Self> {
        let snapshot = app.cx.snapshot();
        if !matches!(snapshot.connection, ConnectionState::Online | ConnectionState::Slow { .. }) {
            return None;
        }
        let retry_times: Vec<Timestamp> = snapshot
            .writes
            .iter()
            .filter_map(|write| match write.state {
                WriteState::Waiting { not_before } if write.attempts > 0 && not_before > app.cx.now() => {
                    Some(not_before)
                }
                _ => None,
            })
            .collect();
        let first_retry = retry_times.iter().min()?;
        Some(Self {
            count: retry_times.len(),
            first_retry: date::time_seconds(date::local(*first_retry, &app.cx.options().zone).time()),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::contract::OperationId;
    use crate::contract::patch::Fields;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::history::journal_entry::{JournalEntry, WriteOutcome};
    use crate::model::history::observed::ObservedHistory;
    use crate::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
    use crate::model::snapshot::Snapshot;
    use crate::text::Lang;

    fn entry(outcome: WriteOutcome) -> JournalEntry {
        let now = Timestamp::UNIX_EPOCH;
        JournalEntry {
            seq: 1,
            outbox_id: 1,
            key: "k".to_owned(),
            operation: OperationId::DealsUpdate,
            record: "a".to_owned(),
            label: "Le Parc, Lyon".to_owned(),
            before: Some(r#"{"status":"sourcing"}"#.to_owned()),
            after: Some(r#"{"status":"ic"}"#.to_owned()),
            attempts: 2,
            outcome,
            status: None,
            request_id: None,
            problem: None,
            reason: None,
            requested_at: now,
            at: now,
        }
    }

    /// Returns the pending write that the test entries are about.
    fn waiting_write() -> PendingWrite {
        let not_before = Timestamp::UNIX_EPOCH;
        PendingWrite {
            id: WriteId(1),
            kind: WriteKind::Update,
            record: "a".to_owned(),
            label: "Le Parc, Lyon".to_owned(),
            fields: Fields::new(),
            base: Fields::new(),
            state: WriteState::Waiting { not_before },
            attempts: 2,
            created_at: not_before,
            key: "k".to_owned(),
            in_doubt: false,
            recreate_fields: None,
            conflict_context: None,
        }
    }

    /// Returns the mark and note of an attempt with this outcome, given the outbox.
    fn outcome_of(outcome: WriteOutcome, writes: Vec<PendingWrite>) -> (LineIcon, String) {
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        let options = Options::new(Lang::Fr, keymap, TimeZone::UTC);
        let mut app = App::new(options, Timestamp::UNIX_EPOCH);
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            history: Arc::new(ObservedHistory {
                journal: Arc::new(vec![entry(outcome)]),
                ..ObservedHistory::default()
            }),
            writes: Arc::new(writes.into()),
            ..Snapshot::default()
        }));
        let line = activity_view(&app).outcomes.lines.remove(0);
        (line.mark, line.note.to_string())
    }

    #[test]
    fn waiting_write_shows_the_retry_time_of_the_connection() {
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        let options = Options::new(Lang::En, keymap, TimeZone::UTC);
        let mut app = App::new(options, Timestamp::UNIX_EPOCH);
        let text =
            |app: &App| crate::records::activity::view::writes::write_view(app, &waiting_write()).state;
        assert_eq!(text(&app), Messages::new(Lang::En).get("write-waiting"));
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            connection: ConnectionState::RateLimited { until: Timestamp::from_second(30).unwrap() },
            ..Snapshot::default()
        }));
        let left = crate::text::date::countdown(30);
        assert_eq!(text(&app), Messages::new(Lang::En).with("offline-retry-in", &[("left", left.into())]));
    }

    #[test]
    fn journal_line_shows_pending_retry_or_final_outcome() {
        let (mark, note) = outcome_of(WriteOutcome::RetryLater, vec![waiting_write()]);
        assert_eq!(mark, LineIcon::Waiting, "a retry is not a failure");
        assert!(note.starts_with("en attente, essayée 2 fois"), "{note}");
        for (outcome, mark) in [
            (WriteOutcome::Applied, LineIcon::Done),
            (WriteOutcome::Rejected, LineIcon::Failed),
            (WriteOutcome::Conflict, LineIcon::Failed),
            (WriteOutcome::Discarded, LineIcon::Skipped),
        ] {
            assert_eq!(outcome_of(outcome, Vec::new()).0, mark);
        }
    }

    #[test]
    fn replaced_write_is_no_longer_shown_as_pending() {
        let newer = PendingWrite { key: "newer".to_owned(), ..waiting_write() };
        let (mark, note) = outcome_of(WriteOutcome::RetryLater, vec![newer]);
        assert_eq!(mark, LineIcon::Skipped);
        assert!(note.starts_with("remplacée par une modification plus récente"), "{note}");
        assert!(outcome_of(WriteOutcome::RetryLater, Vec::new()).1.starts_with("annulée"));
    }

    #[test]
    fn request_filter_shows_only_writes() {
        use crate::foundation::input::commands::ActionId;
        use crate::foundation::input::context::Screen;
        use crate::shell::action::Action;
        let request = |method, path: &str| RequestLine {
            at: Timestamp::UNIX_EPOCH,
            method,
            path: path.to_owned(),
            status: Some(200),
            fault: None,
            attempt: 1,
            request_id: String::new(),
            took: std::time::Duration::ZERO,
        };
        let now = Timestamp::UNIX_EPOCH;
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), now);
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            requests: Arc::new(vec![
                request("POST", "/auth/token"),
                request("PUT", "/deals/d-1"),
                request("GET", "/deals"),
            ]),
            ..Snapshot::default()
        }));
        app.dispatch(Action::Show(Screen::Activity), now);
        let routes = |app: &App| -> Vec<String> {
            let lines = activity_view(app).requests.into_iter();
            lines.map(|line| line.route.to_string()).collect()
        };
        assert_eq!(routes(&app), ["GET /deals", "PUT /deals/d-1", "POST /auth/token"]);
        app.dispatch(Action::Run(ActionId::OnlyWrites), now);
        assert_eq!(routes(&app), ["PUT /deals/d-1"], "a token request is not a write");
        assert_eq!(activity_view(&app).requests_title, "Requests: changes");
        app.dispatch(Action::FocusPane(crate::records::activity::activity::REQUESTS), now);
        assert_eq!(app.activity.focused_request(&app.cx).map(|line| line.method), Some("PUT"));
        app.dispatch(Action::Run(ActionId::OnlyWrites), now);
        assert_eq!(routes(&app).len(), 3);
    }
}
