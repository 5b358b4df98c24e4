//! The head of a lane, in words.

use crate::deals::board::view::metric::metric_text as figure_told;
use crate::deals::pipeline::swimlane::Swimlane;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages};

/// Head of a swimlane, besides its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwimlaneHeader {
    /// Number of its deals shown.
    pub count: String,
    /// Metric of the column heads for its deals, with coverage; empty if nothing was received.
    pub metric: String,
    /// Number of slow deals; empty if there are none.
    pub slow: String,
}

/// Returns the head of a swimlane.
pub fn swimlane_header(app: &App, lane: &Swimlane) -> SwimlaneHeader {
    let words = Messages::new(app.cx.lang());
    let figures = app.pipeline.swimlane_metrics(lane, &app.cx);
    let figure = figures
        .metric
        .and_then(|figure| figure_told(app, figure, lane.deal_count).full);
    SwimlaneHeader {
        count: words.with("view-deals", &[("n", MessageArg::from(lane.deal_count as u64))]),
        metric: figure.unwrap_or_default(),
        slow: if figures.slow > 0 {
            words.with("lane-slow", &[("n", MessageArg::from(figures.slow))])
        } else {
            String::new()
        },
    }
}
