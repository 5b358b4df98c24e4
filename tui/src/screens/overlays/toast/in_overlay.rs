//! The newest toast while an overlay is open.
//!
//! Results of the overlay's actions appear on the row below it, in place of the screen's key hints. Changes
//! that can be undone stay on the screen, like the undo key.

use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::{self, ToastView};
use ratatui::layout::Rect;

use super::{ToastRow, draw_rows, mark, shows_all};
use crate::screens::layout::ScreenFrame;
use crate::widgets::Canvas;

/// Returns the newest toast of the screen itself; without an overlay, the newest of all.
pub(super) fn screen_toast(app: &App) -> Option<&Toast> {
    let mut newest = app.cx.toasts().iter().rev();
    newest.find(|toast| !has_overlay(app) || is_undoable(&view::toast_view(app, toast)))
}

/// Draws the newest toast over an overlay: on the last row, or on the last two if needed.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let newest = app.cx.toasts().last().filter(|_| has_overlay(app));
    let Some(view) = newest.map(|newest| view::toast_view(app, newest)) else {
        return;
    };
    if is_undoable(&view) {
        return;
    }
    let (symbol, _) = mark(canvas, &view);
    let row = |y: u16| ToastRow { y, width: frame.area.width.saturating_sub(2) };
    let mut rows = vec![row(frame.hints)];
    if !shows_all(&view, symbol, &rows) {
        rows.insert(0, row(frame.status));
    }
    for row in &rows {
        canvas.clear(Rect::new(frame.area.x, row.y, frame.area.width, 1));
    }
    draw_rows(canvas, frame.area.x + 1, &rows, &view);
}

/// True if an overlay is open. The filter is not one, because it is typed on the screen itself.
fn has_overlay(app: &App) -> bool {
    !matches!(app.cx.overlay(), Overlay::None | Overlay::Filter)
}

/// True if the toast is about a change that can still be undone.
fn is_undoable(view: &ToastView) -> bool {
    view.undoable || view.countdown.is_some()
}
