//! The scale of a trend chart: axis range, tick labels and positions.

use crate::prelude::*;
use encours_core::app::screens::portfolio::view::axis::AxisFormat;
use encours_core::app::screens::portfolio::view::trend_line::Trend;
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
        let (min, max) = values.fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(v), b.max(v)));
        let timestamp = |at: Option<Timestamp>| at.unwrap_or(Timestamp::UNIX_EPOCH);
        let ends = [points().map(|point| point.at).min(), points().map(|point| point.at).max()];
        Self::new(app, (min, max), ends.map(timestamp))
    }

    /// Returns the scale of a range of values and times.
    pub(crate) fn new(app: &App, (min, max): (f64, f64), [start, end]: [Timestamp; 2]) -> Self {
        let (min, max, interval) = round_axis(min, max);
        let values: Vec<Decimal> = grid_values(min, max, interval).map(to_decimal).collect();
        Self { min, max, interval, start, end, axis_format: AxisFormat::for_values(app.cx.lang(), &values) }
    }

    pub(crate) fn y(&self, value: f64, plot: Rect) -> f32 {
        let share = (value - self.min) / (self.max - self.min).max(f64::MIN_POSITIVE);
        plot.bottom() - plot.height() * share.clamp(0.0, 1.0) as f32
    }

    pub(crate) fn x(&self, at: Timestamp, plot: Rect) -> f32 {
        let span = (self.end.as_second() - self.start.as_second()).max(1) as f32;
        let offset = (at.as_second() - self.start.as_second()) as f32;
        plot.left() + plot.width() * (offset / span).clamp(0.0, 1.0)
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
pub(crate) fn grid_values(min: f64, max: f64, interval: f64) -> impl Iterator<Item = f64> {
    let steps = ((max - min) / interval).round().clamp(1.0, 20.0) as u32;
    (0..=steps).map(move |n| min + interval * f64::from(n))
}

/// Computes an axis with four to six round steps: 1, 2 or 5 times a power of ten.
fn round_axis(min: f64, max: f64) -> (f64, f64, f64) {
    // Pad the range, so that an almost constant value lies in the middle of the axis. For large amounts, the padding
    // grows with the magnitude.
    let unit = 10_f64.powf((max.abs().max(1.0).log10().floor() - 5.0).max(0.0));
    let pad = ((4.0 * unit - (max - min)) / 2.0).max(0.0);
    let (min, max) = ((min - pad).max(0.0), max + pad);
    let span = (max - min).max(4.0 * unit);
    let rough = span / 4.0;
    let power = 10_f64.powf(rough.log10().floor());
    let interval = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|n| n * power)
        .find(|interval| *interval >= rough)
        .unwrap_or(10.0 * power);
    let axis_min = ((min / interval).floor() * interval).max(0.0);
    let axis_max = ((max / interval).floor() + 1.0) * interval;
    (axis_min, axis_max.max(axis_min + 4.0 * interval), interval)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn axis_covers_its_values_in_full_steps() {
        let (axis_min, axis_max, _) = round_axis(128.0, 128.0);
        assert!(
            axis_min < 127.0 && axis_max > 129.0,
            "a flat line must lie inside the axis: {axis_min} {axis_max}"
        );
        for (min, max) in [
            (124.0, 128.0),
            (0.0, 0.0),
            (7.0, 7.0),
            (486_000_000.0, 498_400_000.0),
            (486_230_114.0, 486_230_114.0),
            (486_230_114.0, 486_230_990.0),
        ] {
            let (axis_min, axis_max, interval) = round_axis(min, max);
            assert!(axis_min <= min && axis_max >= max && axis_min >= 0.0, "{axis_min} {axis_max}");
            let steps = (axis_max - axis_min) / interval;
            assert!((1.0..=8.0).contains(&steps), "{min}..{max}: {steps} steps of {interval}");
            assert!((steps - steps.round()).abs() < 1e-6);
            let values: Vec<Decimal> = grid_values(axis_min, axis_max, interval).map(to_decimal).collect();
            let naming = AxisFormat::for_values(encours_core::text::Lang::Fr, &values);
            let names: BTreeSet<String> = values.iter().map(|value| naming.format(*value)).collect();
            assert_eq!(names.len(), values.len(), "duplicate axis labels: {names:?}");
        }
    }
}
