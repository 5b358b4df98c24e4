//! The header of a swimlane, in words.

use crate::deals::board::view::metric::metric_text as figure_told;
use crate::deals::pipeline::swimlane::Swimlane;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages};

/// Head of a swimlane, besides its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwimlaneHeader {
    /// Number of its deals shown.
    pub count: String,
    /// Metric of the column headers for its deals, with coverage; empty if nothing was received.
    pub metric: String,
    /// Number of slow deals; empty if there are none.
    pub slow: String,
}

/// Returns the header of a swimlane.
pub fn swimlane_header(app: &App, swimlane: &Swimlane) -> SwimlaneHeader {
    let messages = Messages::new(app.cx.lang());
    let metrics = app.pipeline.swimlane_metrics(swimlane, &app.cx);
    let metric = metrics.metric.and_then(|metric| figure_told(app, metric, swimlane.deal_count).full);
    SwimlaneHeader {
        count: messages.with("view-deals", &[("n", MessageArg::from(swimlane.deal_count as u64))]),
        metric: metric.unwrap_or_default(),
        slow: if metrics.slow > 0 {
            messages.with("lane-slow", &[("n", MessageArg::from(metrics.slow))])
        } else {
            String::new()
        },
    }
}
