//! The invariants.

use std::collections::BTreeMap;

use encours_core::contract::ids::is_temporary;
use encours_core::contract::models::deal::Deal;
use encours_core::model::pending_write::{PendingWrite, WriteKind, WriteState};
use encours_core::model::snapshot::Snapshot;
use rusqlite::{Connection, OpenFlags};

use crate::ledger::marks;
use crate::program::{Program, newest_event};
use crate::simulation::{DATA_KEY, Simulation};
use crate::world::OBSERVER;
use crate::{disk, world};

/// The part of a deal that is compared with the screens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DealTruth {
    pub id: String,
    pub name: String,
    pub status: String,
    pub owner: String,
}

impl DealTruth {
    /// Returns the part of a deal that the server sent.
    pub fn from_deal(deal: &Deal) -> Self {
        let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
        Self {
            id: deal.id().as_str().to_owned(),
            name: text(deal.name()),
            status: text(deal.status()),
            owner: text(deal.responsable()),
        }
    }
}

fn fail(violation: String) {
    world::with(|world| world.fail(violation));
}

/// Checks what must hold after every turn.
pub fn after_turn(simulation: &mut Simulation) {
    let mut summary = String::new();
    for (number, program) in simulation.programs.iter_mut().enumerate() {
        let Some(program) = program else { continue };
        let snapshot = program.snapshot();
        for write in snapshot.writes.iter() {
            let body = write.fields.to_body();
            world::with(|world| {
                for mark in marks(&body) {
                    world.ledger.acknowledge(mark);
                    if write.kind == WriteKind::Create {
                        world.ledger.note_creation(mark, &write.record);
                    }
                }
                if write.kind == WriteKind::Delete {
                    world.ledger.acknowledge_deletion(&write.record);
                }
            });
        }
        check_screen(number, &snapshot);
        check_answers(number, program, &snapshot);
        let (writes, deals) = (snapshot.writes.len(), snapshot.deals.len());
        let line = format!(
            " {number}: {} handled, {writes} writes, {deals} deals, {}",
            snapshot.handled, snapshot.revision
        );
        summary.push_str(&line);
    }
    let operations = disk::with(|disk| disk.operations).unwrap_or_default();
    let summary = format!("{operations} operations;{summary}");
    if summary == simulation.summary {
        return;
    }
    world::with(|world| world.note(&summary));
    simulation.summary = summary;
    check_outbox(simulation);
    if operations.is_multiple_of(16) {
        check_secrets();
    }
}

/// The screen is what the server confirmed, with the pending writes applied.
fn check_screen(number: usize, snapshot: &Snapshot) {
    // By the id at the server: a created deal can have changes under both ids.
    let mut expected: BTreeMap<String, (&str, String)> = BTreeMap::new();
    let mut deleted = Vec::new();
    for write in snapshot.writes.iter() {
        let id = world::with(|world| world.ledger.real_id(&write.record).to_owned());
        let is_live = matches!(
            write.state,
            WriteState::Scheduled { .. } | WriteState::Waiting { .. } | WriteState::Sending
        );
        match write.kind {
            _ if !is_live => {
                expected.remove(&id);
            }
            WriteKind::Create | WriteKind::Update => {
                if let Some(owner) = write.fields.text("responsable") {
                    expected.insert(id, (&write.record, owner.into_owned()));
                }
            }
            WriteKind::Delete => deleted.push(&*write.record),
            _ => {}
        }
    }
    for (id, (record, owner)) in &expected {
        let found = snapshot.deals.find(record).or_else(|| snapshot.deals.find(id));
        let row = found.and_then(|ix| snapshot.deals.row(ix));
        // A created deal replaces its temporary one, although the response was lost.
        let created = || snapshot.deals.rows().find(|row| row.owner == owner && is_temporary(record));
        let shown = row.or_else(created).map(|row| row.owner);
        // Deals whose reading failed are not shown until the next sync.
        let is_unread = || snapshot.deals.rows().all(|row| row.service_id().is_empty());
        let is_gone = || is_unread() || world::with(|world| world.ledger.is_deleted(record));
        if shown != Some(&**owner)
            && !is_gone()
            && !deleted.contains(record)
            && !deleted.contains(&&**id)
            && snapshot.coverage.complete_at.is_some()
        {
            fail(format!("{number} shows {shown:?} for {record} instead of the pending {owner}"));
        }
    }
    for record in deleted {
        if snapshot.deals.find(record).is_some() {
            fail(format!("{number} shows {record}, which is to be deleted"));
        }
    }
    for row in snapshot.deals.rows() {
        let sets = |write: &PendingWrite| write.fields.text("responsable").as_deref() == Some(row.owner);
        let is_pending = snapshot.writes.iter().any(|write| write.record == row.id || sets(write));
        if !is_pending && !row.service_id().is_empty() {
            let is_confirmed = world::with(|world| world.ledger.had_owner(row.id, row.owner));
            if !is_confirmed {
                fail(format!("{number} shows {} for {}, which the server never had", row.owner, row.id));
            }
        }
    }
}

/// A change that was accepted is pending, done or reported: nothing vanishes in silence.
fn check_answers(number: usize, program: &mut Program, snapshot: &Snapshot) {
    program.unanswered.retain(|(effect, mark, event)| {
        if *effect > snapshot.handled {
            return true;
        }
        let is_reported = newest_event(snapshot) > *event;
        if !is_reported && !world::with(|world| world.ledger.is_answered(mark)) {
            fail(format!("{number} has dropped {mark} without an answer"));
        }
        false
    });
}

/// Nothing acknowledged is lost.
fn check_outbox(simulation: &Simulation) {
    let rows = match read_outbox(simulation) {
        Ok(rows) => rows,
        Err(error) => return fail(format!("the outbox cannot be read: {error}")),
    };
    world::with(|world| {
        if let Some(lost) = world.ledger.find_lost(&rows).cloned() {
            world.fail(format!("{} of {} is lost: {lost:?}", lost.mark, lost.deal));
        }
    });
}

/// Returns record and body of each entry of the outbox, from the file.
fn read_outbox(simulation: &Simulation) -> rusqlite::Result<Vec<(String, String)>> {
    disk::with(|disk| disk.set_current(OBSERVER));
    let file = simulation.dir().join("outbox.db");
    if !file.exists() {
        return Ok(Vec::new());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(file, flags)?;
    if cfg!(feature = "encryption") {
        db.execute_batch(&format!("PRAGMA key = \"x'{DATA_KEY}'\""))?;
    }
    db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    let has_table = "SELECT 1 FROM sqlite_schema WHERE name = 'outbox'";
    if !db.prepare(has_table)?.exists([])? {
        return Ok(Vec::new());
    }
    let mut rows = db.prepare("SELECT record, body FROM outbox ORDER BY seq")?;
    let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// No file contains a secret, or a text of a deal in an encrypted profile.
fn check_secrets() {
    let mut secrets = world::with(|world| world.secrets.clone());
    if cfg!(feature = "encryption") {
        secrets.push(DATA_KEY.to_owned());
        secrets.extend(world::with(|world| world.deal_texts.clone()));
    }
    match disk::with(|disk| disk.find_secret(&secrets)) {
        Some(Ok(Some(path))) => fail(format!("{} contains a secret", path.display())),
        Some(Err(error)) => fail(error.to_string()),
        _ => {}
    }
}

/// Returns whether no program has anything to do.
pub fn is_at_rest(simulation: &Simulation) -> bool {
    simulation.programs.iter().all(|program| {
        program.as_ref().is_some_and(|program| {
            let snapshot = program.snapshot();
            let is_synced = snapshot.coverage.complete_at.is_some() && !snapshot.coverage.syncing;
            is_synced
                && snapshot.deals_error.is_none()
                && snapshot.writes.iter().all(PendingWrite::is_blocked)
        })
    })
}

/// Checks what must hold once everything is at rest: the screens show what the server has.
pub fn at_rest(simulation: &Simulation, truth: &[DealTruth]) {
    check_secrets();
    for (number, program) in simulation.programs.iter().enumerate() {
        let Some(program) = program else { continue };
        let snapshot = program.snapshot();
        let is_pending = |id: &str| snapshot.writes.iter().any(|write| write.record == id);
        let mut shown: Vec<DealTruth> = snapshot
            .deals
            .rows()
            .map(|row| DealTruth {
                id: row.id.to_owned(),
                name: row.name.to_owned(),
                status: row.status.to_owned(),
                owner: row.owner.to_owned(),
            })
            .collect();
        shown.retain(|deal| !is_pending(&deal.id));
        shown.sort();
        let truth: Vec<&DealTruth> = truth.iter().filter(|deal| !is_pending(&deal.id)).collect();
        if !shown.iter().eq(truth.iter().copied()) {
            let wrong = shown.iter().find(|deal| !truth.contains(deal));
            let missing = truth.iter().find(|deal| !shown.contains(deal));
            fail(format!("{number} shows {wrong:?} at rest, and not {missing:?}"));
        }
    }
}
