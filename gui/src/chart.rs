//! Chart geometry shared by the screens and the exported report.
//!
//! It covers the axis around the values, the corners of a step line, and the dashes that distinguish lines. This module
//! draws nothing.

mod scale;

use crate::prelude::*;
use egui::Shape;
use encours_core::app::screens::portfolio::view::trend_line::Trend;
use rust_decimal::prelude::ToPrimitive as _;

pub(crate) use scale::{ChartScale, grid_values};

/// Dashes and gaps of the lines of a chart, in their order.
const DASH_PATTERNS: [Option<[f32; 2]>; 3] = [None, Some([7.0, 4.0]), Some([2.0, 3.0])];

/// Returns the corners of a step line: each value holds until the next.
pub(crate) fn step_corners(trend: &Trend, scale: &ChartScale, plot: Rect) -> Vec<Pos2> {
    step_line(
        trend.points.iter().map(|point| {
            pos2(scale.x(point.at, plot), scale.y(point.value.to_f64().unwrap_or(scale.min), plot))
        }),
    )
}

/// Returns the corners of a step line through points.
pub(crate) fn step_line(points: impl Iterator<Item = Pos2>) -> Vec<Pos2> {
    let mut line: Vec<Pos2> = Vec::new();
    for at in points {
        if let Some(previous) = line.last().copied() {
            line.push(pos2(at.x, previous.y));
        }
        line.push(at);
    }
    line
}

/// Returns the shapes of the line at an index of the chart, with its dashes.
pub(crate) fn dashed_line(corners: &[Pos2], at: usize, stroke: Stroke) -> Vec<Shape> {
    match DASH_PATTERNS[at % DASH_PATTERNS.len()] {
        None => vec![Shape::line(corners.to_vec(), stroke)],
        Some([dash, gap]) => Shape::dashed_line(corners, stroke, dash, gap),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use encours_core::theme::WindowTheme;

    use super::DASH_PATTERNS;
    use crate::theme::Theme;

    #[test]
    fn no_two_of_twelve_lines_are_alike() {
        for theme in WindowTheme::ALL {
            let theme_look = Theme::new(theme);
            let styles = (0..12).map(|at| (theme_look.series_color(at).to_array(), at % DASH_PATTERNS.len()));
            assert_eq!(styles.collect::<BTreeSet<_>>().len(), 12, "{theme:?}");
        }
    }
}
