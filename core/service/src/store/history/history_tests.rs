use super::world::{World, at, deal, in_status, same_deals};
use crate::contract::patch::Fields;
use crate::model::history::history_entry::{Certainty, EntryKind};
use crate::model::history::omitted_status::without_omissions;
use crate::model::history::status_since::StatusChangeTime;
use crate::model::history::time_in_status::{DurationBounds, status_stays, total_time_in};
use crate::store::{ReceivedRecord, RecordKind, Store};
use std::time::Duration;

use super::*;

#[test]
fn first_sync_writes_one_row_per_page_without_changes() {
    let mut world = World::new();
    let page: Vec<ReceivedRecord> = (0..500).map(|n| in_status(&format!("d{n}"), "ic")).collect();
    world.sync(&page, true);
    let history = world.store.history();
    assert_eq!(history.latest().unwrap(), 1);
    assert_eq!(history.changes_since(0).unwrap(), []);
    let entries = world.entries("d7");
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].certainty(), Certainty::Censored);
    assert_eq!(
        world.store.cache().get(RecordKind::Deal, "", "d7").unwrap().unwrap().status_since,
        Some(StatusChangeTime::AtLeast(at(10)))
    );
}

#[test]
fn each_field_change_has_its_interval_and_author() {
    let mut world = World::new();
    world.sync(&[deal("a", r#","status":"ic","name":"Parc","x":0.10"#)], true);
    world.sync(&[deal("a", r#","status":"closing","name":"Parc","x":"0.1","y":[1]"#)], true);
    world.write(
        &deal("a", r#","status":"closing","responsable":"B","name":"Le Parc","y":[1]"#),
        r#"{"responsable":"B"}"#,
    );
    let told: Vec<_> = world.entries("a")[1..]
        .iter()
        .map(|entry| {
            let EntryKind::FieldChanged { name, before, after } = &entry.kind else { panic!("{entry:?}") };
            (
                name.clone(),
                before.clone().unwrap_or_default(),
                after.clone().unwrap_or_default(),
                entry.not_before.unwrap().as_second(),
                entry.at.as_second(),
                entry.is_ours,
            )
        })
        .collect();
    let line = |name: &str, before: &str, after: &str, from, to, ours| {
        (name.into(), before.into(), after.into(), from, to, ours)
    };
    assert_eq!(
        told,
        [
            // The consistent pass that ended at 10 showed other values at its start, and the body arrived at 10.
            line("status", "\"ic\"", "\"closing\"", 10, 20, false),
            line("y", "", "[1]", 10, 20, false),
            line("name", "\"Parc\"", "\"Le Parc\"", 20, 30, false),
            line("responsable", "", "\"B\"", 30, 30, true),
            line("x", "\"0.1\"", "", 20, 30, false),
        ]
    );
}

#[test]
fn own_write_seen_first_by_a_sync_is_attributed() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic"), in_status("b", "ic")], true);
    // The write is sent at 19, the sync shows it at 20, the response arrives at 21.
    world.sync(&[in_status("a", "closing"), in_status("b", "closing")], false);
    let fields = Fields::parse(r#"{"status":"closing"}"#).unwrap();
    let response = |asked| RecordOrigin::Response { fields: &fields, requested_at: at(asked) };
    let cache = world.store.cache();
    cache.confirm(RecordKind::Deal, "", at(21), &in_status("a", "closing"), response(19)).unwrap();
    // The value was already set before this request, by another user.
    cache.confirm(RecordKind::Deal, "", at(31), &in_status("b", "closing"), response(30)).unwrap();
    let last = |id| world.entries(id).pop().unwrap();
    assert_eq!((last("a").is_ours, last("a").certainty()), (true, Certainty::Exact));
    assert_eq!((last("b").is_ours, last("b").certainty()), (false, Certainty::Interval));
    let stage = |id| cache.get(RecordKind::Deal, "", id).unwrap().unwrap().status_since;
    assert_eq!(stage("a"), Some(StatusChangeTime::Exact(at(20))));
    assert_eq!(stage("b"), Some(StatusChangeTime::Interval { after: at(10), before: at(20) }));
}

#[test]
fn dated_own_write_seen_first_by_sync_is_exact() {
    let mut world = World::new();
    let dated =
        |status: &str, since: &str| deal("a", &format!(r#","status":"{status}","status_since":"{since}""#));
    world.sync(&[dated("ic", "2026-10-29")], true);
    world.sync(&[dated("closing", "2026-11-22")], false);
    let fields = Fields::parse(r#"{"status":"closing"}"#).unwrap();
    let source = RecordOrigin::Response { fields: &fields, requested_at: at(19) };
    let response = dated("closing", "2026-11-22");
    world.store.cache().confirm(RecordKind::Deal, "", at(21), &response, source).unwrap();
    let told = &world.entries("a")[1..];
    assert_eq!(told.len(), 2, "{told:?}");
    for entry in told {
        assert_eq!((entry.is_ours, entry.certainty()), (true, Certainty::Exact), "{entry:?}");
    }
}

#[test]
fn own_creation_seen_first_by_a_sync_is_attributed() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true);
    world.sync(&[in_status("a", "ic"), in_status("new", "sourcing")], false);
    let created = |asked| RecordOrigin::Created { requested_at: at(asked) };
    let cache = world.store.cache();
    cache.confirm(RecordKind::Deal, "", at(21), &in_status("new", "sourcing"), created(19)).unwrap();
    cache.confirm(RecordKind::Deal, "", at(22), &in_status("other", "ic"), created(22)).unwrap();
    for id in ["new", "other"] {
        let entries = world.entries(id);
        assert_eq!(entries.len(), 1, "{entries:?}");
        assert_eq!((entries[0].is_ours, entries[0].certainty()), (true, Certainty::Exact));
    }
    assert_eq!(
        cache.get(RecordKind::Deal, "", "new").unwrap().unwrap().status_since,
        Some(StatusChangeTime::Exact(at(20)))
    );
}

#[test]
fn own_creation_reported_as_new_becomes_one_own_entry() {
    for beside in [None, Some(in_status("theirs", "ic"))] {
        let mut world = World::new();
        world.sync(&[in_status("a", "ic")], true);
        let mine = in_status("mine", "sourcing");
        let mut shown = vec![in_status("a", "ic"), mine.clone()];
        shown.extend(beside.clone());
        world.sync(&shown, true);
        let told = |world: &World| -> Vec<(String, bool, Certainty)> {
            let entries = world.store.history().changes_since(0).unwrap();
            let told = entries.into_iter();
            told.map(|entry| (entry.deal.clone(), entry.is_ours, entry.certainty())).collect()
        };
        assert!(told(&world).contains(&("mine".to_owned(), false, Certainty::Interval)));
        let seen = world.now;
        let source = RecordOrigin::Created { requested_at: at(seen - 1) };
        world.store.cache().confirm(RecordKind::Deal, "", at(seen + 5), &mine, source).unwrap();
        let mut known = vec![("mine".to_owned(), true, Certainty::Exact)];
        if beside.is_some() {
            known.insert(0, ("theirs".to_owned(), false, Certainty::Interval));
        }
        assert_eq!(told(&world), known);
        assert_eq!(world.entries("mine")[0].at, at(seen), "as of when it was seen");
        let rebuilt = world.store.history().rebuild(at(seen)).unwrap();
        same_deals(&rebuilt, &world.stored()).unwrap();
    }
}

#[test]
fn own_creation_with_a_fuller_response_is_one_entry() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true);
    world.sync(&[in_status("a", "ic"), in_status("mine", "ic"), in_status("theirs", "ic")], true);
    let (asked, now) = (at(world.now - 1), at(world.now + 1));
    let response = deal("mine", r#","status":"ic","note":"x""#);
    let source = RecordOrigin::Created { requested_at: asked };
    world.store.cache().confirm(RecordKind::Deal, "", now, &response, source).unwrap();
    let told = world.store.history().changes_since(0).unwrap();
    let news: Vec<_> = told
        .iter()
        .filter(|entry| matches!(entry.kind, EntryKind::FirstSeen { .. }))
        .map(|entry| (entry.deal.as_str(), entry.is_ours))
        .collect();
    assert_eq!(news, [("theirs", false), ("mine", true)]);
    let rebuilt = world.store.history().rebuild(Timestamp::MAX).unwrap();
    same_deals(&rebuilt, &world.stored()).unwrap();
}

#[test]
fn own_creation_changed_before_its_response_keeps_its_changes() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true);
    let theirs = in_status("theirs", "ic");
    world.sync(&[in_status("a", "ic"), theirs.clone(), in_status("mine", "sourcing")], true);
    let asked = at(world.now - 1);
    let moved = in_status("mine", "closing");
    world.sync(&[in_status("a", "ic"), theirs, moved.clone()], true);
    let now = at(world.now + 1);
    let source = RecordOrigin::Created { requested_at: asked };
    world.store.cache().confirm(RecordKind::Deal, "", now, &moved, source).unwrap();
    let rebuilt = world.store.history().rebuild(Timestamp::MAX).unwrap();
    same_deals(&rebuilt, &world.stored()).unwrap();
    assert!(world.entries("mine").iter().any(|entry| entry.is_ours));
}

#[test]
fn missing_deals_are_not_deleted_and_reappear_as_known() {
    let mut world = World::new();
    let (a, b) = (in_status("a", "ic"), in_status("b", "ic"));
    let kinds = |world: &World| -> Vec<&'static str> {
        world
            .entries("b")
            .iter()
            .map(|entry| match entry.kind {
                EntryKind::FirstSeen { .. } => "seen",
                EntryKind::FieldChanged { .. } => "field",
                EntryKind::Missing => "not seen",
                EntryKind::Reappeared => "seen again",
                EntryKind::Deleted { .. } => "deleted",
                EntryKind::Restored { .. } => "back",
            })
            .collect()
    };
    world.sync(&[a.clone(), b.clone()], true);
    world.sync(std::slice::from_ref(&a), true);
    assert_eq!(kinds(&world), ["seen", "not seen"]);
    assert!(world.stored().contains_key("b"));
    world.sync(&[a.clone(), b.clone()], true);
    assert_eq!(kinds(&world), ["seen", "not seen", "seen again"]);
    // An inconsistent pass proves nothing.
    world.sync(std::slice::from_ref(&a), false);
    assert_eq!(kinds(&world).len(), 3);
    world.sync(std::slice::from_ref(&a), true);
    world.sync(std::slice::from_ref(&a), true);
    assert_eq!(kinds(&world)[3..], ["not seen", "deleted"], "two clean readings without it");
    assert!(!world.stored().contains_key("b"));
    let deleted = world.entries("b").pop().unwrap();
    assert_eq!(
        (deleted.not_before, deleted.is_ours),
        (Some(at(25)), false),
        "last seen by the clean reading that began at 25"
    );
    world.sync(&[a, b], true);
    assert_eq!(kinds(&world)[5..], ["back"]);
}

#[test]
fn observations_written_twice_are_recorded_once() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true);
    let mut seen = Observations::new(at(20));
    let bodies = (in_status("a", "ic").body, in_status("a", "closing").body);
    let asked = world.store.cache().write_seq().unwrap();
    seen.add_changed("a", (&bodies.0, &bodies.1), Some(at(10)), RecordOrigin::Fetched { request_seq: asked })
        .unwrap();
    // The process ends between the two files: the history has the change, the cache does not.
    world.store.history().append(&[seen]).unwrap();
    world.now = 20;
    world.sync(&[in_status("a", "closing")], true);
    assert_eq!(world.entries("a").len(), 2);
    world.sync(&[in_status("a", "ic")], true);
    world.sync(&[in_status("a", "closing")], true);
    assert_eq!(world.entries("a").len(), 4, "there and back again is told");
}

#[test]
fn store_without_history_rebuilds_it_from_the_cache() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true);
    world.sync(&[in_status("a", "closing")], true);
    for name in ["history.db", "history.db-wal", "history.db-shm"] {
        let _may_be_missing = std::fs::remove_file(world.dir.path().join(name));
    }
    let mut world = world.reopen();
    let stored = world.stored();
    same_deals(&world.store.history().rebuild(Timestamp::MAX).unwrap(), &stored).unwrap();
    world.sync(&[in_status("a", "lost")], true);
    assert_eq!(world.entries("a").len(), 2);
    assert_eq!(world.entries("a")[1].not_before, Some(at(20)));
}

#[test]
fn deals_keep_the_order_of_their_first_observation() {
    let mut world = World::new();
    world.sync(&["z", "a", "m"].map(|id| in_status(id, "ic")), true);
    world.sync(&["k", "z", "a", "m"].map(|id| in_status(id, "closing")), true);
    let order = |world: &World| -> Vec<String> {
        let mut deals: Vec<_> = world.store.history().rebuild(Timestamp::MAX).unwrap().into_iter().collect();
        deals.sort_by_key(|(_, deal)| deal.position);
        deals.into_iter().map(|(id, _)| id).collect()
    };
    assert_eq!(order(&world), ["z", "a", "m", "k"]);
    let now = at(world.now + 10);
    assert!(world.store.prune_history(now, now).unwrap() > 0);
    assert_eq!(order(&world), ["z", "a", "m", "k"], "forgotten as well");
}

#[test]
fn damaged_history_is_quarantined_and_reported() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic"), in_status("b", "ic")], true);
    world.sync(&[in_status("a", "closing"), in_status("b", "ic")], true);
    let World { dir, store, now } = world;
    drop(store);
    for name in ["history.db-wal", "history.db-shm"] {
        let _may_be_missing = std::fs::remove_file(dir.path().join(name));
    }
    std::fs::write(dir.path().join("history.db"), "not a database at all, and long enough").unwrap();
    let store = Store::open(dir.path(), at(now)).unwrap();
    let aside = store.quarantined_history().unwrap();
    assert!(aside.exists(), "nothing is thrown away");
    assert_eq!(store.history().entries_of("a").unwrap().len(), 1);
    // Data that was only in the lost file is fetched again.
    assert_eq!(store.cache().get(RecordKind::Deal, "", "b").unwrap(), None);
}

#[test]
fn latest_and_cumulative_time_have_their_bounds() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true); // 10: already existed
    world.sync(&[in_status("a", "closing")], true); // between 10 and 20
    world.write(&in_status("a", "ic"), r#"{"status":"ic"}"#); // at 30
    let stays = status_stays(&world.entries("a"));
    let statuses: Vec<&str> = stays.iter().map(|span| span.status.as_str()).collect();
    assert_eq!(statuses, ["ic", "closing", "ic"]);
    let lasting = |least, most: Option<u64>| DurationBounds {
        min: Duration::from_secs(least),
        max: most.map(Duration::from_secs),
    };
    assert_eq!(stays[0].duration(at(50)), lasting(0, None));
    assert_eq!(stays[1].duration(at(50)), lasting(10, Some(20)));
    assert_eq!(stays[2].duration(at(50)), lasting(20, Some(20)));
    assert!(stays[2].duration(at(50)).is_exact());
    assert_eq!(total_time_in(&stays, "ic", at(50)), Some(lasting(20, None)));
    assert_eq!(total_time_in(&stays, "closing", at(50)), Some(lasting(10, Some(20))));
    assert_eq!(total_time_in(&stays, "lost", at(50)), None);
}

#[test]
fn omitted_status_survives_pruning_and_a_lost_cache() {
    let mut world = World::new();
    let left_out = |id: &str| deal(id, r#","status":null,"x":1"#);
    world.sync(&["a", "b"].map(|id| in_status(id, "ic")), true);
    world.sync(&["a", "b"].map(|id| in_status(id, "closing")), true);
    world.sync(&["a", "b"].map(left_out), true);
    world.now += 100;
    world.store.prune_history(at(world.now), at(world.now)).unwrap();
    let mut world = world.discard_cache();
    same_deals(&world.store.history().rebuild(Timestamp::MAX).unwrap(), &world.stored()).unwrap();
    world.sync(&[in_status("a", "closing"), in_status("b", "lost")], true);
    let stage = |id| world.store.cache().get(RecordKind::Deal, "", id).unwrap().unwrap().status_since;
    assert_eq!(stage("a"), Some(StatusChangeTime::Interval { after: at(10), before: at(20) }));
    assert_eq!(
        stage("b"),
        Some(StatusChangeTime::Interval { after: at(20), before: at(world.now) }),
        "it may have moved since it was last given"
    );
    same_deals(&world.store.history().rebuild(Timestamp::MAX).unwrap(), &world.stored()).unwrap();
    // One entry for the moved deal, none for the deal whose status came back.
    let moves = |id: &str| {
        let entries = world.entries(id);
        let told = without_omissions(&entries);
        told.iter().filter(|entry| entry.is_change_of("status")).count()
    };
    assert_eq!((moves("a"), moves("b")), (0, 1));
}
