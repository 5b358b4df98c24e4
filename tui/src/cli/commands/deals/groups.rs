//! `deals list --group-by`: a row for each group and number, with its subtotals.

use encours_core::app::screens::views::saved_view::SavedView;
use encours_core::contract::{Fields, Record};
use encours_core::dataset::collation::Collation;
use encours_core::dataset::column::{DealColumn, SortKey};
use encours_core::dataset::grouping::{Grouping, Statistic};
use encours_core::dataset::groups::Groups;
use encours_core::engine::table_of;
use encours_core::model::table::DealTable;
use encours_core::model::worksheet::WorksheetCell;
use encours_core::store::Store;
use rust_decimal::Decimal;
use serde_json::value::RawValue;

use super::super::super::CommandResult;
use super::super::super::args::{ListArgs, OutputFormat};
use super::super::super::context::CommandContext;
use super::super::super::error_message;
use super::super::super::output::OutputKind;
use super::super::super::session::Session;
use super::super::flow::status_order;

/// Decimal places of means and shares.
const DECIMALS: u32 = 6;

/// Prints the subtotals of `deals`. `is_cached` is true if the deals are in the store, which knows their ages.
pub(super) fn print(
    context: &mut CommandContext,
    (session, is_cached): (&Session, bool),
    args: &ListArgs,
    (grouping, view): (&Grouping, Option<&SavedView>),
    deals: &[Record],
) -> CommandResult {
    let columns = columns(args)?;
    let (table, collation) = deal_table(context, (session, is_cached), deals)?;
    let clock = context.out.style().age_clock();
    let asked = args
        .sort
        .as_ref()
        .and_then(|sort| Some(SortKey { column: sort.field.parse().ok()?, descending: sort.descending }));
    let sort = asked.map_or_else(|| view.map_or_else(Vec::new, |view| view.sort.clone()), |key| vec![key]);
    let rows = table.rows().map(|row| row.ix).collect();
    let groups = Groups::compute(&table, rows, grouping, &sort, &collation, clock);
    let subtotals: Vec<_> =
        columns.iter().map(|column| groups.subtotals(&table, *column, Statistic::Median, clock)).collect();
    // Scripts add up the rows, so they get the innermost groups only.
    let is_for_people = context.out.style().format == OutputFormat::Table;
    let lowest = if is_for_people { 1 } else { grouping.columns.len() };
    let total = context.report.messages().get("sheet-total");
    let mut records = Vec::new();
    for (at, group) in groups.list.iter().enumerate().filter(|(_, group)| group.level >= lowest) {
        for (column, subtotals) in columns.iter().zip(&subtotals) {
            let mut fields = Fields::new();
            let codes = group.codes.iter().map(String::as_str).chain(std::iter::repeat(&*total));
            for (column, code) in grouping.columns.iter().zip(codes) {
                fields.set_text(column.name(), code);
            }
            let (subtotal, whole) = (&subtotals[at], &subtotals[0]);
            let share = |part: usize, all: usize| Decimal::from(part).checked_div(Decimal::from(all));
            fields
                .set("deals", &group.rows.len())
                .set_raw("share", number(share(group.rows.len(), groups.rows.len())))
                .set_text("metric", column.name())
                .set("covered", &subtotal.covered)
                .set_raw("sum", number(subtotal.sum))
                .set_raw("sum_share", number(Statistic::Share.value(subtotal, whole)))
                .set_raw("mean", number(subtotal.mean))
                .set_raw("median", number(subtotal.quartiles[2]))
                .set_raw("min", number(subtotal.quartiles[0]))
                .set_raw("max", number(subtotal.quartiles[4]))
                .set("outside", &subtotal.outside);
            records.push(fields.to_record()?);
        }
    }
    context.print_list(OutputKind::DealGroup, records)
}

/// Returns the deals as a table, and the order of its values.
pub(super) fn deal_table(
    context: &CommandContext,
    (session, is_cached): (&Session, bool),
    deals: &[Record],
) -> CommandResult<(DealTable, Collation)> {
    let is_cached = is_cached && !session.is_demo() && session.store_error().is_none();
    let cache = is_cached.then(|| session.store().map(Store::cache)).transpose()?;
    let style = context.out.style();
    let table = table_of(deals, cache, &style.zone)?;
    let (statuses, local_deals) = (status_order(context), style.local_deals.clone());
    Ok((table, Collation { lang: style.lang, statuses, local_deals }))
}

/// Returns the number columns that `--columns` names, or those of the table.
fn columns(args: &ListArgs) -> CommandResult<Vec<DealColumn>> {
    if args.columns.is_empty() {
        return Ok(DealColumn::standard().into_iter().filter(|column| column.is_number()).collect());
    }
    let column = |name: &String| {
        let column = name.parse().ok().filter(|column: &DealColumn| column.is_number());
        column.ok_or_else(|| error_message::usage("usage-group-columns", &[("field", name)]).into())
    };
    args.columns.iter().map(column).collect()
}

/// Returns a number without the digits that a division adds, or `null`.
fn number(value: Option<Decimal>) -> Box<RawValue> {
    WorksheetCell::from(value.map(|value| value.round_dp(DECIMALS).normalize())).to_json()
}
