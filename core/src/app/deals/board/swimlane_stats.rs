//! What is said of a lane. Figured when its head is first seen, and kept with the lane: a board of a hundred thousand
//! deals looks through the lanes that are looked at.

use crate::app::deals::pipeline::swimlane::{LaneFigures};
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::dataset::staleness;
use crate::vocabulary;

use crate::app::deals::pipeline::column_figure::ColumnFigure;
use crate::app::deals::pipeline::swimlane::Lane;


impl Pipeline {
    /// What a lane adds up to.
    pub fn lane_figures<'a>(&'a self, lane: &'a Lane, cx: &'a AppCx) -> &'a LaneFigures {
        lane.figures.get_or_init(|| {
            let deals = &cx.snapshot.deals;
            let now = cx.observed_now().as_second();
            let parts = || self.lens.columns.iter().zip(lane.places.iter().cloned());
            let mut slow = 0;
            for (column, range) in parts() {
                let rests = vocabulary::status_is_aside(&column.status);
                // Of a row no more is looked at than is asked of it: a lane may hold thousands.
                for ix in column.rows.get(range).unwrap_or_default() {
                    let late = !rests
                        && deals
                            .since(*ix)
                            .is_some_and(|since| staleness::is_slow(since, now))
                        && !deals.is_pending(*ix);
                    slow += usize::from(late);
                }
            }
            LaneFigures {
                figure: self.figure_of(parts(), cx),
                slow,
            }
        })
    }
}
