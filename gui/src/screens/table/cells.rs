//! The rows of the table: background, and content and behaviour of each cell.

use egui::accesskit::{self, Role};
use egui::{Align, Rect, Response, Sense, StrokeKind, Ui, WidgetInfo, pos2};
use encours_core::app::deals::table::view::table::{self, HeaderCell, TableCell, TableRow};
use encours_core::app::foundation::cx::overlay::{FormPurpose, Layer};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::dataset::column::DealColumn;
use encours_core::dataset::staleness::Staleness;
use encours_core::vocabulary::Band;

use super::super::has_other_focus;
use super::{CHECKBOX_SPACE, UiState, cell_id};
use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::overlays::{context_menu, toasts};
use crate::theme::{FontWeight, TextStyle};
use crate::widgets::checkbox::{self, CheckState};
use crate::widgets::{Painter, TooltipExt, card};

/// Horizontal padding of a cell.
pub(super) const PAD: f32 = 8.0;
/// Width of the band icon before a number.
const BAND_ICON_WIDTH: f32 = 17.0;

/// Draws the background of a row in the part of the table being drawn.
pub(super) fn draw_background(ui: &Ui, pass: &FrameCtx<'_>, row: &TableRow, whole: Rect) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let pointer = ui.ctx().pointer_hover_pos().filter(|at| whole.contains(*at));
    let hovered = pointer.is_some_and(|at| ui.ctx().layer_id_at(at) == Some(ui.layer_id()));
    if row.selected {
        pen.fill(whole, 0, ink.accent_soft);
    } else if hovered {
        pen.fill(whole, 0, ink.hover);
    }
    let line = if row.selected { ink.accent_line } else { ink.border };
    pen.horizontal_line(whole.x_range(), whole.bottom() - 0.5, line);
}

/// Draws a cell with its accessible node, and handles its clicks.
pub(super) fn draw_cell(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    row: &TableRow,
    head: &HeaderCell,
    (at, swept): (usize, bool),
) {
    let Some(shown) = row.cells.get(at) else { return };
    let rect = ui.max_rect();
    let focused = row.focused && head.focused;
    record_edited_cell(pass, places, row, head, rect.intersect(ui.clip_rect()));
    let id = cell_id(row.id.as_str(), head.column);
    // Only the focused cell is a tab stop; arrows move between cells.
    let sense = if focused {
        Sense::CLICK | Sense::DRAG | Sense::FOCUSABLE
    } else {
        Sense::CLICK | Sense::DRAG
    };
    let response = ui.interact(rect, id, sense);
    let spoken = a11y_text(pass, head, shown, row, at);
    let role = if at == 0 { Role::RowHeader } else { Role::Cell };
    response.widget_info(|| WidgetInfo::labeled(role, true, &spoken));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_column_index(at);
        node.set_position_in_set(at);
        node.set_row_index(row.index);
        node.set_selected(row.selected || swept);
    });
    if focused && matches!(pass.app.cx.layer(), Layer::None) && pass.app.cx.screen() == Screen::Pipeline {
        places.move_focus(&response);
    }
    let pen = Painter::new(ui.painter(), pass.theme).clipped(ui.clip_rect());
    if swept {
        let from = if at == 0 {
            rect.left() + CHECKBOX_SPACE
        } else {
            rect.left()
        };
        pen.fill(rect.with_min_x(from), 0, pass.theme.colors.accent_soft);
        pen.horizontal_line(
            from..=rect.right(),
            rect.bottom() - 0.5,
            pass.theme.colors.accent_line,
        );
    }
    let mut inner = rect.shrink2(egui::vec2(PAD, 0.0));
    if at == 0 {
        draw_checkbox(ui, pass, row, rect);
        inner.min.x = rect.left() + CHECKBOX_SPACE + PAD;
    }
    paint_cell(&pen, inner, head.column, shown, row);
    if focused {
        let radius = f32::from(pass.theme.tokens.radius.chip);
        let ring = rect
            .shrink(1.0)
            .with_min_x(rect.left() + if at == 0 { CHECKBOX_SPACE } else { 1.0 });
        let line = if has_other_focus(ui, id) {
            pass.theme.quiet_focus_ring()
        } else {
            pass.theme.focus_ring()
        };
        pen.inner.rect_stroke(ring, radius, line, StrokeKind::Inside);
    }
    extend_selection(ui, pass, places, row, at, &response);
    handle_clicks(pass, row, head.column, at, &response);
    add_tooltip(pass, response, row, head.column);
}

/// Extends the cell selection while the user drags over cells.
fn extend_selection(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    row: &TableRow,
    at: usize,
    response: &Response,
) {
    if response.drag_started_by(egui::PointerButton::Primary) {
        places.table.selects_cells = true;
        pass.request(Action::FocusDeal(row.id.clone()));
        pass.request(Action::FocusTableColumn(at));
        return;
    }
    let seen = response.rect.intersect(ui.clip_rect());
    let under = ui.input(|input| input.pointer.latest_pos().is_some_and(|at| seen.contains(at)));
    let focused = pass.app.table.table().index() == row.index && pass.app.table.table().column == at;
    if places.table.selects_cells && under && !focused {
        pass.request(Action::ExtendCellRange {
            row: row.index,
            column: at,
        });
    }
}

/// Returns the accessible text of a cell: column, content and band.
pub(super) fn a11y_text(
    pass: &FrameCtx<'_>,
    head: &HeaderCell,
    shown: &TableCell,
    row: &TableRow,
    at: usize,
) -> String {
    let mut said = if at == 0 {
        shown.text.to_string()
    } else {
        format!("{} – {}", head.label, shown.text)
    };
    if let Some(band) = shown.band.filter(|band| *band != Band::None) {
        said = format!("{said}, {}", pass.message(band.key()));
    }
    if let Some(heat) = shown.staleness {
        said = format!("{said}, {}", pass.message(heat.key()));
    }
    if let (0, Some(mark)) = (at, row.write) {
        said = format!("{said} – {}", pass.message(mark.label_key()));
    }
    said
}

/// Records the area of the cell being edited, for the inline form or menu.
fn record_edited_cell(
    pass: &FrameCtx<'_>,
    places: &mut UiState,
    row: &TableRow,
    head: &HeaderCell,
    rect: Rect,
) {
    let meant = match (pass.app.cx.layer(), head.column) {
        (Layer::Form(form), DealColumn::Owner) => {
            matches!(&form.purpose, FormPurpose::EditDeal { deal, .. } if *deal == row.id)
        }
        (Layer::Menu(menu), DealColumn::Status) => menu.deal.as_ref() == Some(&row.id),
        _ => false,
    };
    if meant && rect.width() > 60.0 && rect.height() > 20.0 {
        places.table.edited_cell = Some(rect);
    }
}

fn draw_checkbox(ui: &Ui, pass: &mut FrameCtx<'_>, row: &TableRow, rect: Rect) {
    let place = rect.with_max_x(rect.left() + CHECKBOX_SPACE);
    let response = ui.interact(place, ui.scope_id().with("tick"), Sense::CLICK);
    let name = format!(
        "{} – {}",
        pass.action_name(ActionId::SelectDeal),
        row.cells.first().map_or("", |cell| &cell.text)
    );
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, row.selected, &name));
    let pen = Painter::new(ui.painter(), pass.theme).clipped(ui.clip_rect());
    let ticked = if row.selected {
        CheckState::All
    } else {
        CheckState::No
    };
    checkbox::paint(
        &pen,
        pos2(rect.left() + 24.0, rect.center().y),
        ticked,
        response.hovered(),
    );
    if response.clicked() {
        let range = input_queue::click_modifiers(ui.ctx()).shift;
        pass.request(if range {
            Action::SelectTo(row.id.clone())
        } else {
            Action::ToggleSelected(row.id.clone())
        });
    }
}

fn paint_cell(pen: &Painter<'_>, rect: Rect, column: DealColumn, cell: &TableCell, row: &TableRow) {
    let ink = &pen.theme.colors;
    let quiet = if cell.missing {
        ink.text_tertiary
    } else {
        ink.text_secondary
    };
    match column {
        DealColumn::Name => paint_name(pen, rect, cell, row),
        DealColumn::Status => {
            pen.status_ring(
                pos2(rect.left() + 7.0, rect.center().y),
                cell.status.as_deref().unwrap_or_default(),
                quiet,
            );
            let place = rect.with_min_x(rect.left() + 21.0);
            // Use the full name if it fits, else the short one, truncated only if needed.
            let fits =
                cell.short.is_empty() || pen.text_width(&cell.text, TextStyle::body()) <= place.width();
            pen.text(
                place,
                Align::Min,
                if fits { &cell.text } else { &cell.short },
                TextStyle::body(),
                quiet,
            );
        }
        DealColumn::Class => {
            let side = pen.theme.tokens.size.swatch;
            pen.class_swatch(
                pos2(rect.left() + side / 2.0, rect.center().y),
                cell.class.as_deref().unwrap_or_default(),
            );
            let place = rect.with_min_x(rect.left() + side + 7.0);
            pen.text(place, Align::Min, &cell.text, TextStyle::body(), quiet);
        }
        DealColumn::Owner => {
            pen.highlighted_line(rect, &cell.text, &cell.matches, TextStyle::body(), quiet);
        }
        DealColumn::Id => {
            pen.text(rect, Align::Min, &cell.text, TextStyle::code(), quiet);
        }
        DealColumn::Age => paint_age(pen, rect, cell, quiet),
        DealColumn::Kpi(_) => {
            let color = if cell.missing { ink.text_tertiary } else { ink.text };
            let band = cell.band.filter(|band| *band != Band::None);
            // Values out of range may be long; use a smaller font, so that the number stays aligned and the band icon
            // fits.
            let least = TextStyle::label().with_weight(FontWeight::Regular);
            let fits =
                |face: &TextStyle| pen.text_width(&cell.text, *face) + BAND_ICON_WIDTH <= rect.width() + PAD;
            let mut faces = [TextStyle::body(), TextStyle::small()].into_iter();
            let face = faces.find(|face| band.is_none() || fits(face)).unwrap_or(least);
            let text = pen.number(rect, &cell.text, face, color);
            if let (Some(text), Some(band)) = (text, band) {
                pen.band_shape(pos2(text.left() - 11.0, rect.center().y), band);
            }
        }
    }
}

/// Draws the time in status, with the clock icon if it is too long.
fn paint_age(pen: &Painter<'_>, rect: Rect, cell: &TableCell, quiet: egui::Color32) {
    let (face, color) = match cell.staleness {
        None => (TextStyle::body(), quiet),
        Some(Staleness::Slow) => (TextStyle::body(), pen.theme.colors.text),
        Some(Staleness::Stuck) => (TextStyle::strong(), pen.theme.colors.text),
    };
    let text = pen.number(rect, &cell.text, face, color);
    if let (Some(text), Some(heat)) = (text, cell.staleness) {
        card::draw_clock(pen, pos2(text.left() - 11.0, rect.center().y), heat);
    }
}

fn paint_name(pen: &Painter<'_>, rect: Rect, cell: &TableCell, row: &TableRow) {
    let ink = &pen.theme.colors;
    let color = if cell.missing { ink.text_tertiary } else { ink.text };
    let room = if row.write.is_some() {
        rect.with_max_x(rect.right() - 20.0)
    } else {
        rect
    };
    let text = pen.highlighted_line(room, &cell.text, &cell.matches, TextStyle::strong(), color);
    if let Some(mark) = row.write {
        let at = pos2(text + 12.0, rect.center().y);
        pen.sized_icon(at, card::write_icon(mark), 14.0, card::write_color(pen, mark));
    }
}

/// Handles clicks: on the name, a click opens the deal; elsewhere it focuses the cell. A double click edits an editable
/// cell, and otherwise opens the deal.
fn handle_clicks(
    pass: &mut FrameCtx<'_>,
    row: &TableRow,
    column: DealColumn,
    at: usize,
    response: &Response,
) {
    let deal = row.id.clone();
    // The menu of a selected range applies to the range, so keep it.
    let ranged = pass
        .app
        .table
        .cell_range()
        .is_some_and(|cells| cells.contains(row.index, at));
    if response.secondary_clicked() && !ranged {
        pass.request(Action::FocusDeal(deal.clone()));
        pass.request(Action::FocusTableColumn(at));
    }
    if response.double_clicked() {
        pass.request(Action::FocusDeal(deal));
        pass.request(Action::FocusTableColumn(at));
        pass.request_command(match column {
            DealColumn::Status => ActionId::MoveTo,
            DealColumn::Owner => ActionId::EditDeal,
            _ => ActionId::Open,
        });
    } else if response.clicked() {
        let held = input_queue::click_modifiers(&response.ctx);
        if held.shift {
            pass.request(Action::ExtendCellRange {
                row: row.index,
                column: at,
            });
        } else if held.command {
            pass.request(Action::ToggleSelected(deal));
        } else if at == 0 {
            pass.request(Action::OpenDeal(deal));
        } else {
            pass.request(Action::FocusDeal(deal));
            pass.request(Action::FocusTableColumn(at));
        }
    }
    input_queue::context_menu(response).show(|ui| {
        if ranged {
            context_menu::cells_menu(ui, pass);
        } else {
            context_menu::add_value_filter(ui, pass, row.id.as_str(), column);
            context_menu::card_menu(ui, pass);
        }
    });
}

/// Shows a tooltip: the exact value of a rounded number, or the reason why an age is too long.
fn add_tooltip(pass: &FrameCtx<'_>, response: Response, row: &TableRow, column: DealColumn) {
    if !matches!(column, DealColumn::Kpi(_) | DealColumn::Age) || !response.hovered() || !pass.is_uncovered()
    {
        return;
    }
    if !toasts::clears_toasts(&response.ctx, pass, response.rect) {
        return;
    }
    let deals = &pass.app.cx.snapshot().deals;
    let held = deals.find(row.id.as_str()).and_then(|ix| deals.row(ix));
    let said = held.and_then(|held| match column {
        DealColumn::Age => {
            encours_core::app::deals::pipeline::view::staleness::staleness_reason(pass.app, &held)
        }
        _ => table::exact_cell(pass.app, &held, column),
    });
    if let Some(said) = said {
        response.tooltip(said);
    }
}

/// Returns the sort direction for accessibility.
pub(super) fn sort_direction(falling: bool) -> accesskit::SortDirection {
    if falling {
        accesskit::SortDirection::Descending
    } else {
        accesskit::SortDirection::Ascending
    }
}
