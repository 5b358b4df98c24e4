//! The figures of a custom dashboard. The contract leaves its body open, so it is shown as it was sent; where it names a
//! number of the portfolio that this client has read, the number stands beside its name.

use crate::app::App;
use crate::view::portfolio::{self, PortfolioView};
use crate::view::sheet::SheetLine;
use crate::view::text::Clean;

/// How many parts of a breakdown are named.
const MOST: usize = 4;

/// Puts the figures beside the names that stand for them.
pub(super) fn with_figures(app: &App, lines: &mut [SheetLine]) {
    let view = portfolio::portfolio(app);
    if view.empty {
        return;
    }
    for line in lines {
        if let Some(figure) = figure(&view, &line.note) {
            line.note = Clean::line(&format!("{} = {figure}", line.note));
        }
    }
}

/// The number that the contract's portfolio summary has under a name, in words.
fn figure(view: &PortfolioView, name: &str) -> Option<String> {
    let total = |at: usize| {
        let total = view.totals.get(at)?;
        Some(total.exact.clone().unwrap_or_else(|| total.value.clone()))
    };
    let parts = |at: usize| {
        let bars = &view.breakdowns.get(at)?.bars;
        let named: Vec<String> = bars
            .iter()
            .take(MOST)
            .map(|bar| format!("{} {}", bar.label, bar.count))
            .collect();
        let more = if bars.len() > MOST { ", …" } else { "" };
        Some(format!("{}{more}", named.join(", ")))
    };
    match name {
        "total_operations" => total(0),
        "total_nominal" => total(1),
        "total_fonds" => total(2),
        "total_spvs" => total(3),
        "total_operateurs" => total(4),
        "operations_by_status" => parts(0),
        "operations_by_classe_actif" => parts(1),
        "operations_by_type_investissement" => parts(2),
        _ => None,
    }
}
