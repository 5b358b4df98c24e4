//! Tests of first-seen deals: a deal is new only if that is certain.

use super::world::{World, at, deal, in_status};
use super::*;
use crate::contract::patch::Fields;
use crate::model::history::history_entry::{Certainty, HistoryEntry};
use crate::model::history::status_since::StatusChangeTime;
use crate::model::history::time_in_status::{EventTime, status_stays};
use crate::store::{RecordKind, Store};

/// Deletes the history of a store, as damage would, and opens the store again.
fn lose_history(world: World) -> World {
    for name in ["history.db-wal", "history.db-shm"] {
        let _may_be_missing = std::fs::remove_file(world.dir.path().join(name));
    }
    let file = world.dir.path().join("history.db");
    std::fs::write(file, "not a database at all, and long enough").unwrap();
    world.reopen()
}

/// Returns the only entry of a deal.
fn only(world: &World, id: &str) -> HistoryEntry {
    let mut entries = world.entries(id);
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.remove(0)
}

fn edge(after: Option<i64>, timestamp: i64) -> EventTime {
    EventTime { not_before: after.map(at), at: at(timestamp) }
}

#[test]
fn lost_history_keeps_ages_and_marks_no_deal_new() {
    let mut world = World::new();
    let both = |b| [in_status("a", "ic"), in_status("b", b), in_status("c", "ic")];
    world.sync(&both("ic"), true);
    world.write(&in_status("a", "closing"), r#"{"status":"closing"}"#);
    world.sync(&[in_status("a", "closing"), in_status("b", "lost"), in_status("c", "ic")], true);
    let mut world = lose_history(world);
    world.sync(&[in_status("a", "closing"), in_status("b", "lost"), in_status("c", "ic")], true);
    let history = world.store.history();
    assert_eq!(history.changes_since(0).unwrap(), []);
    assert_eq!(history.appeared_since(at(0)).unwrap(), Vec::<String>::new());
    for (id, from) in [("a", edge(Some(20), 20)), ("b", edge(Some(10), 30)), ("c", edge(None, 40))] {
        let entry = only(&world, id);
        assert_eq!(
            (entry.certainty(), entry.is_ours, entry.at),
            (Certainty::Censored, false, from.at),
            "{entry:?}"
        );
        assert_eq!(status_stays(&[entry])[0].from, from, "{id}");
    }
}

#[test]
fn pruned_history_leaves_a_first_seen_entry() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true);
    world.sync(&[in_status("a", "closing")], true);
    world.now += 100;
    world.store.prune_history(at(world.now), at(world.now)).unwrap();
    let entry = only(&world, "a");
    assert_eq!(entry.certainty(), Certainty::Censored);
    assert_eq!(status_stays(&[entry])[0].from, edge(Some(10), 20));
}

#[test]
fn deal_moved_before_its_first_sync_is_not_new() {
    let mut world = World::new();
    world.write(&in_status("a", "closing"), r#"{"status":"closing"}"#);
    let entry = only(&world, "a");
    assert_eq!((entry.certainty(), entry.is_ours), (Certainty::Censored, false));
    assert_eq!(status_stays(&[entry])[0].from, edge(Some(10), 10));
    // A consistent pass did not contain this deal: another user has created it since, and then we moved it.
    world.sync(&[in_status("a", "closing")], true);
    world.write(&in_status("b", "lost"), r#"{"status":"lost"}"#);
    let entry = only(&world, "b");
    assert_eq!((entry.not_before, entry.at, entry.is_ours), (Some(at(15)), at(30), false));
    assert_eq!(status_stays(&[entry])[0].from, edge(Some(30), 30));
}

#[test]
fn deal_created_before_the_last_sync_is_not_new() {
    let mut world = World::new();
    let made = |id: &str, when: &str| deal(id, &format!(r#","status":"ic","created_at":"{when}""#));
    let known_deal = in_status("held", "ic");
    world.sync(std::slice::from_ref(&known_deal), true); // begins at 5
    let all = [
        known_deal,
        made("old", "1970-01-01T00:00:03Z"),
        // Fractions of a second may be missing: it may have been created after the sync began.
        made("same second", "1970-01-01T00:00:05Z"),
        made("since", "1970-01-01T00:00:12Z"),
        made("long ago", "1969-12-30"),
        made("that day", "1970-01-01"),
        made("unsaid", "soon"),
    ];
    world.sync(&all, true);
    let mut new = world.store.history().appeared_since(at(0)).unwrap();
    new.sort();
    assert_eq!(new, ["same second", "since", "that day", "unsaid"]);
    for id in ["old", "long ago"] {
        assert_eq!(only(&world, id).certainty(), Certainty::Censored);
        let stage = world.store.cache().get(RecordKind::Deal, "", id).unwrap().unwrap().status_since;
        assert_eq!(stage, Some(StatusChangeTime::AtLeast(at(20))), "{id}");
    }
    // Our own write does not make it new either.
    let fields = Fields::parse(r#"{"status":"ic"}"#).unwrap();
    let (fields, asked) = (&fields, at(24));
    let response = made("other", "1970-01-01T00:00:01Z");
    let cache = world.store.cache();
    cache
        .confirm(
            RecordKind::Deal,
            "",
            at(25),
            &response,
            RecordOrigin::Response { fields, requested_at: asked },
        )
        .unwrap();
    assert_eq!(only(&world, "other").certainty(), Certainty::Censored);
}

/// Converts the file to the format before id positions, with that version's pages.
fn as_format_2(world: World) -> World {
    let World { dir, store, now } = world;
    drop(store);
    let db = rusqlite::Connection::open(dir.path().join("history.db")).unwrap();
    let pages: Vec<(i64, Vec<u8>)> = db
        .prepare("SELECT seq, deals FROM entry WHERE kind = 'seen'")
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    for (seq, page) in pages {
        let mut old = Vec::new();
        FirstSeen::for_each(&page, |deal| {
            for text in [deal.id, deal.body] {
                old.extend_from_slice(&(text.len() as u32).to_le_bytes());
                old.extend_from_slice(text.as_bytes());
            }
            assert_eq!(deal.status_since, None);
            old.push(0);
            Ok(())
        })
        .unwrap();
        assert_ne!(old, page, "it is another form");
        db.execute("UPDATE entry SET deals = ?2 WHERE seq = ?1", (seq, old)).unwrap();
    }
    // Undo the additions of later formats.
    db.execute_batch("ALTER TABLE journal DROP COLUMN reason").unwrap();
    for table in ["entry", "journal", "mark", "missing", "point", "request"] {
        db.execute_batch(&format!("ALTER TABLE {table} DROP COLUMN sum")).unwrap();
    }
    db.pragma_update(None, "user_version", 2).unwrap();
    drop(db);
    World { store: Store::open(dir.path(), at(now)).unwrap(), dir, now }
}

#[test]
fn previous_format_pages_load_beside_new_pages() {
    let mut world = World::new();
    let first = [in_status("a", "ic"), in_status("b", "ic")];
    world.sync(&first, true);
    let told = |world: &World| {
        let mut told: Vec<_> = ["a", "b", "c"].map(|id| world.entries(id)).to_vec();
        told.push(world.store.history().changes_since(0).unwrap());
        let body_of =
            |id: &str| world.store.cache().get(RecordKind::Deal, "", id).unwrap().map(|deal| deal.body);
        (told, ["a", "b", "c"].map(body_of))
    };
    let before = told(&world);
    assert_eq!(before.1[0].as_deref(), Some(&*first[0].body));
    let mut world = as_format_2(world);
    assert_eq!(told(&world), before);
    let copy = world.dir.path().join("history.db.format-2");
    assert!(copy.exists(), "the file as it was is kept");
    let next = [in_status("a", "closing"), in_status("b", "ic"), in_status("c", "ic")];
    world.sync(&next, true);
    let after = told(&world);
    let world = world.reopen();
    assert_eq!(told(&world), after);
    for (body, wanted) in after.1.iter().zip(&next) {
        assert_eq!(body.as_deref(), Some(&*wanted.body));
    }
}
