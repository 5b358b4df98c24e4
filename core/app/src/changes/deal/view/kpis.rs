//! Metrics of a deal: value, band and gauge of each one received.

use crate::contract::models::kpi::KpiKey;
use crate::model::table::DealRow;
use crate::shell::app::App;
use crate::text::Messages;
use crate::vocabulary;
use crate::vocabulary::Band;
use rust_decimal::Decimal;

pub(super) fn kpis(app: &App, row: &DealRow<'_>) -> Vec<KpiLine> {
    KpiKey::numeric().filter_map(|key| Some(kpi(app, key, row.number(key)?))).collect()
}

fn kpi(app: &App, key: KpiKey, value: Decimal) -> KpiLine {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let limits = app.cx.options().thresholds.limits(key.name()).map(|limits| [limits.ok, limits.watch]);
    let band = app.cx.options().thresholds.band(key.name(), value);
    let note = if key.accepts(value) { String::new() } else { messages.get("kpi-out-of-range").into_owned() };
    KpiLine {
        key,
        label: vocabulary::kpi_label(lang, key.name()).into_owned(),
        short: vocabulary::kpi_short(lang, key.name()).into_owned(),
        value: vocabulary::kpi_value(lang, key.name(), value, app.cx.options().currency.as_deref()),
        exact: value.to_string(),
        band,
        band_label: if limits.is_some() { messages.get(band.key()).into_owned() } else { String::new() },
        gauge: limits.map(|limits| gauge(value, limits)),
        note,
    }
}

/// Builds a gauge from 0 to 1.6 times the outer limit. Both limits of every default are then visible.
fn gauge(value: Decimal, limits: [Decimal; 2]) -> Gauge {
    let span = limits[0].max(limits[1]) * Decimal::new(16, 1);
    let position = |value_at: Decimal| {
        let share = if span.is_zero() { Decimal::ZERO } else { value_at / span };
        share.clamp(Decimal::ZERO, Decimal::ONE).to_string().parse::<f32>().unwrap_or(0.0)
    };
    Gauge { marker: position(value), limits: [position(limits[0]), position(limits[1])] }
}

/// A line of the metrics pane.
#[derive(Clone, Debug, PartialEq)]
pub struct KpiLine {
    /// Key of the metric.
    pub key: KpiKey,
    /// Display name.
    pub label: String,
    /// Abbreviated name.
    pub short: String,
    /// Value, rounded for display.
    pub value: String,
    /// Exact value, for a tooltip.
    pub exact: String,
    /// Band of the exact value.
    pub band: Band,
    /// Text of the band; empty if no band applies.
    pub band_label: String,
    /// Gauge with value and limits, each from 0 to 1; `None` if no limits apply.
    pub gauge: Option<Gauge>,
    /// Extra information, for instance that the value is out of range.
    pub note: String,
}

/// A gauge: a track with a marker and the two limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    /// Position of the value, 0 to 1.
    pub marker: f32,
    /// Positions of the two limits, 0 to 1.
    pub limits: [f32; 2],
}
