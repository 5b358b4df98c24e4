//! `check`: deals whose metrics break an arithmetic check, the contract's range or a threshold.

use encours_core::contract::models::kpi::{KpiKey, KpiSnapshot};
use encours_core::contract::{Fields, Record};
use encours_core::error::Error;
use encours_core::vocabulary::kpi_checks::KpiFault;

use super::super::super::CommandResult;
use super::super::super::args::CheckArgs;
use super::super::super::context::CommandContext;
use super::super::super::output::OutputKind;
use super::super::super::session::Session;
use super::super::walk_warnings::warn_incomplete;
use super::list;

/// `check`
pub async fn check(context: &mut CommandContext, session: &Session, args: &CheckArgs) -> CommandResult {
    let (_, query) = list::view_and_query(context, session, (&args.view, &args.query))?;
    let (deals, findings) = list::load_matching(context, session, query.as_ref(), "check").await?;
    let by_deal: Vec<_> = deals.iter().map(|deal| deal_faults(context, deal)).collect();
    let faulty = by_deal.iter().filter(|faults| !faults.is_empty()).count();
    let mut faults: Vec<_> = by_deal.into_iter().flatten().collect();
    // As on the screen.
    faults.sort_by_cached_key(|(_, fault)| fault.rank());
    let records = faults.into_iter().map(|(deal, fault)| fault_record(context, deal, &fault));
    let records = records.collect::<Result<Vec<_>, _>>()?;
    let mut rows = context.out.list(OutputKind::KpiFault);
    rows.push_page(records)?;
    rows.finish()?;
    let counts = [("n", faulty.into()), ("total", deals.len().into())];
    context.report.remark(&context.report.messages().with("cli-check-result", &counts));
    warn_incomplete(context, &findings)
}

/// Returns the failed checks of a deal and the metrics beyond their thresholds.
fn deal_faults<'a>(context: &CommandContext, deal: &'a Record) -> Vec<(&'a Record, KpiFault)> {
    let Some(kpi) = deal.object("kpi_snapshot").map(KpiSnapshot::new) else { return Vec::new() };
    let faults = KpiFault::all(|key| kpi.value(KpiKey::from_name(key)?), &context.thresholds);
    faults.into_iter().map(|fault| (deal, fault)).collect()
}

/// Returns the row of a fault.
fn fault_record(context: &CommandContext, deal: &Record, fault: &KpiFault) -> Result<Record, Error> {
    let kpi = deal.object("kpi_snapshot").map(KpiSnapshot::new);
    let mut row = Fields::new();
    row.set("name", &deal.raw("name")).set("status", &deal.raw("status"));
    row.set_text("metric", fault.key).set_text("check", fault.check());
    if let Some(received) = KpiKey::from_name(fault.key).and_then(|key| kpi?.num(key)) {
        row.set_num("received", &received);
    }
    match fault.expected {
        Some(expected) => row.set_json("expected", &expected.normalize().to_string())?,
        None => row.set_null("expected"),
    };
    row.set_text("text", &fault.full_text(context.report.messages(), None)).set("deal_id", &deal.raw("id"));
    Ok(row.to_record()?)
}
