//! A deal as a query asks it.

use rust_decimal::Decimal;
use crate::contract::models::kpi::KpiKey;
use crate::engine::DealRow;
use crate::query::AgeDays;
use crate::query::Row;
use crate::app::foundation::dataset::filtered::age_days;

/// A row as a query asks it.
pub(in crate::app) struct Filtered<'a> {
    pub(in crate::app) row: DealRow<'a>,
    /// In Unix seconds.
    pub(in crate::app) now: i64,
}

impl Row for Filtered<'_> {
    fn folded_text(&self) -> &str {
        self.row.folded
    }
    fn status(&self) -> &str {
        self.row.status
    }
    fn class(&self) -> &str {
        self.row.class
    }
    fn owner(&self) -> &str {
        self.row.owner
    }
    fn number(&self, field: &str) -> Option<Decimal> {
        self.row.number(KpiKey::from_name(field)?)
    }
    fn age_days(&self) -> Option<AgeDays> {
        self.row.since.map(|since| since.age_days(self.now))
    }
}
