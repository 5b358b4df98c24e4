//! Lines of a picker.
//!
//! A line's note is beside its text if both fit, else below. Read-only lists use the same layout for all lines, and
//! columns for changes. The focused line of such a list is never truncated; any other truncated line shows its full
//! text as a tooltip.

use egui::accesskit::Role as Part;
use egui::{Align, Color32, Rect, Role, Ui, WidgetInfo, pos2};
use encours_core::app::changes::bulk::model::BulkStage;
use encours_core::app::foundation::cx::sheet::SheetKind;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::sheet_view::{Mark, SheetLine, SheetView};
use encours_core::app::shell::action::Action;

use super::LayerPlace;
use super::changes::Columns;
use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::checkbox::{self, Ticked};
use crate::widgets::{Pen, Tip as _};

/// Space before the text of a line, for its mark.
const BEFORE: f32 = 34.0;
/// Space before the text if no line has a mark; it aligns with the title.
const BARE: f32 = 9.0;
/// Space after the text.
const AFTER: f32 = 10.0;
/// Returns the horizontal space around the text of a line.
const fn edges(before: f32) -> f32 {
    16.0 + before + AFTER
}
/// Gap between text and note in one row.
const BETWEEN: f32 = 12.0;
/// Padding above and below text and note in two rows.
const AIR: f32 = 7.0;

/// Heights and layout of a picker's lines.
pub(super) struct Rows {
    /// Height of a line.
    each: f32,
    /// Height of the focused line.
    focused: f32,
    /// True if every note is below its text.
    under: bool,
    /// Column layout of changes, if it fits.
    columns: Option<Columns>,
    /// Space before the text of each line.
    before: f32,
}

/// Returns the width at which no columns are truncated.
pub(super) fn wanted(pen: &Pen<'_>, view: &SheetView) -> f32 {
    Columns::widest(pen, view).map_or(0.0, |wide| wide + edges(BEFORE))
}

impl Rows {
    /// Computes the layout for a picker's width.
    pub(super) fn of(pen: &Pen<'_>, pass: &Pass<'_>, view: &SheetView, wide: f32) -> Self {
        let row = pass.look.tokens.size.palette_row;
        let kind = pass.app.cx.sheet().map(|sheet| sheet.kind);
        let before = if marked(pass, view, kind) { BEFORE } else { BARE };
        let across = wide - edges(before);
        // Lines to choose from keep their positions under the pointer; lines of read-only lists may move.
        let read = matches!(
            kind,
            Some(SheetKind::Since | SheetKind::Request | SheetKind::Bulk)
        );
        // A bulk change may have very many lines, of which only some are loaded; they are short.
        let cut = kind != Some(SheetKind::Bulk) && view.lines.iter().any(|line| !fits(pen, line, across));
        let two = row.max(Face::strong().line + Face::small().line + 2.0 * AIR);
        if let Some(columns) = Columns::of(pen, view, across) {
            let each = if columns.in_two() { two } else { row };
            return Self {
                each,
                focused: each,
                under: false,
                columns: Some(columns),
                before,
            };
        }
        let under = read && cut;
        let each = if under { two } else { row };
        let focused = view
            .focused()
            .filter(|(_, line)| read && !fits(pen, line, across));
        let focused = focused.map_or(each, |(_, line)| {
            let (label, note) = laid(pen, line, across, Color32::PLACEHOLDER);
            each.max(label.size().y + note.size().y + 2.0 * AIR)
        });
        Self {
            each,
            focused,
            under,
            columns: None,
            before,
        }
    }

    /// Returns the height of `count` lines.
    pub(super) fn height(&self, count: usize) -> f32 {
        count as f32 * self.each + self.more()
    }

    /// Returns the number of lines that fit in a height.
    pub(super) fn fitting(&self, height: f32) -> usize {
        (((height - self.more()) / self.each).floor() as usize).max(1)
    }

    /// Returns the height of a line without focus.
    pub(super) fn of_any(&self) -> f32 {
        self.each
    }

    /// Returns the height of a line.
    pub(super) fn of_line(&self, line: &SheetLine) -> f32 {
        if line.selected { self.focused } else { self.each }
    }

    fn more(&self) -> f32 {
        self.focused - self.each
    }
}

/// Returns whether text and note of a line fit in one row.
fn fits(pen: &Pen<'_>, line: &SheetLine, across: f32) -> bool {
    let note = match pen.width(&line.note, Face::small()) {
        0.0 => 0.0,
        wide => wide + BETWEEN,
    };
    pen.width(&line.label, Face::strong()) + note <= across
}

/// Lays out text and note in full, wrapped to the width.
fn laid(
    pen: &Pen<'_>,
    line: &SheetLine,
    across: f32,
    ink: Color32,
) -> (std::sync::Arc<egui::Galley>, std::sync::Arc<egui::Galley>) {
    let whole = |text: &str, face, color| pen.wrapped(text, face, color, across, usize::MAX);
    (
        whole(&line.label, Face::strong(), ink),
        whole(&line.note, Face::small(), pen.look.ink.text_secondary),
    )
}

/// Paints text and note of a line. Returns whether both are fully visible.
fn texts(pen: &Pen<'_>, line: &SheetLine, rect: Rect, ink: Color32, high: &Rows) -> bool {
    let second = pen.look.ink.text_secondary;
    if let (Some(columns), Some(cells)) = (&high.columns, &line.cells) {
        columns.paint(pen, &line.label, cells, rect, ink);
        return true;
    }
    if !high.under && fits(pen, line, rect.width()) {
        let note = pen.text(rect, Align::Max, &line.note, Face::small(), second);
        pen.text(
            rect.with_max_x(note.left()),
            Align::Min,
            &line.label,
            Face::strong(),
            ink,
        );
        return true;
    }
    let (label, note) = laid(pen, line, rect.width(), ink);
    let (high, air) = (label.size().y, label.size().y + note.size().y);
    if air + 2.0 * AIR <= rect.height() + 0.5 {
        let top = rect.center().y - air / 2.0;
        pen.painter.galley(pos2(rect.left(), top), label, ink);
        pen.painter.galley(pos2(rect.left(), top + high), note, second);
        return true;
    }
    let (first, under) = (Face::strong().line, Face::small().line);
    if first + under + 2.0 * AIR <= rect.height() + 0.5 {
        let top = rect.center().y - f32::midpoint(first, under);
        let at = |from: f32, high: f32| rect.with_min_y(from).with_max_y(from + high);
        pen.text(at(top, first), Align::Min, &line.label, Face::strong(), ink);
        pen.text(
            at(top + first, under),
            Align::Min,
            &line.note,
            Face::small(),
            second,
        );
        return false;
    }
    // In one row, the shorter of the two keeps its full width.
    let note = pen.width(&line.note, Face::small());
    let name = pen.width(&line.label, Face::strong());
    let room = rect.width() - BETWEEN;
    let note = note.min((room - name).max(room / 2.0));
    let note = if line.note.is_empty() { 0.0 } else { note + BETWEEN };
    let part = rect.right() - note;
    pen.text(
        rect.with_max_x(part),
        Align::Min,
        &line.label,
        Face::strong(),
        ink,
    );
    pen.text(
        rect.with_min_x(part + BETWEEN),
        Align::Max,
        &line.note,
        Face::small(),
        second,
    );
    false
}

/// Returns the accessible role of the lines: a list, a tree or a menu.
pub(super) fn role(kind: SheetKind) -> Part {
    match kind {
        SheetKind::Bulk | SheetKind::Since | SheetKind::Request => Part::List,
        SheetKind::Record => Part::Tree,
        _ => Part::Menu,
    }
}

/// Returns whether any line has a mark; otherwise the texts align with the title.
fn marked(pass: &Pass<'_>, view: &SheetView, kind: Option<SheetKind>) -> bool {
    match kind {
        Some(SheetKind::Columns) => true,
        // Not all lines of a bulk change are loaded. A plan has marks if it skips deals, a running change always has
        // them.
        Some(SheetKind::Bulk) => pass
            .app
            .bulk_change
            .bulk()
            .is_some_and(|bulk| bulk.stage() != BulkStage::Plan || bulk.counts().skipped > 0),
        _ => view.lines.iter().any(|line| line.mark != Mark::None),
    }
}

/// Draws a line and handles its input.
pub(super) fn one(
    ui: &Ui,
    pass: &mut Pass<'_>,
    place: &mut LayerPlace,
    at: usize,
    line: &SheetLine,
    (rect, high): (Rect, &Rows),
) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = ui.scope_id().with(("line", at));
    let response = super::super::line(ui, place, id, rect, (at, line.selected));
    let parts = [line.label.as_str(), line.note.as_str()];
    let name = parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>();
    let name = name.join(" – ");
    let pen = Pen::new(ui.painter(), look);
    // A planned bulk change applies to all lines, so no line is highlighted.
    let whole = pass
        .app
        .cx
        .sheet()
        .filter(|sheet| sheet.kind == SheetKind::Bulk)
        .and(pass.app.bulk_change.bulk())
        .is_some_and(|bulk| bulk.stage() == BulkStage::Plan);
    // The checked state means: column visible, or view or user active. Only the focus shows the selected line.
    let kind = pass.app.cx.sheet().map(|sheet| sheet.kind);
    let on = line.mark == Mark::On;
    response.widget_info(|| match kind {
        Some(SheetKind::Columns) => WidgetInfo::selected(Role::MenuItemCheckBox, line.enabled, on, &name),
        Some(SheetKind::Views | SheetKind::Users) => {
            WidgetInfo::selected(Role::MenuItemRadio, line.enabled, on, &name)
        }
        Some(kind) => {
            let role = match role(kind) {
                Part::List => Role::ListItem,
                Part::Tree => Role::TreeItem,
                _ => Role::MenuItem,
            };
            WidgetInfo::labeled(role, line.enabled, &name)
        }
        None => WidgetInfo::labeled(Role::ListItem, line.enabled, &name),
    });
    pen.ground(rect, line.selected && !whole, true, response.hovered());
    let text = if line.enabled { ink.text } else { ink.text_disabled };
    let head = rect.with_max_y(rect.bottom().min(rect.top() + look.tokens.size.palette_row));
    if kind == Some(SheetKind::Columns) {
        let ticked = if line.mark == Mark::On {
            Ticked::All
        } else {
            Ticked::No
        };
        let center = pos2(rect.left() + 17.0, head.center().y);
        checkbox::paint(&pen, center, ticked, response.hovered());
    } else {
        pen.sign(pos2(rect.left() + 17.0, head.center().y), line.mark);
    }
    let inner = rect
        .with_min_x(rect.left() + high.before)
        .with_max_x(rect.right() - AFTER);
    let whole_is_seen = texts(&pen, line, inner, text, high);
    if response.clicked() {
        let again = (line.selected || super::super::pressed_by_reader(&response)) && !whole;
        pass.act(Action::Choose(at));
        if again {
            pass.run(ActionId::Open);
        }
    }
    if !whole_is_seen {
        response.tip(name);
    }
}
