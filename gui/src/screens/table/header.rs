//! The column headers: a click sorts, Shift+click adds a sort key, a drag moves the column.
//!
//! The context menu offers the same actions as the keys.

use egui::accesskit::Role;
use egui::{Align, CursorIcon, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::table::view::table::HeaderCell;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::dataset::column::DealColumn;

use super::widths::{MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH};
use super::{CHECKBOX_SPACE, TableUiState, cells};
use crate::frame_ctx::FrameCtx;
use crate::overlays::context_menu;
use crate::theme::{Icon, TextStyle};
use crate::widgets::checkbox::{self, CheckState};
use crate::widgets::{Painter, TooltipExt, set_a11y_count};

/// Creates the accessible row of the headers. It is created before any table row, so that it comes first in reading
/// order.
pub(super) fn header_row(ui: &mut Ui, pass: &FrameCtx<'_>, body: Rect) -> egui::Id {
    let rect = body.with_max_y(body.top() + pass.theme.tokens.size.row_head);
    let name = pass.message("table-heads").into_owned();
    let row = ui.new_child(
        egui::UiBuilder::new()
            .id_salt("heads")
            .max_rect(rect)
            .accessibility_role(Role::Row)
            .accessibility_label(name),
    );
    crate::screens::set_a11y_bounds(&row, rect);
    set_a11y_count(&row, pass.app.table.table().columns.len());
    row.unique_id()
}

/// Returns the accessible text of a header: column, sort direction and rank.
pub(super) fn a11y_text(pass: &FrameCtx<'_>, head: &HeaderCell, keys: usize) -> String {
    let Some((rank, falling)) = head.sort_position else {
        return head.label.clone();
    };
    let way = pass.message(if falling {
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
        pass.messages.with("sorted-rank", &args)
    )
}

/// Half width of the area in which the border between two headers can be dragged.
const GRIP_HALF_WIDTH: f32 = 6.0;

/// Draws the resize handles at the right borders of the visible headers. They lie above both adjacent headers.
pub(super) fn draw_resize_handles(
    ui: &mut Ui,
    pass: &FrameCtx<'_>,
    place: &mut TableUiState,
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
        let seen = (*at == 0 || rect.right() > pinned + GRIP_HALF_WIDTH) && rect.right() <= body.right();
        if let Some(column) = pass.app.table.table().columns.get(*at).filter(|_| seen) {
            draw_resize_handle(&ui, pass, place, *column, *rect);
        }
    }
}

/// Draws the resize handle of a header. Keys resize columns too, so the handle is not a tab stop.
fn draw_resize_handle(
    ui: &Ui,
    pass: &FrameCtx<'_>,
    place: &mut TableUiState,
    column: DealColumn,
    rect: Rect,
) {
    let line = rect.with_min_x(rect.right());
    let grip = line.expand2(vec2(GRIP_HALF_WIDTH, 0.0)).intersect(ui.clip_rect());
    let response = ui.interact(grip, ui.scope_id().with(("edge", column.name())), Sense::DRAG);
    let label = column.label(pass.app.cx.lang(), false);
    let name = pass
        .messages
        .with("column-edge", &[("column", label.as_str().into())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, &name));
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeColumn);
    if response.dragged()
        && let Some(at) = response.interact_pointer_pos()
    {
        let wide = (at.x - rect.left()).clamp(MIN_COLUMN_WIDTH, MAX_COLUMN_WIDTH);
        place.resized_column = Some((column, wide));
    }
    if response.hovered() || response.dragged() {
        let pen = Painter::new(ui.painter(), pass.theme).clipped(ui.clip_rect());
        let line = line.expand2(vec2(1.0, 0.0)).shrink2(vec2(0.0, 6.0));
        pen.fill(line, 1, pass.theme.colors.accent);
    }
}

/// Draws a header.
pub(super) fn draw_header(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    place: &mut TableUiState,
    at: usize,
    head: &HeaderCell,
    keys: usize,
) {
    let rect = ui.max_rect();
    let id = ui.scope_id().with(("head", head.column.name()));
    let response = ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
    let spoken = a11y_text(pass, head, keys);
    response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, &spoken));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_column_index(at);
        node.set_position_in_set(at);
        if let Some((_, falling)) = head.sort_position {
            node.set_sort_direction(cells::sort_direction(falling));
        }
    });
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look).clipped(ui.clip_rect());
    pen.fill(rect, 0, if response.hovered() { ink.hover } else { ink.canvas });
    let mut inner = rect.shrink2(vec2(8.0, 0.0));
    if at == 0 {
        draw_select_all(ui, pass, rect);
        inner.min.x = rect.left() + CHECKBOX_SPACE + 8.0;
    }
    let (color, face) = if head.sort_position.is_some() {
        (ink.text, TextStyle::label())
    } else {
        (ink.text_secondary, TextStyle::label())
    };
    let mark = head
        .sort_position
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
    let label = if pen.text_width(&head.label, face) <= inner.width() - room {
        &head.label
    } else {
        &head.short
    };
    let text = inner.with_max_x(inner.right() - room);
    let text = pen.text(text, align, label, face, color);
    if let Some((place, icon)) = mark {
        pen.sized_icon(pos2(text.right() + 9.0, rect.center().y), icon, 12.0, ink.text);
        if keys > 1 {
            let digit = Rect::from_min_size(pos2(text.right() + 15.0, rect.top()), vec2(10.0, rect.height()));
            pen.text(
                digit,
                Align::Min,
                &place.to_string(),
                TextStyle::label(),
                ink.text_tertiary,
            );
        }
    }
    if response.clicked() {
        let also = ui.input(|input| input.modifiers.shift);
        pass.request(Action::FocusTableColumn(at));
        pass.request(Action::SortBy {
            column: head.column,
            also,
        });
    }
    if response.drag_started_by(egui::PointerButton::Primary) {
        place.dragged_column = Some(head.column);
    }
    if response.secondary_clicked() {
        pass.request(Action::FocusTableColumn(at));
    }
    response.context_menu(|ui| context_menu::column_menu(ui, pass, at, head.column));
    if place.dragged_column.is_none() && head.label != *label {
        response.tooltip(&head.label);
    }
}

/// Draws the check box for all visible rows.
fn draw_select_all(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect) {
    let rows = pass.app.table.table().rows().len();
    let ticked = if pass.app.pipeline.selection().is_empty() {
        CheckState::No
    } else {
        let summary = pass.app.selection_summary();
        match summary.count - summary.hidden {
            0 => CheckState::No,
            shown if shown == rows => CheckState::All,
            _ => CheckState::Partial,
        }
    };
    let place = rect.with_max_x(rect.left() + CHECKBOX_SPACE);
    let response = ui.interact(place, ui.scope_id().with("all"), Sense::CLICK);
    let name = pass.action_name(ActionId::SelectAll);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, ticked == CheckState::All, &name));
    let pen = Painter::new(ui.painter(), pass.theme).clipped(ui.clip_rect());
    checkbox::paint(
        &pen,
        pos2(rect.left() + 24.0, rect.center().y),
        ticked,
        response.hovered(),
    );
    if response.tooltip(name).clicked() {
        pass.request_command(if ticked == CheckState::All {
            ActionId::ClearSelection
        } else {
            ActionId::SelectAll
        });
    }
}

/// Handles a dragged header: marks the drop position, and moves the column when the button is released.
pub(super) fn update_drag(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    place: &mut TableUiState,
    shown: &[(usize, Rect)],
    body: Rect,
    pinned: f32,
) {
    let Some(column) = place.dragged_column else {
        return;
    };
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
        place.dragged_column = None;
        if let Some((before, _)) = before {
            pass.request(Action::MoveColumn { column, before });
        }
        return;
    }
    ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    if let Some((_, x)) = before {
        pen.fill(
            Rect::from_x_y_ranges(x - 1.0..=x + 1.0, body.y_range()),
            1,
            ink.accent,
        );
    }
    let label = column.label(pass.app.cx.lang(), false);
    let wide = pen.text_width(&label, TextStyle::strong()).ceil() + 24.0;
    let chip = Rect::from_min_size(pos2(at.x - wide / 2.0, body.top() + 4.0), vec2(wide, 26.0));
    pen.shadow(chip, pass.theme.tokens.radius.button, pass.theme.shadows.drag);
    pen.bordered_box(
        chip,
        pass.theme.tokens.radius.button,
        ink.raised,
        pass.theme.hairline(ink.accent),
    );
    pen.text(chip, Align::Center, &label, TextStyle::strong(), ink.text);
}
