//! The board: as many columns as fit, whole cards only.
//!
//! ```text
//!  All deals  240 deals · 37 shown                         sort stage age ↓   fields LTV
//!  / status:ic                                  Closing 12   On hold 24   Lost 48 ▸
//!
//!  Sourcing             60  ▸Committee            14
//!  ━━━━━──────────────  25%  ━───────────────────   6%
//!
//!  Terrain des Ormes        ▌Le Parc, Lyon          ┃
//!  Land              ≥ 17 d ▌Offices      ↑ waiting ┃
//!  L. Nguyen      ○ LTV n/p ▌A. Martin  ▲ LTV 76.4%
//!                                                   │
//!
//!  ↓ 54 more                 ↓ 8 more
//! ```

pub(super) mod card;
mod column_names;
pub(super) mod header;

use encours_core::app::deals::board::view::head::ColumnHead;
use encours_core::app::deals::pipeline::head_figure::HeadFigure;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state;
use encours_core::text::{Arg, Words, number};
use ratatui::layout::Rect;

use super::empty_state as notice;
use super::layout::Frame;
use crate::terminal::Editor;
use crate::widgets::{Canvas, Target, columns, scroll_bar_of_cards, share_bar};
use header as board_head;
use header::Aside;

/// Minimum column width, with gutter and scroll bar.
const PITCH: u16 = 26;
/// Minimum column width on wide screens, where the number on a card gets a label.
const COMFORTABLE: u16 = 30;
/// Maximum column width; longer lines are hard to read.
const WIDEST: u16 = 44;
/// Width of `100 %` with a blank before it.
const SHARE: u16 = 6;
/// Rows of a card and the blank row under it.
const CARD: u16 = 4;

/// Positions of columns and cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Number of columns that fit.
    pub count: usize,
    /// Number of whole cards that fit.
    pub cards: usize,
    /// Distance between two columns.
    pitch: u16,
    /// Text width of a column.
    width: u16,
    /// Row of the column heads.
    heads: u16,
    /// True if the share of each column has a row.
    shares: bool,
    /// First row of the cards.
    first: u16,
    /// True if `↓ 54 more` has its own row instead of the blank one below the cards.
    own_more: bool,
}

impl Grid {
    /// Computes the grid of a screen.
    pub fn of(app: &App, frame: Frame) -> Self {
        let open = (0..app.pipeline.lens().columns.len())
            .filter(|at| !app.pipeline.is_aside(*at, &app.cx))
            .count();
        let least = if frame.body.width >= 4 * COMFORTABLE {
            COMFORTABLE
        } else {
            PITCH
        };
        let count = usize::from(frame.body.width / least).clamp(1, open.max(1));
        let pitch = (frame.body.width / count as u16).min(WIDEST.max(PITCH));
        let pitch = if count == 1 {
            frame.body.width.min(WIDEST)
        } else {
            pitch
        };
        let width = pitch.saturating_sub(if pitch >= PITCH + 2 { 3 } else { 2 });
        // Rows above the cards: head and filter, a blank row, column heads, shares, metrics. On small screens
        // some are left out.
        let heads = frame.body.y
            + if frame.roomy {
                3
            } else if frame.tiny {
                1
            } else {
                2
            };
        let shares = !frame.tiny;
        // If possible, the metric in the column heads gets an extra row.
        let figures = frame.roomy && any_figure(app);
        let first = heads + 1 + u16::from(shares) + u16::from(!frame.tiny) + u16::from(figures);
        let rows = frame.body.bottom().saturating_sub(first);
        // The "more" line gets its own row if that does not cost a card.
        let own_more = frame.roomy && rows.saturating_sub(1) / CARD == rows / CARD;
        let rows = rows.saturating_sub(u16::from(own_more));
        // On a tiny screen a card may use the blank row under the last card.
        let cards = if frame.tiny {
            (rows + 1) / CARD
        } else {
            rows / CARD
        };
        Self {
            count,
            cards: usize::from(cards.max(1)),
            pitch,
            width,
            heads,
            shares,
            first,
            own_more,
        }
    }

    fn x(&self, frame: Frame, slot: usize) -> u16 {
        frame.body.x + 1 + self.pitch * slot as u16
    }

    fn cards_area(&self, frame: Frame, slot: usize) -> Rect {
        let height = (self.cards as u16 * CARD - 1).min(frame.body.bottom().saturating_sub(self.first));
        Rect::new(self.x(frame, slot), self.first, self.width, height)
    }
}

/// True if any column has a metric in its head.
fn any_figure(app: &App) -> bool {
    let figured = |at| {
        app.pipeline
            .column_figure(at, &app.cx)
            .is_some_and(|figure| figure.value.is_some())
    };
    app.pipeline.head_figure() == HeadFigure::Weighted || (0..app.pipeline.lens().columns.len()).any(figured)
}

/// Draws the board. Returns the filter message if the filter row cannot show it.
///
/// `drag` is the column to which a dragged card would move.
pub fn draw(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: Frame,
    editor: &Editor,
    drag: Option<usize>,
) -> Option<String> {
    let grid = Grid::of(app, frame);
    let shown = shown(app, grid);
    let shown = Aside::Columns(shown);
    let unsaid = board_head::draw(app, canvas, frame, editor, &shown);
    let Aside::Columns(shown) = shown else {
        return unsaid;
    };
    if notice::instead(app, canvas, frame, grid.heads) {
        return unsaid;
    }
    if shown.columns.is_empty() {
        let rows = frame.body.bottom().saturating_sub(grid.heads);
        let area = Rect {
            y: grid.heads,
            height: rows,
            ..frame.body
        };
        notice::draw(canvas, area, &empty_state::folded(app));
        return unsaid;
    }
    for (slot, at) in shown.columns.iter().enumerate() {
        column(app, canvas, frame, grid, slot, *at, drag == Some(*at));
    }
    unsaid
}

/// Drawn and hidden columns, by their index on the board.
pub struct Shown {
    /// Drawn columns.
    pub columns: Vec<usize>,
    /// Columns beyond the left edge.
    pub before: Vec<usize>,
    /// Columns beyond the right edge.
    pub after: Vec<usize>,
    /// Folded columns, including empty ones.
    pub folded: Vec<usize>,
}

fn shown(app: &App, grid: Grid) -> Shown {
    let aside = |at: &usize| app.pipeline.is_aside(*at, &app.cx);
    let (folded, open): (Vec<usize>, Vec<usize>) = (0..app.pipeline.lens().columns.len()).partition(aside);
    let first = app.pipeline.board().first_column().min(open.len());
    let end = (first + grid.count).min(open.len());
    Shown {
        columns: open[first..end].to_vec(),
        before: open[..first].to_vec(),
        after: open[end..].to_vec(),
        folded,
    }
}

fn column(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: Frame,
    grid: Grid,
    slot: usize,
    at: usize,
    dropping: bool,
) {
    let Some(head) = encours_core::app::deals::board::view::head::column_head(app, at) else {
        return;
    };
    let area = grid.cards_area(frame, slot);
    let lane = Rect::new(
        area.x - 1,
        grid.heads,
        grid.pitch,
        frame.body.bottom().saturating_sub(grid.heads),
    );
    canvas.hit(lane, Target::Column(at));
    column_head(canvas, grid, area.x, &head, dropping);
    let first = app.pipeline.board().scroll_of(&head.status);
    let cards = encours_core::app::deals::board::view::card::cards(app, at, first..first + grid.cards);
    let mut y = area.y;
    for view in &cards {
        if y + 3 > frame.body.bottom() {
            break;
        }
        card::draw(canvas, app.cx.lang(), area.x, y, grid.width, view);
        canvas.hit(
            Rect::new(area.x - 1, y, grid.width + 1, 3),
            Target::Card(at, view.id.clone()),
        );
        y += CARD;
    }
    if head.cards == 0 && !head.partial {
        let text = Words::new(app.cx.lang()).get("empty-column");
        let style = canvas.theme.second();
        canvas.put(area.x, y, grid.width, &text, style);
    }
    if head.partial {
        let missing = head.total.saturating_sub((first + cards.len()) as u64);
        for _ in (cards.len()..grid.cards).take(missing as usize) {
            if y + 3 <= frame.body.bottom() {
                card::skeleton(canvas, area.x, y, grid.width);
            }
            y += CARD;
        }
    }
    if head.focused {
        let bar = Rect::new(area.right().min(frame.body.right() - 1), area.y, 1, area.height);
        scroll_bar_of_cards(canvas, bar, (first, cards.len(), head.cards), CARD - 1);
    }
    let y = area.y + grid.cards as u16 * CARD - u16::from(!grid.own_more);
    if y < frame.body.bottom() {
        let below = head.cards.saturating_sub(first + cards.len());
        more(app, canvas, Rect { y, height: 1, ..area }, first, below);
    }
}

fn column_head(canvas: &mut Canvas<'_>, grid: Grid, x: u16, head: &ColumnHead, dropping: bool) {
    let theme = canvas.theme;
    let style = if head.focused || dropping {
        theme.accent()
    } else {
        theme.heading()
    };
    let mark = if dropping {
        "→"
    } else if head.focused {
        "▸"
    } else {
        ""
    };
    canvas.put(x - 1, grid.heads, 1, mark, style);
    let count = canvas.put_right(
        x + grid.width,
        grid.heads,
        grid.width,
        &head.count,
        theme.heading(),
    );
    let room = grid.width.saturating_sub(count + 1);
    let label = if columns(&head.label) > room {
        &head.short
    } else {
        &head.label
    };
    let style = if dropping {
        style.patch(theme.selection())
    } else {
        style
    };
    canvas.put(x, grid.heads, room, label, style);
    if !grid.shares {
        return;
    }
    let y = grid.heads + 1;
    canvas.put_right(x + grid.width, y, SHARE, &head.share, theme.second());
    let style = if head.focused {
        theme.accent()
    } else {
        theme.heading()
    };
    share_bar(
        canvas,
        x,
        y,
        grid.width.saturating_sub(SHARE),
        head.fraction,
        style,
        Some(theme.border()),
    );
    // Show the short form rather than a cut number, which would look like another one.
    let mut ways = head.figure.full.iter().chain(&head.figure.short);
    if let Some(figure) = ways.find(|figure| columns(figure) <= grid.width) {
        canvas.put(x, y + 1, grid.width, figure, theme.second());
    }
}

/// Draws `↓ 54 more` under the last card, with the number of cards above at the right.
fn more(app: &App, canvas: &mut Canvas<'_>, row: Rect, above: usize, below: usize) {
    let style = canvas.theme.second();
    let mut room = row.width;
    if above > 0 {
        let text = format!("↑ {}", number::integer(app.cx.lang(), above as u64));
        room = room.saturating_sub(canvas.put_right(row.right(), row.y, row.width, &text, style) + 1);
    }
    if below > 0 {
        let text = Words::new(app.cx.lang()).with("more-below", &[("n", Arg::from(below))]);
        canvas.put(row.x, row.y, room, &text, style);
    }
}
