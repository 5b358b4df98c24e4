//! Sheets of the table: summaries of the filtered deals, whose cells lead to the deals.

pub mod conditions;
pub mod content;
pub mod sheet_table;
#[cfg(test)]
mod sheets_tests;

use std::sync::Arc;

use crate::dataset::sheets::Sheet;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::step::step;
use crate::model::table::DealTable;
use crate::text::Lang;

use content::SheetSource;
use sheet_table::{SheetTable, SheetTarget};

/// The sheet that was opened last.
#[derive(Clone, Debug)]
pub struct SheetState {
    pub(crate) sheet: Sheet,
    /// The sheet to which Esc returns.
    pub(crate) parent: Option<Sheet>,
    /// Index of the focused column.
    pub column: usize,
    /// Content of the sheet.
    pub table: SheetTable,
    /// Deals and language of the content.
    built_for: (Arc<DealTable>, Lang),
}

impl SheetState {
    /// Builds a sheet over the filtered deals.
    pub(crate) fn new(sheet: Sheet, parent: Option<Sheet>, pipeline: &Pipeline, cx: &AppCx) -> Self {
        let deals = cx.snapshot.deals.clone();
        let rows = pipeline.filtered.rows();
        let currency = cx.options().currency.as_deref();
        let source = SheetSource {
            deals: &deals,
            rows: &rows,
            collation: cx.collation(),
            clock: cx.age_clock(),
            currency,
        };
        let table = source.sheet_table(&sheet);
        let column = usize::from(matches!(sheet, Sheet::Pivot(_)));
        Self { sheet, parent, column, table, built_for: (deals, cx.lang()) }
    }

    /// Builds the content again if the deals or the language changed.
    pub(crate) fn update(&mut self, pipeline: &Pipeline, cx: &AppCx) {
        let (deals, lang) = &self.built_for;
        if !Arc::ptr_eq(deals, &cx.snapshot.deals) || *lang != cx.lang() {
            self.show(self.sheet, pipeline, cx);
        }
    }

    /// Shows a variant of the sheet; the focused column stays.
    pub(crate) fn show(&mut self, sheet: Sheet, pipeline: &Pipeline, cx: &AppCx) {
        let column = self.column;
        *self = Self::new(sheet, self.parent, pipeline, cx);
        self.focus_column(column);
    }

    /// Moves the focus sideways.
    pub(crate) fn focus_column_by(&mut self, by: isize) {
        self.column = step(self.column, by, self.table.columns.len());
    }

    /// Focuses a column, or the nearest existing one.
    pub(crate) fn focus_column(&mut self, column: usize) {
        self.column = column.min(self.table.columns.len().saturating_sub(1));
    }

    /// Returns the destination of the focused cell in a row.
    pub(crate) fn target(&self, row: usize) -> Option<&SheetTarget> {
        self.table.rows.get(row)?.get(self.column)?.target.as_ref()
    }
}
