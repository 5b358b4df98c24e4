//! Comparison of snapshots, to skip needless repaints. A sync that found no changes must not wake the front ends, so
//! `looks_alike` ignores fetch timestamps. Screens print absolute times, which stay correct;
//! `App::next_tick` schedules the repaints that the passage of time requires.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;

use crate::contract::record::Record;
use crate::error::Error;
use crate::model::discovery::ListStatus;
use crate::model::resources::permissions::{Permission, Permissions};
use crate::model::watched::Watched;

use crate::model::fetched::Fetched;
use crate::model::resources::resource_list::ResourceList;
use crate::model::snapshot::{ConnectionState, DealDetail, Inbox, Snapshot};

/// Returns whether a screen without single requests looks the same with both snapshots.
pub(in crate::engine) fn looks_alike(old: &Snapshot, newer: &Snapshot) -> bool {
    Arc::ptr_eq(&old.deals, &newer.deals)
        && Arc::ptr_eq(&old.history, &newer.history)
        && old.flow.as_ref().map(Arc::as_ptr) == newer.flow.as_ref().map(Arc::as_ptr)
        && Arc::ptr_eq(&old.filter_data, &newer.filter_data)
        && Arc::ptr_eq(&old.writes, &newer.writes)
        && Arc::ptr_eq(&old.events, &newer.events)
        && Arc::ptr_eq(&old.learned_codes, &newer.learned_codes)
        && Arc::ptr_eq(&old.loaded_routes, &newer.loaded_routes)
        && (old.handled, old.as_of) == (newer.handled, newer.as_of)
        && old.status_totals == newer.status_totals
        && old.settings == newer.settings
        && old.storage == newer.storage
        && same_failure(old.deals_error.as_ref(), newer.deals_error.as_ref())
        && same_coverage(old, newer)
        && same_permissions(&old.permissions, &newer.permissions)
        && same_connection(&old.connection, &newer.connection)
        && same_each(&old.resources, &newer.resources, same_list)
        && same_each(&old.details, &newer.details, same_detail)
        && same_value(&old.entity, &newer.entity, |value| value.record())
        && same_value(&old.portfolio, &newer.portfolio, |value| value.record())
        && same_inbox(&old.inbox, &newer.inbox)
}

/// Compares coverage; a running sync is not shown, so it does not count.
fn same_coverage(old: &Snapshot, newer: &Snapshot) -> bool {
    let (old, newer) = (old.coverage, newer.coverage);
    (old.complete_at.is_some(), old.fetched, old.total)
        == (newer.complete_at.is_some(), newer.fetched, newer.total)
        && (old.in_unknown_status, old.count_mismatch) == (newer.in_unknown_status, newer.count_mismatch)
}

/// Compares routes and their responses; the time of the last request does not count.
fn same_permissions(old: &Arc<Permissions>, newer: &Arc<Permissions>) -> bool {
    fn visible_response(right: &Permission) -> (&str, &str, u16, Option<&str>) {
        (&right.method, &right.path, right.status, right.scope.as_deref())
    }
    Arc::ptr_eq(old, newer) || old.iter().map(visible_response).eq(newer.iter().map(visible_response))
}

/// Compares connection states; those with a countdown always differ.
fn same_connection(old: &ConnectionState, newer: &ConnectionState) -> bool {
    match (old, newer) {
        (ConnectionState::Online, ConnectionState::Online) => true,
        (ConnectionState::Slow { since: old }, ConnectionState::Slow { since: newer }) => old == newer,
        _ => false,
    }
}

/// Compares failures; a repeated rejection counts as the same.
fn same_failure(old: Option<&Error>, newer: Option<&Error>) -> bool {
    match (old, newer) {
        (Some(old), Some(newer)) => newer.same_except_request_id(old),
        (old, newer) => old.is_none() && newer.is_none(),
    }
}

/// Compares fetched values; fetching a known value again does not count.
fn same_value<T>(old: &Fetched<T>, newer: &Fetched<T>, body: impl Fn(&T) -> &Record) -> bool {
    same_remote(old, newer, |old, newer| body(old) == body(newer))
}

fn same_remote<T>(old: &Fetched<T>, newer: &Fetched<T>, same: impl Fn(&T, &T) -> bool) -> bool {
    let same = match (&old.value, &newer.value) {
        (Some(old), Some(newer)) => Arc::ptr_eq(old, newer) || same(old, newer),
        (None, None) => old.loading == newer.loading || old.error.is_some(),
        _ => false,
    };
    same && same_failure(old.error.as_ref(), newer.error.as_ref())
}

fn same_inbox(old: &Arc<Inbox>, newer: &Arc<Inbox>) -> bool {
    Arc::ptr_eq(old, newer)
        || (old.fetched_at.is_some()
            && newer.fetched_at.is_some()
            && old.mode == newer.mode
            && old.items == newer.items
            && same_failure(old.error.as_ref(), newer.error.as_ref()))
}

/// Compares maps: same keys, and values that look the same.
fn same_each<K: PartialEq, T>(
    old: &Arc<BTreeMap<K, T>>,
    newer: &Arc<BTreeMap<K, T>>,
    same: impl Fn(&T, &T) -> bool,
) -> bool {
    Arc::ptr_eq(old, newer)
        || (old.len() == newer.len()
            && old.iter().zip(&**newer).all(|((a, old), (b, newer))| a == b && same(old, newer)))
}

fn same_list(old: &ResourceList, newer: &ResourceList) -> bool {
    // Before the first response, the screen shows whether a request is running.
    let is_known = |list: &ResourceList| list.fetched_at.is_some() || list.error.is_some();
    (is_known(old) && is_known(newer) || (old.loading, is_known(old)) == (newer.loading, is_known(newer)))
        && same_list_status(&old.status, &newer.status)
        && (Arc::ptr_eq(&old.records, &newer.records) || old.records == newer.records)
        && same_watched(&old.watched, &newer.watched)
        && same_failure(old.error.as_ref(), newer.error.as_ref())
}

/// Compares probe outcomes, ignoring when the route answered.
fn same_list_status(old: &ListStatus, newer: &ListStatus) -> bool {
    let visible_outcome = |status: &ListStatus| {
        let outcome = status.outcome.as_ref();
        outcome.map(|outcome| (outcome.result, outcome.status, outcome.scope.clone(), outcome.detail.clone()))
    };
    (old.kind, old.mode, &old.path, &old.form) == (newer.kind, newer.mode, &newer.path, &newer.form)
        && visible_outcome(old) == visible_outcome(newer)
}

/// Compares watched ids, ignoring when the server was asked.
fn same_watched(old: &[Watched], newer: &[Watched]) -> bool {
    old.len() == newer.len()
        && old.iter().zip(newer).all(|(old, newer)| {
            (&old.id, old.origin, old.status, &old.reason)
                == (&newer.id, newer.origin, newer.status, &newer.reason)
        })
}

fn same_detail(old: &DealDetail, newer: &DealDetail) -> bool {
    Arc::ptr_eq(&old.history, &newer.history)
        && same_value(&old.deal, &newer.deal, |deal| deal.record())
        && same_remote(&old.notes, &newer.notes, |old, newer| {
            old.len() == newer.len()
                && old.iter().zip(newer).all(|(old, newer)| old.record() == newer.record())
        })
}

/// Returns when the newest full sync ended; callable from any thread.
pub type LastSyncQuery = Arc<dyn Fn() -> Option<Timestamp> + Send + Sync>;

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::client::LogEntry;
    use crate::contract::ids::RequestId;
    use crate::contract::models::portfolio::PortfolioSummary;
    use crate::contract::operation::{Method, OperationId};
    use crate::discovery::record_request;
    use crate::error::Error;
    use crate::model::resources::list_source::ListMode;
    use crate::model::resources::probe_result::{ProbeOutcome, ProbeResult};
    use crate::model::resources::resource_kind::ResourceKind;
    use crate::model::snapshot::{Coverage, RequestLine};
    use crate::model::watched::Origin;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn portfolio(json: &str, second: i64) -> Fetched<PortfolioSummary> {
        Fetched {
            value: Some(Arc::new(PortfolioSummary::from_record(Record::parse(json).unwrap()).unwrap())),
            fetched_at: Some(at(second)),
            ..Fetched::default()
        }
    }

    fn rights(status: u16, second: u64) -> Permissions {
        let mut rights = Permissions::default();
        record_request(
            &mut rights,
            &LogEntry {
                at: SystemTime::UNIX_EPOCH + Duration::from_secs(second),
                method: Method::Get,
                route: "/deals".into(),
                query: "".into(),
                operation: Some(OperationId::DealsList),
                status: Some(status),
                fault: None,
                request_id: RequestId::new("r").unwrap(),
                key: None,
                attempt: 1,
                duration: Duration::ZERO,
            },
        );
        rights
    }

    fn read() -> Snapshot {
        Snapshot {
            connection: ConnectionState::Online,
            permissions: Arc::new(rights(200, 0)),
            coverage: Coverage {
                fetched: 2,
                total: Some(2),
                complete_at: Some(at(0)),
                ..Coverage::default()
            },
            portfolio: portfolio("{\"total_operations\":3}", 0),
            inbox: Arc::new(Inbox { fetched_at: Some(at(0)), ..Inbox::default() }),
            ..Snapshot::default()
        }
    }

    #[test]
    fn refetched_equal_data_is_not_a_visual_change() {
        let before = read();
        let mut newer =
            Snapshot { revision: 9, requests: Arc::new(Vec::<RequestLine>::new()), ..before.clone() };
        newer.coverage.complete_at = Some(at(20));
        newer.portfolio = portfolio("{\"total_operations\":3}", 20);
        newer.inbox = Arc::new(Inbox { fetched_at: Some(at(20)), ..Inbox::default() });
        newer.permissions = Arc::new(rights(200, 20));
        newer.entity.loading = false;
        assert!(looks_alike(&before, &newer));
        newer.portfolio.loading = true;
        newer.coverage.syncing = true;
        assert!(looks_alike(&before, &newer), "what is read again is no news");
        newer.coverage.complete_at = Some(at(86_400));
        assert!(looks_alike(&before, &newer), "the moment that is told stays true");
    }

    #[test]
    fn repeated_rejection_is_not_a_visual_change() {
        let rejected = |number: &str, why: &str| {
            let body = format!(r#"{{"title": "Forbidden", "detail": "{why}"}}"#);
            let problem = crate::contract::problem::Problem::parse(body.as_bytes(), true);
            Error::from_status(403, problem).with_request_id(number.parse().unwrap())
        };
        let with = |error: Error| Snapshot { deals_error: Some(error), ..read() };
        let before = with(rejected("r-1", "scope deals:read"));
        let like = |newer: Snapshot| {
            let newer = Snapshot { deals_error: newer.deals_error, ..before.clone() };
            looks_alike(&before, &newer)
        };
        assert!(like(with(rejected("r-2", "scope deals:read"))));
        assert!(!like(with(rejected("r-2", "another scope"))));
        assert!(!like(read()));
    }

    #[test]
    fn visible_changes_count_as_a_visual_difference() {
        type Change = fn(&mut Snapshot);
        let changes: [(&str, Change); 10] = [
            ("another figure", |it| {
                it.portfolio = portfolio("{\"total_operations\":4}", 20);
            }),
            ("one more in a status", |it| {
                it.status_totals = Arc::new([("ic".to_owned(), 3)].into());
            }),
            ("the pipeline moved", |it| it.deals = Arc::default()),
            ("a word to the person", |it| it.events = Arc::default()),
            ("one more was read", |it| it.coverage.fetched = 3),
            ("nothing of it is whole any more", |it| {
                it.coverage.complete_at = None;
            }),
            ("a part can't be read", |it| {
                it.entity.error = Some(Error::interrupted());
            }),
            ("the pipeline can't be read", |it| {
                it.deals_error = Some(Error::interrupted());
            }),
            ("the key may do less", |it| {
                it.permissions = Arc::new(rights(403, 1));
            }),
            ("slow", |it| it.connection = ConnectionState::Slow { since: at(1) }),
        ];
        for (what, change) in changes {
            let mut newer = read();
            // Unchanged parts are shared, as in the engine's snapshots.
            let before = newer.clone();
            assert!(looks_alike(&before, &newer));
            change(&mut newer);
            assert!(!looks_alike(&before, &newer), "{what}");
        }
    }

    fn inbox() -> Inbox {
        Inbox { fetched_at: Some(at(0)), ..Inbox::default() }
    }

    fn unloaded_list() -> ResourceList {
        ResourceList {
            status: crate::model::discovery::DiscoveryState::default().list_status(ResourceKind::Tasks),
            records: Arc::default(),
            watched: Arc::default(),
            fetched_at: None,
            error: None,
            loading: false,
        }
    }

    /// Returns a list with one record and one watched id, of which everything was asked at `second`.
    fn list(second: i64) -> ResourceList {
        let mut list = ResourceList { fetched_at: Some(at(second)), ..unloaded_list() };
        list.status.outcome = Some(ProbeOutcome {
            result: ProbeResult::Open,
            path: "/tasks".into(),
            status: Some(200),
            scope: None,
            detail: None,
            request_id: None,
            at: at(second),
        });
        list.records = Arc::new(vec![Record::parse(r#"{"id":"t"}"#).unwrap()]);
        list.watched = Arc::new(vec![Watched {
            id: "w".into(),
            origin: Origin::Entered,
            added_at: at(0),
            checked_at: Some(at(second)),
            status: Some(200),
            reason: None,
        }]);
        list
    }

    #[test]
    fn list_looks_different_only_if_its_content_does() {
        let same = |change: fn(&mut ResourceList)| {
            let mut newer = list(20);
            change(&mut newer);
            same_list(&list(0), &newer)
        };
        assert!(same(|_| {}), "asked again");
        assert!(same(|list| list.loading = true), "being asked again");
        let changes: [fn(&mut ResourceList); 9] = [
            |list| list.status.mode = ListMode::Watched,
            |list| list.status.path = "/users/me/tasks".into(),
            |list| list.status.outcome = None,
            |list| list.records = Arc::default(),
            |list| list.watched = Arc::default(),
            |list| Arc::make_mut(&mut list.watched)[0].id = "other".into(),
            |list| Arc::make_mut(&mut list.watched)[0].status = Some(404),
            |list| list.error = Some(Error::interrupted()),
            |list| *list = ResourceList { fetched_at: None, ..list.clone() },
        ];
        for (index, change) in changes.into_iter().enumerate() {
            assert!(!same(change), "change {index}");
        }
        // Before the first response, the screen shows that a request is running.
        let (idle, loading) = (unloaded_list(), ResourceList { loading: true, ..unloaded_list() });
        assert!(
            same_list(&idle, &idle.clone()) && !same_list(&idle, &loading) && !same_list(&loading, &idle)
        );
        assert!(!same_list(&loading, &ResourceList { error: Some(Error::interrupted()), ..loading.clone() }));
    }

    #[test]
    fn inbox_looks_different_only_if_its_content_does() {
        let same = |newer: Inbox| same_inbox(&Arc::new(inbox()), &Arc::new(newer));
        assert!(same(Inbox { fetched_at: Some(at(20)), loading: true, ..inbox() }));
        assert!(!same(Inbox { fetched_at: None, ..inbox() }), "not loaded");
        assert!(!same_inbox(&Arc::new(Inbox::default()), &Arc::new(inbox())), "loaded for the first time");
        assert!(!same(Inbox { mode: ListMode::Watched, ..inbox() }));
        assert!(!same(Inbox { error: Some(Error::interrupted()), ..inbox() }));
    }

    #[test]
    fn maps_look_alike_with_equal_keys_and_values() {
        let map = |pairs: &[(&'static str, i32)]| Arc::new(pairs.iter().copied().collect::<BTreeMap<_, _>>());
        let same = |old: &[_], newer: &[_]| same_each(&map(old), &map(newer), |a, b| a.abs() == b.abs());
        assert!(same(&[("a", 1), ("b", 2)], &[("a", -1), ("b", 2)]));
        assert!(!same(&[("a", 1)], &[("a", 1), ("b", 2)]) && !same(&[("a", 1), ("b", 2)], &[("a", 1)]));
        assert!(!same(&[("a", 1)], &[("b", 1)]) && !same(&[("a", 1)], &[("a", 2)]));
    }

    #[test]
    fn slow_connection_looks_alike_since_the_same_moment() {
        let slow = |second| ConnectionState::Slow { since: at(second) };
        assert!(same_connection(&slow(1), &slow(1)));
        assert!(!same_connection(&slow(1), &slow(2)) && !same_connection(&slow(1), &ConnectionState::Online));
    }

    #[test]
    fn deal_looks_different_only_if_its_content_does() {
        let shown = DealDetail::default();
        assert!(same_detail(&shown, &DealDetail { history: shown.history.clone(), ..DealDetail::default() }));
        let mut newer = DealDetail { history: shown.history.clone(), ..DealDetail::default() };
        newer.deal.error = Some(Error::interrupted());
        assert!(!same_detail(&shown, &newer));
        let mut newer = DealDetail { history: shown.history.clone(), ..DealDetail::default() };
        newer.notes.value = Some(Arc::default());
        assert!(!same_detail(&shown, &newer));
        assert!(!same_detail(&shown, &DealDetail::default()), "another history");
    }
}
