//! Saved views as a person uses them: open, save, update, rename, pin, delete, go from one to the next.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::app::deals::table::column_settings::AllDeals;
use crate::app::foundation::input::step::turn;
use crate::app::shell::app::{App, FieldValue, Form, FormField, Layer, Purpose, SheetKind, ToastKind};
use crate::engine::{DealTable, Effect};
use crate::query::fold;
use crate::text::{Lang, Words};

use super::saved_view::{Layout, SavedView, ViewError, view_name, views_kept_as, views_to_import};

/// What the names of kept views begin with.
pub(in crate::app) const PREFIX: &str = "view/";

/// That saving would replace another view.
const REPLACES: &str = "form-view-replaces";

/// The saved views and which one is open.
#[derive(Clone, Debug, Default)]
pub struct Views {
    /// Them, by name.
    pub list: Vec<SavedView>,
    /// The one that is open.
    pub current: Option<String>,
    /// How many deals each holds, as far as they have been counted.
    pub(in crate::app) counts: BTreeMap<String, usize>,
    /// For which deals they were counted.
    pub(in crate::app) counted: Option<Arc<DealTable>>,
    /// The moment at which ages were counted, in Unix seconds.
    pub(super) counted_at: i64,
    /// The settings that they were last read from.
    pub(super) read_from: Option<Arc<BTreeMap<String, String>>>,
    /// How the table stands while none is open.
    pub(in crate::app) all: AllDeals,
}

impl Views {
    /// The open one.
    pub fn open(&self) -> Option<&SavedView> {
        self.find(self.current.as_deref()?)
    }

    /// The view called `name`.
    pub fn find(&self, name: &str) -> Option<&SavedView> {
        self.list.iter().find(|view| view.name == name)
    }

    /// How many deals the view called `name` holds, if that has been counted.
    pub fn count(&self, name: &str) -> Option<usize> {
        self.counts.get(name).copied()
    }

    fn sort(&mut self) {
        self.list
            .sort_by_cached_key(|view| (!view.pinned, fold(&view.name), view.name.clone()));
    }
}

/// The views among the settings of a profile, in order. One that can't be read is left where it is and not shown.
pub fn kept_views(settings: &BTreeMap<String, String>) -> Vec<SavedView> {
    let mut views = Views::default();
    for (name, text) in settings {
        if name.starts_with(PREFIX)
            && let Ok(read) = views_kept_as(text)
        {
            views
                .list
                .extend(read.into_iter().filter(|view| !view.name.is_empty()));
        }
    }
    views.sort();
    views.list
}

/// How a view is kept: the name and the text of the setting.
pub fn view_setting(view: &SavedView) -> (String, String) {
    let text = super::saved_view::views_to_text(std::slice::from_ref(view));
    (format!("{PREFIX}{}", view.name), text)
}

impl App {
    /// The saved views.
    pub fn views(&self) -> &Views {
        &self.views
    }

    pub(in crate::app) fn take_views(&mut self, settings: &BTreeMap<String, String>) {
        self.views.list = kept_views(settings);
        self.views.read_from = self.cx.snapshot.settings.clone();
    }

    /// Takes in what another window has made of the views. What was asked for here and is on its way to the disk is not
    /// among the settings yet, and is waited for.
    pub(in crate::app) fn follow_kept_views(&mut self) {
        let Some(settings) = self.cx.snapshot.settings.clone() else {
            return;
        };
        let read = |from: &Arc<_>| Arc::ptr_eq(from, &settings);
        if self.session.restored.is_none()
            || self.awaits_engine()
            || self.views.read_from.as_ref().is_some_and(read)
        {
            return;
        }
        let list = kept_views(&settings);
        self.views.read_from = Some(settings);
        if list == self.views.list {
            return;
        }
        self.views.list = list;
        if self.views.open().is_none() {
            self.views.current = None;
        }
        self.views_changed();
    }

    /// Whether what is shown differs from the open view. A view that names no columns shows those that stood before it.
    pub fn view_changed(&self) -> bool {
        self.views.open().is_some_and(|view| {
            let now = self.as_view(view.name.clone());
            now.query != view.query
                || now.layout != view.layout
                || (now.layout == Layout::Table && now.sort != view.sort)
                || (now.layout == Layout::Table && !view.columns.is_empty() && now.columns != view.columns)
                || (now.layout == Layout::Board && now.board != view.board)
        })
    }

    /// What is shown, as a view of that name.
    fn as_view(&self, name: String) -> SavedView {
        let open = self.views.find(&name);
        SavedView {
            query: self.pipeline.board.filter.trim().to_owned(),
            layout: if self.table.shown {
                Layout::Table
            } else {
                Layout::Board
            },
            columns: self.table.columns.clone(),
            sort: self.table.sort.clone(),
            widths: self.table.widths.clone(),
            board: self.pipeline.board.look.clone(),
            pinned: open.is_none_or(|view| view.pinned),
            default: open.is_some_and(|view| view.default),
            name,
        }
    }

    /// Opens a view by name; the empty name is "all deals", as it is without any view.
    pub(in crate::app) fn open_view(&mut self, name: &str) {
        if name.is_empty() {
            self.views.current = None;
            self.show_all_deals();
            self.set_filter(String::new());
            return;
        }
        let Some(view) = self.views.find(name).cloned() else {
            return;
        };
        self.views.current = Some(view.name);
        self.table.widths = view.widths;
        self.take_look(view.board);
        self.set_table(view.columns, view.sort);
        self.set_filter(view.query);
        self.show_table(view.layout == Layout::Table);
    }

    /// Goes to the next or the previous view; "all deals" is one of them.
    pub(in crate::app) fn turn_view(&mut self, forward: bool) {
        let mut names = vec![String::new()];
        names.extend(self.views.list.iter().map(|view| view.name.clone()));
        let current = self.views.current.clone().unwrap_or_default();
        let here = names.iter().position(|name| *name == current).unwrap_or(0);
        let name = names[turn(here, forward, names.len())].clone();
        self.open_view(&name);
    }

    /// Asks for the name under which to keep what is shown.
    pub(in crate::app) fn begin_save_view(&mut self) {
        let current = self.views.current.clone().unwrap_or_default();
        self.ask_view_name(Purpose::SaveView, current, String::new());
    }

    pub(in crate::app) fn begin_rename_view(&mut self, name: &str) {
        self.ask_view_name(
            Purpose::RenameView(name.to_owned()),
            name.to_owned(),
            name.to_owned(),
        );
    }

    /// Asks again for the name of a view that could not be kept.
    pub(in crate::app) fn ask_view_again(&mut self, name: &str) {
        self.ask_view_name(Purpose::SaveView, String::new(), name.to_owned());
    }

    fn ask_view_name(&mut self, purpose: Purpose, label: String, text: String) {
        self.cx.layer = Layer::Form(Form {
            label,
            purpose,
            replaces: None,
            fields: vec![FormField {
                name: "view-name",
                value: FieldValue::Text {
                    text,
                    known: Vec::new(),
                },
            }],
            focus: 0,
            pointed: None,
            error: None,
        });
    }

    /// Takes the name typed. A form that can't be accepted stays.
    pub(in crate::app) fn finish_view_name(&mut self, mut form: Form) -> Vec<Effect> {
        let mut name = view_name(form.value("view-name"));
        if name.is_empty() && form.purpose == Purpose::SaveView {
            // No name means the open view, which the form says.
            name.clone_from(&form.label);
        }
        let error = if name.is_empty() {
            Some("form-name-empty")
        } else {
            self.view_name_taken(&form, &name)
        };
        if error.is_some() {
            form.error = error;
            self.cx.layer = Layer::Form(form);
            return Vec::new();
        }
        match form.purpose {
            Purpose::RenameView(was) => self.changing_views(&name.clone(), |app| {
                let effects = app.rename_view(&was, &name);
                app.say(
                    ToastKind::ViewSaved { name },
                    crate::app::foundation::cx::toast::SHORT,
                );
                effects
            }),
            _ => self.changing_views(&name.clone(), |app| app.save_view(name)),
        }
    }

    /// What stands against a name. Another view is replaced only where the name is given again after that was said.
    fn view_name_taken(&self, form: &Form, name: &str) -> Option<&'static str> {
        let all_deals = |lang| fold(&Words::new(lang).get("view-all-deals")) == fold(name);
        let other = self.views.find(name).is_some();
        match &form.purpose {
            Purpose::RenameView(was) if was == name => None,
            _ if Lang::ALL.into_iter().any(all_deals) => Some("form-view-all"),
            Purpose::RenameView(_) if other => Some("form-view-taken"),
            Purpose::SaveView if other && form.label != name && form.error != Some(REPLACES) => {
                Some(REPLACES)
            }
            _ => None,
        }
    }

    fn save_view(&mut self, name: String) -> Vec<Effect> {
        let view = self.as_view(name);
        if let Err(error) = view.check() {
            self.say_view_error(&error);
            return Vec::new();
        }
        self.views.current = Some(view.name.clone());
        self.say(
            ToastKind::ViewSaved {
                name: view.name.clone(),
            },
            crate::app::foundation::cx::toast::SHORT,
        );
        let name = view.name.clone();
        let effects = self.keep_view(view);
        self.focus_view(&name);
        effects
    }

    /// Puts the focus of the lists of views on this one: on the screen of the views, and in the sheet if it is open.
    pub(in crate::app) fn focus_view(&mut self, name: &str) {
        let Some(at) = self.views.list.iter().position(|view| view.name == name) else {
            return;
        };
        // "All deals" stands first.
        self.library.lines[crate::app::shell::app::DEAL_VIEWS] = at + 1;
        if self.sheet().is_some_and(|sheet| sheet.kind == SheetKind::Views) {
            self.focus_line(at + 1);
        }
    }

    /// Keeps what is shown under the name of the view.
    pub(in crate::app) fn update_view(&mut self, name: &str) -> Vec<Effect> {
        if self.views.find(name).is_none() {
            return Vec::new();
        }
        self.save_view(name.to_owned())
    }

    pub(in crate::app) fn keep_view(&mut self, view: SavedView) -> Vec<Effect> {
        let (setting, text) = view_setting(&view);
        let mut effects = Vec::new();
        if view.default {
            effects = self.no_other_default(&view.name);
        }
        self.views.list.retain(|known| known.name != view.name);
        self.views.list.push(view);
        self.views_changed();
        effects.push(Effect::Keep {
            name: setting,
            value: Some(text),
        });
        effects
    }

    /// Puts the views in their order and counts what they hold anew.
    pub(in crate::app) fn views_changed(&mut self) {
        self.views.sort();
        self.views.counted = None;
        self.views.counts.clear();
        self.count_views();
    }

    fn no_other_default(&mut self, name: &str) -> Vec<Effect> {
        let others = self
            .views
            .list
            .iter_mut()
            .filter(|view| view.default && view.name != name);
        others
            .map(|view| {
                view.default = false;
                let (name, text) = view_setting(view);
                Effect::Keep {
                    name,
                    value: Some(text),
                }
            })
            .collect()
    }

    pub(super) fn rename_view(&mut self, was: &str, name: &str) -> Vec<Effect> {
        let Some(view) = self.views.find(was).cloned() else {
            return Vec::new();
        };
        let mut effects = self.forget_view(was);
        if self.views.current.as_deref() == Some(was) {
            self.views.current = Some(name.to_owned());
        }
        effects.extend(self.keep_view(SavedView {
            name: name.to_owned(),
            ..view
        }));
        self.focus_view(name);
        effects
    }

    fn forget_view(&mut self, name: &str) -> Vec<Effect> {
        self.views.list.retain(|view| view.name != name);
        vec![Effect::Keep {
            name: format!("{PREFIX}{name}"),
            value: None,
        }]
    }

    /// Deletes a view. What it shows stays as it is.
    pub(in crate::app) fn delete_view(&mut self, name: &str) -> Vec<Effect> {
        if self.views.find(name).is_none() {
            return Vec::new();
        }
        if self.views.current.as_deref() == Some(name) {
            self.views.current = None;
        }
        self.say(
            ToastKind::ViewDeleted {
                name: name.to_owned(),
            },
            crate::app::foundation::cx::toast::LONG,
        );
        self.forget_view(name)
    }

    /// Changes a view in its place.
    pub(in crate::app) fn change_view(
        &mut self,
        name: &str,
        change: impl FnOnce(&mut SavedView),
    ) -> Vec<Effect> {
        let Some(mut view) = self.views.find(name).cloned() else {
            return Vec::new();
        };
        change(&mut view);
        let effects = self.keep_view(view);
        // What is changed may stand elsewhere among the others: pinned ones come first.
        self.focus_view(name);
        effects
    }

    /// Takes in views from a text; those of the same name are replaced.
    pub(in crate::app) fn import_views(&mut self, text: &str) -> Vec<Effect> {
        match views_to_import(text) {
            Ok(views) => {
                let count = views.len();
                let effects = self.changing_views("", |app| {
                    views.into_iter().flat_map(|view| app.keep_view(view)).collect()
                });
                self.say(
                    ToastKind::ViewsImported { count },
                    crate::app::foundation::cx::toast::SHORT,
                );
                effects
            }
            Err(error) => {
                self.say_view_error(&error);
                Vec::new()
            }
        }
    }

    fn say_view_error(&mut self, error: &ViewError) {
        let detail = error.to_string();
        self.say(
            ToastKind::ViewRefused { detail },
            crate::app::foundation::cx::toast::LONG,
        );
    }
}
