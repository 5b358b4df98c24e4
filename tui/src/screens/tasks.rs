//! The task board, with a column for each `statut`.
//!
//! ```text
//!  31 known tasks
//!
//! ▸Prep                  6   To do                 9   Doing           7
//!  ━━━────────────────  19%  ━━━━━─────────────  29%  ━━━━─────────  23%
//!
//! ▌Read the lease – Le Parc  Call the notary          …
//! ▌A. Martin     24/11/2026  J. Roux      ↑ waiting
//! ```

use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::screens::tasks::view::{self, TaskCard, TaskColumnView, TasksView};
use encours_core::app::shell::app::App;
use encours_core::text::{MessageArg, Messages, wrap};
use ratatui::layout::Rect;

use super::empty_state;
use super::layout::ScreenFrame;
use crate::widgets::{Canvas, ClickTarget, draw_scroll_bar, draw_share_bar, first_line, text_width};

/// Minimum column width with the gutter.
const MIN_PITCH: u16 = 26;
/// Maximum column width.
const MAX_WIDTH: u16 = 44;
/// Rows of a name, unless the screen is tiny.
const NAME_ROWS: u16 = 2;
/// Width of `100 %` with a blank before it.
const SHARE_WIDTH: u16 = 6;

/// Draws the tasks.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let view = view::tasks_view(app);
    let body = frame.body;
    draw_header(canvas, frame, &view);
    let top = body.y + if frame.roomy { 2 } else { 1 };
    let area = Rect { y: top, height: body.bottom().saturating_sub(top), ..body };
    if let Some(blank) = &view.empty_state {
        draw_empty(app, canvas, area, &view, blank);
        return;
    }
    let fit = usize::from((area.width / MIN_PITCH).max(1)).min(view.columns.len().max(1));
    let pitch = if fit == 1 { area.width } else { area.width / fit as u16 }.min(MAX_WIDTH.max(MIN_PITCH));
    let focused = view.columns.iter().position(|task_column| task_column.focused).unwrap_or(0);
    let first = first_line(focused, view.columns.len(), fit);
    let visible = view.columns.iter().enumerate().skip(first).take(fit);
    draw_hidden_columns(canvas, frame, &view, first, fit);
    for (index, (at, task_column)) in visible.enumerate() {
        let column = Rect { x: area.x + pitch * index as u16, width: pitch.min(area.width), ..area };
        draw_column(app, canvas, frame, column, at, task_column);
    }
}

fn draw_header(canvas: &mut Canvas<'_>, frame: ScreenFrame, view: &TasksView) {
    let (theme, y) = (canvas.theme, frame.body.y);
    let (x, end) = (frame.body.x + 1, frame.body.right().saturating_sub(1));
    let used = canvas.draw_text(x, y, end.saturating_sub(x), &view.header, theme.heading());
    let max_width = end.saturating_sub(x + used + 2);
    let problem = view.provenance.problem.as_ref();
    match problem {
        Some(problem) => {
            let text = format!("▲ {}", problem.title);
            canvas.draw_text_right(end, y, max_width, &text, theme.alert());
        }
        None => {
            canvas.draw_spans_right(end, y, max_width, &[(&view.provenance.mode, theme.second())]);
        }
    }
}

/// Draws the names and counts of the hidden columns, beside the header.
fn draw_hidden_columns(
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    view: &TasksView,
    first: usize,
    fit: usize,
) {
    if view.columns.len() <= fit || frame.tiny {
        return;
    }
    let theme = canvas.theme;
    let name = |column: &TaskColumnView| format!("{} {}", column.label, column.count);
    let before: Vec<String> = view.columns[..first].iter().map(name).collect();
    let after: Vec<String> = view.columns[first + fit..].iter().map(name).collect();
    let mut text = String::new();
    if !before.is_empty() {
        text = format!("◂ {}", before.join("   "));
    }
    if !after.is_empty() {
        let gap = if text.is_empty() { "" } else { "   " };
        text = format!("{text}{gap}{} ▸", after.join("   "));
    }
    let x = frame.body.x + 1 + text_width(&view.header) + 3;
    let end = frame.body.right().saturating_sub(text_width(&view.provenance.mode) + 4);
    canvas.draw_spans_right(end, frame.body.y, end.saturating_sub(x), &[(&text, theme.second())]);
}

fn draw_empty(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &TasksView, blank: &EmptyStateText) {
    if let Some(problem) = &view.provenance.problem {
        empty_state::draw_problem(app, canvas, area, problem);
        return;
    }
    empty_state::draw(canvas, area, blank);
    if let Some(action) = blank.action {
        canvas.add_target(area, ClickTarget::Run(action));
    }
}

fn draw_column(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    area: Rect,
    at: usize,
    column: &TaskColumnView,
) {
    let theme = canvas.theme;
    canvas.add_target(area, ClickTarget::TaskColumn(at));
    // One column for the gutter, two for the gap.
    let (x, width) = (area.x + 1, area.width.saturating_sub(3));
    let style = if column.focused { theme.accent() } else { theme.heading() };
    if column.focused {
        canvas.draw_text(area.x, area.y, 1, "▸", style);
    }
    let used = canvas.draw_text_right(x + width, area.y, width, &column.count, style);
    canvas.draw_text(x, area.y, width.saturating_sub(used + 1), &column.label, style);
    let mut top = area.y + 1;
    if !frame.tiny {
        canvas.draw_text_right(x + width, top, SHARE_WIDTH, &column.share, theme.second());
        let max_width = width.saturating_sub(SHARE_WIDTH);
        draw_share_bar(canvas, x, top, max_width, column.fraction, style, Some(theme.border()));
        top += 2;
    }
    let rows = area.bottom().saturating_sub(top);
    let names = if frame.tiny { 1 } else { NAME_ROWS };
    // A blank row follows each card.
    let card_rows = names + 2;
    let fit = usize::from(((rows + 1) / card_rows).max(1));
    let focus = column.cards.iter().position(|card| card.focused).unwrap_or(0);
    let mut first = first_line(focus, column.cards.len(), fit);
    let mut fit = fit;
    // If no row is left for the number of further cards, it replaces the last card.
    if first + fit < column.cards.len() && fit > 1 && card_rows * fit as u16 >= rows {
        fit -= 1;
        first = first_line(focus, column.cards.len(), fit);
    }
    for (index, (line, card)) in column.cards.iter().enumerate().skip(first).take(fit).enumerate() {
        let y = top + card_rows * index as u16;
        canvas.add_target(Rect::new(area.x, y, width + 1, names + 1), ClickTarget::PaneLine(at, line));
        let index = Rect::new(x, y, width, (names + 1).min(area.bottom().saturating_sub(y)));
        draw_card(canvas, index, names, card);
    }
    let hidden_cards = column.cards.len().saturating_sub(first + fit);
    if hidden_cards > 0 {
        let more = Messages::new(app.cx.lang()).with("more-below", &[("n", MessageArg::from(hidden_cards))]);
        let y = (top + card_rows * fit as u16).min(area.bottom().saturating_sub(1));
        canvas.draw_text(x, y, width, &more, theme.second());
    }
    if column.focused {
        let bar = Rect::new(x + width, top, 1, rows);
        draw_scroll_bar(canvas, bar, first, fit, column.cards.len());
    }
}

/// Draws the due date of a task; for a late one, the delay as text if the owner still fits.
fn draw_due(canvas: &mut Canvas<'_>, end: u16, y: u16, width: u16, card: &TaskCard) -> u16 {
    let theme = canvas.theme;
    if !card.overdue {
        return canvas.draw_text_right(end, y, width, &card.due_day, theme.second());
    }
    let about_width = text_width(&card.owner_or_note);
    let late_mark = "▲ ";
    let fits = |text: &str| text_width(late_mark) + text_width(text) + about_width + 2 <= width;
    let text = if fits(&card.due_short) { &card.due_short } else { &card.due_day };
    let parts = [(late_mark, theme.alert()), (text.as_str(), theme.second())];
    canvas.draw_spans_right(end, y, width, &parts)
}

fn draw_card(canvas: &mut Canvas<'_>, area: Rect, names: u16, card: &TaskCard) {
    let theme = canvas.theme;
    let name = if card.focused { theme.selection() } else { theme.text() };
    let mut lines = wrap(&card.name, usize::from(area.width));
    if lines.len() > usize::from(names) {
        // Text that does not fit is cut at the end of the last row.
        let rest = lines.split_off(usize::from(names) - 1).join(" ");
        lines.push(rest);
    }
    for (y, line) in (area.top()..area.bottom()).zip(&lines) {
        if card.focused {
            canvas.fill(Rect { y, height: 1, ..area }, " ", name);
        }
        canvas.draw_text(area.x, y, area.width, line, name);
    }
    if card.focused {
        let height = (lines.len() as u16 + 1).min(area.height);
        canvas.fill(Rect::new(area.x - 1, area.y, 1, height), "▌", theme.accent());
    }
    // The details follow the name directly, so that a short name leaves no gap.
    let y = area.y + (lines.len() as u16).min(names);
    if y >= area.bottom() {
        return;
    }
    let end = area.right();
    let used = match &card.write {
        Some((mark, due_text)) => {
            let text = format!("{} {due_text}", mark.glyph());
            canvas.draw_text_right(end, y, area.width, &text, theme.write_mark(*mark))
        }
        None => draw_due(canvas, end, y, area.width, card),
    };
    let max_width = area.width.saturating_sub(used + u16::from(used > 0));
    canvas.draw_text(area.x, y, max_width, &card.owner_or_note, theme.second());
}
