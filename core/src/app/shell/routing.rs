//! Going to a screen, and to a deal: what is read there, and where Esc leads back to.

use crate::contract::ids::DealId;
use crate::discovery::Family;
use crate::engine::Effect;

use super::app::{App, Layer, Screen, ToastKind};

impl App {
    pub(in crate::app) fn show(&mut self, screen: Screen) -> Vec<Effect> {
        if screen == Screen::Activity {
            self.focus_conflict_of_deal();
            // What leads here is told here.
            let leads =
                |kind: &ToastKind| matches!(kind, ToastKind::Refused { .. } | ToastKind::Conflict { .. });
            self.cx.toasts.retain(|toast| !leads(&toast.kind));
        }
        self.cx.layer = Layer::None;
        self.switch_to(screen);
        self.cx.pane = 0;
        self.back_to_top();
        // Who goes on by a key of their own comes back by one too.
        self.explorer.from = None;
        match screen {
            Screen::Portfolio => vec![Effect::LoadPortfolio],
            Screen::Notifications => vec![
                Effect::LoadNotifications,
                Effect::LoadFamily(Family::Alerts),
                Effect::Read(crate::app::records::lists::record_viewer::preferences_route()),
            ],
            Screen::Tasks => vec![
                Effect::LoadFamily(Family::Tasks),
                Effect::LoadFamily(Family::Taxonomies),
            ],
            Screen::Views => {
                let mut effects = vec![
                    Effect::LoadFamily(Family::SavedViews),
                    Effect::LoadFamily(Family::CustomDashboards),
                    Effect::LoadFamily(Family::FieldDefinitions),
                    // Whether the service knows who these belong to.
                    Effect::Read(crate::app::records::lists::record_viewer::preferences_route()),
                ];
                effects.extend(self.look_at_first_item());
                effects
            }
            Screen::Explorer => {
                self.look_at_source();
                let mut effects = vec![Effect::LoadFamily(Family::FieldDefinitions)];
                effects.extend(self.read_source());
                effects
            }
            Screen::Pipeline | Screen::Deal | Screen::Activity => Vec::new(),
        }
    }

    /// Makes a screen the one that is shown; what was said of the one before stays with it.
    fn switch_to(&mut self, screen: Screen) {
        if screen != self.cx.screen {
            self.cx.toasts.retain(|toast| !toast.kind.is_of_its_screen());
            self.cx.toasts.iter_mut().for_each(|toast| toast.carried = true);
        }
        self.cx.screen = screen;
        if screen == Screen::Notifications {
            self.greet_with_newest();
        }
    }

    /// The deal that "the deal" means: the opened one on its screen, the one that the focused notification names, else the
    /// one that has the focus on the board.
    pub(in crate::app) fn deal_meant(&self) -> Option<DealId> {
        let (focused, opened) = (
            self.pipeline.board.cursor.deal.clone(),
            self.pipeline.deal.clone(),
        );
        match self.cx.screen {
            Screen::Deal => opened.or(focused),
            Screen::Notifications => {
                let named = self.deal_of_notification();
                let named = named.and_then(|row| DealId::new(row.id).ok());
                named.or(focused).or(opened)
            }
            Screen::Activity => {
                let written = self.focused_write().map(|write| write.record.as_str());
                let written = written.filter(|id| self.cx.snapshot.deals.find(id).is_some());
                written.and_then(|id| DealId::new(id).ok()).or(focused).or(opened)
            }
            _ => focused.or(opened),
        }
    }

    pub(in crate::app) fn open_deal(&mut self, deal: DealId) -> Vec<Effect> {
        self.cx.layer = Layer::None;
        self.visit.since.opened = None;
        // Whoever clears notifications or writes comes back to them.
        match self.cx.screen {
            Screen::Deal => {}
            Screen::Pipeline | Screen::Portfolio => self.pipeline.back_to = Screen::Pipeline,
            from => self.pipeline.back_to = from,
        }
        self.focus_deal(&deal);
        self.pipeline.deal = Some(deal.clone());
        self.switch_to(Screen::Deal);
        self.cx.pane = 0;
        self.back_to_top();
        vec![Effect::LoadDeal(deal)]
    }

    /// Gives the focus to a deal whose deletion was taken back, or a move of it out of sight, once it is there.
    pub(super) fn welcome_back(&mut self) {
        let there = |deal: &mut DealId| {
            self.cx.snapshot.deals.find(deal.as_str()).is_some() && !self.cx.expected.contains_key(deal)
        };
        if let Some(deal) = self.pipeline.returning.take_if(there) {
            if self.is_in_sight(&deal) {
                self.focus_deal(&deal);
            } else {
                // Nothing came of it: its neighbour keeps the focus.
                self.anchor();
            }
            if self.panel_shows_another(&deal) {
                let effects = self.open_deal(deal);
                self.cx.afterwards.extend(effects);
            }
        }
    }

    /// A deal that went out of sight by its move, into a folded column or out of the filter, is led back to `status`: the
    /// focus, which its neighbour took over, is its own again, and so is the next key, before its card is there.
    pub(in crate::app) fn lead_back(&mut self, deal: &DealId, status: &str) {
        let folded = !self.table.shown && self.pipeline.board.folded.contains(status);
        if folded || self.is_in_sight(deal) || self.cx.snapshot.deals.find(deal.as_str()).is_none() {
            return;
        }
        self.pipeline.returning = Some(deal.clone());
        self.pipeline.board.cursor.deal = Some(deal.clone());
    }

    /// Whether a panel beside the board is open on another deal.
    pub(super) fn panel_shows_another(&self, deal: &DealId) -> bool {
        self.cx.screen == Screen::Deal && self.cx.options.beside && self.pipeline.deal.as_ref() != Some(deal)
    }

    pub(in crate::app) fn focus_deal(&mut self, deal: &DealId) {
        let table = &self.cx.snapshot.deals;
        let place = table
            .find(deal.as_str())
            .and_then(|ix| self.pipeline.lens.place(table, ix));
        if let Some((column, index)) = place {
            self.focus_at(column, index);
        }
    }

    pub(super) fn open_neighbour(&mut self, by: isize) -> Vec<Effect> {
        let before = self.pipeline.board.cursor.deal.clone();
        self.focus_by(by);
        match self.pipeline.board.cursor.deal.clone() {
            Some(deal) if Some(&deal) != before.as_ref() => self.open_deal(deal),
            _ => Vec::new(),
        }
    }
}
