//! Actions on saved views: open, save, update, rename, pin, delete, and step through them.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::column_settings::AllDealsColumns;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, Overlay};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::step::cycle;
use crate::model::effect::Effect;
use crate::model::table::DealTable;
use crate::screens::views::saved_view::{Layout, SavedView, ViewError, parse_stored_views, parse_views};
use crate::text::{Lang, Messages, fold};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Setting-key prefix of stored views.
pub(crate) const VIEW_KEY_PREFIX: &str = "view/";

/// Message key of the warning that saving would replace another view.
const REPLACE_WARNING_KEY: &str = "form-view-replaces";

/// Saved views and the open one.
#[derive(Clone, Debug, Default)]
pub struct Views {
    /// Views, sorted by name with pinned ones first.
    pub list: Vec<SavedView>,
    /// Name of the open view.
    pub current: Option<String>,
    /// Number of deals per view, as far as counted.
    pub(crate) counts: BTreeMap<String, usize>,
    /// Deal table that the counts belong to.
    pub(crate) counted_table: Option<Arc<DealTable>>,
    /// Time at which ages were counted, in Unix seconds.
    pub(super) counted_at: i64,
    /// Settings from which the views were loaded.
    pub(crate) loaded_settings: Option<Arc<BTreeMap<String, String>>>,
    /// Table state while no view is open.
    pub(crate) all_deals: AllDealsColumns,
}

impl Views {
    /// Returns the open view.
    pub fn open(&self) -> Option<&SavedView> {
        self.find(self.current.as_deref()?)
    }

    /// Returns the view called `name`.
    pub fn find(&self, name: &str) -> Option<&SavedView> {
        self.list.iter().find(|view| view.name == name)
    }

    /// Returns the number of deals in the view called `name`, if counted.
    pub fn count(&self, name: &str) -> Option<usize> {
        self.counts.get(name).copied()
    }

    fn sort_views(&mut self) {
        self.list.sort_by_cached_key(|view| (!view.pinned, fold(&view.name), view.name.clone()));
    }
}

/// Parses the views in a profile's settings, sorted. Unreadable ones are skipped but stay stored.
pub fn stored_views(settings: &BTreeMap<String, String>) -> Vec<SavedView> {
    let mut views = Views::default();
    for (name, text) in settings {
        if name.starts_with(VIEW_KEY_PREFIX)
            && let Ok(read) = parse_stored_views(text)
        {
            views.list.extend(read.into_iter().filter(|view| !view.name.is_empty()));
        }
    }
    views.sort_views();
    views.list
}

/// Returns the setting's name and text for a view.
pub fn setting_of_view(view: &SavedView) -> (String, String) {
    let text = super::saved_view::views_to_text(std::slice::from_ref(view));
    (format!("{VIEW_KEY_PREFIX}{}", view.name), text)
}

impl Views {
    pub(crate) fn take_views(&mut self, settings: &BTreeMap<String, String>, cx: &mut AppCx) {
        self.list = stored_views(settings);
        self.loaded_settings.clone_from(&cx.snapshot.settings);
    }

    /// Returns whether the display differs from the open view. A view without columns keeps the previous ones.
    pub fn is_modified(&self, table: &TableState, pipeline: &Pipeline) -> bool {
        self.open().is_some_and(|view| {
            let now = self.current_as_view(view.name.clone(), table, pipeline);
            now.query != view.query
                || now.layout != view.layout
                || (now.layout == Layout::Table
                    && (now.sort != view.sort || now.board.group != view.board.group))
                || (now.layout == Layout::Table && !view.columns.is_empty() && now.columns != view.columns)
                || (now.layout == Layout::Board && now.board != view.board)
        })
    }

    /// Returns the current display as a view of that name.
    pub(crate) fn current_as_view(&self, name: String, table: &TableState, pipeline: &Pipeline) -> SavedView {
        let open = self.find(&name);
        SavedView {
            query: pipeline.board.filter.trim().to_owned(),
            layout: if table.shown { Layout::Table } else { Layout::Board },
            columns: table.columns.clone(),
            sort: table.sort.clone(),
            widths: table.widths.clone(),
            board: pipeline.board.layout.clone(),
            pinned: open.is_none_or(|view| view.pinned),
            default: open.is_some_and(|view| view.default),
            name,
        }
    }

    /// Opens a view by name; the empty name opens "all deals".
    pub(crate) fn open_view(
        &mut self,
        name: &str,
        table: &mut TableState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        if name.is_empty() {
            self.current = None;
            self.restore_all_deals_columns(table, pipeline, cx);
            table.set_filter(String::new(), pipeline, cx);
            return;
        }
        let Some(view) = self.find(name).cloned() else {
            return;
        };
        self.current = Some(view.name);
        table.widths = view.widths;
        table.apply_layout(view.board, pipeline, cx);
        table.set_table(view.columns, view.sort, pipeline, cx);
        table.set_filter(view.query, pipeline, cx);
        table.show_table(view.layout == Layout::Table, pipeline, cx);
    }

    /// Opens the next or previous view; "all deals" is one of them.
    pub(crate) fn cycle_view(
        &mut self,
        forward: bool,
        table: &mut TableState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let mut names = vec![String::new()];
        names.extend(self.list.iter().map(|view| view.name.clone()));
        let current = self.current.clone().unwrap_or_default();
        let index = names.iter().position(|name| *name == current).unwrap_or(0);
        let name = names[cycle(index, forward, names.len())].clone();
        self.open_view(&name, table, pipeline, cx);
    }

    /// Opens the form for the name of a new view.
    pub(crate) fn open_save_form(&mut self, cx: &mut AppCx) {
        let current = self.current.clone().unwrap_or_default();
        cx.open_view_name_form(FormPurpose::SaveView, current, String::new());
    }

    /// Returns the objection to a name, if any. Another view is replaced only if the user confirms the same name after
    /// the warning.
    pub(crate) fn name_objection(&self, form: &Form, name: &str) -> Option<&'static str> {
        let exists = self.find(name).is_some();
        match &form.purpose {
            FormPurpose::RenameView(old_name) if old_name == name => None,
            _ if is_all_deals(name) => Some("form-view-all"),
            FormPurpose::RenameView(_) if exists => Some("form-view-taken"),
            FormPurpose::SaveView
                if exists && form.label != name && form.error != Some(REPLACE_WARNING_KEY) =>
            {
                Some(REPLACE_WARNING_KEY)
            }
            _ => None,
        }
    }

    pub(crate) fn store_view(
        &mut self,
        view: SavedView,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let (setting, text) = setting_of_view(&view);
        let mut effects = Vec::new();
        if view.default {
            effects = self.clear_other_defaults(&view.name);
        }
        self.list.retain(|known| known.name != view.name);
        self.list.push(view);
        self.on_views_changed(pipeline, cx);
        effects.push(Effect::SaveSetting { name: setting, value: Some(text) });
        effects
    }

    /// Sorts the views and recounts their deals.
    pub(crate) fn on_views_changed(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        self.sort_views();
        self.counted_table = None;
        self.counts.clear();
        self.count_views(pipeline, cx);
    }

    fn clear_other_defaults(&mut self, name: &str) -> Vec<Effect> {
        let defaults = self.list.iter_mut().filter(|view| view.default && view.name != name);
        defaults
            .map(|view| {
                view.default = false;
                let (name, text) = setting_of_view(view);
                Effect::SaveSetting { name, value: Some(text) }
            })
            .collect()
    }

    pub(crate) fn remove_view(&mut self, name: &str) -> Vec<Effect> {
        self.list.retain(|view| view.name != name);
        vec![Effect::SaveSetting { name: format!("{VIEW_KEY_PREFIX}{name}"), value: None }]
    }

    /// Deletes a view. The current display does not change.
    pub(crate) fn delete_view(&mut self, name: &str, cx: &mut AppCx) -> Vec<Effect> {
        if self.find(name).is_none() {
            return Vec::new();
        }
        if self.current.as_deref() == Some(name) {
            self.current = None;
        }
        cx.notify(ToastContent::about("toast-view-deleted", name), LONG);
        self.remove_view(name)
    }
}

impl AppCx {
    pub(crate) fn open_rename_form(&mut self, name: &str) {
        self.open_view_name_form(FormPurpose::RenameView(name.to_owned()), name.to_owned(), name.to_owned());
    }

    /// Reopens the name form for a view that could not be saved.
    pub(crate) fn reopen_view_name_form(&mut self, name: &str) {
        self.open_view_name_form(FormPurpose::SaveView, String::new(), name.to_owned());
    }

    fn open_view_name_form(&mut self, purpose: FormPurpose, label: String, text: String) {
        self.overlay =
            Overlay::Form(Form::new(purpose, label, vec![FormField::text_field("view-name", text)]));
    }

    pub(crate) fn notify_view_error(&mut self, error: &ViewError) {
        let detail = error.message(Messages::new(self.lang()));
        self.notify(ToastContent::new("toast-view-refused").with_text_arg("why", detail, 160), LONG);
    }
}

impl Views {
    /// Returns the name of the view on a line; `None` for "all deals", the first.
    pub(crate) fn view_at(&self, line: usize) -> Option<String> {
        let at = line.checked_sub(1)?;
        self.list.get(at).map(|view| view.name.clone())
    }
}

impl AppCx {
    /// Returns a view's stored text, which keeps fields written by a later version.
    pub(crate) fn stored_view_text(&self, view: &SavedView) -> String {
        let (name, text) = setting_of_view(view);
        let stored = self.setting(&name).filter(|stored| text_equals_view(stored, view));
        stored.map_or(text, str::to_owned)
    }
}

impl Views {
    /// Returns whether a setting's view has this state here; true for other settings.
    pub(crate) fn is_view_in_state(&self, name: &str, expected: Option<&str>) -> bool {
        let Some(view) = name.strip_prefix(VIEW_KEY_PREFIX) else {
            return true;
        };
        match (self.find(view), expected) {
            (Some(view), Some(text)) => text_equals_view(text, view),
            (view, text) => view.is_none() && text.is_none(),
        }
    }
}

/// Returns whether a name is that of the list of all deals, in any language.
pub(crate) fn is_all_deals(name: &str) -> bool {
    Lang::ALL.into_iter().any(|lang| fold(&Messages::new(lang).get("view-all-deals")) == fold(name))
}

fn text_equals_view(text: &str, view: &SavedView) -> bool {
    parse_views(text).is_ok_and(|read| read == std::slice::from_ref(view))
}

/// Returns whether two texts of this setting have the same meaning.
pub(crate) fn is_same_setting(name: &str, a: Option<&str>, b: Option<&str>) -> bool {
    if a == b || !name.starts_with(VIEW_KEY_PREFIX) {
        return a == b;
    }
    let read = |text: Option<&str>| text.and_then(|text| parse_views(text).ok());
    a.is_some() == b.is_some() && read(a) == read(b)
}
