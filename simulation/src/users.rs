//! Random actions of the user of a program.

use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteKind};

use crate::ledger::ChangeKind;
use crate::program::Program;
use crate::world;

/// Statuses that every deal may have.
const STATUSES: [&str; 4] = ["sourcing", "screening", "ic", "term_sheet"];

/// Lets the user of `program` do something.
pub fn act(number: usize, program: &mut Program) {
    let snapshot = program.snapshot();
    let effect = world::with(|world| {
        let changes = world.ledger.changes.len();
        let row = snapshot.deals.rows().nth(world.rng.usize(..snapshot.deals.len().max(1)));
        let blocked: Vec<&PendingWrite> = snapshot.writes.iter().filter(|write| write.is_blocked()).collect();
        let undo_delay = Duration::from_millis([0, 2_000, 10_000][world.rng.usize(..3)]);
        let opens_at = world.now().saturating_add(undo_delay).unwrap_or_default();
        let mark = world.ledger.next_mark();
        let own_mark = mark.clone();
        let effect = match (world.rng.u8(..20), row) {
            (0..9, Some(row)) => {
                let (mut fields, mut base) = (Fields::new(), Fields::new());
                fields.set_text("responsable", &mark);
                base.set_text("responsable", row.owner);
                if world.rng.bool() {
                    fields.set_text("status", STATUSES[world.rng.usize(..STATUSES.len())]);
                    base.set_text("status", row.status);
                }
                let deal = DealId::new(row.id).ok()?;
                world.ledger.add(number, ChangeKind::Update, row.id, opens_at);
                Some(Effect::Update { deal, fields, base, label: row.name.to_owned(), undo_delay })
            }
            (9..11, Some(row)) => {
                // The owner before the last change, as undo restores it.
                let write = snapshot.writes.iter().rev().find(|write| write.record == row.id)?;
                let before = write.base.text("responsable")?;
                let (mut fields, mut base) = (Fields::new(), Fields::new());
                fields.set_text("responsable", &before);
                base.set_text("responsable", row.owner);
                world.ledger.give_up(row.owner);
                // A blocked write is not shown, and its undo discards it.
                world.ledger.give_up(&write.fields.to_body());
                world.ledger.allow_again(&before);
                let deal = DealId::new(row.id).ok()?;
                Some(Effect::Update { deal, fields, base, label: row.name.to_owned(), undo_delay })
            }
            (11..13, _) => {
                let mut fields = Fields::new();
                fields.set_text("name", &mark).set_text("responsable", "A. Martin");
                fields.set_text("status", "sourcing").set_text("classe_actif", "BUREAUX");
                let now = world.now();
                world.ledger.add(number, ChangeKind::Create, "", now);
                Some(Effect::Create { fields, label: mark })
            }
            (13, Some(row)) => {
                let mut base = Fields::new();
                base.set_text("responsable", row.owner).set_text("status", row.status);
                let deal = DealId::new(row.id).ok()?;
                world.ledger.give_up_deal(row.id);
                world.ledger.give_up(row.name);
                // Without its creation, a deal that the server does not have needs no deletion.
                if !row.service_id().is_empty() {
                    world.ledger.add(number, ChangeKind::Delete, row.id, opens_at);
                }
                Some(Effect::Delete { deal, base, label: row.name.to_owned(), undo_delay })
            }
            (14 | 15, _) => {
                let write = *blocked.get(world.rng.usize(..blocked.len().max(1)))?;
                let choice = world.rng.u8(..4);
                if choice < 2 {
                    world.ledger.give_up(&write.fields.to_body());
                    if write.kind == WriteKind::Delete {
                        world.ledger.give_up_deal(&write.record);
                    }
                }
                // A retry sends a write in doubt again, which the server may have applied.
                if choice == 2 || (choice == 3 && write.in_doubt) {
                    let sent = write.recreate_fields.as_ref().unwrap_or(&write.fields);
                    world.ledger.allow_again(&sent.to_body());
                }
                let resolve = |keep_mine| Effect::ResolveConflict { write: write.id, keep_mine, undo_delay };
                Some(match choice {
                    0 => Effect::Discard(write.id),
                    1 => resolve(Vec::new()),
                    2 => resolve(write.disputed_fields().names().map(str::to_owned).collect()),
                    _ => Effect::Retry(write.id),
                })
            }
            (16, Some(row)) => Some(Effect::LoadDeal(DealId::new(row.id).ok()?)),
            (17, _) => {
                world.lift_rate_limit(number);
                Some(Effect::Refresh)
            }
            (18, _) => {
                let name = format!("note.{}", world.rng.u8(..4));
                Some(Effect::SaveSetting { name, value: Some(mark) })
            }
            _ => None,
        };
        let is_change = world.ledger.changes.len() > changes;
        effect.map(|effect| (effect, is_change.then_some(own_mark)))
    });
    if let Some((effect, mark)) = effect {
        let name = format!("{effect:?}");
        let name = name.split(['{', '(']).next().unwrap_or_default().trim().to_owned();
        world::with(|world| {
            world.note(&format!("{number} user: {name} {}", mark.as_deref().unwrap_or_default()));
        });
        program.submit(effect, mark);
    }
}
