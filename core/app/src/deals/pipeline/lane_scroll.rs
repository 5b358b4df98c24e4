//! Vertical scroll of a board with swimlanes, in rows of cards.
//!
//! All columns scroll together. The first visible line is always the header of a swimlane, and rows of its cards
//! follow. Front ends that scroll by points do not use it.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;

/// Text lines of a row of cards, with the blank one below.
pub const ROW_LINES: usize = 4;

/// Index of a swimlane, and of a row of cards in it.
pub type LaneRow = (usize, usize);

/// Content of some text lines of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneLine {
    /// Header of a swimlane.
    Header(usize),
    /// A row of cards.
    Cards(LaneRow),
}

impl Pipeline {
    /// Returns the number of rows of each swimlane: the most cards that it has in an open column.
    fn lane_heights(&self, cx: &AppCx) -> Vec<usize> {
        let open: Vec<usize> =
            (0..self.filtered.columns.len()).filter(|at| !self.is_collapsed_or_empty(*at, cx)).collect();
        let lanes = self.board.swimlanes.iter();
        let height = |ranges: &[std::ops::Range<usize>]| {
            open.iter().filter_map(|at| ranges.get(*at)).map(ExactSizeIterator::len).max().unwrap_or(0)
        };
        lanes.map(|lane| height(&lane.ranges)).collect()
    }

    /// Returns the visible headers and rows of cards, each with its first text line.
    pub fn lane_lines(&self, cx: &AppCx) -> Vec<(usize, LaneLine)> {
        let (heights, end) = (self.lane_heights(cx), self.board.viewport.lines);
        let (first, mut row) = self.board.lane_top;
        let (mut lines, mut y) = (Vec::new(), 0);
        for (lane, height) in heights.iter().enumerate().skip(first.min(heights.len().saturating_sub(1))) {
            if y >= end || (y > 0 && y + ROW_LINES > end && *height > 0) {
                break;
            }
            lines.push((y, LaneLine::Header(lane)));
            y += 1;
            for row in std::mem::take(&mut row).min(height.saturating_sub(1))..*height {
                // The blank line below the last row may be cut.
                if y + ROW_LINES > end + 1 {
                    return lines;
                }
                lines.push((y, LaneLine::Cards((lane, row))));
                y += ROW_LINES;
            }
        }
        lines
    }

    /// Returns the number of text lines before the first visible one, and of all.
    pub fn lane_extent(&self, cx: &AppCx) -> (usize, usize) {
        let heights = self.lane_heights(cx);
        let lines = |heights: &[usize]| heights.iter().map(|height| 1 + height * ROW_LINES).sum::<usize>();
        let (lane, row) = self.board.lane_top;
        (lines(heights.get(..lane).unwrap_or_default()) + row * ROW_LINES, lines(&heights))
    }

    /// Scrolls as little as possible until the row of the focused card is visible.
    pub(super) fn scroll_lanes_into_view(&mut self, cx: &AppCx) {
        let cursor = &self.board.cursor;
        let position = |ranges: &[std::ops::Range<usize>]| {
            let range = ranges.get(cursor.column).filter(|range| range.contains(&cursor.index))?;
            Some(cursor.index - range.start)
        };
        let mut rows = self.board.swimlanes.iter().enumerate();
        let Some(target) = rows.find_map(|(lane, own)| Some((lane, position(&own.ranges)?))) else { return };
        if target < self.board.lane_top {
            self.board.lane_top = target;
        }
        if self.lane_lines(cx).iter().any(|(_, line)| *line == LaneLine::Cards(target)) {
            return;
        }
        let heights = self.lane_heights(cx);
        let previous = |(lane, row): LaneRow| {
            if let Some(row) = row.checked_sub(1) {
                Some(((lane, row), ROW_LINES))
            } else {
                let before = heights.get(..lane)?.iter().rposition(|height| *height > 0)?;
                // The headers in between, also those of swimlanes without cards, take a line each.
                Some(((before, heights[before] - 1), ROW_LINES + lane - before))
            }
        };
        let (mut first, mut used) = (target, ROW_LINES);
        while let Some((row, lines)) =
            previous(first).filter(|(_, lines)| used + lines <= self.board.viewport.lines)
        {
            (first, used) = (row, used + lines);
        }
        self.board.lane_top = first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deals::pipeline::board_state::BoardViewport;
    use crate::foundation::cx::overlay_types::Swimlanes;
    use crate::foundation::input::commands::ActionId as A;
    use crate::shell::action::Action;
    use crate::shell::testing::*;

    fn visible(app: &App) -> Vec<LaneLine> {
        app.pipeline.lane_lines(&app.cx).into_iter().map(|(_, line)| line).collect()
    }

    #[test]
    fn focused_card_is_visible_wherever_it_goes() {
        let mut builder = ColumnStoreBuilder::default();
        for at in 0..40 {
            let mut row = deal(&at.to_string(), &format!("Deal {at}"), ["ic", "sourcing"][at % 2], 3, None);
            row.owner = ["A", "B", "C", ""][at / 2 % 7 % 4].into();
            builder.push(&row);
        }
        for lines in 4..24 {
            let mut app = app_with(snapshot(2, builder.clone().finish()));
            app.dispatch(Action::SetSwimlanes(Swimlanes::Owner), test_now());
            app.pipeline.set_viewport(BoardViewport { columns: 2, cards: 2, lines }, &mut app.cx);
            for action in [A::FocusDown, A::FocusUp].into_iter().cycle().take(9) {
                for step in 0..7 {
                    run(&mut app, &[if step == 5 { A::FocusRight } else { action }]);
                    let cursor = &app.pipeline.board().cursor;
                    let lane = app.pipeline.board().swimlanes().iter().enumerate().find_map(|(lane, own)| {
                        let range = own.ranges[cursor.column].clone();
                        range.contains(&cursor.index).then(|| (lane, cursor.index - range.start))
                    });
                    let shown = visible(&app);
                    assert!(shown.contains(&LaneLine::Cards(lane.unwrap())), "{lines} {lane:?} {shown:?}");
                    assert!(matches!(shown[0], LaneLine::Header(_)));
                    let (first, total) = app.pipeline.lane_extent(&app.cx);
                    assert!(first < total);
                }
            }
        }
    }
}
