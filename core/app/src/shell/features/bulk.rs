//! `App` methods for bulk changes and imports of spreadsheets.

use crate::changes::bulk::dry_run::BulkDryRun;
use crate::changes::bulk::model::{Bulk, BulkRows, BulkStage};
use crate::changes::bulk::run::{pace_delay, share_fields};
use crate::changes::entry::entry_values::EntryValues;
use crate::changes::import::forms::pasted_table;
use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::error::Reason;
use crate::foundation::cx::bulk_row::{BulkOp, BulkRow, BulkState};
use crate::foundation::cx::change::{ChangeKind, RecreateFields, UndoableChange};
use crate::foundation::cx::output::FrontEndRequest;
use crate::foundation::cx::overlay::{Form, Overlay, PickerKind};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::import::mapping::{MAPPING_SETTING, Mapping};
use crate::import::plan::{ImportFacts, ImportPlan};
use crate::import::planned_row::RowCategory;
use crate::import::table::ImportTable;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteKind;
use crate::model::table::RowIdx;
use crate::records::activity::conflict::recreate_fields;
use crate::shell::app::App;
use std::collections::BTreeSet;
use std::sync::Arc;

impl App {
    /// Plans a change of the selected deals without requesting anything.
    pub(crate) fn plan_bulk(&mut self, op: BulkOp) {
        let plan = self.bulk_plan(&op);
        if plan.len() == 0 {
            return;
        }
        self.bulk_change.current =
            Some(Bulk { op, rows: BulkRows::Plan(plan), submitted_seq: 0, stopping: false });
        self.open_picker(PickerKind::Bulk);
    }

    /// Moves the selected deals to a status, and to a swimlane's owner if given.
    pub(crate) fn move_selected(&mut self, status: String, owner: Option<String>) -> Vec<Effect> {
        self.change_selected(match owner {
            Some(owner) => BulkOp::SwimlaneCell { status, owner },
            None => BulkOp::Status(status),
        })
    }

    /// Changes the selected deals, from key, pointer, menu, palette or drop. Runs at once if undo can revert everything
    /// and the user knows the number of deals. Otherwise the plan is shown first.
    pub(crate) fn change_selected(&mut self, op: BulkOp) -> Vec<Effect> {
        self.plan_bulk(op);
        if self.bulk_change.needs_confirmation(&self.cx) {
            return Vec::new();
        }
        self.cx.overlay = Overlay::None;
        self.run_bulk()
    }

    /// Computes the effect of `op` on the selected deals.
    pub(crate) fn bulk_plan(&self, op: &BulkOp) -> BulkDryRun {
        let deals = &self.cx.snapshot.deals;
        let at = |id: &str| deals.find(id);
        let pending_creations =
            self.cx.snapshot.writes.iter().filter(|write| write.kind == WriteKind::Create);
        let pending_creations: BTreeSet<RowIdx> =
            pending_creations.filter_map(|write| at(&write.record)).collect();
        let mut plan = BulkDryRun {
            deals: deals.clone(),
            statuses: self.pipeline.filtered.columns.iter().map(|column| column.status.clone()).collect(),
            intended_statuses: self.cx.intended_statuses(),
            ..BulkDryRun::default()
        };
        plan.add_deals(op, self.selected(), &pending_creations);
        plan
    }

    /// Handles Enter on the bulk overlay: starts the change, or closes the overlay.
    pub(crate) fn confirm_bulk(&mut self) -> Vec<Effect> {
        match &self.bulk_change.current {
            Some(bulk) if bulk.stage() == BulkStage::Plan && bulk.counts().planned > 0 => {
                // The window shows the progress elsewhere, so its overlay closes.
                if self.cx.options.split_view {
                    self.cx.overlay = Overlay::None;
                }
                self.run_bulk()
            }
            _ => {
                self.cx.overlay = Overlay::None;
                Vec::new()
            }
        }
    }

    /// Starts the planned change, after a form for fields that its statuses require.
    pub(crate) fn run_bulk(&mut self) -> Vec<Effect> {
        if self.bulk_change.open_planned_entry(&mut self.cx) {
            return Vec::new();
        }
        self.run_planned(&EntryValues::default())
    }

    pub(crate) fn run_planned(&mut self, values: &EntryValues) -> Vec<Effect> {
        let Some(Bulk { op, rows, .. }) = self.bulk_change.current.take() else {
            return Vec::new();
        };
        let rows = match rows {
            BulkRows::Plan(plan) => plan.into_rows(&op),
            BulkRows::Import(rows) => rows,
            BulkRows::Run(_) => return Vec::new(),
        };
        let mut bulk = Bulk { rows: BulkRows::Run(rows), op, submitted_seq: 0, stopping: false };
        let undo_delay = if bulk.op == BulkOp::Delete {
            self.cx.options.delete_undo_delay
        } else {
            self.cx.options.undo_delay
        };
        let mut effects = Vec::new();
        let mut changes = Vec::new();
        let op = bulk.op.clone();
        let mut last_shared: Option<(Fields, Fields)> = None;
        let mut settings = Vec::new();
        for row in bulk.run_rows_mut() {
            if row.state != BulkState::Planned {
                continue;
            }
            settings.extend(self.cx.fill_row(row, &op, values));
            let undo_delay = undo_delay + pace_delay(effects.len());
            let (deal, label) = (row.deal.clone(), row.label.clone());
            row.state = BulkState::Waiting;
            if let Some(planned) = row.import_row(&op) {
                let Some(key) = planned.key.clone() else { continue };
                let (base, fields) = (planned.before.clone(), planned.after.clone());
                changes.push(if row.is_creation(&op) {
                    let recreate = RecreateFields { fields: fields.clone(), on_update: Fields::new() };
                    UndoableChange::existence(deal.clone(), &label, true, recreate)
                } else {
                    self.cx.expect_after(effects.len(), &deal, &fields);
                    UndoableChange::of_deal(deal.clone(), &label, base.clone(), fields.clone())
                });
                effects.push(Effect::Import { deal, key, fields, base, label, undo_delay });
            } else if let Some((before, after)) =
                row.fields(&op).map(|fields| share_fields(fields, &mut last_shared))
            {
                self.cx.expect_after(effects.len(), &deal, &after);
                changes.push(UndoableChange::of_deal(deal.clone(), &label, before.clone(), after.clone()));
                effects.push(Effect::Update { deal, fields: after, base: before, label, undo_delay });
            } else {
                let table = &self.cx.snapshot.deals;
                let deal_row = table.find(deal.as_str()).and_then(|ix| table.row(ix));
                let recreate = deal_row.map(|row| recreate_fields(&row)).unwrap_or_default();
                changes.push(UndoableChange::existence(deal.clone(), &label, false, recreate));
                effects.push(Effect::Delete {
                    base: self.cx.displayed_fields(&deal),
                    deal,
                    label,
                    undo_delay,
                });
            }
        }
        let count = changes.len();
        let effects = self.cx.settings_then_writes(
            &bulk.deals(|state| *state == BulkState::Waiting),
            settings,
            effects,
        );
        self.clear_selection();
        self.cx.history.push(UndoableChange::new("", ChangeKind::Many(changes)));
        bulk.submitted_seq = self.cx.submitted + effects.len() as u64;
        self.cx.notify(bulk.op.started_toast(count), undo_delay);
        self.bulk_change.current = Some(bulk);
        effects
    }
}

impl App {
    /// Begins the import of a dropped file.
    pub(crate) fn import_file(&mut self, path: String) {
        let is_free = self.cx.overlay == Overlay::None;
        let allowed = if is_free { self.pipeline.can_write_deals() } else { Err(DisabledReason::CloseFirst) };
        match allowed {
            Ok(()) => self.cx.ask_front_end(FrontEndRequest::ReadTable { path, sheet: String::new() }),
            Err(reason) => self.cx.refuse(None, reason),
        }
    }

    /// Continues an import with the table that the front end has read.
    pub(crate) fn import_read(
        &mut self,
        outcome: Result<Arc<ImportTable>, Reason>,
        path: String,
        sheet: String,
    ) {
        match outcome {
            // The user has opened something else meanwhile.
            Ok(_) if self.cx.overlay != Overlay::None => {}
            Ok(table) => self.cx.begin_mapping(Arc::unwrap_or_clone(table)),
            Err(reason) => {
                self.cx.begin_import(path, sheet, None);
                let content =
                    ToastContent::new("toast-import-failed").with_arg("why", ToastArg::Error(reason));
                self.cx.notify(content, LONG);
            }
        }
    }

    /// Plans the import with the chosen columns.
    pub(crate) fn finish_mapping_form(&mut self, form: Form, table: &ImportTable) -> Vec<Effect> {
        let Some((mapping, setting)) = self.cx.finish_mapping(form, table) else { return Vec::new() };
        self.plan_import(table, mapping);
        let name = MAPPING_SETTING.to_owned();
        setting.map(|value| Effect::SaveSetting { name, value: Some(value) }).into_iter().collect()
    }

    /// Plans the values pasted onto the selected deals, in the order shown.
    pub(crate) fn paste_column(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        let is_table = self.table.shown && self.cx.screen == Screen::Pipeline;
        if lines.is_empty() || !is_table || self.cx.overlay != Overlay::None {
            return;
        }
        let rows = if self.pipeline.selection.is_empty() { Vec::new() } else { self.selected_rows() };
        let rows =
            if rows.is_empty() { self.pipeline.focused_row(&self.cx).into_iter().collect() } else { rows };
        let deals: Vec<DealId> = rows.iter().filter_map(|row| DealId::new(row.id).ok()).collect();
        let allowed = self.pipeline.can_write_deals().and(self.table.require_writable_cell(&self.cx));
        let field = self.table.pasted_field(&self.cx).ok_or(DisabledReason::TableOnly);
        let field = match allowed.and(field) {
            Ok(field) => field,
            Err(reason) => return self.cx.refuse(None, reason),
        };
        if deals.len() != lines.len() {
            let content = ToastContent::counted("toast-paste-count", lines.len());
            return self.cx.notify(content.with_arg("deals", ToastArg::Count(deals.len())), LONG);
        }
        let table = pasted_table(&deals, field, &lines, &self.cx.now.to_string());
        let mapping = Mapping::guess(&table.header, None);
        self.plan_import(&table, mapping);
    }

    fn plan_import(&mut self, table: &ImportTable, mapping: Mapping) {
        let statuses: Vec<String> =
            self.pipeline.filtered.columns.iter().map(|column| column.status.clone()).collect();
        let (entry_rules, accepted) = (&self.cx.options.entry_rules, &BTreeSet::new());
        let facts =
            ImportFacts { deals: &self.cx.snapshot.deals, statuses: &statuses, entry_rules, accepted };
        let plan = ImportPlan::new(table, mapping, facts);
        let rows = plan.rows.iter().zip(0..).filter_map(|(row, planned)| {
            let state = match row.category() {
                RowCategory::New | RowCategory::Changed => BulkState::Planned,
                RowCategory::Same => BulkState::Skipped(DisabledReason::NothingToChange),
                RowCategory::Uncertain | RowCategory::Refused => {
                    BulkState::Skipped(DisabledReason::NotImported)
                }
            };
            Some(BulkRow {
                // A row without a deal is never written.
                deal: row.deal.clone().or_else(|| DealId::new(format!("line-{}", row.line)).ok())?,
                label: row.name.clone(),
                from: String::new(),
                to: String::new(),
                owner: None,
                assigned_owner: None,
                planned,
                state,
            })
        });
        let rows = BulkRows::Import(rows.collect());
        let op = BulkOp::Import(Arc::new(plan));
        self.bulk_change.current = Some(Bulk { op, rows, submitted_seq: 0, stopping: false });
        self.open_picker(PickerKind::Bulk);
    }
}
