//! The head of a lane, in words.

use crate::app::deals::board::view::metric::told as figure_told;
use crate::app::deals::pipeline::swimlane::Lane;
use crate::app::shell::app::App;
use crate::text::{Arg, Words};

/// What the head of a lane says besides its name and its count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneHead {
    /// How many of its deals are shown.
    pub count: String,
    /// The figure that the heads of the columns show, of its deals, and what it covers; empty where nothing was received.
    pub figure: String,
    /// How many of them are slow; empty where none is.
    pub slow: String,
}

/// The head of a lane.
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
