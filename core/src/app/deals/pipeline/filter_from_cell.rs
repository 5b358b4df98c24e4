//! The filter out of what is pointed at: one condition more, that others hold what this deal holds.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::query::condition;
use crate::text::Lang;

use crate::app::foundation::dataset::column::Column;

impl AppCx {
    /// The condition that a deal's column makes, where it can be asked for: its status, class or owner.
    pub fn condition_of(&self, deal: &str, column: Column) -> Option<String> {
        let deals = &self.snapshot.deals;
        let row = deals.find(deal).and_then(|ix| deals.row(ix))?;
        let (french, english, value) = match column {
            Column::Status => ("statut", "status", row.status),
            Column::Class => ("classe", "class", row.class),
            Column::Owner => ("responsable", "owner", row.owner),
            _ => return None,
        };
        let name = match self.lang() {
            Lang::Fr => french,
            Lang::En => english,
        };
        // A deal without a status is in no group that a filter names.
        (column != Column::Status || !value.is_empty()).then(|| condition(self.lang(), name, value))
    }
}

impl Pipeline {
    /// The filter in force with a condition more. `None` where it asks for that already.
    pub fn filter_with(&self, condition: &str) -> Option<String> {
        let kept = match &self.board.filter_error {
            Some(_) => self.board.filter_kept.trim(),
            None => self.board.filter.trim(),
        };
        (!kept.contains(condition)).then(|| format!("{kept} {condition}").trim_start().to_owned())
    }
}
