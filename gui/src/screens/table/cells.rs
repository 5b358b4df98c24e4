//! The rows of the table: background, and content and behaviour of each cell.

use egui::accesskit::{self, Role};
use egui::{Align, Rect, Response, Sense, StrokeKind, Ui, WidgetInfo, pos2};
use encours_core::app::deals::table::view::table::{self, Cell, HeadCell, TableRow};
use encours_core::app::foundation::cx::overlay::{Layer, Purpose};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::dataset::column::Column;
use encours_core::dataset::staleness::Heat;
use encours_core::vocabulary::Band;

use super::super::focus_is_elsewhere;
use super::{CHECK, Places, cell_id};
use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::overlays::{context_menu, toasts};
use crate::theme::{Face, Weight};
use crate::widgets::checkbox::{self, Ticked};
use crate::widgets::{Pen, Tip, card};

/// Horizontal padding of a cell.
pub(super) const PAD: f32 = 8.0;
/// Width of the band icon before a number.
const SIGN: f32 = 17.0;

/// Draws the background of a row in the part of the table being drawn.
pub(super) fn ground(ui: &Ui, pass: &Pass<'_>, row: &TableRow, whole: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let pointer = ui.ctx().pointer_hover_pos().filter(|at| whole.contains(*at));
    let hovered = pointer.is_some_and(|at| ui.ctx().layer_id_at(at) == Some(ui.layer_id()));
    if row.selected {
        pen.fill(whole, 0, ink.accent_soft);
    } else if hovered {
        pen.fill(whole, 0, ink.hover);
    }
    let line = if row.selected { ink.accent_line } else { ink.border };
    pen.rule(whole.x_range(), whole.bottom() - 0.5, line);
}

/// Draws a cell with its accessible node, and handles its clicks.
pub(super) fn cell(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    row: &TableRow,
    head: &HeadCell,
    (at, swept): (usize, bool),
) {
    let Some(shown) = row.cells.get(at) else { return };
    let rect = ui.max_rect();
    let focused = row.focused && head.focused;
    note_edited(pass, places, row, head, rect.intersect(ui.clip_rect()));
    let id = cell_id(row.id.as_str(), head.column);
    // Only the focused cell is a tab stop; arrows move between cells.
    let sense = if focused {
        Sense::CLICK | Sense::DRAG | Sense::FOCUSABLE
    } else {
        Sense::CLICK | Sense::DRAG
    };
    let response = ui.interact(rect, id, sense);
    let spoken = spoken(pass, head, shown, row, at);
    let role = if at == 0 { Role::RowHeader } else { Role::Cell };
    response.widget_info(|| WidgetInfo::labeled(role, true, &spoken));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_column_index(at);
        node.set_position_in_set(at);
        node.set_row_index(row.place);
        node.set_selected(row.selected || swept);
    });
    if focused && matches!(pass.app.cx.layer(), Layer::None) && pass.app.cx.screen() == Screen::Pipeline {
        places.rove(&response);
    }
    let pen = Pen::new(ui.painter(), pass.look).within(ui.clip_rect());
    if swept {
        let from = if at == 0 { rect.left() + CHECK } else { rect.left() };
        pen.fill(rect.with_min_x(from), 0, pass.look.ink.accent_soft);
        pen.rule(
            from..=rect.right(),
            rect.bottom() - 0.5,
            pass.look.ink.accent_line,
        );
    }
    let mut inner = rect.shrink2(egui::vec2(PAD, 0.0));
    if at == 0 {
        tick(ui, pass, row, rect);
        inner.min.x = rect.left() + CHECK + PAD;
    }
    paint(&pen, inner, head.column, shown, row);
    if focused {
        let radius = f32::from(pass.look.tokens.radius.chip);
        let ring = rect
            .shrink(1.0)
            .with_min_x(rect.left() + if at == 0 { CHECK } else { 1.0 });
        let line = if focus_is_elsewhere(ui, id) {
            pass.look.quiet_ring()
        } else {
            pass.look.ring()
        };
        pen.painter.rect_stroke(ring, radius, line, StrokeKind::Inside);
    }
    sweep(ui, pass, places, row, at, &response);
    clicks(pass, row, head.column, at, &response);
    tip(pass, response, row, head.column);
}

/// Extends the cell selection while the user drags over cells.
fn sweep(ui: &Ui, pass: &mut Pass<'_>, places: &mut Places, row: &TableRow, at: usize, response: &Response) {
    if response.drag_started_by(egui::PointerButton::Primary) {
        places.table.sweeping = true;
        pass.act(Action::FocusDeal(row.id.clone()));
        pass.act(Action::FocusTableColumn(at));
        return;
    }
    let seen = response.rect.intersect(ui.clip_rect());
    let under = ui.input(|input| input.pointer.latest_pos().is_some_and(|at| seen.contains(at)));
    let focused = pass.app.table.table().index() == row.place && pass.app.table.table().column == at;
    if places.table.sweeping && under && !focused {
        pass.act(Action::CellsTo {
            row: row.place,
            column: at,
        });
    }
}

/// Returns the accessible text of a cell: column, content and band.
pub(super) fn spoken(pass: &Pass<'_>, head: &HeadCell, shown: &Cell, row: &TableRow, at: usize) -> String {
    let mut said = if at == 0 {
        shown.text.to_string()
    } else {
        format!("{} – {}", head.label, shown.text)
    };
    if let Some(band) = shown.band.filter(|band| *band != Band::None) {
        said = format!("{said}, {}", pass.word(band.key()));
    }
    if let Some(heat) = shown.heat {
        said = format!("{said}, {}", pass.word(heat.key()));
    }
    if let (0, Some(mark)) = (at, row.write) {
        said = format!("{said} – {}", pass.word(mark.label_key()));
    }
    said
}

/// Records the area of the cell being edited, for the inline form or menu.
fn note_edited(pass: &Pass<'_>, places: &mut Places, row: &TableRow, head: &HeadCell, rect: Rect) {
    let meant = match (pass.app.cx.layer(), head.column) {
        (Layer::Form(form), Column::Owner) => {
            matches!(&form.purpose, Purpose::EditDeal { deal, .. } if *deal == row.id)
        }
        (Layer::Menu(menu), Column::Status) => menu.deal.as_ref() == Some(&row.id),
        _ => false,
    };
    if meant && rect.width() > 60.0 && rect.height() > 20.0 {
        places.table.edited = Some(rect);
    }
}

fn tick(ui: &Ui, pass: &mut Pass<'_>, row: &TableRow, rect: Rect) {
    let place = rect.with_max_x(rect.left() + CHECK);
    let response = ui.interact(place, ui.scope_id().with("tick"), Sense::CLICK);
    let name = format!(
        "{} – {}",
        pass.label(ActionId::SelectDeal),
        row.cells.first().map_or("", |cell| &cell.text)
    );
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, row.selected, &name));
    let pen = Pen::new(ui.painter(), pass.look).within(ui.clip_rect());
    let ticked = if row.selected { Ticked::All } else { Ticked::No };
    checkbox::paint(
        &pen,
        pos2(rect.left() + 24.0, rect.center().y),
        ticked,
        response.hovered(),
    );
    if response.clicked() {
        let range = input_queue::held_at_click(ui.ctx()).shift;
        pass.act(if range {
            Action::SelectTo(row.id.clone())
        } else {
            Action::ToggleSelected(row.id.clone())
        });
    }
}

fn paint(pen: &Pen<'_>, rect: Rect, column: Column, cell: &Cell, row: &TableRow) {
    let ink = &pen.look.ink;
    let quiet = if cell.missing {
        ink.text_tertiary
    } else {
        ink.text_secondary
    };
    match column {
        Column::Name => name(pen, rect, cell, row),
        Column::Status => {
            pen.status(
                pos2(rect.left() + 7.0, rect.center().y),
                cell.status.as_deref().unwrap_or_default(),
                quiet,
            );
            let place = rect.with_min_x(rect.left() + 21.0);
            // Use the full name if it fits, else the short one, truncated only if needed.
            let fits = cell.short.is_empty() || pen.width(&cell.text, Face::body()) <= place.width();
            pen.text(
                place,
                Align::Min,
                if fits { &cell.text } else { &cell.short },
                Face::body(),
                quiet,
            );
        }
        Column::Class => {
            let side = pen.look.tokens.size.swatch;
            pen.swatch(
                pos2(rect.left() + side / 2.0, rect.center().y),
                cell.class.as_deref().unwrap_or_default(),
            );
            let place = rect.with_min_x(rect.left() + side + 7.0);
            pen.text(place, Align::Min, &cell.text, Face::body(), quiet);
        }
        Column::Owner => {
            pen.found(rect, &cell.text, &cell.found, Face::body(), quiet);
        }
        Column::Id => {
            pen.text(rect, Align::Min, &cell.text, Face::code(), quiet);
        }
        Column::Age => age(pen, rect, cell, quiet),
        Column::Kpi(_) => {
            let color = if cell.missing { ink.text_tertiary } else { ink.text };
            let band = cell.band.filter(|band| *band != Band::None);
            // Values out of range may be long; use a smaller font, so that the number stays aligned and the band icon
            // fits.
            let least = Face::label().weighing(Weight::Regular);
            let fits = |face: &Face| pen.width(&cell.text, *face) + SIGN <= rect.width() + PAD;
            let mut faces = [Face::body(), Face::small()].into_iter();
            let face = faces.find(|face| band.is_none() || fits(face)).unwrap_or(least);
            let text = pen.figure(rect, &cell.text, face, color);
            if let (Some(text), Some(band)) = (text, band) {
                pen.band(pos2(text.left() - 11.0, rect.center().y), band);
            }
        }
    }
}

/// Draws the time in status, with the clock icon if it is too long.
fn age(pen: &Pen<'_>, rect: Rect, cell: &Cell, quiet: egui::Color32) {
    let (face, color) = match cell.heat {
        None => (Face::body(), quiet),
        Some(Heat::Slow) => (Face::body(), pen.look.ink.text),
        Some(Heat::Stuck) => (Face::strong(), pen.look.ink.text),
    };
    let text = pen.figure(rect, &cell.text, face, color);
    if let (Some(text), Some(heat)) = (text, cell.heat) {
        card::clock(pen, pos2(text.left() - 11.0, rect.center().y), heat);
    }
}

fn name(pen: &Pen<'_>, rect: Rect, cell: &Cell, row: &TableRow) {
    let ink = &pen.look.ink;
    let color = if cell.missing { ink.text_tertiary } else { ink.text };
    let room = if row.write.is_some() {
        rect.with_max_x(rect.right() - 20.0)
    } else {
        rect
    };
    let text = pen.found(room, &cell.text, &cell.found, Face::strong(), color);
    if let Some(mark) = row.write {
        let at = pos2(text + 12.0, rect.center().y);
        pen.icon_of(at, card::write_icon(mark), 14.0, card::write_color(pen, mark));
    }
}

/// Handles clicks: on the name, a click opens the deal; elsewhere it focuses the cell. A double click edits an editable
/// cell, and otherwise opens the deal.
fn clicks(pass: &mut Pass<'_>, row: &TableRow, column: Column, at: usize, response: &Response) {
    let deal = row.id.clone();
    // The menu of a selected range applies to the range, so keep it.
    let ranged = pass
        .app
        .table
        .cells()
        .is_some_and(|cells| cells.hold(row.place, at));
    if response.secondary_clicked() && !ranged {
        pass.act(Action::FocusDeal(deal.clone()));
        pass.act(Action::FocusTableColumn(at));
    }
    if response.double_clicked() {
        pass.act(Action::FocusDeal(deal));
        pass.act(Action::FocusTableColumn(at));
        pass.run(match column {
            Column::Status => ActionId::MoveTo,
            Column::Owner => ActionId::EditDeal,
            _ => ActionId::Open,
        });
    } else if response.clicked() {
        let held = input_queue::held_at_click(&response.ctx);
        if held.shift {
            pass.act(Action::CellsTo {
                row: row.place,
                column: at,
            });
        } else if held.command {
            pass.act(Action::ToggleSelected(deal));
        } else if at == 0 {
            pass.act(Action::OpenDeal(deal));
        } else {
            pass.act(Action::FocusDeal(deal));
            pass.act(Action::FocusTableColumn(at));
        }
    }
    input_queue::menu_of(response).show(|ui| {
        if ranged {
            context_menu::cells(ui, pass);
        } else {
            context_menu::by_value(ui, pass, row.id.as_str(), column);
            context_menu::card(ui, pass);
        }
    });
}

/// Shows a tooltip: the exact value of a rounded number, or the reason why an age is too long.
fn tip(pass: &Pass<'_>, response: Response, row: &TableRow, column: Column) {
    if !matches!(column, Column::Kpi(_) | Column::Age) || !response.hovered() || !pass.uncovered() {
        return;
    }
    if !toasts::leave_room(&response.ctx, pass, response.rect) {
        return;
    }
    let deals = &pass.app.cx.snapshot().deals;
    let held = deals.find(row.id.as_str()).and_then(|ix| deals.row(ix));
    let said = held.and_then(|held| match column {
        Column::Age => encours_core::app::deals::pipeline::view::staleness::reason(pass.app, &held),
        _ => table::exact_of(pass.app, &held, column),
    });
    if let Some(said) = said {
        response.tip(said);
    }
}

/// Returns the sort direction for accessibility.
pub(super) fn direction(falling: bool) -> accesskit::SortDirection {
    if falling {
        accesskit::SortDirection::Descending
    } else {
        accesskit::SortDirection::Ascending
    }
}
