//! Column widths of the table.
//!
//! Widths follow the content until the user drags a column. They are stored in terminal columns, for both front ends.
//! Remaining space first avoids truncation; the rest is empty space after the last column, across which the rows
//! extend. Horizontal scrolling stops at column borders, so that the pinned column cuts off no other.

use egui::{Id, Ui};
use egui_table::TableState;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::dataset::column::Column;
use encours_core::text::Words;
use encours_core::vocabulary::{self, Family, Unit};

use super::cells::PAD;
use super::{CHECK, TablePlace};
use crate::frame_ctx::Pass;
use crate::report::fonts;
use crate::theme::Face;

/// Width of a terminal column in points, the unit of stored widths.
const UNIT: f32 = 7.5;
/// Minimum and maximum width that the user can set, in points.
pub(super) const LEAST: f32 = 4.0 * UNIT;
pub(super) const MOST: f32 = 60.0 * UNIT + CHECK;
/// Maximum width of the first column before the others get remaining space, in points.
pub(super) const SPARE: f32 = 330.0;
/// Maximum width of the first column after all other texts fit.
const AMPLE: f32 = 420.0;

/// Default width of a name, and minimum width of an owner.
const NAMED: f32 = 30.0 * UNIT;
const OWNER: f32 = 84.0;
/// Width of the icon before a status name.
const RING: f32 = 21.0;

/// Width reserved for names when statuses are shortened; space beyond it goes to full status names.
const SHARED: f32 = 284.0;

/// Minimum width of names, which identify the rows. Space for one narrow column remains beside them.
const DUE: f32 = 220.0;
const BESIDE: f32 = 96.0;

/// Returns the width of each column in points. Remaining space goes first to the names, then to other columns that
/// would be truncated.
pub(super) fn of(app: &App, room: f32) -> Vec<f32> {
    let of = |column: &Column| {
        let own = app.table.table().widths.get(column.name());
        own.map_or_else(
            || needed(app, *column),
            |own| f32::from(*own) * UNIT + beside(*column),
        )
    };
    let columns = &app.table.table().columns;
    let mut widths: Vec<f32> = columns.iter().map(of).collect();
    // If not all columns fit, shorten statuses so that another column is visible. Names only get what they need before
    // statuses are shown in full.
    let rest = widths.iter().skip(1).sum::<f32>();
    if rest + due(room) > room {
        for (column, wide) in columns.iter().zip(&mut widths) {
            if *column == Column::Status && !app.table.table().widths.contains_key(column.name()) {
                let over = room - SHARED - (rest - *wide);
                *wide = short(app).max(over.floor()).min(*wide);
            }
        }
    }
    let own = |column: &Column| app.table.table().widths.contains_key(column.name());
    let rest: f32 = widths.iter().skip(1).sum();
    if let Some(first) = widths.first_mut() {
        *first += CHECK;
        if !app.table.table().columns.first().is_some_and(own) {
            let due = due(room);
            let most = (room - rest).clamp(due, SPARE);
            *first = if room - rest >= due {
                most.floor()
            } else {
                first.min(due.max(room * 0.4)).floor()
            };
        }
    }
    spread(app, &mut widths, room);
    widths
}

/// Returns the minimum width of a pinned column without a user-set width. It leaves more than half of a narrow table to
/// the others.
fn due(room: f32) -> f32 {
    (room.min(500.0) * 0.45).max((room - BESIDE).min(DUE))
}

/// Returns the default width of a column, for typical content and the header. Full names of statuses and classes fit if
/// there is space.
fn needed(app: &App, column: Column) -> f32 {
    /// Widths of the sort icon with its rank, and of the band icon.
    const SORT: f32 = 22.0;
    const SHAPE: f32 = 16.0;
    let lang = app.cx.lang();
    let wide = |text: &str| fonts::width(text, Face::body());
    let head = fonts::width(&column.label(lang, true), Face::label()) + SORT;
    let content = match column {
        Column::Name => return NAMED,
        Column::Status | Column::Class => return whole(app, column).max(head + 2.0 * PAD),
        Column::Owner => wide(&Words::new(lang).get("owner-none")).max(OWNER),
        Column::Age => wide("≥ 888 j") + SHAPE,
        Column::Id => f32::from(app.table.column_width(column, &app.cx)) * UNIT,
        Column::Kpi(key) => {
            let amount = |value: i64| {
                let currency = app.cx.options().currency.as_deref();
                vocabulary::kpi_value_compact(lang, key.name(), value.into(), currency)
            };
            match vocabulary::kpi(key.name()).map(|kpi| kpi.unit) {
                // The footer shows a sum sign before the amount.
                Some(Unit::Money) => wide(&amount(888_800_000)) + SHAPE,
                Some(Unit::Multiple) => wide("88,88x") + SHAPE,
                _ => wide("88,88 %") + SHAPE,
            }
        }
    };
    (content.max(head) + 2.0 * PAD).ceil()
}

/// Gives the remaining space to the columns without a user-set width: to each what its longest text needs, then to the
/// first.
fn spread(app: &App, widths: &mut [f32], room: f32) {
    let mut spare = room - widths.iter().sum::<f32>();
    let table = app.table.table();
    let named = table.columns.iter().map(|column| whole(app, *column));
    // The first column is last here, because it has had its part.
    for (at, whole) in named.enumerate().skip(1).chain([(0, AMPLE)]) {
        let own = table
            .columns
            .get(at)
            .is_none_or(|column| table.widths.contains_key(column.name()));
        if let (false, Some(width)) = (own, widths.get_mut(at)) {
            let more = (whole - *width).min(spare).max(0.0).floor();
            *width += more;
            spare -= more;
        }
    }
}

/// Returns the width of a column with its longest text, or zero if unknown.
fn whole(app: &App, column: Column) -> f32 {
    let (family, beside) = match column {
        Column::Status => (Family::DealStatus, RING),
        Column::Class => (Family::AssetClass, 18.0),
        _ => return 0.0,
    };
    let codes = family.codes().iter();
    longest(codes.map(|code| vocabulary::label(app.cx.lang(), family, code.code))) + beside
}

/// Returns the width of the status column with short names.
fn short(app: &App) -> f32 {
    let codes = Family::DealStatus.codes().iter();
    longest(codes.map(|code| vocabulary::deal_status_short(app.cx.lang(), code.code))) + RING
}

/// Returns the width of a cell with the longest of some texts.
fn longest<'a>(words: impl Iterator<Item = std::borrow::Cow<'a, str>>) -> f32 {
    let wide = words.map(|word| fonts::width(&word, Face::body()));
    wide.fold(0.0, f32::max).ceil() + 2.0 * PAD
}

/// Returns the width of the empty space after the last column.
pub(super) fn after(widths: &[f32], room: f32) -> f32 {
    (room - widths.iter().sum::<f32>()).max(0.0)
}

/// Returns the scroll position, aligned to a column border, that shows a column in full; `None` if it is visible.
pub(super) fn across(widths: &[f32], column: usize, now: f32, room: f32) -> Option<f32> {
    let (pinned, scrolled) = widths.split_first()?;
    let room = room - pinned;
    let left: f32 = scrolled.iter().take(column.checked_sub(1)?).sum();
    let right = left + scrolled.get(column - 1)?;
    if left < now - 0.5 {
        return Some(left);
    }
    if right <= now + room + 0.5 || left <= now + 0.5 {
        return None;
    }
    let mut edge = 0.0;
    let edges = scrolled.iter().map(|width| {
        let at = edge;
        edge += width;
        at
    });
    let fits = |at: &f32| right - at <= room + 0.5;
    Some(edges.take(column).find(fits).unwrap_or(left))
}

/// Returns the width of the band icon before a number; the terminal draws it in the gap between columns.
fn beside(column: Column) -> f32 {
    if matches!(column, Column::Kpi(_)) {
        20.0
    } else {
        0.0
    }
}

/// Returns the widths in terminal columns, as stored.
pub(super) fn in_columns(app: &App, widths: &[f32]) -> Vec<(Column, u16)> {
    let columns = app.table.table().columns.iter().zip(widths).enumerate();
    columns
        .map(|(at, (column, wide))| (*column, whole_columns(*column, at, *wide)))
        .collect()
}

/// Returns the number of terminal columns for a column's text of a width in points.
fn whole_columns(column: Column, at: usize, wide: f32) -> u16 {
    let text = wide - beside(column) - if at == 0 { CHECK } else { 0.0 };
    (text / UNIT).round().clamp(1.0, 200.0) as u16
}

/// Returns the columns for egui's table, including the empty space after them.
pub(super) fn columns(app: &App, widths: &[f32], room: f32) -> Vec<egui_table::Column> {
    let one = |(column, width): (&Column, &f32)| {
        egui_table::Column::new(*width)
            .range(LEAST..=MOST)
            .resizable(false)
            .id(Id::unique(("column", column.name())))
    };
    let after = egui_table::Column::new(after(widths, room))
        .range(0.0..=f32::INFINITY)
        .resizable(false)
        .id(empty());
    let columns = app.table.table().columns.iter().zip(widths).map(one);
    columns.chain([after]).collect()
}

/// Returns the id of the empty space after the last column.
fn empty() -> Id {
    Id::unique(("column", "empty"))
}

/// Sets the widths in egui's table, except during a drag.
pub(super) fn impose(ui: &Ui, id: Id, app: &App, widths: &[f32], room: f32) {
    let held = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
    if held && TableState::load(ui, id).is_some() {
        return;
    }
    let mut state = TableState::default();
    for (column, width) in app.table.table().columns.iter().zip(widths) {
        state
            .col_widths
            .insert(Id::unique(("column", column.name())), *width);
    }
    state.col_widths.insert(empty(), after(widths, room));
    state.store(ui, id);
}

/// Applies the width to which the user drags a column: in points during the drag, rounded to terminal columns at its
/// end.
pub(super) fn resized(ui: &Ui, id: Id, pass: &mut Pass<'_>, place: &mut TablePlace, before: &[f32]) {
    let Some((column, wide)) = place.sized else { return };
    let Some(at) = pass
        .app
        .table
        .table()
        .columns
        .iter()
        .position(|one| *one == column)
    else {
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
        let width = whole_columns(column, at, wide);
        pass.act(Action::SizeColumn { column, width });
    }
}

#[cfg(test)]
mod tests {
    use encours_core::app::foundation::cx::options::Options;
    use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
    use encours_core::text::Lang;
    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;

    fn app(lang: Lang) -> App {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let options = Options::new(lang, keymap, TimeZone::UTC);
        App::new(options, Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn all_ten_columns_of_the_standard_table_stand_whole_in_the_window_of_the_design() {
        for lang in Lang::ALL {
            let mut app = app(lang);
            let at = |app: &App, column| app.table.table().columns.iter().position(|one| *one == column);
            let class = at(&app, Column::Class).unwrap();
            let widths = of(&app, 1440.0 - 216.0);
            assert_eq!(widths.len(), 10);
            let sum: f32 = widths.iter().sum();
            assert!(sum <= 1224.5, "{sum}: {widths:?}");
            assert!(widths[class] >= whole(&app, Column::Class), "{widths:?}");
            let (column, width) = (Column::Class, 12);
            app.apply(Action::SizeColumn { column, width }, Timestamp::UNIX_EPOCH);
            let own = of(&app, 1700.0)[class];
            assert!(
                (own - 12.0 * UNIT).abs() < 0.5,
                "the user's width must be kept: {own}"
            );
        }
    }

    #[test]
    fn statuses_that_can_be_whole_are_where_names_have_room_to_spare() {
        let app = app(Lang::Fr);
        let at = app
            .table
            .table()
            .columns
            .iter()
            .position(|one| *one == Column::Status);
        let widths = of(&app, 1440.0 - 216.0);
        assert!(
            widths[0] <= SHARED + 1.0 || widths[at.unwrap()] >= whole(&app, Column::Status),
            "{widths:?}"
        );
        let wide = |code: &str| {
            let label = vocabulary::deal_status(Lang::Fr, code);
            fonts::width(&label, Face::body()) + RING + 2.0 * PAD
        };
        for code in ["screening", "due_diligence"] {
            assert!(widths[at.unwrap()] >= wide(code), "{code}: {widths:?}");
        }
    }

    #[test]
    fn names_have_their_due_where_there_is_little_room() {
        let app = app(Lang::Fr);
        for room in [270.0, 320.0, 400.0, 600.0] {
            let first = of(&app, room)[0];
            let due = (room - BESIDE).min(DUE);
            assert!(first >= due.floor(), "{first} of {room}");
            assert!(
                first <= room - BESIDE,
                "expected space for a column beside names: {first} of {room}"
            );
        }
    }

    #[test]
    fn the_table_is_scrolled_to_the_edges_of_columns_and_no_further_than_it_takes() {
        let widths = [200.0, 100.0, 150.0, 80.0, 120.0];
        // 250 points for the scrolled columns: the first two.
        assert_eq!(across(&widths, 2, 0.0, 450.0), None, "in sight");
        assert_eq!(across(&widths, 3, 0.0, 450.0), Some(100.0));
        assert_eq!(across(&widths, 4, 0.0, 450.0), Some(250.0));
        assert_eq!(across(&widths, 1, 100.0, 450.0), Some(0.0));
        assert_eq!(across(&widths, 0, 100.0, 450.0), None, "pinned");
        assert_eq!(
            across(&widths, 2, 30.0, 300.0),
            Some(100.0),
            "wider than the area"
        );
        assert_eq!(across(&widths, 2, 100.0, 300.0), None, "already scrolled to it");
        assert!(after(&widths, 450.0).abs() < 0.1);
        assert!((after(&widths, 1000.0) - 350.0).abs() < 0.1);
        assert!(after(&widths, 250.0).abs() < 0.1);
    }

    #[test]
    fn the_words_of_a_deal_without_owner_are_whole_until_a_person_sizes_the_column() {
        for lang in Lang::ALL {
            let mut app = app(lang);
            let at = app
                .table
                .table()
                .columns
                .iter()
                .position(|one| *one == Column::Owner);
            let words = Words::new(lang).get("owner-none");
            let wide = of(&app, 1280.0)[at.unwrap()];
            let needed = fonts::width(&words, Face::body()) + 2.0 * PAD;
            assert!(wide >= needed, "{words}: {wide}");
            let (column, width) = (Column::Owner, 6);
            app.apply(Action::SizeColumn { column, width }, Timestamp::UNIX_EPOCH);
            let wide = of(&app, 1280.0)[at.unwrap()];
            assert!((wide - 6.0 * UNIT).abs() < 0.5, "{wide}");
        }
    }
}
