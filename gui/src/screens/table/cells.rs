//! The rows of the table: background, and content and behaviour of each cell.

use egui::accesskit;
use encours_core::app::deals::table::view::table::{self, HeaderCell, TableCell, TableRow};
use encours_core::app::foundation::cx::overlay::FormPurpose;
use encours_core::dataset::slowness::Slowness;

use super::super::has_other_focus;
use super::{CHECKBOX_SPACE, cell_id};
use crate::prelude::*;
use crate::widgets::card;

/// Horizontal padding of a cell.
pub(super) const PAD: f32 = 8.0;
/// Width of the band icon before a number.
const BAND_ICON_WIDTH: f32 = 17.0;

/// Draws the background of a row in the part of the table being drawn.
pub(super) fn draw_background(ui: &Ui, frame: &FrameCtx<'_>, row: &TableRow, full_row: Rect) {
    let (painter, colors) = frame.painter_and_colors(ui);
    if row.selected {
        painter.fill(full_row, 0, colors.accent_soft);
    } else if ui.is_pointer_over(full_row) {
        painter.fill(full_row, 0, colors.hover);
    }
    let line = if row.selected { colors.accent_line } else { colors.border };
    painter.horizontal_line(full_row.x_range(), full_row.bottom() - 0.5, line);
}

/// Draws a cell with its accessible node, and handles its clicks.
pub(super) fn draw_cell(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    row: &TableRow,
    header: &HeaderCell,
    (at, in_selection): (usize, bool),
) {
    let Some(cell_view) = row.cells.get(at) else {
        return;
    };
    let rect = ui.max_rect();
    let focused = row.focused && header.focused;
    record_edited_cell(frame, row, header, rect.intersect(ui.clip_rect()));
    let id = cell_id(row.id.as_str(), header.column);
    // Only the focused cell is a tab stop; arrows move between cells.
    let sense = if focused { Sense::click_and_drag() } else { Sense::CLICK | Sense::DRAG };
    let cell_text = a11y_text(frame, header, cell_view, row, at);
    let role = if at == 0 { Role::RowHeader } else { Role::Cell };
    let response = ui.named_area(rect, id, sense, (role, &cell_text));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_column_index(at);
        node.set_position_in_set(at);
        node.set_row_index(row.index);
        node.set_selected(row.selected || in_selection);
    });
    if focused && matches!(frame.app.cx.overlay(), Overlay::None) && frame.app.cx.screen() == Screen::Pipeline
    {
        frame.state.move_focus(&response);
    }
    let painter = frame.painter(ui).clipped(ui.clip_rect());
    if in_selection {
        let from = if at == 0 { rect.left() + CHECKBOX_SPACE } else { rect.left() };
        painter.fill(rect.with_min_x(from), 0, frame.theme.colors.accent_soft);
        painter.horizontal_line(from..=rect.right(), rect.bottom() - 0.5, frame.theme.colors.accent_line);
    }
    let mut inner = rect.narrowed(PAD);
    if at == 0 {
        draw_checkbox(ui, frame, row, rect);
        inner.min.x = rect.left() + CHECKBOX_SPACE + PAD;
    }
    paint_cell(&painter, inner, header.column, cell_view, row);
    if focused {
        let radius = f32::from(frame.theme.tokens.radius.chip);
        let ring = rect.shrink(1.0).with_min_x(rect.left() + if at == 0 { CHECKBOX_SPACE } else { 1.0 });
        let line =
            if has_other_focus(ui, id) { frame.theme.quiet_focus_ring() } else { frame.theme.focus_ring() };
        painter.inner.rect_stroke(ring, radius, line, StrokeKind::Inside);
    }
    extend_selection(ui, frame, row, at, &response);
    handle_clicks(frame, row, header.column, at, &response);
    add_tooltip(frame, response, row, header.column);
}

/// Extends the cell selection while the user drags over cells.
fn extend_selection(ui: &Ui, frame: &mut FrameCtx<'_>, row: &TableRow, at: usize, response: &Response) {
    if response.drag_started_by(egui::PointerButton::Primary) {
        frame.state.table.selects_cells = true;
        frame.request(Action::FocusDeal(row.id.clone()));
        frame.request(Action::FocusTableColumn(at));
        return;
    }
    let visible = response.rect.intersect(ui.clip_rect());
    let is_below = ui.input(|input| input.pointer.latest_pos().is_some_and(|at| visible.contains(at)));
    let focused = frame.app.table.index() == row.index && frame.app.table.column == at;
    if frame.state.table.selects_cells && is_below && !focused {
        frame.request(Action::ExtendCellRange { row: row.index, column: at });
    }
}

/// Returns the accessible text of a cell: column, content and band.
pub(super) fn a11y_text(
    frame: &FrameCtx<'_>,
    header: &HeaderCell,
    cell: &TableCell,
    row: &TableRow,
    at: usize,
) -> String {
    let mut text =
        if at == 0 { cell.text.to_string() } else { format!("{} – {}", header.label, cell.text) };
    if let Some(band) = cell.band.filter(|band| *band != Band::None) {
        text = format!("{text}, {}", frame.message(band.key()));
    }
    if let Some(slowness) = cell.slowness {
        text = format!("{text}, {}", frame.message(slowness.key()));
    }
    if let (0, Some(mark)) = (at, row.write) {
        text = format!("{text} – {}", frame.message(mark.label_key()));
    }
    text
}

/// Records the area of the cell being edited, for the inline form or menu.
fn record_edited_cell(frame: &mut FrameCtx<'_>, row: &TableRow, header: &HeaderCell, rect: Rect) {
    let is_edited = match (frame.app.cx.overlay(), header.column) {
        (Overlay::Form(form), DealColumn::Owner) => {
            matches!(&form.purpose, FormPurpose::EditDeal { deal, .. } if *deal == row.id)
        }
        (Overlay::Menu(menu), DealColumn::Status) => menu.deal.as_ref() == Some(&row.id),
        _ => false,
    };
    if is_edited && rect.width() > 60.0 && rect.height() > 20.0 {
        frame.state.table.edited_cell = Some(rect);
    }
}

fn draw_checkbox(ui: &Ui, frame: &mut FrameCtx<'_>, row: &TableRow, rect: Rect) {
    let area = (rect.with_max_x(rect.left() + CHECKBOX_SPACE), ui.scope_id().with("tick"));
    let name = row.cells.first().map_or("", |cell| &cell.text);
    let actions = [Action::ToggleSelected(row.id.clone()), Action::SelectTo(row.id.clone())];
    let response = frame.select_area(ui, area, (name, row.selected), actions);
    let painter = frame.painter(ui).clipped(ui.clip_rect());
    let ticked = if row.selected { CheckState::All } else { CheckState::No };
    checkbox::paint(&painter, rect.near_left(24.0), ticked, response.hovered());
}

fn paint_cell(painter: &Painter<'_>, rect: Rect, column: DealColumn, cell: &TableCell, row: &TableRow) {
    let colors = &painter.theme.colors;
    let quiet = if cell.missing { colors.text_tertiary } else { colors.text_secondary };
    match column {
        DealColumn::Name => paint_name(painter, rect, cell, row),
        DealColumn::Status => {
            painter.status_ring(rect.near_left(7.0), cell.status.as_deref().unwrap_or_default(), quiet);
            let text_rect = rect.after(21.0);
            // Use the full name if it fits, else the short one, truncated only if needed.
            let fits = cell.short.is_empty()
                || painter.text_width(&cell.text, TextStyle::body()) <= text_rect.width();
            painter.left(text_rect, if fits { &cell.text } else { &cell.short }, TextStyle::body(), quiet);
        }
        DealColumn::Class => {
            let side = painter.theme.tokens.size.swatch;
            painter.class_swatch(rect.near_left(side / 2.0), cell.class.as_deref().unwrap_or_default());
            let text_rect = rect.after(side + 7.0);
            painter.left(text_rect, &cell.text, TextStyle::body(), quiet);
        }
        DealColumn::Owner => {
            painter.highlighted_line(rect, &cell.text, &cell.matches, TextStyle::body(), quiet);
        }
        DealColumn::Id => {
            painter.left(rect, &cell.text, TextStyle::code(), quiet);
        }
        DealColumn::Star if !cell.missing => {
            painter.sized_icon(rect.near_left(7.0), Icon::StarFilled, 13.0, colors.text_secondary);
        }
        DealColumn::Star | DealColumn::Labels => {
            painter.left(rect, &cell.text, TextStyle::body(), quiet);
        }
        DealColumn::Followup => {
            let text_rect = match &cell.followup {
                Some(mark) => {
                    painter.band_shape(rect.near_left(5.0), mark.band);
                    rect.after(16.0)
                }
                None => rect,
            };
            painter.left(text_rect, &cell.text, TextStyle::body(), quiet);
        }
        DealColumn::Age => paint_age(painter, rect, cell, quiet),
        DealColumn::Kpi(_) => {
            let color = if cell.missing { colors.text_tertiary } else { colors.text };
            let band = cell.band.filter(|band| *band != Band::None);
            // Values out of range may be long; use a smaller font, so that the number stays aligned and the band icon
            // fits.
            let small_style = TextStyle::label().with_weight(FontWeight::Regular);
            let fits = |style: &TextStyle| {
                painter.text_width(&cell.text, *style) + BAND_ICON_WIDTH <= rect.width() + PAD
            };
            let mut styles = [TextStyle::body(), TextStyle::small()].into_iter();
            let style = styles.find(|style| band.is_none() || fits(style)).unwrap_or(small_style);
            let text = painter.number(rect, &cell.text, style, color);
            if let (Some(text), Some(band)) = (text, band) {
                painter.band_shape(pos2(text.left() - 11.0, rect.center().y), band);
            }
        }
    }
}

/// Draws the time in status, with the clock icon if it is too long.
fn paint_age(painter: &Painter<'_>, rect: Rect, cell: &TableCell, quiet: Color32) {
    let (style, color) = match cell.slowness {
        None => (TextStyle::body(), quiet),
        Some(Slowness::Slow) => (TextStyle::body(), painter.theme.colors.text),
        Some(Slowness::Stuck) => (TextStyle::strong(), painter.theme.colors.text),
    };
    let text = painter.number(rect, &cell.text, style, color);
    if let (Some(text), Some(slowness)) = (text, cell.slowness) {
        card::draw_clock(painter, pos2(text.left() - 11.0, rect.center().y), slowness);
    }
}

fn paint_name(painter: &Painter<'_>, rect: Rect, cell: &TableCell, row: &TableRow) {
    let colors = &painter.theme.colors;
    let color = if cell.missing { colors.text_tertiary } else { colors.text };
    let available = if row.write.is_some() { rect.with_max_x(rect.right() - 20.0) } else { rect };
    let available = match &row.followup {
        Some(mark) => {
            painter.band_shape(pos2(rect.right() - 6.0, rect.center().y), mark.band);
            available.with_max_x(available.right() - 18.0)
        }
        None => available,
    };
    let available = if row.starred {
        let center = pos2(available.right() - 7.0, rect.center().y);
        painter.sized_icon(center, Icon::StarFilled, 13.0, colors.text_secondary);
        available.with_max_x(available.right() - 18.0)
    } else {
        available
    };
    let text = painter.highlighted_line(available, &cell.text, &cell.matches, TextStyle::strong(), color);
    if let Some(mark) = row.write {
        let at = pos2(text + 12.0, rect.center().y);
        painter.sized_icon(at, card::write_icon(mark), 14.0, card::write_color(painter, mark));
    }
}

/// Handles clicks: on the name, a click opens the deal; elsewhere it focuses the cell. A double click edits an editable
/// cell, and otherwise opens the deal.
fn handle_clicks(
    frame: &mut FrameCtx<'_>,
    row: &TableRow,
    column: DealColumn,
    at: usize,
    response: &Response,
) {
    let deal = row.id.clone();
    // The menu of a selected range applies to the range, so keep it.
    let ranged = frame.app.table.cell_range().is_some_and(|cells| cells.contains(row.index, at));
    if response.secondary_clicked() && !ranged {
        frame.request(Action::FocusDeal(deal.clone()));
        frame.request(Action::FocusTableColumn(at));
    }
    if response.double_clicked() {
        frame.request(Action::FocusDeal(deal));
        frame.request(Action::FocusTableColumn(at));
        frame.request_command(match column {
            DealColumn::Status => ActionId::MoveTo,
            DealColumn::Owner => ActionId::EditDeal,
            DealColumn::Followup => ActionId::Followup,
            DealColumn::Star => ActionId::Star,
            DealColumn::Labels => ActionId::Labels,
            _ => ActionId::Open,
        });
    } else if response.clicked() {
        let modifiers = input_queue::click_modifiers(&response.ctx);
        if modifiers.shift {
            frame.request(Action::ExtendCellRange { row: row.index, column: at });
        } else if modifiers.command {
            frame.request(Action::ToggleSelected(deal));
        } else if at == 0 {
            frame.request(Action::OpenDeal(deal));
        } else {
            frame.request(Action::FocusDeal(deal));
            frame.request(Action::FocusTableColumn(at));
        }
    }
    input_queue::context_menu(response).show(|ui| {
        if ranged {
            context_menu::cells_menu(ui, frame);
        } else {
            context_menu::add_value_filter(ui, frame, row.id.as_str(), column);
            context_menu::card_menu(ui, frame);
        }
    });
}

/// Shows a tooltip: the exact value of a rounded number, or the reason why an age is too long.
fn add_tooltip(frame: &FrameCtx<'_>, response: Response, row: &TableRow, column: DealColumn) {
    if !matches!(column, DealColumn::Kpi(_) | DealColumn::Age) || !response.hovered() || !frame.is_uncovered()
    {
        return;
    }
    if !toasts::clears_toasts(&response.ctx, frame, response.rect) {
        return;
    }
    let deals = &frame.app.cx.snapshot().deals;
    let deal_row = deals.find(row.id.as_str()).and_then(|ix| deals.row(ix));
    let tooltip = deal_row.and_then(|deal_row| match column {
        DealColumn::Age => {
            encours_core::app::deals::pipeline::view::slowness::slowness_reason(frame.app, &deal_row)
        }
        _ => table::exact_cell(frame.app, &deal_row, column),
    });
    if let Some(tooltip) = tooltip {
        response.tooltip(tooltip);
    }
}

/// Returns the sort direction for accessibility.
pub(super) fn sort_direction(descending: bool) -> accesskit::SortDirection {
    if descending { accesskit::SortDirection::Descending } else { accesskit::SortDirection::Ascending }
}
