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

use encours_core::app::foundation::history::view::Widths;
use encours_core::app::foundation::presentation::change_cells::Cells;
use encours_core::app::foundation::presentation::sheet_view::{Mark, SheetLine};
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::sheet;
use encours_core::text::{both_ends, number, truncate, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::screens::layout;
use crate::theme::Theme;
use crate::widgets::{Canvas, Pane, Target, columns, first_line, popup, scroll_bar, share_bar};

/// Usual width with the frame.
const WIDTH: u16 = 84;
/// Maximum width, for long notes.
const WIDEST: u16 = 124;
/// Gap between two columns of a change.
const GAP: f32 = 2.0;
/// Width before the text of a line: mark and blank.
const BEFORE: u16 = 2;
/// Number of rows for the full text of a cut focused line.
const IN_FULL: u16 = 2;
/// Rows besides lines and summary: frame, rule and keys.
const AROUND: u16 = 5;
/// Minimum screen height for the full summary.
const SCARCE: u16 = 16;
/// Minimum screen height for two summary rows.
const LEAST: u16 = 12;
/// Maximum height.
const HEIGHT: u16 = 28;

/// Draws the open picker.
pub fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let Some(view) = sheet::sheet(app) else { return };
    let screen = canvas.area();
    let across = |text: &str| f32::from(columns(text));
    let changes = Widths::of(&view.lines, GAP, across, across);
    // If only some of the lines are loaded, the longest is unknown, so use the maximum width.
    let longest = if view.lines.len() < view.count {
        WIDEST
    } else if let Some(changes) = &changes {
        changes.together(GAP) as u16 + BEFORE
    } else {
        longest(&view.lines)
    };
    let wanted = longest.saturating_add(4).clamp(WIDTH, WIDEST);
    let width = wanted.min(
        screen
            .width
            .saturating_sub(if screen.width >= 60 { 4 } else { 0 }),
    );
    let room = usize::from(width.saturating_sub(4));
    // A rule separates the summary from the lines, if any.
    let ruled = view.count > 0 || view.progress.is_some();
    let scarce = screen.height < SCARCE;
    let air = if scarce { 1 } else { 2 };
    let around = AROUND - u16::from(!ruled) + air;
    // On few rows the list comes first, and the summary gets the remaining rows.
    let free = if scarce {
        let lines = rows(view.count).max(u16::from(ruled));
        let least = if screen.height >= LEAST { 2 } else { 1 };
        usize::from(screen.height.saturating_sub(around.saturating_add(lines))).max(least)
    } else {
        usize::MAX
    };
    let said = said(&view.said, room, free);
    let head = said.len() as u16 + u16::from(!said.is_empty() && ruled);
    // If any line may be cut, reserve rows for the full text of the focused one.
    let full = if longest.saturating_add(4) > width && screen.height >= 16 {
        IN_FULL
    } else {
        0
    };
    let wanted = rows(view.count).saturating_add(head + 4 + full);
    let height = wanted.min(HEIGHT).min(screen.height.saturating_sub(air)).max(6);
    let top = screen.height.saturating_sub(height) / 3;
    // The number of answers to a question is not useful.
    let asks = app.cx.sheet().is_some_and(|sheet| sheet.kind.is_question());
    let count = if asks {
        String::new()
    } else {
        number::integer(app.cx.lang(), view.count as u64)
    };
    let pane = Pane::new(&view.title).note(&count).focused(true);
    let (area, inner) = popup(canvas, width, height, top, pane);
    let theme = canvas.theme;
    for (y, text) in (inner.top()..inner.bottom()).zip(&said) {
        canvas.put(inner.x, y, inner.width, text, theme.second());
    }
    if !said.is_empty() && ruled {
        let line = Rect::new(inner.x, inner.y + head - 1, inner.width, 1);
        match view.progress {
            Some(done) => share_bar(
                canvas,
                line.x,
                line.y,
                line.width,
                done,
                theme.accent(),
                Some(theme.border()),
            ),
            None => canvas.fill(line, "─", theme.border()),
        }
    }
    let list = Rect {
        y: inner.y + head,
        height: inner.height.saturating_sub(head + 2 + full),
        ..inner
    };
    // Draw changes in columns if they all fit.
    let changes = changes.filter(|changes| changes.together(GAP) as u16 + BEFORE <= list.width);
    let label = label_width(&view.lines, list.width);
    if full > 0
        && let Some((_, line)) = view.focused().filter(|(_, line)| is_cut(line, label, list.width))
    {
        let text = format!("{}  {}", line.label.trim(), line.note);
        let style = theme.second();
        for (y, text) in (list.bottom()..list.bottom() + full).zip(wrap(&text, usize::from(inner.width))) {
            canvas.put(inner.x, y, inner.width, &text, style);
        }
    }
    let selected = view.focused().map_or(0, |(at, _)| at);
    let room = usize::from(list.height);
    let first = first_line(selected, view.count, room);
    for (y, (at, one)) in (list.top()..list.bottom()).zip(view.from(first)) {
        canvas.hit(Rect::new(list.x - 1, y, list.width + 1, 1), Target::Line(at));
        let row = Rect { y, height: 1, ..list };
        match (&changes, &one.cells) {
            (Some(widths), Some(cells)) => change(canvas, row, widths, one, cells),
            _ => line(canvas, row, label, one),
        }
    }
    let bar = Rect::new(area.right().saturating_sub(1), list.y, 1, list.height);
    scroll_bar(canvas, bar, first, room, view.count);
    layout::layer_hints(app, canvas, inner);
}

/// Returns the summary in at most `most` rows, with an ellipsis if it is cut.
fn said(texts: &[String], room: usize, most: usize) -> Vec<String> {
    let mut said: Vec<String> = texts.iter().flat_map(|text| wrap(text, room)).collect();
    if said.len() > most {
        said.truncate(most);
        if let Some(last) = said.last_mut() {
            *last = truncate(&format!("{last} …"), room).into_owned();
        }
    }
    said
}

/// True if `room` columns cut a line's name or note; the name has `label` columns.
fn is_cut(line: &SheetLine, label: u16, room: u16) -> bool {
    if line.note.is_empty() {
        return columns(&line.label) + 2 > room;
    }
    columns(&line.label) > label || label + 4 + columns(&line.note) > room
}

/// Separator of a note's parts; the most important part is first.
const PART: &str = " · ";
/// Part width up to which a cut part is useless.
const BRIEF: u16 = 12;

/// Returns the beginning of a note that fits: drops short parts at the end, and leaves a long one to be cut.
fn in_parts(note: &str, room: u16) -> &str {
    let mut shown = note;
    while columns(shown) > room
        && let Some((before, part)) = shown.rsplit_once(PART)
        && columns(part) <= BRIEF
    {
        shown = before;
    }
    shown
}

/// Converts a number of lines to rows of a screen, saturating.
fn rows(lines: usize) -> u16 {
    u16::try_from(lines).unwrap_or(u16::MAX)
}

/// Returns the column of the notes, the same for all lines. Names keep at least a third of the width.
fn label_width(lines: &[SheetLine], room: u16) -> u16 {
    let widest = lines.iter().map(|line| columns(&line.label)).max().unwrap_or(0);
    let first = |line: &SheetLine| columns(line.note.split(PART).next().unwrap_or_default());
    let whole = |line: &SheetLine| columns(&line.note);
    let mut notes = lines.iter().map(whole).max().unwrap_or(0);
    if widest.saturating_add(notes).saturating_add(4) > room {
        notes = lines.iter().map(first).max().unwrap_or(0);
    }
    let spare = room.saturating_sub(notes.saturating_add(4));
    widest.min((room / 2).max(spare)).min(spare.max(room / 3))
}

/// Returns the width of the longest name and the longest note side by side.
fn longest(lines: &[SheetLine]) -> u16 {
    let widest = lines.iter().map(|line| columns(&line.label)).max().unwrap_or(0);
    let notes = lines.iter().map(|line| columns(&line.note)).max().unwrap_or(0);
    widest
        .saturating_add(notes)
        .saturating_add(if notes > 0 { 4 } else { 2 })
}

fn mark_style(theme: Theme, mark: Mark) -> Style {
    match mark {
        Mark::On => theme.accent(),
        Mark::Done => theme.ok(),
        Mark::Waiting => theme.pending(),
        Mark::Failed => theme.alert(),
        Mark::None | Mark::Off | Mark::Skipped => theme.second(),
        Mark::Grave(band) => theme.band(band),
    }
}

/// Draws one line: mark, name, note. The gutter is the column before `row`.
pub(in crate::screens) fn line(canvas: &mut Canvas<'_>, row: Rect, label: u16, line: &SheetLine) {
    let (text, second) = ground(canvas, row, line);
    let x = row.x + BEFORE;
    let alone = line.note.is_empty();
    let room = if alone {
        row.right().saturating_sub(x)
    } else {
        label
    };
    canvas.put(x, row.y, room, &both_ends(&line.label, usize::from(room)), text);
    let x = x + label + 2;
    let room = row.right().saturating_sub(x);
    canvas.put(x, row.y, room, in_parts(&line.note, room), second);
}

/// Draws background and mark of a line. Returns the styles for its name and note.
fn ground(canvas: &mut Canvas<'_>, row: Rect, line: &SheetLine) -> (Style, Style) {
    let theme = canvas.theme;
    let (text, second) = if line.selected {
        canvas.put(row.x - 1, row.y, 1, "▌", theme.accent());
        canvas.fill(row, " ", theme.selection());
        (theme.selection(), theme.selection())
    } else if line.enabled {
        (theme.text(), theme.second())
    } else {
        (theme.second(), theme.second())
    };
    let mark = if line.selected {
        text
    } else {
        mark_style(theme, line.mark)
    };
    canvas.put(row.x, row.y, 1, line.mark.glyph(), mark);
    (text, second)
}

/// Draws a change in columns; text without a change extends into that column.
fn change(canvas: &mut Canvas<'_>, row: Rect, widths: &Widths, line: &SheetLine, cells: &Cells) {
    let (text, second) = ground(canvas, row, line);
    let mut x = row.x + BEFORE;
    for (told, wide, style) in [
        (&line.label, widths.label, text),
        (&cells.what, widths.what, second),
        (&cells.change, widths.change, text),
        (&cells.by, widths.by, second),
        (&cells.when, widths.when, second),
    ] {
        canvas.put(x, row.y, row.right().saturating_sub(x), told, style);
        x += if wide > 0.0 { (wide + GAP) as u16 } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use encours_core::text::Clean;

    use super::*;

    #[test]
    fn what_is_said_stands_whole_or_is_seen_to_be_cut() {
        let texts = [
            "3 to change".to_owned(),
            "Nothing is sent until you press Enter.".to_owned(),
        ];
        assert_eq!(said(&texts, 40, 2), texts);
        assert_eq!(said(&texts, 40, 1), ["3 to change …"]);
        assert_eq!(said(&texts, 16, 2), ["3 to change", "Nothing is sent…"]);
        assert_eq!(said(&texts, 16, 3).len(), 3);
    }

    #[test]
    fn a_note_gives_its_brief_parts_whole_and_is_cut_in_a_long_one() {
        let right = "field_definitions:read · 200 · 11:51";
        assert_eq!(in_parts(right, 40), right);
        assert_eq!(in_parts(right, 30), "field_definitions:read · 200");
        assert_eq!(in_parts(right, 27), "field_definitions:read");
        let change = "applied · Status Sourcing → Investment committee · e8cef3e0";
        assert_eq!(
            in_parts(change, 30),
            "applied · Status Sourcing → Investment committee"
        );
    }

    #[test]
    fn names_take_what_the_brief_parts_of_notes_leave() {
        let line = |label: &str, note: &str| SheetLine {
            mark: Mark::None,
            label: Clean::line(label),
            note: Clean::line(note),
            cells: None,
            selected: false,
            enabled: true,
        };
        let lines = [
            line("Deals d’A. Martin", "30 deals · épinglée"),
            line("En comité", "14 deals"),
        ];
        assert_eq!(label_width(&lines, 34), 17);
        assert_eq!(label_width(&lines, 60), 17);
    }
}
