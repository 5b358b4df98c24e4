//! A table of records of unknown structure.
//!
//! The first column is pinned, and only visible rows and columns are built. A clipped column fades out at its edge.

mod widths;

use egui::accesskit::Role;
use egui::{Align, Id, Rect, Sense, Ui, UiBuilder, WidgetInfo};
use egui_table::{CellInfo, HeaderCellInfo, HeaderRow, PrefetchInfo, TableDelegate};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::open_json::{Cell, Table};

use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::screens::Places;
use crate::theme::Face;
use crate::widgets::{Pen, Tip, edge_fade};

/// Padding before a cell's text. `FIRST` applies to the first column, which aligns with the pane's title.
const PAD: f32 = 8.0;
pub(in crate::screens) const FIRST: f32 = 13.0;
/// Space after the last row for the horizontal scroll bar.
const TAIL: f32 = 12.0;

/// The part of a table to draw.
pub(in crate::screens) struct Grid<'a> {
    /// The table.
    pub table: &'a Table,
    /// Indices of the rows to show.
    pub rows: &'a [usize],
    /// The selected one of them, if any.
    pub row: Option<usize>,
    /// The first column shown beside the pinned one.
    pub column: usize,
    /// Number of the pane.
    pub pane: usize,
    /// True if the pane has the focus.
    pub focused: bool,
}

/// Returns the width of a table without truncation.
pub(in crate::screens) fn whole(pen: &Pen<'_>, table: &Table) -> f32 {
    widths::whole(pen, table)
}

/// Draws a table of records.
pub(in crate::screens) fn show(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    rect: Rect,
    name: &str,
    grid: &Grid<'_>,
) {
    if grid.table.columns.is_empty() {
        return;
    }
    let mut child = crate::screens::part(ui, rect, "records", Role::Table, name);
    child.ctx().accesskit_node_builder(child.unique_id(), |node| {
        node.set_row_count(grid.rows.len());
        node.set_column_count(grid.table.columns.len());
    });
    child.visuals_mut().widgets.noninteractive.bg_stroke = egui::Stroke::NONE;
    let size = &pass.look.tokens.size;
    let mut shape = egui_table::Table::new()
        .id_salt(("records", grid.pane, name, grid.table.columns.len()))
        .num_rows(grid.rows.len() as u64)
        .num_sticky_cols(1)
        .headers([HeaderRow::new(size.row_head)]);
    let id = shape.get_id(&child);
    let natural = || widths::natural(&Pen::new(child.painter(), pass.look), grid.table);
    let (columns, over) = widths::tell(&child, id, natural, rect.width());
    let count = columns.len();
    shape = shape.columns(columns);
    if let Some(row) = grid.row.filter(|row| *row < grid.rows.len())
        && places
            .panes
            .bring(grid.pane, (row, grid.rows.len()), 0.0, size.row, places.by_key)
            .is_some()
    {
        shape = shape.scroll_to_row(row as u64, None);
        if places.by_key && grid.column + 1 < grid.table.columns.len() && grid.column > 0 {
            shape = shape.scroll_to_column(grid.column + 1, Some(Align::Min));
        }
    }
    let tail = if over { TAIL } else { 0.0 };
    let mut drawn = Drawn {
        pass,
        places,
        grid,
        whole: rect,
        tail,
        heads: Vec::new(),
    };
    shape.show(&mut child, &mut drawn);
    let heads = drawn.heads;
    let pen = Pen::new(child.painter(), pass.look).within(rect);
    fades(&pen, rect, &heads);
    pass_over_edges(&child, id, count);
}

/// Fades the edges of columns clipped by the pinned column or the right edge.
fn fades(pen: &Pen<'_>, rect: Rect, heads: &[(usize, Rect)]) {
    let pinned = heads.iter().find(|(at, _)| *at == 0);
    let room = rect.with_min_x(pinned.map_or(rect.left(), |(_, head)| head.right()));
    let columns = heads.iter().filter(|(at, _)| *at > 0);
    let (left, right) = edge_fade::of(room, columns.map(|(_, head)| head.with_max_y(rect.bottom())));
    let ink = &pen.look.ink;
    let below = rect.top() + pen.look.tokens.size.row_head;
    if left.is_some() {
        pen.pole(room.left() - 0.5, rect.y_range(), ink.border);
    }
    for (edge, at_right) in [(left, false), (right, true)] {
        let Some(edge) = edge else { continue };
        edge_fade::paint(pen, edge.with_max_y(below - 1.0), ink.canvas, at_right);
        edge_fade::paint(pen, edge.with_min_y(below), ink.surface, at_right);
    }
}

/// Moves the focus past the resize handles. egui makes each a tab stop, but they have no name and ignore keys.
fn pass_over_edges(ui: &Ui, table: Id, columns: usize) {
    let focused = ui.memory(egui::Memory::focused);
    let mut edges = (0..columns).map(|at| table.with(Id::unique(at)).with("resize"));
    if focused.is_some_and(|focused| edges.any(|edge| edge == focused)) {
        input_queue::pass_over(ui.ctx());
    }
}

/// Returns the area of a cell's text.
fn text_in(cell: Rect, column: usize, count: usize) -> Rect {
    cell.with_min_x(cell.left() + widths::before(column))
        .with_max_x(cell.right() - widths::after(column, count))
}

struct Drawn<'p, 'a, 'g> {
    pass: &'p mut Pass<'a>,
    places: &'p mut Places,
    grid: &'p Grid<'g>,
    /// Area of the table.
    whole: Rect,
    /// Space after the last row.
    tail: f32,
    /// The visible column headers with their areas.
    heads: Vec<(usize, Rect)>,
}

impl Drawn<'_, '_, '_> {
    /// Returns a row without the space after the last one, which egui's table includes.
    fn row_of(&self, rect: Rect) -> Rect {
        rect.with_max_y(rect.top() + self.default_row_height())
    }

    /// Returns whether the pointer is over a row, in the pinned column or the others.
    fn hovered(&self, ui: &Ui, row: Rect) -> bool {
        let seen = row.intersect(ui.clip_rect());
        let whole = Rect::from_x_y_ranges(self.whole.x_range(), seen.y_range());
        let pointer = ui.ctx().pointer_hover_pos().filter(|at| whole.contains(*at));
        pointer.is_some_and(|at| ui.ctx().layer_id_at(at) == Some(ui.layer_id()))
    }
}

impl TableDelegate for Drawn<'_, '_, '_> {
    fn prepare(&mut self, _: &PrefetchInfo) {}

    fn header_cell_ui(&mut self, ui: &mut Ui, cell: &HeaderCellInfo) {
        let rect = ui.max_rect();
        let ink = &self.pass.look.ink;
        let pen = Pen::new(ui.painter(), self.pass.look).within(ui.clip_rect());
        pen.fill(rect, 0, ink.canvas);
        pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
        let Some(column) = self.grid.table.columns.get(cell.col_range.start) else {
            return;
        };
        self.heads.push((cell.col_range.start, rect));
        let align = if column.numeric { Align::Max } else { Align::Min };
        pen.text(
            text_in(rect, cell.col_range.start, self.grid.table.columns.len()),
            align,
            &column.label,
            Face::label(),
            ink.text_secondary,
        );
        let response = ui.interact(rect, ui.scope_id().with("head"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, column.label.as_str()));
        if column.label.as_str() != column.field {
            response.tip(&column.field);
        }
    }

    fn row_ui(&mut self, ui: &mut Ui, number: u64) {
        let rect = self.row_of(ui.max_rect());
        let chosen = self.grid.row == Some(number as usize);
        let (look, ink) = (self.pass.look, &self.pass.look.ink);
        let pen = Pen::new(ui.painter(), look);
        if chosen {
            pen.fill(
                rect,
                0,
                if self.grid.focused {
                    ink.accent_soft
                } else {
                    ink.pressed
                },
            );
        } else if self.hovered(ui, rect) {
            pen.fill(rect, 0, ink.hover);
        }
        pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    }

    fn cell_ui(&mut self, ui: &mut Ui, cell: &CellInfo) {
        let at = cell.row_nr as usize;
        let (table, rows) = (self.grid.table, self.grid.rows);
        let Some(shown) = rows
            .get(at)
            .and_then(|row| table.rows.get(*row)?.get(cell.col_nr))
        else {
            return;
        };
        let Some(column) = table.columns.get(cell.col_nr) else {
            return;
        };
        let rect = self.row_of(ui.max_rect());
        let clip = ui.clip_rect();
        let mut ui = ui.new_child(
            UiBuilder::new()
                .max_rect(rect)
                .id_salt(("record", at, cell.col_nr)),
        );
        ui.set_clip_rect(clip);
        let ink = &self.pass.look.ink;
        let absent = self.pass.word("absent-not-provided-short").into_owned();
        let (text, color) = match shown {
            Cell::Value(value) => (
                value.as_str(),
                if cell.col_nr == 0 {
                    ink.text
                } else {
                    ink.text_secondary
                },
            ),
            Cell::Null => (absent.as_str(), ink.text_tertiary),
            Cell::Absent => ("", ink.text_tertiary),
        };
        let chosen = self.grid.row == Some(at) && self.grid.focused && cell.col_nr == 0;
        let id = Id::unique(("record-cell", self.grid.pane, at, cell.col_nr));
        let sense = if chosen {
            Sense::CLICK | Sense::FOCUSABLE
        } else {
            Sense::CLICK
        };
        let response = ui.interact(rect, id, sense);
        let name = format!("{} – {text}", column.label);
        let role = if cell.col_nr == 0 {
            Role::RowHeader
        } else {
            Role::Cell
        };
        response.widget_info(|| WidgetInfo::labeled(role, true, &name));
        if chosen && matches!(self.pass.app.cx.layer(), Layer::None) {
            self.places.roving = Some(id);
            if self.places.by_key {
                response.request_focus();
            }
        }
        let pen = Pen::new(ui.painter(), self.pass.look).within(clip);
        let place = text_in(rect, cell.col_nr, table.columns.len());
        if column.numeric {
            pen.figure(place, text, Face::body(), color);
        } else {
            pen.text(place, Align::Min, text, Face::body(), color);
        }
        if self.grid.row.is_none() {
            return;
        }
        if response.clicked() {
            self.pass.act(Action::FocusLine {
                pane: self.grid.pane,
                line: at,
            });
        }
        if response.double_clicked() {
            self.pass.run(ActionId::Open);
        }
    }

    fn default_row_height(&self) -> f32 {
        self.pass.look.tokens.size.row
    }

    fn row_top_offset(&self, _: &egui::Context, _: Id, row: u64) -> f32 {
        let end = row >= self.grid.rows.len() as u64;
        row as f32 * self.default_row_height() + if end { self.tail } else { 0.0 }
    }
}
