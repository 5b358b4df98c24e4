//! Lanes: the deals of every column stand together by owner or by asset class, and in each lane in the board's order. The
//! rows of a column are in the order in which they are seen, so that the focus goes through them as the eye does.

use crate::app::deals::pipeline::swimlane::{Lane, arrange};
use crate::app::deals::pipeline::pipeline::Pipeline;
use std::sync::{Arc, OnceLock};

use crate::app::foundation::cx::overlay_types::Lanes;
use crate::app::foundation::dataset::filtered::Lens;
use crate::engine::{Code, DealTable, RowIx};
use crate::query::fold;
use crate::text::Lang;
use crate::vocabulary;

use crate::app::deals::pipeline::swimlane::LaneFigures;

impl Pipeline {
    /// The lane that a place of a column is in; `None` where the board has none.
    pub fn lane_at(&self, column: usize, index: usize) -> Option<&Lane> {
        self.board.lanes.iter().find(|lane| {
            let places = lane.places.get(column);
            places.is_some_and(|range| range.contains(&index))
        })
    }
}
