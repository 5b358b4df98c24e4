//! The picker: a modal list with a summary, lines, and the keys that act on them.
//!
//! ```text
//! ╭─ ▸ Move to Investment committee ────────────────────── 14 ─╮
//! │ 12 to change · 2 unchanged                                 │
//! │ Nothing is sent before Enter.                              │
//! │ ────────────────────────────────────────────────────────── │
//! │▌  Le Parc, Lyon            Due diligence → Committee       │
//! │ · Halle Vauban, Lille      it is so already                │
//! │                                                            │
//! │ Enter apply  Esc cancel                                    │
//! ╰────────────────────────────────────────────────────────────╯
//! ```

use encours_core::app::changes::forms::view::{FormLine, form_view};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::history::view::ChangeColumnWidths;
use encours_core::app::foundation::presentation::picker_view::{ChangeCells, LineIcon, PickerLine};
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::picker;
use encours_core::text::{number, truncate, truncate_keep_suffix, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::form;
use crate::screens::layout;
use crate::terminal::LineEditor;
use crate::theme::Theme;
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_frame_scroll_bar, draw_popup, draw_share_bar, first_line, text_width,
};

/// Usual width with the frame.
const WIDTH: u16 = 84;
/// Maximum width, for long notes.
const MAX_WIDTH: u16 = 124;
/// Gap between two columns of a change.
const GAP: f32 = 2.0;
/// Width before the text of a line: mark and blank.
const LINE_PREFIX: u16 = 2;
/// Number of rows for the full text of a cut focused line.
const MAX_FULL_ROWS: u16 = 2;
/// Rows besides lines and summary: frame, rule and keys.
const FRAME_ROWS: u16 = 5;
/// Minimum screen height for the full summary.
const FULL_SUMMARY_HEIGHT: u16 = 16;
/// Minimum screen height for two summary rows.
const SUMMARY_HEIGHT: u16 = 12;
/// Maximum height.
const HEIGHT: u16 = 28;

/// Draws the open picker.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, editor: &LineEditor) {
    let Some(view) = picker::picker_view(app) else {
        return;
    };
    let screen = canvas.area();
    let across = |text: &str| f32::from(text_width(text));
    let changes = ChangeColumnWidths::measure(&view.lines, GAP, across, across);
    // If only some of the lines are loaded, the longest is unknown, so use the maximum width.
    let longest = if view.lines.len() < view.count {
        MAX_WIDTH
    } else if let Some(changes) = &changes {
        changes.total(GAP) as u16 + LINE_PREFIX
    } else {
        longest_line(&view.lines)
    };
    let needed_width = longest.saturating_add(4).clamp(WIDTH, MAX_WIDTH);
    let width = needed_width.min(screen.width.saturating_sub(if screen.width >= 60 { 4 } else { 0 }));
    let available = usize::from(width.saturating_sub(4));
    // A rule separates the summary from the lines, if any.
    let ruled = view.count > 0 || view.progress.is_some();
    let scarce = screen.height < FULL_SUMMARY_HEIGHT;
    let air = if scarce { 1 } else { 2 };
    let around = FRAME_ROWS - u16::from(!ruled) + air;
    // On few rows the list comes first, and the summary gets the remaining rows.
    let free = if scarce {
        let lines = rows(view.count).max(u16::from(ruled));
        let min_rows = if screen.height >= SUMMARY_HEIGHT { 2 } else { 1 };
        usize::from(screen.height.saturating_sub(around.saturating_add(lines))).max(min_rows)
    } else {
        usize::MAX
    };
    let style = canvas.theme.second();
    let summary = summary_rows(&view.summary, available, free).into_iter();
    let summary: Vec<(String, Style)> = summary.map(|text| (text, style)).collect();
    let summary_height = summary.len() as u16 + u16::from(!summary.is_empty() && ruled);
    // If any line may be cut, reserve rows for the full text of the focused one.
    let full = if longest.saturating_add(4) > width && screen.height >= 16 { MAX_FULL_ROWS } else { 0 };
    let needed_height = rows(view.count).saturating_add(summary_height + 4 + full);
    let height = needed_height.min(HEIGHT).min(screen.height.saturating_sub(air)).max(6);
    let top = screen.height.saturating_sub(height) / 3;
    // The number of answers to a question is not useful.
    let asks = app.cx.picker().is_some_and(|picker| picker.kind.is_prompt());
    let count = if asks { String::new() } else { number::integer(app.cx.lang(), view.count as u64) };
    let pane = Pane::new(&view.title).note(&count).focused(true);
    let inner = draw_popup(canvas, width, height, top, pane);
    let theme = canvas.theme;
    canvas.draw_lines(inner, &summary);
    if !summary.is_empty() && ruled {
        let line = Rect::new(inner.x, inner.y + summary_height - 1, inner.width, 1);
        match view.progress {
            Some(done) => {
                let (style, track) = (theme.accent(), Some(theme.border()));
                draw_share_bar(canvas, line.x, line.y, line.width, done, style, track);
            }
            None => canvas.fill(line, "─", theme.border()),
        }
    }
    let list = Rect {
        y: inner.y + summary_height,
        height: inner.height.saturating_sub(summary_height + 2 + full),
        ..inner
    };
    // Draw changes in columns if they all fit.
    let changes = changes.filter(|changes| changes.total(GAP) as u16 + LINE_PREFIX <= list.width);
    let label = label_width(&view.lines, list.width);
    if full > 0
        && let Some((_, line)) = view.focused().filter(|(_, line)| is_cut(line, label, list.width))
    {
        let text = format!("{}  {}", line.label.trim(), line.note);
        canvas.draw_wrapped(Rect { y: list.bottom(), height: full, ..inner }, &text, theme.second());
    }
    let selected = view.focused().map_or(0, |(at, _)| at);
    let first = first_line(selected, view.count, usize::from(list.height));
    for (y, (at, line_view)) in (list.top()..list.bottom()).zip(view.lines_from(first)) {
        let (row, target) = (Rect { y, height: 1, ..list }, ClickTarget::Line(at));
        match (&changes, &line_view.cells) {
            (Some(widths), Some(cells)) => draw_change(canvas, row, target, widths, line_view, cells),
            _ => draw_line(canvas, row, target, label, line_view),
        }
    }
    // The field of an edited setting replaces its line.
    if let Overlay::Form(state) = app.cx.overlay()
        && let (Some(field), Some((at, line))) = (form_view(app, state).lines.first(), view.focused())
    {
        let row = Rect { y: list.y + (at - first) as u16, height: 1, ..list };
        canvas.fill(row, " ", canvas.theme.text());
        let area = Rect { x: row.x + LINE_PREFIX, width: row.width.saturating_sub(LINE_PREFIX), ..row };
        form::draw_field(
            canvas,
            editor,
            area,
            label,
            0,
            &FormLine { label: line.label.to_string(), ..field.clone() },
        );
    }
    draw_frame_scroll_bar(canvas, list, first, view.count);
    layout::draw_overlay_hints(app, canvas, inner);
}

/// Returns the summary in at most `max` rows, with an ellipsis if it is cut.
fn summary_rows(texts: &[String], max_width: usize, max: usize) -> Vec<String> {
    let mut summary: Vec<String> = texts.iter().flat_map(|text| wrap(text, max_width)).collect();
    if summary.len() > max {
        summary.truncate(max);
        if let Some(last) = summary.last_mut() {
            *last = truncate(&format!("{last} …"), max_width).into_owned();
        }
    }
    summary
}

/// True if `max_width` columns cut a line's name or note; the name has `label` columns.
fn is_cut(line: &PickerLine, label: u16, max_width: u16) -> bool {
    if line.note.is_empty() {
        return text_width(&line.label) + 2 > max_width;
    }
    text_width(&line.label) > label || label + 4 + text_width(&line.note) > max_width
}

/// Separator of a note's parts; the most important part is first.
const PART_SEPARATOR: &str = " · ";
/// Part width up to which a cut part is useless.
const MAX_BRIEF_WIDTH: u16 = 12;

/// Returns the beginning of a note that fits: drops short parts at the end, and leaves a long one to be cut.
fn fitting_parts(note: &str, max_width: u16) -> &str {
    let mut prefix = note;
    while text_width(prefix) > max_width
        && let Some((before, part)) = prefix.rsplit_once(PART_SEPARATOR)
        && text_width(part) <= MAX_BRIEF_WIDTH
    {
        prefix = before;
    }
    prefix
}

/// Converts a number of lines to rows of a screen, saturating.
fn rows(lines: usize) -> u16 {
    u16::try_from(lines).unwrap_or(u16::MAX)
}

/// Returns the column of the notes, the same for all lines. Names keep at least a third of the width.
fn label_width(lines: &[PickerLine], max_width: u16) -> u16 {
    let widest = lines.iter().map(|line| text_width(&line.label)).max().unwrap_or(0);
    let first = |line: &PickerLine| text_width(line.note.split(PART_SEPARATOR).next().unwrap_or_default());
    let note_width = |line: &PickerLine| text_width(&line.note);
    let mut notes = lines.iter().map(note_width).max().unwrap_or(0);
    if widest.saturating_add(notes).saturating_add(4) > max_width {
        notes = lines.iter().map(first).max().unwrap_or(0);
    }
    let spare = max_width.saturating_sub(notes.saturating_add(4));
    widest.min((max_width / 2).max(spare)).min(spare.max(max_width / 3))
}

/// Returns the width of the longest name and the longest note side by side.
fn longest_line(lines: &[PickerLine]) -> u16 {
    let widest = lines.iter().map(|line| text_width(&line.label)).max().unwrap_or(0);
    let notes = lines.iter().map(|line| text_width(&line.note)).max().unwrap_or(0);
    widest.saturating_add(notes).saturating_add(if notes > 0 { 4 } else { 2 })
}

fn mark_style(theme: Theme, mark: LineIcon) -> Style {
    match mark {
        LineIcon::On | LineIcon::Differs => theme.accent(),
        LineIcon::Done => theme.ok(),
        LineIcon::Waiting => theme.pending(),
        LineIcon::Failed => theme.alert(),
        LineIcon::None | LineIcon::Off | LineIcon::Skipped => theme.second(),
        LineIcon::Severity(band) => theme.band(band),
    }
}

/// Draws one line: mark, name, note. The gutter is the column before `row`.
pub(in crate::screens) fn draw_line(
    canvas: &mut Canvas<'_>,
    row: Rect,
    target: ClickTarget,
    label: u16,
    line: &PickerLine,
) {
    let (text, second) = begin_line(canvas, row, target, line);
    let x = row.x + LINE_PREFIX;
    let alone = line.note.is_empty();
    let max_width = if alone { row.right().saturating_sub(x) } else { label };
    canvas.draw_text(x, row.y, max_width, &truncate_keep_suffix(&line.label, usize::from(max_width)), text);
    let x = x + label + 2;
    let max_width = row.right().saturating_sub(x);
    canvas.draw_text(x, row.y, max_width, fitting_parts(&line.note, max_width), second);
}

/// Draws background and mark of a line. Returns the styles for its name and note.
fn begin_line(canvas: &mut Canvas<'_>, row: Rect, target: ClickTarget, line: &PickerLine) -> (Style, Style) {
    let (text, second) = canvas.begin_row(row, Some(target), line.selected);
    let text = if line.enabled || line.selected { text } else { second };
    let mark = if line.selected { text } else { mark_style(canvas.theme, line.mark) };
    canvas.draw_text(row.x, row.y, 1, line.mark.glyph(), mark);
    (text, second)
}

/// Draws a change in columns; text without a change extends into that column.
fn draw_change(
    canvas: &mut Canvas<'_>,
    row: Rect,
    target: ClickTarget,
    widths: &ChangeColumnWidths,
    line: &PickerLine,
    cells: &ChangeCells,
) {
    let (text, second) = begin_line(canvas, row, target, line);
    let mut x = row.x + LINE_PREFIX;
    for (cell_text, width, style) in [
        (&line.label, widths.label, text),
        (&cells.subject, widths.subject, second),
        (&cells.values, widths.values, text),
        (&cells.author, widths.author, second),
        (&cells.when, widths.when, second),
    ] {
        canvas.draw_text(x, row.y, row.right().saturating_sub(x), cell_text, style);
        x += if width > 0.0 { (width + GAP) as u16 } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use encours_core::text::SafeText;

    use super::*;

    #[test]
    fn picker_summary_is_complete_or_ends_with_an_ellipsis() {
        let texts = ["3 to change".to_owned(), "Nothing is sent until you press Enter.".to_owned()];
        assert_eq!(summary_rows(&texts, 40, 2), texts);
        assert_eq!(summary_rows(&texts, 40, 1), ["3 to change …"]);
        assert_eq!(summary_rows(&texts, 16, 2), ["3 to change", "Nothing is sent…"]);
        assert_eq!(summary_rows(&texts, 16, 3).len(), 3);
    }

    #[test]
    fn note_drops_short_parts_before_cutting_its_long_part() {
        let right = "field_definitions:read · 200 · 11:51";
        assert_eq!(fitting_parts(right, 40), right);
        assert_eq!(fitting_parts(right, 30), "field_definitions:read · 200");
        assert_eq!(fitting_parts(right, 27), "field_definitions:read");
        let change = "applied · Status Sourcing → Investment committee · e8cef3e0";
        assert_eq!(fitting_parts(change, 30), "applied · Status Sourcing → Investment committee");
    }

    #[test]
    fn name_column_leaves_space_for_short_note_parts() {
        let line = |label: &str, note: &str| PickerLine {
            mark: LineIcon::None,
            label: SafeText::line(label),
            note: SafeText::line(note),
            cells: None,
            selected: false,
            enabled: true,
        };
        let lines = [line("Deals d’A. Martin", "30 deals · épinglée"), line("En comité", "14 deals")];
        assert_eq!(label_width(&lines, 34), 17);
        assert_eq!(label_width(&lines, 60), 17);
    }
}
