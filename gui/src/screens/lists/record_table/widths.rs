//! How wide the columns of a table of records are: as what is in them asks for, and where that leaves room, wider alike. What
//! a person has drawn stays as it was drawn.

use egui::{Id, Ui};
use egui_table::{Column, TableState};
use encours_core::open_json::{Cell, Table};

use super::{FIRST, PAD};
use crate::theme::Face;
use crate::widgets::Pen;

/// How many rows are looked at to know how wide a column has to be.
const LOOKED_AT: usize = 40;
/// The narrowest and the widest column, as long as there is no room to spare.
const LEAST: f32 = 64.0;
const MOST: f32 = 280.0;
/// How many times its width a column grows at the most: what stands too far apart is no longer read as one row.
const GROWS: f32 = 2.0;

/// What is kept of a table between passes: the widths it was told, and those that a person has drawn.
#[derive(Clone, Debug, Default)]
struct Kept {
    told: Vec<f32>,
    drawn: Option<Vec<f32>>,
}

/// Tells egui's table how wide its columns are in a room so wide, the last being what is left over, if anything is. Whether
/// they are wider than the room.
pub(super) fn tell(
    ui: &Ui,
    id: Id,
    natural: impl FnOnce() -> Vec<Natural>,
    room: f32,
) -> (Vec<Column>, bool) {
    let kept: Kept = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let drawn = kept.drawn.clone().or_else(|| drawn(ui, id, &kept.told));
    let drawn = drawn.map(|before| now(ui, id, &before));
    let told = drawn.clone().unwrap_or_else(|| spread(&natural(), room));
    let over = room - told.iter().sum::<f32>();
    let mut columns: Vec<Column> = told.iter().map(|width| Column::new(*width)).collect();
    columns.extend((over > 0.0).then(|| Column::new(over).resizable(false)));
    let mut state = TableState::default();
    for (at, column) in columns.iter().enumerate() {
        state.col_widths.insert(column.id_for(at), column.current);
    }
    state.store(ui, id);
    ui.data_mut(|data| data.insert_temp(id, Kept { told, drawn }));
    (columns, over < -0.5)
}

/// The widths as they stand, if one of them is another than the table was told.
fn drawn(ui: &Ui, id: Id, told: &[f32]) -> Option<Vec<f32>> {
    let now = now(ui, id, told);
    let other = now.iter().zip(told).any(|(now, told)| (now - told).abs() > 0.5);
    other.then_some(now)
}

/// The widths as they stand in egui's table.
fn now(ui: &Ui, id: Id, told: &[f32]) -> Vec<f32> {
    let state = TableState::load(ui, id);
    let of = |(at, told): (usize, &f32)| {
        let widths = state.as_ref().map(|state| &state.col_widths);
        let column = Column::new(*told).id_for(at);
        widths
            .and_then(|widths| widths.get(&column))
            .copied()
            .unwrap_or(*told)
    };
    told.iter().enumerate().map(of).collect()
}

/// How wide a column is asked to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Natural {
    /// As long as there is no room to spare.
    least: f32,
    /// So that nothing of it is cut.
    whole: f32,
}

/// Widths that fill a room: first what would be cut has the room that it lacks, then each grows alike, as far as it may.
fn spread(natural: &[Natural], room: f32) -> Vec<f32> {
    let sum = |of: fn(&Natural) -> f32| natural.iter().map(of).sum::<f32>();
    let (least, whole) = (sum(|column| column.least), sum(|column| column.whole));
    let given = ((room - least) / (whole - least).max(1.0)).clamp(0.0, 1.0);
    let grown = |column: &Natural| column.least + (column.whole - column.least) * given;
    let natural: Vec<f32> = natural.iter().map(grown).collect();
    let sum: f32 = natural.iter().sum();
    let grows = (room / sum.max(1.0)).clamp(1.0, GROWS);
    let mut widths: Vec<f32> = natural.iter().map(|width| (width * grows).floor()).collect();
    // What rounding leaves over is no column of its own.
    let over = room - widths.iter().sum::<f32>();
    if let Some(last) = widths.last_mut().filter(|_| grows > 1.0 && grows < GROWS) {
        *last += over;
    }
    widths
}

/// How wide a table is of which nothing is cut.
pub(super) fn whole(pen: &Pen<'_>, table: &Table) -> f32 {
    natural(pen, table).iter().map(|column| column.whole).sum()
}

/// How wide what is in the columns asks them to be. A figure is never cut.
pub(super) fn natural(pen: &Pen<'_>, table: &Table) -> Vec<Natural> {
    let count = table.columns.len();
    let of = |(at, column): (usize, &encours_core::open_json::Column)| {
        let rows = table.rows.iter().take(LOOKED_AT);
        let cells = rows.filter_map(|row| match row.get(at)? {
            Cell::Value(value) => Some(pen.width(value, Face::body())),
            Cell::Null | Cell::Absent => None,
        });
        let head = pen.width(&column.label, Face::label());
        let wide = cells.fold(head, f32::max) + before(at) + after(at, count) + 2.0;
        let most = if column.numeric { f32::INFINITY } else { MOST };
        Natural {
            least: wide.clamp(LEAST, most).ceil(),
            whole: wide.max(LEAST).ceil(),
        }
    };
    table.columns.iter().enumerate().map(of).collect()
}

/// What stands before the text of a cell.
pub(super) fn before(column: usize) -> f32 {
    if column == 0 { FIRST } else { PAD }
}

/// What stands after the text of a cell: at the edge of the pane as much as before the first.
pub(super) fn after(column: usize, count: usize) -> f32 {
    if column + 1 == count { FIRST } else { PAD }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(natural: &[f32], room: f32) -> Vec<f32> {
        let natural: Vec<Natural> = natural.iter().map(|width| even(*width)).collect();
        super::spread(&natural, room)
    }

    fn even(width: f32) -> Natural {
        Natural {
            least: width,
            whole: width,
        }
    }

    #[test]
    fn room_goes_to_a_column_that_is_cut_before_the_others_grow() {
        let cut = Natural {
            least: 280.0,
            whole: 400.0,
        };
        assert_eq!(super::spread(&[cut, even(100.0)], 500.0), [400.0, 100.0]);
        assert_eq!(super::spread(&[cut, even(100.0)], 440.0), [340.0, 100.0]);
        assert_eq!(super::spread(&[cut, even(100.0)], 300.0), [280.0, 100.0]);
    }

    #[test]
    fn room_that_is_left_goes_to_all_columns_alike_up_to_twice_their_width() {
        let widths = spread(&[200.0, 100.0], 450.0);
        assert_eq!(widths, [300.0, 150.0]);
        assert_eq!(spread(&[200.0, 100.0], 2_000.0), [400.0, 200.0]);
        // Rounding leaves no gap at the edge.
        let sum: f32 = spread(&[101.0, 100.0, 77.0], 401.0).iter().sum();
        assert!((sum - 401.0).abs() < 0.01, "{sum}");
    }

    #[test]
    fn columns_that_have_no_room_keep_their_width() {
        assert_eq!(spread(&[200.0, 100.0], 150.0), [200.0, 100.0]);
        assert_eq!(spread(&[], 150.0), [0.0; 0]);
    }

    #[test]
    fn a_table_follows_its_room_until_a_person_has_drawn_a_column() {
        let ctx = egui::Context::default();
        let id = Id::unique("table");
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let widths = |room: f32| {
                let (columns, over) = tell(ui, id, || vec![even(200.0), even(100.0)], room);
                let widths: Vec<f32> = columns.iter().map(|column| column.current).collect();
                (widths, over)
            };
            assert_eq!(widths(150.0), (vec![200.0, 100.0], true));
            assert_eq!(widths(450.0), (vec![300.0, 150.0], false));
            let mut state = TableState::load(ui, id).unwrap();
            state.col_widths.insert(Column::new(0.0).id_for(0), 260.0);
            state.store(ui, id);
            // What was drawn stays, and what is left over is a column without a name.
            assert_eq!(widths(450.0), (vec![260.0, 150.0, 40.0], false));
            assert_eq!(widths(600.0), (vec![260.0, 150.0, 190.0], false));
        });
        output.textures_delta.clear();
    }
}
