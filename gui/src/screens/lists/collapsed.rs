//! A collapsed pane, of which only the title is visible.
//!
//! In a low window, the focused pane gets the height. A click on a collapsed title focuses that pane and expands it.

use crate::prelude::*;

use super::TITLE_HEIGHT;

/// Minimum number of lines of an open pane without focus.
const MIN_LINES: f32 = 3.0;

/// Distributes the height of a column among its panes. If not all get what they want, the focused one comes first. The
/// others keep a few lines or, if even that does not fit, their titles.
pub(crate) fn distribute_height<const N: usize>(
    wanted_heights: [f32; N],
    available: f32,
    keys: usize,
    row: f32,
) -> [f32; N] {
    let min = wanted_heights.map(|wanted_heights| wanted_heights.min(TITLE_HEIGHT + MIN_LINES * row + 10.0));
    let all: f32 = min.iter().sum();
    let mut heights = if all + 2.0 * row <= available { min } else { [TITLE_HEIGHT; N] };
    let mut remaining = available - heights.iter().sum::<f32>();
    let other_panes = (0..N).filter(|at| *at != keys);
    for at in std::iter::once(keys).chain(other_panes) {
        let growth = (wanted_heights[at] - heights[at]).min(remaining);
        let useful = at == keys
            || heights[at] > TITLE_HEIGHT
            || growth >= (2.0 * row).min(wanted_heights[at] - TITLE_HEIGHT);
        if growth > 0.0 && useful {
            heights[at] += growth;
            remaining -= growth;
        }
    }
    // Excess height goes to the last open pane.
    if let Some(last) = heights.iter_mut().rev().find(|height| **height > TITLE_HEIGHT) {
        *last += remaining.max(0.0);
    }
    heights
}

/// Draws the title as a button.
pub(crate) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, pane: usize, rect: Rect, (title, note): (&str, &str)) {
    let rect = rect.top_part(TITLE_HEIGHT);
    let id = Id::unique(("folded", frame.app.cx.screen(), pane));
    let response = ui.interact(rect, id, Sense::click());
    let name = format!("{title} – {note}");
    set_a11y_choice(&response, Role::Button, true, false, name.trim_end_matches(" – "));
    ui.ctx().accesskit_node_builder(id, |node| node.set_expanded(false));
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let fill = if response.hovered() { colors.hover } else { colors.surface };
    painter.framed_box(rect, theme.tokens.radius.pane, fill, colors.border);
    painter.inner_focus_ring(rect, &response);
    let header = rect.inset(14.0, 14.0);
    let icon_pos = header.near_right(6.0);
    painter.sized_icon(icon_pos, Icon::Down, 12.0, colors.text_secondary);
    super::draw_title(&painter, header.inset(0.0, 20.0), title, note);
    if response.clicked() {
        frame.request(Action::FocusPane(pane));
    }
}

#[cfg(test)]
mod tests {
    use super::{TITLE_HEIGHT, distribute_height};

    const ROW: f32 = 32.0;

    /// Returns the heights in whole points, and their sum.
    fn distributed_heights(preferred: [f32; 3], available: f32, keys: usize) -> ([i32; 3], i32) {
        let heights = distribute_height(preferred, available, keys, ROW).map(|height| height.round() as i32);
        (heights, heights.iter().sum())
    }

    #[test]
    fn last_pane_gets_the_height_that_others_leave() {
        assert_eq!(distributed_heights([150.0, 120.0, 90.0], 500.0, 0).0, [150, 120, 230]);
    }

    #[test]
    fn low_window_shows_the_focused_pane_and_other_titles() {
        let header_height = TITLE_HEIGHT as i32;
        assert_eq!(
            distributed_heights([210.0, 240.0, 120.0], 300.0, 1).0,
            [header_height, 220, header_height]
        );
        for keys in 0..3 {
            let (heights, all) = distributed_heights([400.0; 3], 300.0, keys);
            assert_eq!(all, 300);
            assert!(heights[keys] > 200, "{heights:?}");
        }
    }

    #[test]
    fn long_list_leaves_other_panes_a_minimum_height() {
        let (heights, all) = distributed_heights([2_000.0, 300.0, 300.0], 700.0, 0);
        let some = (TITLE_HEIGHT + 3.0 * ROW) as i32;
        assert!(heights[1] >= some && heights[2] >= some, "{heights:?}");
        assert_eq!(all, 700);
    }
}
