//! Access of a query to the fields of a deal.

use crate::contract::models::kpi::KpiKey;
use crate::model::table::DealRow;
use crate::query::{AgeClock, AgeDays, QueryRow};
use rust_decimal::Decimal;

/// A row as the query reads it.
pub struct FilterRow<'a> {
    /// Row of the table.
    pub row: DealRow<'a>,
    /// Clock that ages are read from.
    pub clock: AgeClock<'a>,
}

impl QueryRow for FilterRow<'_> {
    fn folded_text(&self) -> &str {
        self.row.folded
    }
    fn id(&self) -> &str {
        self.row.id
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
    fn age_days(&self, in_calendar_days: bool) -> Option<AgeDays> {
        let clock = if in_calendar_days { self.clock.in_calendar_days() } else { self.clock };
        self.row.since.map(|since| since.age_days(clock))
    }
}
