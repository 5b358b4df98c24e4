//! What the heads of columns and lanes show, figured when a head is first seen. Sum, mean and weighting of the outstanding
//! principal come from the sums that the columns keep anyway; what needs more follows the rows that come and go, so that
//! neither a frame nor a letter of the filter looks at every deal.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use std::sync::OnceLock;

use rust_decimal::Decimal;

use crate::app::foundation::dataset::bitset::Bits;
use crate::app::foundation::dataset::filtered::LensColumn;
use crate::app::foundation::dataset::median::{Ranked, middle};
use crate::app::foundation::dataset::status_sums::StatusSums;
use crate::contract::models::kpi::KpiKey;
use crate::engine::{DealTable, Sum};

use super::header_metric::{Aggregate, HeadFigure};
use super::swimlanes::Lane;

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
    fn weighted(sum: &Sum, percent: Decimal) -> Self {
        let own = Self::sum(sum);
        Self {
            value: own.value.and_then(|sum| weigh(sum, percent)),
            ..own
        }
    }
}

/// So many percent of an amount.
pub(super) fn weigh(amount: Decimal, percent: Decimal) -> Option<Decimal> {
    amount.checked_mul(percent.checked_div(Decimal::ONE_HUNDRED)?)
}

/// What figures are made from that the columns do not keep.
#[derive(Clone, Debug, Default)]
struct Made {
    ranked: Ranked,
    sums: StatusSums,
}

impl Made {
    /// The figures of `rows` of `table` by the code of their status, but for sums of the principal.
    fn figures(
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
    now: OnceLock<(Vec<ColumnFigure>, Made)>,
    /// What those before were made from.
    before: Made,
}

impl ColumnFigures {
    /// What the columns hold has changed, or the choice.
    pub(in crate::app::deals) fn forget(&mut self) {
        if let Some((_, made)) = self.now.take() {
            self.before = made;
        }
    }
}

impl Pipeline {
    /// What the head of the column at `at` shows; `None` where it shows nothing.
    pub fn column_figure(&self, at: usize, cx: &AppCx) -> Option<ColumnFigure> {
        let column = self.lens.columns.get(at)?;
        Some(match self.head_figure() {
            HeadFigure::Nothing => return None,
            HeadFigure::Of(Aggregate::Sum, KpiKey::CrdTotal) => ColumnFigure::sum(column.sum()),
            HeadFigure::Of(Aggregate::Mean, KpiKey::CrdTotal) => ColumnFigure::mean(column.sum()),
            HeadFigure::Weighted => match cx.probability(&column.status) {
                Some(percent) => ColumnFigure::weighted(column.sum(), percent),
                None => ColumnFigure::default(),
            },
            HeadFigure::Of(aggregate, key) => {
                let code = cx.snapshot.deals.statuses().code(&column.status)?;
                let figures = self.made_figures((aggregate, key), cx);
                figures.get(code.index()).copied().unwrap_or_default()
            }
        })
    }

    fn made_figures<'a>(&'a self, figure: (Aggregate, KpiKey), cx: &'a AppCx) -> &'a [ColumnFigure] {
        let figures = &self.board.figures;
        let (now, _) = figures.now.get_or_init(|| {
            let mut made = figures.before.clone();
            let now = made.figures(&cx.snapshot.deals, figure, &self.rows_left(cx));
            (now, made)
        });
        now
    }

    /// The rows that the filter leaves, as a set.
    fn rows_left(&self, cx: &AppCx) -> Bits {
        let deals = &cx.snapshot.deals;
        if self.lens.shown < self.lens.total {
            let mut left = Bits::default();
            let columns = self.lens.columns.iter();
            columns.for_each(|column| left.join(&Bits::of(&column.rows)));
            return left;
        }
        let mut all = Bits::confirmed(deals);
        deals.patched().for_each(|(ix, there)| all.set(ix, there));
        all
    }

    /// What the columns hold has changed, or the choice of what their heads show.
    pub(in crate::app::deals) fn figure_anew(&mut self) {
        self.board.figures.forget();
        self.board.lanes.iter_mut().for_each(Lane::forget_figures);
    }

    /// The figure of some rows, column by column.
    pub(in crate::app) fn figure_of<'a>(
        &self,
        rows: impl Iterator<Item = (&'a LensColumn, std::ops::Range<usize>)>,
        cx: &AppCx,
    ) -> Option<ColumnFigure> {
        let (deals, figure) = (&cx.snapshot.deals, self.head_figure());
        let key = figure.key()?;
        let mut sum = Sum::new();
        let mut weighted = Some(Decimal::ZERO);
        let mut values = Vec::new();
        let ordered = matches!(
            figure,
            HeadFigure::Of(Aggregate::Median | Aggregate::Min | Aggregate::Max, _)
        );
        for (column, range) in rows {
            let percent = cx.probability(&column.status);
            if figure == HeadFigure::Weighted && percent.is_none() {
                continue;
            }
            for ix in column.rows.get(range).unwrap_or_default() {
                let Some(value) = deals.number(*ix, key).filter(|value| key.accepts(*value)) else {
                    continue;
                };
                sum.add(value);
                if ordered {
                    values.push(value);
                }
                if figure == HeadFigure::Weighted {
                    let share = percent.and_then(|percent| weigh(value, percent));
                    weighted = weighted
                        .zip(share)
                        .and_then(|(all, share)| all.checked_add(share));
                }
            }
        }
        Some(match figure {
            HeadFigure::Of(Aggregate::Sum, _) => ColumnFigure::sum(&sum),
            HeadFigure::Of(Aggregate::Mean, _) => ColumnFigure::mean(&sum),
            HeadFigure::Of(aggregate, _) => placed(aggregate, values),
            HeadFigure::Weighted => ColumnFigure {
                value: weighted.filter(|_| sum.count() > 0),
                covered: sum.count(),
            },
            HeadFigure::Nothing => return None,
        })
    }
}

/// The least, the greatest or the middle of some numbers.
fn placed(aggregate: Aggregate, mut values: Vec<Decimal>) -> ColumnFigure {
    let covered = values.len();
    let value = match aggregate {
        Aggregate::Min => values.into_iter().min(),
        Aggregate::Max => values.into_iter().max(),
        _ if covered == 0 => None,
        _ => {
            let (below, upper, _) = values.select_nth_unstable(covered / 2);
            let upper = *upper;
            if covered % 2 == 1 {
                Some(upper)
            } else {
                below.iter().max().and_then(|lower| middle(*lower, upper))
            }
        }
    };
    ColumnFigure { value, covered }
}

#[cfg(test)]
#[path = "column_stats_tests.rs"]
mod tests;
