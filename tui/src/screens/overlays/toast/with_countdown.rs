//! The newest toast together with the countdown of another scheduled change.

use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::ToastView;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{GAP, Row, blank, close, line, over, parts, several, tells_all};
use crate::screens::layout::{self, Frame};
use crate::screens::undo_countdown::Held;
use crate::widgets::{Canvas, Target, columns};

/// Draws the newest toast and the scheduled change: on one row if both fit, else on two.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame, mut view: ToastView, held: &Held) {
    let x = frame.area.x + 1;
    let whole = frame.area.width.saturating_sub(2);
    let (parts, said) = (parts(app, canvas, &view), layout::freshness(app, canvas));
    let own = blank(app, frame).unwrap_or(frame.status);
    let clear = |canvas: &mut Canvas<'_>, y: u16| {
        let area = Rect::new(frame.area.x, y, frame.area.width, 1);
        canvas.clear(area);
        if y < frame.status && Some(y) != blank(app, frame) {
            // Clicks on covered content must have no effect.
            canvas.hit(area, Target::Layer);
        }
    };
    let fresh = said.iter().map(|(text, _)| columns(text)).sum::<u16>() + GAP;
    let freshness = |canvas: &mut Canvas<'_>| {
        let said: Vec<(&str, Style)> = said.iter().map(|(text, style)| (text.as_str(), *style)).collect();
        canvas.line_right(x + whole, frame.status, fresh, &said);
    };
    let room = if own < frame.status {
        whole
    } else {
        whole.saturating_sub(fresh)
    };
    let short = ToastView {
        subject: parts.shortened(&view, room.saturating_sub(GAP + held.least())),
        ..view.clone()
    };
    let wanted = parts.width(&short, u16::MAX - 1);
    if wanted + GAP + held.least() <= room {
        clear(canvas, own);
        if own == frame.status {
            freshness(canvas);
        }
        let row = Row { y: own, room: wanted };
        line(canvas, x, row, &short, &parts);
        let left = room - wanted - GAP;
        held.draw(canvas, x + room - held.width().min(left), own, left);
        return;
    }
    view.subject = parts.shortened(&view, whole);
    let view = &view;
    // The text starts on the blank row, if any; the freshness is the last part to be left out.
    let beside = held.least() + fresh <= whole;
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
        .chain(over(canvas, Frame { status: own, ..frame }, None));
    let mut rows: Vec<Row> = Vec::new();
    while !(view.undoable && rows.len() == 1 || !rows.is_empty() && tells_all(view, parts.mark, &rows))
        && let Some(y) = free.next()
    {
        rows.insert(0, Row { y, room: whole });
    }
    close(canvas, frame, &rows);
    for row in &rows {
        clear(canvas, row.y);
    }
    match rows.as_slice() {
        [] => {}
        [one] if view.undoable => line(canvas, x, *one, view, &parts),
        _ => several(canvas, x, &rows, view),
    }
}
