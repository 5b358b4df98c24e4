//! Navigation: opening the focus, going back, and moving between lines, panes and columns. Each step is delegated to
//! the code of the current screen.

use crate::changes::bulk::model::BulkStage;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::input::step::{cycle, step};
use crate::model::effect::Effect;
use crate::screens::explorer::explorer::RECORDS;

use super::app::App;
use crate::foundation::cx::overlay::{FormPurpose, Overlay, PickerKind};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::context::Screen;

/// Appends a space, so that further typing adds a word. A trailing space adds no condition.
fn append_space(filter: &mut String) {
    if !filter.is_empty() && !filter.ends_with(' ') {
        filter.push(' ');
    }
}

/// Removes the trailing space of a completed filter.
pub(crate) fn trim_trailing_space(filter: &mut String) {
    filter.truncate(filter.trim_end().len());
}

impl App {
    pub(crate) fn open(&mut self) -> Vec<Effect> {
        if let Overlay::Help { typing, .. } = &mut self.cx.overlay {
            // The search text stays, and the keys scroll again.
            *typing = false;
            return Vec::new();
        }
        if self.table.accept_highlighted(&mut self.pipeline, &mut self.cx) {
            return Vec::new();
        }
        match &self.cx.overlay {
            Overlay::Palette(_) => self.run_palette(),
            Overlay::Menu(_) => self.finish_move(),
            Overlay::Form(_) => self.finish_form(),
            Overlay::Picker(picker) => self.open_picker_line(*picker),
            Overlay::Filter if self.cx.screen == Screen::Notifications => {
                self.cx.overlay = Overlay::None;
                trim_trailing_space(&mut self.inbox.filter);
                Vec::new()
            }
            Overlay::Filter if self.cx.screen == Screen::Explorer => {
                self.cx.overlay = Overlay::None;
                trim_trailing_space(&mut self.explorer.filter);
                self.cx.pane = RECORDS;
                Vec::new()
            }
            Overlay::Filter => {
                // An invalid filter stays in the line until it is corrected or cancelled.
                if self.pipeline.board.filter_error.is_none() {
                    self.cx.overlay = Overlay::None;
                    trim_trailing_space(&mut self.pipeline.board.filter);
                } else {
                    self.pipeline.board.filter_applied_invalid = true;
                }
                Vec::new()
            }
            Overlay::Help { .. } => Vec::new(),
            Overlay::None if self.offers_user_choice() => self.begin_user_switch(),
            Overlay::None => match self.cx.screen {
                Screen::Pipeline if self.table.focused_group().is_some() => {
                    self.table.toggle_group(self.table.index, &mut self.pipeline, &mut self.cx);
                    Vec::new()
                }
                Screen::Pipeline => {
                    self.pipeline.board.cursor.deal.clone().map_or_else(Vec::new, |deal| self.open_deal(deal))
                }
                Screen::Notifications => self.open_from_inbox(),
                Screen::Activity => self.open_activity(),
                Screen::Tasks => {
                    let deal = self.tasks.focused_task().and_then(|task| self.cx.deal_of_task(task));
                    if let Some((deal, _)) = deal {
                        return self.open_deal(deal);
                    }
                    self.show_task_record();
                    Vec::new()
                }
                Screen::Views => self.open_server_view(),
                Screen::Explorer => self.explorer.open_explorer(&mut self.cx),
                Screen::Portfolio => self.open_bar(),
                Screen::Flow => self.open_flow_line(),
                Screen::Agenda => self.open_agenda(),
                Screen::Deal => Vec::new(),
            },
        }
    }

    pub(crate) fn go_back(&mut self) -> Vec<Effect> {
        // One step at a time: the search text, then the help.
        if self.cx.clear_help_search() {
            return Vec::new();
        }
        match self.cx.overlay {
            Overlay::Filter if self.cx.screen == Screen::Notifications => {
                self.cx.overlay = Overlay::None;
                self.inbox.cancel_inbox_filter(&mut self.cx);
            }
            Overlay::Filter if self.cx.screen == Screen::Explorer => {
                self.cx.overlay = Overlay::None;
                let before = std::mem::take(&mut self.explorer.prev_filter);
                self.explorer.filter_rows(before);
            }
            Overlay::Filter => {
                self.cx.overlay = Overlay::None;
                let before = std::mem::take(&mut self.pipeline.board.prev_filter);
                self.table.set_filter(before, &mut self.pipeline, &mut self.cx);
                // Cancelling the input restores the previous focus.
                if let Some(deal) = self.pipeline.board.prev_deal.take() {
                    self.table.focus_deal(&deal, &mut self.pipeline, &mut self.cx);
                }
            }
            Overlay::None => match self.cx.screen {
                Screen::Pipeline => self.clear_range_or_selection(),
                Screen::Deal => {
                    let from = std::mem::replace(&mut self.pipeline.return_screen, Screen::Pipeline);
                    let effects = self.show(from);
                    self.return_to_changes();
                    return effects;
                }
                Screen::Notifications => return self.leave_inbox(),
                Screen::Explorer if self.explorer.return_to.is_some() && self.cx.pane == RECORDS => {
                    return self.leave_explorer().unwrap_or_default();
                }
                Screen::Views | Screen::Explorer if self.cx.pane > 0 => self.leave_pane(),
                _ => return self.show(Screen::Pipeline),
            },
            Overlay::Form(ref form) if matches!(form.purpose, FormPurpose::Setting { .. }) => {
                self.cx.overlay =
                    self.session.settings.behind_form(&self.cx).map_or(Overlay::None, Overlay::Picker);
            }
            Overlay::Form(ref form) if form.purpose == FormPurpose::FilterChanges => {
                self.open_picker(PickerKind::Since);
            }
            _ if self.open_sheet().is_some() => self.leave_sheet(),
            _ if self.cx.is_quit_prompt_open() => self.session.cancel_quit(&mut self.cx),
            _ if self.cx.is_deletion_prompt_open() => return self.cx.answer_deletion_prompt(1),
            _ => {
                self.forms.save_draft(&mut self.cx);
                self.cx.overlay = Overlay::None;
                // A plan that the user closes has requested nothing, so it is dropped.
                self.bulk_change.current.take_if(|bulk| bulk.stage() == BulkStage::Plan);
            }
        }
        Vec::new()
    }

    /// Handles Esc on the pipeline, one step at a time: the range, then the selection. The filter stays: it may belong
    /// to a saved view, and it has its own key and buttons.
    pub(crate) fn clear_range_or_selection(&mut self) {
        if self.clear_range() || self.table.clear_cell_range() {
            return;
        }
        // Leave the presentation mode first; the selection visible to others stays until then.
        if std::mem::take(&mut self.cx.presenting) {
            return;
        }
        if !self.pipeline.selection.is_empty() {
            self.clear_selection();
        } else if self.cx.in_present().is_err() {
            self.cx.output.effects.push(Effect::ShowAsOf(None));
        } else if !self.pipeline.board.filter.is_empty() {
            self.cx.notify(ToastContent::filter_stays(), SHORT);
        }
    }

    pub(crate) fn begin_filter(&mut self) -> Vec<Effect> {
        if self.cx.picker().is_some_and(|picker| picker.kind == PickerKind::Since) {
            self.visit.open_filter_form(&mut self.cx);
            return Vec::new();
        }
        if let Overlay::Help { typing, .. } = &mut self.cx.overlay {
            *typing = true;
            return Vec::new();
        }
        if self.cx.screen == Screen::Tasks {
            self.tasks.begin_filter(&mut self.cx);
            return Vec::new();
        }
        if self.cx.screen == Screen::Notifications {
            self.cx.overlay = Overlay::Filter;
            self.cx.pane = crate::screens::inbox::inbox::LIST;
            self.inbox.prev_filter.clone_from(&self.inbox.filter);
            append_space(&mut self.inbox.filter);
            self.inbox.prev_focus.clone_from(&self.inbox.focus);
            return Vec::new();
        }
        if self.cx.screen == Screen::Explorer {
            self.cx.overlay = Overlay::Filter;
            // The filter applies to the records below it. In the window the field itself is focused.
            if !self.cx.options.split_view {
                self.cx.pane = RECORDS;
            }
            self.explorer.prev_filter.clone_from(&self.explorer.filter);
            append_space(&mut self.explorer.filter);
            return Vec::new();
        }
        let effects = if self.cx.is_filter_visible() { Vec::new() } else { self.show(Screen::Pipeline) };
        self.cx.overlay = Overlay::Filter;
        self.pipeline.highlighted_completion = None;
        self.pipeline.board.prev_filter.clone_from(&self.pipeline.board.filter);
        // An invalid filter is edited as is, without a trailing space.
        if self.pipeline.board.filter_error.is_none() {
            append_space(&mut self.pipeline.board.filter);
        }
        self.pipeline.board.prev_deal.clone_from(&self.pipeline.board.cursor.deal);
        effects
    }

    pub(crate) fn focus_overlay_line(&mut self, line: usize) {
        match &mut self.cx.overlay {
            Overlay::Palette(palette) => palette.select(line.min(palette.items.len().saturating_sub(1))),
            Overlay::Menu(menu) => {
                menu.typed.clear();
                menu.selected = Some(line.min(menu.statuses.len().saturating_sub(1)));
            }
            Overlay::Form(_) => self.focus_field(line),
            Overlay::Picker(_) => self.focus_line(line),
            Overlay::Filter => self.table.take_completion(line, &mut self.pipeline, &mut self.cx),
            Overlay::None | Overlay::Help { .. } => {}
        }
    }

    pub(crate) fn focus_lines(&mut self, by: isize) -> Vec<Effect> {
        match &mut self.cx.overlay {
            Overlay::Palette(palette) => palette.select(step(palette.selected, by, palette.items.len())),
            Overlay::Menu(menu) => menu.step(by),
            Overlay::Help { scroll, .. } => {
                *scroll = step(*scroll, by, crate::foundation::input::commands::ACTIONS.len());
            }
            Overlay::Form(_) => self.focus_field_by(by),
            Overlay::Filter => {}
            Overlay::Picker(_) => self.focus_line_by(by),
            Overlay::None => match self.cx.screen {
                Screen::Pipeline => self.table.focus_by(by, &mut self.pipeline, &mut self.cx),
                Screen::Notifications => self.inbox.focus_notification_by(by, &mut self.cx),
                Screen::Activity => self.activity.focus_write_by(by, &mut self.cx),
                Screen::Tasks => self.tasks.focus_task_by(by),
                Screen::Views => self.focus_server_view_by(by),
                Screen::Explorer => self.focus_explorer_by(by),
                Screen::Flow => self.flow.focus_by(by, &mut self.cx),
                Screen::Agenda => self.agenda.focus_by(by, &self.agenda_entries(), &self.cx),
                Screen::Deal | Screen::Portfolio => self.pipeline.focus_row_or_scroll_by(by, &mut self.cx),
            },
        }
        Vec::new()
    }

    pub(crate) fn focus_sideways(&mut self, forward: bool) -> Vec<Effect> {
        match (&self.cx.overlay, self.cx.screen) {
            (Overlay::Form(_), _) => self.cx.cycle_choice(forward),
            (Overlay::Picker(_), _) => {
                if let Some(sheet) = &mut self.table.sheet {
                    sheet.focus_column_by(if forward { 1 } else { -1 });
                }
            }
            (Overlay::None, Screen::Pipeline) if self.table.shown => {
                self.table.focus_table_column_by(forward, &mut self.cx);
            }
            (Overlay::None, Screen::Pipeline) => {
                self.table.focus_column_by(forward, &mut self.pipeline, &mut self.cx);
            }
            (Overlay::None, Screen::Notifications) => self.inbox.cycle_tab(forward, &mut self.cx),
            (Overlay::None, Screen::Portfolio) => self.cycle_trend(forward),
            (Overlay::None, Screen::Flow) => self.flow.scroll_columns(forward),
            (Overlay::None, Screen::Tasks) => self.tasks.focus_column_by(forward),
            (Overlay::None, Screen::Agenda) => {
                self.agenda.focus_sideways(forward, &self.agenda_entries(), &self.cx);
            }
            (Overlay::None, Screen::Views) => self.cycle_screen_pane(forward),
            (Overlay::None, Screen::Explorer) => self.focus_explorer_sideways(forward),
            (Overlay::None, Screen::Activity) => self.activity.focus_choice_by(forward, &mut self.cx),
            _ => {}
        }
        Vec::new()
    }

    /// Moves the focus away from the pane of storage notices when that pane disappears.
    pub(crate) fn leave_vanished_pane(&mut self) {
        if self.cx.screen == Screen::Activity && self.cx.pane > 0 && self.cx.pane >= self.pane_count() {
            self.cx.pane = 0;
            self.cx.scroll_to_top();
        }
    }

    pub(crate) fn cycle_pane(&mut self, forward: bool) -> Vec<Effect> {
        if let Overlay::Form(form) = &self.cx.overlay {
            self.focus_field(cycle(form.focus, forward, form.fields.len()));
            return Vec::new();
        }
        if let Overlay::Palette(_) = &self.cx.overlay {
            self.narrow_palette(forward);
            return Vec::new();
        }
        if let Overlay::Help { .. } = &self.cx.overlay {
            self.cx.cycle_help_screen(forward);
            return Vec::new();
        }
        self.cycle_screen_pane(forward);
        Vec::new()
    }

    pub(crate) fn cycle_screen_pane(&mut self, forward: bool) {
        self.cx.pane = cycle(self.cx.pane, forward, self.pane_count());
        self.cx.scroll_to_top();
    }

    /// Focuses a line of a pane of the screen.
    pub(crate) fn focus_screen_line(&mut self, pane: usize, line: usize) {
        match self.cx.screen {
            Screen::Tasks => self.tasks.focus_task_at(pane, line),
            Screen::Agenda => self.focus_agenda_line(line),
            Screen::Views
                if pane == crate::screens::server_views::server_views::DETAIL
                    && self.cx.describes_deal_view() => {}
            Screen::Views => {
                self.focus_pane(pane);
                self.focus_server_view_line(line);
            }
            Screen::Explorer => {
                self.focus_pane(pane);
                self.focus_explorer_line(line);
            }
            Screen::Activity | Screen::Deal | Screen::Portfolio | Screen::Flow => {
                self.focus_pane(pane);
                self.cx.scroll = line;
                self.cx.log_cursor_pinned = true;
            }
            Screen::Notifications if pane == crate::screens::inbox::inbox::ALERTS => {
                self.focus_pane(pane);
                self.inbox.alert_index = line;
                self.inbox.focus_notification_by(0, &mut self.cx);
            }
            Screen::Notifications if pane == crate::screens::inbox::inbox::KINDS => {
                self.focus_pane(pane);
                self.inbox.kind_index = line;
                self.inbox.focus_notification_by(0, &mut self.cx);
            }
            Screen::Notifications => self.focus_pane(pane),
            Screen::Pipeline => {}
        }
    }
}
