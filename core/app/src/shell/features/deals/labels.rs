//! `App` methods for stars, labels, recents, comparison and checks.

use crate::changes::labels::actions::starred_filter;
use crate::contract::ids::DealId;
use crate::dataset::faulty_deals::FaultLine;
use crate::foundation::cx::overlay::{PaletteItem, PickerKind};
use crate::foundation::cx::trail::Place;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::screens::checks::filter::check_filter;
use crate::screens::compare::comparison::{COMPARABLE, Comparison};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages};

impl App {
    /// Returns the selected deals, otherwise the focused one, with the name or the number of them.
    pub(crate) fn target_deals(&self) -> (Vec<DealId>, String) {
        let rows = if self.pipeline.acts_on_selection(&self.cx) {
            self.selected_rows()
        } else {
            self.pipeline.focused_row(&self.cx).into_iter().collect()
        };
        let label = match rows.as_slice() {
            [row] => row.name.to_owned(),
            rows => {
                let count = [("n", MessageArg::from(rows.len()))];
                Messages::new(self.cx.lang()).with("command-many", &count)
            }
        };
        (rows.iter().filter_map(|row| DealId::new(row.id).ok()).collect(), label)
    }

    /// Stars the target deals or notifications, or removes their stars.
    pub(crate) fn toggle_star(&mut self) -> Vec<Effect> {
        if self.cx.screen == Screen::Notifications {
            return self.inbox.toggle_star(&mut self.cx);
        }
        let (deals, label) = self.target_deals();
        self.cx.toggle_deal_stars(&deals, label)
    }

    /// Opens the form of the target deals' labels.
    pub(crate) fn begin_labels(&mut self) {
        let (deals, label) = self.target_deals();
        self.cx.open_labels_form(deals, label, None);
    }

    /// Adds a label to the target deals.
    pub(crate) fn run_label_command(&mut self, typed: String) -> Vec<Effect> {
        let (deals, label) = self.target_deals();
        self.cx.add_labels(&deals, label, typed)
    }

    /// Shows the deals that match a filter.
    pub(crate) fn show_matching(&mut self, filter: String) -> Vec<Effect> {
        let effects = self.show(Screen::Pipeline);
        self.table.set_filter(filter, &mut self.pipeline, &mut self.cx);
        effects
    }

    pub(crate) fn show_starred(&mut self) -> Vec<Effect> {
        self.show_matching(starred_filter(self.cx.lang()).into_owned())
    }

    /// Checks whether the selected deals can be shown side by side.
    pub(crate) fn can_compare(&self) -> Result<(), DisabledReason> {
        COMPARABLE.contains(&self.selected().len()).then_some(()).ok_or(DisabledReason::CompareCount)
    }

    /// Checks every deal and lists those with faults.
    pub(crate) fn show_checks(&mut self) {
        self.update_checks();
        self.open_picker(PickerKind::Checks);
    }

    pub(crate) fn update_checks(&mut self) {
        self.pipeline.faulty.update(&self.cx.snapshot.deals, &self.cx.options.thresholds);
    }

    /// Opens the deal of a line of the checks; a heading shows the deals of its check.
    pub(crate) fn open_check_line(&mut self, line: usize) -> Vec<Effect> {
        let lang = self.cx.lang();
        let found = &self.pipeline.faulty;
        let target = found.lines().nth(line).map(|line| match line {
            FaultLine::Check(check) => Err(check_filter(lang, check)),
            FaultLine::Fault(ix, _) => Ok(found.table.row(ix).and_then(|row| DealId::new(row.id).ok())),
        });
        match target {
            Some(Err(filter)) => self.show_matching(filter),
            Some(Ok(Some(deal))) => self.open_deal(deal),
            Some(Ok(None)) | None => Vec::new(),
        }
    }

    /// Compares the selected deals.
    pub(crate) fn comparison(&self) -> Comparison {
        Comparison::compute(&self.cx, &self.selected_rows())
    }

    /// Shows or hides the equal fields, if the line says so.
    pub(crate) fn toggle_equal(&mut self, line: usize) {
        if self.comparison().toggle_line() == Some(line) {
            self.pipeline.shows_equal ^= true;
        }
    }

    /// Records the current screen and deal, so that the user can return to it.
    pub(crate) fn record_place(&mut self) {
        let deal = self.pipeline.opened_deal.clone().filter(|_| self.cx.screen == Screen::Deal);
        self.cx.trail.visit((self.cx.screen, deal));
    }

    /// Checks whether another deal or screen was open before or, after going back, later.
    pub(crate) fn neighbour_place(&self, forward: bool) -> Result<usize, DisabledReason> {
        let exists = |deal: &DealId| self.cx.snapshot.deals.find(deal.as_str()).is_some();
        self.cx.trail.neighbour(forward, exists).ok_or(DisabledReason::NothingOpened)
    }

    /// Goes back or forward through what was opened.
    pub(crate) fn go_to_neighbour_place(&mut self, forward: bool) -> Vec<Effect> {
        let at = self.neighbour_place(forward);
        let place: Option<Place> = at.ok().and_then(|at| self.cx.trail.go_to(at));
        match place {
            Some((_, Some(deal))) => self.open_deal(deal),
            Some((screen, None)) => self.show(screen),
            None => Vec::new(),
        }
    }

    /// Returns the recently opened deals for the palette, latest first, without the open one.
    pub(crate) fn recent_items(&self) -> Vec<PaletteItem> {
        const MAX_RECENT_ITEMS: usize = 5;
        let open = self.pipeline.opened_deal.as_ref().filter(|_| self.cx.screen == Screen::Deal);
        let table = &self.cx.snapshot.deals;
        let item = |deal: &DealId| {
            let row = table.row(table.find(deal.as_str())?)?;
            let (name, status) = (row.name.to_owned(), row.status.to_owned());
            Some(PaletteItem::Deal { id: deal.clone(), name, status })
        };
        let others = self.cx.trail.recent().iter().filter(|deal| Some(*deal) != open);
        others.filter_map(item).take(MAX_RECENT_ITEMS).collect()
    }
}
