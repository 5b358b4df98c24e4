//! `App` methods for imports of spreadsheets.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::changes::bulk::model::{Bulk, BulkRows};
use crate::changes::import::forms::pasted_table;
use crate::contract::ids::DealId;
use crate::error::Reason;
use crate::foundation::cx::bulk_row::{BulkOp, BulkRow, BulkState};
use crate::foundation::cx::overlay::{Form, Overlay, PickerKind};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::import::mapping::{KnownHeaders, MAPPING_SETTING, Mapping};
use crate::import::plan::{ImportFacts, ImportPlan, RowCategory};
use crate::import::table::ImportTable;
use crate::model::effect::Effect;
use crate::shell::app::App;

impl App {
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
        self.plan_import(table, &mapping);
        let name = MAPPING_SETTING.to_owned();
        setting.map(|value| Effect::SaveSetting { name, value: Some(value) }).into_iter().collect()
    }

    /// Plans the values pasted onto the selected deals, in the order shown.
    pub(crate) fn paste_column(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        if lines.is_empty() || self.cx.overlay != Overlay::None {
            return;
        }
        let rows = if self.pipeline.selection.is_empty() { Vec::new() } else { self.selected_rows() };
        let rows =
            if rows.is_empty() { self.pipeline.focused_row(&self.cx).into_iter().collect() } else { rows };
        let deals: Vec<DealId> = rows.iter().filter_map(|row| DealId::new(row.id).ok()).collect();
        let allowed = self.enabled(ActionId::ImportDeals).and(self.table.require_writable_cell(&self.cx));
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
        let mapping = Mapping::guess(&table.header, &KnownHeaders::default());
        self.plan_import(&table, &mapping);
    }

    fn plan_import(&mut self, table: &ImportTable, mapping: &Mapping) {
        let statuses: Vec<String> =
            self.pipeline.filtered.columns.iter().map(|column| column.status.clone()).collect();
        let plan = ImportPlan::new(
            table,
            mapping,
            ImportFacts {
                deals: &self.cx.snapshot.deals,
                statuses: &statuses,
                entry_rules: &self.cx.options.entry_rules,
                accepted: &BTreeSet::new(),
            },
        );
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
