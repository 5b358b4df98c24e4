//! The figure that the heads of the board's columns show: one choice for the whole board, kept with how it looks. A ratio
//! is never added up; what the house expects is weighted by the house's own probabilities, for the contract states none.

use crate::app::deals::pipeline::head_figure::{Aggregate, HeadFigure, HeadFigureError};
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use std::fmt;
use std::str::FromStr;

use rust_decimal::Decimal;

use crate::contract::models::kpi::{KpiKey, Unit};

use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::disabled_reason::Reason;

/// One line of the list to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureChoice {
    /// Make it so of what is shown, or show another thing or nothing.
    Figure(HeadFigure),
    /// Make what is shown of another key.
    Over(KpiKey, HeadFigure),
}

impl FigureChoice {
    /// What is shown once it is chosen.
    pub fn figure(self) -> HeadFigure {
        match self {
            Self::Figure(figure) | Self::Over(_, figure) => figure,
        }
    }
}

impl Pipeline {
    /// What the heads of the columns show.
    pub fn head_figure(&self) -> HeadFigure {
        let kept = self.board.look.figure.as_deref();
        kept.and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// What they can show: how numbers become one, then what of. Ratios that no deal was received with are left out.
    pub fn figure_choices(&self, cx: &AppCx) -> Vec<FigureChoice> {
        let (aggregate, key) = match self.head_figure() {
            HeadFigure::Of(aggregate, key) => (aggregate, key),
            HeadFigure::Weighted | HeadFigure::Nothing => (Aggregate::Sum, KpiKey::CrdTotal),
        };
        let ways = Aggregate::ALL.into_iter().map(|way| {
            // A ratio is not added up: its sum is the sum of the principal.
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

    /// Whether a choice is what is shown.
    pub fn is_chosen(&self, choice: FigureChoice) -> bool {
        match choice {
            FigureChoice::Figure(figure) => figure == self.head_figure(),
            FigureChoice::Over(key, _) => {
                matches!(self.head_figure(), HeadFigure::Of(_, own) if own == key)
            }
        }
    }

    /// Enter on a line of the list. One that can't be shown says why, and the list stays.
    pub(in crate::app) fn choose_figure(&mut self, line: usize, cx: &mut AppCx) {
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
                crate::app::foundation::cx::toast::SHORT,
            );
        }
    }

    /// Shows another figure in the heads.
    pub(in crate::app) fn set_head_figure(&mut self, figure: HeadFigure, cx: &mut AppCx) {
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
    /// Whether it can be shown: without a probability nothing can be weighted.
    pub fn can_show_figure(&self, figure: HeadFigure) -> bool {
        figure != HeadFigure::Weighted || !self.options.probabilities.is_empty()
    }

    /// The probability that the house gives a status, in percent.
    pub fn probability(&self, status: &str) -> Option<Decimal> {
        self.options.probabilities.get(status).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
