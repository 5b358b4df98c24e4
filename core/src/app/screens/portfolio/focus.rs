//! The rows of figures that take the focus: the indicators of a deal, the bars of the portfolio's breakdowns. In the
//! terminal alone, where the focused row is the one that its pane is scrolled to; the window has a pointer, and tips.

use crate::app::foundation::dataset::breakdown::{self, Breakdown};
use crate::contract::kpi::KpiKey;
use crate::discovery::Family;
use crate::engine::Effect;
use crate::open_json::coded_name;

use crate::app::foundation::input::step::step;
use crate::app::screens::explorer::rows::filter_name;
use crate::app::shell::app::{App, Screen};

/// The pane of the indicators of a deal.
pub const RATIOS: usize = 1;

impl App {
    /// The indicator that has the focus.
    pub fn focused_ratio(&self) -> Option<KpiKey> {
        let ratios = self.ratios()?;
        ratios
            .get(self.cx.scroll.min(ratios.len().checked_sub(1)?))
            .copied()
    }

    /// The bar that has the focus: of which breakdown, and its code as received.
    pub fn focused_bar(&self) -> Option<(Breakdown, String)> {
        let (kind, mut codes) = self.bars()?;
        let at = self.cx.scroll.min(codes.len().checked_sub(1)?);
        Some((kind, codes.swap_remove(at)))
    }

    /// Whether the pane holds rows that take the focus, and how many.
    pub(in crate::app) fn figure_rows(&self) -> Option<usize> {
        let ratios = self.ratios().map(|ratios| ratios.len());
        ratios.or_else(|| self.bars().map(|(_, codes)| codes.len()))
    }

    /// Steps along the lines of a pane that scrolls as text, or along its rows where they take the focus.
    pub(in crate::app) fn focus_figure_by(&mut self, by: isize) {
        match self.figure_rows() {
            Some(rows) => self.cx.scroll = step(self.cx.scroll.min(rows.saturating_sub(1)), by, rows),
            None => self.scroll_lines(by),
        }
    }

    /// The operations that the focused bar counts, in the explorer.
    pub(in crate::app) fn open_bar(&mut self) -> Vec<Effect> {
        self.focused_bar()
            .map_or_else(Vec::new, |(breakdown, code)| self.drill_into(breakdown, &code))
    }

    /// The operations that a bar counts, in the explorer: what a breakdown counts are operations, by whatever code.
    pub(in crate::app) fn drill_into(&mut self, breakdown: Breakdown, code: &str) -> Vec<Effect> {
        let field = match breakdown {
            Breakdown::Status => "statut",
            Breakdown::Class => "classe_actif",
            Breakdown::Type => "type_investissement",
        };
        let name = filter_name(self.lang(), field);
        // As the column shows it, which is found as its code is.
        let named = coded_name(self.lang(), Some(Family::Operations), field, code);
        let text = named.map_or_else(|| code.to_owned(), |named| named.to_string());
        let text: String = text.chars().filter(|c| *c != '"' && !c.is_control()).collect();
        self.explore_operations(format!("{name}:\"{text}\""))
    }

    /// The indicators shown of the deal, where their pane has the focus.
    fn ratios(&self) -> Option<Vec<KpiKey>> {
        let here = self.cx.screen == Screen::Deal && self.cx.pane == RATIOS && !self.cx.options.beside;
        let row = self.opened_row().filter(|_| here)?;
        Some(
            KpiKey::numeric()
                .filter(|key| row.number(*key).is_some())
                .collect(),
        )
    }

    /// The bars of the breakdown whose pane has the focus.
    fn bars(&self) -> Option<(Breakdown, Vec<String>)> {
        let here = self.cx.screen == Screen::Portfolio && !self.cx.options.beside;
        let summary = self.cx.snapshot.portfolio.value.as_deref().filter(|_| here)?;
        let kind = *Breakdown::ALL.get(self.cx.pane)?;
        let codes = breakdown::ordered(kind, summary)
            .into_iter()
            .map(|(code, _)| code);
        Some((kind, codes.collect()))
    }
}

#[cfg(test)]
#[path = "../../shell/app/focus_tests.rs"]
mod tests;
