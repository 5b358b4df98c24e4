//! Views and dashboards: three lists at the left, the selected entry at the right.

mod tiles;

use encours_core::app::screens::server_views::server_views::{DASHBOARDS, DEAL_VIEWS, DETAIL, SERVICE_VIEWS};
use encours_core::app::screens::server_views::view::views_screen::{self, ViewsScreenView};
use encours_core::app::shell::app::App;
use ratatui::layout::Rect;

use super::layout::ScreenFrame;
use super::lists;
use crate::widgets::{Canvas, split_columns, split_rows};

/// Minimum width for lists and details side by side.
const WIDE: u16 = 100;

/// Minimum rows of each list with its frame.
const MIN_LIST_ROWS: u16 = 4;

/// Draws the views.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let view = views_screen::views_screen_view(app);
    let body = frame.body;
    if body.width >= WIDE {
        let (left, right) = split_columns(body, body.width * 9 / 20);
        draw_stack(app, canvas, left, &view);
        draw_detail(app, canvas, right, &view);
        return;
    }
    if frame.tiny {
        draw_one_list(app, canvas, body, app.cx.pane(), &view);
        super::draw_pane_position(app, canvas, body);
    } else if app.cx.pane() == DETAIL {
        draw_detail(app, canvas, body, &view);
    } else {
        draw_stack(app, canvas, body, &view);
    }
}

fn draw_one_list(app: &App, canvas: &mut Canvas<'_>, area: Rect, number: usize, view: &ViewsScreenView) {
    match view.lists.get(number) {
        Some(list) => lists::draw(app, canvas, area, number, list),
        None => draw_detail(app, canvas, area, view),
    }
}

/// Draws the three lists, one below the other; the last gets the remaining rows.
///
/// If the space is short, the focused list keeps its rows, and the longest of the others shrinks first.
fn draw_stack(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ViewsScreenView) {
    let numbers = [DEAL_VIEWS, SERVICE_VIEWS, DASHBOARDS];
    let preferred = numbers.map(|number| {
        let preferred =
            view.lists.get(number).map_or(0, |list| lists::wanted_rows(app, canvas, area.width, list));
        preferred.max(MIN_LIST_ROWS)
    });
    let heights = lists::share_rows(preferred, area.height, app.cx.pane(), MIN_LIST_ROWS);
    let mut below = area;
    for (number, height) in numbers.into_iter().zip(heights) {
        let (list, rest) = split_rows(below, height);
        lists::draw(app, canvas, list, number, &view.lists[number]);
        below = rest;
    }
}

fn draw_detail(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ViewsScreenView) {
    match &view.tiles {
        Some(tiles_view) => tiles::draw(app, canvas, area, tiles_view),
        None => lists::draw(app, canvas, area, DETAIL, &view.detail),
    }
}
