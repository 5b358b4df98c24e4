//! The head of a lane, in words.

use crate::deals::board::view::metric::told as figure_told;
use crate::deals::pipeline::swimlane::Lane;
use crate::shell::app::App;
use crate::text::{Arg, Words};

/// Head of a swimlane, besides its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneHead {
    /// Number of its deals shown.
    pub count: String,
    /// Metric of the column heads for its deals, with coverage; empty if nothing was received.
    pub figure: String,
    /// Number of slow deals; empty if there are none.
    pub slow: String,
}

/// Returns the head of a swimlane.
pub fn lane_head(app: &App, lane: &Lane) -> LaneHead {
    let words = Words::new(app.cx.lang());
    let figures = app.pipeline.lane_figures(lane, &app.cx);
    let figure = figures
        .figure
        .and_then(|figure| figure_told(app, figure, lane.shown).full);
    LaneHead {
        count: words.with("view-deals", &[("n", Arg::from(lane.shown as u64))]),
        figure: figure.unwrap_or_default(),
        slow: if figures.slow > 0 {
            words.with("lane-slow", &[("n", Arg::from(figures.slow))])
        } else {
            String::new()
        },
    }
}
