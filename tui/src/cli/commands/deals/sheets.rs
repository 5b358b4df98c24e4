//! `deals frequency`, `deals describe` and `deals pivot`: summaries of deals, as on the screens.

use std::sync::Arc;

use encours_core::app::deals::table::sheets::content::SheetSource;
use encours_core::contract::{Fields, Record};
use encours_core::dataset::column::DealColumn;
use encours_core::dataset::grouping::Statistic;
use encours_core::dataset::sheets::Sheet;
use encours_core::dataset::sheets::pivot::PivotSpec;
use encours_core::error::Error;
use encours_core::model::table::RowIdx;

use super::super::super::args::OutputFormat;
use super::super::super::context::CommandContext;
use super::super::super::output::OutputKind;
use super::super::super::session::Session;
use super::super::super::{CommandResult, error_message};
use super::groups::deal_table;

/// Priorities of the columns of a description for being left out of a narrow terminal.
const DROP_PRIORITIES: [u8; 11] = [0, 0, 0, 5, 2, 4, 0, 4, 2, 1, 3];

/// Returns the pivot of two columns.
///
/// # Errors
/// Both are the same column.
pub(in super::super) fn pivot(
    rows: DealColumn,
    columns: DealColumn,
    figure: Option<(DealColumn, Statistic)>,
) -> Result<Sheet, Error> {
    if rows == columns {
        return Err(error_message::usage("usage-pivot-columns", &[("field", rows.name())]));
    }
    let (figure, statistic) = figure.map_or((None, Statistic::Total), |(figure, of)| (Some(figure), of));
    Ok(Sheet::Pivot(PivotSpec { rows, columns, figure, statistic }))
}

/// Prints a sheet of `deals`. `is_cached` is true if the deals are in the store, which knows their ages.
pub(super) fn print(
    context: &mut CommandContext,
    (session, is_cached): (&Session, bool),
    sheet: Sheet,
    deals: &[Record],
) -> CommandResult {
    let (deals, collation) = deal_table(context, (session, is_cached), deals)?;
    let deals = Arc::new(deals);
    let style = context.out.style().clone();
    let rows: Vec<RowIdx> = deals.rows().map(|row| row.ix).collect();
    let clock = style.age_clock();
    let source = SheetSource { deals: &deals, rows: &rows, collation, clock, currency: None };
    let table = source.sheet_table(&sheet);
    if style.format == OutputFormat::Table {
        let zeros = vec![0; table.columns.len()];
        let priorities = if sheet == Sheet::Describe { &DROP_PRIORITIES[..] } else { &zeros };
        context.out.texts(&table.record_table(), priorities)?;
    } else {
        let mut list = context.out.list(OutputKind::Sheet);
        for row in &table.rows {
            let mut fields = Fields::new();
            for (column, cell) in table.columns.iter().zip(row) {
                fields.set_raw(&column.field, cell.value.to_json());
            }
            list.push_page([fields.to_record()?])?;
        }
        list.finish()?;
    }
    table.notes.iter().for_each(|note| context.report.remark(note));
    Ok(())
}
