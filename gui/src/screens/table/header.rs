//! The column headers: a click sorts, Shift+click adds a sort key, a drag moves the column.
//!
//! The context menu offers the same actions as the keys.

use egui::accesskit::Role;
use egui::{Align, CursorIcon, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::table::view::table::HeadCell;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::dataset::column::Column;

use super::widths::{LEAST, MOST};
use super::{CHECK, TablePlace, cells};
use crate::frame_ctx::Pass;
use crate::overlays::context_menu;
use crate::theme::{Face, Icon};
use crate::widgets::checkbox::{self, Ticked};
use crate::widgets::{Pen, Tip, tell_size};

/// Creates the accessible row of the headers. It is created before any table row, so that it comes first in reading
/// order.
pub(super) fn row(ui: &mut Ui, pass: &Pass<'_>, body: Rect) -> egui::Id {
    let rect = body.with_max_y(body.top() + pass.look.tokens.size.row_head);
    let name = pass.word("table-heads").into_owned();
    let row = ui.new_child(
        egui::UiBuilder::new()
            .id_salt("heads")
            .max_rect(rect)
            .accessibility_role(Role::Row)
            .accessibility_label(name),
    );
    crate::screens::bounds(&row, rect);
    tell_size(&row, pass.app.table.table().columns.len());
    row.unique_id()
}

/// Returns the accessible text of a header: column, sort direction and rank.
pub(super) fn spoken(pass: &Pass<'_>, head: &HeadCell, keys: usize) -> String {
    let Some((rank, falling)) = head.sort else {
        return head.label.clone();
    };
    let way = pass.word(if falling {
        "sorted-falling"
    } else {
        "sorted-rising"
    });
    if keys < 2 {
        return format!("{} – {way}", head.label);
    }
    let args = [("rank", (rank as u64).into()), ("keys", (keys as u64).into())];
    format!(
        "{} – {way}, {}",
        head.label,
        pass.words.with("sorted-rank", &args)
    )
}

/// Half width of the area in which the border between two headers can be dragged.
const GRIP: f32 = 6.0;

/// Draws the resize handles at the right borders of the visible headers. They lie above both adjacent headers.
pub(super) fn edges(
    ui: &mut Ui,
    pass: &Pass<'_>,
    place: &mut TablePlace,
    (shown, row): (&[(usize, Rect)], egui::Id),
    body: Rect,
    pinned: f32,
) {
    let builder = egui::UiBuilder::new()
        .id_salt("edges")
        .max_rect(body)
        .accessibility_parent(row);
    let ui = ui.new_child(builder);
    for (at, rect) in shown {
        // A border scrolled under the pinned column is not visible.
        let seen = (*at == 0 || rect.right() > pinned + GRIP) && rect.right() <= body.right();
        if let Some(column) = pass.app.table.table().columns.get(*at).filter(|_| seen) {
            edge(&ui, pass, place, *column, *rect);
        }
    }
}

/// Draws the resize handle of a header. Keys resize columns too, so the handle is not a tab stop.
fn edge(ui: &Ui, pass: &Pass<'_>, place: &mut TablePlace, column: Column, rect: Rect) {
    let line = rect.with_min_x(rect.right());
    let grip = line.expand2(vec2(GRIP, 0.0)).intersect(ui.clip_rect());
    let response = ui.interact(grip, ui.scope_id().with(("edge", column.name())), Sense::DRAG);
    let label = column.label(pass.app.cx.lang(), false);
    let name = pass
        .words
        .with("column-edge", &[("column", label.as_str().into())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, &name));
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeColumn);
    if response.dragged()
        && let Some(at) = response.interact_pointer_pos()
    {
        let wide = (at.x - rect.left()).clamp(LEAST, MOST);
        place.sized = Some((column, wide));
    }
    if response.hovered() || response.dragged() {
        let pen = Pen::new(ui.painter(), pass.look).within(ui.clip_rect());
        let line = line.expand2(vec2(1.0, 0.0)).shrink2(vec2(0.0, 6.0));
        pen.fill(line, 1, pass.look.ink.accent);
    }
}

/// Draws a header.
pub(super) fn cell(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    place: &mut TablePlace,
    at: usize,
    head: &HeadCell,
    keys: usize,
) {
    let rect = ui.max_rect();
    let id = ui.scope_id().with(("head", head.column.name()));
    let response = ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
    let spoken = spoken(pass, head, keys);
    response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, &spoken));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_column_index(at);
        node.set_position_in_set(at);
        if let Some((_, falling)) = head.sort {
            node.set_sort_direction(cells::direction(falling));
        }
    });
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look).within(ui.clip_rect());
    pen.fill(rect, 0, if response.hovered() { ink.hover } else { ink.canvas });
    let mut inner = rect.shrink2(vec2(8.0, 0.0));
    if at == 0 {
        all(ui, pass, rect);
        inner.min.x = rect.left() + CHECK + 8.0;
    }
    let (color, face) = if head.sort.is_some() {
        (ink.text, Face::label())
    } else {
        (ink.text_secondary, Face::label())
    };
    let mark = head
        .sort
        .map(|(place, falling)| (place, if falling { Icon::ArrowDown } else { Icon::ArrowUp }));
    let room = if mark.is_some() {
        14.0 + if keys > 1 { 8.0 } else { 0.0 }
    } else {
        0.0
    };
    let align = if head.column.is_number() {
        Align::Max
    } else {
        Align::Min
    };
    let label = if pen.width(&head.label, face) <= inner.width() - room {
        &head.label
    } else {
        &head.short
    };
    let text = inner.with_max_x(inner.right() - room);
    let text = pen.text(text, align, label, face, color);
    if let Some((place, icon)) = mark {
        pen.icon_of(pos2(text.right() + 9.0, rect.center().y), icon, 12.0, ink.text);
        if keys > 1 {
            let digit = Rect::from_min_size(pos2(text.right() + 15.0, rect.top()), vec2(10.0, rect.height()));
            pen.text(
                digit,
                Align::Min,
                &place.to_string(),
                Face::label(),
                ink.text_tertiary,
            );
        }
    }
    if response.clicked() {
        let also = ui.input(|input| input.modifiers.shift);
        pass.act(Action::FocusTableColumn(at));
        pass.act(Action::SortBy {
            column: head.column,
            also,
        });
    }
    if response.drag_started_by(egui::PointerButton::Primary) {
        place.drag = Some(head.column);
    }
    if response.secondary_clicked() {
        pass.act(Action::FocusTableColumn(at));
    }
    response.context_menu(|ui| context_menu::column(ui, pass, at, head.column));
    if place.drag.is_none() && head.label != *label {
        response.tip(&head.label);
    }
}

/// Draws the check box for all visible rows.
fn all(ui: &Ui, pass: &mut Pass<'_>, rect: Rect) {
    let rows = pass.app.table.table().rows().len();
    let ticked = if pass.app.pipeline.selection().is_empty() {
        Ticked::No
    } else {
        let summary = pass.app.selection_summary();
        match summary.count - summary.hidden {
            0 => Ticked::No,
            shown if shown == rows => Ticked::All,
            _ => Ticked::Some,
        }
    };
    let place = rect.with_max_x(rect.left() + CHECK);
    let response = ui.interact(place, ui.scope_id().with("all"), Sense::CLICK);
    let name = pass.label(ActionId::SelectAll);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, ticked == Ticked::All, &name));
    let pen = Pen::new(ui.painter(), pass.look).within(ui.clip_rect());
    checkbox::paint(
        &pen,
        pos2(rect.left() + 24.0, rect.center().y),
        ticked,
        response.hovered(),
    );
    if response.tip(name).clicked() {
        pass.run(if ticked == Ticked::All {
            ActionId::ClearSelection
        } else {
            ActionId::SelectAll
        });
    }
}

/// Handles a dragged header: marks the drop position, and moves the column when the button is released.
pub(super) fn finish(
    ui: &Ui,
    pass: &mut Pass<'_>,
    place: &mut TablePlace,
    shown: &[(usize, Rect)],
    body: Rect,
    pinned: f32,
) {
    let Some(column) = place.drag else { return };
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    let Some(at) = at else { return };
    // Scrolled columns lie under the pinned one.
    let seen = |column: usize| column == 0 || at.x >= pinned;
    let target = shown
        .iter()
        .find(|(column, rect)| seen(*column) && rect.x_range().contains(at.x));
    let before = target.map(|(column, rect)| {
        let after = at.x > rect.center().x;
        (
            if after { column + 1 } else { *column },
            if after { rect.right() } else { rect.left() },
        )
    });
    if !down {
        place.drag = None;
        if let Some((before, _)) = before {
            pass.act(Action::PlaceColumn { column, before });
        }
        return;
    }
    ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    if let Some((_, x)) = before {
        pen.fill(
            Rect::from_x_y_ranges(x - 1.0..=x + 1.0, body.y_range()),
            1,
            ink.accent,
        );
    }
    let label = column.label(pass.app.cx.lang(), false);
    let wide = pen.width(&label, Face::strong()).ceil() + 24.0;
    let chip = Rect::from_min_size(pos2(at.x - wide / 2.0, body.top() + 4.0), vec2(wide, 26.0));
    pen.cast(chip, pass.look.tokens.radius.button, pass.look.cast.drag);
    pen.boxed(
        chip,
        pass.look.tokens.radius.button,
        ink.raised,
        pass.look.hairline(ink.accent),
    );
    pen.text(chip, Align::Center, &label, Face::strong(), ink.text);
}
