//! Column widths of a record table.
//!
//! Widths follow the content, and remaining space is distributed equally. Widths that the user has set by dragging
//! persist.

use egui::{Id, Ui};
use egui_table::{Column, TableState};
use encours_core::open_json::{Cell, Table};

use super::{FIRST, PAD};
use crate::theme::Face;
use crate::widgets::Pen;

/// Number of rows to measure.
const LOOKED_AT: usize = 40;
/// Minimum and maximum width of a column before remaining space is distributed.
const LEAST: f32 = 64.0;
const MOST: f32 = 280.0;
/// Maximum growth factor of a column: cells too far apart no longer read as a row.
const GROWS: f32 = 2.0;

/// Widths of a table that persist between frames: those computed, and those set by the user.
#[derive(Clone, Debug, Default)]
struct Kept {
    told: Vec<f32>,
    drawn: Option<Vec<f32>>,
}

/// Sets the widths of egui's table; remaining space becomes an extra column. Returns the columns, and whether they are
/// wider than `room`.
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

/// Returns the current widths if the user has changed one of them.
fn drawn(ui: &Ui, id: Id, told: &[f32]) -> Option<Vec<f32>> {
    let now = now(ui, id, told);
    let other = now.iter().zip(told).any(|(now, told)| (now - told).abs() > 0.5);
    other.then_some(now)
}

/// Returns the current widths in egui's table.
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

/// Desired widths of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Natural {
    /// Width while space is short.
    least: f32,
    /// Width without truncation.
    whole: f32,
}

/// Distributes the available width: first to truncated columns, then to all by the same factor up to a limit.
fn spread(natural: &[Natural], room: f32) -> Vec<f32> {
    let sum = |of: fn(&Natural) -> f32| natural.iter().map(of).sum::<f32>();
    let (least, whole) = (sum(|column| column.least), sum(|column| column.whole));
    let given = ((room - least) / (whole - least).max(1.0)).clamp(0.0, 1.0);
    let grown = |column: &Natural| column.least + (column.whole - column.least) * given;
    let natural: Vec<f32> = natural.iter().map(grown).collect();
    let sum: f32 = natural.iter().sum();
    let grows = (room / sum.max(1.0)).clamp(1.0, GROWS);
    let mut widths: Vec<f32> = natural.iter().map(|width| (width * grows).floor()).collect();
    // Give the rounding difference to the last column.
    let over = room - widths.iter().sum::<f32>();
    if let Some(last) = widths.last_mut().filter(|_| grows > 1.0 && grows < GROWS) {
        *last += over;
    }
    widths
}

/// Returns the width of a table without truncation.
pub(super) fn whole(pen: &Pen<'_>, table: &Table) -> f32 {
    natural(pen, table).iter().map(|column| column.whole).sum()
}

/// Returns the desired widths, measured from the content. Numbers are never truncated.
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

/// Returns the padding before a cell's text.
pub(super) fn before(column: usize) -> f32 {
    if column == 0 { FIRST } else { PAD }
}

/// Returns the padding after a cell's text, larger at the right edge.
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
            // The user's width persists, and the remaining space is an unnamed column.
            assert_eq!(widths(450.0), (vec![260.0, 150.0, 40.0], false));
            assert_eq!(widths(600.0), (vec![260.0, 150.0, 190.0], false));
        });
        output.textures_delta.clear();
    }
}
