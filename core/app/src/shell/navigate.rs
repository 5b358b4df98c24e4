//! Navigation: opening the focus, going back, and moving between lines, panes and columns. Each step is delegated to
//! the code of the current screen.

use crate::changes::bulk::model::BulkStage;
use crate::foundation::input::step::{step, turn};
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::Family;

use super::app::App;
use crate::foundation::cx::overlay::{Layer, Purpose};
use crate::foundation::cx::sheet::SheetKind;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::context::Screen;

/// Appends a space, so that further typing adds a word. A trailing space adds no condition.
fn go_on(filter: &mut String) {
    if !filter.is_empty() && !filter.ends_with(' ') {
        filter.push(' ');
    }
}

/// Removes the trailing space of a completed filter.
pub(crate) fn end(filter: &mut String) {
    filter.truncate(filter.trim_end().len());
}

impl App {
    pub(crate) fn open(&mut self) -> Vec<Effect> {
        if let Layer::Help { typing, .. } = &mut self.cx.layer {
            // The search text stays, and the keys scroll again.
            *typing = false;
            return Vec::new();
        }
        if self
            .table
            .takes_pointed_completion(&mut self.pipeline, &mut self.cx)
        {
            return Vec::new();
        }
        match &self.cx.layer {
            Layer::Palette(_) => self.run_palette(),
            Layer::Menu(_) => self.finish_move(),
            Layer::Form(_) => self.finish_form(),
            Layer::Sheet(sheet) => self.open_line(*sheet),
            Layer::Filter if self.cx.screen == Screen::Notifications => {
                self.cx.layer = Layer::None;
                end(&mut self.inbox.filter);
                Vec::new()
            }
            Layer::Filter if self.cx.screen == Screen::Explorer => {
                self.cx.layer = Layer::None;
                end(&mut self.explorer.filter);
                self.cx.pane = crate::screens::explorer::explorer::RECORDS;
                Vec::new()
            }
            Layer::Filter => {
                // An invalid filter stays in the line until it is corrected or cancelled.
                if self.pipeline.board.filter_error.is_none() {
                    self.cx.layer = Layer::None;
                    end(&mut self.pipeline.board.filter);
                } else {
                    self.pipeline.board.filter_refused = true;
                }
                Vec::new()
            }
            Layer::Help { .. } => Vec::new(),
            Layer::None if self.offers_user() => self.begin_act_for(),
            Layer::None => match self.cx.screen {
                Screen::Pipeline => self
                    .pipeline
                    .board
                    .cursor
                    .deal
                    .clone()
                    .map_or_else(Vec::new, |deal| self.open_deal(deal)),
                Screen::Notifications => self.open_from_inbox(),
                Screen::Activity => self.open_activity(),
                Screen::Tasks => {
                    if let Some(id) = self.tasks.focused_task().map(|task| task.id.clone()) {
                        self.show_record(Family::Tasks, &id);
                    }
                    Vec::new()
                }
                Screen::Views => self.open_library(),
                Screen::Explorer => self.explorer.open_explorer(&mut self.cx),
                Screen::Portfolio => self.open_bar(),
                Screen::Deal => Vec::new(),
            },
        }
    }

    pub(crate) fn back(&mut self) -> Vec<Effect> {
        // One step at a time: the search text, then the help.
        if self.cx.forget_looked_for() {
            return Vec::new();
        }
        match self.cx.layer {
            Layer::Filter if self.cx.screen == Screen::Notifications => {
                self.cx.layer = Layer::None;
                self.inbox.give_up_inbox_filter(&mut self.cx);
            }
            Layer::Filter if self.cx.screen == Screen::Explorer => {
                self.cx.layer = Layer::None;
                let before = std::mem::take(&mut self.explorer.filter_before);
                self.explorer.filter_rows(before);
            }
            Layer::Filter => {
                self.cx.layer = Layer::None;
                let before = std::mem::take(&mut self.pipeline.board.filter_before);
                self.table.set_filter(before, &mut self.pipeline, &mut self.cx);
                // Cancelling the input restores the previous focus.
                if let Some(deal) = self.pipeline.board.deal_before.take() {
                    self.table.focus_deal(&deal, &mut self.pipeline, &mut self.cx);
                }
            }
            Layer::None => match self.cx.screen {
                Screen::Pipeline => self.clear_one(),
                Screen::Deal => {
                    let from = std::mem::replace(&mut self.pipeline.back_to, Screen::Pipeline);
                    let effects = self.show(from);
                    self.come_back_to_changes();
                    return effects;
                }
                Screen::Notifications => return self.leave_inbox(),
                Screen::Explorer
                    if self.explorer.from.is_some()
                        && self.cx.pane == crate::screens::explorer::explorer::RECORDS =>
                {
                    return self.leave_explored().unwrap_or_default();
                }
                Screen::Views | Screen::Explorer if self.cx.pane > 0 => self.leave_pane(),
                _ => return self.show(Screen::Pipeline),
            },
            Layer::Form(ref form) if form.purpose == Purpose::FilterChanges => {
                self.open_sheet(SheetKind::Since);
            }
            _ if self.cx.asks_to_leave() => self.session.stay(&mut self.cx),
            _ if self.cx.asks_kept_deletions() => return self.cx.answer_kept_deletions(1),
            _ => {
                self.forms.keep_draft(&mut self.cx);
                self.cx.layer = Layer::None;
                // A plan that the user closes has requested nothing, so it is dropped.
                self.bulk_change
                    .current
                    .take_if(|bulk| bulk.stage() == BulkStage::Plan);
            }
        }
        Vec::new()
    }

    /// Handles Esc on the pipeline, one step at a time: the range, then the selection. The filter stays: it may belong
    /// to a saved view, and it has its own key and buttons.
    pub(crate) fn clear_one(&mut self) {
        if self.give_up_range() || self.table.give_up_cells() {
            return;
        }
        // Leave the presentation mode first; the selection visible to others stays until then.
        if std::mem::take(&mut self.cx.presenting) {
            return;
        }
        if !self.pipeline.selection.is_empty() {
            self.clear_selection();
        } else if !self.pipeline.board.filter.is_empty() {
            self.cx
                .say(ToastKind::FilterStays, crate::foundation::cx::toast::SHORT);
        }
    }

    pub(crate) fn begin_filter(&mut self) -> Vec<Effect> {
        if self
            .cx
            .sheet()
            .is_some_and(|sheet| sheet.kind == SheetKind::Since)
        {
            self.visit.begin_filter_changes(&mut self.cx);
            return Vec::new();
        }
        if let Layer::Help { typing, .. } = &mut self.cx.layer {
            *typing = true;
            return Vec::new();
        }
        if self.cx.screen == Screen::Notifications {
            self.cx.layer = Layer::Filter;
            self.cx.pane = crate::screens::inbox::panes::LIST;
            self.inbox.filter_before.clone_from(&self.inbox.filter);
            go_on(&mut self.inbox.filter);
            self.inbox.focus_before.clone_from(&self.inbox.focus);
            return Vec::new();
        }
        if self.cx.screen == Screen::Explorer {
            self.cx.layer = Layer::Filter;
            // The filter applies to the records below it. In the window the field itself is focused.
            if !self.cx.options.beside {
                self.cx.pane = crate::screens::explorer::explorer::RECORDS;
            }
            self.explorer.filter_before.clone_from(&self.explorer.filter);
            go_on(&mut self.explorer.filter);
            return Vec::new();
        }
        let effects = if self.cx.sees_filter() {
            Vec::new()
        } else {
            self.show(Screen::Pipeline)
        };
        self.cx.layer = Layer::Filter;
        self.pipeline.pointed_completion = None;
        self.pipeline
            .board
            .filter_before
            .clone_from(&self.pipeline.board.filter);
        // An invalid filter is edited as is, without a trailing space.
        if self.pipeline.board.filter_error.is_none() {
            go_on(&mut self.pipeline.board.filter);
        }
        self.pipeline
            .board
            .deal_before
            .clone_from(&self.pipeline.board.cursor.deal);
        effects
    }

    pub(crate) fn choose(&mut self, line: usize) {
        match &mut self.cx.layer {
            Layer::Palette(palette) => palette.select(line.min(palette.items.len().saturating_sub(1))),
            Layer::Menu(menu) => {
                menu.typed.clear();
                menu.selected = Some(line.min(menu.statuses.len().saturating_sub(1)));
            }
            Layer::Form(_) => self.focus_field(line),
            Layer::Sheet(_) => self.focus_line(line),
            Layer::Filter => self.table.take_completion(line, &mut self.pipeline, &mut self.cx),
            Layer::None | Layer::Help { .. } => {}
        }
    }

    pub(crate) fn focus_lines(&mut self, by: isize) -> Vec<Effect> {
        match &mut self.cx.layer {
            Layer::Palette(palette) => palette.select(step(palette.selected, by, palette.items.len())),
            Layer::Menu(menu) => menu.step(by),
            Layer::Help { scroll, .. } => {
                *scroll = step(*scroll, by, crate::foundation::input::commands::ACTIONS.len());
            }
            Layer::Form(_) => self.focus_field_by(by),
            Layer::Filter => {}
            Layer::Sheet(_) => self.focus_line_by(by),
            Layer::None => match self.cx.screen {
                Screen::Pipeline => self.table.focus_by(by, &mut self.pipeline, &mut self.cx),
                Screen::Notifications => self.inbox.focus_notification_by(by, &mut self.cx),
                Screen::Activity => self.activity.focus_write_by(by, &mut self.cx),
                Screen::Tasks => self.tasks.focus_task_by(by),
                Screen::Views => self.focus_library_by(by),
                Screen::Explorer => self.focus_explorer_by(by),
                Screen::Deal | Screen::Portfolio => self.pipeline.focus_figure_by(by, &mut self.cx),
            },
        }
        Vec::new()
    }

    pub(crate) fn focus_sideways(&mut self, forward: bool) -> Vec<Effect> {
        match (&self.cx.layer, self.cx.screen) {
            (Layer::Form(_), _) => self.cx.turn_choice(forward),
            (Layer::None, Screen::Pipeline) if self.table.shown => {
                self.table.focus_table_column_by(forward, &mut self.cx);
            }
            (Layer::None, Screen::Pipeline) => {
                self.table
                    .focus_column_by(forward, &mut self.pipeline, &mut self.cx);
            }
            (Layer::None, Screen::Notifications) => self.inbox.turn_tab(forward, &mut self.cx),
            (Layer::None, Screen::Portfolio) => self.turn_trend(forward),
            (Layer::None, Screen::Tasks) => self.tasks.focus_lane_by(forward),
            (Layer::None, Screen::Views) => self.turn_pane_of(forward),
            (Layer::None, Screen::Explorer) => self.focus_explorer_sideways(forward),
            (Layer::None, Screen::Activity) => self.activity.focus_side_by(forward, &mut self.cx),
            _ => {}
        }
        Vec::new()
    }

    /// Moves the focus away from the pane of storage notices when that pane disappears.
    pub(crate) fn leave_pane_that_went(&mut self) {
        if self.cx.screen == Screen::Activity && self.cx.pane > 0 && self.cx.pane >= self.panes() {
            self.cx.pane = 0;
            self.cx.back_to_top();
        }
    }

    pub(crate) fn turn_pane(&mut self, forward: bool) -> Vec<Effect> {
        if let Layer::Form(form) = &self.cx.layer {
            self.focus_field(turn(form.focus, forward, form.fields.len()));
            return Vec::new();
        }
        if let Layer::Palette(_) = &self.cx.layer {
            self.narrow_palette(forward);
            return Vec::new();
        }
        if let Layer::Help { .. } = &self.cx.layer {
            self.cx.turn_help(forward);
            return Vec::new();
        }
        self.turn_pane_of(forward);
        Vec::new()
    }

    pub(crate) fn turn_pane_of(&mut self, forward: bool) {
        self.cx.pane = turn(self.cx.pane, forward, self.panes());
        self.cx.back_to_top();
    }

    /// Focuses a line of a pane of the screen.
    pub(crate) fn focus_line_of(&mut self, pane: usize, line: usize) {
        match self.cx.screen {
            crate::foundation::input::context::Screen::Tasks => self.tasks.focus_task_at(pane, line),
            crate::foundation::input::context::Screen::Views
                if pane == crate::screens::library::library::DETAIL && self.cx.tells_deal_view() => {}
            crate::foundation::input::context::Screen::Views => {
                self.focus_pane(pane);
                self.focus_library_line(line);
            }
            crate::foundation::input::context::Screen::Explorer => {
                self.focus_pane(pane);
                self.focus_explorer_line(line);
            }
            crate::foundation::input::context::Screen::Activity
            | crate::foundation::input::context::Screen::Deal
            | crate::foundation::input::context::Screen::Portfolio => {
                self.focus_pane(pane);
                self.cx.scroll = line;
                self.cx.line_held = true;
            }
            crate::foundation::input::context::Screen::Notifications
                if pane == crate::screens::inbox::panes::ALERTS =>
            {
                self.focus_pane(pane);
                self.inbox.alert = line;
                self.inbox.focus_notification_by(0, &mut self.cx);
            }
            crate::foundation::input::context::Screen::Notifications
                if pane == crate::screens::inbox::panes::KINDS =>
            {
                self.focus_pane(pane);
                self.inbox.kind = line;
                self.inbox.focus_notification_by(0, &mut self.cx);
            }
            crate::foundation::input::context::Screen::Notifications => self.focus_pane(pane),
            crate::foundation::input::context::Screen::Pipeline => {}
        }
    }
}
