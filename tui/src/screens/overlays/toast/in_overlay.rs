//! The newest toast while an overlay is open.
//!
//! Results of the overlay's actions appear on the row below it, in place of the screen's key hints. Changes
//! that can be undone stay on the screen, like the undo key.

use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::{self, ToastView};
use ratatui::layout::Rect;

use super::{Row, mark, several, tells_all};
use crate::screens::layout::Frame;
use crate::widgets::Canvas;

/// Returns the newest toast of the screen itself; without an overlay, the newest of all.
pub(super) fn under(app: &App) -> Option<&Toast> {
    let mut newest = app.cx.toasts().iter().rev();
    newest.find(|toast| !layered(app) || waits(&view::toast(app, toast)))
}

/// Draws the newest toast over an overlay: on the last row, or on the last two if needed.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame) {
    let newest = app.cx.toasts().last().filter(|_| layered(app));
    let Some(view) = newest.map(|newest| view::toast(app, newest)) else {
        return;
    };
    if waits(&view) {
        return;
    }
    let (sign, _) = mark(canvas, &view);
    let row = |y: u16| Row {
        y,
        room: frame.area.width.saturating_sub(2),
    };
    let mut rows = vec![row(frame.hints)];
    if !tells_all(&view, sign, &rows) {
        rows.insert(0, row(frame.status));
    }
    for row in &rows {
        canvas.clear(Rect::new(frame.area.x, row.y, frame.area.width, 1));
    }
    several(canvas, frame.area.x + 1, &rows, &view);
}

/// True if an overlay is open. The filter is not one, because it is typed on the screen itself.
fn layered(app: &App) -> bool {
    !matches!(app.cx.layer(), Layer::None | Layer::Filter)
}

/// True if the toast is about a change that can still be undone.
fn waits(view: &ToastView) -> bool {
    view.undoable || view.countdown.is_some()
}
