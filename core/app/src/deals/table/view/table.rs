//! Text of the table: headers, visible rows and totals; only requested parts are built.

use std::ops::Range;

use crate::contract::ids::DealId;
use crate::dataset::column::{DealColumn, SortKey};
use crate::dataset::slowness::Slowness;
use crate::deals::pipeline::view::match_highlight;
use crate::deals::table::group_lines::TableLine;
use crate::deals::table::queries::cell_text;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::presentation::followup_mark::FollowupMark;
use crate::foundation::presentation::write_mark::WriteMark;
use crate::model::table::DealRow;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, number};
use crate::vocabulary::{self, Band};

use super::groups::{self, HeadingRow, grouping_text};
pub use super::totals::{FooterCell, FooterView, footer};

/// Head of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct HeaderCell {
    /// Name of the checksum column.
    pub column: DealColumn,
    /// Full name.
    pub label: String,
    /// Short name, for narrow columns.
    pub short: String,
    /// Shortest name, for the narrowest columns.
    pub shortest: String,
    /// Position among the sort keys, from 1, and whether it descends; `None` if it is not a sort key.
    pub sort_position: Option<(usize, bool)>,
    /// True if the column has the focus.
    pub focused: bool,
}

impl HeaderCell {
    /// Returns the sort mark: an arrow, with the position if there are several keys.
    pub fn sort_mark(&self, keys: usize) -> String {
        match self.sort_position {
            None => String::new(),
            Some((position, is_descending)) => {
                let arrow = if is_descending { "↓" } else { "↑" };
                if keys > 1 { format!("{arrow}{position}") } else { arrow.to_owned() }
            }
        }
    }
}

/// Returns the headers in column order.
pub fn header_cells(app: &App) -> Vec<HeaderCell> {
    let table = &app.table;
    let order = shown_order(app);
    let position = |column: DealColumn| {
        let at = order.iter().position(|key| key.column == column)?;
        Some((at + 1, order.get(at)?.descending))
    };
    let to_cell = |(at, column): (usize, &DealColumn)| HeaderCell {
        column: *column,
        label: column.label(app.cx.lang(), false),
        short: column.label(app.cx.lang(), true),
        shortest: match column {
            DealColumn::Age => Messages::new(app.cx.lang()).get("field-age-shortest").into_owned(),
            DealColumn::Class => Messages::new(app.cx.lang()).get("field-class-shortest").into_owned(),
            DealColumn::Owner => Messages::new(app.cx.lang()).get("field-owner-shortest").into_owned(),
            DealColumn::Kpi(crate::contract::models::kpi::KpiKey::DebtYield) => {
                Messages::new(app.cx.lang()).get("kpi-debt_yield-shortest").into_owned()
            }
            other => other.label(app.cx.lang(), true),
        },
        sort_position: position(*column),
        focused: at == table.column,
    };
    table.columns.iter().enumerate().map(to_cell).collect()
}

/// Content of a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableCell {
    /// Text, or the text for a missing value.
    pub text: SafeText,
    /// Shorter text, if there is one; else empty.
    pub short: SafeText,
    /// Byte ranges of the text that match the filter.
    pub matches: Vec<Range<usize>>,
    /// Band of a number that has limits.
    pub band: Option<Band>,
    /// Status code, for the ring.
    pub status: Option<String>,
    /// Class code, for the swatch.
    pub class: Option<String>,
    /// Degree of slowness of an age that is too long.
    pub slowness: Option<Slowness>,
    /// Mark of a follow-up that is due.
    pub followup: Option<FollowupMark>,
    /// True if nothing was received.
    pub missing: bool,
    /// True for a number outside the range of the contract.
    pub out_of_range: bool,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Deal id.
    pub id: DealId,
    /// Index of the row.
    pub index: usize,
    /// Cells, one per column.
    pub cells: Vec<TableCell>,
    /// Mark of its pending write.
    pub write: Option<WriteMark>,
    /// Mark of its follow-up, if no column shows it.
    pub followup: Option<FollowupMark>,
    /// True if the deal is starred, and no column shows it.
    pub starred: bool,
    /// True if the deal is selected.
    pub selected: bool,
    /// True if the column has the focus.
    pub focused: bool,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq)]
pub enum LineView {
    /// A deal.
    Deal(TableRow),
    /// Heading of a group.
    Heading(HeadingRow),
}

impl LineView {
    /// Returns the heading, unless the line is a deal.
    pub fn heading(&self) -> Option<&HeadingRow> {
        match self {
            Self::Heading(heading) => Some(heading),
            Self::Deal(_) => None,
        }
    }
}

/// Returns the lines whose indices are in `range`.
pub fn table_lines(app: &App, range: Range<usize>) -> Vec<LineView> {
    let end = range.end.min(app.table.line_count());
    let line = |index: usize| match app.table.line(index)? {
        TableLine::Deal(ix) => table_row(app, &app.cx.snapshot().deals.row(ix)?, index).map(LineView::Deal),
        TableLine::Heading(group) => groups::heading(app, group, index).map(LineView::Heading),
    };
    (range.start.min(end)..end).filter_map(line).collect()
}

fn table_row(app: &App, row: &DealRow<'_>, index: usize) -> Option<TableRow> {
    let id = DealId::new(row.id).ok()?;
    Some(TableRow {
        index,
        cells: app.table.columns.iter().map(|column| table_cell(app, row, *column)).collect(),
        write: row.pending.map(|state| WriteMark::current(&app.cx, state)),
        followup: FollowupMark::for_deal(&app.cx, row.id)
            .filter(|_| !app.table.columns.contains(&DealColumn::Followup)),
        starred: app.cx.local_deals().stars().contains(row.id)
            && !app.table.columns.contains(&DealColumn::Star),
        selected: app.pipeline.selection().contains(row),
        focused: app.pipeline.board().cursor.deal.as_ref() == Some(&id),
        id,
    })
}

fn table_cell(app: &App, row: &DealRow<'_>, column: DealColumn) -> TableCell {
    let Some(full) = cell_text(&app.cx, row, column) else {
        let messages = Messages::new(app.cx.lang());
        let absent = match column {
            DealColumn::Name => "deal-unnamed",
            DealColumn::Owner => "owner-none",
            DealColumn::Followup | DealColumn::Star | DealColumn::Labels => "followup-none",
            _ => "absent-not-provided-short",
        };
        let short = match column {
            DealColumn::Owner => SafeText::line(&messages.get("owner-none-short")),
            _ => SafeText::default(),
        };
        return TableCell {
            text: SafeText::line(&messages.get(absent)),
            short,
            missing: true,
            band: matches!(column, DealColumn::Kpi(_)).then_some(Band::None),
            ..TableCell::default()
        };
    };
    let text = SafeText::line(&full);
    let matches = match column {
        DealColumn::Name => match_highlight::name_matches(app.pipeline.board().query(), &text),
        DealColumn::Owner => match_highlight::owner_matches(app.pipeline.board().query(), &text),
        _ => Vec::new(),
    };
    let bands = &app.cx.options().thresholds;
    TableCell {
        text,
        matches,
        band: match column {
            DealColumn::Kpi(key) => row
                .number(key)
                .map(|value| bands.band(key.name(), value))
                .filter(|band| *band == Band::Outside || bands.limits(key.name()).is_some()),
            _ => None,
        },
        short: match column {
            DealColumn::Status => SafeText::line(&vocabulary::deal_status_short(app.cx.lang(), row.status)),
            DealColumn::Class => SafeText::line(&vocabulary::asset_class_short(app.cx.lang(), row.class)),
            DealColumn::Kpi(key) => row.number(key).map_or_else(SafeText::default, |value| {
                SafeText::line(&vocabulary::kpi_value_rounded(app.cx.lang(), key.name(), value))
            }),
            _ => SafeText::default(),
        },
        status: (column == DealColumn::Status).then(|| row.status.to_owned()),
        class: (column == DealColumn::Class).then(|| row.class.to_owned()),
        slowness: match column {
            DealColumn::Age => crate::deals::pipeline::view::slowness::slowness_of(app, row),
            _ => None,
        },
        followup: match column {
            DealColumn::Followup => FollowupMark::for_deal(&app.cx, row.id),
            _ => None,
        },
        missing: false,
        out_of_range: match column {
            DealColumn::Kpi(key) => row.number(key).is_some_and(|value| !key.accepts(value)),
            _ => false,
        },
    }
}

/// Returns the unrounded value of the focused cell: `LTV 0.7504 exactly, alert (60% and 75%)`.
pub fn exact_focused(app: &App) -> Option<String> {
    exact_cell(app, &app.pipeline.focused_row(&app.cx)?, app.table.focused_column()?)
}

/// Returns the unrounded value of any cell, with its band.
pub fn exact_cell(app: &App, row: &DealRow<'_>, column: DealColumn) -> Option<String> {
    let DealColumn::Kpi(key) = column else {
        return None;
    };
    let value = row.number(key)?;
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let exact_text = exact_without_band(app, row, key)?;
    let bands = &app.cx.options().thresholds;
    if bands.band(key.name(), value) == Band::Outside {
        let name = vocabulary::kpi_label(lang, key.name());
        let note = messages.with("number-outside", &[("name", MessageArg::from(&*name))]);
        return Some(format!("{exact_text} – {note}"));
    }
    let Some(limits) = bands.limits(key.name()) else {
        return Some(exact_text);
    };
    let currency = app.cx.options().currency.as_deref();
    let limit_text = |value| vocabulary::kpi_value_compact(lang, key.name(), value, currency);
    let band = messages.get(bands.band(key.name(), value).key()).into_owned();
    let args = [
        ("said", MessageArg::from(exact_text)),
        ("band", MessageArg::from(band)),
        ("ok", MessageArg::from(limit_text(limits.ok))),
        ("watch", MessageArg::from(limit_text(limits.watch))),
    ];
    Some(messages.with("table-exact-band", &args))
}

/// Returns the unrounded value without its band: `LTV 0.7504 exactly`.
pub fn exact_without_band(
    app: &App,
    row: &DealRow<'_>,
    key: crate::contract::models::kpi::KpiKey,
) -> Option<String> {
    let exact = number::exact(app.cx.lang(), row.number(key)?);
    let name = vocabulary::kpi_short(app.cx.lang(), key.name()).into_owned();
    let args = [("name", MessageArg::from(name)), ("value", MessageArg::from(exact))];
    Some(Messages::new(app.cx.lang()).with("table-exact", &args))
}

/// Returns the sort keys that the headers show. The terminal has no space for the default order.
pub fn shown_order(app: &App) -> Vec<SortKey> {
    if app.cx.options().split_view || !is_default_order(app) {
        app.table.table_order(&app.pipeline)
    } else {
        Vec::new()
    }
}

/// Returns whether the default order applies, without any sorting by the user.
fn is_default_order(app: &App) -> bool {
    let layout = app.pipeline.board_layout();
    let has_order = layout.order().is_some() || !app.pipeline.board().query().order().is_empty();
    app.table.sort.is_empty() && !has_order && layout.swimlanes == Swimlanes::None
}

/// Returns the order as text: `sort LTV ↓, Name ↑`.
pub fn order_text(app: &App) -> String {
    let messages = Messages::new(app.cx.lang());
    if is_default_order(app) && grouping_text(app).is_empty() {
        return messages.get("sort-board").into_owned();
    }
    messages.with("sort-by", &[("keys", MessageArg::from(order_keys_text(app)))])
}

/// Returns the grouping and the sort keys as text: `Status · LTV ↓, Name ↑`; the keys are those of the board if the
/// table has none.
pub fn order_keys_text(app: &App) -> String {
    let key_text = |key: &SortKey| {
        let arrow = if key.descending { "↓" } else { "↑" };
        format!("{} {arrow}", key.column.sort_label(app.cx.lang()))
    };
    let keys: Vec<String> = app.table.table_order(&app.pipeline).iter().map(key_text).collect();
    let grouping = Some(grouping_text(app)).filter(|text| !text.is_empty());
    grouping.into_iter().chain([keys.join(", ")]).collect::<Vec<_>>().join(" · ")
}
