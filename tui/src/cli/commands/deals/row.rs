//! A deal as the query language asks it.

use std::borrow::Cow;

use encours_core::contract::Record;
use encours_core::contract::moment::Moment;
use encours_core::query::{AgeDays, Row, fold};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;

/// One deal with its texts read once.
pub(super) struct DealRow<'a> {
    folded: String,
    status: Cow<'a, str>,
    class: Cow<'a, str>,
    owner: Cow<'a, str>,
    figures: Option<Record>,
    age: Option<AgeDays>,
}

impl<'a> DealRow<'a> {
    pub(super) fn new(deal: &'a Record, now: Timestamp, zone: &TimeZone) -> Self {
        let text = |name| deal.text(name).unwrap_or_default();
        let since = ["status_since", "status_changed_at"]
            .iter()
            .find_map(|name| Moment::parse(&deal.text(name)?))
            .map(|moment| moment.instant(zone));
        Self {
            folded: fold(&format!("{} {}", text("name"), text("id"))),
            status: text("status"),
            class: text("classe_actif"),
            owner: text("responsable"),
            figures: deal.object("kpi_snapshot"),
            age: since.map(|since| AgeDays::exactly(now.duration_since(since).as_hours() / 24)),
        }
    }
}

impl Row for DealRow<'_> {
    fn folded_text(&self) -> &str {
        &self.folded
    }

    fn status(&self) -> &str {
        &self.status
    }

    fn class(&self) -> &str {
        &self.class
    }

    fn owner(&self) -> &str {
        &self.owner
    }

    fn number(&self, field: &str) -> Option<Decimal> {
        self.figures.as_ref()?.num(field)?.value()
    }

    fn age_days(&self) -> Option<AgeDays> {
        self.age
    }
}
