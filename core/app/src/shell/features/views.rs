//! `App` methods for saved views.

use crate::foundation::cx::change::Direction;
use crate::foundation::cx::change_types::{SettingChange, SettingsChange, SettingsPlace};
use crate::foundation::cx::overlay::{Form, FormPurpose, Overlay, PickerKind};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::rule::{LocalAlert, Rule, SUBSCRIPTION_PREFIX};
use crate::screens::server_views::server_views::DEAL_VIEWS;
use crate::screens::views::samples::SAMPLE_VIEWS;
use crate::screens::views::saved_view::{SavedView, normalize_name, parse_views, parse_views_strict};
use crate::screens::views::views::{VIEW_KEY_PREFIX, setting_of_view};
use crate::shell::app::App;
use crate::text::{Lang, Messages};
use std::collections::BTreeSet;

impl App {
    /// Returns the view, or the filter, that the user can subscribe to.
    pub(crate) fn subscription_target(&self) -> Result<(Option<String>, String), DisabledReason> {
        let lists_views = self.cx.picker().is_some_and(|picker| picker.kind == PickerKind::Views)
            || self.cx.overlay == Overlay::None && self.cx.screen == Screen::Views;
        if lists_views {
            let view = self.server_views.focused_view(&self.views, &self.cx).ok_or(DisabledReason::NoView)?;
            return Ok((Some(view), String::new()));
        }
        let board = &self.pipeline.board;
        match self.open_view() {
            Some((view, false)) => Ok((Some(view.to_owned()), String::new())),
            _ if board.filter_error.is_some() => Err(DisabledReason::FilterInvalid),
            _ if board.filter.trim().is_empty() => Err(DisabledReason::NoFilter),
            _ => Ok((None, board.filter.trim().to_owned())),
        }
    }

    /// Shows the deals of a rule or subscription.
    pub(crate) fn show_rule(&mut self, line: usize) -> Vec<Effect> {
        self.cx.overlay = Overlay::None;
        let Some(rule) = self.cx.all_rules().into_iter().nth(line) else { return Vec::new() };
        if rule.setting.is_some() && self.views.find(&rule.name).is_some_and(|view| view.query == rule.when) {
            return self.show_view(&rule.name);
        }
        let effects = self.show(Screen::Pipeline);
        self.table.set_filter(rule.when, &mut self.pipeline, &mut self.cx);
        effects
    }

    /// Shows the deals that match the rule of a local notification now.
    pub(crate) fn show_raised(&mut self, alert: &LocalAlert) -> Vec<Effect> {
        let Some(rule) = self.cx.rule_of(alert) else { return Vec::new() };
        let effects = self.show(Screen::Pipeline);
        self.table.set_filter(rule.when, &mut self.pipeline, &mut self.cx);
        self.cx.notify(ToastContent::about("toast-raised-since", alert.rule.as_str()), LONG);
        effects
    }

    /// Returns the name of the open view, and whether the display differs from it.
    pub(crate) fn open_view(&self) -> Option<(&str, bool)> {
        let is_modified = self.views.is_modified(&self.table, &self.pipeline);
        self.views.open().map(|view| (view.name.as_str(), is_modified))
    }

    /// Translates the demo's sample views after a language switch. Views that the user renamed stay, as does a filter
    /// that the user changed. A name already in use is skipped.
    pub(crate) fn translate_sample_views(&mut self, from: Lang) -> Vec<Effect> {
        if !self.cx.options.demo || self.cx.in_present().is_err() {
            return Vec::new();
        }
        let (old_messages, new_messages) = (Messages::new(from), Messages::new(self.cx.options.lang));
        let line = self.server_views.lines[DEAL_VIEWS];
        let mut effects = Vec::new();
        for (name, filter, ..) in SAMPLE_VIEWS {
            let (old, new) = (old_messages.get(name), new_messages.get(name));
            if self.views.find(&old).is_none() || old == new || self.views.find(&new).is_some() {
                continue;
            }
            let (old_query, new_query) = (old_messages.get(filter), new_messages.get(filter));
            if self.views.find(&old).is_some_and(|view| view.query == *old_query) {
                effects.extend(self.change_view(&old, |view| view.query = new_query.into_owned()));
                // If the view's filter is active, it is translated too.
                let shown =
                    self.views.current.as_deref() == Some(&*old) && self.pipeline.board.filter == *old_query;
                if shown {
                    self.table.set_filter(
                        new_messages.get(filter).into_owned(),
                        &mut self.pipeline,
                        &mut self.cx,
                    );
                }
            }
            effects.extend(self.rename_view(&old, &new));
        }
        // The change must not move the focus.
        self.server_views.lines[DEAL_VIEWS] = line;
        effects
    }

    /// Changes views and records the difference in the undo history under `label`.
    pub(crate) fn record_view_changes(
        &mut self,
        label: &str,
        change: impl FnOnce(&mut Self) -> Vec<Effect>,
    ) -> Vec<Effect> {
        let (before, was_open) = (self.views.list.clone(), self.views.current.clone());
        let effects = change(self);
        let after = &self.views.list;
        let names: BTreeSet<&str> = before.iter().chain(after).map(|view| view.name.as_str()).collect();
        let find_view = |list: &[SavedView], name: &str| list.iter().find(|view| view.name == name).cloned();
        let to_change = |name: &str| {
            let (before, after) = (find_view(&before, name), find_view(after, name));
            (before != after).then(|| SettingChange {
                name: format!("{VIEW_KEY_PREFIX}{name}"),
                before: before.map(|view| self.cx.stored_view_text(&view)),
                after: after.map(|view| setting_of_view(&view).1),
            })
        };
        // A renamed view takes its subscription along.
        let subscriptions = effects.iter().flat_map(|effect| match effect {
            Effect::SaveSettings(settings) => settings.as_slice(),
            _ => &[],
        });
        let subscriptions = subscriptions.filter(|(name, _)| name.starts_with(SUBSCRIPTION_PREFIX));
        let to_subscription = |(name, after): &(String, Option<String>)| SettingChange {
            name: name.clone(),
            before: self.cx.setting(name).map(str::to_owned),
            after: after.clone(),
        };
        let settings =
            names.into_iter().filter_map(to_change).chain(subscriptions.map(to_subscription)).collect();
        let open = (was_open, self.views.current.clone());
        self.cx.push_settings(label, SettingsPlace::Views, settings, open);
        effects
    }

    /// Restores the views of an undo or redo step. The previously open view opens again, unless the user has opened
    /// another one since.
    pub(crate) fn take_kept_views(&mut self, direction: Direction, change: &SettingsChange) {
        let mut focus = None;
        let mut is_changed = false;
        for setting in &change.items {
            let Some(name) = setting.name.strip_prefix(VIEW_KEY_PREFIX) else {
                continue;
            };
            is_changed = true;
            self.views.list.retain(|view| view.name != name);
            let text = match direction {
                Direction::Undo => setting.before.as_deref(),
                Direction::Redo => setting.after.as_deref(),
            };
            if let Some(views) = text.and_then(|text| parse_views(text).ok()) {
                self.views.list.extend(views);
                focus = Some(name);
            }
        }
        if !is_changed {
            return;
        }
        let (from, to) = match direction {
            Direction::Undo => (&change.open.1, &change.open.0),
            Direction::Redo => (&change.open.0, &change.open.1),
        };
        if self.views.current == *from {
            self.views.current.clone_from(to);
        }
        self.views.on_views_changed(&mut self.pipeline, &mut self.cx);
        if let Some(name) = focus {
            self.focus_view(name);
        }
    }

    /// Accepts the typed name. An invalid name keeps the form open.
    pub(crate) fn finish_view_name(&mut self, mut form: Form) -> Vec<Effect> {
        let mut name = normalize_name(form.value("view-name"));
        if name.is_empty() && form.purpose == FormPurpose::SaveView {
            // An empty name means the open view, as the form says.
            name.clone_from(&form.label);
        }
        let error =
            if name.is_empty() { Some("form-name-empty") } else { self.views.name_objection(&form, &name) };
        if error.is_some() {
            form.error = error;
            self.cx.overlay = Overlay::Form(form);
            return Vec::new();
        }
        match form.purpose {
            FormPurpose::RenameView(was) => self.record_view_changes(&name.clone(), |app| {
                let effects = app.rename_view(&was, &name);
                app.cx.notify(ToastContent::about("toast-view-saved", name), SHORT);
                effects
            }),
            _ => self.record_view_changes(&name.clone(), |app| app.save_view(name)),
        }
    }

    pub(crate) fn save_view(&mut self, name: String) -> Vec<Effect> {
        let view = self.views.current_as_view(name, &self.table, &self.pipeline);
        if let Err(error) = view.check() {
            self.cx.notify_view_error(&error);
            return Vec::new();
        }
        self.views.current = Some(view.name.clone());
        self.cx.notify(ToastContent::about("toast-view-saved", &view.name), SHORT);
        let name = view.name.clone();
        let effects = self.views.store_view(view, &mut self.pipeline, &mut self.cx);
        self.focus_view(&name);
        effects
    }

    /// Focuses a view on the views screen, and in the overlay if it is open.
    pub(crate) fn focus_view(&mut self, name: &str) {
        let Some(at) = self.views.list.iter().position(|view| view.name == name) else {
            return;
        };
        // "All deals" comes first.
        self.server_views.lines[DEAL_VIEWS] = at + 1;
        if self.cx.picker().is_some_and(|picker| picker.kind == PickerKind::Views) {
            self.focus_line(at + 1);
        }
    }

    /// Saves the current display under the view's name.
    pub(crate) fn update_view(&mut self, name: &str) -> Vec<Effect> {
        if self.views.find(name).is_none() {
            return Vec::new();
        }
        self.save_view(name.to_owned())
    }

    pub(crate) fn rename_view(&mut self, old_name: &str, name: &str) -> Vec<Effect> {
        let Some(view) = self.views.find(old_name).cloned() else {
            return Vec::new();
        };
        let mut effects = self.views.remove_view(old_name);
        if self.views.current.as_deref() == Some(old_name) {
            self.views.current = Some(name.to_owned());
        }
        effects.extend(self.views.store_view(
            SavedView { name: name.to_owned(), ..view },
            &mut self.pipeline,
            &mut self.cx,
        ));
        let [old, new] = [old_name, name].map(|view| Rule::subscription_name(Some(view), ""));
        if self.cx.setting(&old).is_some() {
            effects.push(Effect::SaveSettings(vec![(old, None), (new, Some(String::new()))]));
        }
        self.focus_view(name);
        effects
    }

    /// Changes a saved view.
    pub(crate) fn change_view(&mut self, name: &str, change: impl FnOnce(&mut SavedView)) -> Vec<Effect> {
        let Some(mut view) = self.views.find(name).cloned() else {
            return Vec::new();
        };
        change(&mut view);
        let effects = self.views.store_view(view, &mut self.pipeline, &mut self.cx);
        // The change may reorder the views: pinned ones come first.
        self.focus_view(name);
        effects
    }

    /// Imports views from a text; existing ones of the same name are replaced.
    pub(crate) fn import_views(&mut self, text: &str) -> Vec<Effect> {
        match parse_views_strict(text) {
            Ok(views) => {
                let count = views.len();
                let effects = self.record_view_changes("", |app| {
                    views
                        .into_iter()
                        .flat_map(|view| app.views.store_view(view, &mut app.pipeline, &mut app.cx))
                        .collect()
                });
                self.cx.notify(ToastContent::counted("toast-views-imported", count), SHORT);
                effects
            }
            Err(error) => {
                self.cx.notify_view_error(&error);
                Vec::new()
            }
        }
    }
}
