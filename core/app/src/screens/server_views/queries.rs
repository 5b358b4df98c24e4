//! Read-only queries on the views screen's state.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, Overlay, PickerKind};
use crate::foundation::input::context::Screen;
use crate::model::resources::resource_kind::ResourceKind;
use crate::screens::inbox::inbox::{ALERTS, InboxState, LIST};
use crate::screens::server_views::server_views::ServerViewsState;
use crate::screens::tasks::tasks::TasksState;
use crate::screens::views::views::Views;

impl ServerViewsState {
    /// Returns the focused watched identifier.
    pub(crate) fn focused_watched_id(
        &self,
        inbox: &InboxState,
        tasks: &TasksState,
        cx: &AppCx,
    ) -> Option<(ResourceKind, String)> {
        let item = match cx.screen {
            Screen::Tasks => (ResourceKind::Tasks, tasks.focused_task()?.clone()),
            Screen::Views => self.focused_server_view(cx)?,
            Screen::Notifications if cx.pane == ALERTS => (ResourceKind::Alerts, inbox.focused_alert(cx)?),
            Screen::Notifications if cx.pane == LIST => {
                let id = inbox.focus.as_ref()?.as_str();
                let list = cx.snapshot.resources.get(&ResourceKind::Notifications)?;
                let watched = list.watched.iter().any(|watched| watched.id == id);
                return watched.then(|| (ResourceKind::Notifications, id.to_owned()));
            }
            _ => return None,
        };
        item.1.watched.is_some().then_some((item.0, item.1.id))
    }

    /// Returns whether the focused view is pinned, so that the pin action unpins it.
    pub fn is_focused_view_pinned(&self, views: &Views, cx: &AppCx) -> bool {
        let name = self.focused_view(views, cx);
        name.and_then(|name| views.find(&name)).is_some_and(|view| view.pinned)
    }

    pub(crate) fn focused_view(&self, views: &Views, cx: &AppCx) -> Option<String> {
        if cx.overlay == Overlay::None {
            return self.focused_deal_view(views, cx);
        }
        cx.picker()
            .filter(|picker| picker.kind == PickerKind::Views)
            .and_then(|picker| views.view_at(picker.selected))
    }
}

impl AppCx {
    /// Returns the resource kind whose identifiers can be watched at the focus.
    pub(crate) fn watchable_kind(&self) -> Option<ResourceKind> {
        match self.screen {
            Screen::Tasks => Some(ResourceKind::Tasks),
            Screen::Notifications => Some(self.watched_kind()),
            Screen::Views => self.server_view_kind(),
            _ => None,
        }
    }

    pub(crate) fn open_watch_form(&mut self) {
        let Some(kind) = self.watchable_kind() else {
            return;
        };
        self.overlay = Overlay::Form(Form::new(
            FormPurpose::WatchIds(kind),
            String::new(),
            vec![FormField::text_field("ids", String::new())],
        ));
    }
}
