//! Sheets: overlays with a list of lines to act on. Examples are saved views, table columns, a bulk change and the ways
//! to copy. Both front ends draw them from `app::shell::view::sheet`.

use crate::foundation::cx::sheet::{Sheet, SheetKind};
use crate::model::effect::Effect;

use super::app::App;
use crate::foundation::cx::overlay::Layer;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;

impl SheetKind {
    /// Returns whether it is a prompt whose lines are answers.
    #[must_use]
    pub fn is_question(self) -> bool {
        matches!(
            self,
            Self::Snooze | Self::LeaveQueue | Self::Delete | Self::Leave | Self::KeptDeletions
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
            Self::Snooze => Context::Snooze,
            Self::Figure => Context::Figure,
            Self::Since => Context::Since,
            Self::Users | Self::LeaveQueue => Context::Users,
            Self::Delete | Self::Leave | Self::KeptDeletions => Context::Question,
        }
    }
}

impl App {
    /// Handles Enter on the focused line.
    pub(crate) fn open_line(&mut self, sheet: Sheet) -> Vec<Effect> {
        match sheet.kind {
            SheetKind::Views => {
                let name = self.views.view_at(sheet.selected).unwrap_or_default();
                self.cx.layer = Layer::None;
                let effects = if self.cx.screen == crate::foundation::input::context::Screen::Pipeline {
                    Vec::new()
                } else {
                    self.show(crate::foundation::input::context::Screen::Pipeline)
                };
                self.views
                    .open_view(&name, &mut self.table, &mut self.pipeline, &mut self.cx);
                effects
            }
            SheetKind::Columns => {
                self.cx.layer = Layer::None;
                Vec::new()
            }
            SheetKind::Bulk => self.confirm_bulk(),
            SheetKind::Users => self.choose_user(sheet.selected),
            SheetKind::LeaveQueue => self.acting.answer_leave_queue(sheet.selected, &mut self.cx),
            SheetKind::Delete => self.deletion.answer_deletion(sheet.selected, &mut self.cx),
            SheetKind::KeptDeletions => self.cx.answer_kept_deletions(sheet.selected),
            SheetKind::Leave => {
                self.session
                    .answer_leaving(sheet.selected, &mut self.bulk_change, &mut self.cx);
                Vec::new()
            }
            SheetKind::Since => self.open_change(sheet.selected),
            SheetKind::Snooze => {
                self.cx.layer = Layer::None;
                let choice = self.cx.snoozes().get(sheet.selected).copied();
                choice.map_or_else(Vec::new, |choice| self.inbox.snooze(choice, &mut self.cx))
            }
            SheetKind::Figure => {
                self.pipeline.choose_figure(sheet.selected, &mut self.cx);
                Vec::new()
            }
            SheetKind::Request => {
                self.cx.layer = Layer::None;
                let facts = crate::records::activity::view::requests::request_facts(self);
                if let Some((_, fact)) = facts.into_iter().nth(sheet.selected) {
                    self.cx.copy_text(fact.to_string());
                }
                Vec::new()
            }
            SheetKind::Record => {
                if let Some(mut shown) = self.lists.record.take() {
                    shown.line = sheet.selected;
                    self.cx.toggle_shown(&mut shown);
                    self.lists.record = Some(shown);
                }
                Vec::new()
            }
            SheetKind::Copy => {
                self.cx.layer = Layer::None;
                if let Some(way) = self.ways_to_copy().get(sheet.selected) {
                    self.copy_as(*way);
                }
                Vec::new()
            }
        }
    }

    /// Runs an action of a sheet on its focused line.
    pub(crate) fn act_on_line(&mut self, id: ActionId) -> Vec<Effect> {
        let Some(sheet) = self.cx.sheet() else {
            return Vec::new();
        };
        if sheet.kind == SheetKind::Columns {
            self.arrange_columns(id, sheet.selected);
            return Vec::new();
        }
        let Some(name) = self.library.focused_view(&self.views, &self.cx) else {
            return Vec::new();
        };
        let effects = self.act_on_view(id, &name);
        if id == ActionId::DeleteView {
            self.focus_line(sheet.selected);
        }
        effects
    }

    /// Runs an action on a view by its name.
    pub(crate) fn act_on_view(&mut self, id: ActionId, name: &str) -> Vec<Effect> {
        self.changing_views(name, |app| match id {
            ActionId::PinView => {
                let effects = app.change_view(name, |view| view.pinned = !view.pinned);
                let pinned = app.views.find(name).is_some_and(|view| view.pinned);
                app.cx
                    .say_of_view(name, |name| ToastKind::ViewPinned { name, pinned });
                effects
            }
            ActionId::DefaultView => {
                let effects = app.change_view(name, |view| view.default = !view.default);
                let chosen = app.views.find(name).is_some_and(|view| view.default);
                app.cx
                    .say_of_view(name, |name| ToastKind::ViewAtStart { name, chosen });
                effects
            }
            ActionId::UpdateView => app.update_view(name),
            ActionId::RenameView => {
                app.cx.begin_rename_view(name);
                Vec::new()
            }
            ActionId::DeleteView => app.views.delete_view(name, &mut app.cx),
            _ => Vec::new(),
        })
    }

    fn arrange_columns(&mut self, id: ActionId, line: usize) {
        let Some(column) = self.table.columns_offered().get(line).copied() else {
            return;
        };
        let here = self.table.columns.iter().position(|own| *own == column);
        let mut selected = line;
        match (id, here) {
            // The last column stays, because a table without columns would look like an error.
            (ActionId::ToggleLine, Some(at)) if self.table.columns.len() > 1 => {
                self.table.columns.remove(at);
                self.views.note_all_deals(&mut self.table);
                let offered = self.table.columns_offered();
                selected = offered
                    .iter()
                    .position(|own| *own == column)
                    .unwrap_or(line)
                    .min(line.max(at));
            }
            (ActionId::ToggleLine, None) => {
                self.table.columns.push(column);
                self.views.note_all_deals(&mut self.table);
                selected = self.table.columns.len() - 1;
            }
            (ActionId::RaiseLine, Some(at)) if at > 0 => {
                self.table.columns.swap(at, at - 1);
                self.views.remember_columns(&mut self.table, &mut self.cx);
                selected = at - 1;
            }
            (ActionId::LowerLine, Some(at)) if at + 1 < self.table.columns.len() => {
                self.table.columns.swap(at, at + 1);
                self.views.remember_columns(&mut self.table, &mut self.cx);
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
        self.table.forget_feet();
        self.table.focus_table_column(self.table.column, &mut self.cx);
        self.focus_line(selected);
    }
}
