//! The table: the board's deals one a row, through the same filter. Only the rows in sight are built; widths, order and
//! columns are the core's, so that a view brings them back and the terminal shows the same.

mod cells;
mod foot;
mod head;

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{Id, Rect, Ui, UiBuilder};
use egui_table::{CellInfo, HeaderCellInfo, HeaderRow, PrefetchInfo, TableDelegate, TableState};
use encours_core::app::{Action, App, Cells, Column, Layer, TableViewport};
use encours_core::view::table::{self, HeadCell, TableRow};

use super::{Places, board, part, selected, status};
use crate::pass::Pass;
use crate::widgets::{Pen, skeleton};

/// One terminal column in points: widths are kept in those, for both front ends.
const UNIT: f32 = 7.5;
/// What stands before the text of the pinned column: the box that selects.
const CHECK: f32 = 36.0;
/// Blank rows after the last, so that it can be brought above what floats there.
const TAIL: usize = 4;
/// The narrowest and the widest column that a hand can make, in points.
const LEAST: f32 = 4.0 * UNIT;
const MOST: f32 = 60.0 * UNIT + CHECK;
/// The most that a first column takes of room nobody asks for, in points.
const SPARE: f32 = 330.0;

/// What the table remembers between passes.
#[derive(Debug, Default)]
pub struct TablePlace {
    /// The column whose head is dragged.
    drag: Option<Column>,
    /// The column whose edge is dragged, and how wide it is by now.
    sized: Option<(Column, f32)>,
    /// Whether the pointer sweeps over cells with its button down.
    sweeping: bool,
    /// The focus as it was last brought into sight, and the room there was for it.
    seen: Option<(usize, usize, usize)>,
    viewport: TableViewport,
    first: Option<usize>,
    /// Where the cell stands that is edited in its place, while it is in sight.
    pub(crate) edited: Option<Rect>,
}

impl TablePlace {
    /// Whether a column is dragged.
    #[must_use]
    pub fn dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// Ends a drag: the column stays where it was.
    pub(super) fn cancel_drag(&mut self) {
        self.drag = None;
        self.sweeping = false;
    }

    /// How much of the table is in sight.
    #[must_use]
    pub fn viewport(&self) -> TableViewport {
        self.viewport
    }

    /// Which row is the first in sight, if that has changed.
    pub fn take_scrolled(&mut self) -> Option<usize> {
        self.first.take()
    }
}

/// Where the focus of egui goes when the application's goes to a cell.
#[must_use]
pub fn cell_id(deal: &str, column: Column) -> Id {
    Id::unique(("cell", deal, column.name()))
}

/// Draws the table.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect) {
    let rect = status::banner(ui, pass, rect);
    places.table.edited = None;
    if board::blank(ui, pass, rect, waiting) {
        return;
    }
    let size = &pass.look.tokens.size;
    let foot = rect.with_min_y(rect.bottom() - size.row_foot);
    let body = rect.with_max_y(foot.top());
    let rows = pass.app.table().rows().len();
    let widths = widths(pass.app, rect.width());
    let name = pass.words.with("table-name", &[("n", (rows as u64).into())]);
    let mut child = part(ui, body, "table", Role::Grid, &name);
    child.ctx().accesskit_node_builder(child.unique_id(), |node| {
        node.set_row_count(rows);
        node.set_column_count(widths.len());
    });
    Pen::new(child.painter(), pass.look).fill(
        body.with_min_y(body.top() + size.row_head),
        0,
        pass.look.ink.surface,
    );
    // The lines between columns that can be dragged are drawn under the pointer alone.
    child.visuals_mut().widgets.noninteractive.bg_stroke = egui::Stroke::NONE;
    let fitting = ((body.height() - size.row_head) / size.row).floor().max(1.0) as usize;
    places.table.viewport = TableViewport {
        rows: fitting,
        width: 1_000,
    };
    let shape = egui_table::Table::new()
        .id_salt("deals")
        .num_rows((rows + TAIL) as u64)
        .num_sticky_cols(1)
        .headers([HeaderRow::new(size.row_head)])
        .columns(columns(pass.app, &widths));
    let shape = follow(shape, pass, places, fitting);
    let id = shape.get_id(&child);
    let head_row = head::row(&mut child, pass, body);
    sweep(&child, pass, &mut places.table, body, fitting);
    impose(&child, id, pass.app, &widths);
    let mut drawn = Drawn {
        heads: table::heads(pass.app),
        keys: pass.app.table().sort.len(),
        head_row,
        rows_in_all: rows,
        body,
        rows: Vec::new(),
        first: 0,
        cells: pass.app.cells(),
        shown: Vec::new(),
        parents: BTreeMap::new(),
        pass,
        places,
    };
    shape.show(&mut child, &mut drawn);
    let shown = std::mem::take(&mut drawn.shown);
    let pinned = shown
        .iter()
        .find(|(at, _)| *at == 0)
        .map_or(rect.left(), |(_, rect)| rect.right());
    head::finish(&child, pass, &mut places.table, &shown, body, pinned);
    resized(&child, id, pass, &mut places.table, &widths);
    let pen = Pen::new(ui.painter(), pass.look);
    foot::show(ui, pass, foot, &shown, pinned);
    pen.rule(
        body.x_range(),
        body.top() + size.row_head - 0.5,
        pass.look.ink.border,
    );
    pen.pole(pinned - 0.5, body.top()..=foot.bottom(), pass.look.ink.border);
    selected::show(ui, pass, body);
}

/// How wide each column is, in points. Room that nobody asks for goes to the first, whose texts are the longest.
fn widths(app: &App, room: f32) -> Vec<f32> {
    let of = |column: &Column| f32::from(app.column_width(*column)) * UNIT + beside(*column);
    let mut widths: Vec<f32> = app.table().columns.iter().map(of).collect();
    let own = |column: &Column| app.table().widths.contains_key(column.name());
    let rest: f32 = widths.iter().skip(1).sum();
    if let Some(first) = widths.first_mut() {
        *first += CHECK;
        if !app.table().columns.first().is_some_and(own) {
            // Where there is little room, the pinned column leaves more than half of it to the others.
            let most = (room - rest).clamp(room.min(500.0) * 0.45, SPARE);
            *first = if *first < most {
                most.floor()
            } else {
                first.min(most.max(room * 0.4)).floor()
            };
        }
    }
    widths
}

/// The room of the shape that stands before a number, which a terminal draws in the air between columns.
fn beside(column: Column) -> f32 {
    if matches!(column, Column::Kpi(_)) {
        20.0
    } else {
        0.0
    }
}

fn columns(app: &App, widths: &[f32]) -> Vec<egui_table::Column> {
    let one = |(column, width): (&Column, &f32)| {
        egui_table::Column::new(*width)
            .range(LEAST..=MOST)
            .resizable(false)
            .id(Id::unique(("column", column.name())))
    };
    app.table().columns.iter().zip(widths).map(one).collect()
}

/// Tells egui's table how wide the columns are. While one is being dragged it knows better.
fn impose(ui: &Ui, id: Id, app: &App, widths: &[f32]) {
    let held = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
    if held && TableState::load(ui, id).is_some() {
        return;
    }
    let mut state = TableState::default();
    for (column, width) in app.table().columns.iter().zip(widths) {
        state
            .col_widths
            .insert(Id::unique(("column", column.name())), *width);
    }
    state.store(ui, id);
}

/// Takes over the width a person drags a column to: at once for the eye, and when the button is let go in whole terminal
/// columns.
fn resized(ui: &Ui, id: Id, pass: &mut Pass<'_>, place: &mut TablePlace, before: &[f32]) {
    let Some((column, wide)) = place.sized else { return };
    let Some(at) = pass.app.table().columns.iter().position(|one| *one == column) else {
        place.sized = None;
        return;
    };
    if ui.input(|input| input.pointer.any_down()) {
        let mut state = TableState::load(ui, id).unwrap_or_default();
        state
            .col_widths
            .insert(Id::unique(("column", column.name())), wide);
        state.store(ui, id);
        return;
    }
    place.sized = None;
    if before.get(at).is_some_and(|before| (wide - before).abs() >= 0.5) {
        let text = wide - beside(column) - if at == 0 { CHECK } else { 0.0 };
        let width = (text / UNIT).round().clamp(1.0, 200.0) as u16;
        pass.act(Action::SizeColumn { column, width });
    }
}

/// Brings the focus into sight where it has moved, where there is less room for it, and at every key.
fn follow(
    shape: egui_table::Table,
    pass: &Pass<'_>,
    places: &mut Places,
    fitting: usize,
) -> egui_table::Table {
    let table = pass.app.table();
    let now = (table.index(), table.column, fitting);
    let before = places.table.seen.replace(now);
    let by_key = places.by_key && matches!(pass.app.layer(), Layer::None);
    let moved = before.is_none_or(|seen| (seen.0, seen.1) != (now.0, now.1) || seen.2 > now.2);
    if !(moved || by_key) || table.rows().is_empty() {
        return shape;
    }
    // What floats over the lower end is no room.
    let below = if pass.app.toasts().is_empty() && pass.app.selection().is_empty() {
        0
    } else {
        TAIL - 1
    };
    let row = table.index() as u64;
    let shape = shape.scroll_to_rows(row..=row + below as u64, None);
    if table.column == 0 {
        shape
    } else {
        shape.scroll_to_column(table.column, None)
    }
}

/// Past the upper or lower edge, a sweep goes on row by row; without its button it has ended.
fn sweep(ui: &Ui, pass: &mut Pass<'_>, place: &mut TablePlace, body: Rect, fitting: usize) {
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    place.sweeping &= down;
    let (true, Some(at)) = (place.sweeping, at) else {
        return;
    };
    let table = pass.app.table();
    let head = pass.look.tokens.size.row_head;
    let row = if at.y > body.bottom() - 8.0 {
        (table.first() + fitting).max(table.index() + 1)
    } else if at.y < body.top() + head {
        table.first().min(table.index()).saturating_sub(1)
    } else {
        return;
    };
    if row != table.index() && row < table.rows().len() {
        let column = table.column;
        pass.act(Action::CellsTo { row, column });
    }
    ui.ctx().request_repaint();
}

/// One pass over what is in sight.
struct Drawn<'p, 'a> {
    pass: &'p mut Pass<'a>,
    places: &'p mut Places,
    heads: Vec<HeadCell>,
    /// How many keys the order has.
    keys: usize,
    /// The node that the heads stand in.
    head_row: Id,
    /// How many rows there are, in sight or not.
    rows_in_all: usize,
    body: Rect,
    rows: Vec<TableRow>,
    first: usize,
    /// The range of cells, if there is one.
    cells: Option<Cells>,
    /// The heads in sight and where they stand.
    shown: Vec<(usize, Rect)>,
    /// The node of each row, for cells that are drawn apart from it.
    parents: BTreeMap<u64, Id>,
}

impl Drawn<'_, '_> {
    fn row(&self, number: u64) -> Option<&TableRow> {
        self.rows
            .get(usize::try_from(number).ok()?.checked_sub(self.first)?)
    }
}

impl TableDelegate for Drawn<'_, '_> {
    fn prepare(&mut self, info: &PrefetchInfo) {
        let (start, end) = (info.visible_rows.start as usize, info.visible_rows.end as usize);
        self.rows = table::rows(self.pass.app, start..end);
        self.first = start;
        if self.pass.app.table().first() != start {
            self.places.table.first = Some(start);
        }
    }

    fn header_cell_ui(&mut self, ui: &mut Ui, cell: &HeaderCellInfo) {
        let at = cell.col_range.start;
        let Some(head) = self.heads.get(at) else { return };
        let (rect, clip) = (ui.max_rect(), ui.clip_rect());
        self.shown.push((at, rect));
        let builder = UiBuilder::new()
            .max_rect(rect)
            .id_salt(head.column.name())
            .accessibility_parent(self.head_row);
        let mut ui = ui.new_child(builder);
        ui.set_clip_rect(clip);
        head::cell(&mut ui, self.pass, &mut self.places.table, at, head, self.keys);
    }

    fn row_ui(&mut self, ui: &mut Ui, number: u64) {
        let Some(row) = self.row(number) else { return };
        let whole = Rect::from_x_y_ranges(self.body.x_range(), ui.max_rect().y_range());
        // What is built ahead and not seen is no row for whoever hears the table.
        if whole.intersect(self.body).height() < 1.0 {
            return;
        }
        cells::ground(ui, self.pass, row, whole);
        if self.parents.contains_key(&number) {
            return;
        }
        let place = self.pass.words.with(
            "card-position",
            &[
                ("place", (number + 1).into()),
                ("total", (self.rows_in_all as u64).into()),
            ],
        );
        let name = row.cells.first().map(|cell| format!("{} – {place}", cell.text));
        let (selected, all) = (row.selected, self.rows_in_all);
        let id = ui.unique_id();
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_role(Role::Row);
            node.set_label(name.unwrap_or_default());
            node.set_row_index(number as usize);
            node.set_position_in_set(number as usize + 1);
            node.set_size_of_set(all);
            node.set_selected(selected);
        });
        super::bounds(ui, whole.intersect(self.body));
        self.parents.insert(number, id);
    }

    fn cell_ui(&mut self, ui: &mut Ui, cell: &CellInfo) {
        let Some(at) = usize::try_from(cell.row_nr)
            .ok()
            .and_then(|row| row.checked_sub(self.first))
        else {
            return;
        };
        let (Some(row), Some(head)) = (self.rows.get(at), self.heads.get(cell.col_nr)) else {
            return;
        };
        let rect = ui.max_rect();
        let clip = ui.clip_rect();
        if !rect.intersect(clip).is_positive() || rect.intersect(self.body).height() < 1.0 {
            return;
        }
        let swept = self
            .cells
            .as_ref()
            .is_some_and(|cells| cells.hold(row.place, cell.col_nr));
        let mut builder = UiBuilder::new().max_rect(rect).id_salt(row.id.as_str());
        if let Some(parent) = self.parents.get(&cell.row_nr) {
            builder = builder.accessibility_parent(*parent);
        }
        let mut ui = ui.new_child(builder);
        ui.set_clip_rect(clip);
        cells::cell(&mut ui, self.pass, self.places, row, head, (cell.col_nr, swept));
    }

    fn default_row_height(&self) -> f32 {
        self.pass.look.tokens.size.row
    }
}

/// Before anything is known: rows of still outlines.
fn waiting(ui: &Ui, pass: &Pass<'_>, rect: Rect) {
    let (size, ink) = (&pass.look.tokens.size, &pass.look.ink);
    let pen = Pen::new(ui.painter(), pass.look).within(rect);
    pen.fill(rect.with_min_y(rect.top() + size.row_head), 0, ink.surface);
    let mut y = rect.top() + size.row_head;
    let mut row: u8 = 0;
    while y < rect.bottom() {
        let wide = 120.0 + f32::from(row * 37 % 80);
        skeleton::bar(&pen, egui::pos2(rect.left() + CHECK, y + 12.0), wide, 8.0);
        for column in 0..4 {
            let x = rect.left() + SPARE + f32::from(column as u8) * 150.0;
            skeleton::bar(&pen, egui::pos2(x, y + 12.0), 84.0, 8.0);
        }
        pen.rule(rect.x_range(), y + size.row - 0.5, ink.border);
        y += size.row;
        row = row.wrapping_add(1);
    }
}
