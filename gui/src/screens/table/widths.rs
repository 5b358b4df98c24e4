//! Column widths of the table.
//!
//! Widths follow the content until the user drags a column. They are stored in terminal columns, for both front ends.
//! Remaining space first avoids truncation; the rest is empty space after the last column, across which the rows
//! extend. Horizontal scrolling stops at column borders, so that the pinned column cuts off no other.

use egui_table::TableState;
use encours_core::vocabulary::{self, CodeKind, MetricUnit};

use super::CHECKBOX_SPACE;
use super::cells::PAD;
use crate::prelude::*;
use crate::report::fonts;

/// Width of a terminal column in points, the unit of stored widths.
const COLUMN_UNIT: f32 = 7.5;
/// Minimum and maximum width that the user can set, in points.
pub(super) const MIN_COLUMN_WIDTH: f32 = 4.0 * COLUMN_UNIT;
pub(super) const MAX_COLUMN_WIDTH: f32 = 60.0 * COLUMN_UNIT + CHECKBOX_SPACE;
/// Maximum width of the first column before the others get remaining space, in points.
pub(super) const MAX_FIRST_WIDTH: f32 = 330.0;
/// Maximum width of the first column after all other texts fit.
const MAX_FIRST_AMPLE: f32 = 420.0;

/// Default width of a name, and minimum width of an owner.
const DEFAULT_NAME_WIDTH: f32 = 30.0 * COLUMN_UNIT;
const MIN_OWNER_WIDTH: f32 = 84.0;
/// Width of the icon before a status name.
const STATUS_ICON_WIDTH: f32 = 21.0;

/// Width reserved for names when statuses are shortened; space beyond it goes to full status names.
const RESERVED_NAME_WIDTH: f32 = 284.0;

/// Minimum width of names, which identify the rows. Space for one narrow column remains beside them.
const MIN_NAME_WIDTH: f32 = 220.0;
const NARROW_COLUMN_WIDTH: f32 = 96.0;

/// Returns the width of each column in points. Remaining space goes first to the names, then to other columns that
/// would be truncated.
pub(super) fn column_widths(app: &App, available: f32) -> Vec<f32> {
    let natural_width = |column: &DealColumn| {
        let user_width = app.table.widths.get(column.name());
        user_width.map_or_else(
            || default_width(app, *column),
            |user_width| f32::from(*user_width) * COLUMN_UNIT + band_icon_width(*column),
        )
    };
    let columns = &app.table.columns;
    let mut widths: Vec<f32> = columns.iter().map(natural_width).collect();
    // If not all columns fit, shorten statuses so that another column is visible. Names only get what they need before
    // statuses are shown in full.
    let other_widths = widths.iter().skip(1).sum::<f32>();
    if other_widths + min_pinned_width(available) > available {
        for (column, width) in columns.iter().zip(&mut widths) {
            if *column == DealColumn::Status && !app.table.widths.contains_key(column.name()) {
                let spare = available - RESERVED_NAME_WIDTH - (other_widths - *width);
                *width = short_status_width(app).max(spare.floor()).min(*width);
            }
        }
    }
    let user_width = |column: &DealColumn| app.table.widths.contains_key(column.name());
    let other_widths: f32 = widths.iter().skip(1).sum();
    if let Some(first) = widths.first_mut() {
        *first += CHECKBOX_SPACE;
        if !app.table.columns.first().is_some_and(user_width) {
            let min_name_width = min_pinned_width(available);
            let max = (available - other_widths).clamp(min_name_width, MAX_FIRST_WIDTH);
            *first = if available - other_widths >= min_name_width {
                max.floor()
            } else {
                first.min(min_name_width.max(available * 0.4)).floor()
            };
        }
    }
    distribute(app, &mut widths, available);
    widths
}

/// Returns the minimum width of a pinned column without a user-set width. It leaves more than half of a narrow table to
/// the others.
fn min_pinned_width(available: f32) -> f32 {
    (available.min(500.0) * 0.45).max((available - NARROW_COLUMN_WIDTH).min(MIN_NAME_WIDTH))
}

/// Returns the default width of a column, for typical content and the header. Full names of statuses and classes fit if
/// there is space.
fn default_width(app: &App, column: DealColumn) -> f32 {
    /// Widths of the sort icon with its rank, and of the band icon.
    const SORT_ICON_WIDTH: f32 = 22.0;
    const BAND_ICON_WIDTH: f32 = 16.0;
    let lang = app.cx.lang();
    let width = |text: &str| fonts::text_width(text, TextStyle::body());
    let header_width = fonts::text_width(&column.label(lang, true), TextStyle::label()) + SORT_ICON_WIDTH;
    let content = match column {
        DealColumn::Name => return DEFAULT_NAME_WIDTH,
        DealColumn::Status | DealColumn::Class => {
            return full_width(app, column).max(header_width + 2.0 * PAD);
        }
        DealColumn::Owner => width(&Messages::new(lang).get("owner-none")).max(MIN_OWNER_WIDTH),
        DealColumn::Star => width("★"),
        DealColumn::Labels | DealColumn::Followup => width("88/88 Relancer le prêteur") + BAND_ICON_WIDTH,
        DealColumn::Age => {
            let unit = app.cx.age_clock().unit();
            width(&date::range_with_unit(lang, 888, None, unit)) + BAND_ICON_WIDTH
        }
        DealColumn::Id => f32::from(app.table.column_width(column, &app.cx)) * COLUMN_UNIT,
        DealColumn::Kpi(key) => {
            let amount = |value: i64| {
                let currency = app.cx.options().currency.as_deref();
                vocabulary::kpi_value_compact(lang, key.name(), value.into(), currency)
            };
            match vocabulary::metric(key.name()).map(|kpi| kpi.unit) {
                // The footer shows a sum sign before the amount.
                Some(MetricUnit::Money) => width(&amount(888_800_000)) + BAND_ICON_WIDTH,
                Some(MetricUnit::Multiple) => width("88,88x") + BAND_ICON_WIDTH,
                _ => width("88,88 %") + BAND_ICON_WIDTH,
            }
        }
    };
    (content.max(header_width) + 2.0 * PAD).ceil()
}

/// Gives the remaining space to the columns without a user-set width: to each what its longest text needs, then to the
/// first.
fn distribute(app: &App, widths: &mut [f32], available: f32) {
    let mut spare = available - widths.iter().sum::<f32>();
    let table = &app.table;
    let full_widths = table.columns.iter().map(|column| full_width(app, *column));
    // The first column is last here, because it has had its part.
    for (at, text_width) in full_widths.enumerate().skip(1).chain([(0, MAX_FIRST_AMPLE)]) {
        let has_user_width =
            table.columns.get(at).is_none_or(|column| table.widths.contains_key(column.name()));
        if let (false, Some(width)) = (has_user_width, widths.get_mut(at)) {
            let growth = (text_width - *width).min(spare).max(0.0).floor();
            *width += growth;
            spare -= growth;
        }
    }
}

/// Returns the width of a column with its longest text, or zero if unknown.
fn full_width(app: &App, column: DealColumn) -> f32 {
    let (code_kind, icon_width) = match column {
        DealColumn::Status => (CodeKind::DealStatus, STATUS_ICON_WIDTH),
        DealColumn::Class => (CodeKind::AssetClass, 18.0),
        _ => return 0.0,
    };
    let codes = code_kind.codes().iter();
    longest_text_width(codes.map(|code| vocabulary::label(app.cx.lang(), code_kind, code.code))) + icon_width
}

/// Returns the width of the status column with short names.
fn short_status_width(app: &App) -> f32 {
    let codes = CodeKind::DealStatus.codes().iter();
    longest_text_width(codes.map(|code| vocabulary::deal_status_short(app.cx.lang(), code.code)))
        + STATUS_ICON_WIDTH
}

/// Returns the width of a cell with the longest of some texts.
fn longest_text_width<'a>(texts: impl Iterator<Item = std::borrow::Cow<'a, str>>) -> f32 {
    let width = texts.map(|text| fonts::text_width(&text, TextStyle::body()));
    width.fold(0.0, f32::max).ceil() + 2.0 * PAD
}

/// Returns the width of the empty space after the last column.
pub(super) fn empty_width(widths: &[f32], available: f32) -> f32 {
    (available - widths.iter().sum::<f32>()).max(0.0)
}

/// Returns the scroll position, aligned to a column border, that shows a column in full; `None` if it is visible.
pub(super) fn scroll_to_column(widths: &[f32], column: usize, now: f32, available: f32) -> Option<f32> {
    let (pinned, scrolled) = widths.split_first()?;
    let available = available - pinned;
    let column_x: f32 = scrolled.iter().take(column.checked_sub(1)?).sum();
    let right = column_x + scrolled.get(column - 1)?;
    if column_x < now - 0.5 {
        return Some(column_x);
    }
    if right <= now + available + 0.5 || column_x <= now + 0.5 {
        return None;
    }
    let mut edge = 0.0;
    let edges = scrolled.iter().map(|width| {
        let at = edge;
        edge += width;
        at
    });
    let fits = |at: &f32| right - at <= available + 0.5;
    Some(edges.take(column).find(fits).unwrap_or(column_x))
}

/// Returns the width of the band icon before a number; the terminal draws it in the gap between columns.
fn band_icon_width(column: DealColumn) -> f32 {
    if matches!(column, DealColumn::Kpi(_)) { 20.0 } else { 0.0 }
}

/// Returns the widths in terminal columns, as stored.
pub(super) fn to_columns(app: &App, widths: &[f32]) -> Vec<(DealColumn, u16)> {
    let columns = app.table.columns.iter().zip(widths).enumerate();
    columns.map(|(at, (column, width))| (*column, column_count(*column, at, *width))).collect()
}

/// Returns the number of terminal columns for a column's text of a width in points.
fn column_count(column: DealColumn, at: usize, width: f32) -> u16 {
    let text = width - band_icon_width(column) - if at == 0 { CHECKBOX_SPACE } else { 0.0 };
    (text / COLUMN_UNIT).round().clamp(1.0, 200.0) as u16
}

/// Returns the columns for egui's table, including the empty space after them.
pub(super) fn egui_columns(app: &App, widths: &[f32], available: f32) -> Vec<egui_table::Column> {
    let egui_column = |(column, width): (&DealColumn, &f32)| {
        egui_table::Column::new(*width)
            .range(MIN_COLUMN_WIDTH..=MAX_COLUMN_WIDTH)
            .resizable(false)
            .id(Id::unique(("column", column.name())))
    };
    let after = egui_table::Column::new(empty_width(widths, available))
        .range(0.0..=f32::INFINITY)
        .resizable(false)
        .id(empty_space_id());
    let columns = app.table.columns.iter().zip(widths).map(egui_column);
    columns.chain([after]).collect()
}

/// Returns the id of the empty space after the last column.
fn empty_space_id() -> Id {
    Id::unique(("column", "empty"))
}

/// Sets the widths in egui's table, except during a drag.
pub(super) fn apply_widths(ui: &Ui, id: Id, app: &App, widths: &[f32], available: f32) {
    let is_dragging = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
    if is_dragging && TableState::load(ui, id).is_some() {
        return;
    }
    let mut state = TableState::default();
    for (column, width) in app.table.columns.iter().zip(widths) {
        state.col_widths.insert(Id::unique(("column", column.name())), *width);
    }
    state.col_widths.insert(empty_space_id(), empty_width(widths, available));
    state.store(ui, id);
}

/// Applies the width to which the user drags a column: in points during the drag, rounded to terminal columns at its
/// end.
pub(super) fn apply_resize(ui: &Ui, id: Id, frame: &mut FrameCtx<'_>, previous: &[f32]) {
    let Some((column, item_width)) = frame.state.table.resized_column else {
        return;
    };
    let Some(at) = frame.app.table.columns.iter().position(|candidate| *candidate == column) else {
        frame.state.table.resized_column = None;
        return;
    };
    if ui.input(|input| input.pointer.any_down()) {
        let mut state = TableState::load(ui, id).unwrap_or_default();
        state.col_widths.insert(Id::unique(("column", column.name())), item_width);
        state.store(ui, id);
        return;
    }
    frame.state.table.resized_column = None;
    if previous.get(at).is_some_and(|previous| (item_width - previous).abs() >= 0.5) {
        let width = column_count(column, at, item_width);
        frame.request(Action::ResizeColumn { column, width });
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
    fn default_columns_fit_the_design_window_unless_resized() {
        for lang in Lang::ALL {
            let mut app = app(lang);
            let at = |app: &App, column| app.table.columns.iter().position(|candidate| *candidate == column);
            let class = at(&app, DealColumn::Class).unwrap();
            let widths = column_widths(&app, 1440.0 - 216.0);
            assert_eq!(widths.len(), 10);
            let sum: f32 = widths.iter().sum();
            assert!(sum <= 1224.5, "{sum}: {widths:?}");
            assert!(widths[class] >= full_width(&app, DealColumn::Class), "{widths:?}");
            let (column, width) = (DealColumn::Class, 12);
            app.dispatch(Action::ResizeColumn { column, width }, Timestamp::UNIX_EPOCH);
            let class_width = column_widths(&app, 1700.0)[class];
            assert!(
                (class_width - 12.0 * COLUMN_UNIT).abs() < 0.5,
                "the user's width must be kept: {class_width}"
            );
        }
    }

    #[test]
    fn status_labels_are_complete_before_names_get_extra_width() {
        let app = app(Lang::Fr);
        let at = app.table.columns.iter().position(|candidate| *candidate == DealColumn::Status);
        let widths = column_widths(&app, 1440.0 - 216.0);
        assert!(
            widths[0] <= RESERVED_NAME_WIDTH + 1.0
                || widths[at.unwrap()] >= full_width(&app, DealColumn::Status),
            "{widths:?}"
        );
        let width = |code: &str| {
            let label = vocabulary::deal_status(Lang::Fr, code);
            fonts::text_width(&label, TextStyle::body()) + STATUS_ICON_WIDTH + 2.0 * PAD
        };
        for code in ["screening", "due_diligence"] {
            assert!(widths[at.unwrap()] >= width(code), "{code}: {widths:?}");
        }
    }

    #[test]
    fn narrow_table_reserves_width_for_names_and_one_column() {
        let app = app(Lang::Fr);
        for available in [270.0, 320.0, 400.0, 600.0] {
            let first = column_widths(&app, available)[0];
            let min_width = (available - NARROW_COLUMN_WIDTH).min(MIN_NAME_WIDTH);
            assert!(first >= min_width.floor(), "{first} of {available}");
            assert!(
                first <= available - NARROW_COLUMN_WIDTH,
                "expected space for a column beside names: {first} of {available}"
            );
        }
    }

    #[test]
    fn table_scrolls_to_column_edges_only_as_needed() {
        let widths = [200.0, 100.0, 150.0, 80.0, 120.0];
        // 250 points for the scrolled columns: the first two.
        assert_eq!(scroll_to_column(&widths, 2, 0.0, 450.0), None, "in sight");
        assert_eq!(scroll_to_column(&widths, 3, 0.0, 450.0), Some(100.0));
        assert_eq!(scroll_to_column(&widths, 4, 0.0, 450.0), Some(250.0));
        assert_eq!(scroll_to_column(&widths, 1, 100.0, 450.0), Some(0.0));
        assert_eq!(scroll_to_column(&widths, 0, 100.0, 450.0), None, "pinned");
        assert_eq!(scroll_to_column(&widths, 2, 30.0, 300.0), Some(100.0), "wider than the area");
        assert_eq!(scroll_to_column(&widths, 2, 100.0, 300.0), None, "already scrolled to it");
        assert!(empty_width(&widths, 450.0).abs() < 0.1);
        assert!((empty_width(&widths, 1000.0) - 350.0).abs() < 0.1);
        assert!(empty_width(&widths, 250.0).abs() < 0.1);
    }

    #[test]
    fn owner_column_fits_the_no_owner_text_until_resized() {
        for lang in Lang::ALL {
            let mut app = app(lang);
            let at = app.table.columns.iter().position(|candidate| *candidate == DealColumn::Owner);
            let owner_text = Messages::new(lang).get("owner-none");
            let item_width = column_widths(&app, 1280.0)[at.unwrap()];
            let needed = fonts::text_width(&owner_text, TextStyle::body()) + 2.0 * PAD;
            assert!(item_width >= needed, "{owner_text}: {item_width}");
            let (column, width) = (DealColumn::Owner, 6);
            app.dispatch(Action::ResizeColumn { column, width }, Timestamp::UNIX_EPOCH);
            let item_width = column_widths(&app, 1280.0)[at.unwrap()];
            assert!((item_width - 6.0 * COLUMN_UNIT).abs() < 0.5, "{item_width}");
        }
    }
}
