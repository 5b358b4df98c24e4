//! Metrics in the heads of columns and swimlanes, computed when a head is first shown.
//!
//! Sum, mean and weighting of the outstanding principal come from the columns' own sums. The other metrics are updated
//! incrementally with the rows that come and go. So neither a frame nor a keystroke in the filter scans every deal.

use crate::contract::models::kpi::KpiKey;
use crate::dataset::bitset::Bits;
use crate::dataset::filtered::LensColumn;
use crate::dataset::median::middle;
use crate::deals::pipeline::column_figure::{ColumnFigure, weigh};
use crate::deals::pipeline::head_figure::{Aggregate, HeadFigure};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::pipeline::swimlane::Lane;
use crate::foundation::cx::app_cx::AppCx;
use crate::model::table::Sum;

use rust_decimal::Decimal;

impl Pipeline {
    /// Returns the metric in the head of the column at `at`; `None` if no metric is chosen.
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

    /// Returns the rows that pass the filter, as a set.
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

    /// Drops all metrics after the columns or the chosen metric changed.
    pub(in crate::deals) fn figure_anew(&mut self) {
        self.board.figures.forget();
        self.board.lanes.iter_mut().for_each(Lane::forget_figures);
    }

    /// Returns the metric of some rows, column by column.
    pub(crate) fn figure_of<'a>(
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

/// Returns the minimum, maximum or median of some numbers.
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
