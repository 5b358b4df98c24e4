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
use super::{list, views};

/// `check`
pub async fn check(context: &mut CommandContext, session: &Session, args: &CheckArgs) -> CommandResult {
    let view = args.view.as_deref().map(|name| views::find_view(session, name)).transpose()?;
    let viewed = view.as_ref().map(|view| view.query.as_str());
    let query = list::combined_query(context, session, viewed, args.query.as_deref())?;
    let (deals, findings) = list::load_matching(context, session, query.as_ref(), "check").await?;
    let by_deal = deals.iter().map(|deal| deal_faults(context, deal)).collect::<Result<Vec<_>, _>>()?;
    let faulty = by_deal.iter().filter(|faults| !faults.is_empty()).count();
    let mut rows = context.out.list(OutputKind::KpiFault);
    rows.push_page(by_deal.into_iter().flatten())?;
    rows.finish()?;
    let counts = [("n", faulty.into()), ("total", deals.len().into())];
    context.report.remark(&context.report.messages().with("cli-check-result", &counts));
    warn_incomplete(context, &findings)
}

/// Returns a row for each failed check of a deal, then for each metric beyond its threshold.
fn deal_faults(context: &CommandContext, deal: &Record) -> Result<Vec<Record>, Error> {
    let Some(kpi) = deal.object("kpi_snapshot").map(KpiSnapshot::new) else { return Ok(Vec::new()) };
    let row = |fault: KpiFault| {
        let mut row = Fields::new();
        row.set("name", &deal.raw("name")).set("status", &deal.raw("status"));
        row.set_text("metric", fault.key).set_text("check", fault.check());
        if let Some(received) = KpiKey::from_name(fault.key).and_then(|key| kpi.num(key)) {
            row.set_num("received", &received);
        }
        match fault.expected {
            Some(expected) => row.set_json("expected", &expected.normalize().to_string())?,
            None => row.set_null("expected"),
        };
        row.set_text("text", &fault.full_text(context.report.messages(), None))
            .set("deal_id", &deal.raw("id"));
        Ok(row.to_record()?)
    };
    let faults = KpiFault::all(|key| kpi.value(KpiKey::from_name(key)?), &context.thresholds);
    faults.into_iter().map(row).collect()
}
