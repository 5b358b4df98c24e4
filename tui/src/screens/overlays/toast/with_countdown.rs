//! The newest toast together with the countdown of another scheduled change.

use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::ToastView;

use super::{
    Freshness, GAP, ToastRow, blank_row, clear_row, close_panes_above, draw_line, draw_rows, rows_above,
    shows_all, toast_parts,
};
use crate::screens::layout::ScreenFrame;
use crate::screens::undo_countdown::UndoCountdown;
use crate::widgets::Canvas;

/// Draws the newest toast and the scheduled change: on one row if both fit, else on two.
pub(super) fn draw(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    mut view: ToastView,
    countdown: &UndoCountdown,
) {
    let x = frame.area.x + 1;
    let full_width = frame.area.width.saturating_sub(2);
    let (parts, freshness) = (toast_parts(app, canvas, &view), Freshness::new(app, canvas));
    let fresh = freshness.width;
    let own_y = blank_row(app, frame).unwrap_or(frame.status);
    let max_width = if own_y < frame.status { full_width } else { full_width.saturating_sub(fresh) };
    let short = ToastView {
        subject: parts.name_for_width(&view, max_width.saturating_sub(GAP + countdown.min_width())),
        ..view.clone()
    };
    let needed_width = parts.width(&short, u16::MAX - 1);
    if needed_width + GAP + countdown.min_width() <= max_width {
        clear_row(app, canvas, frame, own_y);
        if own_y == frame.status {
            freshness.draw(canvas, x + full_width, frame.status);
        }
        let row = ToastRow { y: own_y, width: needed_width };
        draw_line(canvas, x, row, &short, &parts);
        let available = max_width - needed_width - GAP;
        countdown.draw(canvas, x + max_width - countdown.width().min(available), own_y, available);
        return;
    }
    view.subject = parts.name_for_width(&view, full_width);
    let view = &view;
    // The text starts on the blank row, if any; the freshness is the last part to be left out.
    let fits_beside = countdown.min_width() + fresh <= full_width;
    clear_row(app, canvas, frame, frame.status);
    countdown.draw(canvas, x, frame.status, if fits_beside { full_width - fresh } else { full_width });
    if fits_beside {
        freshness.draw(canvas, x + full_width, frame.status);
    }
    let blank = (own_y < frame.status).then_some(own_y);
    let mut free = blank.into_iter().chain(rows_above(canvas, ScreenFrame { status: own_y, ..frame }, None));
    let mut rows: Vec<ToastRow> = Vec::new();
    while !(view.undoable && rows.len() == 1 || !rows.is_empty() && shows_all(view, parts.mark, &rows))
        && let Some(y) = free.next()
    {
        rows.insert(0, ToastRow { y, width: full_width });
    }
    close_panes_above(canvas, frame, &rows);
    for row in &rows {
        clear_row(app, canvas, frame, row.y);
    }
    match rows.as_slice() {
        [] => {}
        [single] if view.undoable => draw_line(canvas, x, *single, view, &parts),
        _ => draw_rows(canvas, x, &rows, view),
    }
}
