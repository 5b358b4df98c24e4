//! The board: as many columns as fit, whole cards only.
//!
//! ```text
//!  All deals  240 deals · 37 shown                         sort Time in status ↓  fields: LTV
//!  / status:ic                                  Closing 12   On hold 24   Lost 48 ▸
//!
//!  Sourcing             60  ▸Committee            14
//!  ━━━━━──────────────  25%  ━───────────────────   6%
//!
//!  Terrain des Ormes        ▌Le Parc, Lyon          ┃
//!  Land              ≥ 17 d ▌Offices      ↑ waiting ┃
//!  L. Nguyen      ○ LTV n/a ▌A. Martin  ▲ LTV 76.4%
//!                                                   │
//!
//!  ↓ 54 more                 ↓ 8 more
//! ```

pub(super) mod card;
mod column_names;
pub(super) mod header;
mod swimlanes;

use encours_core::app::deals::board::view::card as card_view;
use encours_core::app::deals::board::view::header::{ColumnHeader, column_header};
use encours_core::app::deals::pipeline::header_metric::HeaderMetric;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state;
use encours_core::text::{MessageArg, Messages, number};
use ratatui::layout::Rect;

use super::empty_state as empty_pane;
use super::layout::ScreenFrame;
use crate::terminal::LineEditor;
use crate::widgets::{Canvas, ClickTarget, draw_card_scroll_bar, draw_share_bar, text_width};
use header as board_header;
use header::FilterTrailing;

/// Minimum column width, with gutter and scroll bar.
const MIN_PITCH: u16 = 26;
/// Minimum column width on wide screens, where the number on a card gets a label.
const COMFORTABLE: u16 = 30;
/// Maximum column width; longer lines are hard to read.
const MAX_WIDTH: u16 = 44;
/// Width of `100 %` with a blank before it.
const SHARE_WIDTH: u16 = 6;
/// Rows of a card and the blank row under it.
const CARD_ROWS: u16 = 4;

/// Positions of columns and cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardGrid {
    /// Number of columns that fit.
    pub count: usize,
    /// Number of whole cards that fit.
    pub card_count: usize,
    /// Number of rows below the column headers.
    pub lines: usize,
    /// Distance between two columns.
    pitch: u16,
    /// Text width of a column.
    width: u16,
    /// Row of the column headers.
    header_y: u16,
    /// True if the share of each column has a row.
    has_shares: bool,
    /// First row of the cards.
    first_card_y: u16,
    /// True if `↓ 54 more` has its own row instead of the blank one below the cards.
    has_more_row: bool,
}

impl BoardGrid {
    /// Computes the grid of a screen.
    pub fn new(app: &App, frame: ScreenFrame) -> Self {
        let open = (0..app.pipeline.filtered().columns.len())
            .filter(|at| !app.pipeline.is_collapsed_or_empty(*at, &app.cx))
            .count();
        let min_pitch = if frame.body.width >= 4 * COMFORTABLE { COMFORTABLE } else { MIN_PITCH };
        let count = usize::from(frame.body.width / min_pitch).clamp(1, open.max(1));
        let pitch = (frame.body.width / count as u16).min(MAX_WIDTH.max(MIN_PITCH));
        let pitch = if count == 1 { frame.body.width.min(MAX_WIDTH) } else { pitch };
        let width = pitch.saturating_sub(if pitch >= MIN_PITCH + 2 { 3 } else { 2 });
        // Rows above the cards: head and filter, a blank row, column headers, shares, metrics. On small screens
        // some are left out.
        let header_y = frame.body.y + frame.by_room(1, 2, 3);
        let has_shares = !frame.tiny;
        // If possible, the metric in the column headers gets an extra row.
        let has_metrics = frame.roomy && has_header_metric(app);
        let first_card_y =
            header_y + 1 + u16::from(has_shares) + u16::from(!frame.tiny) + u16::from(has_metrics);
        let rows = frame.body.bottom().saturating_sub(first_card_y);
        let lines = usize::from(rows);
        // The "more" line gets its own row if that does not cost a card.
        let has_more_row = frame.roomy && rows.saturating_sub(1) / CARD_ROWS == rows / CARD_ROWS;
        let rows = rows.saturating_sub(u16::from(has_more_row));
        // On a tiny screen a card may use the blank row under the last card.
        let cards = if frame.tiny { (rows + 1) / CARD_ROWS } else { rows / CARD_ROWS };
        Self {
            count,
            card_count: usize::from(cards.max(1)),
            lines,
            pitch,
            width,
            header_y,
            has_shares,
            first_card_y,
            has_more_row,
        }
    }

    fn x(&self, frame: ScreenFrame, slot: usize) -> u16 {
        frame.body.x + 1 + self.pitch * slot as u16
    }

    fn cards_area(&self, frame: ScreenFrame, slot: usize) -> Rect {
        let height = (self.card_count as u16 * CARD_ROWS - 1)
            .min(frame.body.bottom().saturating_sub(self.first_card_y));
        Rect::new(self.x(frame, slot), self.first_card_y, self.width, height)
    }
}

/// True if any column has a metric in its head.
fn has_header_metric(app: &App) -> bool {
    let figured = |at| app.pipeline.column_metric(at, &app.cx).is_some_and(|metric| metric.value.is_some());
    app.pipeline.header_metric() == HeaderMetric::Weighted
        || (0..app.pipeline.filtered().columns.len()).any(figured)
}

/// Draws the board. Returns the filter message if the filter row cannot show it.
///
/// `drag` is the column to which a dragged card would move.
pub fn draw(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    editor: &LineEditor,
    drag: Option<usize>,
) -> Option<String> {
    let grid = BoardGrid::new(app, frame);
    let shown = visible_columns(app, grid);
    let shown = FilterTrailing::Columns(shown);
    let unsaid = board_header::draw(app, canvas, frame, editor, &shown);
    let FilterTrailing::Columns(shown) = shown else {
        return unsaid;
    };
    if empty_pane::draw_if_empty(app, canvas, frame, grid.header_y) {
        return unsaid;
    }
    if shown.columns.is_empty() {
        let rows = frame.body.bottom().saturating_sub(grid.header_y);
        let area = Rect { y: grid.header_y, height: rows, ..frame.body };
        empty_pane::draw(canvas, area, &empty_state::all_collapsed(app));
        return unsaid;
    }
    for (slot, at) in shown.columns.iter().enumerate() {
        draw_column(app, canvas, frame, grid, slot, *at, drag == Some(*at));
    }
    swimlanes::draw(app, canvas, frame, grid, &shown.columns);
    unsaid
}

/// Drawn and hidden columns, by their index on the board.
#[derive(Clone, Default)]
pub struct VisibleColumns {
    /// Drawn columns.
    pub columns: Vec<usize>,
    /// Columns beyond the left edge.
    pub before: Vec<usize>,
    /// Columns beyond the right edge.
    pub after: Vec<usize>,
    /// Collapsed columns, including empty ones.
    pub collapsed: Vec<usize>,
}

fn visible_columns(app: &App, grid: BoardGrid) -> VisibleColumns {
    let is_inactive = |at: &usize| app.pipeline.is_collapsed_or_empty(*at, &app.cx);
    let (collapsed, open): (Vec<usize>, Vec<usize>) =
        (0..app.pipeline.filtered().columns.len()).partition(is_inactive);
    let first = app.pipeline.board().first_column().min(open.len());
    let end = (first + grid.count).min(open.len());
    VisibleColumns {
        columns: open[first..end].to_vec(),
        before: open[..first].to_vec(),
        after: open[end..].to_vec(),
        collapsed,
    }
}

fn draw_column(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    grid: BoardGrid,
    slot: usize,
    at: usize,
    dropping: bool,
) {
    let Some(header) = column_header(app, at) else { return };
    let area = grid.cards_area(frame, slot);
    let column_area =
        Rect::new(area.x - 1, grid.header_y, grid.pitch, frame.body.bottom().saturating_sub(grid.header_y));
    canvas.add_target(column_area, ClickTarget::Column(at));
    draw_column_header(canvas, grid, area.x, &header, dropping);
    if !app.pipeline.board().swimlanes().is_empty() {
        return;
    }
    let first = app.pipeline.board().scroll_offset(&header.status);
    let cards = card_view::cards(app, at, first..first + grid.card_count);
    let mut y = area.y;
    for view in &cards {
        if y + 3 > frame.body.bottom() {
            break;
        }
        card::draw(canvas, app.cx.lang(), area.x, y, grid.width, view);
        canvas
            .add_target(Rect::new(area.x - 1, y, grid.width + 1, 3), ClickTarget::Card(at, view.id.clone()));
        y += CARD_ROWS;
    }
    if header.cards == 0 && !header.partial {
        let text = Messages::new(app.cx.lang()).get("empty-column");
        let style = canvas.theme.second();
        canvas.draw_text(area.x, y, grid.width, &text, style);
    }
    if header.partial {
        let missing = header.total.saturating_sub((first + cards.len()) as u64);
        for _ in (cards.len()..grid.card_count).take(missing as usize) {
            if y + 3 <= frame.body.bottom() {
                card::draw_skeleton(canvas, area.x, y, grid.width);
            }
            y += CARD_ROWS;
        }
    }
    if header.focused {
        let bar = Rect::new(area.right().min(frame.body.right() - 1), area.y, 1, area.height);
        draw_card_scroll_bar(canvas, bar, (first, cards.len(), header.cards), CARD_ROWS - 1);
    }
    let y = area.y + grid.card_count as u16 * CARD_ROWS - u16::from(!grid.has_more_row);
    if y < frame.body.bottom() {
        let below = header.cards.saturating_sub(first + cards.len());
        draw_more(app, canvas, Rect { y, height: 1, ..area }, first, below);
    }
}

fn draw_column_header(
    canvas: &mut Canvas<'_>,
    grid: BoardGrid,
    x: u16,
    header: &ColumnHeader,
    dropping: bool,
) {
    let theme = canvas.theme;
    let style = if header.focused || dropping { theme.accent() } else { theme.heading() };
    let mark = if dropping {
        "→"
    } else if header.focused {
        "▸"
    } else {
        ""
    };
    canvas.draw_text(x - 1, grid.header_y, 1, mark, style);
    let count =
        canvas.draw_text_right(x + grid.width, grid.header_y, grid.width, &header.count, theme.heading());
    let max_width = grid.width.saturating_sub(count + 1);
    let label = if text_width(&header.label) > max_width { &header.short } else { &header.label };
    let style = if dropping { style.patch(theme.selection()) } else { style };
    canvas.draw_text(x, grid.header_y, max_width, label, style);
    if !grid.has_shares {
        return;
    }
    let y = grid.header_y + 1;
    canvas.draw_text_right(x + grid.width, y, SHARE_WIDTH, &header.share, theme.second());
    let style = if header.focused { theme.accent() } else { theme.heading() };
    let bar = grid.width.saturating_sub(SHARE_WIDTH);
    draw_share_bar(canvas, x, y, bar, header.fraction, style, Some(theme.border()));
    // Show the short form rather than a cut number, which would look like another one.
    let mut forms = header.metric.full.iter().chain(&header.metric.short);
    if let Some(text) = forms.find(|text| text_width(text) <= grid.width) {
        canvas.draw_text(x, y + 1, grid.width, text, theme.second());
    }
}

/// Draws `↓ 54 more` under the last card, with the number of cards above at the right.
fn draw_more(app: &App, canvas: &mut Canvas<'_>, row: Rect, above: usize, below: usize) {
    let style = canvas.theme.second();
    let mut max_width = row.width;
    if above > 0 {
        let text = format!("↑ {}", number::integer(app.cx.lang(), above as u64));
        max_width =
            max_width.saturating_sub(canvas.draw_text_right(row.right(), row.y, row.width, &text, style) + 1);
    }
    if below > 0 {
        let text = Messages::new(app.cx.lang()).with("more-below", &[("n", MessageArg::from(below))]);
        canvas.draw_text(row.x, row.y, max_width, &text, style);
    }
}
