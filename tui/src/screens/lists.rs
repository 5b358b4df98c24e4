//! A list in a pane: lines with marks, or an empty state.
//!
//! ```text
//! ╭─ ▸ Saved views ─────────────────────────────╮
//! │▌✓ Late operations                     default │
//! │ ↑ Mine                                waiting │
//! ╰───────────────────────────────────────────────╯
//! ```

pub(super) mod records;

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::picker_view::{LineIcon, PickerLine};
use encours_core::app::records::lists::view::ListView;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::hint::Hint;
use encours_core::text::{MessageArg, Messages, SafeText, wrap};
use ratatui::layout::Rect;

use super::overlays::picker;
use super::{empty_state, layout};
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_pane, draw_scroll_bar, first_line, split_rows, text_width,
};

/// Draws a list in pane `number`.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, number: usize, view: &ListView) {
    let pane = Pane::new(&view.title).note(&view.note).number(number).focused(view.focused);
    let inner = draw_pane(canvas, area, pane);
    if let Some(problem) = view.problem.as_ref().filter(|_| view.lines.is_empty()) {
        empty_state::draw_in_pane(app, canvas, inner, problem);
        return;
    }
    if let Some(empty) = &view.empty {
        let style = canvas.theme.second();
        let lines = wrap(empty, usize::from(inner.width));
        let lines: Vec<_> = lines.into_iter().map(|line| (line, style)).collect();
        canvas.draw_rows(inner, &lines);
        draw_suggested_action(app, canvas, inner, lines.len() as u16, view);
        return;
    }
    let style = canvas.theme.second();
    let used = if view.intro.is_empty() { 0 } else { canvas.draw_wrapped(inner, &view.intro, style) };
    let (_, rest_area) = split_rows(inner, used);
    draw_lines(canvas, rest_area, number, view);
    draw_position(app, canvas, area, rest_area.height, view);
}

/// Returns the rows for a list in a pane of this width, with its frame.
pub fn wanted_rows(app: &App, canvas: &Canvas<'_>, width: u16, view: &ListView) -> u16 {
    let inner = width.saturating_sub(4);
    let rows = if !view.lines.is_empty() {
        view.lines.len()
    } else if let Some(problem) = &view.problem {
        empty_state::pane_lines(app, canvas, inner, problem).len()
    } else {
        let empty = view.empty.as_ref().map_or(0, |empty| wrap(empty, usize::from(inner)).len());
        empty + usize::from(view.suggested_action.is_some())
    };
    u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(2)
}

/// Divides `available` rows among panes that need these rows; the last pane gets any rest.
///
/// If the space is short, the longest pane without the focus shrinks first, and the focused one last. Each
/// keeps at least `min` rows.
pub fn share_rows<const N: usize>(preferred: [u16; N], available: u16, focused: usize, min: u16) -> [u16; N] {
    let mut heights = preferred;
    let mut excess = heights.iter().sum::<u16>().saturating_sub(available);
    while excess > 0 {
        let gives = |at: &usize| heights.get(*at).is_some_and(|height| *height > min);
        let others = (0..N).filter(gives).filter(|at| *at != focused);
        let Some(at) = others.max_by_key(|at| heights.get(*at)).or(Some(focused).filter(gives)) else {
            break;
        };
        heights[at] -= 1;
        excess -= 1;
    }
    let used: u16 = heights.iter().sum();
    if let Some(last) = heights.last_mut() {
        *last += available.saturating_sub(used);
    }
    heights
}

/// Grows the focused pane towards `preferred` rows, leaving each other pane at least `min`.
pub fn grow_focused(heights: &mut [u16], focused: usize, preferred: u16, min: u16) {
    let Some(height) = heights.get(focused).copied() else {
        return;
    };
    let mut missing = preferred.saturating_sub(height);
    for at in (0..heights.len()).rev().filter(|at| *at != focused) {
        let spare = heights[at].saturating_sub(min).min(missing);
        heights[at] -= spare;
        missing -= spare;
    }
    heights[focused] = height.max(preferred) - missing;
}

/// Draws the action that fills an empty list, which Enter or a click runs.
fn draw_suggested_action(app: &App, canvas: &mut Canvas<'_>, inner: Rect, used: u16, view: &ListView) {
    let Some(action) = view.suggested_action.filter(|_| used < inner.height) else {
        return;
    };
    let keys = layout::action_key(app, ActionId::Open);
    let hint = Hint {
        action,
        keys_by_action: vec![(action, keys.clone())],
        keys,
        label: Messages::new(app.cx.lang()).get(action.spec().label_key).into_owned(),
    };
    layout::draw_hint(canvas, inner.x, inner.y + used, inner.width, &hint);
}

/// Returns the focused line's full note as rows below it, if the line cuts it.
fn full_note(area: Rect, label: u16, view: &ListView) -> Vec<String> {
    /// Maximum number of rows, to leave space for the other lines.
    const MAX_ROWS: usize = 3;
    let Some(line) = view.lines.get(view.selected()).filter(|_| view.focused) else {
        return Vec::new();
    };
    let note_width = area.width.saturating_sub(label + 4);
    if text_width(&line.note) <= note_width || usize::from(area.height) <= MAX_ROWS + 1 {
        return Vec::new();
    }
    let mut rows = wrap(&line.note, usize::from(area.width.saturating_sub(4)));
    rows.truncate(MAX_ROWS);
    rows
}

/// Draws the lines with aligned notes. The focused line is shown in full.
fn draw_lines(canvas: &mut Canvas<'_>, area: Rect, number: usize, view: &ListView) {
    let told_apart = without_severity(&view.lines, area.width);
    let lines = told_apart.as_deref().unwrap_or(&view.lines);
    let label = label_width(lines, area.width);
    let note_rows = full_note(area, label, view);
    let available_rows = usize::from(area.height) - note_rows.len();
    let first = first_line(view.selected(), view.lines.len(), available_rows);
    let mut y = area.top();
    for (at, line) in lines.iter().enumerate().skip(first).take(available_rows) {
        let row = Rect { y, height: 1, ..area };
        // Without the focus, the selected line has a dimmed mark and no highlight.
        let quiet = PickerLine { selected: line.selected && view.focused, ..line.clone() };
        picker::draw_line(canvas, row, ClickTarget::PaneLine(number, at), label, &quiet);
        if line.selected && !view.focused {
            let style = canvas.theme.second();
            canvas.draw_text(row.x.saturating_sub(1), y, 1, "▌", style);
        }
        y += 1;
        if at == view.selected() {
            let style = canvas.theme.second();
            for text in &note_rows {
                canvas.draw_text(area.x + 2, y, area.width.saturating_sub(2), text, style);
                y += 1;
            }
        }
    }
    let bar = Rect::new(area.right() + 1, area.y, 1, area.height);
    draw_scroll_bar(canvas, bar, first, available_rows, view.lines.len());
}

/// Draws `3 of 12` in the lower frame, if the list is longer than its pane.
fn draw_position(app: &App, canvas: &mut Canvas<'_>, area: Rect, max_width: u16, view: &ListView) {
    if view.lines.len() <= usize::from(max_width) || area.width < 8 {
        return;
    }
    let (place, total) = view.position();
    let args = [("place", MessageArg::from(place)), ("total", MessageArg::from(total))];
    let text = format!(" {} ", Messages::new(app.cx.lang()).with("card-position", &args));
    let style = canvas.theme.second();
    canvas.draw_text_right(area.right() - 2, area.bottom() - 1, area.width - 4, &text, style);
}

/// Returns the lines without severity texts if these would cut a name; the marks show the severity.
fn without_severity(lines: &[PickerLine], max_width: u16) -> Option<Vec<PickerLine>> {
    let widest = lines.iter().map(|line| text_width(&line.label)).max().unwrap_or(0);
    let graded = |line: &PickerLine| matches!(line.mark, LineIcon::Severity(_));
    if label_width(lines, max_width) >= widest || !lines.iter().any(graded) {
        return None;
    }
    let mut lines = lines.to_vec();
    for line in lines.iter_mut().filter(|line| graded(line)) {
        line.note = SafeText::default();
    }
    Some(lines)
}

/// Returns the column of the notes: names get the width they need, but leave notes up to half.
fn label_width(lines: &[PickerLine], max_width: u16) -> u16 {
    let widest = lines.iter().map(|line| text_width(&line.label)).max().unwrap_or(0);
    let notes = lines.iter().map(|line| text_width(&line.note)).max().unwrap_or(0);
    let spare = max_width.saturating_sub(notes + 4);
    widest.min(spare.max(max_width / 2))
}

#[cfg(test)]
mod tests {
    use encours_core::app::foundation::presentation::picker_view::{LineIcon, PickerLine};
    use encours_core::app::records::lists::view::ListView;
    use encours_core::text::SafeText;
    use encours_core::vocabulary::Band;
    use ratatui::layout::Rect;

    use super::{full_note, grow_focused, share_rows, without_severity};

    #[test]
    fn truncated_note_of_the_focused_line_is_shown_below() {
        let note = "applied · Status Sourcing → Investment committee · Owner J. Roux → A. Martin · e8cef3e0";
        let line = PickerLine {
            mark: LineIcon::Done,
            label: SafeText::line("23/11 09:29  Terrain des Ormes, Nantes"),
            note: SafeText::line(note),
            cells: None,
            selected: true,
            enabled: true,
        };
        let mut view = ListView { lines: vec![line], focused: true, ..ListView::default() };
        let note_rows = |width, height, view: &ListView| full_note(Rect::new(0, 0, width, height), 38, view);
        assert_eq!(note_rows(76, 10, &view).join(" "), note);
        assert!(note_rows(200, 10, &view).is_empty(), "the line is not cut");
        assert!(note_rows(76, 3, &view).is_empty(), "the list keeps its rows");
        view.focused = false;
        assert!(note_rows(76, 10, &view).is_empty());
    }

    #[test]
    fn severity_word_is_dropped_before_the_name_is_cut() {
        let line = |mark, note: &str| PickerLine {
            mark,
            label: SafeText::line("LTV au-dessus du seuil – Le Parc, Lyon"),
            note: SafeText::line(note),
            cells: None,
            selected: false,
            enabled: true,
        };
        let lines = [line(LineIcon::Severity(Band::Alert), "critique"), line(LineIcon::Waiting, "suivie")];
        assert_eq!(without_severity(&lines, 60), None, "everything fits");
        let narrow = without_severity(&lines, 44).unwrap();
        assert!(narrow[0].note.is_empty());
        assert_eq!(&*narrow[1].note, "suivie", "the mark does not show this");
        assert_eq!(without_severity(&lines[1..], 44), None);
    }

    #[test]
    fn longest_unfocused_list_shrinks_first() {
        assert_eq!(share_rows([4, 6, 5], 21, 0, 4), [4, 6, 11], "the last pane gets the rest");
        assert_eq!(share_rows([14, 6, 4], 21, 0, 4), [13, 4, 4]);
        assert_eq!(share_rows([14, 6, 4], 21, 1, 4), [11, 6, 4]);
        assert_eq!(share_rows([14, 9, 9], 21, 2, 4), [6, 6, 9]);
        assert_eq!(share_rows([9, 9, 9], 10, 1, 4), [4, 4, 4], "the room is below the minimum");
        assert_eq!(share_rows([9, 9, 9], 21, 7, 4), [7, 7, 7], "without focus all shrink alike");
    }

    #[test]
    fn focused_pane_takes_the_spare_rows_of_other_panes() {
        let mut heights = [6, 4, 10];
        grow_focused(&mut heights, 1, 12, 3);
        assert_eq!(heights, [5, 12, 3]);
        grow_focused(&mut heights, 0, 30, 3);
        assert_eq!(heights, [14, 3, 3], "every pane keeps its minimum");
        grow_focused(&mut heights, 2, 2, 3);
        assert_eq!(heights, [14, 3, 3], "the focused pane must not shrink");
        grow_focused(&mut heights, 7, 9, 3);
        assert_eq!(heights, [14, 3, 3]);
    }
}
