//! The newest toast together with the countdown of another scheduled change.

use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::ToastView;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{
    GAP, ToastRow, blank_row, close_panes_above, draw_line, draw_rows, rows_above, shows_all, toast_parts,
};
use crate::screens::layout::{self, ScreenFrame};
use crate::screens::undo_countdown::UndoCountdown;
use crate::widgets::{Canvas, ClickTarget, text_width};

/// Draws the newest toast and the scheduled change: on one row if both fit, else on two.
pub(super) fn draw(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    mut view: ToastView,
    held: &UndoCountdown,
) {
    let x = frame.area.x + 1;
    let whole = frame.area.width.saturating_sub(2);
    let (parts, said) = (toast_parts(app, canvas, &view), layout::freshness(app, canvas));
    let own = blank_row(app, frame).unwrap_or(frame.status);
    let clear = |canvas: &mut Canvas<'_>, y: u16| {
        let area = Rect::new(frame.area.x, y, frame.area.width, 1);
        canvas.clear(area);
        if y < frame.status && Some(y) != blank_row(app, frame) {
            // Clicks on covered content must have no effect.
            canvas.add_target(area, ClickTarget::Layer);
        }
    };
    let fresh = said.iter().map(|(text, _)| text_width(text)).sum::<u16>() + GAP;
    let freshness = |canvas: &mut Canvas<'_>| {
        let said: Vec<(&str, Style)> = said.iter().map(|(text, style)| (text.as_str(), *style)).collect();
        canvas.draw_spans_right(x + whole, frame.status, fresh, &said);
    };
    let room = if own < frame.status {
        whole
    } else {
        whole.saturating_sub(fresh)
    };
    let short = ToastView {
        subject: parts.name_for_width(&view, room.saturating_sub(GAP + held.min_width())),
        ..view.clone()
    };
    let wanted = parts.width(&short, u16::MAX - 1);
    if wanted + GAP + held.min_width() <= room {
        clear(canvas, own);
        if own == frame.status {
            freshness(canvas);
        }
        let row = ToastRow {
            y: own,
            width: wanted,
        };
        draw_line(canvas, x, row, &short, &parts);
        let left = room - wanted - GAP;
        held.draw(canvas, x + room - held.width().min(left), own, left);
        return;
    }
    view.subject = parts.name_for_width(&view, whole);
    let view = &view;
    // The text starts on the blank row, if any; the freshness is the last part to be left out.
    let beside = held.min_width() + fresh <= whole;
    clear(canvas, frame.status);
    held.draw(
        canvas,
        x,
        frame.status,
        if beside { whole - fresh } else { whole },
    );
    if beside {
        freshness(canvas);
    }
    let blank = (own < frame.status).then_some(own);
    let mut free = blank
        .into_iter()
        .chain(rows_above(canvas, ScreenFrame { status: own, ..frame }, None));
    let mut rows: Vec<ToastRow> = Vec::new();
    while !(view.undoable && rows.len() == 1 || !rows.is_empty() && shows_all(view, parts.mark, &rows))
        && let Some(y) = free.next()
    {
        rows.insert(0, ToastRow { y, width: whole });
    }
    close_panes_above(canvas, frame, &rows);
    for row in &rows {
        clear(canvas, row.y);
    }
    match rows.as_slice() {
        [] => {}
        [one] if view.undoable => draw_line(canvas, x, *one, view, &parts),
        _ => draw_rows(canvas, x, &rows, view),
    }
}
