//! Opening a screen or a deal: the data requested there, and the target of Esc.

use super::app::App;
use crate::contract::JsonBody;
use crate::contract::ids::DealId;
use crate::foundation::cx::change_types::RecordSource;
use crate::foundation::cx::overlay::{Overlay, Picker, PickerKind};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::Snooze;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::delegated_users::user_switch::preferences_route;
use crate::screens::explorer::rows::ExplorerRows;
use crate::screens::flow::sections::FlowSection;
use std::sync::Arc;

impl App {
    pub(crate) fn show(&mut self, screen: Screen) -> Vec<Effect> {
        if screen == Screen::Activity {
            self.inbox.focus_conflict_of_deal(&mut self.activity, &mut self.pipeline, &mut self.cx);
            // These toasts point to this screen, which now shows their content.
            let points_here = |content: &ToastContent| {
                content.is_variant_of("refused") || content.is_variant_of("conflict")
            };
            self.cx.toasts.retain(|toast| !points_here(&toast.content));
        }
        self.cx.overlay = Overlay::None;
        self.cx.switch_screen(screen);
        if screen == Screen::Notifications {
            self.inbox.focus_newest(&mut self.cx);
        }
        self.cx.pane = 0;
        self.cx.scroll_to_top();
        // A user who opens a screen by its key also leaves it by a key.
        self.explorer.return_to = None;
        match screen {
            Screen::Portfolio => vec![Effect::LoadPortfolio],
            Screen::Notifications => vec![
                Effect::LoadNotifications,
                Effect::LoadResources(ResourceKind::Alerts),
                Effect::LoadRoute(preferences_route()),
            ],
            Screen::Tasks => vec![
                Effect::LoadResources(ResourceKind::Tasks),
                Effect::LoadResources(ResourceKind::Taxonomies),
            ],
            Screen::Views => {
                let mut effects = vec![
                    Effect::LoadResources(ResourceKind::SavedViews),
                    Effect::LoadResources(ResourceKind::CustomDashboards),
                    Effect::LoadResources(ResourceKind::FieldDefinitions),
                    // The response shows whether the service knows the delegated user.
                    Effect::LoadRoute(preferences_route()),
                ];
                effects.extend(self.server_views.open_first_item(&mut self.cx));
                effects
            }
            Screen::Explorer => {
                self.refresh_source_rows();
                let mut effects = vec![Effect::LoadResources(ResourceKind::FieldDefinitions)];
                effects.extend(self.explorer.load_source(&self.cx));
                effects
            }
            Screen::Flow => self.flow.load(&self.cx),
            Screen::Agenda => vec![Effect::LoadResources(ResourceKind::Tasks), Effect::LoadNotifications],
            Screen::Pipeline | Screen::Deal | Screen::Activity => Vec::new(),
        }
    }

    pub(crate) fn open_deal(&mut self, deal: DealId) -> Vec<Effect> {
        self.cx.overlay = Overlay::None;
        self.visit.list.opened_deal = None;
        // A deal opened from notifications or writes returns there, so that the user can continue with the list.
        match self.cx.screen {
            Screen::Deal => {}
            Screen::Pipeline | Screen::Portfolio => self.pipeline.return_screen = Screen::Pipeline,
            from => self.pipeline.return_screen = from,
        }
        self.table.focus_deal(&deal, &mut self.pipeline, &mut self.cx);
        self.pipeline.opened_deal = Some(deal.clone());
        self.cx.switch_screen(Screen::Deal);
        self.cx.pane = 0;
        self.cx.scroll_to_top();
        vec![Effect::LoadDeal(deal)]
    }

    /// Focuses a deal once its deletion or its move out of sight is undone.
    pub(crate) fn refocus_restored_deal(&mut self) {
        let exists = |deal: &mut DealId| {
            self.cx.snapshot.deals.find(deal.as_str()).is_some() && !self.cx.expected.contains_key(deal)
        };
        if let Some(deal) = self.pipeline.refocus_deal.take_if(exists) {
            if self.table.is_card_visible(&deal, &self.pipeline, &self.cx) {
                self.table.focus_deal(&deal, &mut self.pipeline, &mut self.cx);
            } else {
                // The deal is not shown, so its neighbour keeps the focus.
                self.table.restore_focus(&mut self.pipeline, &mut self.cx);
            }
            if self.pipeline.panel_shows_another(&deal, &self.cx) {
                let effects = self.open_deal(deal);
                self.cx.output.effects.extend(effects);
            }
        }
    }

    pub(crate) fn open_neighbour(&mut self, by: isize) -> Vec<Effect> {
        let before = self.pipeline.board.cursor.deal.clone();
        let mut line = usize::MAX;
        // Headings have no deal to open.
        while self.table.index != line && (line == usize::MAX || self.table.focused_group().is_some()) {
            line = self.table.index;
            self.table.focus_by(by, &mut self.pipeline, &mut self.cx);
        }
        match (self.pipeline.board.cursor.deal.clone(), before) {
            (Some(deal), before) if Some(&deal) != before.as_ref() => return self.open_deal(deal),
            (None, Some(deal)) => self.table.focus_deal(&deal, &mut self.pipeline, &mut self.cx),
            _ => {}
        }
        Vec::new()
    }

    /// Rebuilds the rows of the focused source if one of their inputs changed.
    pub(crate) fn refresh_source_rows(&mut self) {
        let inputs = self.explorer.current_row_inputs(&self.cx);
        if self.explorer.row_inputs.is_same(&inputs) {
            return self.explorer.apply_filter();
        }
        self.explorer.row_inputs = inputs;
        let records = match self.explorer.focused_source() {
            Some(RecordSource::Kind(kind)) => {
                let list = self.cx.snapshot.resources.get(&kind);
                list.map(|list| list.records.to_vec()).unwrap_or_default()
            }
            Some(RecordSource::Route(request)) => {
                let response = self.cx.response(&request).and_then(|response| response.value.as_deref());
                response.map(JsonBody::records).unwrap_or_default()
            }
            None => Vec::new(),
        };
        let format_options = self.cx.format_options(self.explorer.focused_kind());
        self.explorer.rows = Arc::new(ExplorerRows::new(
            &format_options,
            &self.cx.field_labels(),
            self.cx.record_names(),
            records,
        ));
        self.explorer.apply_filter();
    }

    pub(crate) fn open_picker(&mut self, kind: PickerKind) {
        let selected = match kind {
            PickerKind::Views => {
                self.views.count_views(&mut self.pipeline, &mut self.cx);
                let current = self.views.current.as_deref();
                let index_of = |name: &str| self.views.list.iter().position(|view| view.name == name);
                current.and_then(index_of).map_or(0, |at| at + 1)
            }
            PickerKind::Columns => self.table.column,
            PickerKind::Users => {
                let users = self.cx.user_choices();
                users.iter().position(|other| other.current).unwrap_or(0)
            }
            // The default answer changes nothing, in case the user presses Enter without reading.
            PickerKind::ConfirmSwitch | PickerKind::ConfirmDeletions => 1,
            PickerKind::ConfirmQuit => self.session.quit_answers(&self.bulk_change, &self.cx).len() - 1,
            PickerKind::Snooze => {
                let default = self.cx.snooze_options().iter().position(|choice| *choice == Snooze::DEFAULT);
                default.unwrap_or(0)
            }
            PickerKind::HeaderMetric => {
                let choices = self.pipeline.metric_choices(&self.cx);
                choices.iter().position(|choice| self.pipeline.is_chosen(*choice)).unwrap_or(0)
            }
            PickerKind::Bulk
            | PickerKind::Copy
            | PickerKind::Rules
            | PickerKind::Settings
            | PickerKind::Sheet
            | PickerKind::Record
            | PickerKind::Notes
            | PickerKind::Since
            | PickerKind::Request
            | PickerKind::Checks
            | PickerKind::Compare
            | PickerKind::ConfirmDelete => 0,
        };
        self.cx.overlay = Overlay::Picker(Picker { kind, selected });
    }

    pub(crate) fn focus_pane(&mut self, pane: usize) {
        if pane < self.pane_count() && pane != self.cx.pane {
            self.cx.pane = pane;
            self.cx.scroll_to_top();
        }
    }

    /// Returns the number of panes of the screen.
    pub fn pane_count(&self) -> usize {
        match self.cx.screen {
            Screen::Deal | Screen::Portfolio => 5,
            Screen::Explorer => 3,
            Screen::Flow => FlowSection::ALL.len(),
            // Outbox and requests; the terminal adds the journal and the permissions.
            Screen::Activity if self.cx.options.split_view => 2,
            Screen::Activity if self.cx.has_storage_notices() => 5,
            Screen::Notifications | Screen::Views | Screen::Activity => 4,
            Screen::Pipeline | Screen::Tasks | Screen::Agenda => 1,
        }
    }
}
