//! How wide the columns of the table are: as the core says, in terminal columns, until a hand drags one to another width.

use egui::{Id, Ui};
use egui_table::TableState;
use encours_core::app::{Action, App, Column};
use encours_core::view::text::{Words, width as columns_of};

use super::cells::PAD;
use super::{CHECK, TablePlace};
use crate::pass::Pass;

/// One terminal column in points: widths are kept in those, for both front ends.
const UNIT: f32 = 7.5;
/// The narrowest and the widest column that a hand can make, in points.
pub(super) const LEAST: f32 = 4.0 * UNIT;
pub(super) const MOST: f32 = 60.0 * UNIT + CHECK;
/// The most that a first column takes of room nobody asks for, in points.
pub(super) const SPARE: f32 = 330.0;

/// How wide each column is, in points. Room that nobody asks for goes to the first, whose texts are the longest.
pub(super) fn of(app: &App, room: f32) -> Vec<f32> {
    let of = |column: &Column| {
        let wide = f32::from(app.column_width(*column)) * UNIT + beside(*column);
        wide.max(least(app, *column))
    };
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

/// The least width of a column that nobody has sized: the words that stand where there is nothing are whole.
fn least(app: &App, column: Column) -> f32 {
    if column != Column::Owner || app.table().widths.contains_key(column.name()) {
        return 0.0;
    }
    let words = Words::new(app.lang()).get("owner-none");
    columns_of(&words) as f32 * UNIT + 2.0 * PAD
}

pub(super) fn columns(app: &App, widths: &[f32]) -> Vec<egui_table::Column> {
    let one = |(column, width): (&Column, &f32)| {
        egui_table::Column::new(*width)
            .range(LEAST..=MOST)
            .resizable(false)
            .id(Id::unique(("column", column.name())))
    };
    app.table().columns.iter().zip(widths).map(one).collect()
}

/// Tells egui's table how wide the columns are. While one is being dragged it knows better.
pub(super) fn impose(ui: &Ui, id: Id, app: &App, widths: &[f32]) {
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
pub(super) fn resized(ui: &Ui, id: Id, pass: &mut Pass<'_>, place: &mut TablePlace, before: &[f32]) {
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

#[cfg(test)]
mod tests {
    use encours_core::app::{FrontEnd, Keymap, Options};
    use encours_core::view::text::Lang;
    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;

    #[test]
    fn the_words_of_a_deal_without_owner_are_whole_until_a_person_sizes_the_column() {
        for lang in Lang::ALL {
            let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
            let options = Options::new(lang, keymap, TimeZone::UTC);
            let mut app = App::new(options, Timestamp::UNIX_EPOCH);
            let at = app.table().columns.iter().position(|one| *one == Column::Owner);
            let words = Words::new(lang).get("owner-none");
            let wide = of(&app, 1280.0)[at.unwrap()];
            assert!(
                wide >= columns_of(&words) as f32 * UNIT + 2.0 * PAD,
                "{words}: {wide}"
            );
            let (column, width) = (Column::Owner, 6);
            app.apply(Action::SizeColumn { column, width }, Timestamp::UNIX_EPOCH);
            let wide = of(&app, 1280.0)[at.unwrap()];
            assert!((wide - 6.0 * UNIT).abs() < 0.5, "{wide}");
        }
    }
}
