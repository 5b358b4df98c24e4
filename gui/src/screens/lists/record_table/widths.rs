//! Column widths of a record table.
//!
//! Widths follow the content, and remaining space is distributed equally. Widths that the user has set by dragging
//! persist.

use crate::prelude::*;
use egui_table::{Column, TableState};
use encours_core::open_json::{RecordCell, RecordTable};

use super::{FIRST_PAD, PAD};

/// Number of rows to measure.
const MEASURED_ROWS: usize = 40;
/// Minimum and maximum width of a column before remaining space is distributed.
const MIN_COLUMN_WIDTH: f32 = 64.0;
const MAX_COLUMN_WIDTH: f32 = 280.0;
/// Maximum growth factor of a column: cells too far apart no longer read as a row.
const MAX_GROWTH: f32 = 2.0;

/// Widths of a table that persist between frames: those computed, and those set by the user.
type SavedWidths = (Vec<f32>, Option<Vec<f32>>);

/// Sets the widths of egui's table; remaining space becomes an extra column. Returns the columns, and whether they are
/// wider than `room`.
pub(super) fn set_widths(
    ui: &Ui,
    id: Id,
    natural: impl FnOnce() -> Vec<DesiredWidth>,
    available: f32,
) -> (Vec<Column>, bool) {
    let (saved, user_set): SavedWidths = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    // The user has set the widths if one of them differs from the computed one.
    let is_changed = |now: &Vec<f32>| now.iter().zip(&saved).any(|(now, saved)| (now - saved).abs() > 0.5);
    let user_set = user_set.or_else(|| Some(current_widths(ui, id, &saved)).filter(is_changed));
    let user_set = user_set.map(|earlier| current_widths(ui, id, &earlier));
    let computed = user_set.clone().unwrap_or_else(|| distribute(&natural(), available));
    let spare = available - computed.iter().sum::<f32>();
    let mut columns: Vec<Column> = computed.iter().map(|width| Column::new(*width)).collect();
    columns.extend((spare > 0.0).then(|| Column::new(spare).resizable(false)));
    let mut state = TableState::default();
    for (at, column) in columns.iter().enumerate() {
        state.col_widths.insert(column.id_for(at), column.current);
    }
    state.store(ui, id);
    ui.data_mut(|data| data.insert_temp::<SavedWidths>(id, (computed, user_set)));
    (columns, spare < -0.5)
}

/// Returns the current widths in egui's table.
fn current_widths(ui: &Ui, id: Id, computed: &[f32]) -> Vec<f32> {
    let state = TableState::load(ui, id);
    let width_of = |(at, computed): (usize, &f32)| {
        let widths = state.as_ref().map(|state| &state.col_widths);
        let column = Column::new(*computed).id_for(at);
        widths.and_then(|widths| widths.get(&column)).copied().unwrap_or(*computed)
    };
    computed.iter().enumerate().map(width_of).collect()
}

/// Desired widths of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct DesiredWidth {
    /// Width while space is short.
    min: f32,
    /// Width without truncation.
    full: f32,
}

/// Distributes the available width: first to truncated columns, then to all by the same factor up to a limit.
fn distribute(natural: &[DesiredWidth], available: f32) -> Vec<f32> {
    let sum = |value: fn(&DesiredWidth) -> f32| natural.iter().map(value).sum::<f32>();
    let (min, full) = (sum(|column| column.min), sum(|column| column.full));
    let share = ((available - min) / (full - min).max(1.0)).clamp(0.0, 1.0);
    let max_growth = |column: &DesiredWidth| column.min + (column.full - column.min) * share;
    let natural: Vec<f32> = natural.iter().map(max_growth).collect();
    let sum: f32 = natural.iter().sum();
    let grows = (available / sum.max(1.0)).clamp(1.0, MAX_GROWTH);
    let mut widths: Vec<f32> = natural.iter().map(|width| (width * grows).floor()).collect();
    // Give the rounding difference to the last column.
    let spare = available - widths.iter().sum::<f32>();
    if let Some(last) = widths.last_mut().filter(|_| grows > 1.0 && grows < MAX_GROWTH) {
        *last += spare;
    }
    widths
}

/// Returns the width of a table without truncation.
pub(crate) fn full_width(painter: &Painter<'_>, table: &RecordTable) -> f32 {
    desired_widths(painter, table).iter().map(|column| column.full).sum()
}

/// Returns the desired widths, measured from the content. Numbers are never truncated.
pub(super) fn desired_widths(painter: &Painter<'_>, table: &RecordTable) -> Vec<DesiredWidth> {
    let count = table.columns.len();
    let desired = |(at, column): (usize, &encours_core::open_json::RecordColumn)| {
        let rows = table.rows.iter().take(MEASURED_ROWS);
        let cells = rows.filter_map(|row| match row.get(at)? {
            RecordCell::Value(value) => Some(painter.text_width(value, TextStyle::body())),
            RecordCell::Null | RecordCell::Absent => None,
        });
        let header_width = painter.text_width(&column.label, TextStyle::label());
        let width = cells.fold(header_width, f32::max) + left_padding(at) + right_padding(at, count) + 2.0;
        let max = if column.is_numeric { f32::INFINITY } else { MAX_COLUMN_WIDTH };
        DesiredWidth {
            min: width.clamp(MIN_COLUMN_WIDTH, max).ceil(),
            full: width.max(MIN_COLUMN_WIDTH).ceil(),
        }
    };
    table.columns.iter().enumerate().map(desired).collect()
}

/// Returns the padding before a cell's text.
pub(super) fn left_padding(column: usize) -> f32 {
    if column == 0 { FIRST_PAD } else { PAD }
}

/// Returns the padding after a cell's text, larger at the right edge.
pub(super) fn right_padding(column: usize, count: usize) -> f32 {
    if column + 1 == count { FIRST_PAD } else { PAD }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(natural: &[f32], room: f32) -> Vec<f32> {
        let natural: Vec<DesiredWidth> = natural.iter().map(|width| equal_width(*width)).collect();
        super::distribute(&natural, room)
    }

    fn equal_width(width: f32) -> DesiredWidth {
        DesiredWidth { min: width, full: width }
    }

    #[test]
    fn extra_width_goes_to_truncated_columns_first() {
        let cut = DesiredWidth { min: 280.0, full: 400.0 };
        assert_eq!(super::distribute(&[cut, equal_width(100.0)], 500.0), [400.0, 100.0]);
        assert_eq!(super::distribute(&[cut, equal_width(100.0)], 440.0), [340.0, 100.0]);
        assert_eq!(super::distribute(&[cut, equal_width(100.0)], 300.0), [280.0, 100.0]);
    }

    #[test]
    fn remaining_width_grows_all_columns_up_to_double() {
        let widths = spread(&[200.0, 100.0], 450.0);
        assert_eq!(widths, [300.0, 150.0]);
        assert_eq!(spread(&[200.0, 100.0], 2_000.0), [400.0, 200.0]);
        // Rounding leaves no gap at the edge.
        let sum: f32 = spread(&[101.0, 100.0, 77.0], 401.0).iter().sum();
        assert!((sum - 401.0).abs() < 0.01, "{sum}");
    }

    #[test]
    fn columns_keep_their_width_when_space_is_short() {
        assert_eq!(spread(&[200.0, 100.0], 150.0), [200.0, 100.0]);
        assert_eq!(spread(&[], 150.0), [0.0; 0]);
    }

    #[test]
    fn table_fits_its_width_until_a_column_is_resized() {
        let ctx = egui::Context::default();
        let id = Id::unique("table");
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let widths = |available: f32| {
                let (columns, overflows) =
                    set_widths(ui, id, || vec![equal_width(200.0), equal_width(100.0)], available);
                let widths: Vec<f32> = columns.iter().map(|column| column.current).collect();
                (widths, overflows)
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
