//! What a lane adds up to. Figured when its head is first seen, and kept with the lane: a board of a hundred thousand
//! deals adds up the lanes that are looked at.

use rust_decimal::Decimal;

use crate::contract::kpi::KpiKey;
use crate::view::stall;
use crate::view::vocabulary;

use super::App;
use super::lanes::Lane;

/// The figures of a lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneFigures {
    /// The outstanding principal of its deals, as far as it was received; `None` where none was.
    pub principal: Option<Decimal>,
    /// Of how many deals it was received.
    pub covered: usize,
    /// How many of them stand longer in their status than they should.
    pub slow: usize,
}

impl App {
    /// What a lane adds up to.
    pub fn lane_figures<'a>(&self, lane: &'a Lane) -> &'a LaneFigures {
        lane.figures.get_or_init(|| {
            let deals = &self.snapshot.deals;
            let mut figures = LaneFigures::default();
            let now = self.observed_now().as_second();
            for (column, range) in self.lens.columns.iter().zip(&lane.places) {
                let rests = vocabulary::status_is_aside(&column.status);
                // Of a row no more is looked at than is asked of it: a lane may hold thousands.
                for ix in column.rows.get(range.clone()).unwrap_or_default() {
                    if let Some(principal) = deals.number(*ix, KpiKey::CrdTotal) {
                        let sum = figures.principal.unwrap_or_default();
                        figures.principal = Some(sum.saturating_add(principal));
                        figures.covered += 1;
                    }
                    let slow = !rests
                        && deals.since(*ix).is_some_and(|since| stall::is_slow(since, now))
                        && !deals.is_pending(*ix);
                    figures.slow += usize::from(slow);
                }
            }
            figures
        })
    }
}
