//! Text of the selection: count, hidden and collapsed deals, and their sum.

use crate::contract::models::kpi::KpiKey;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, number};
use crate::vocabulary;

/// Text of the selection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SelectionView {
    /// Count of the selection, including a range in progress: `3 selected`.
    pub count: String,
    /// `1 hidden by the filter`; empty if there are none.
    pub hidden: String,
    /// `3 of them in collapsed columns`; empty if there are none.
    pub collapsed: String,
    /// `Σ principal 38.1m (3 of 3)`; empty if none was received.
    pub sum: String,
}

/// Returns the selection as of now; `None` if nothing is selected.
pub fn selection_text(app: &App) -> Option<SelectionView> {
    if app.pipeline.selection().is_empty() {
        return None;
    }
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let summary = app.selection_summary();
    let count_text = |key: &str, n: usize| messages.with(key, &[("n", MessageArg::from(n))]);
    let count_if_any = |key: &str, n: usize| if n > 0 { count_text(key, n) } else { String::new() };
    let sum = summary.principal.map(|principal| {
        let args = [
            ("name", MessageArg::from(vocabulary::kpi_short(lang, KpiKey::CrdTotal.name()))),
            (
                "sum",
                MessageArg::from(number::money_compact(
                    lang,
                    principal,
                    app.cx.options().currency.as_deref(),
                )),
            ),
            ("part", MessageArg::from(number::integer(lang, summary.covered as u64))),
            ("total", MessageArg::from(number::integer(lang, summary.count as u64))),
        ];
        messages.with("selection-sum", &args)
    });
    Some(SelectionView {
        count: if app.pipeline.selection().has_anchor() {
            count_text("selection-range", summary.count)
        } else {
            count_text("selection-count", summary.count)
        },
        hidden: count_if_any("selection-hidden", summary.hidden),
        collapsed: count_if_any("selection-collapsed", app.table.selected_collapsed(&app.pipeline, &app.cx)),
        sum: sum.unwrap_or_default(),
    })
}
