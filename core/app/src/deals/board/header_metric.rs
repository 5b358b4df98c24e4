//! The metric in the heads of the board's columns, one choice for the whole board.
//!
//! The choice is saved with the board's appearance. Ratios are never summed. The weighted principal uses your
//! organisation's probabilities, because the contract defines none.

use crate::deals::pipeline::head_figure::{Aggregate, HeadFigure};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;

use crate::foundation::cx::overlay::Layer;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::Reason;

/// A line of the metric picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureChoice {
    /// Selects an aggregate of the current key, the weighted principal or no metric.
    Figure(HeadFigure),
    /// Selects another key for the current aggregate.
    Over(KpiKey, HeadFigure),
}

impl FigureChoice {
    /// Returns the metric that the line selects.
    pub fn figure(self) -> HeadFigure {
        match self {
            Self::Figure(figure) | Self::Over(_, figure) => figure,
        }
    }
}

impl Pipeline {
    /// Returns the metric in the heads of the columns.
    pub fn head_figure(&self) -> HeadFigure {
        let kept = self.board.look.figure.as_deref();
        kept.and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// Returns the lines of the picker: aggregates, then keys. Ratios that no deal has are omitted.
    pub fn figure_choices(&self, cx: &AppCx) -> Vec<FigureChoice> {
        let (aggregate, key) = match self.head_figure() {
            HeadFigure::Of(aggregate, key) => (aggregate, key),
            HeadFigure::Weighted | HeadFigure::Nothing => (Aggregate::Sum, KpiKey::CrdTotal),
        };
        let ways = Aggregate::ALL.into_iter().map(|way| {
            // A ratio is never summed; its sum falls back to the principal.
            let key = if way.suits(key) { key } else { KpiKey::CrdTotal };
            HeadFigure::Of(way, key)
        });
        let ways = ways.chain([HeadFigure::Weighted, HeadFigure::Nothing]);
        let deals = &cx.snapshot.deals;
        let received = HeadFigure::keys().filter(|own| {
            let any = |words: &[u64]| words.iter().any(|word| *word != 0);
            *own == KpiKey::CrdTotal
                || *own == key
                || deals.stretches().any(|stretch| any(stretch.with_number(*own)))
                || deals.laid().any(|row| row.number(*own).is_some())
        });
        let over = received.map(|own| {
            let way = if aggregate.suits(own) {
                aggregate
            } else {
                Aggregate::Mean
            };
            FigureChoice::Over(own, HeadFigure::Of(way, own))
        });
        ways.map(FigureChoice::Figure).chain(over).collect()
    }

    /// Returns whether a line is the current choice.
    pub fn is_chosen(&self, choice: FigureChoice) -> bool {
        match choice {
            FigureChoice::Figure(figure) => figure == self.head_figure(),
            FigureChoice::Over(key, _) => {
                matches!(self.head_figure(), HeadFigure::Of(_, own) if own == key)
            }
        }
    }

    /// Applies a line of the picker. If it is unavailable, a toast says why and the picker stays open.
    pub(crate) fn choose_figure(&mut self, line: usize, cx: &mut AppCx) {
        let Some(figure) = self.figure_choices(cx).get(line).map(|choice| choice.figure()) else {
            return;
        };
        if cx.can_show_figure(figure) {
            cx.layer = Layer::None;
            self.set_head_figure(figure, cx);
        } else {
            let (id, reason) = (Some(ActionId::ChooseFigure), Reason::NoProbability.key());
            cx.say(
                ToastKind::Disabled { id, reason },
                crate::foundation::cx::toast::SHORT,
            );
        }
    }

    /// Shows another metric in the heads.
    pub(crate) fn set_head_figure(&mut self, figure: HeadFigure, cx: &mut AppCx) {
        if !cx.can_show_figure(figure) {
            return;
        }
        let kept = (figure != HeadFigure::default()).then(|| figure.to_string());
        if self.board.look.figure != kept {
            self.board.look.figure = kept;
            self.figure_anew();
        }
    }
}

impl AppCx {
    /// Returns whether a metric is available: weighting needs at least one probability.
    pub fn can_show_figure(&self, figure: HeadFigure) -> bool {
        figure != HeadFigure::Weighted || !self.options.probabilities.is_empty()
    }

    /// Returns your organisation's probability for a status, in percent.
    pub fn probability(&self, status: &str) -> Option<Decimal> {
        self.options.probabilities.get(status).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deals::pipeline::head_figure::HeadFigureError;

    #[test]
    fn figures_are_read_as_they_are_written_and_no_ratio_is_added_up() {
        for key in HeadFigure::keys() {
            for aggregate in Aggregate::ALL {
                let figure = HeadFigure::Of(aggregate, key);
                let read = figure.to_string().parse::<HeadFigure>();
                assert_eq!(
                    read.is_ok(),
                    aggregate != Aggregate::Sum || key == KpiKey::CrdTotal
                );
                assert!(read.is_err() || read == Ok(figure));
            }
        }
        for figure in [HeadFigure::Weighted, HeadFigure::Nothing] {
            assert_eq!(figure.to_string().parse(), Ok(figure));
        }
        for wrong in [
            "",
            "ltv",
            "ltv:sum",
            "noi:sum",
            "ltv:mode",
            "tri:mean",
            "crd_total_source:min",
        ] {
            assert_eq!(
                wrong.parse::<HeadFigure>(),
                Err(HeadFigureError(wrong.to_owned()))
            );
        }
    }
}
