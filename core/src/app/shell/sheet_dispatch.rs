//! A sheet: a list over the screen to act on, line by line. Saved views, the columns of the table, a change of many
//! deals, the ways to copy. Both front ends draw them all alike, from `app::shell::view::sheet`.

use crate::app::foundation::dataset::column::Column;
use crate::app::foundation::input::step::step;
use crate::app::screens::inbox::triage::Snooze;
use crate::engine::Effect;

use super::app::{ActionId, App, Bulk, Context, Layer, ToastKind};

/// What a sheet lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetKind {
    /// The saved views.
    Views,
    /// The columns of the table, those shown first.
    Columns,
    /// A change of many deals: what it would do, how far it is, what came of it.
    Bulk,
    /// The ways to copy what has the focus.
    Copy,
    /// One record, as a tree.
    Record,
    /// Until when a notification is to sleep.
    Snooze,
    /// What changed since the last visit.
    Since,
    /// The users one can act for.
    Users,
    /// Whether to turn to somebody else although writes wait.
    LeaveQueue,
    /// The facts of one request.
    Request,
    /// Whether a deal is to be deleted.
    Delete,
    /// Whether to leave although writes are held.
    Leave,
    /// Whether what an earlier run was about to delete is to be deleted.
    KeptDeletions,
    /// What the heads of the columns are to show.
    Figure,
}

impl SheetKind {
    /// Whether it asks something: its lines are answers.
    #[must_use]
    pub fn is_question(self) -> bool {
        matches!(
            self,
            Self::Snooze | Self::LeaveQueue | Self::Delete | Self::Leave | Self::KeptDeletions
        )
    }

    /// The context of its keys.
    pub fn context(self) -> Context {
        match self {
            Self::Views => Context::Views,
            Self::Columns => Context::Columns,
            Self::Bulk => Context::Bulk,
            // Enter copies the line there too.
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

/// A sheet that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What it lists.
    pub kind: SheetKind,
    /// Which line has the focus.
    pub selected: usize,
}

impl App {
    pub(in crate::app) fn open_sheet(&mut self, kind: SheetKind) {
        let selected = match kind {
            SheetKind::Views => {
                self.count_views();
                let current = self.views.current.as_deref();
                let place = |name: &str| self.views.list.iter().position(|view| view.name == name);
                current.and_then(place).map_or(0, |at| at + 1)
            }
            SheetKind::Columns => self.table.column,
            SheetKind::Users => {
                let users = self.offered_users();
                users.iter().position(|one| one.current).unwrap_or(0)
            }
            // Enter on a question that was not read leaves everything as it is.
            SheetKind::LeaveQueue | SheetKind::KeptDeletions => 1,
            SheetKind::Leave => self.leave_answers().len() - 1,
            SheetKind::Snooze => {
                let usual = self.snoozes().iter().position(|choice| *choice == Snooze::USUAL);
                usual.unwrap_or(0)
            }
            SheetKind::Figure => {
                let choices = self.figure_choices();
                choices
                    .iter()
                    .position(|choice| self.is_chosen(*choice))
                    .unwrap_or(0)
            }
            SheetKind::Bulk
            | SheetKind::Copy
            | SheetKind::Record
            | SheetKind::Since
            | SheetKind::Request
            | SheetKind::Delete => 0,
        };
        self.cx.layer = Layer::Sheet(Sheet { kind, selected });
    }

    /// The sheet that is open.
    pub fn sheet(&self) -> Option<Sheet> {
        match self.cx.layer {
            Layer::Sheet(sheet) => Some(sheet),
            _ => None,
        }
    }

    /// Until when a notification may be let sleep.
    pub(crate) fn snoozes(&self) -> Vec<Snooze> {
        Snooze::offered(self.cx.now, &self.cx.options.zone)
    }

    fn sheet_lines(&self, kind: SheetKind) -> usize {
        match kind {
            // "All deals" comes first.
            SheetKind::Views => self.views.list.len() + 1,
            SheetKind::Columns => self.columns_offered().len(),
            SheetKind::Bulk => self.bulk_change.current.as_ref().map_or(0, Bulk::len),
            SheetKind::Copy => self.ways_to_copy().len(),
            SheetKind::Snooze => self.snoozes().len(),
            SheetKind::Figure => self.figure_choices().len(),
            // Somebody who is not listed can be typed.
            SheetKind::Users => self.offered_users().len() + 1,
            SheetKind::LeaveQueue | SheetKind::Delete | SheetKind::KeptDeletions => 2,
            SheetKind::Leave => self.leave_answers().len(),
            SheetKind::Since => crate::app::foundation::history::view::since_last_visit(self)
                .listed(&self.visit.since)
                .len(),
            SheetKind::Request => crate::app::records::activity::view::requests::request_facts(self).len(),
            SheetKind::Record => self
                .lists
                .record
                .as_ref()
                .map_or(0, |shown| self.shown_lines(shown).len()),
        }
    }

    pub(in crate::app) fn focus_line(&mut self, line: usize) {
        if let Some(Sheet { kind, .. }) = self.sheet() {
            let selected = line.min(self.sheet_lines(kind).saturating_sub(1));
            self.cx.layer = Layer::Sheet(Sheet { kind, selected });
        }
    }

    pub(super) fn focus_line_by(&mut self, by: isize) {
        if let Some(Sheet { kind, selected }) = self.sheet() {
            self.focus_line(step(selected, by, self.sheet_lines(kind)));
        }
    }

    /// Enter on the focused line.
    pub(super) fn open_line(&mut self, sheet: Sheet) -> Vec<Effect> {
        match sheet.kind {
            SheetKind::Views => {
                let name = self.view_at(sheet.selected).unwrap_or_default();
                self.cx.layer = Layer::None;
                let effects = if self.cx.screen == super::app::Screen::Pipeline {
                    Vec::new()
                } else {
                    self.show(super::app::Screen::Pipeline)
                };
                self.open_view(&name);
                effects
            }
            SheetKind::Columns => {
                self.cx.layer = Layer::None;
                Vec::new()
            }
            SheetKind::Bulk => self.confirm_bulk(),
            SheetKind::Users => self.choose_user(sheet.selected),
            SheetKind::LeaveQueue => self.answer_leave_queue(sheet.selected),
            SheetKind::Delete => self.answer_deletion(sheet.selected),
            SheetKind::KeptDeletions => self.answer_kept_deletions(sheet.selected),
            SheetKind::Leave => {
                self.answer_leaving(sheet.selected);
                Vec::new()
            }
            SheetKind::Since => self.open_change(sheet.selected),
            SheetKind::Snooze => {
                self.cx.layer = Layer::None;
                let choice = self.snoozes().get(sheet.selected).copied();
                choice.map_or_else(Vec::new, |choice| self.snooze(choice))
            }
            SheetKind::Figure => {
                self.choose_figure(sheet.selected);
                Vec::new()
            }
            SheetKind::Request => {
                self.cx.layer = Layer::None;
                let facts = crate::app::records::activity::view::requests::request_facts(self);
                if let Some((_, fact)) = facts.into_iter().nth(sheet.selected) {
                    self.copy_text(fact.to_string());
                }
                Vec::new()
            }
            SheetKind::Record => {
                if let Some(mut shown) = self.lists.record.take() {
                    shown.line = sheet.selected;
                    self.toggle_shown(&mut shown);
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

    /// The view of a line; `None` for "all deals", the first.
    pub(in crate::app) fn view_at(&self, line: usize) -> Option<String> {
        let at = line.checked_sub(1)?;
        self.views.list.get(at).map(|view| view.name.clone())
    }

    /// Whether the view that has the focus is pinned, so that pinning it would leave it unpinned.
    pub fn unpins(&self) -> bool {
        let name = self.focused_view();
        name.and_then(|name| self.views.find(&name))
            .is_some_and(|view| view.pinned)
    }

    pub(in crate::app) fn focused_view(&self) -> Option<String> {
        if self.cx.layer == Layer::None {
            return self.focused_deal_view();
        }
        self.sheet()
            .filter(|sheet| sheet.kind == SheetKind::Views)
            .and_then(|sheet| self.view_at(sheet.selected))
    }

    /// The action of a sheet on its focused line.
    pub(super) fn act_on_line(&mut self, id: ActionId) -> Vec<Effect> {
        let Some(sheet) = self.sheet() else {
            return Vec::new();
        };
        if sheet.kind == SheetKind::Columns {
            self.arrange_columns(id, sheet.selected);
            return Vec::new();
        }
        let Some(name) = self.focused_view() else {
            return Vec::new();
        };
        let effects = self.act_on_view(id, &name);
        if id == ActionId::DeleteView {
            self.focus_line(sheet.selected);
        }
        effects
    }

    /// What was said of the view before is over: undo takes this back now.
    fn say_of_view(&mut self, name: &str, what: impl FnOnce(String) -> ToastKind) {
        self.cx.toasts.retain(|toast| {
            !matches!(
                toast.kind,
                ToastKind::ViewSaved { .. } | ToastKind::ViewPinned { .. } | ToastKind::ViewAtStart { .. }
            )
        });
        self.say(what(name.to_owned()), crate::app::foundation::cx::toast::SHORT);
    }

    /// The same on a view by its name.
    pub(in crate::app) fn act_on_view(&mut self, id: ActionId, name: &str) -> Vec<Effect> {
        self.changing_views(name, |app| match id {
            ActionId::PinView => {
                let effects = app.change_view(name, |view| view.pinned = !view.pinned);
                let pinned = app.views.find(name).is_some_and(|view| view.pinned);
                app.say_of_view(name, |name| ToastKind::ViewPinned { name, pinned });
                effects
            }
            ActionId::DefaultView => {
                let effects = app.change_view(name, |view| view.default = !view.default);
                let chosen = app.views.find(name).is_some_and(|view| view.default);
                app.say_of_view(name, |name| ToastKind::ViewAtStart { name, chosen });
                effects
            }
            ActionId::UpdateView => app.update_view(name),
            ActionId::RenameView => {
                app.begin_rename_view(name);
                Vec::new()
            }
            ActionId::DeleteView => app.delete_view(name),
            _ => Vec::new(),
        })
    }

    /// The columns the chooser lists: those shown in their order, then the others.
    pub fn columns_offered(&self) -> Vec<Column> {
        let shown = &self.table.columns;
        let others = Column::all().filter(|column| !shown.contains(column));
        shown.iter().copied().chain(others).collect()
    }

    fn arrange_columns(&mut self, id: ActionId, line: usize) {
        let Some(column) = self.columns_offered().get(line).copied() else {
            return;
        };
        let here = self.table.columns.iter().position(|own| *own == column);
        let mut selected = line;
        match (id, here) {
            // The last one stays: a table without columns shows nothing and could not be told from a fault.
            (ActionId::ToggleLine, Some(at)) if self.table.columns.len() > 1 => {
                self.table.columns.remove(at);
                self.note_all_deals();
                let offered = self.columns_offered();
                selected = offered
                    .iter()
                    .position(|own| *own == column)
                    .unwrap_or(line)
                    .min(line.max(at));
            }
            (ActionId::ToggleLine, None) => {
                self.table.columns.push(column);
                self.note_all_deals();
                selected = self.table.columns.len() - 1;
            }
            (ActionId::RaiseLine, Some(at)) if at > 0 => {
                self.table.columns.swap(at, at - 1);
                self.remember_columns();
                selected = at - 1;
            }
            (ActionId::LowerLine, Some(at)) if at + 1 < self.table.columns.len() => {
                self.table.columns.swap(at, at + 1);
                self.remember_columns();
                selected = at + 1;
            }
            (ActionId::WidenColumn, Some(_)) => self.widen_column(column, 2),
            (ActionId::NarrowColumn, Some(_)) => self.widen_column(column, -2),
            _ => {}
        }
        self.forget_feet();
        self.focus_table_column(self.table.column);
        self.focus_line(selected);
    }
}
