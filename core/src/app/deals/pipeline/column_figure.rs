//! A figure over the deals of a column, and what the figures are made from.

use std::sync::OnceLock;
use rust_decimal::Decimal;
use crate::app::foundation::dataset::bitset::Bits;
use crate::app::foundation::dataset::median::Ranked;
use crate::app::foundation::dataset::status_sums::StatusSums;
use crate::contract::models::kpi::KpiKey;
use crate::engine::DealTable;
use crate::engine::Sum;
use crate::app::deals::pipeline::head_figure::Aggregate;

/// One figure, and of how many deals it is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColumnFigure {
    /// The figure; `None` where nothing was received, where no decimal holds it, or where the house gave no probability.
    pub value: Option<Decimal>,
    /// Of how many deals it is made.
    pub covered: usize,
}

impl ColumnFigure {
    pub(in crate::app) fn sum(sum: &Sum) -> Self {
        Self {
            value: sum.value().filter(|_| sum.count() > 0),
            covered: sum.count(),
        }
    }

    pub(in crate::app) fn mean(sum: &Sum) -> Self {
        let own = Self::sum(sum);
        Self {
            value: own
                .value
                .and_then(|sum| sum.checked_div(Decimal::from(own.covered))),
            ..own
        }
    }

    /// Of what a status adds up to, as much as its probability says.
    pub(in crate::app) fn weighted(sum: &Sum, percent: Decimal) -> Self {
        let own = Self::sum(sum);
        Self {
            value: own.value.and_then(|sum| weigh(sum, percent)),
            ..own
        }
    }
}

/// So many percent of an amount.
pub(in crate::app) fn weigh(amount: Decimal, percent: Decimal) -> Option<Decimal> {
    amount.checked_mul(percent.checked_div(Decimal::ONE_HUNDRED)?)
}

/// What figures are made from that the columns do not keep.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Made {
    ranked: Ranked,
    sums: StatusSums,
}

impl Made {
    /// The figures of `rows` of `table` by the code of their status, but for sums of the principal.
    pub(in crate::app) fn figures(
        &mut self,
        table: &DealTable,
        (aggregate, key): (Aggregate, KpiKey),
        rows: &Bits,
    ) -> Vec<ColumnFigure> {
        if matches!(aggregate, Aggregate::Sum | Aggregate::Mean) {
            return self
                .sums
                .of(table, key, rows)
                .iter()
                .map(ColumnFigure::mean)
                .collect();
        }
        self.ranked.follow(table, key, rows);
        let one = |status: usize| {
            let covered = self.ranked.count(status);
            let value = match aggregate {
                Aggregate::Min => self.ranked.at(status, 0),
                Aggregate::Max => self.ranked.at(status, covered.saturating_sub(1)),
                _ => self.ranked.median(status),
            };
            ColumnFigure { value, covered }
        };
        (0..table.statuses().len()).map(one).collect()
    }
}

/// The figures of the columns, once one of them was asked for.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct ColumnFigures {
    pub(in crate::app) now: OnceLock<(Vec<ColumnFigure>, Made)>,
    /// What those before were made from.
    pub(in crate::app) before: Made,
}

impl ColumnFigures {
    /// What the columns hold has changed, or the choice.
    pub(in crate::app::deals) fn forget(&mut self) {
        if let Some((_, made)) = self.now.take() {
            self.before = made;
        }
    }
}

/// How many deals stand longer in their status than they should.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slow {
    /// How many do for certain.
    pub count: usize,
    /// Of how many it is known whether they do: since when they stand there, or that it is long enough ago.
    pub dated: usize,
    /// How many could be slow at all: those that do not rest where they are.
    pub of: usize,
}

/// How many are slow, counted once for what is shown where the order of the cards does not tell it.
pub(in crate::app) type SlowOnce = OnceLock<Slow>;
