//! Which series of a chart are drawn. What is hidden is only not drawn: it keeps its place in the legend with its figures,
//! it counts in every sum, and whoever draws the chart says what it leaves out. One series at least is drawn.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::app::foundation::dataset::breakdown::{self, Breakdown};
use crate::app::screens::portfolio::view::trend;

use crate::app::shell::app::{App, Reason, ToastKind};

/// A chart of several series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chart {
    /// A breakdown of the portfolio: its series are the codes.
    Breakdown(Breakdown),
    /// The deals of each status over time.
    Statuses,
}

/// What is asked of a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Draw a series, or leave it out.
    Other,
    /// Draw nothing else; all of them again where nothing else is drawn.
    Only,
    /// Draw all of them.
    All,
}

/// The series that a person has left out.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Legend(BTreeSet<(Chart, String)>);

impl App {
    /// The series that a chart does not draw, of those that it has. Where it would draw none it draws all: the one that was
    /// left may be gone since.
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

    /// Turns the legend of a chart at a series. The last one that is drawn stays, and it is said why.
    pub(in crate::app) fn turn_legend(&mut self, chart: Chart, series: &str, draw: Draw) {
        let all = self.series_of(chart);
        let mut out = self.left_out(chart);
        let alone = out.len() + 1 == all.len() && !out.contains(series);
        match draw {
            Draw::All => out.clear(),
            Draw::Only if alone => out.clear(),
            Draw::Only => out = all.iter().filter(|one| *one != series).cloned().collect(),
            Draw::Other if alone => {
                let reason = Reason::LastSeries.key();
                return self.say(ToastKind::Disabled { id: None, reason }, Duration::from_secs(3));
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

    /// The series that a chart has.
    fn series_of(&self, chart: Chart) -> Vec<String> {
        match chart {
            Chart::Breakdown(kind) => {
                let summary = self.cx.snapshot.portfolio.value.as_deref();
                let entries = summary.map(|summary| breakdown::ordered(kind, summary));
                entries.into_iter().flatten().map(|(code, _)| code).collect()
            }
            Chart::Statuses => trend::status_codes(self).into_iter().map(str::to_owned).collect(),
        }
    }
}

#[cfg(test)]
#[path = "../../shell/app/legend_tests.rs"]
mod tests;
