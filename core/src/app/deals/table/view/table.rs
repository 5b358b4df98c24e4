//! The table in words: heads, the rows in sight, the foot. Only what is asked for is built.

use std::ops::Range;

use crate::app::deals::pipeline::view::staleness;
use crate::app::foundation::presentation::write_mark::WriteMark;
use crate::app::deals::pipeline::view::match_highlight;
use crate::app::deals::table::cell_text::text;
use crate::app::foundation::cx::overlay_types::Lanes;
use crate::app::foundation::dataset::column::{Column, SortKey};
use crate::app::foundation::dataset::staleness::Heat;
use crate::app::shell::app::App;
use crate::contract::ids::DealId;
use crate::engine::DealRow;
use crate::text::{Arg, Clean, Words, number};
use crate::vocabulary::{self, Band};

pub use super::totals::{FootCell, FootView, foot};

/// The head of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadCell {
    /// Which column.
    pub column: Column,
    /// Its name in full.
    pub label: String,
    /// Its name where room is short.
    pub short: String,
    /// Its name where not even that fits.
    pub shortest: String,
    /// Its place among the keys of the order, from 1, and whether it falls; `None` if it is none of them.
    pub sort: Option<(usize, bool)>,
    /// Whether it has the focus.
    pub focused: bool,
}

impl HeadCell {
    /// The sign of the order: an arrow, with its place where there are several keys.
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

/// Every head, in the order of the columns.
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

/// What a cell shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Its text, or the word for what was not provided.
    pub text: Clean,
    /// The same in fewer letters, where there are such; else empty.
    pub short: Clean,
    /// The letters that the filter found, as bytes of the text.
    pub found: Vec<Range<usize>>,
    /// Its band, for a number that has limits.
    pub band: Option<Band>,
    /// The status code, for its ring.
    pub status: Option<String>,
    /// The class code, for its swatch.
    pub class: Option<String>,
    /// How hot it is, for an age that is too long.
    pub heat: Option<Heat>,
    /// Whether nothing was received.
    pub missing: bool,
    /// Whether it is a number outside the range that the contract states.
    pub outside: bool,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// The deal.
    pub id: DealId,
    /// Its place among the rows.
    pub place: usize,
    /// Its cells, one for each column.
    pub cells: Vec<Cell>,
    /// The write that waits for it.
    pub write: Option<WriteMark>,
    /// Whether it is selected.
    pub selected: bool,
    /// Whether it has the focus.
    pub focused: bool,
}

/// The rows whose places are in `range`.
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
            Column::Age => crate::app::deals::pipeline::view::staleness::heat(app, row),
            _ => None,
        },
        missing: false,
        outside: match column {
            Column::Kpi(key) => row.number(key).is_some_and(|value| !key.accepts(value)),
            _ => false,
        },
    }
}

/// The exact value of the focused cell, where what is shown is rounded: `LTV 0.7504 exactly, alert (60% and 75%)`.
pub fn exact(app: &App) -> Option<String> {
    exact_of(
        app,
        &app.pipeline.focused_row(&app.cx)?,
        app.table.table().focused_column()?,
    )
}

/// The same of any cell.
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

/// The exact value alone: `LTV 0.7504 exactly`.
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

/// The order that the heads tell. In a terminal they have no room for one that nobody has asked for.
pub fn shown_order(app: &App) -> Vec<SortKey> {
    if app.cx.options().beside || !is_boards_own(app) {
        app.table.table_order(&app.pipeline)
    } else {
        Vec::new()
    }
}

/// Whether nobody has sorted anything.
fn is_boards_own(app: &App) -> bool {
    let look = app.pipeline.board_look();
    app.table.table().sort.is_empty() && look.order().is_none() && look.lanes == Lanes::None
}

/// The order in words: `sort LTV ↓, Name ↑`.
pub fn order(app: &App) -> String {
    let words = Words::new(app.cx.lang());
    if is_boards_own(app) {
        return words.get("sort-board").into_owned();
    }
    words.with("sort-by", &[("keys", Arg::from(order_keys(app)))])
}

/// The keys of the order alone: `LTV ↓, Name ↑`; those of the board while the table has none.
pub fn order_keys(app: &App) -> String {
    let one = |key: &SortKey| {
        let arrow = if key.descending { "↓" } else { "↑" };
        format!("{} {arrow}", key.column.label(app.cx.lang(), true))
    };
    let keys: Vec<String> = app.table.table_order(&app.pipeline).iter().map(one).collect();
    keys.join(", ")
}
