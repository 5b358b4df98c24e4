//! The newest toast while something lies over the screen. What was done there answers there: on the row under it, where the
//! screen's own keys stand when nothing lies over it. What can be taken back stays with the screen, as the key for it does.

use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::{self, ToastView};
use ratatui::layout::Rect;

use super::{Row, mark, several, tells_all};
use crate::screens::layout::Frame;
use crate::widgets::Canvas;

/// The newest toast that stays with the screen: any, where nothing lies over it.
pub(super) fn under(app: &App) -> Option<&Toast> {
    let mut newest = app.cx.toasts().iter().rev();
    newest.find(|toast| !layered(app) || waits(&view::toast(app, toast)))
}

/// Draws the newest toast over what lies over the screen: on the last row, and on the one above where it needs both.
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

/// Whether something lies over the screen. A filter is typed on the screen itself.
fn layered(app: &App) -> bool {
    !matches!(app.cx.layer(), Layer::None | Layer::Filter)
}

/// Whether it tells of what can still be taken back.
fn waits(view: &ToastView) -> bool {
    view.undoable || view.countdown.is_some()
}
