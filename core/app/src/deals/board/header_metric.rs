//! The metric in the headers of the board's columns, one choice for the whole board.
//!
//! The choice is saved with the board's appearance. Ratios are never summed. The weighted principal uses your
//! organisation's probabilities, because the contract defines none.

use crate::dataset::grouping::Statistic;
use crate::deals::pipeline::header_metric::HeaderMetric;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;

/// A line of the metric picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricChoice {
    /// Selects a statistic of the current key, the weighted principal or no metric.
    Metric(HeaderMetric),
    /// Selects another key for the current statistic.
    Key(KpiKey, HeaderMetric),
}

impl MetricChoice {
    /// Returns the metric that the line selects.
    pub fn metric(self) -> HeaderMetric {
        match self {
            Self::Metric(metric) | Self::Key(_, metric) => metric,
        }
    }
}

impl Pipeline {
    /// Returns the metric in the headers of the columns.
    pub fn header_metric(&self) -> HeaderMetric {
        let stored = self.board.layout.metric.as_deref();
        stored.and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// Returns the lines of the picker: statistics, then keys. Ratios that no deal has are omitted.
    pub fn metric_choices(&self, cx: &AppCx) -> Vec<MetricChoice> {
        let (current, key) = match self.header_metric() {
            HeaderMetric::Statistic(statistic, key) => (statistic, key),
            HeaderMetric::Weighted | HeaderMetric::None => (Statistic::Total, KpiKey::CrdTotal),
        };
        let choices = HeaderMetric::STATISTICS.into_iter().map(|statistic| {
            // A ratio is never summed; its sum falls back to the principal.
            let key = if HeaderMetric::applies_to(statistic, key) { key } else { KpiKey::CrdTotal };
            HeaderMetric::Statistic(statistic, key)
        });
        let choices = choices.chain([HeaderMetric::Weighted, HeaderMetric::None]);
        let deals = &cx.snapshot.deals;
        let available = HeaderMetric::keys().filter(|other_key| {
            let any = |bits: &[u64]| bits.iter().any(|word| *word != 0);
            *other_key == KpiKey::CrdTotal
                || *other_key == key
                || deals.row_groups().any(|row_group| any(row_group.present_of(*other_key)))
                || deals.delta_rows().any(|row| row.number(*other_key).is_some())
        });
        let key_choices = available.map(|other_key| {
            let applies = HeaderMetric::applies_to(current, other_key);
            let statistic = if applies { current } else { Statistic::Mean };
            MetricChoice::Key(other_key, HeaderMetric::Statistic(statistic, other_key))
        });
        choices.map(MetricChoice::Metric).chain(key_choices).collect()
    }

    /// Returns whether a line is the current choice.
    pub fn is_chosen(&self, choice: MetricChoice) -> bool {
        match choice {
            MetricChoice::Metric(metric) => metric == self.header_metric(),
            MetricChoice::Key(key, _) => {
                matches!(self.header_metric(), HeaderMetric::Statistic(_, own) if own == key)
            }
        }
    }

    /// Applies a line of the picker. If it is unavailable, a toast says why and the picker stays open.
    pub(crate) fn choose_metric(&mut self, line: usize, cx: &mut AppCx) {
        let Some(metric) = self.metric_choices(cx).get(line).map(|choice| choice.metric()) else {
            return;
        };
        if cx.can_show_metric(metric) {
            cx.overlay = Overlay::None;
            self.set_header_metric(metric, cx);
        } else {
            cx.refuse(ActionId::ChooseMetric, DisabledReason::NoProbability);
        }
    }

    /// Shows another metric in the headers.
    pub(crate) fn set_header_metric(&mut self, metric: HeaderMetric, cx: &mut AppCx) {
        if !cx.can_show_metric(metric) {
            return;
        }
        let stored = (metric != HeaderMetric::default()).then(|| metric.to_string());
        if self.board.layout.metric != stored {
            self.board.layout.metric = stored;
            self.reset_metrics();
        }
    }
}

impl AppCx {
    /// Returns whether a metric is available: weighting needs at least one probability.
    pub fn can_show_metric(&self, metric: HeaderMetric) -> bool {
        metric != HeaderMetric::Weighted || !self.options.probabilities.is_empty()
    }

    /// Returns your organisation's probability for a status, in percent.
    pub fn probability(&self, status: &str) -> Option<Decimal> {
        self.options.probabilities.get(status).copied()
    }
}

#[cfg(test)]
mod tests {
    use crate::deals::pipeline::header_metric::HeaderMetricError;

    use super::*;

    #[test]
    fn header_metrics_round_trip_as_text_without_ratio_sums() {
        for key in HeaderMetric::keys() {
            for statistic in HeaderMetric::STATISTICS {
                let metric = HeaderMetric::Statistic(statistic, key);
                let read = metric.to_string().parse::<HeaderMetric>();
                assert_eq!(read.is_ok(), statistic != Statistic::Total || key == KpiKey::CrdTotal);
                assert!(read.is_err() || read == Ok(metric));
            }
        }
        for metric in [HeaderMetric::Weighted, HeaderMetric::None] {
            assert_eq!(metric.to_string().parse(), Ok(metric));
        }
        for wrong in ["", "ltv", "ltv:sum", "noi:sum", "ltv:mode", "tri:mean", "crd_total_source:min"] {
            assert_eq!(wrong.parse::<HeaderMetric>(), Err(HeaderMetricError(wrong.to_owned())));
        }
    }
}
