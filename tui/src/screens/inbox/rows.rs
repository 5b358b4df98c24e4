//! The notification list: days, rows with marks, and watched ids without a response.

use encours_core::app::screens::inbox::view::inbox::{self, InboxLine, InboxRow, InboxView};
use encours_core::app::shell::app::App;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::screens::empty_state;
use crate::widgets::{Canvas, ClickTarget, draw_scroll_bar, first_line};

/// Draws the list, with its gutter before `area` and its scroll bar after it.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let theme = canvas.theme;
    canvas.add_target(area, ClickTarget::Inbox);
    if let Some(problem) = view.placeholder_problem() {
        empty_state::draw_problem(app, canvas, area, problem);
        return;
    }
    if let Some(notice) = &view.notice {
        empty_state::draw(canvas, area, notice);
        if let Some(action) = notice.action {
            canvas.add_target(area, ClickTarget::Run(action));
        }
        return;
    }
    let lines = inbox::inbox_lines(app);
    // If the height allows it, a blank row separates days.
    let airy = area.height >= 20;
    let rows: Vec<Option<&InboxLine>> = lines
        .iter()
        .enumerate()
        .flat_map(|(at, line)| {
            let has_gap = airy && at > 0 && matches!(line, InboxLine::Day { .. });
            has_gap.then_some(None).into_iter().chain([Some(line)])
        })
        .collect();
    let focused = rows.iter().position(|line| match line {
        Some(InboxLine::Row(row)) => row.focused,
        Some(InboxLine::Unanswered { focused, .. }) => *focused,
        _ => false,
    });
    let available_rows = usize::from(area.height);
    let first = first_line(focused.unwrap_or(0), rows.len(), available_rows);
    for (y, line) in (area.top()..area.bottom()).zip(visible_rows(&rows, first, available_rows)) {
        match line {
            None => {}
            Some(InboxLine::Day { label, count }) => {
                let used = canvas.draw_text_right(area.right(), y, area.width, count, theme.second());
                canvas.draw_text(area.x, y, area.width.saturating_sub(used + 1), label, theme.second());
            }
            Some(InboxLine::Unanswered { id, reason, focused }) => {
                let (text, second) = canvas.begin_row(Rect { y, height: 1, ..area }, None, *focused);
                let parts = [("× ", second), (&**id, text), ("  ", text), (reason, second)];
                canvas.draw_spans(area.x, y, area.width, &parts);
            }
            Some(InboxLine::Row(row)) => self::draw_row(canvas, area, y, row),
        }
    }
    // With a frame, the scroll bar is on the frame, otherwise after the list.
    let bar = (area.right() + 1).min(canvas.area().right() - 1);
    draw_scroll_bar(canvas, Rect::new(bar, area.y, 1, area.height), first, available_rows, rows.len());
}

/// Returns the drawn rows from `first`, except a final day header without rows.
fn visible_rows<'a>(
    rows: &'a [Option<&'a InboxLine>],
    first: usize,
    max_rows: usize,
) -> &'a [Option<&'a InboxLine>] {
    let last = rows.len().min(first + max_rows);
    let visible = rows.get(first..last).unwrap_or_default();
    let drawn = |row: Option<&InboxLine>| row.is_some_and(|line| !matches!(line, InboxLine::Day { .. }));
    let end = visible.iter().rposition(|row| drawn(*row)).map_or(0, |at| at + 1);
    visible.get(..end).unwrap_or_default()
}

fn draw_row(canvas: &mut Canvas<'_>, area: Rect, y: u16, row: &InboxRow) {
    let theme = canvas.theme;
    let target = ClickTarget::Notification(row.id.clone());
    let (text, second) = canvas.begin_row(Rect { y, height: 1, ..area }, Some(target), row.focused);
    // The gutter shows the selection, because the row's own mark shows whether it is read.
    if row.selected {
        canvas.draw_text(area.x.saturating_sub(1), y, 1, "✓", theme.accent());
    }
    let style = match row.focused {
        false if row.selected => theme.selected(),
        false if row.read => second,
        _ => text,
    };
    let (mark, mark_style) = match (row.armed, row.pending, row.read) {
        (true, _, _) => ("✓ ", theme.selected()),
        (false, true, _) => ("↑ ", theme.pending()),
        (false, false, _) if row.rejected => ("× ", theme.alert()),
        (false, false, true) => ("○ ", theme.second()),
        (false, false, false) if row.kept_unread => ("◐ ", theme.text()),
        (false, false, false) => ("● ", theme.text()),
    };
    let mark_style = if row.focused { style } else { mark_style };
    let used = canvas.draw_text_right(area.right(), y, area.width / 3, &row.time, second);
    // Count, star and note precede the time, and the title uses the rest. Only the count is shown at any width.
    let end = area.right().saturating_sub(used + 1);
    let first = draw_marks(canvas, end, y, row, second, area.width >= 50);
    let max_width = first.saturating_sub(area.x);
    let inside = if row.is_member { "  " } else { "" };
    let parts = [(inside, style), (mark, mark_style), (&*row.title, style)];
    canvas.draw_spans(area.x, y, max_width, &parts);
}

/// Draws the marks `¶ ★ ×2` up to column `end`. Returns the end of the title.
fn draw_marks(canvas: &mut Canvas<'_>, end: u16, y: u16, row: &InboxRow, second: Style, roomy: bool) -> u16 {
    let theme = canvas.theme;
    let mut x = end;
    if row.group_size > 1 {
        let symbol = if row.is_expanded { "▾" } else { "×" };
        let text = format!("{symbol}{}", row.group_size);
        let used = canvas.draw_text_right(x, y, 5, &text, second);
        x = x.saturating_sub(used + 1);
        canvas.add_target(Rect::new(x, y, used + 2, 1), ClickTarget::Expand(row.id.clone()));
    }
    let star = if row.focused { second } else { theme.accent() };
    for (there, symbol, style) in [(row.starred, "★", star), (row.has_note, "¶", second)] {
        if there && roomy {
            canvas.draw_text_right(x, y, 1, symbol, style);
            x = x.saturating_sub(2);
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use encours_core::text::SafeText;

    use super::*;

    #[test]
    fn day_header_is_drawn_only_with_a_row_below() {
        let day = InboxLine::Day { label: "Hier".to_owned(), count: "2".to_owned() };
        let row = InboxLine::Unanswered { id: SafeText::line("n-1"), reason: String::new(), focused: false };
        let rows = [Some(&day), Some(&row), Some(&row), None, Some(&day), Some(&row)];
        let drawn = |first, max_rows| visible_rows(&rows, first, max_rows).len();
        assert_eq!([drawn(0, 6), drawn(0, 5), drawn(0, 4), drawn(0, 3)], [6, 3, 3, 3]);
        assert_eq!([drawn(2, 3), drawn(2, 9), drawn(0, 1), drawn(0, 0)], [1, 4, 0, 0]);
    }
}
