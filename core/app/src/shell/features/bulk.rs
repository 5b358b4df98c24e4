//! `App` methods for bulk changes.

use crate::changes::bulk::dry_run::Plan;
use crate::changes::bulk::model::{Bulk, BulkRows, BulkStage};
use crate::changes::bulk::run::{paced, shared};
use crate::changes::entry::entry_values::Entered;
use crate::contract::patch::Fields;
use crate::foundation::cx::bulk_row::{BulkState, BulkVerb};
use crate::foundation::cx::change::{Change, Gone};
use crate::foundation::cx::overlay::Layer;
use crate::foundation::cx::sheet::SheetKind;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteKind;
use crate::model::table::RowIx;
use crate::records::activity::conflict::again;
use crate::shell::app::App;
use std::collections::BTreeSet;

impl App {
    /// Plans a change of the selected deals without requesting anything.
    pub(crate) fn plan_bulk(&mut self, verb: BulkVerb) {
        let plan = self.plan(&verb);
        if plan.len() == 0 {
            return;
        }
        self.bulk_change.current = Some(Bulk {
            verb,
            rows: BulkRows::Plan(plan),
            asked: 0,
            stopping: false,
        });
        self.open_sheet(SheetKind::Bulk);
    }

    /// Moves the selected deals to a status, and to a swimlane's owner if given.
    pub(crate) fn move_selected(&mut self, status: String, owner: Option<String>) -> Vec<Effect> {
        self.change_selected(match owner {
            Some(owner) => BulkVerb::Lane { status, owner },
            None => BulkVerb::Status(status),
        })
    }

    /// Changes the selected deals, from key, pointer, menu, palette or drop. Runs at once if undo can revert everything
    /// and the user knows the number of deals. Otherwise the plan is shown first.
    pub(crate) fn change_selected(&mut self, verb: BulkVerb) -> Vec<Effect> {
        self.plan_bulk(verb);
        if self.bulk_change.is_shown_first(&self.cx) {
            return Vec::new();
        }
        self.cx.layer = Layer::None;
        self.run_bulk()
    }

    /// Computes the effect of `verb` on the selected deals.
    pub(crate) fn plan(&self, verb: &BulkVerb) -> Plan {
        let deals = &self.cx.snapshot.deals;
        let at = |id: &str| deals.find(id);
        let unborn = self
            .cx
            .snapshot
            .writes
            .iter()
            .filter(|write| write.kind == WriteKind::Create);
        let unborn: BTreeSet<RowIx> = unborn.filter_map(|write| at(&write.record)).collect();
        let mut plan = Plan {
            deals: deals.clone(),
            statuses: self
                .pipeline
                .lens
                .columns
                .iter()
                .map(|column| column.status.clone())
                .collect(),
            meant: self.cx.meant_statuses(),
            ..Plan::default()
        };
        plan.fill(verb, self.selected(), &unborn);
        plan
    }

    /// Handles Enter on the bulk overlay: starts the change, or closes the overlay.
    pub(crate) fn confirm_bulk(&mut self) -> Vec<Effect> {
        match &self.bulk_change.current {
            Some(bulk) if bulk.stage() == BulkStage::Plan && bulk.counts().planned > 0 => {
                // The window shows the progress elsewhere, so its overlay closes.
                if self.cx.options.beside {
                    self.cx.layer = Layer::None;
                }
                self.run_bulk()
            }
            _ => {
                self.cx.layer = Layer::None;
                Vec::new()
            }
        }
    }

    /// Starts the planned change, after a form for fields that its statuses require.
    pub(crate) fn run_bulk(&mut self) -> Vec<Effect> {
        if self.bulk_change.asks_for_planned(&mut self.cx) {
            return Vec::new();
        }
        self.run_entered(&Entered::default())
    }

    pub(crate) fn run_entered(&mut self, given: &Entered) -> Vec<Effect> {
        let Some(Bulk {
            verb,
            rows: BulkRows::Plan(plan),
            ..
        }) = self.bulk_change.current.take()
        else {
            return Vec::new();
        };
        let mut bulk = Bulk {
            rows: BulkRows::Run(plan.into_rows(&verb)),
            verb,
            asked: 0,
            stopping: false,
        };
        let hold = if bulk.verb == BulkVerb::Delete {
            self.cx.options.hold_delete
        } else {
            self.cx.options.hold
        };
        let mut effects = Vec::new();
        let mut changes = Vec::new();
        let verb = bulk.verb.clone();
        let mut alike: Option<(Fields, Fields)> = None;
        let mut kept = Vec::new();
        for row in bulk.under_way_mut() {
            if row.state != BulkState::Planned {
                continue;
            }
            kept.extend(self.cx.entered_row(row, &verb, given));
            let hold = hold + paced(effects.len());
            let (deal, label) = (row.deal.clone(), row.label.clone());
            row.state = BulkState::Waiting;
            if let Some((before, after)) = row.fields(&verb).map(|made| shared(made, &mut alike)) {
                self.cx.expect_behind(effects.len(), &deal, &after);
                changes.push(Change::Fields {
                    deal: deal.clone(),
                    label: label.clone(),
                    before: before.clone(),
                    after: after.clone(),
                });
                effects.push(Effect::Update {
                    deal,
                    fields: after,
                    base: before,
                    label,
                    hold,
                });
            } else {
                let table = &self.cx.snapshot.deals;
                let held = table.find(deal.as_str()).and_then(|ix| table.row(ix));
                changes.push(Change::Existence {
                    deal: deal.clone(),
                    label: label.clone(),
                    created: false,
                    again: held.map(|row| again(&row)).unwrap_or_default(),
                    gone: Gone::No,
                });
                effects.push(Effect::Delete {
                    base: self.cx.seen_of(&deal),
                    deal,
                    label,
                    hold,
                });
            }
        }
        let count = changes.len();
        let effects = self
            .cx
            .after_kept(&bulk.deals(|state| *state == BulkState::Waiting), kept, effects);
        self.clear_selection();
        self.cx.history.push(Change::Many(changes));
        bulk.asked = self.cx.submitted + effects.len() as u64;
        self.cx.say(
            ToastKind::BulkBegun {
                count,
                verb: bulk.verb.clone(),
            },
            hold,
        );
        self.bulk_change.current = Some(bulk);
        effects
    }
}
