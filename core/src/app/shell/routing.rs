//! Going to a screen, and to a deal: what is read there, and where Esc leads back to.

use crate::contract::ids::DealId;
use crate::discovery::Family;
use crate::engine::Effect;

use super::app::App;
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::context::Screen;

impl App {
    pub(in crate::app) fn show(&mut self, screen: Screen) -> Vec<Effect> {
        if screen == Screen::Activity {
            self.inbox
                .focus_conflict_of_deal(&mut self.activity, &mut self.pipeline, &mut self.cx);
            // What leads here is told here.
            let leads =
                |kind: &ToastKind| matches!(kind, ToastKind::Refused { .. } | ToastKind::Conflict { .. });
            self.cx.toasts.retain(|toast| !leads(&toast.kind));
        }
        self.cx.layer = Layer::None;
        self.inbox.switch_to(screen, &mut self.cx);
        self.cx.pane = 0;
        self.cx.back_to_top();
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
                effects.extend(self.library.look_at_first_item(&mut self.cx));
                effects
            }
            Screen::Explorer => {
                self.look_at_source();
                let mut effects = vec![Effect::LoadFamily(Family::FieldDefinitions)];
                effects.extend(self.explorer.read_source(&self.cx));
                effects
            }
            Screen::Pipeline | Screen::Deal | Screen::Activity => Vec::new(),
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
        self.table.focus_deal(&deal, &mut self.pipeline, &mut self.cx);
        self.pipeline.deal = Some(deal.clone());
        self.inbox.switch_to(Screen::Deal, &mut self.cx);
        self.cx.pane = 0;
        self.cx.back_to_top();
        vec![Effect::LoadDeal(deal)]
    }

    /// Gives the focus to a deal whose deletion was taken back, or a move of it out of sight, once it is there.
    pub(in crate::app) fn welcome_back(&mut self) {
        let there = |deal: &mut DealId| {
            self.cx.snapshot.deals.find(deal.as_str()).is_some() && !self.cx.expected.contains_key(deal)
        };
        if let Some(deal) = self.pipeline.returning.take_if(there) {
            if self.table.is_in_sight(&deal, &self.pipeline, &self.cx) {
                self.table.focus_deal(&deal, &mut self.pipeline, &mut self.cx);
            } else {
                // Nothing came of it: its neighbour keeps the focus.
                self.table.anchor(&mut self.pipeline, &mut self.cx);
            }
            if self.pipeline.panel_shows_another(&deal, &self.cx) {
                let effects = self.open_deal(deal);
                self.cx.afterwards.extend(effects);
            }
        }
    }

    pub(in crate::app) fn open_neighbour(&mut self, by: isize) -> Vec<Effect> {
        let before = self.pipeline.board.cursor.deal.clone();
        self.table.focus_by(by, &mut self.pipeline, &mut self.cx);
        match self.pipeline.board.cursor.deal.clone() {
            Some(deal) if Some(&deal) != before.as_ref() => self.open_deal(deal),
            _ => Vec::new(),
        }
    }
}
