//! Swimlanes of the board: a header across all columns, then the cards of its deals.

use encours_core::app::deals::board::view::card as card_view;
use encours_core::app::deals::board::view::header::{swimlane_header, swimlane_name};
use encours_core::app::deals::pipeline::lane_scroll::LaneLine;
use encours_core::app::deals::pipeline::swimlane::Swimlane;
use encours_core::app::shell::app::App;
use ratatui::layout::Rect;

use super::{BoardGrid, card};
use crate::screens::layout::ScreenFrame;
use crate::widgets::{Canvas, ClickTarget, draw_scroll_bar};

/// Draws the visible swimlanes, if the board has any.
pub(super) fn draw(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    grid: BoardGrid,
    columns: &[usize],
) {
    let lanes = app.pipeline.board().swimlanes();
    if lanes.is_empty() {
        return;
    }
    for (line, content) in app.pipeline.lane_lines(&app.cx) {
        let y = grid.first_card_y + line as u16;
        match content {
            LaneLine::Header(lane) => {
                draw_header(app, canvas, Rect { y, height: 1, ..frame.body }, &lanes[lane]);
            }
            LaneLine::Cards((lane, row)) => {
                for (slot, at) in columns.iter().enumerate() {
                    let range = lanes[lane].ranges.get(*at).cloned().unwrap_or_default();
                    let index = range.start + row;
                    if !range.contains(&index) {
                        continue;
                    }
                    for view in card_view::cards(app, *at, index..index + 1) {
                        let x = grid.x(frame, slot);
                        card::draw(canvas, app.cx.lang(), x, y, grid.width, &view);
                        let area = Rect::new(x - 1, y, grid.width + 1, 3);
                        canvas.add_target(area, ClickTarget::Card(*at, view.id.clone()));
                    }
                }
            }
        }
    }
    let (first, total) = app.pipeline.lane_extent(&app.cx);
    let bar = Rect::new(frame.body.right() - 1, grid.first_card_y, 1, grid.lines as u16);
    draw_scroll_bar(canvas, bar, first, grid.lines, total);
}

/// Draws the name of a swimlane, its number of deals, metric and slow deals, on a rule.
fn draw_header(app: &App, canvas: &mut Canvas<'_>, row: Rect, lane: &Swimlane) {
    let theme = canvas.theme;
    let cursor = &app.pipeline.board().cursor;
    let has_focus = lane.ranges.get(cursor.column).is_some_and(|range| range.contains(&cursor.index));
    let name_style = if has_focus { theme.accent() } else { theme.heading() };
    let (name, header) = (swimlane_name(app, &lane.code), swimlane_header(app, lane));
    let notes = [header.count, header.metric, header.slow];
    let notes: Vec<String> = notes.into_iter().filter(|note| !note.is_empty()).collect();
    let notes = format!(" {} ", notes.join(" · "));
    let (x, max_width) = (row.x + 1, row.width.saturating_sub(3));
    canvas.fill(Rect::new(x, row.y, max_width, 1), "─", theme.border());
    canvas.draw_spans(x, row.y, max_width, &[(&name, name_style), (&notes, theme.second())]);
}
