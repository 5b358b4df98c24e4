//! The scale of a trend chart: axis range, tick labels and positions.

use egui::Rect;
use encours_core::app::screens::portfolio::view::axis::AxisFormat;
use encours_core::app::screens::portfolio::view::trend_line::Trend;
use encours_core::app::shell::app::App;
use jiff::Timestamp;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;

/// Maps values and timestamps to positions.
pub(crate) struct ChartScale {
    pub(crate) min: f64,
    pub(crate) max: f64,
    pub(crate) interval: f64,
    pub(crate) start: Timestamp,
    pub(crate) end: Timestamp,
    axis_format: AxisFormat,
}

impl ChartScale {
    /// Returns the scale that covers all points of the trends.
    pub(crate) fn for_trends(app: &App, trends: &[&Trend]) -> Self {
        let points = || trends.iter().flat_map(|trend| &trend.points);
        let values = points().filter_map(|point| point.value.to_f64());
        let (least, most) = values.fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(v), b.max(v)));
        let (min, max, interval) = round_axis(least, most);
        let values: Vec<Decimal> = grid_values(min, max, interval).map(to_decimal).collect();
        let moment = |at: Option<Timestamp>| at.unwrap_or(Timestamp::UNIX_EPOCH);
        Self {
            min,
            max,
            interval,
            start: moment(points().map(|point| point.at).min()),
            end: moment(points().map(|point| point.at).max()),
            axis_format: AxisFormat::for_values(app.cx.lang(), &values),
        }
    }

    pub(crate) fn y(&self, value: f64, plot: Rect) -> f32 {
        let share = (value - self.min) / (self.max - self.min).max(f64::MIN_POSITIVE);
        plot.bottom() - plot.height() * share.clamp(0.0, 1.0) as f32
    }

    pub(crate) fn x(&self, at: Timestamp, plot: Rect) -> f32 {
        let whole = (self.end.as_second() - self.start.as_second()).max(1) as f32;
        let part = (at.as_second() - self.start.as_second()) as f32;
        plot.left() + plot.width() * (part / whole).clamp(0.0, 1.0)
    }

    pub(crate) fn format_value(&self, value: f64) -> String {
        self.axis_format.format(to_decimal(value))
    }

    /// Returns the newest value in the format of the axis.
    pub(crate) fn format_latest(&self, trend: &Trend) -> String {
        let last = trend.points.last().map(|point| point.value);
        last.map_or_else(String::new, |value| self.axis_format.format(value))
    }
}

fn to_decimal(value: f64) -> Decimal {
    Decimal::try_from(value).unwrap_or_default()
}

/// Returns the values of the horizontal grid lines.
pub(crate) fn grid_values(low: f64, high: f64, step: f64) -> impl Iterator<Item = f64> {
    let steps = ((high - low) / step).round().clamp(1.0, 20.0) as u32;
    (0..=steps).map(move |n| low + step * f64::from(n))
}

/// Computes an axis with four to six round steps: 1, 2 or 5 times a power of ten.
fn round_axis(least: f64, most: f64) -> (f64, f64, f64) {
    // Pad the range, so that an almost constant value lies in the middle of the axis. For large amounts, the padding
    // grows with the magnitude.
    let unit = 10_f64.powf((most.abs().max(1.0).log10().floor() - 5.0).max(0.0));
    let pad = ((4.0 * unit - (most - least)) / 2.0).max(0.0);
    let (least, most) = ((least - pad).max(0.0), most + pad);
    let span = (most - least).max(4.0 * unit);
    let rough = span / 4.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|n| n * power)
        .find(|step| *step >= rough)
        .unwrap_or(10.0 * power);
    let low = ((least / step).floor() * step).max(0.0);
    let high = ((most / step).floor() + 1.0) * step;
    (low, high.max(low + 4.0 * step), step)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn an_axis_holds_its_values_in_whole_steps() {
        let (low, high, _) = round_axis(128.0, 128.0);
        assert!(
            low < 127.0 && high > 129.0,
            "a flat line must lie inside the axis: {low} {high}"
        );
        for (least, most) in [
            (124.0, 128.0),
            (0.0, 0.0),
            (7.0, 7.0),
            (486_000_000.0, 498_400_000.0),
            (486_230_114.0, 486_230_114.0),
            (486_230_114.0, 486_230_990.0),
        ] {
            let (low, high, step) = round_axis(least, most);
            assert!(low <= least && high >= most && low >= 0.0, "{low} {high}");
            let steps = (high - low) / step;
            assert!(
                (1.0..=8.0).contains(&steps),
                "{least}..{most}: {steps} steps of {step}"
            );
            assert!((steps - steps.round()).abs() < 1e-6);
            let values: Vec<Decimal> = grid_values(low, high, step).map(to_decimal).collect();
            let naming = AxisFormat::for_values(encours_core::text::Lang::Fr, &values);
            let names: BTreeSet<String> = values.iter().map(|value| naming.format(*value)).collect();
            assert_eq!(names.len(), values.len(), "duplicate axis labels: {names:?}");
        }
    }
}
