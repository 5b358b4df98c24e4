//! Text of the activity screen.
//!
//! It shows the outbox, refusals with their reasons, requests, results of writes, and permissions learned from answers.

use crate::foundation::presentation::sheet_view::{Mark, SheetLine};
use crate::model::pending_write::{PendingWrite, WriteState};
use crate::model::snapshot::{Connection, RequestLine};
use crate::records::activity::panes::{JOURNAL, RIGHTS};
use crate::records::activity::view::journal_line::{JournalView, journal_line};
use crate::records::activity::view::permissions::{RightView, rights};
use crate::records::activity::view::request_groups::{self, Fold};
use crate::records::activity::view::requests::{RequestView, request};
use crate::records::activity::view::storage_notices::{Notice, notices};
use crate::records::activity::view::writes::{WriteView, write_view};
use crate::records::lists::view::ListView;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, date};

/// The activity screen.
#[derive(Clone, Debug, PartialEq)]
pub struct ActivityView {
    /// Storage problems on this machine, worst first.
    pub notices: Vec<Notice>,
    /// Outbox entries, oldest first.
    pub writes: Vec<WriteView>,
    /// Title of the outbox: refused and conflicting writes are not called pending.
    pub writes_title: &'static str,
    /// Number of writes of each kind; empty if there are none.
    pub writes_counts: String,
    /// Index of the focused write.
    pub focused: Option<usize>,
    /// Results of the latest writes, newest first.
    pub journal: Vec<JournalView>,
    /// Requests, newest first.
    pub requests: Vec<RequestView>,
    /// Requests with similar reads folded into one line.
    pub folds: Vec<Fold>,
    /// Title of the requests: all, or only the writes.
    pub requests_title: String,
    /// Message key for an empty request list.
    pub requests_empty: &'static str,
    /// Known permissions of this key.
    pub rights: Vec<RightView>,
    /// Base URL of the service.
    pub base_url: Clean,
    /// Text on whether requests are possible now, or from when on.
    pub gate: String,
    /// The journal as a list.
    pub outcomes: ListView,
    /// The permissions as a list.
    pub observed: ListView,
}

/// Returns the activity screen as of now.
pub fn activity(app: &App) -> ActivityView {
    let snapshot = app.cx.snapshot();
    let focused = app.activity.focused_write(&app.cx).map(|write| write.id);
    let newest: Vec<&RequestLine> = app.activity.shown_requests(&app.cx).collect();
    ActivityView {
        notices: notices(app),
        gate: gate(app),
        outcomes: outcomes(app),
        observed: observed(app),
        writes: snapshot
            .writes
            .iter()
            .map(|write| write_view(app, write))
            .collect(),
        writes_title: if snapshot.writes.iter().all(waits) {
            "activity-outbox"
        } else {
            "activity-outbox-parked"
        },
        writes_counts: counts(app),
        focused: snapshot.writes.iter().position(|write| Some(write.id) == focused),
        journal: snapshot
            .observed
            .journal
            .iter()
            .rev()
            .map(|entry| journal_line(app, entry))
            .collect(),
        requests: newest.iter().map(|line| request(app, line)).collect(),
        folds: request_groups::fold(&newest),
        requests_title: Words::new(app.cx.lang())
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
        rights: rights(app),
        base_url: Clean::line_of(&snapshot.base_url, 120),
    }
}

/// Returns whether a write is sent without a decision by the user.
fn waits(write: &PendingWrite) -> bool {
    !matches!(write.state, WriteState::Refused(_) | WriteState::Conflict { .. })
}

/// Returns the numbers of pending, refused and conflicting writes; one number if all are pending.
fn counts(app: &App) -> String {
    let (words, writes) = (Words::new(app.cx.lang()), &app.cx.snapshot().writes);
    let waiting = writes.iter().filter(|write| waits(write)).count();
    let is_refused = |write: &&PendingWrite| matches!(write.state, WriteState::Refused(_));
    let refused = writes.iter().filter(is_refused).count();
    if waiting == writes.len() {
        return if waiting > 0 {
            waiting.to_string()
        } else {
            String::new()
        };
    }
    let parts = [
        ("outbox-waiting", waiting),
        ("outbox-refused", refused),
        ("outbox-undecided", writes.len() - waiting - refused),
    ];
    let told = parts.into_iter().filter(|(_, n)| *n > 0);
    let told: Vec<String> = told
        .map(|(key, n)| words.with(key, &[("n", Arg::from(n))]))
        .collect();
    told.join(" · ")
}

fn gate(app: &App) -> String {
    let words = Words::new(app.cx.lang());
    let Connection::RateLimited { until } = &app.cx.snapshot().connection else {
        return words.get("gate-open").into_owned();
    };
    let at = date::local(*until, &app.cx.options().zone);
    let at = date::time_seconds(at.time());
    words.with("gate-closed-until", &[("at", Arg::from(at))])
}

fn outcomes(app: &App) -> ListView {
    let entries = &app.cx.snapshot().observed.journal;
    let lines = entries.iter().rev().map(|entry| {
        let view = journal_line(app, entry);
        // The result comes first because it matters most, and long text is cut at its end.
        let told: Vec<&str> = [&view.outcome, &view.text, view.request_id.as_str()]
            .into_iter()
            .map(|part: &str| part)
            .filter(|part| !part.is_empty())
            .collect();
        line(
            view.mark,
            &format!("{}  {}", view.time, view.subject),
            &told.join(" · "),
        )
    });
    list(
        app,
        JOURNAL,
        "activity-journal",
        "activity-journal-empty",
        lines.collect(),
    )
}

fn observed(app: &App) -> ListView {
    let lines = rights(app).into_iter().map(|right| {
        let mark = match right.granted {
            Some(true) => Mark::Done,
            Some(false) => Mark::Failed,
            None => Mark::Skipped,
        };
        let told = [right.scope.as_str(), &right.brief];
        let told: Vec<&str> = told.into_iter().filter(|part| !part.is_empty()).collect();
        line(mark, &right.route, &told.join(" · "))
    });
    list(
        app,
        RIGHTS,
        "activity-rights",
        "activity-rights-empty",
        lines.collect(),
    )
}

fn line(mark: Mark, label: &str, note: &str) -> SheetLine {
    SheetLine {
        mark,
        label: Clean::line_of(label, 120),
        note: Clean::line_of(note, 160),
        cells: None,
        selected: false,
        enabled: true,
    }
}

/// Builds a list of the activity screen, with its pane's selected line.
fn list(app: &App, pane: usize, title: &str, empty: &str, mut lines: Vec<SheetLine>) -> ListView {
    let words = Words::new(app.cx.lang());
    let focused = app.cx.pane() == pane;
    let last = lines.len().saturating_sub(1);
    if let Some(line) = lines.get_mut(app.cx.scroll().min(last)).filter(|_| focused) {
        line.selected = true;
    }
    ListView {
        title: words.get(title).into_owned(),
        note: if lines.is_empty() {
            String::new()
        } else {
            lines.len().to_string()
        },
        empty: lines.is_empty().then(|| words.get(empty).into_owned()),
        said: String::new(),
        lines,
        problem: None,
        offer: None,
        focused,
        leads: false,
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
    use crate::model::history::journal_entry::{JournalEntry, Outcome};
    use crate::model::history::observed::Observed;
    use crate::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
    use crate::model::snapshot::Snapshot;
    use crate::text::Lang;

    fn entry(outcome: Outcome) -> JournalEntry {
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
            asked_at: now,
            at: now,
        }
    }

    /// Returns the pending write that the test entries are about.
    fn waiting() -> PendingWrite {
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
            gone: None,
            meanwhile: None,
        }
    }

    /// Returns the mark and note of an attempt with this outcome, given the outbox.
    fn told(outcome: Outcome, writes: Vec<PendingWrite>) -> (Mark, String) {
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        let options = Options::new(Lang::Fr, keymap, TimeZone::UTC);
        let mut app = App::new(options, Timestamp::UNIX_EPOCH);
        app.absorb(Arc::new(Snapshot {
            revision: 1,
            observed: Arc::new(Observed {
                journal: Arc::new(vec![entry(outcome)]),
                ..Observed::default()
            }),
            writes: Arc::new(writes.into()),
            ..Snapshot::default()
        }));
        let line = activity(&app).outcomes.lines.remove(0);
        (line.mark, line.note.to_string())
    }

    #[test]
    fn what_waits_leaves_no_sooner_than_the_connection_lets_it() {
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        let options = Options::new(Lang::En, keymap, TimeZone::UTC);
        let mut app = App::new(options, Timestamp::UNIX_EPOCH);
        let said = |app: &App| crate::records::activity::view::writes::write_view(app, &waiting()).state;
        assert_eq!(said(&app), Words::new(Lang::En).get("write-waiting"));
        app.absorb(Arc::new(Snapshot {
            revision: 1,
            connection: Connection::RateLimited {
                until: Timestamp::from_second(30).unwrap(),
            },
            ..Snapshot::default()
        }));
        let left = crate::text::date::countdown(30);
        assert_eq!(
            said(&app),
            Words::new(Lang::En).with("offline-retry-in", &[("left", left.into())])
        );
    }

    #[test]
    fn a_write_that_only_waits_is_told_as_waiting_and_its_outcome_comes_first() {
        let (mark, note) = told(Outcome::Later, vec![waiting()]);
        assert_eq!(mark, Mark::Waiting, "a retry is not a failure");
        assert!(note.starts_with("en attente, essayée 2 fois"), "{note}");
        for (outcome, mark) in [
            (Outcome::Applied, Mark::Done),
            (Outcome::Refused, Mark::Failed),
            (Outcome::Conflict, Mark::Failed),
            (Outcome::Discarded, Mark::Skipped),
        ] {
            assert_eq!(told(outcome, Vec::new()).0, mark);
        }
    }

    #[test]
    fn a_write_that_another_took_the_place_of_waits_no_more() {
        let newer = PendingWrite {
            key: "newer".to_owned(),
            ..waiting()
        };
        let (mark, note) = told(Outcome::Later, vec![newer]);
        assert_eq!(mark, Mark::Skipped);
        assert!(
            note.starts_with("remplacée par une modification plus récente"),
            "{note}"
        );
        assert!(told(Outcome::Later, Vec::new()).1.starts_with("annulée"));
    }

    #[test]
    fn of_the_requests_the_writes_alone_are_shown_where_that_is_asked_for() {
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
        app.absorb(Arc::new(Snapshot {
            revision: 1,
            requests: Arc::new(vec![
                request("POST", "/auth/token"),
                request("PUT", "/deals/d-1"),
                request("GET", "/deals"),
            ]),
            ..Snapshot::default()
        }));
        app.apply(Action::Show(Screen::Activity), now);
        let routes = |app: &App| -> Vec<String> {
            let lines = activity(app).requests.into_iter();
            lines.map(|line| line.route.to_string()).collect()
        };
        assert_eq!(routes(&app), ["GET /deals", "PUT /deals/d-1", "POST /auth/token"]);
        app.apply(Action::Run(ActionId::OnlyWrites), now);
        assert_eq!(routes(&app), ["PUT /deals/d-1"], "a token request is not a write");
        assert_eq!(activity(&app).requests_title, "Requests: changes");
        app.apply(Action::FocusPane(crate::records::activity::panes::REQUESTS), now);
        assert_eq!(
            app.activity.focused_request(&app.cx).map(|line| line.method),
            Some("PUT")
        );
        app.apply(Action::Run(ActionId::OnlyWrites), now);
        assert_eq!(routes(&app).len(), 3);
    }
}
