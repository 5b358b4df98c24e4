//! A pane: a frame with a title and a note. The focused one has a `▸` and the accent colour.

use ratatui::layout::Rect;

use super::canvas::{Canvas, text_width};
use super::hit_map::ClickTarget;

/// Texts and state of a pane's frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pane<'a> {
    /// Title.
    pub title: &'a str,
    /// Note at the right of the title.
    pub note: &'a str,
    /// True if the pane has the focus.
    pub focused: bool,
    /// Number under which a click gives the pane the focus.
    pub number: Option<usize>,
}

impl<'a> Pane<'a> {
    /// Creates a pane without the focus.
    pub fn new(title: &'a str) -> Self {
        Self { title, ..Self::default() }
    }

    /// Sets the note.
    #[must_use]
    pub fn note(self, note: &'a str) -> Self {
        Self { note, ..self }
    }

    /// Sets the number for clicks.
    #[must_use]
    pub fn number(self, number: usize) -> Self {
        Self { number: Some(number), ..self }
    }

    /// Sets the focus.
    #[must_use]
    pub fn focused(self, focused: bool) -> Self {
        Self { focused, ..self }
    }
}

/// Draws a pane's frame. Returns the inner area, with one column of padding at each side, the left one for `▌`.
pub fn draw_pane(canvas: &mut Canvas<'_>, area: Rect, pane: Pane<'_>) -> Rect {
    if let Some(number) = pane.number {
        canvas.add_target(area, ClickTarget::Pane(number));
    }
    let area = area.intersection(canvas.area());
    if area.width < 2 || area.height < 2 {
        return Rect::new(area.x, area.y, 0, 0);
    }
    let theme = canvas.theme;
    let line = if pane.focused { theme.border_focus() } else { theme.border() };
    let (left, right, top, bottom) = (area.left(), area.right() - 1, area.top(), area.bottom() - 1);
    canvas.fill(Rect::new(left, top, area.width, 1), "─", line);
    canvas.fill(Rect::new(left, bottom, area.width, 1), "─", line);
    canvas.fill(Rect::new(left, top, 1, area.height), "│", line);
    canvas.fill(Rect::new(right, top, 1, area.height), "│", line);
    for (x, y, corner) in [(left, top, "╭"), (right, top, "╮"), (left, bottom, "╰"), (right, bottom, "╯")]
    {
        canvas.draw_text(x, y, 1, corner, line);
    }
    draw_title(canvas, area, pane);
    Rect::new(left + 2, top + 1, area.width.saturating_sub(4), area.height - 2)
}

fn draw_title(canvas: &mut Canvas<'_>, area: Rect, pane: Pane<'_>) {
    let theme = canvas.theme;
    let max_width = area.width.saturating_sub(4);
    if pane.title.is_empty() || max_width < 3 {
        return;
    }
    let style = if pane.focused { theme.accent() } else { theme.heading() };
    let mark = if pane.focused { " ▸ " } else { " " };
    let start = area.left() + 2;
    let mut used = canvas.draw_spans(start, area.top(), max_width - 1, &[(mark, style), (pane.title, style)]);
    used += canvas.draw_text(start + used, area.top(), 1, " ", style);
    let available = max_width.saturating_sub(used + 1);
    if !pane.note.is_empty() && text_width(pane.note) + 2 <= available {
        let note = format!(" {} ", pane.note);
        canvas.draw_spans_right(area.right() - 2, area.top(), available, &[(&note, theme.second())]);
    }
}
