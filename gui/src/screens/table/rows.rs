//! The visible rows of the table, whose cells are built on request of egui's table.

use std::collections::BTreeMap;
use std::ops::Range;

use egui::accesskit::Role;
use egui::style::ScrollAnimation;
use egui::{Id, Rect, Ui, UiBuilder, vec2};
use egui_table::{CellInfo, HeaderCellInfo, PrefetchInfo, TableDelegate};
use encours_core::app::deals::table::cell_range::Cells;
use encours_core::app::deals::table::view::table::{self, HeadCell, TableRow};

use super::{cells, header, widths};
use crate::frame_ctx::Pass;
use crate::screens::{Places, bounds};

/// The state for drawing the visible rows in one frame.
pub(super) struct Rows<'p, 'a> {
    pass: &'p mut Pass<'a>,
    places: &'p mut Places,
    heads: Vec<HeadCell>,
    /// Number of sort keys.
    keys: usize,
    /// The accessible row of the headers.
    head_row: Id,
    /// Total number of rows.
    count: usize,
    body: Rect,
    built: Vec<TableRow>,
    first: usize,
    /// The selected range of cells, if any.
    cells: Option<Cells>,
    /// The visible headers with their areas.
    shown: Vec<(usize, Rect)>,
    /// The accessible node of each row, for cells that are drawn separately.
    parents: BTreeMap<u64, Id>,
    /// The visible columns beside the pinned one.
    columns: Range<usize>,
    /// The column to scroll into view, and the widths of all columns.
    bring: Option<(usize, &'p [f32])>,
}

impl<'p, 'a> Rows<'p, 'a> {
    /// Creates the state. `head_row` is the accessible row of the headers; `body` is the area of headers and rows.
    pub(super) fn new(
        pass: &'p mut Pass<'a>,
        places: &'p mut Places,
        head_row: Id,
        body: Rect,
        bring: Option<(usize, &'p [f32])>,
    ) -> Self {
        let state = pass.app.table.table();
        Self {
            heads: table::heads(pass.app),
            keys: table::shown_order(pass.app).len(),
            head_row,
            count: state.rows().len(),
            body,
            built: Vec::new(),
            first: 0,
            cells: pass.app.table.cells(),
            shown: Vec::new(),
            parents: BTreeMap::new(),
            columns: 0..0,
            bring,
            pass,
            places,
        }
    }

    /// Returns the visible headers with their areas. Adds accessible nodes for the others, so that screen readers get
    /// all columns.
    pub(super) fn heads_shown(self, ui: &mut Ui) -> Vec<(usize, Rect)> {
        for (at, head) in self.heads.iter().enumerate() {
            if self.shown.iter().all(|(shown, _)| *shown != at) {
                let said = header::spoken(self.pass, head, self.keys);
                unseen(ui, self.head_row, (Role::ColumnHeader, at), &said);
            }
        }
        self.shown
    }

    /// Scrolls horizontally to the requested column, based on the current position of a scrolled one.
    fn bring(&mut self, ui: &Ui, at: usize, left: f32) {
        if at == 0 {
            return;
        }
        let Some((column, widths)) = self.bring.take() else {
            return;
        };
        let now = self.body.left() + widths.iter().take(at).sum::<f32>() - left;
        if let Some(wanted) = widths::across(widths, column, now, self.body.width()) {
            ui.scroll_with_delta_animation(vec2(now - wanted, 0.0), ScrollAnimation::none());
        }
    }

    fn row(&self, number: u64) -> Option<&TableRow> {
        self.built
            .get(usize::try_from(number).ok()?.checked_sub(self.first)?)
    }
}

/// Adds the accessible node of a header or cell that is scrolled out of view.
fn unseen(ui: &mut Ui, parent: Id, (role, at): (Role, usize), said: &str) {
    let place = Rect::from_min_size(ui.clip_rect().min, vec2(0.0, 0.0));
    let builder = UiBuilder::new()
        .id_salt((parent, at))
        .max_rect(place)
        .accessibility_parent(parent)
        .accessibility_role(role)
        .accessibility_label(said);
    let cell = ui.new_child(builder);
    bounds(&cell, place);
    cell.ctx().accesskit_node_builder(cell.unique_id(), |node| {
        node.set_column_index(at);
        node.set_position_in_set(at);
    });
}

impl TableDelegate for Rows<'_, '_> {
    fn prepare(&mut self, info: &PrefetchInfo) {
        let (start, end) = (info.visible_rows.start as usize, info.visible_rows.end as usize);
        self.built = table::rows(self.pass.app, start..end);
        self.first = start;
        self.columns = info.visible_columns.clone();
        if self.pass.app.table.table().first() != start {
            self.places.table.first = Some(start);
        }
    }

    fn header_cell_ui(&mut self, ui: &mut Ui, cell: &HeaderCellInfo) {
        let at = cell.col_range.start;
        let Some(head) = self.heads.get(at) else { return };
        let (rect, clip) = (ui.max_rect(), ui.clip_rect());
        // A column hidden under the pinned one needs no drawing.
        if rect.intersect(clip).width() < 1.0 {
            return;
        }
        self.shown.push((at, rect));
        let builder = UiBuilder::new()
            .max_rect(rect)
            .id_salt(head.column.name())
            .accessibility_parent(self.head_row);
        let mut ui = ui.new_child(builder);
        ui.set_clip_rect(clip);
        header::cell(&mut ui, self.pass, &mut self.places.table, at, head, self.keys);
    }

    fn row_ui(&mut self, ui: &mut Ui, number: u64) {
        let Some(row) = self.row(number) else { return };
        let whole = Rect::from_x_y_ranges(self.body.x_range(), ui.max_rect().y_range());
        // Rows that are built ahead but not visible must not appear to screen readers.
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
                ("total", (self.count as u64).into()),
            ],
        );
        let name = row.cells.first().map(|cell| format!("{} – {place}", cell.text));
        let (selected, columns) = (row.selected, self.heads.len());
        let id = ui.unique_id();
        let told = ui.ctx().accesskit_node_builder(id, |node| {
            node.set_role(Role::Row);
            node.set_label(name.unwrap_or_default());
            node.set_row_index(number as usize);
            // Set the row's position and its number of cells.
            node.set_position_in_set(number as usize);
            node.set_size_of_set(columns);
            node.set_selected(selected);
        });
        bounds(ui, whole.intersect(self.body));
        if told.is_some() {
            for (at, head) in self.heads.iter().enumerate().skip(1) {
                if let (false, Some(cell)) = (self.columns.contains(&at), row.cells.get(at)) {
                    let said = cells::spoken(self.pass, head, cell, row, at);
                    unseen(ui, id, (Role::Cell, at), &said);
                }
            }
        }
        self.parents.insert(number, id);
    }

    fn cell_ui(&mut self, ui: &mut Ui, cell: &CellInfo) {
        self.bring(ui, cell.col_nr, ui.max_rect().left());
        let Some(at) = usize::try_from(cell.row_nr)
            .ok()
            .and_then(|row| row.checked_sub(self.first))
        else {
            return;
        };
        let (Some(row), Some(head)) = (self.built.get(at), self.heads.get(cell.col_nr)) else {
            return;
        };
        let rect = ui.max_rect();
        let clip = ui.clip_rect();
        if rect.intersect(self.body).height() < 1.0 {
            return;
        }
        if !rect.intersect(clip).is_positive() {
            if let (Some(parent), Some(shown)) = (self.parents.get(&cell.row_nr), row.cells.get(cell.col_nr))
            {
                let said = cells::spoken(self.pass, head, shown, row, cell.col_nr);
                unseen(ui, *parent, (Role::Cell, cell.col_nr), &said);
            }
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
