//! Saved views as a person uses them: open, save, update, rename, pin, delete, go from one to the next.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::deals::table::table::TableState;
use crate::app::foundation::cx::app_cx::AppCx;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::app::deals::table::column_settings::AllDeals;
use crate::app::foundation::cx::overlay::{FieldValue, Form, FormField, Layer, Purpose};
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::step::turn;
use crate::engine::{DealTable, Effect};
use crate::query::fold;
use crate::text::{Lang, Words};

use super::saved_view::{Layout, SavedView, ViewError, views_kept_as};

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
    pub(in crate::app) read_from: Option<Arc<BTreeMap<String, String>>>,
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

impl Views {
    /// The saved views.
    pub fn views(&self) -> &Views {
        self
    }

    pub(in crate::app) fn take_views(&mut self, settings: &BTreeMap<String, String>, cx: &mut AppCx) {
        self.list = kept_views(settings);
        self.read_from.clone_from(&cx.snapshot.settings);
    }

    /// Whether what is shown differs from the open view. A view that names no columns shows those that stood before it.
    pub fn view_changed(&self, table: &TableState, pipeline: &Pipeline) -> bool {
        self.open().is_some_and(|view| {
            let now = self.as_view(view.name.clone(), table, pipeline);
            now.query != view.query
                || now.layout != view.layout
                || (now.layout == Layout::Table && now.sort != view.sort)
                || (now.layout == Layout::Table && !view.columns.is_empty() && now.columns != view.columns)
                || (now.layout == Layout::Board && now.board != view.board)
        })
    }

    /// What is shown, as a view of that name.
    pub(in crate::app) fn as_view(&self, name: String, table: &TableState, pipeline: &Pipeline) -> SavedView {
        let open = self.find(&name);
        SavedView {
            query: pipeline.board.filter.trim().to_owned(),
            layout: if table.shown { Layout::Table } else { Layout::Board },
            columns: table.columns.clone(),
            sort: table.sort.clone(),
            widths: table.widths.clone(),
            board: pipeline.board.look.clone(),
            pinned: open.is_none_or(|view| view.pinned),
            default: open.is_some_and(|view| view.default),
            name,
        }
    }

    /// Opens a view by name; the empty name is "all deals", as it is without any view.
    pub(in crate::app) fn open_view(
        &mut self,
        name: &str,
        table: &mut TableState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        if name.is_empty() {
            self.current = None;
            self.show_all_deals(table, pipeline, cx);
            table.set_filter(String::new(), pipeline, cx);
            return;
        }
        let Some(view) = self.find(name).cloned() else {
            return;
        };
        self.current = Some(view.name);
        table.widths = view.widths;
        table.take_look(view.board, pipeline, cx);
        table.set_table(view.columns, view.sort, pipeline, cx);
        table.set_filter(view.query, pipeline, cx);
        table.show_table(view.layout == Layout::Table, pipeline, cx);
    }

    /// Goes to the next or the previous view; "all deals" is one of them.
    pub(in crate::app) fn turn_view(
        &mut self,
        forward: bool,
        table: &mut TableState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let mut names = vec![String::new()];
        names.extend(self.list.iter().map(|view| view.name.clone()));
        let current = self.current.clone().unwrap_or_default();
        let here = names.iter().position(|name| *name == current).unwrap_or(0);
        let name = names[turn(here, forward, names.len())].clone();
        self.open_view(&name, table, pipeline, cx);
    }

    /// Asks for the name under which to keep what is shown.
    pub(in crate::app) fn begin_save_view(&mut self, cx: &mut AppCx) {
        let current = self.current.clone().unwrap_or_default();
        cx.ask_view_name(Purpose::SaveView, current, String::new());
    }

    /// What stands against a name. Another view is replaced only where the name is given again after that was said.
    pub(in crate::app) fn view_name_taken(&self, form: &Form, name: &str) -> Option<&'static str> {
        let all_deals = |lang| fold(&Words::new(lang).get("view-all-deals")) == fold(name);
        let other = self.find(name).is_some();
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

    pub(in crate::app) fn keep_view(
        &mut self,
        view: SavedView,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let (setting, text) = view_setting(&view);
        let mut effects = Vec::new();
        if view.default {
            effects = self.no_other_default(&view.name);
        }
        self.list.retain(|known| known.name != view.name);
        self.list.push(view);
        self.views_changed(pipeline, cx);
        effects.push(Effect::Keep {
            name: setting,
            value: Some(text),
        });
        effects
    }

    /// Puts the views in their order and counts what they hold anew.
    pub(in crate::app) fn views_changed(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        self.sort();
        self.counted = None;
        self.counts.clear();
        self.count_views(pipeline, cx);
    }

    fn no_other_default(&mut self, name: &str) -> Vec<Effect> {
        let others = self
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

    pub(in crate::app) fn forget_view(&mut self, name: &str) -> Vec<Effect> {
        self.list.retain(|view| view.name != name);
        vec![Effect::Keep {
            name: format!("{PREFIX}{name}"),
            value: None,
        }]
    }

    /// Deletes a view. What it shows stays as it is.
    pub(in crate::app) fn delete_view(&mut self, name: &str, cx: &mut AppCx) -> Vec<Effect> {
        if self.find(name).is_none() {
            return Vec::new();
        }
        if self.current.as_deref() == Some(name) {
            self.current = None;
        }
        cx.say(
            ToastKind::ViewDeleted {
                name: name.to_owned(),
            },
            crate::app::foundation::cx::toast::LONG,
        );
        self.forget_view(name)
    }
}

impl AppCx {
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
        self.layer = Layer::Form(Form {
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

    pub(in crate::app) fn say_view_error(&mut self, error: &ViewError) {
        let detail = error.to_string();
        self.say(
            ToastKind::ViewRefused { detail },
            crate::app::foundation::cx::toast::LONG,
        );
    }
}
