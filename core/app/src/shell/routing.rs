//! Opening a screen or a deal: the data requested there, and the target of Esc.

use super::app::App;
use crate::contract::Body;
use crate::contract::ids::DealId;
use crate::foundation::cx::change_types::Source;
use crate::foundation::cx::overlay::Layer;
use crate::foundation::cx::sheet::{Sheet, SheetKind};
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::cx::toast_types::Snooze;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::Family;
use crate::screens::explorer::rows::Rows;
use std::sync::Arc;

impl App {
    pub(crate) fn show(&mut self, screen: Screen) -> Vec<Effect> {
        if screen == Screen::Activity {
            self.inbox
                .focus_conflict_of_deal(&mut self.activity, &mut self.pipeline, &mut self.cx);
            // These toasts point to this screen, which now shows their content.
            let leads =
                |kind: &ToastKind| matches!(kind, ToastKind::Refused { .. } | ToastKind::Conflict { .. });
            self.cx.toasts.retain(|toast| !leads(&toast.kind));
        }
        self.cx.layer = Layer::None;
        self.inbox.switch_to(screen, &mut self.cx);
        self.cx.pane = 0;
        self.cx.back_to_top();
        // A user who opens a screen by its key also leaves it by a key.
        self.explorer.from = None;
        match screen {
            Screen::Portfolio => vec![Effect::LoadPortfolio],
            Screen::Notifications => vec![
                Effect::LoadNotifications,
                Effect::LoadFamily(Family::Alerts),
                Effect::Read(crate::records::lists::record_viewer::preferences_route()),
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
                    // The answer shows whether the service knows the delegated user.
                    Effect::Read(crate::records::lists::record_viewer::preferences_route()),
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

    pub(crate) fn open_deal(&mut self, deal: DealId) -> Vec<Effect> {
        self.cx.layer = Layer::None;
        self.visit.since.opened = None;
        // A deal opened from notifications or writes returns there, so that the user can continue with the list.
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

    /// Focuses a deal once its deletion or its move out of sight is undone.
    pub(crate) fn welcome_back(&mut self) {
        let there = |deal: &mut DealId| {
            self.cx.snapshot.deals.find(deal.as_str()).is_some() && !self.cx.expected.contains_key(deal)
        };
        if let Some(deal) = self.pipeline.returning.take_if(there) {
            if self.table.is_in_sight(&deal, &self.pipeline, &self.cx) {
                self.table.focus_deal(&deal, &mut self.pipeline, &mut self.cx);
            } else {
                // The deal is not shown, so its neighbour keeps the focus.
                self.table.anchor(&mut self.pipeline, &mut self.cx);
            }
            if self.pipeline.panel_shows_another(&deal, &self.cx) {
                let effects = self.open_deal(deal);
                self.cx.output.effects.extend(effects);
            }
        }
    }

    pub(crate) fn open_neighbour(&mut self, by: isize) -> Vec<Effect> {
        let before = self.pipeline.board.cursor.deal.clone();
        self.table.focus_by(by, &mut self.pipeline, &mut self.cx);
        match self.pipeline.board.cursor.deal.clone() {
            Some(deal) if Some(&deal) != before.as_ref() => self.open_deal(deal),
            _ => Vec::new(),
        }
    }

    /// Rebuilds the rows of the focused source if one of their inputs changed.
    pub(crate) fn look_at_source(&mut self) {
        let made_of = self.explorer.rows_made_of(&self.cx);
        if self.explorer.made_of.is(&made_of) {
            return self.explorer.choose_rows();
        }
        self.explorer.made_of = made_of;
        let records = match self.explorer.focused_source() {
            Some(Source::Family(family)) => {
                let list = self.cx.snapshot.families.get(&family);
                list.map(|list| list.records.to_vec()).unwrap_or_default()
            }
            Some(Source::Route(asked)) => {
                let answer = self.cx.answer(&asked).and_then(|answer| answer.value.as_deref());
                answer.map(Body::records).unwrap_or_default()
            }
            None => Vec::new(),
        };
        let how = self.cx.how(self.explorer.explored_family());
        self.explorer.rows = Arc::new(Rows::new(
            &how,
            &self.cx.field_labels(),
            self.cx.names_of_records(),
            records,
        ));
        self.explorer.choose_rows();
    }

    pub(crate) fn open_sheet(&mut self, kind: SheetKind) {
        let selected = match kind {
            SheetKind::Views => {
                self.views.count_views(&mut self.pipeline, &mut self.cx);
                let current = self.views.current.as_deref();
                let place = |name: &str| self.views.list.iter().position(|view| view.name == name);
                current.and_then(place).map_or(0, |at| at + 1)
            }
            SheetKind::Columns => self.table.column,
            SheetKind::Users => {
                let users = self.cx.offered_users();
                users.iter().position(|one| one.current).unwrap_or(0)
            }
            // The default answer changes nothing, in case the user presses Enter without reading.
            SheetKind::LeaveQueue | SheetKind::KeptDeletions => 1,
            SheetKind::Leave => self.session.leave_answers(&self.bulk_change, &self.cx).len() - 1,
            SheetKind::Snooze => {
                let usual = self
                    .cx
                    .snoozes()
                    .iter()
                    .position(|choice| *choice == Snooze::USUAL);
                usual.unwrap_or(0)
            }
            SheetKind::Figure => {
                let choices = self.pipeline.figure_choices(&self.cx);
                choices
                    .iter()
                    .position(|choice| self.pipeline.is_chosen(*choice))
                    .unwrap_or(0)
            }
            SheetKind::Bulk
            | SheetKind::Copy
            | SheetKind::Record
            | SheetKind::Since
            | SheetKind::Request
            | SheetKind::Delete => 0,
        };
        self.cx.layer = Layer::Sheet(Sheet { kind, selected });
    }

    pub(crate) fn focus_pane(&mut self, pane: usize) {
        if pane < self.panes() && pane != self.cx.pane {
            self.cx.pane = pane;
            self.cx.back_to_top();
        }
    }

    /// Returns the number of panes of the screen.
    pub fn panes(&self) -> usize {
        match self.cx.screen {
            Screen::Deal | Screen::Portfolio => 5,
            Screen::Explorer => 3,
            // Outbox and requests; the terminal adds the journal and the rights.
            Screen::Activity if self.cx.options.beside => 2,
            Screen::Activity if self.cx.has_storage_notices() => 5,
            Screen::Notifications | Screen::Views | Screen::Activity => 4,
            Screen::Pipeline | Screen::Tasks => 1,
        }
    }
}
