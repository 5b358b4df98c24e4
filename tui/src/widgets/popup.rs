//! Popups over a screen: the background is dimmed, and one column around the popup is cleared.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::hit_map::ClickTarget;
use super::pane::{Pane, draw_pane};

/// Draws a popup of at most `width` by `height` cells, `top` rows down if possible.
///
/// Returns its inner area.
pub fn draw_popup(canvas: &mut Canvas<'_>, width: u16, height: u16, top: u16, frame: Pane<'_>) -> Rect {
    let screen = canvas.area();
    let backdrop = canvas.theme.backdrop();
    canvas.restyle(screen, backdrop);
    canvas.add_target(screen, ClickTarget::Outside);
    let width = width.min(screen.width);
    let height = height.min(screen.height);
    let x = screen.x + (screen.width - width) / 2;
    let y = screen.y + top.min(screen.height - height);
    let area = Rect::new(x, y, width, height);
    let left_x = x.saturating_sub(1).max(screen.x);
    canvas.clear(Rect::new(left_x, y, (x - left_x) + width + 1, height));
    canvas.add_target(area, ClickTarget::Overlay);
    draw_pane(canvas, area, frame)
}
