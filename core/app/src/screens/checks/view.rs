//! Text of the checks: the list and the export.

use crate::dataset::faulty_deals::{FaultLine, FaultyDeals};
use crate::foundation::presentation::picker_view::{LineIcon, PickerView, picker_line};
use crate::model::worksheet::Worksheet;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages};
use crate::vocabulary::{Band, kpi_short};

/// Builds the list of the checks, each with its deals.
pub(crate) fn checks_picker(app: &App) -> PickerView {
    let (messages, found) = (Messages::new(app.cx.lang()), app.pipeline.faulty());
    let currency = app.cx.options().currency.as_deref();
    let line = |line: FaultLine<'_>| match line {
        FaultLine::Check(check) => {
            let (key, mark) = if check.is_threshold {
                ("checks-threshold", LineIcon::Severity(Band::Alert))
            } else {
                ("checks-arithmetic", LineIcon::Failed)
            };
            let name = messages.with(key, &[("name", kpi_short(app.cx.lang(), check.key).into())]);
            let shown = check.faults.len().min(FaultyDeals::MAX_LISTED);
            let count = [("n", MessageArg::from(check.deals)), ("shown", MessageArg::from(shown))];
            let is_cut = shown < check.faults.len();
            picker_line(
                mark,
                &name,
                &messages.with(if is_cut { "checks-deals-first" } else { "view-deals" }, &count),
            )
        }
        FaultLine::Fault(ix, fault) => {
            let name = found.table.row(ix).map_or("", |row| row.name);
            // The window has the mark of a check as an indent.
            let indent = if app.cx.options().split_view { "" } else { "  " };
            picker_line(LineIcon::None, &format!("{indent}{name}"), &fault.full_text(messages, currency))
        }
    };
    let counts = [("n", MessageArg::from(found.count())), ("total", MessageArg::from(found.table.len()))];
    let mut summary = vec![messages.with("checks-summary", &counts)];
    if found.count() > 0 {
        summary.push(messages.get("checks-hint").into_owned());
    }
    let title = messages.get("checks-title").into_owned();
    PickerView::complete(title, summary, found.lines().map(line).collect())
}

/// Builds the table of the checks. The names of columns match `encours check`.
pub(crate) fn checks_worksheet(app: &App) -> Worksheet {
    let messages = Messages::new(app.cx.lang());
    Worksheet::from_columns(
        "checks",
        app.pipeline.faulty().faults(),
        &[
            ("deal_id", &|(row, _)| row.service_id().into()),
            ("name", &|(row, _)| row.name.into()),
            ("status", &|(row, _)| row.status.into()),
            ("metric", &|(_, fault)| fault.key.into()),
            ("check", &|(_, fault)| fault.check().into()),
            ("received", &|(_, fault)| fault.received.into()),
            ("expected", &|(_, fault)| fault.expected.into()),
            ("text", &|(_, fault)| (&*fault.full_text(messages, None)).into()),
        ],
    )
}
