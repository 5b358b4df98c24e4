use std::sync::Arc;

use jiff::tz::TimeZone;

use super::*;
use crate::contract::patch::Fields;
use crate::contract::problem::Problem;
use crate::error::{DiskError, Error, NetworkError};
use crate::foundation::cx::options::Options;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
use crate::model::snapshot::{Coverage, Snapshot};
use crate::model::storage_health::{StorageFailure, StorageFailureKind, StorageHealth};
use crate::model::table::{ColumnStoreBuilder, RowData};
use crate::records::activity::view::writes::write_view;
use crate::text::{Lang, plain_spaces};

const NOON: &str = "2026-11-20T12:00:00Z";

fn app(lang: Lang, now: &str, snapshot: Snapshot) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(Options::new(lang, keymap, TimeZone::UTC), now.parse().unwrap());
    app.on_snapshot(Arc::new(Snapshot { revision: 1, ..snapshot }));
    app
}

fn loaded_snapshot(connection: ConnectionState) -> Snapshot {
    Snapshot {
        connection,
        coverage: Coverage {
            fetched: 20,
            total: Some(20),
            complete_at: Some(NOON.parse().unwrap()),
            ..Coverage::default()
        },
        ..Snapshot::default()
    }
}

fn offline() -> ConnectionState {
    ConnectionState::Offline {
        since: NOON.parse().unwrap(),
        retry_at: "2026-11-20T12:05:30Z".parse().unwrap(),
        error: Error::unreachable(NetworkError::Connect, "refused"),
    }
}

#[test]
fn offline_status_shows_the_data_time_in_both_lengths() {
    let line = status_line(&app(Lang::En, "2026-11-20T12:05:00Z", loaded_snapshot(offline())));
    assert_eq!(line.freshness.text, "offline, as of 12:00, retrying in 30\u{a0}s");
    assert_eq!(line.freshness.short, "offline, as of 12:00");
    let failing =
        ConnectionState::Failing { retry_at: NOON.parse().unwrap(), error: Error::from_status(503, None) };
    let line = status_line(&app(Lang::Fr, "2026-11-22T08:00:00Z", loaded_snapshot(failing)));
    assert_eq!(line.freshness.text, "erreur du serveur, données du 20/11 12:00, essai en cours");
    assert!(line.available.is_some());
}

#[test]
fn cut_off_or_unexpected_response_is_named_as_such() {
    let text_of = |lang, error: Error| {
        let retry_at = "2026-11-20T12:05:30Z".parse().unwrap();
        let failing = ConnectionState::Failing { retry_at, error };
        status_line(&app(lang, "2026-11-20T12:05:00Z", loaded_snapshot(failing))).freshness.short
    };
    let cut = || Error::unreachable(NetworkError::Cut, "the body ended early");
    let odd = || Error::protocol("a list was expected").with_status(200);
    assert_eq!(text_of(Lang::En, cut()), "response cut off, as of 12:00");
    assert_eq!(text_of(Lang::Fr, cut()), "réponse interrompue, données de 12:00");
    assert_eq!(text_of(Lang::En, odd()), "unexpected response, as of 12:00");
    assert_eq!(text_of(Lang::Fr, odd()), "réponse inattendue, données de 12:00");
    assert_eq!(text_of(Lang::En, Error::from_status(500, None)), "server error, as of 12:00");
}

#[test]
fn fresh_status_line_shows_an_unchanging_clock_time() {
    let at =
        |lang, now: &str| status_line(&app(lang, now, loaded_snapshot(ConnectionState::Online))).freshness;
    let soon = at(Lang::En, "2026-11-20T12:00:12Z");
    assert_eq!(
        [soon.text.as_str(), &soon.short, &soon.shortest],
        ["up to date at 12:00", "up to date 12:00", "up to date"]
    );
    assert_eq!(at(Lang::En, "2026-11-20T12:04:59Z"), soon, "the text does not change meanwhile");
    assert_eq!(at(Lang::Fr, "2026-11-20T12:02:00Z").text, "à jour à 12:00");
    assert_eq!(at(Lang::Fr, "2026-11-20T12:05:00Z").text, "en ligne, données de 12:00");
}

#[test]
fn start_without_response_shows_cached_data_and_its_time() {
    let mut snapshot = loaded_snapshot(ConnectionState::Starting);
    snapshot.coverage.total = None;
    let line = status_line(&app(Lang::En, "2026-11-20T12:05:00Z", snapshot));
    assert_eq!(line.freshness.text, "connecting…, as of 12:00");
    assert_eq!(line.coverage.unwrap().text, "20 loaded");
    let line = status_line(&app(Lang::En, NOON, Snapshot::default()));
    assert_eq!((line.freshness.text.as_str(), line.coverage), ("connecting…", None));
}

#[test]
fn rejected_sync_is_not_shown_as_fresh() {
    let mut snapshot = loaded_snapshot(ConnectionState::Online);
    snapshot.deals_error = Some(Error::from_status(403, None));
    let line = status_line(&app(Lang::En, "2026-11-20T12:00:05Z", snapshot));
    assert_eq!(line.freshness.tone, Tone::Problem);
    assert_eq!(line.freshness.text, "no access to deals: the key isn’t allowed to do this, as of 12:00");
    assert_eq!(line.freshness.short, "no access to deals (8: details), as of 12:00");
}

#[test]
fn invalid_response_names_its_rule_consequence_and_next_step() {
    let mut snapshot = loaded_snapshot(ConnectionState::Online);
    let error =
        Error::protocol("the list goes round in circles").with_message_ref("list-does-not-advance", &[]);
    snapshot.deals_error = Some(error);
    for lang in Lang::ALL {
        let line = status_line(&app(lang, "2026-11-20T12:00:05Z", snapshot.clone()));
        let messages = Messages::new(lang);
        let rule = messages.get("list-does-not-advance");
        let rule = rule.trim_end_matches('.');
        assert!(line.freshness.text.contains(rule), "{}", line.freshness.text);
        let text = line.available.expect("failed to find the description").long;
        for part in [
            rule,
            &messages.get("error-protocol-kept"),
            messages.get("error-protocol-do").trim_end_matches('.'),
        ] {
            assert!(text.contains(part), "{text}");
        }
        assert!(!line.freshness.short.contains(rule), "{}", line.freshness.short);
    }
}

#[test]
fn server_messages_are_quoted_and_own_diagnostics_are_not() {
    let body = br#"{"title":"Service Unavailable","status":503,"detail":"All is well. Send your password to x.example."}"#;
    let problem = Problem::parse(body, true).unwrap();
    let mut snapshot = loaded_snapshot(ConnectionState::Online);
    snapshot.deals_error = Some(Error::from_status(503, Some(problem)));
    for (lang, quoted) in [
        (Lang::En, "“All is well. Send your password to x.example”"),
        (Lang::Fr, "« All is well. Send your password to x.example »"),
    ] {
        let line = status_line(&app(lang, "2026-11-20T12:00:05Z", snapshot.clone()));
        let works = line.available.expect("failed to find the description").long;
        for expected in [&line.freshness.text, &works] {
            let expected = plain_spaces(expected);
            assert!(expected.contains(quoted), "{expected}");
        }
    }
    snapshot.deals_error = Some(Error::protocol("a list was expected"));
    let line = status_line(&app(Lang::En, "2026-11-20T12:00:05Z", snapshot));
    let works = line.available.expect("failed to find the description").long;
    for expected in [line.freshness.text, works] {
        assert!(expected.contains("a list was expected") && !expected.contains('“'), "{expected}");
    }
}

#[test]
fn full_disk_is_not_shown_as_a_server_failure() {
    let mut snapshot = loaded_snapshot(ConnectionState::Online);
    snapshot.deals_error = Some(Error::unexpected("no space is left").with_disk_error(DiskError::DiskFull));
    let text = |snapshot: &Snapshot| status_line(&app(Lang::En, NOON, snapshot.clone())).freshness.text;
    assert!(text(&snapshot).contains("couldn’t load"), "no other item reports the error");
    snapshot.storage.failure =
        Some(StorageFailure { kind: StorageFailureKind::DiskFull, dir: "/data".into() });
    assert_eq!(
        text(&snapshot),
        text(&loaded_snapshot(ConnectionState::Online)),
        "the storage item reports the disk"
    );
}

#[test]
fn missing_deals_leave_no_tick() {
    let complete = status_line(&app(Lang::En, NOON, loaded_snapshot(ConnectionState::Online)));
    assert_eq!(complete.freshness.tone, Tone::Good);
    let mut snapshot = loaded_snapshot(ConnectionState::Online);
    snapshot.coverage.total = Some(25);
    let line = status_line(&app(Lang::En, NOON, snapshot));
    assert_eq!(line.freshness.tone, Tone::Plain);
    assert_eq!(line.coverage.unwrap().text, "20/25 deals");
}

#[test]
fn full_disk_status_promises_no_saving() {
    let hindered = |connection| Snapshot {
        storage: StorageHealth {
            failure: Some(StorageFailure { kind: StorageFailureKind::DiskFull, dir: "/d".into() }),
            ..StorageHealth::default()
        },
        ..loaded_snapshot(connection)
    };
    let line = status_line(&app(Lang::En, NOON, hindered(ConnectionState::Online)));
    assert!(!line.freshness.text.contains("server error"), "{}", line.freshness.text);
    assert_eq!(line.storage.unwrap().text, "disk full: can’t save");
    assert!(line.available.unwrap().text.contains("can’t be saved"));
    let line = status_line(&app(Lang::Fr, NOON, hindered(offline())));
    assert!(line.available.unwrap().text.contains("impossibles à enregistrer"));
}

#[test]
fn pending_repair_asks_to_close_the_other_window() {
    let waits = |waits_to_mend| Snapshot {
        storage: StorageHealth { repair_pending: waits_to_mend, ..StorageHealth::default() },
        ..loaded_snapshot(ConnectionState::Online)
    };
    let text_of = |lang, snapshot| status_line(&app(lang, NOON, snapshot)).storage.map(|notice| notice.text);
    let english = text_of(Lang::En, waits(true)).unwrap();
    assert_eq!(english, "damaged file: close the other window");
    assert!(text_of(Lang::Fr, waits(true)).unwrap().contains("fermez l’autre fenêtre"));
    assert_eq!(text_of(Lang::En, waits(false)), None);
}

#[test]
fn more_deals_than_reported_is_shown_as_mismatch() {
    let mut snapshot = loaded_snapshot(ConnectionState::Online);
    snapshot.coverage.total = Some(15);
    let line = status_line(&app(Lang::En, NOON, snapshot));
    assert_eq!(line.coverage.unwrap().text, "server reports 15, received 20");
    assert_ne!(line.freshness.tone, Tone::Good);
}

#[test]
fn fewer_deals_than_reported_is_a_mismatch_once_loaded() {
    let mut snapshot = loaded_snapshot(ConnectionState::Online);
    snapshot.coverage.total = Some(25);
    let text_of =
        |snapshot: &Snapshot| status_line(&app(Lang::En, NOON, snapshot.clone())).coverage.unwrap().text;
    assert_eq!(text_of(&snapshot), "20/25 deals");
    snapshot.coverage.count_mismatch = true;
    assert_eq!(text_of(&snapshot), "server reports 25, received 20");
}

#[test]
fn clock_skew_is_shown_in_the_status_line() {
    let mut snapshot = loaded_snapshot(ConnectionState::Online);
    snapshot.storage.clock_skew = Some(jiff::SignedDuration::from_hours(-26));
    let line = status_line(&app(Lang::En, NOON, snapshot.clone()));
    assert_eq!(line.storage.unwrap().text, "clock off by 26\u{a0}h");
    assert!(line.writes.is_empty(), "no write is pending");
    let text = storage_notices::storage_notices(&app(Lang::Fr, NOON, snapshot)).remove(0).text;
    assert!(text.contains("avance de 26\u{a0}h"), "{text}");
}

#[test]
fn status_line_shows_since_when_changes_are_counted() {
    use crate::model::history::history_entry::{EntryKind, HistoryEntry};
    use crate::model::history::observed::ObservedHistory;
    use crate::model::history::visit::Visit;
    let visit = Visit { seq: 1, at: "2026-11-19T18:02:00Z".parse().unwrap() };
    let entry = HistoryEntry {
        seq: 2,
        deal: "d".into(),
        kind: EntryKind::Missing,
        not_before: None,
        at: NOON.parse().unwrap(),
        is_ours: false,
        maybe_ours: false,
    };
    for (lang, expected) in
        [(Lang::En, "1 change since 19/11 18:02 ("), (Lang::Fr, "1 changement depuis le 19/11 18:02 (")]
    {
        let observed = ObservedHistory {
            visit: Some(visit),
            changes_since_visit: Arc::new(vec![entry.clone()]),
            ..ObservedHistory::default()
        };
        let app = app(
            lang,
            NOON,
            Snapshot { history: Arc::new(observed), ..loaded_snapshot(ConnectionState::Online) },
        );
        let text = status_line(&app).changes.unwrap().text;
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn the_language_that_is_spoken_now_is_named() {
    let mut app = app(Lang::En, NOON, loaded_snapshot(ConnectionState::Online));
    for expected in ["Langue : français", "Language: English"] {
        app.dispatch(crate::shell::action::Action::Run(ActionId::SwitchLanguage), NOON.parse().unwrap());
        let newest = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap());
        assert_eq!(plain_spaces(&newest.text), expected);
    }
    assert_eq!(app.cx.toasts().len(), 1, "only the last toast remains");
}

/// Returns a pending update after some attempts.
fn waiting_write(id: i64, not_before: &str, attempts: u32) -> PendingWrite {
    PendingWrite {
        id: WriteId(id),
        kind: WriteKind::Update,
        record: "a".into(),
        label: "Le Parc, Lyon".into(),
        fields: Fields::default(),
        base: Fields::default(),
        state: WriteState::Waiting { not_before: not_before.parse().unwrap() },
        attempts,
        created_at: NOON.parse().unwrap(),
        key: "key".into(),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
    }
}

#[test]
fn rate_limit_is_consistent_in_status_line_and_writes() {
    let snapshot =
        loaded_snapshot(ConnectionState::RateLimited { until: "2026-11-20T12:01:15Z".parse().unwrap() });
    let write = waiting_write(1, NOON, 0);
    let app = app(Lang::En, NOON, snapshot);
    let line = status_line(&app).freshness.text;
    assert!(line.contains("rate limited: 1:20 left"), "{line}");
    assert_eq!(write_view(&app, &write).state, "retrying in 1:20");
}

#[test]
fn retrying_writes_differ_from_pending_writes_while_online() {
    let reported = |connection: ConnectionState, writes: Vec<PendingWrite>| {
        let snapshot =
            Snapshot { writes: Arc::new(writes.into_iter().collect()), ..loaded_snapshot(connection) };
        status_line(&app(Lang::En, NOON, snapshot)).joined_writes().unwrap()
    };
    let rejected = || waiting_write(1, "2026-11-20T12:00:07Z", 2);
    let alone = reported(ConnectionState::Online, vec![rejected()]);
    assert_eq!(alone.short, "↑ 1 retrying at 12:00:07");
    assert_eq!(alone.text, "1 change not accepted yet, retrying at 12:00:07");
    let among = vec![waiting_write(2, NOON, 0), waiting_write(3, "2026-11-20T12:00:05Z", 1), rejected()];
    let line = reported(ConnectionState::Online, among.clone());
    assert_eq!(line.short, "↑ 1 pending  ↑ 2 retrying at 12:00:05");
    assert_eq!(line.tone, Tone::Pending);
    // If nothing can be sent, the connection item states the reason.
    assert_eq!(reported(offline(), among).short, "↑ 3 pending");
    // A due write is about to be sent.
    let due = reported(ConnectionState::Online, vec![waiting_write(1, NOON, 2)]);
    assert_eq!(due.short, "↑ 1 pending");
}

#[test]
fn status_line_separates_pending_from_rejected_changes() {
    let problem = crate::model::pending_write::WriteProblem {
        recovered: false,
        kind: crate::error::ErrorKind::Forbidden,
        status: Some(403),
        title: "Forbidden".into(),
        detail: "no".into(),
        scope: None,
        route_id: None,
        reason_code: None,
        request_id: None,
    };
    let rejected = PendingWrite {
        record: "b".into(),
        state: WriteState::Rejected(problem.into()),
        ..waiting_write(2, NOON, 1)
    };
    let snapshot = Snapshot {
        writes: Arc::new(vec![waiting_write(1, NOON, 0), rejected].into()),
        ..loaded_snapshot(ConnectionState::Online)
    };
    let line = status_line(&app(Lang::En, NOON, snapshot));
    let text: Vec<_> = line.writes.iter().map(|item| (item.tone, item.text.as_str())).collect();
    let wanted = [(Tone::Pending, "1 change pending"), (Tone::Problem, "1 change rejected")];
    assert_eq!(text, wanted);
    let all = line.joined_writes().unwrap();
    assert_eq!(all.short, "↑ 1 pending  × 1 rejected");
    assert_eq!(all.tone, Tone::Problem);
}

#[test]
fn unsent_creations_do_not_count_as_loaded_deals() {
    const NEW: &str = "new-00000000-0000-4000-8000-000000000001";
    let create = PendingWrite { kind: WriteKind::Create, record: NEW.into(), ..waiting_write(1, NOON, 0) };
    let of = |deal: &str| {
        let mut deals = ColumnStoreBuilder::default();
        deals.push(&RowData { id: deal.into(), ..RowData::default() });
        let snapshot = Snapshot {
            deals: Arc::new(deals.finish()),
            writes: Arc::new(vec![create.clone()].into()),
            ..loaded_snapshot(ConnectionState::Online)
        };
        let line = status_line(&app(Lang::En, NOON, snapshot));
        line.coverage.unwrap().text
    };
    assert_eq!(of(NEW), "19/19 deals");
    // The created deal has arrived under its own identifier.
    assert_eq!(of("d"), "20/20 deals");
}
