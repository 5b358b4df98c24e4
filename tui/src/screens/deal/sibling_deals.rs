//! The other deals of the same status beside the deal, on a large screen.
//!
//! They are in the order of the keys for the next and previous deal.

use encours_core::app::deals::board::view::card::{Card, cards};
use encours_core::app::deals::board::view::header::column_header;
use encours_core::app::shell::app::App;
use ratatui::layout::Rect;

use crate::screens::board::card;
use crate::widgets::{Canvas, Pane, draw_pane, draw_scroll_bar, first_line, split_columns};

/// Minimum screen size.
const MIN_SIZE: (u16, u16) = (180, 36);
/// Width of the area.
const WIDTH: u16 = 36;
/// Rows of a card and the blank row under it.
const CARD_ROWS: u16 = 4;

/// Draws the deals at the left if they fit. Returns the remaining area.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, body: Rect) -> Rect {
    // With a table, the next deal is not that of the board column.
    if body.width < MIN_SIZE.0 || body.height < MIN_SIZE.1 || app.table.shows_table() {
        return body;
    }
    let Some(row) = app.pipeline.opened_row(&app.cx) else { return body };
    let filtered = app.pipeline.filtered();
    let Some((column, index)) = filtered.position_of(&app.cx.snapshot().deals, row.ix) else {
        return body;
    };
    let Some(header) = column_header(app, column) else { return body };
    let (area, rest) = split_columns(body, WIDTH);
    let inner = draw_pane(canvas, area, Pane::new(&header.label).note(&header.count));
    let max_cards = usize::from((inner.height + 1) / CARD_ROWS);
    let first = first_line(index, header.cards, max_cards);
    let cards = cards(app, column, first..first + max_cards);
    for (y, view) in (inner.y..).step_by(usize::from(CARD_ROWS)).zip(cards) {
        let focused = view.id.as_str() == row.id;
        card::draw(canvas, app.cx.lang(), inner.x, y, inner.width, &Card { focused, ..view });
    }
    let bar = Rect { x: inner.right() + 1, width: 1, ..inner };
    draw_scroll_bar(canvas, bar, first, max_cards, header.cards);
    rest
}
