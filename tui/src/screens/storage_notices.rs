//! Notices about the local storage, above the activity screen.
//!
//! They are shown in full up to a quarter of the screen. A longer text becomes a scrollable pane, so that
//! writes and requests stay visible.

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::activity::NOTICES;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::shell::app::App;
use encours_core::text::{MessageArg, Messages, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{layout, scroll_offset};
use crate::widgets::{Canvas, ClickTarget, draw_scroll_bar, split_rows, text_width};

/// Minimum rows of a scrollable notice: one to read, and one for the number of further lines.
const MIN_ROWS: u16 = 2;

/// Draws the notices at the top of the area. Returns the number of rows used.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ActivityView) -> u16 {
    let lines = lines(canvas, area.width, view);
    let max_rows = (area.height / 4).max(MIN_ROWS);
    let rows = max_rows.min(lines.len() as u16);
    let (notice_area, _) = split_rows(area, rows);
    canvas.add_target(notice_area, ClickTarget::Pane(NOTICES));
    let focused = app.cx.pane() == NOTICES;
    let available_rows = usize::from(rows);
    let first = scroll_offset(app, canvas, NOTICES, lines.len(), available_rows);
    let (x, width) = (area.x + 1, area.width.saturating_sub(2));
    for (y, (text, style)) in (notice_area.y..notice_area.bottom()).zip(lines.iter().skip(first)) {
        canvas.draw_text(x, y, width, text, *style);
        if focused {
            let accent = canvas.theme.accent();
            canvas.draw_text(area.x, y, 1, "▌", accent);
        }
    }
    let bar = Rect::new(area.right().saturating_sub(1), notice_area.y, 1, rows);
    draw_scroll_bar(canvas, bar, first, available_rows, lines.len());
    let below = lines.len().saturating_sub(first + available_rows);
    if below > 0 && !focused {
        draw_more(app, canvas, Rect::new(x, notice_area.bottom() - 1, width, 1), below + 1);
    }
    rows
}

/// Draws the number of further lines and their key on the last row.
fn draw_more(app: &App, canvas: &mut Canvas<'_>, row: Rect, lines: usize) {
    let style = canvas.theme.second();
    canvas.fill(row, " ", style);
    let text = Messages::new(app.cx.lang()).with("more-below", &[("n", MessageArg::from(lines))]);
    let used = canvas.draw_text(row.x, row.y, row.width, &text, style);
    let key = layout::action_key(app, ActionId::PreviousPane);
    if app.cx.pane() == 0 && !key.is_empty() && used + 2 + text_width(&key) <= row.width {
        canvas.draw_text(row.x + used + 2, row.y, row.width - used - 2, &key, style);
    }
}

fn lines(canvas: &Canvas<'_>, width: u16, view: &ActivityView) -> Vec<(String, Style)> {
    let max_width = usize::from(width.saturating_sub(2));
    let lines = view.notices.iter().flat_map(|notice| {
        let style = canvas.theme.tone(notice.tone);
        // A file name gets its own lines, so that it can be copied.
        let text = notice.text.strip_suffix(&*notice.file).unwrap_or(&notice.text);
        let file = Some(&notice.file).filter(|file| !file.is_empty());
        let file = file.into_iter().flat_map(|file| wrap(file, max_width));
        let lines: Vec<String> = wrap(text.trim_end(), max_width).into_iter().chain(file).collect();
        lines.into_iter().map(move |line| (line, style))
    });
    lines.collect()
}
