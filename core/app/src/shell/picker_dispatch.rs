//! Pickers: overlays with a list of lines to act on. Examples are saved views, table columns, a bulk change and the
//! ways to copy. Both front ends draw them from `app::shell::view::picker`.

use crate::foundation::cx::overlay::{Overlay, Picker, PickerKind};
use crate::model::effect::Effect;
use crate::screens::views::local_views::{LocalView, local_views};

use super::app::App;
use crate::foundation::cx::output::{FrontEndRequest, ShownText};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;

impl PickerKind {
    /// Returns whether it is a prompt whose lines are answers.
    #[must_use]
    pub fn is_prompt(self) -> bool {
        matches!(
            self,
            Self::Snooze
                | Self::ConfirmSwitch
                | Self::ConfirmDelete
                | Self::ConfirmQuit
                | Self::ConfirmDeletions
        )
    }

    /// Returns the key context.
    pub fn context(self) -> Context {
        match self {
            Self::Views => Context::Views,
            Self::Columns => Context::Columns,
            Self::Bulk => Context::Bulk,
            // Enter copies the focused line there too.
            Self::Copy | Self::Request => Context::CopyAs,
            Self::Record => Context::Record,
            Self::Snooze | Self::Rules | Self::Notes => Context::Snooze,
            Self::HeaderMetric => Context::Metric,
            Self::Since => Context::Since,
            Self::Sheet => Context::Sheet,
            Self::Checks | Self::Compare => Context::Report,
            Self::Users | Self::Settings | Self::ConfirmSwitch => Context::Users,
            Self::ConfirmDelete | Self::ConfirmQuit | Self::ConfirmDeletions => Context::Question,
        }
    }
}

impl App {
    /// Handles Enter on the focused line.
    pub(crate) fn open_picker_line(&mut self, picker: Picker) -> Vec<Effect> {
        let line = picker.selected;
        match picker.kind {
            PickerKind::Views => {
                let local = line.checked_sub(self.views.list.len() + 1);
                let local = local.and_then(|at| local_views(&self.pipeline, &self.cx).into_iter().nth(at));
                let name = self.views.view_at(line).unwrap_or_default();
                self.cx.overlay = Overlay::None;
                return match local {
                    Some(LocalView { action: ActionId::ShowDue, .. }) => self.show_due(),
                    Some(_) => self.show_starred(),
                    None => self.show_view(&name),
                };
            }
            PickerKind::Rules => return self.show_rule(line),
            PickerKind::Settings => self.session.settings.open_form(line, &mut self.cx),
            PickerKind::Sheet => self.open_sheet_cell(line),
            PickerKind::Columns => self.cx.overlay = Overlay::None,
            PickerKind::Bulk => return self.confirm_bulk(),
            PickerKind::Users => return self.choose_user(line),
            PickerKind::ConfirmSwitch => return self.user_switch.answer_question(line, &mut self.cx),
            PickerKind::ConfirmDelete => return self.deletion.answer_question(line, &mut self.cx),
            PickerKind::ConfirmDeletions => return self.cx.answer_deletion_prompt(line),
            PickerKind::ConfirmQuit => {
                self.session.answer_quit_prompt(line, &mut self.bulk_change, &mut self.cx);
            }
            PickerKind::Since => return self.open_change(line),
            PickerKind::Snooze => {
                self.cx.overlay = Overlay::None;
                if let Some(choice) = self.cx.snooze_options().get(line) {
                    return self.inbox.snooze(*choice, &mut self.cx);
                }
            }
            PickerKind::Notes => self.choose_note(line),
            PickerKind::Checks => return self.open_check_line(line),
            PickerKind::Compare => self.toggle_equal(line),
            PickerKind::HeaderMetric => self.pipeline.choose_metric(line, &mut self.cx),
            PickerKind::Request => {
                self.cx.overlay = Overlay::None;
                self.cx.ask_front_end(FrontEndRequest::CopyShown(ShownText::RequestDetail(line)));
            }
            PickerKind::Record => {
                if let Some(mut viewer) = self.lists.record.take() {
                    viewer.line = line;
                    self.cx.toggle_viewer_node(&mut viewer);
                    self.lists.record = Some(viewer);
                }
            }
            PickerKind::Copy => {
                self.cx.overlay = Overlay::None;
                if let Some(format) = self.copy_formats().get(line) {
                    self.copy_as(*format);
                }
            }
        }
        Vec::new()
    }

    /// Runs an action of a picker on its focused line.
    pub(crate) fn run_picker_action(&mut self, id: ActionId) -> Vec<Effect> {
        let Some(picker) = self.cx.picker() else {
            return Vec::new();
        };
        if picker.kind == PickerKind::Columns {
            self.arrange_columns(id, picker.selected);
            return Vec::new();
        }
        let Some(name) = self.server_views.focused_view(&self.views, &self.cx) else {
            return Vec::new();
        };
        let effects = self.run_view_action(id, &name);
        if id == ActionId::DeleteView {
            self.focus_line(picker.selected);
        }
        effects
    }

    /// Runs an action on a view by its name.
    pub(crate) fn run_view_action(&mut self, id: ActionId, name: &str) -> Vec<Effect> {
        self.record_view_changes(name, |app| match id {
            ActionId::PinView => {
                let effects = app.change_view(name, |view| view.pinned = !view.pinned);
                let pinned = app.views.find(name).is_some_and(|view| view.pinned);
                let key = if pinned { "toast-view-pinned" } else { "toast-view-unpinned" };
                app.cx.notify_view(name, key);
                effects
            }
            ActionId::DefaultView => {
                let effects = app.change_view(name, |view| view.default = !view.default);
                let is_start_view = app.views.find(name).is_some_and(|view| view.default);
                let key = if is_start_view { "toast-view-at-start" } else { "toast-view-not-at-start" };
                app.cx.notify_view(name, key);
                effects
            }
            ActionId::UpdateView => app.update_view(name),
            ActionId::RenameView => {
                app.cx.open_rename_form(name);
                Vec::new()
            }
            ActionId::DeleteView => app.views.delete_view(name, &mut app.cx),
            _ => Vec::new(),
        })
    }

    fn arrange_columns(&mut self, id: ActionId, line: usize) {
        let Some(column) = self.table.choosable_columns().get(line).copied() else {
            return;
        };
        let index = self.table.columns.iter().position(|other| *other == column);
        let mut selected = line;
        match (id, index) {
            // The last column stays, because a table without columns would look like an error.
            (ActionId::ToggleLine, Some(at)) if self.table.columns.len() > 1 => {
                self.table.columns.remove(at);
                self.views.save_all_deals_columns(&mut self.table);
                let offered = self.table.choosable_columns();
                selected =
                    offered.iter().position(|other| *other == column).unwrap_or(line).min(line.max(at));
            }
            (ActionId::ToggleLine, None) => {
                self.table.columns.push(column);
                self.views.save_all_deals_columns(&mut self.table);
                selected = self.table.columns.len() - 1;
            }
            (ActionId::RaiseLine, Some(at)) if at > 0 => {
                self.table.columns.swap(at, at - 1);
                self.views.save_columns_to_view(&mut self.table, &mut self.cx);
                selected = at - 1;
            }
            (ActionId::LowerLine, Some(at)) if at + 1 < self.table.columns.len() => {
                self.table.columns.swap(at, at + 1);
                self.views.save_columns_to_view(&mut self.table, &mut self.cx);
                selected = at + 1;
            }
            (ActionId::WidenColumn, Some(_)) => {
                self.views.widen_column(column, 2, &mut self.table, &mut self.cx);
            }
            (ActionId::NarrowColumn, Some(_)) => {
                self.views.widen_column(column, -2, &mut self.table, &mut self.cx);
            }
            _ => {}
        }
        self.table.reset_footer();
        self.table.focus_table_column(self.table.column, &mut self.cx);
        self.focus_line(selected);
    }
}
