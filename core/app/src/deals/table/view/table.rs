//! Text of the table: heads, visible rows and totals; only requested parts are built.

use std::ops::Range;

use crate::contract::ids::DealId;
use crate::dataset::column::{Column, SortKey};
use crate::dataset::staleness::Heat;
use crate::deals::pipeline::view::match_highlight;
use crate::deals::table::cell_text::text;
use crate::foundation::cx::overlay_types::Lanes;
use crate::foundation::presentation::write_mark::WriteMark;
use crate::model::table::DealRow;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, number};
use crate::vocabulary::{self, Band};

pub use super::totals::{FootCell, FootView, foot};

/// Head of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadCell {
    /// Name of the checksum column.
    pub column: Column,
    /// Full name.
    pub label: String,
    /// Short name, for narrow columns.
    pub short: String,
    /// Shortest name, for the narrowest columns.
    pub shortest: String,
    /// Position among the sort keys, from 1, and whether it descends; `None` if it is not a sort key.
    pub sort: Option<(usize, bool)>,
    /// True if the column has the focus.
    pub focused: bool,
}

impl HeadCell {
    /// Returns the sort mark: an arrow, with the position if there are several keys.
    pub fn sort_mark(&self, keys: usize) -> String {
        match self.sort {
            None => String::new(),
            Some((place, falling)) => {
                let arrow = if falling { "↓" } else { "↑" };
                if keys > 1 {
                    format!("{arrow}{place}")
                } else {
                    arrow.to_owned()
                }
            }
        }
    }
}

/// Returns the heads in column order.
pub fn heads(app: &App) -> Vec<HeadCell> {
    let table = app.table.table();
    let order = shown_order(app);
    let place = |column: Column| {
        let at = order.iter().position(|key| key.column == column)?;
        Some((at + 1, order.get(at)?.descending))
    };
    let one = |(at, column): (usize, &Column)| HeadCell {
        column: *column,
        label: column.label(app.cx.lang(), false),
        short: column.label(app.cx.lang(), true),
        shortest: match column {
            Column::Age => Words::new(app.cx.lang()).get("field-age-shortest").into_owned(),
            Column::Class => Words::new(app.cx.lang()).get("field-class-shortest").into_owned(),
            Column::Owner => Words::new(app.cx.lang()).get("field-owner-shortest").into_owned(),
            Column::Kpi(crate::contract::models::kpi::KpiKey::DebtYield) => Words::new(app.cx.lang())
                .get("kpi-debt_yield-shortest")
                .into_owned(),
            other => other.label(app.cx.lang(), true),
        },
        sort: place(*column),
        focused: at == table.column,
    };
    table.columns.iter().enumerate().map(one).collect()
}

/// Content of a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Text, or the text for a missing value.
    pub text: Clean,
    /// Shorter text, if there is one; else empty.
    pub short: Clean,
    /// Byte ranges of the text that match the filter.
    pub found: Vec<Range<usize>>,
    /// Band of a number that has limits.
    pub band: Option<Band>,
    /// Status code, for the ring.
    pub status: Option<String>,
    /// Class code, for the swatch.
    pub class: Option<String>,
    /// Heat of an age that is too long.
    pub heat: Option<Heat>,
    /// True if nothing was received.
    pub missing: bool,
    /// True for a number outside the range of the contract.
    pub outside: bool,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Deal id.
    pub id: DealId,
    /// Index of the row.
    pub place: usize,
    /// Cells, one per column.
    pub cells: Vec<Cell>,
    /// Mark of its pending write.
    pub write: Option<WriteMark>,
    /// True if the deal is selected.
    pub selected: bool,
    /// True if the column has the focus.
    pub focused: bool,
}

/// Returns the rows whose indices are in `range`.
pub fn rows(app: &App, range: Range<usize>) -> Vec<TableRow> {
    let all = app.table.table().rows();
    let end = range.end.min(all.len());
    let start = range.start.min(end);
    let rows = all.get(start..end).unwrap_or_default();
    rows.iter()
        .zip(start..)
        .filter_map(|(ix, place)| row(app, &app.cx.snapshot().deals.row(*ix)?, place))
        .collect()
}

fn row(app: &App, row: &DealRow<'_>, place: usize) -> Option<TableRow> {
    let id = DealId::new(row.id).ok()?;
    Some(TableRow {
        place,
        cells: app
            .table
            .table()
            .columns
            .iter()
            .map(|column| cell(app, row, *column))
            .collect(),
        write: row.pending.map(|state| WriteMark::shown(&app.cx, state)),
        selected: app.pipeline.selection().holds(row),
        focused: app.pipeline.board().cursor.deal.as_ref() == Some(&id),
        id,
    })
}

fn cell(app: &App, row: &DealRow<'_>, column: Column) -> Cell {
    let Some(shown) = text(&app.cx, row, column) else {
        let words = Words::new(app.cx.lang());
        let absent = match column {
            Column::Name => "deal-unnamed",
            Column::Owner => "owner-none",
            _ => "absent-not-provided-short",
        };
        let short = match column {
            Column::Owner => Clean::line(&words.get("owner-none-short")),
            _ => Clean::default(),
        };
        return Cell {
            text: Clean::line(&words.get(absent)),
            short,
            missing: true,
            band: matches!(column, Column::Kpi(_)).then_some(Band::None),
            ..Cell::default()
        };
    };
    let text = Clean::line(&shown);
    let found = match column {
        Column::Name => match_highlight::in_name(app.pipeline.board().query(), &text),
        Column::Owner => match_highlight::in_owner(app.pipeline.board().query(), &text),
        _ => Vec::new(),
    };
    let bands = &app.cx.options().bands;
    Cell {
        text,
        found,
        band: match column {
            Column::Kpi(key) => row
                .number(key)
                .map(|value| bands.band(key.name(), value))
                .filter(|band| *band == Band::Outside || bands.limits(key.name()).is_some()),
            _ => None,
        },
        short: match column {
            Column::Status => Clean::line(&vocabulary::deal_status_short(app.cx.lang(), row.status)),
            Column::Class => Clean::line(&vocabulary::asset_class_short(app.cx.lang(), row.class)),
            Column::Kpi(key) => row.number(key).map_or_else(Clean::default, |value| {
                Clean::line(&vocabulary::kpi_value_rough(app.cx.lang(), key.name(), value))
            }),
            _ => Clean::default(),
        },
        status: (column == Column::Status).then(|| row.status.to_owned()),
        class: (column == Column::Class).then(|| row.class.to_owned()),
        heat: match column {
            Column::Age => crate::deals::pipeline::view::staleness::heat(app, row),
            _ => None,
        },
        missing: false,
        outside: match column {
            Column::Kpi(key) => row.number(key).is_some_and(|value| !key.accepts(value)),
            _ => false,
        },
    }
}

/// Returns the unrounded value of the focused cell: `LTV 0.7504 exactly, alert (60% and 75%)`.
pub fn exact(app: &App) -> Option<String> {
    exact_of(
        app,
        &app.pipeline.focused_row(&app.cx)?,
        app.table.table().focused_column()?,
    )
}

/// Returns the unrounded value of any cell, with its band.
pub fn exact_of(app: &App, row: &DealRow<'_>, column: Column) -> Option<String> {
    let Column::Kpi(key) = column else {
        return None;
    };
    let value = row.number(key)?;
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let said = exact_alone(app, row, key)?;
    let bands = &app.cx.options().bands;
    if bands.band(key.name(), value) == Band::Outside {
        let name = vocabulary::kpi_label(lang, key.name());
        let why = words.with("number-outside", &[("name", Arg::from(&*name))]);
        return Some(format!("{said} – {why}"));
    }
    let Some(limits) = bands.limits(key.name()) else {
        return Some(said);
    };
    let currency = app.cx.options().currency.as_deref();
    let shown = |value| vocabulary::kpi_value_compact(lang, key.name(), value, currency);
    let band = words.get(bands.band(key.name(), value).key()).into_owned();
    let args = [
        ("said", Arg::from(said)),
        ("band", Arg::from(band)),
        ("ok", Arg::from(shown(limits.ok))),
        ("watch", Arg::from(shown(limits.watch))),
    ];
    Some(words.with("table-exact-band", &args))
}

/// Returns the unrounded value without its band: `LTV 0.7504 exactly`.
pub fn exact_alone(
    app: &App,
    row: &DealRow<'_>,
    key: crate::contract::models::kpi::KpiKey,
) -> Option<String> {
    let exact = number::exact(app.cx.lang(), row.number(key)?);
    let name = vocabulary::kpi_short(app.cx.lang(), key.name()).into_owned();
    let args = [("name", Arg::from(name)), ("value", Arg::from(exact))];
    Some(Words::new(app.cx.lang()).with("table-exact", &args))
}

/// Returns the sort keys that the heads show. The terminal has no space for the default order.
pub fn shown_order(app: &App) -> Vec<SortKey> {
    if app.cx.options().beside || !is_boards_own(app) {
        app.table.table_order(&app.pipeline)
    } else {
        Vec::new()
    }
}

/// Returns whether the default order applies, without any sorting by the user.
fn is_boards_own(app: &App) -> bool {
    let look = app.pipeline.board_look();
    app.table.table().sort.is_empty() && look.order().is_none() && look.lanes == Lanes::None
}

/// Returns the order as text: `sort LTV ↓, Name ↑`.
pub fn order(app: &App) -> String {
    let words = Words::new(app.cx.lang());
    if is_boards_own(app) {
        return words.get("sort-board").into_owned();
    }
    words.with("sort-by", &[("keys", Arg::from(order_keys(app)))])
}

/// Returns the sort keys as text: `LTV ↓, Name ↑`; those of the board if the table has none.
pub fn order_keys(app: &App) -> String {
    let one = |key: &SortKey| {
        let arrow = if key.descending { "↓" } else { "↑" };
        format!("{} {arrow}", key.column.label(app.cx.lang(), true))
    };
    let keys: Vec<String> = app.table.table_order(&app.pipeline).iter().map(one).collect();
    keys.join(", ")
}
