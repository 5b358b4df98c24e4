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
//!  L. Nguyen      ○ LTV n/p ▌A. Martin  ▲ LTV 76.4% │
//!
//!  ↓ 54 more                 ↓ 8 more
//! ```

use encours_core::app::{App, Layer};
use encours_core::view::blank;
use encours_core::view::board::{self, BoardHead, ColumnHead};
use encours_core::view::text::{Arg, Words, number};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::card;
use super::frame::Frame;
use super::notice;
use crate::terminal::Editor;
use crate::widgets::{Canvas, Target, columns, scroll_bar, share_bar};

/// The narrowest column, with its gutter and the place of its scroll bar.
const PITCH: u16 = 26;
/// The same where there is room: the number on a card can say what it is.
const COMFORTABLE: u16 = 30;
/// The widest one: beyond it a line is read with the whole head.
const WIDEST: u16 = 44;
/// A card and the blank row under it.
const CARD: u16 = 4;

/// Where columns and cards stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many columns fit.
    pub count: usize,
    /// How many whole cards fit.
    pub cards: usize,
    /// From one column to the next.
    pitch: u16,
    /// The width of a column's text.
    width: u16,
    /// The row of the heads.
    heads: u16,
    /// Whether the share of each column has a row.
    shares: bool,
    /// The first row of the cards.
    first: u16,
    /// Whether `↓ 54 more` has a row of its own, and not the blank one under the last card.
    own_more: bool,
}

impl Grid {
    /// The grid of a screen.
    pub fn of(app: &App, frame: Frame) -> Self {
        let open = app
            .lens()
            .columns
            .iter()
            .filter(|column| !app.board().folded.contains(&column.status))
            .count();
        let least = if frame.body.width >= 4 * COMFORTABLE {
            COMFORTABLE
        } else {
            PITCH
        };
        let count = usize::from(frame.body.width / least).clamp(1, open.max(1));
        let pitch = (frame.body.width / count as u16).min(WIDEST.max(PITCH));
        let pitch = if count == 1 { frame.body.width } else { pitch };
        let width = pitch.saturating_sub(if pitch >= PITCH + 2 { 3 } else { 2 });
        // Head and filter, a blank row, heads, shares, a blank row; each goes when rows are scarce.
        let heads = frame.body.y
            + if frame.roomy {
                3
            } else if frame.tiny {
                1
            } else {
                2
            };
        let shares = !frame.tiny;
        let first = heads + 1 + u16::from(shares) + u16::from(!frame.tiny);
        let rows = frame.body.bottom().saturating_sub(first);
        let own_more = frame.roomy;
        let rows = rows.saturating_sub(u16::from(own_more));
        // On a tiny screen the blank row under the last card is one that a card could use.
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

/// Draws the board. `drag` is the column that a held card would move to.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame, editor: &Editor, drag: Option<usize>) {
    let grid = Grid::of(app, frame);
    let view = board::head(app);
    let shown = shown(app, grid);
    head(app, canvas, frame, &view, &shown);
    filter(app, canvas, frame, &view, editor, &shown);
    if let Some(blank) = blank::board(app) {
        let area = Rect {
            y: grid.heads,
            height: frame.body.bottom().saturating_sub(grid.heads),
            ..frame.body
        };
        notice::blank(app, canvas, area, &blank);
        return;
    }
    for (slot, at) in shown.columns.iter().enumerate() {
        column(app, canvas, frame, grid, slot, *at, drag == Some(*at));
    }
}

/// Which columns are drawn, and which are not.
struct Shown {
    columns: Vec<usize>,
    before: Vec<usize>,
    after: Vec<usize>,
    folded: Vec<usize>,
}

fn shown(app: &App, grid: Grid) -> Shown {
    let folded = |at: &usize| app.board().folded.contains(&app.lens().columns[*at].status);
    let (folded, open): (Vec<usize>, Vec<usize>) = (0..app.lens().columns.len()).partition(folded);
    let first = app.board().first_column().min(open.len());
    let end = (first + grid.count).min(open.len());
    Shown {
        columns: open[first..end].to_vec(),
        before: open[..first].to_vec(),
        after: open[end..].to_vec(),
        folded,
    }
}

fn head(app: &App, canvas: &mut Canvas<'_>, frame: Frame, view: &BoardHead, shown: &Shown) {
    if frame.tiny {
        return;
    }
    let (theme, y, x) = (canvas.theme, frame.body.y, frame.body.x + 1);
    let end = frame.body.right().saturating_sub(1);
    let parts = [
        (view.title.as_str(), theme.heading()),
        ("  ", theme.second()),
        (view.counts.as_str(), theme.second()),
    ];
    let used = canvas.line(x, y, end.saturating_sub(x), &parts);
    let room = end.saturating_sub(x + used + 2);
    if frame.roomy {
        let fields = format!("{} {}", Words::new(app.lang()).get("field-lines"), view.field);
        canvas.line_right(
            end,
            y,
            room,
            &[
                (&view.sort, theme.second()),
                ("   ", theme.second()),
                (&fields, theme.second()),
            ],
        );
    } else {
        hidden(canvas, end, y, room, shown);
    }
}

/// `◂ 2  4 ▸`: how many columns lie beyond either side.
fn hidden(canvas: &mut Canvas<'_>, end: u16, y: u16, room: u16, shown: &Shown) {
    let style = canvas.theme.second();
    let before = if shown.before.is_empty() {
        String::new()
    } else {
        format!("◂ {}", shown.before.len())
    };
    let after = if shown.after.is_empty() {
        String::new()
    } else {
        format!("{} ▸", shown.after.len())
    };
    let gap = if before.is_empty() || after.is_empty() {
        ""
    } else {
        "  "
    };
    canvas.line_right(end, y, room, &[(&before, style), (gap, style), (&after, style)]);
}

fn filter(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: Frame,
    view: &BoardHead,
    editor: &Editor,
    shown: &Shown,
) {
    let (theme, y) = (canvas.theme, frame.body.y + u16::from(!frame.tiny));
    let (start, end) = (frame.body.x + 1, frame.body.right().saturating_sub(1));
    let mut x = start + canvas.put(start, y, 2, "/ ", theme.key());
    canvas.hit(
        Rect::new(start, y, end.saturating_sub(start), 1),
        Target::Run(encours_core::app::ActionId::Filter),
    );
    let typing = matches!(app.layer(), Layer::Filter);
    // What is typed keeps half of the row; the names of the columns beyond the edge take what is left.
    let room = if typing {
        end.saturating_sub(x) / 2
    } else {
        end.saturating_sub(x)
    };
    if typing {
        let (text, cursor) = editor.window(room);
        let used = canvas.put(x, y, room, &text, theme.text());
        underline_error(canvas, view, x, y, room);
        canvas.set_cursor(x + cursor, y);
        x += used.max(cursor + 1);
    } else if view.filter.is_empty() {
        x += canvas.put(x, y, room, &view.filter_hint, theme.second());
    } else {
        x += canvas.put(x, y, room, &view.filter, theme.accent());
        underline_error(canvas, view, start + 2, y, room);
    }
    let left = end.saturating_sub(x + 2);
    if let Some((error, _)) = &view.filter_error {
        let room = columns(error).saturating_add(2).min(left);
        canvas.put(end - room, y, room, &format!("▲ {error}"), theme.alert());
    } else if frame.tiny {
        canvas.line_right(end, y, left, &[(&view.counts, theme.second())]);
    } else if frame.roomy {
        names(app, canvas, end, y, left, shown);
    } else if !shown.folded.is_empty() {
        folded_names(app, canvas, end, y, left, shown);
    }
}

fn underline_error(canvas: &mut Canvas<'_>, view: &BoardHead, x: u16, y: u16, room: u16) {
    let Some((_, column)) = &view.filter_error else {
        return;
    };
    let before: String = view.filter.chars().take(*column).collect();
    let at = columns(&before);
    if at < room {
        let wrong: String = view
            .filter
            .chars()
            .nth(*column)
            .map_or_else(|| " ".to_owned(), String::from);
        let style = canvas.theme.alert().underlined();
        canvas.put(x + at, y, room - at, &wrong, style);
    }
}

/// The folded columns and those beyond the edges, by name and count; only how many where the names do not fit.
fn names(app: &App, canvas: &mut Canvas<'_>, end: u16, y: u16, room: u16, shown: &Shown) {
    let style = canvas.theme.second();
    let (back, on) = (shown.before.is_empty(), shown.after.is_empty());
    let lists = [
        (&shown.folded, "", ""),
        (&shown.before, if back { "" } else { "◂ " }, ""),
        (&shown.after, "", if on { "" } else { " ▸" }),
    ];
    let mut parts: Vec<(Option<Target>, String, Style)> = Vec::new();
    for (places, lead, trail) in lists {
        parts.push((None, lead.to_owned(), style));
        for (place, at) in places.iter().enumerate() {
            let Some(head) = board::column_head(app, *at) else {
                continue;
            };
            if place > 0 {
                parts.push((None, "   ".to_owned(), style));
            }
            let focused = app.board().cursor.column == *at;
            let target = if head.folded {
                Target::Folded(*at)
            } else {
                Target::Offscreen(*at)
            };
            parts.push((
                Some(target),
                name(&head),
                if focused { canvas.theme.accent() } else { style },
            ));
        }
        parts.push((None, trail.to_owned(), style));
        if !places.is_empty() {
            parts.push((None, "   ".to_owned(), style));
        }
    }
    parts.pop_if(|(_, text, _)| text.trim().is_empty());
    let wanted: u16 = parts.iter().map(|(_, text, _)| columns(text)).sum();
    if wanted > room {
        hidden(canvas, end, y, room, shown);
        return;
    }
    let mut x = end - wanted;
    for (target, text, style) in parts {
        let used = canvas.put(x, y, end - x, &text, style);
        if let Some(target) = target {
            canvas.hit(Rect::new(x, y, used, 1), target);
        }
        x += used;
    }
}

/// On a small screen only what the person folded away is named: it can't be reached by scrolling.
fn folded_names(app: &App, canvas: &mut Canvas<'_>, end: u16, y: u16, room: u16, shown: &Shown) {
    let only = Shown {
        columns: Vec::new(),
        before: Vec::new(),
        after: Vec::new(),
        folded: shown.folded.clone(),
    };
    names(app, canvas, end, y, room, &only);
}

fn name(head: &ColumnHead) -> String {
    /// A longer name is written short.
    const LONG: u16 = 13;
    let label = if columns(&head.label) > LONG {
        &head.short
    } else {
        &head.label
    };
    let mark = if head.folded { "▪ " } else { "" };
    format!("{mark}{label} {}", head.count)
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
    let Some(head) = board::column_head(app, at) else {
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
    let first = app.board().scroll_of(&head.status);
    let cards = board::cards(app, at, first..first + grid.cards);
    let mut y = area.y;
    for view in &cards {
        if y + 3 > frame.body.bottom() {
            break;
        }
        card::draw(canvas, area.x, y, grid.width, view);
        canvas.hit(
            Rect::new(area.x - 1, y, grid.width + 1, 3),
            Target::Card(at, view.id.clone()),
        );
        y += CARD;
    }
    if head.cards == 0 && !head.partial {
        let text = Words::new(app.lang()).get("empty-column");
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
        scroll_bar(canvas, bar, first, cards.len(), head.cards);
    }
    more(app, canvas, frame, grid, area, first, cards.len(), head.cards);
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
    /// `100 %` and the air before it.
    const SHARE: u16 = 6;
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
}

/// `↓ 54 more` under the last card, and at its right how many lie above.
#[expect(
    clippy::too_many_arguments,
    reason = "where it stands and what it says, nothing that belongs together"
)]
fn more(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: Frame,
    grid: Grid,
    area: Rect,
    first: usize,
    shown: usize,
    all: usize,
) {
    let y = area.y + grid.cards as u16 * CARD - u16::from(!grid.own_more);
    if y >= frame.body.bottom() {
        return;
    }
    let style = canvas.theme.second();
    let below = all.saturating_sub(first + shown);
    let above = if first > 0 {
        format!("↑ {}", number::integer(app.lang(), first as u64))
    } else {
        String::new()
    };
    let used = canvas.put_right(area.right(), y, grid.width, &above, style);
    if below > 0 {
        let text = Words::new(app.lang()).with("more-below", &[("n", Arg::from(below))]);
        canvas.put(area.x, y, grid.width.saturating_sub(used + 1), &text, style);
    }
}
