//! The views and dashboards: three lists at the left, what is looked at beside them.

mod tiles;

use encours_core::app::screens::library::library::{DASHBOARDS, DEAL_VIEWS, DETAIL, SERVICE_VIEWS};
use encours_core::app::screens::library::view::library::{self, LibraryView};
use encours_core::app::shell::app::App;
use ratatui::layout::Rect;

use super::layout::Frame;
use super::lists;
use crate::widgets::Canvas;

/// From this width on lists and detail stand side by side.
const WIDE: u16 = 100;

/// The rows that each list keeps, its frame included.
const LEAST: u16 = 4;

/// Draws the views.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame) {
    let view = library::library(app);
    let body = frame.body;
    if body.width >= WIDE {
        let left = body.width * 9 / 20;
        stack(app, canvas, Rect { width: left, ..body }, &view);
        let right = Rect {
            x: body.x + left + 1,
            width: body.width - left - 1,
            ..body
        };
        detail(app, canvas, right, &view);
        return;
    }
    if frame.tiny {
        one(app, canvas, body, app.cx.pane(), &view);
        super::pane_place(app, canvas, body);
    } else if app.cx.pane() == DETAIL {
        detail(app, canvas, body, &view);
    } else {
        stack(app, canvas, body, &view);
    }
}

fn one(app: &App, canvas: &mut Canvas<'_>, area: Rect, number: usize, view: &LibraryView) {
    match view.lists.get(number) {
        Some(list) => lists::draw(app, canvas, area, number, list),
        None => detail(app, canvas, area, view),
    }
}

/// The three lists, one under the other: each as high as it needs, the last takes what is left. Where not all have room
/// the one with the focus keeps its rows, and the longest of the others give theirs first.
fn stack(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &LibraryView) {
    let numbers = [DEAL_VIEWS, SERVICE_VIEWS, DASHBOARDS];
    let wanted = numbers.map(|number| {
        let wanted = view
            .lists
            .get(number)
            .map_or(0, |list| lists::wanted(app, canvas, area.width, list));
        wanted.max(LEAST)
    });
    let heights = lists::share(wanted, area.height, app.cx.pane(), LEAST);
    let mut y = area.y;
    for (number, height) in numbers.into_iter().zip(heights) {
        let area = Rect { y, height, ..area };
        lists::draw(app, canvas, area, number, &view.lists[number]);
        y += height;
    }
}

fn detail(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &LibraryView) {
    match &view.tiles {
        Some(shown) => tiles::draw(app, canvas, area, shown),
        None => lists::draw(app, canvas, area, DETAIL, &view.detail),
    }
}
