//! Divides areas.

use ratatui::layout::Rect;

/// Divides an area into `left` columns and the rest, with one column between them.
pub fn split_columns(area: Rect, left: u16) -> (Rect, Rect) {
    let rest = Rect { x: area.x + left + 1, width: area.width.saturating_sub(left + 1), ..area };
    (Rect { width: left, ..area }, rest)
}

/// Divides an area into `above` rows and the rest.
pub fn split_rows(area: Rect, above: u16) -> (Rect, Rect) {
    let above = above.min(area.height);
    let rest = Rect { y: area.y + above, height: area.height - above, ..area };
    (Rect { height: above, ..area }, rest)
}
