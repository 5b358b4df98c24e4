//! Chart geometry shared by the screens and the exported report.
//!
//! It covers the axis around the values, the corners of a step line, and the dashes that distinguish lines. This module
//! draws nothing.

mod scale;

use egui::{Pos2, Rect, Shape, Stroke, pos2};
use encours_core::app::screens::portfolio::view::trend_line::Trend;
use rust_decimal::prelude::ToPrimitive as _;

pub(crate) use scale::{Scale, lines};

/// Dashes and gaps of the lines of a chart, in their order.
const DASHES: [Option<[f32; 2]>; 3] = [None, Some([7.0, 4.0]), Some([2.0, 3.0])];

/// Returns the corners of a step line: each value holds until the next.
pub(crate) fn steps(trend: &Trend, scale: &Scale, plot: Rect) -> Vec<Pos2> {
    let mut line: Vec<Pos2> = Vec::with_capacity(trend.points.len() * 2);
    for point in &trend.points {
        let at = pos2(
            scale.x(point.at, plot),
            scale.y(point.value.to_f64().unwrap_or(scale.low), plot),
        );
        if let Some(before) = line.last().copied() {
            line.push(pos2(at.x, before.y));
        }
        line.push(at);
    }
    line
}

/// Returns the shapes of the line at an index of the chart, with its dashes.
pub(crate) fn dashed(corners: &[Pos2], at: usize, stroke: Stroke) -> Vec<Shape> {
    match DASHES[at % DASHES.len()] {
        None => vec![Shape::line(corners.to_vec(), stroke)],
        Some([dash, gap]) => Shape::dashed_line(corners, stroke, dash, gap),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use encours_core::theme::Theme;

    use super::DASHES;
    use crate::theme::Look;

    #[test]
    fn no_two_of_twelve_lines_are_alike() {
        for theme in Theme::ALL {
            let look = Look::new(theme);
            let drawn = (0..12).map(|at| (look.series(at).to_array(), at % DASHES.len()));
            assert_eq!(drawn.collect::<BTreeSet<_>>().len(), 12, "{theme:?}");
        }
    }
}
