//! Filter conditions built from a cell: deals with the same value.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::query::condition;
use crate::text::Lang;

use crate::dataset::column::DealColumn;

impl AppCx {
    /// Returns the condition for a deal's status, class or owner; `None` for other columns.
    pub fn filter_condition(&self, deal: &str, column: DealColumn) -> Option<String> {
        let deals = &self.snapshot.deals;
        let row = deals.find(deal).and_then(|ix| deals.row(ix))?;
        let (french, english, value) = match column {
            DealColumn::Status => ("statut", "status", row.status),
            DealColumn::Class => ("classe", "class", row.class),
            DealColumn::Owner => ("responsable", "owner", row.owner),
            _ => return None,
        };
        let name = match self.lang() {
            Lang::Fr => french,
            Lang::En => english,
        };
        // No filter term matches a deal without a status.
        (column != DealColumn::Status || !value.is_empty()).then(|| condition(self.lang(), name, value))
    }
}

impl Pipeline {
    /// Returns the active filter with one more condition; `None` if it already contains it.
    pub fn filter_with(&self, condition: &str) -> Option<String> {
        let active = match &self.board.filter_error {
            Some(_) => self.board.active_filter.trim(),
            None => self.board.filter.trim(),
        };
        (!active.contains(condition)).then(|| format!("{active} {condition}").trim_start().to_owned())
    }
}
