//! Scrolling of lists that are longer than their area.

use ratatui::layout::Rect;

use super::canvas::Canvas;

/// Returns the first visible line, with the `focused` one near the middle if possible.
pub fn first_line(focused: usize, len: usize, visible_rows: usize) -> usize {
    let max = len.saturating_sub(visible_rows);
    focused.saturating_sub(visible_rows / 2).min(max)
}

/// Draws a scroll bar in column `area` for `len` lines, shown from `first`. Draws nothing if all fit.
pub fn draw_scroll_bar(canvas: &mut Canvas<'_>, area: Rect, first: usize, shown: usize, len: usize) {
    draw_bar(canvas, area, first, shown, len, 0);
}

/// Draws the scroll bar of a list in the frame at its right, one column after it.
pub fn draw_frame_scroll_bar(canvas: &mut Canvas<'_>, list: Rect, first: usize, len: usize) {
    let bar = Rect { x: list.right() + 1, width: 1, ..list };
    draw_scroll_bar(canvas, bar, first, usize::from(list.height), len);
}

/// Draws a scroll bar beside cards of `rows` rows.
///
/// The track is only in the blank rows between cards. The rows that the terminal moves when a column scrolls
/// then contain no track.
pub fn draw_card_scroll_bar(
    canvas: &mut Canvas<'_>,
    area: Rect,
    (first, shown, len): (usize, usize, usize),
    rows: u16,
) {
    draw_bar(canvas, area, first, shown, len, rows);
}

/// Draws a bar whose track skips `left_out` rows between two drawn ones.
fn draw_bar(canvas: &mut Canvas<'_>, area: Rect, first: usize, shown: usize, len: usize, left_out: u16) {
    if len <= shown || area.height == 0 {
        return;
    }
    let theme = canvas.theme;
    let rows = usize::from(area.height);
    let thumb = (rows * shown / len.max(1)).clamp(1, rows);
    let max = len - shown;
    let start = ((rows - thumb) * first.min(max) + max / 2) / max;
    for y in (left_out..area.height).step_by(usize::from(left_out) + 1) {
        canvas.fill(Rect::new(area.x, area.y + y, area.width, 1), "│", theme.border());
    }
    let (start, thumb) = (start as u16, thumb as u16);
    canvas.fill(Rect::new(area.x, area.y + start, area.width, thumb), "┃", theme.accent());
}

#[cfg(test)]
mod tests {
    use super::first_line;

    #[test]
    fn focused_line_is_always_visible() {
        for len in 0..30_usize {
            for visible_rows in 1..12_usize {
                for focused in 0..len {
                    let first = first_line(focused, len, visible_rows);
                    assert!(
                        first <= focused && focused < first + visible_rows,
                        "{focused} of {len} in {visible_rows}"
                    );
                    assert!(first + visible_rows <= len.max(visible_rows));
                }
            }
        }
    }
}
