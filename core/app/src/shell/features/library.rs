//! `App` methods for the views screen.

use crate::contract::patch::Fields;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::step::step;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::screens::library::library::{DEAL_VIEWS, DETAIL};
use crate::shell::app::App;

impl App {
    pub(crate) fn focus_library_line(&mut self, line: usize) {
        if self.cx.pane == DETAIL {
            if let Some(mut viewer) = self.library.detail.take() {
                viewer.line = line;
                self.move_viewer_focus(&mut viewer, 0);
                self.library.detail = Some(viewer);
            }
            return;
        }
        let len = self.views.list_len(self.cx.pane, &self.cx);
        if let Some(focused) = self.library.lines.get_mut(self.cx.pane) {
            *focused = line.min(len.saturating_sub(1));
        }
    }

    pub(crate) fn focus_library_by(&mut self, by: isize) {
        if self.cx.pane == DETAIL {
            if let Some(mut viewer) = self.library.detail.take() {
                self.move_viewer_focus(&mut viewer, by);
                self.library.detail = Some(viewer);
            }
            return;
        }
        let len = self.views.list_len(self.cx.pane, &self.cx);
        let line = self.library.lines.get(self.cx.pane).copied().unwrap_or(0);
        self.focus_library_line(step(line, by, len));
    }

    pub(crate) fn open_library(&mut self) -> Vec<Effect> {
        if self.cx.pane == DETAIL {
            if let Some(mut viewer) = self.library.detail.take() {
                let operation = self.cx.focused_operation(&viewer);
                if viewer.is_tree || operation.is_none() {
                    self.cx.toggle_viewer_node(&mut viewer);
                }
                self.library.detail = Some(viewer);
                if let Some(id) = operation {
                    self.show_record(ResourceKind::Operations, &id);
                }
            }
            return Vec::new();
        }
        if self.cx.pane == DEAL_VIEWS {
            let name = self.library.focused_deal_view(&self.views, &self.cx).unwrap_or_default();
            let effects = self.show(crate::foundation::input::context::Screen::Pipeline);
            self.views.open_view(&name, &mut self.table, &mut self.pipeline, &mut self.cx);
            return effects;
        }
        let Some((kind, item)) = self.library.focused_library_item(&self.cx) else {
            return Vec::new();
        };
        let Some(effects) = self.library.open_item(kind, item.id, &mut self.cx) else {
            return Vec::new();
        };
        self.cx.pane = DETAIL;
        effects
    }

    /// Runs an action on the focused view, of deals or of the service.
    pub(crate) fn run_library_action(&mut self, id: ActionId) -> Vec<Effect> {
        if let Some(name) = self.library.focused_deal_view(&self.views, &self.cx) {
            return self.run_view_action(id, &name);
        }
        let Some(view) = self.library.focused_service_view(&self.cx) else {
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
