//! Tests of queries of the history, of its marks, and of entries about deletions.

use super::world::{World, at, in_status};
use super::*;
use crate::contract::models::deal::SERVICE_TIMESTAMPS;
use crate::contract::patch::Fields;
use crate::model::history::history_entry::EntryKind;
use crate::model::history::visit::Visit;
use crate::store::RecordKind;

#[test]
fn earlier_end_of_a_visit_keeps_the_later_one() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true);
    world.sync(&[in_status("a", "closing")], true);
    let history = world.store.history();
    let both = Visit { seq: 2, at: at(21) };
    assert_eq!(history.end_visit(None, at(21)).unwrap(), both);
    assert_eq!(history.end_visit(Some(1), at(30)).unwrap(), both);
    assert_eq!(history.visit().unwrap(), Some(both));
    let again = Visit { seq: 2, at: at(40) };
    assert_eq!(history.end_visit(None, at(40)).unwrap(), again, "a new visit without news");
}

#[test]
fn appeared_deals_exclude_earlier_and_own_ones() {
    let mut world = World::new();
    let history = world.store.history().clone();
    assert_eq!((history.first_observed_at().unwrap(), history.seq_before(at(0)).unwrap()), (None, 0));
    world.sync(&[in_status("a", "ic")], true);
    let created = RecordOrigin::Created { requested_at: at(11) };
    world.store.cache().confirm(RecordKind::Deal, "", at(12), &in_status("own", "ic"), created).unwrap();
    world.sync(&["a", "b", "own"].map(|id| in_status(id, "ic")), true);
    world.sync(&["a", "b", "own"].map(|id| in_status(id, "closing")), true);
    assert_eq!(history.first_observed_at().unwrap(), Some(at(10)));
    assert_eq!(history.appeared_since(at(10)).unwrap(), ["b"]);
    assert_eq!(history.appeared_since(at(21)).unwrap(), [""; 0]);
    let before = [9, 10, 11, 13, 99].map(|second| history.seq_before(at(second)).unwrap());
    assert_eq!(before, [0, 0, 1, 2, history.latest().unwrap()]);
    // A clock that was wrong for some time.
    for (now, id) in [(90_000, "c"), (3_000, "d")] {
        world.now = now;
        world.sync(&[in_status(id, "ic")], false);
    }
    assert_eq!(history.appeared_since(at(80_000)).unwrap(), ["c"]);
}

#[test]
fn changes_of_a_deal_begin_at_their_time() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true);
    world.sync(&[in_status("a", "closing")], true);
    world.sync(&[], true);
    world.sync(&[in_status("a", "lost")], true);
    let history = world.store.history();
    let times = |since| -> Vec<i64> {
        history.changes_of("a", at(since)).unwrap().iter().map(|entry| entry.at.as_second()).collect()
    };
    assert_eq!(times(0), [20, 40], "neither its first sight nor its absence is a change");
    assert_eq!(times(21), [40]);
    assert_eq!(times(40), [40]);
    assert_eq!(times(41), [0; 0]);
}

#[test]
fn own_deletion_has_its_exact_time() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic"), in_status("b", "ic")], true);
    let cache = world.store.cache();
    cache.remove(RecordKind::Deal, "a", true, at(15)).unwrap();
    cache.remove(RecordKind::Deal, "b", false, at(15)).unwrap();
    let last = |id| world.entries(id).pop().unwrap();
    for (id, is_ours, earliest) in [("a", true, 15), ("b", false, 10)] {
        let entry = last(id);
        assert_eq!(
            (entry.is_ours, entry.not_before, entry.at),
            (is_ours, Some(at(earliest)), at(15)),
            "{id}"
        );
        let EntryKind::Deleted { .. } = entry.kind else { panic!("{entry:?}") };
    }
    world.sync(&[in_status("a", "lost"), in_status("b", "ic")], true);
    let entry = world.entries("a").pop().unwrap();
    let EntryKind::Restored { body } = &entry.kind else { panic!("{entry:?}") };
    assert!(body.contains("lost"), "{body}");
    let consistent_pass = at(5);
    assert_eq!((entry.not_before, entry.at), (Some(consistent_pass), at(20)));
}

#[test]
fn fields_dated_by_the_service_belong_to_own_changes() {
    let fields = |text: &str| Fields::parse(text).unwrap();
    let (moved, renamed) = (fields(r#"{"status":"ic"}"#), fields(r#"{"name":"N"}"#));
    let owner = |fields, name| {
        let response = RecordOrigin::Response { fields, requested_at: at(7) };
        response.write_time(name).is_some()
    };
    for name in SERVICE_TIMESTAMPS {
        assert!(owner(&moved, name), "{name} after a move");
        assert_eq!(owner(&renamed, name), name == "updated_at", "{name} after a new name");
    }
    assert!(owner(&renamed, "updated_at") && owner(&renamed, "name") && !owner(&renamed, "status"));
}

#[test]
fn token_changes_only_if_entries_are_rewritten() {
    let mut world = World::new();
    let first = world.store.history().token().unwrap();
    assert_ne!(first, 0);
    world.sync(&[in_status("a", "ic")], true);
    world.now += 100;
    let prune = |world: &World| world.store.prune_history(at(world.now), at(world.now)).unwrap();
    assert!(!world.store.history().prune_rewrites(at(world.now)).unwrap());
    assert_eq!((prune(&world), world.store.history().token().unwrap()), (0, first));
    world.sync(&[in_status("a", "closing")], true);
    world.now += 100;
    assert!(world.store.history().prune_rewrites(at(world.now)).unwrap());
    let mut world = world.reopen();
    assert_eq!(world.store.history().token().unwrap(), first);
    let amended = world.store.history().amended().unwrap();
    assert_eq!(prune(&world), 1, "first sight and change become one row");
    assert_ne!(world.store.history().token().unwrap(), first);
    assert_eq!(world.store.history().amended().unwrap(), amended + 1, "others must reload it");
    world.sync(&[in_status("a", "lost")], true);
    assert_eq!(world.store.history().amended().unwrap(), amended + 1, "a new entry changes no other");
}
