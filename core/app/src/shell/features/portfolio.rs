//! `App` methods for the portfolio.

use crate::dataset::breakdown;
use crate::dataset::breakdown::Breakdown;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::disabled_reason::Reason;
use crate::foundation::input::step::turn;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::Family;
use crate::open_json::coded_name;
use crate::screens::explorer::rows::filter_name;
use crate::screens::portfolio::legend::{Chart, Draw};
use crate::screens::portfolio::series;
use crate::screens::portfolio::trends::TREND;
use crate::shell::app::App;
use std::collections::BTreeSet;
use std::time::Duration;

impl App {
    /// Opens the operations that the focused bar counts in the explorer.
    pub(crate) fn open_bar(&mut self) -> Vec<Effect> {
        self.cx
            .focused_bar()
            .map_or_else(Vec::new, |(breakdown, code)| self.drill_into(breakdown, &code))
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
        let named = coded_name(self.cx.lang(), Some(Family::Operations), field, code);
        let text = named.map_or_else(|| code.to_owned(), |named| named.to_string());
        let text: String = text.chars().filter(|c| *c != '"' && !c.is_control()).collect();
        self.explore_operations(format!("{name}:\"{text}\""))
    }

    /// Returns the series that a chart does not draw. If that would be all of them, for example because the last drawn
    /// one is gone, returns none.
    pub fn left_out(&self, chart: Chart) -> BTreeSet<String> {
        let series = self.series_of(chart);
        let out: BTreeSet<String> = series
            .iter()
            .filter(|one| self.portfolio.legend.0.contains(&(chart, (*one).clone())))
            .cloned()
            .collect();
        if out.len() == series.len() {
            BTreeSet::new()
        } else {
            out
        }
    }

    /// Applies a legend action to a series. The last drawn series stays, with a message.
    pub(crate) fn turn_legend(&mut self, chart: Chart, series: &str, draw: Draw) {
        let all = self.series_of(chart);
        let mut out = self.left_out(chart);
        let alone = out.len() + 1 == all.len() && !out.contains(series);
        match draw {
            Draw::All => out.clear(),
            Draw::Only if alone => out.clear(),
            Draw::Only => out = all.iter().filter(|one| *one != series).cloned().collect(),
            Draw::Other if alone => {
                let reason = Reason::LastSeries.key();
                return self
                    .cx
                    .say(ToastKind::Disabled { id: None, reason }, Duration::from_secs(3));
            }
            Draw::Other if out.remove(series) => {}
            Draw::Other => {
                out.insert(series.to_owned());
            }
        }
        self.portfolio.legend.0.retain(|(of, _)| *of != chart);
        self.portfolio
            .legend
            .0
            .extend(out.into_iter().map(|one| (chart, one)));
    }

    /// Returns the series of a chart.
    pub(crate) fn series_of(&self, chart: Chart) -> Vec<String> {
        match chart {
            Chart::Breakdown(kind) => {
                let summary = self.cx.snapshot.portfolio.value.as_deref();
                let entries = summary.map(|summary| breakdown::ordered(kind, summary));
                entries.into_iter().flatten().map(|(code, _)| code).collect()
            }
            Chart::Statuses => series::status_codes(&self.cx)
                .into_iter()
                .map(str::to_owned)
                .collect(),
        }
    }

    /// Toggles charts and tables; focuses the trend if no breakdown is focused.
    pub(crate) fn toggle_trend(&mut self) {
        self.portfolio.trend.table = !self.portfolio.trend.table;
        if self.cx.options.beside || self.cx.focused_bar().is_none() {
            self.focus_pane(TREND);
        }
    }

    pub(crate) fn turn_trend(&mut self, forward: bool) {
        let mut len = series::charted(&self.cx);
        // The terminal draws one line at a time, and the board shows its statuses.
        if self.cx.options.beside && series::status_codes(&self.cx).len() > 1 {
            len += 1;
        }
        self.portfolio.trend.series = turn(
            self.portfolio.trend.series.min(len.saturating_sub(1)),
            forward,
            len,
        );
        self.focus_pane(TREND);
    }
}
