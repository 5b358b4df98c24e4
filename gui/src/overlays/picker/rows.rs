//! Lines of a picker.
//!
//! A line's note is beside its text if both fit, else below. Read-only lists use the same layout for all lines, and
//! columns for changes. The focused line of such a list is never truncated; any other truncated line shows its full
//! text as a tooltip.

use encours_core::app::changes::bulk::model::BulkStage;
use encours_core::app::foundation::presentation::picker_view::{PickerLine, PickerView};

use super::changes::ChangeColumns;
use crate::prelude::*;

/// Space before the text of a line, for its mark.
const MARK_SPACE: f32 = 34.0;
/// Space before the text if no line has a mark; it aligns with the title.
const BARE_SPACE: f32 = 9.0;
/// Space after the text.
const RIGHT_SPACE: f32 = 10.0;
/// Returns the horizontal space around the text of a line.
const fn horizontal_space(space: f32) -> f32 {
    16.0 + space + RIGHT_SPACE
}
/// Gap between text and note in one row.
const NOTE_GAP: f32 = 12.0;
/// Padding above and below text and note in two rows.
const ROW_PADDING: f32 = 7.0;

/// Heights and layout of a picker's lines.
pub(super) struct PickerRows {
    /// Height of a line without focus.
    pub(super) line_height: f32,
    /// Height of the focused line.
    focused_height: f32,
    /// True if every note is below its text.
    notes_below: bool,
    /// Column layout of changes, if it fits.
    columns: Option<ChangeColumns>,
    /// Space before the text of each line.
    space_before: f32,
}

/// Returns the width at which no columns are truncated.
pub(super) fn full_width(painter: &Painter<'_>, view: &PickerView) -> f32 {
    ChangeColumns::one_row_width(painter, view).map_or(0.0, |width| width + horizontal_space(MARK_SPACE))
}

impl PickerRows {
    /// Computes the layout for a picker's width.
    pub(super) fn layout(painter: &Painter<'_>, frame: &FrameCtx<'_>, view: &PickerView, width: f32) -> Self {
        let row = frame.theme.tokens.size.palette_row;
        let kind = frame.app.cx.picker().map(|picker| picker.kind);
        let space_before = if has_marks(frame, view, kind) { MARK_SPACE } else { BARE_SPACE };
        let text_width = width - horizontal_space(space_before);
        // Lines to choose from keep their positions under the pointer; lines of read-only lists may move.
        let read = matches!(kind, Some(kind) if a11y_role(kind) == Role::List);
        // A bulk change may have very many lines, of which only some are loaded; they are short.
        let cut = kind != Some(PickerKind::Bulk)
            && view.lines.iter().any(|line| !fits_in_row(painter, line, text_width));
        let two =
            row.max(TextStyle::strong().line_height + TextStyle::small().line_height + 2.0 * ROW_PADDING);
        if let Some(columns) = ChangeColumns::layout(painter, view, text_width) {
            let line_height = if columns.in_two_rows { two } else { row };
            return Self {
                line_height,
                focused_height: line_height,
                notes_below: false,
                columns: Some(columns),
                space_before,
            };
        }
        let notes_below = read && cut;
        let line_height = if notes_below { two } else { row };
        let focused = view.focused().filter(|(_, line)| read && !fits_in_row(painter, line, text_width));
        let focused = focused.map_or(line_height, |(_, line)| {
            let (label, note) = layout_texts(painter, line, text_width, Color32::PLACEHOLDER);
            line_height.max(label.size().y + note.size().y + 2.0 * ROW_PADDING)
        });
        Self { line_height, focused_height: focused, notes_below, columns: None, space_before }
    }

    /// Returns the height of `count` lines.
    pub(super) fn total_height(&self, count: usize) -> f32 {
        count as f32 * self.line_height + (self.focused_height - self.line_height)
    }

    /// Returns the number of lines that fit in a height.
    pub(super) fn fitting_lines(&self, height: f32) -> usize {
        let more = self.focused_height - self.line_height;
        (((height - more) / self.line_height).floor() as usize).max(1)
    }

    /// Returns the height of a line.
    pub(super) fn height_of(&self, line: &PickerLine) -> f32 {
        if line.selected { self.focused_height } else { self.line_height }
    }
}

/// Returns whether text and note of a line fit in one row.
fn fits_in_row(painter: &Painter<'_>, line: &PickerLine, text_width: f32) -> bool {
    let note = match painter.text_width(&line.note, TextStyle::small()) {
        0.0 => 0.0,
        width => width + NOTE_GAP,
    };
    painter.text_width(&line.label, TextStyle::strong()) + note <= text_width
}

/// Lays out text and note in full, wrapped to the width.
fn layout_texts(
    painter: &Painter<'_>,
    line: &PickerLine,
    text_width: f32,
    base_color: Color32,
) -> (std::sync::Arc<egui::Galley>, std::sync::Arc<egui::Galley>) {
    let wrapped =
        |text: &str, style, color| painter.layout_wrapped(text, style, color, text_width, usize::MAX);
    (
        wrapped(&line.label, TextStyle::strong(), base_color),
        wrapped(&line.note, TextStyle::small(), painter.theme.colors.text_secondary),
    )
}

/// Paints text and note of a line. Returns whether both are fully visible.
fn draw_texts(
    painter: &Painter<'_>,
    line: &PickerLine,
    rect: Rect,
    color: Color32,
    layout: &PickerRows,
) -> bool {
    let second = painter.theme.colors.text_secondary;
    if let (Some(columns), Some(cells)) = (&layout.columns, &line.cells) {
        columns.paint(painter, &line.label, cells, rect, color);
        return true;
    }
    if !layout.notes_below && fits_in_row(painter, line, rect.width()) {
        let note = painter.right(rect, &line.note, TextStyle::small(), second);
        painter.left(rect.with_max_x(note.left()), &line.label, TextStyle::strong(), color);
        return true;
    }
    let (label, note) = layout_texts(painter, line, rect.width(), color);
    let (layout, air) = (label.size().y, label.size().y + note.size().y);
    if air + 2.0 * ROW_PADDING <= rect.height() + 0.5 {
        let top = rect.center().y - air / 2.0;
        painter.inner.galley(pos2(rect.left(), top), label, color);
        painter.inner.galley(pos2(rect.left(), top + layout), note, second);
        return true;
    }
    let (first, note_height) = (TextStyle::strong().line_height, TextStyle::small().line_height);
    if first + note_height + 2.0 * ROW_PADDING <= rect.height() + 0.5 {
        let top = rect.center().y - f32::midpoint(first, note_height);
        let at = |from: f32, layout: f32| rect.with_min_y(from).with_max_y(from + layout);
        painter.left(at(top, first), &line.label, TextStyle::strong(), color);
        painter.left(at(top + first, note_height), &line.note, TextStyle::small(), second);
        return false;
    }
    // In one row, the shorter of the two keeps its full width.
    let note = painter.text_width(&line.note, TextStyle::small());
    let name = painter.text_width(&line.label, TextStyle::strong());
    let available = rect.width() - NOTE_GAP;
    let note = note.min((available - name).max(available / 2.0));
    let note = if line.note.is_empty() { 0.0 } else { note + NOTE_GAP };
    let note_x = rect.right() - note;
    painter.left(rect.with_max_x(note_x), &line.label, TextStyle::strong(), color);
    painter.right(rect.with_min_x(note_x + NOTE_GAP), &line.note, TextStyle::small(), second);
    false
}

/// Returns the accessible role of the lines: a list, a tree or a menu.
pub(super) fn a11y_role(kind: PickerKind) -> Role {
    match kind {
        PickerKind::Bulk
        | PickerKind::Since
        | PickerKind::Request
        | PickerKind::Checks
        | PickerKind::Compare => Role::List,
        PickerKind::Record => Role::Tree,
        _ => Role::Menu,
    }
}

/// Returns whether any line has a mark; otherwise the texts align with the title.
fn has_marks(frame: &FrameCtx<'_>, view: &PickerView, kind: Option<PickerKind>) -> bool {
    match kind {
        Some(PickerKind::Columns) => true,
        // Not all lines of a bulk change are loaded. A plan has marks if it skips deals, a running change always has
        // them.
        Some(PickerKind::Bulk) => frame
            .app
            .bulk_change
            .bulk()
            .is_some_and(|bulk| bulk.stage() != BulkStage::Plan || bulk.counts().skipped > 0),
        _ => view.lines.iter().any(|line| line.mark != LineIcon::None),
    }
}

/// Draws a line and handles its input.
pub(super) fn draw_line(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    at: usize,
    line: &PickerLine,
    (rect, layout): (Rect, &PickerRows),
) {
    let id = ui.scope_id().with(("line", at));
    let response = super::super::line_response(ui, frame, id, rect, (at, line.selected));
    let name = joined(&[&line.label, &line.note]);
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    // A planned bulk change applies to all lines, so no line is highlighted.
    let full_text = frame
        .app
        .cx
        .picker()
        .filter(|picker| picker.kind == PickerKind::Bulk)
        .and(frame.app.bulk_change.bulk())
        .is_some_and(|bulk| bulk.stage() == BulkStage::Plan);
    // The checked state means: column visible, or view or user active. Only the focus shows the selected line.
    let kind = frame.app.cx.picker().map(|picker| picker.kind);
    let on = line.mark == LineIcon::On;
    response.widget_info(|| match kind {
        Some(PickerKind::Columns) => WidgetInfo::selected(Role::MenuItemCheckBox, line.enabled, on, &name),
        Some(PickerKind::Views | PickerKind::Users) => {
            WidgetInfo::selected(Role::MenuItemRadio, line.enabled, on, &name)
        }
        Some(kind) => {
            let role = match a11y_role(kind) {
                Role::List => Role::ListItem,
                Role::Tree => Role::TreeItem,
                _ => Role::MenuItem,
            };
            WidgetInfo::labeled(role, line.enabled, &name)
        }
        None => WidgetInfo::labeled(Role::ListItem, line.enabled, &name),
    });
    painter.row_background(rect, line.selected && !full_text, true, response.hovered());
    let text = if line.enabled { colors.text } else { colors.text_disabled };
    let header = rect.with_max_y(rect.bottom().min(rect.top() + theme.tokens.size.palette_row));
    if kind == Some(PickerKind::Columns) {
        let ticked = if line.mark == LineIcon::On { CheckState::All } else { CheckState::No };
        let center = pos2(rect.left() + 17.0, header.center().y);
        checkbox::paint(&painter, center, ticked, response.hovered());
    } else {
        painter.line_icon(pos2(rect.left() + 17.0, header.center().y), line.mark);
    }
    let inner = rect.inset(layout.space_before, RIGHT_SPACE);
    let whole_is_seen = draw_texts(&painter, line, inner, text, layout);
    if response.clicked() {
        let pressed_again = (line.selected || super::super::is_reader_click(&response)) && !full_text;
        frame.request(Action::FocusOverlayLine(at));
        if pressed_again {
            frame.request_command(ActionId::Open);
        }
    }
    if !whole_is_seen {
        response.tooltip(name);
    }
}
