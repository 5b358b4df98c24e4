//! State of the views screen. Lists the locally saved deal views, the service's views and its custom dashboards, with a
//! detail pane. An update of a service view is checked against the contract's limits before it is requested.

use crate::contract::models::saved_view::{LimitViolation, limit_violations, with_normalised_name};
use crate::contract::patch::Fields;
use crate::contract::record;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, Overlay};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::resources::list_source::ListMode;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::lists::lists::{RecordViewer, ViewerSubject};
use crate::records::lists::record_viewer::dashboard_route;
use crate::records::lists::resource_items::ListItem;
use crate::screens::explorer::explorer::ExplorerState;
use crate::screens::views::views::Views;

/// Pane index of the deal views.
pub const DEAL_VIEWS: usize = 0;
/// Pane index of the service's views.
pub const SERVICE_VIEWS: usize = 1;
/// Pane index of the dashboards.
pub const DASHBOARDS: usize = 2;
/// Pane index of the detail.
pub const DETAIL: usize = 3;

/// State of the views screen.
#[derive(Clone, Debug, Default)]
pub struct ServerViewsState {
    /// Index of the focused line in each list.
    pub lines: [usize; 3],
    /// Item in the detail pane.
    pub detail: Option<RecordViewer>,
}

/// Returns the message key of a limit violation.
fn violation_key(violation: &LimitViolation) -> &'static str {
    match violation {
        LimitViolation::EmptyName => "form-name-empty",
        LimitViolation::StateBytes(_) => "breach-bytes",
        LimitViolation::FilterKeys(_) => "breach-filter-keys",
        LimitViolation::Columns(_) => "breach-columns",
        LimitViolation::SortKeys(_) => "breach-sort-keys",
        LimitViolation::FilterKey(_) => "breach-filter-key",
        LimitViolation::SortOrder(_) => "breach-sort-order",
        LimitViolation::Shape("filters") => "breach-filters-shape",
        LimitViolation::Shape("columns") => "breach-columns-shape",
        LimitViolation::Shape(_) => "breach-sort-shape",
        _ => "breach-bound",
    }
}

/// Parts of a view's state that a form edits as JSON.
const STATE_FIELDS: [&str; 3] = ["filters", "columns", "sort"];

impl ServerViewsState {
    /// Returns the focused record of the service's lists.
    pub(crate) fn focused_server_view(&self, cx: &AppCx) -> Option<(ResourceKind, ListItem)> {
        let kind = cx.server_view_kind()?;
        let items = cx.list_items(kind);
        let line = self.lines.get(cx.pane).copied()?;
        let item = items.into_iter().nth(line)?;
        Some((kind, item))
    }

    /// Returns whether the focused detail pane shows a service view.
    pub fn is_service_view_open(&self, cx: &AppCx) -> bool {
        cx.pane == DETAIL && self.focused_service_view(cx).is_some()
    }

    /// Returns the focused service view, or the one in the focused detail pane.
    pub(crate) fn focused_service_view(&self, cx: &AppCx) -> Option<ListItem> {
        if cx.screen == Screen::Views && cx.pane == DETAIL {
            let viewer = self.detail.as_ref()?;
            let ViewerSubject::Record(ResourceKind::SavedViews, id) = &viewer.subject else {
                return None;
            };
            let items = cx.list_items(ResourceKind::SavedViews);
            return items.into_iter().find(|item| item.id == *id);
        }
        let (kind, item) = self.focused_server_view(cx)?;
        (kind == ResourceKind::SavedViews).then_some(item)
    }

    /// Clamps the focus to lists that became shorter.
    pub(crate) fn clamp_focus(&mut self, views: &mut Views, cx: &mut AppCx) {
        for pane in [DEAL_VIEWS, SERVICE_VIEWS, DASHBOARDS] {
            let max = views.list_len(pane, cx).saturating_sub(1);
            if let Some(line) = self.lines.get_mut(pane) {
                *line = (*line).min(max);
            }
        }
    }

    /// Returns the name of the focused deal view; `None` for "all deals", the first line.
    pub(crate) fn focused_deal_view(&self, views: &Views, cx: &AppCx) -> Option<String> {
        if cx.screen != Screen::Views || cx.pane != DEAL_VIEWS {
            return None;
        }
        views.view_at(self.lines[DEAL_VIEWS])
    }

    /// Shows a service record in the detail pane; `None` if its identifier cannot be requested.
    pub(crate) fn open_item(
        &mut self,
        kind: ResourceKind,
        id: String,
        cx: &mut AppCx,
    ) -> Option<Vec<Effect>> {
        let (subject, effects) = if kind == ResourceKind::CustomDashboards {
            let request = dashboard_route(&id)?;
            (ViewerSubject::Response(request.clone()), vec![Effect::LoadRoute(request)])
        } else {
            // A view of operations needs the operations list, which is loaded when the first view is opened.
            let list = cx.snapshot.resources.get(&ResourceKind::Operations);
            let not_loaded = list.is_none_or(|list| list.fetched_at.is_none());
            let load = not_loaded.then_some(Effect::LoadResources(ResourceKind::Operations));
            let load = load.into_iter().chain(cx.load_referenced());
            (ViewerSubject::Record(kind, id), load.collect())
        };
        self.detail = Some(RecordViewer::new(subject));
        Some(effects)
    }

    /// Shows the first service view, or the first dashboard, if the detail pane is empty. The focus stays in the lists.
    pub(crate) fn open_first_item(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        if cx.screen != Screen::Views || self.detail.is_some() {
            return Vec::new();
        }
        let first = |kind| {
            let items = cx.list_items(kind);
            let listed_item = items.into_iter().find(|item| item.record.is_some());
            listed_item.map(|item| (kind, item.id))
        };
        // Dashboards are a fallback, so wait until the list of views is known.
        let views = cx.snapshot.resources.get(&ResourceKind::SavedViews);
        let known = views.is_some_and(|list| {
            let unlisted = list.status.mode != ListMode::Unknown && !list.status.mode.can_list();
            list.fetched_at.is_some() || list.error.is_some() || unlisted
        });
        let item = first(ResourceKind::SavedViews)
            .or_else(|| first(ResourceKind::CustomDashboards).filter(|_| known));
        item.and_then(|(kind, id)| self.open_item(kind, id, cx)).unwrap_or_default()
    }
}

impl AppCx {
    /// Returns the resource kind of the focused list, if it is a list of the server.
    pub(crate) fn server_view_kind(&self) -> Option<ResourceKind> {
        match self.pane {
            SERVICE_VIEWS => Some(ResourceKind::SavedViews),
            DASHBOARDS => Some(ResourceKind::CustomDashboards),
            _ => None,
        }
    }

    /// Returns whether the detail pane describes a deal view, which has nothing to focus.
    pub(crate) fn describes_deal_view(&self) -> bool {
        self.screen == Screen::Views && self.pane == DEAL_VIEWS
    }

    pub(crate) fn change_service_view(
        &mut self,
        view: &ListItem,
        before: Fields,
        after: Fields,
    ) -> Vec<Effect> {
        let label = view.name_or_id();
        let content = ToastContent::about("toast-edited", &label).for_record(&view.id).scheduled();
        self.notify(content, self.options.undo_delay);
        self.change_record(ResourceKind::SavedViews, &view.id, label, before, after)
    }

    pub(crate) fn begin_rename_service_view(&mut self, view: &ListItem) {
        let text = view.text("name").unwrap_or_default();
        self.service_view_form(
            FormPurpose::RenameServiceView(view.id.clone()),
            view,
            vec![("view-name", text)],
        );
    }

    pub(crate) fn begin_edit_state(&mut self, view: &ListItem) {
        let raw = |field: &str| {
            let record = view.record.as_ref();
            record
                .and_then(|record| record.raw(field))
                .map_or_else(String::new, |raw| record::compact(raw.get()))
        };
        let fields = STATE_FIELDS.into_iter().map(|field| (field, raw(field))).collect();
        self.service_view_form(FormPurpose::EditViewState(view.id.clone()), view, fields);
    }

    fn service_view_form(
        &mut self,
        purpose: FormPurpose,
        view: &ListItem,
        fields: Vec<(&'static str, String)>,
    ) {
        let field = |(name, text): (&'static str, String)| FormField::text_field(name, text);
        self.overlay =
            Overlay::Form(Form::new(purpose, view.name_or_id(), fields.into_iter().map(field).collect()));
    }

    /// Applies the edited name or state. Values beyond the contract's limits stay in the form and are not sent.
    pub(crate) fn finish_service_view(&mut self, id: &str, mut form: Form) -> Vec<Effect> {
        let items = self.list_items(ResourceKind::SavedViews);
        let Some(view) = items.into_iter().find(|item| item.id == id) else {
            return Vec::new();
        };
        let record = view.record.clone();
        let (mut before, mut after) = (Fields::new(), Fields::new());
        let mut wrong = None;
        for (at, field) in form.fields.iter().enumerate() {
            let text = field.text().trim().trim_start_matches('\u{feff}');
            if field.name == "view-name" {
                after.set_text("name", &crate::text::single_line::one_line(text));
                if let Some(name) = view.text("name") {
                    before.set_text("name", &name);
                }
                continue;
            }
            let was = record.as_ref().and_then(|record| record.raw(field.name));
            let same = was.map_or(text.is_empty(), |raw| record::compact(raw.get()) == record::compact(text));
            if same {
                continue;
            }
            let sound = text.starts_with(['{', '[']) && after.set_json(field.name, text).is_ok();
            if !sound {
                wrong = wrong.or(Some((at, "form-json-wrong")));
            }
            if let Some(raw) = was {
                before.set_raw(field.name, raw.to_owned());
            }
        }
        let after = with_normalised_name(&after);
        let violation = limit_violations(&after, record.as_ref()).first().map(violation_key);
        if let Some((at, key)) = wrong.or(violation.map(|key| (form.focus, key))) {
            (form.focus, form.error) = (at, Some(key));
            self.overlay = Overlay::Form(form);
            return Vec::new();
        }
        let unchanged =
            after.iter().all(|(name, raw)| before.get(name).is_some_and(|was| was.get() == raw.get()));
        if unchanged {
            return Vec::new();
        }
        self.change_service_view(&view, before, after)
    }
}

impl Views {
    pub(crate) fn list_len(&self, pane: usize, cx: &AppCx) -> usize {
        match pane {
            DEAL_VIEWS => self.list.len() + 1,
            SERVICE_VIEWS => cx.list_items(ResourceKind::SavedViews).len(),
            _ => cx.list_items(ResourceKind::CustomDashboards).len(),
        }
    }
}

impl ServerViewsState {
    /// Toggles the tree view of the explorer or of the detail pane.
    pub(crate) fn toggle_as_tree(&mut self, explorer: &mut ExplorerState, cx: &mut AppCx) {
        match (cx.screen, &mut self.detail) {
            (crate::foundation::input::context::Screen::Views, Some(viewer)) => {
                viewer.is_tree = !viewer.is_tree;
                viewer.line = 0;
            }
            (crate::foundation::input::context::Screen::Views, None) => {}
            _ => explorer.toggle_tree(),
        }
    }
}
