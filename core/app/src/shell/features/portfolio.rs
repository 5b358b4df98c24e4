//! `App` methods for the portfolio.

use crate::dataset::breakdown;
use crate::dataset::breakdown::Breakdown;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::step::cycle;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::open_json::code_name;
use crate::screens::explorer::rows::filter_name;
use crate::screens::portfolio::focus;
use crate::screens::portfolio::portfolio::{Chart, LegendAction, TREND_PANE};
use crate::shell::app::App;
use std::collections::BTreeSet;
use std::time::Duration;

impl App {
    /// Opens the operations that the focused bar counts in the explorer.
    pub(crate) fn open_bar(&mut self) -> Vec<Effect> {
        self.cx.focused_bar().map_or_else(Vec::new, |(breakdown, code)| self.drill_into(breakdown, &code))
    }

    /// Opens the operations that a bar counts in the explorer. Every breakdown counts operations.
    pub(crate) fn drill_into(&mut self, breakdown: Breakdown, code: &str) -> Vec<Effect> {
        let field = match breakdown {
            Breakdown::Status => "statut",
            Breakdown::Class => "classe_actif",
            Breakdown::Type => "type_investissement",
        };
        let name = filter_name(self.cx.lang(), field);
        // The filter uses the displayed name, which matches like the code.
        let code_label = code_name(self.cx.lang(), Some(ResourceKind::Operations), field, code);
        let text = code_label.map_or_else(|| code.to_owned(), |code_label| code_label.to_string());
        let text: String = text.chars().filter(|c| *c != '"' && !c.is_control()).collect();
        self.explore_operations(format!("{name}:\"{text}\""))
    }

    /// Returns the series that a chart does not draw. If that would be all of them, for example because the last drawn
    /// one is gone, returns none.
    pub fn hidden_series(&self, chart: Chart) -> BTreeSet<String> {
        let series = self.chart_series(chart);
        let hidden: BTreeSet<String> = series
            .iter()
            .filter(|code| self.portfolio.hidden_series.0.contains(&(chart, (*code).clone())))
            .cloned()
            .collect();
        if hidden.len() == series.len() { BTreeSet::new() } else { hidden }
    }

    /// Applies a legend action to a series. The last drawn series stays, with a message.
    pub(crate) fn change_legend(&mut self, chart: Chart, series: &str, draw: LegendAction) {
        let all = self.chart_series(chart);
        let mut hidden = self.hidden_series(chart);
        let alone = hidden.len() + 1 == all.len() && !hidden.contains(series);
        match draw {
            LegendAction::All => hidden.clear(),
            LegendAction::Only if alone => hidden.clear(),
            LegendAction::Only => hidden = all.iter().filter(|code| *code != series).cloned().collect(),
            LegendAction::Toggle if alone => {
                let content = ToastContent::new(DisabledReason::LastSeries.key());
                return self.cx.notify(content, Duration::from_secs(3));
            }
            LegendAction::Toggle if hidden.remove(series) => {}
            LegendAction::Toggle => {
                hidden.insert(series.to_owned());
            }
        }
        self.portfolio.hidden_series.0.retain(|(chart_of, _)| *chart_of != chart);
        self.portfolio.hidden_series.0.extend(hidden.into_iter().map(|code| (chart, code)));
    }

    /// Returns the series of a chart.
    pub(crate) fn chart_series(&self, chart: Chart) -> Vec<String> {
        match chart {
            Chart::Breakdown(kind) => {
                let summary = self.cx.snapshot.portfolio.value.as_deref();
                let entries = summary.map(|summary| breakdown::ordered(kind, summary));
                entries.into_iter().flatten().map(|(code, _)| code).collect()
            }
            Chart::Statuses => focus::status_codes(&self.cx).into_iter().map(str::to_owned).collect(),
        }
    }

    /// Toggles charts and tables; focuses the trend if no breakdown is focused.
    pub(crate) fn toggle_trend(&mut self) {
        self.portfolio.trend_state.is_table = !self.portfolio.trend_state.is_table;
        if self.cx.options.split_view || self.cx.focused_bar().is_none() {
            self.focus_pane(TREND_PANE);
        }
    }

    pub(crate) fn cycle_trend(&mut self, forward: bool) {
        let mut len = focus::chartable_series(&self.cx);
        // The terminal draws one line at a time, and the board shows its statuses.
        if self.cx.options.split_view && focus::status_codes(&self.cx).len() > 1 {
            len += 1;
        }
        self.portfolio.trend_state.series =
            cycle(self.portfolio.trend_state.series.min(len.saturating_sub(1)), forward, len);
        self.focus_pane(TREND_PANE);
    }
}
