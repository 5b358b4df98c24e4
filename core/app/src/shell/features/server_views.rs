//! `App` methods for the views screen.

use crate::contract::patch::Fields;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::step::step;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::screens::server_views::server_views::{DEAL_VIEWS, DETAIL};
use crate::shell::app::App;

impl App {
    pub(crate) fn focus_server_view_line(&mut self, line: usize) {
        if self.cx.pane == DETAIL {
            if let Some(mut viewer) = self.server_views.detail.take() {
                viewer.line = line;
                self.move_viewer_focus(&mut viewer, 0);
                self.server_views.detail = Some(viewer);
            }
            return;
        }
        let len = self.views.list_len(self.cx.pane, &self.cx);
        if let Some(focused) = self.server_views.lines.get_mut(self.cx.pane) {
            *focused = line.min(len.saturating_sub(1));
        }
    }

    pub(crate) fn focus_server_view_by(&mut self, by: isize) {
        if self.cx.pane == DETAIL {
            if let Some(mut viewer) = self.server_views.detail.take() {
                self.move_viewer_focus(&mut viewer, by);
                self.server_views.detail = Some(viewer);
            }
            return;
        }
        let len = self.views.list_len(self.cx.pane, &self.cx);
        let line = self.server_views.lines.get(self.cx.pane).copied().unwrap_or(0);
        self.focus_server_view_line(step(line, by, len));
    }

    pub(crate) fn open_server_view(&mut self) -> Vec<Effect> {
        if self.cx.pane == DETAIL {
            if let Some(mut viewer) = self.server_views.detail.take() {
                let operation = self.cx.focused_operation(&viewer);
                if viewer.is_tree || operation.is_none() {
                    self.cx.toggle_viewer_node(&mut viewer);
                }
                self.server_views.detail = Some(viewer);
                if let Some(id) = operation {
                    self.show_record(ResourceKind::Operations, &id);
                }
            }
            return Vec::new();
        }
        if self.cx.pane == DEAL_VIEWS {
            let name = self.server_views.focused_deal_view(&self.views, &self.cx).unwrap_or_default();
            let effects = self.show(crate::foundation::input::context::Screen::Pipeline);
            self.views.open_view(&name, &mut self.table, &mut self.pipeline, &mut self.cx);
            return effects;
        }
        let Some((kind, item)) = self.server_views.focused_server_view(&self.cx) else {
            return Vec::new();
        };
        let Some(effects) = self.server_views.open_item(kind, item.id, &mut self.cx) else {
            return Vec::new();
        };
        self.cx.pane = DETAIL;
        effects
    }

    /// Runs an action on the focused view, of deals or of the service.
    pub(crate) fn run_server_views_action(&mut self, id: ActionId) -> Vec<Effect> {
        if let Some(name) = self.server_views.focused_deal_view(&self.views, &self.cx) {
            return self.run_view_action(id, &name);
        }
        let Some(view) = self.server_views.focused_service_view(&self.cx) else {
            return Vec::new();
        };
        match id {
            ActionId::RenameView => self.cx.begin_rename_service_view(&view),
            ActionId::EditViewState => self.cx.begin_edit_state(&view),
            ActionId::DefaultView => {
                let now = view.flag("is_default");
                let (mut before, mut after) = (Fields::new(), Fields::new());
                if let Some(now) = now {
                    before.set_boolean("is_default", now);
                }
                after.set_boolean("is_default", !now.unwrap_or(false));
                return self.cx.change_service_view(&view, before, after);
            }
            _ => {}
        }
        Vec::new()
    }
}
