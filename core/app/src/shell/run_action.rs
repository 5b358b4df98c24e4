//! Runs an action that needs no target, such as a key or a palette entry.

use crate::foundation::cx::change::Direction;
use crate::foundation::cx::output::FrontEndRequest;
use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::cx::overlay_types::ExportContent;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::zoom::Zoom;
use crate::model::effect::Effect;
use crate::screens::inbox::mark_many::LATE_CANCEL;
use crate::screens::tasks::filter::TaskFilter;
use crate::shell::app::App;
use std::time::Duration;

impl App {
    pub(crate) fn run(&mut self, id: ActionId) -> Vec<Effect> {
        if id != ActionId::MarkAllRead {
            let is_late = self.inbox.disarmed_at.take();
            let is_late = is_late.is_some_and(|at| self.cx.now.duration_since(at) < LATE_CANCEL);
            let armed = self.inbox.armed_until.take().is_some() || is_late;
            // Esc only cancels the prompt; the screen stays.
            if armed && id == ActionId::Back {
                self.cx.notify(ToastContent::new("toast-nothing-marked"), SHORT);
                return Vec::new();
            }
        }
        // Any other key disarms the prompt and has no further effect.
        if !Self::is_deletion_answer(id) && self.deletion.disarm(&mut self.cx) {
            return Vec::new();
        }
        if self.queue_for_list(id) {
            return Vec::new();
        }
        if let Err(reason) = self.enabled(id) {
            self.cx.notify(ToastContent::disabled(Some(id), reason.key()), Duration::from_secs(3));
            return Vec::new();
        }
        if let Some(effects) = self.run_drag_action(id) {
            return effects;
        }
        let focus_trail = self.card_move.trail.take();
        let moves_focus =
            matches!(id, ActionId::FocusDown | ActionId::FocusUp) && self.cx.overlay == Overlay::None;
        if moves_focus && self.table.resume_trail(focus_trail.clone(), id, &mut self.pipeline, &mut self.cx) {
            return Vec::new();
        }
        if matches!(id, ActionId::MoveNext | ActionId::MovePrevious) {
            self.card_move.leave_trail(focus_trail, &mut self.table, &mut self.pipeline, &mut self.cx);
        }
        match id {
            ActionId::ScreenPipeline => self.show(Screen::Pipeline),
            ActionId::ScreenDeal => match self.inbox.target_deal(&self.activity, &self.pipeline, &self.cx) {
                Some(deal) => self.open_deal(deal),
                None => Vec::new(),
            },
            ActionId::ScreenPortfolio => self.show(Screen::Portfolio),
            ActionId::ScreenNotifications => self.show(Screen::Notifications),
            ActionId::ScreenTasks => self.show(Screen::Tasks),
            ActionId::ScreenViews => self.show(Screen::Views),
            ActionId::ScreenExplorer => self.show(Screen::Explorer),
            ActionId::ScreenActivity => self.show(Screen::Activity),
            ActionId::ScreenFlow => self.show(Screen::Flow),
            ActionId::FlowPeriod => self.flow.cycle_period(&mut self.cx),
            ActionId::FlowGrouping => self.flow.cycle_grouping(&mut self.cx),
            ActionId::ScreenAgenda => self.show(Screen::Agenda),
            ActionId::NextPane => self.cycle_pane(true),
            ActionId::PreviousPane => self.cycle_pane(false),
            ActionId::FocusLeft => self.focus_sideways(false),
            ActionId::FocusRight => self.focus_sideways(true),
            ActionId::FocusUp => self.focus_lines(-1),
            ActionId::FocusDown => self.focus_lines(1),
            ActionId::PageUp => self.focus_lines(-self.table.page_size(&self.pipeline, &self.cx)),
            ActionId::PageDown => self.focus_lines(self.table.page_size(&self.pipeline, &self.cx)),
            ActionId::FocusFirst => self.focus_lines(isize::MIN),
            ActionId::FocusLast => self.focus_lines(isize::MAX),
            ActionId::Open => self.open(),
            ActionId::Back => self.go_back(),
            ActionId::Filter => self.begin_filter(),
            ActionId::MoveNext | ActionId::MovePrevious if self.cx.screen == Screen::Tasks => {
                self.tasks.move_task_by(id == ActionId::MoveNext, &mut self.cx)
            }
            ActionId::MoveNext => self.move_by(true),
            ActionId::MovePrevious => self.move_by(false),
            ActionId::MoveTo if self.cx.screen != Screen::Tasks => self.begin_move(),
            ActionId::NewDeal => {
                let column = self.pipeline.board.cursor.column;
                self.forms.open_new_deal_in(column, &mut self.pipeline, &mut self.cx)
            }
            ActionId::EditDeal => self.begin_edit_deal(),
            ActionId::EditInPlace => self.begin_edit_in_place(),
            ActionId::DeleteDeal if self.bulk_change.is_deletion_planned(&self.cx) => self.confirm_bulk(),
            ActionId::DeleteDeal => self.delete_deal(),
            ActionId::Recreate => self.recreate(),
            ActionId::NextDeal => self.open_neighbour(1),
            ActionId::PreviousDeal => self.open_neighbour(-1),
            ActionId::MarkRead => self.inbox.mark_focused_read(&mut self.cx),
            ActionId::MarkAllRead => self.inbox.mark_all_read(&mut self.cx),
            ActionId::RetryWrite => self.activity.send_write(&mut self.cx),
            ActionId::KeepMine => self.activity.decide_all(true, &mut self.cx),
            ActionId::TakeTheirs => self.activity.decide_all(false, &mut self.cx),
            ActionId::ChooseSide => self.activity.toggle_side(&mut self.cx),
            ActionId::DiscardWrite => self.activity.discard_write(&mut self.cx),
            ActionId::Undo => self.undo_or_redo(Direction::Undo),
            ActionId::Redo => self.undo_or_redo(Direction::Redo),
            ActionId::Refresh => {
                // The user may have received more rights since, so a refresh allows deal writes again.
                self.pipeline.lacks_write_permission = false;
                let mut effects = vec![Effect::Refresh];
                if self.cx.screen == Screen::Explorer {
                    effects.extend(self.explorer.load_source(&self.cx));
                }
                effects
            }
            ActionId::EndVisit => self.visit.end_visit(&mut self.cx),
            ActionId::Palette => self.begin_palette(),
            ActionId::SwitchLanguage => {
                let from = self.cx.options.lang;
                self.cx.options.lang = from.other();
                // Classes are sorted by name, and the names have changed.
                self.table.refilter(&mut self.pipeline, &mut self.cx);
                self.refresh_source_rows();
                self.cx.notify(ToastContent::new("toast-language"), Duration::from_secs(3));
                self.translate_sample_views(from)
            }
            ActionId::Quit if self.bulk_change.closes_form_first(&self.cx) => self.go_back(),
            other => self.run_table_action(other),
        }
    }

    /// Runs actions on selection, views, table, copies and bulk changes; most have no effects.
    pub(crate) fn run_table_action(&mut self, id: ActionId) -> Vec<Effect> {
        match id {
            ActionId::SelectDeal
            | ActionId::SelectRange
            | ActionId::SelectAll
            | ActionId::ClearSelection
            | ActionId::LocalNote
                if self.cx.screen == Screen::Notifications =>
            {
                self.inbox.run_selection_action(id, &mut self.forms, &mut self.cx);
            }
            ActionId::ClearFilter if self.cx.screen == Screen::Notifications => {
                self.inbox.filter_inbox(String::new(), &mut self.cx);
            }
            ActionId::ClearFilter if self.cx.screen == Screen::Tasks => {
                let sort = self.tasks.filter.sort;
                self.tasks.set_filter(TaskFilter { sort, ..TaskFilter::default() }, &mut self.cx);
            }
            ActionId::ClearFilter if self.cx.screen == Screen::Explorer => {
                let before = std::mem::take(&mut self.explorer.filter);
                self.explorer.filter_rows(String::new());
                self.cx.on_filter_cleared(self.explorer.focused_source(), before, String::new());
            }
            ActionId::ClearFilter => self.table.relax_filter(String::new(), &mut self.pipeline, &mut self.cx),
            ActionId::CollapseColumn => {
                self.table.toggle_collapsed(
                    self.pipeline.board.cursor.column,
                    &mut self.pipeline,
                    &mut self.cx,
                );
            }
            ActionId::Copy if self.cx.overlay != Overlay::None && self.cx.record_is_open() => {
                self.copy_record_line();
            }
            ActionId::Copy if self.cx.picker().is_some_and(|picker| picker.kind == PickerKind::Since) => {
                self.copy_changes();
            }
            ActionId::Copy if self.cx.picker().is_some() => {
                self.cx.copy_views(&mut self.server_views, &mut self.views);
            }
            ActionId::Copy => self.copy(),
            ActionId::MoveTo => self.tasks.begin_move_task(&mut self.cx),
            ActionId::Help => {
                if let Overlay::Help { .. } = self.cx.overlay {
                    self.cx.overlay = Overlay::None;
                } else {
                    self.begin_help();
                }
            }
            ActionId::SwitchTheme => {
                self.cx.options.theme = self.cx.next_theme();
                let content = ToastContent::new(self.cx.options.theme.label_key());
                let content = content.with_arg("subject", ToastArg::Message("theme-name"));
                self.cx.notify(content, Duration::from_secs(3));
            }
            ActionId::Quit => self.begin_quit(),
            ActionId::SelectDeal => self.toggle_focused(),
            ActionId::SelectRange => self.toggle_range(),
            ActionId::SelectUp => self.table.extend_cell_range(-1, 0, &mut self.pipeline, &mut self.cx),
            ActionId::SelectDown => self.table.extend_cell_range(1, 0, &mut self.pipeline, &mut self.cx),
            ActionId::SelectLeft => self.table.extend_cell_range(0, -1, &mut self.pipeline, &mut self.cx),
            ActionId::SelectRight => self.table.extend_cell_range(0, 1, &mut self.pipeline, &mut self.cx),
            ActionId::Grab => self.begin_drag(),
            ActionId::CycleSortOrder => self.table.cycle_board_order(&mut self.pipeline, &mut self.cx),
            ActionId::ReverseOrder => {
                self.table.sort_board(self.pipeline.board_order().column, &mut self.pipeline, &mut self.cx);
            }
            ActionId::SelectAll => self.select_all(),
            ActionId::ClearSelection => self.clear_selection(),
            ActionId::ToggleTable => {
                self.table.show_table(!self.table.shown, &mut self.pipeline, &mut self.cx);
            }
            ActionId::ToggleDensity => self.pipeline.toggle_density(),
            ActionId::ChooseMetric => self.open_picker(PickerKind::HeaderMetric),
            ActionId::ToggleMetrics => self.pipeline.board.layout.no_metrics ^= true,
            ActionId::OnlySlow => self.table.toggle_only_slow(&mut self.pipeline, &mut self.cx),
            ActionId::OnlyWrites => self.activity.toggle_only_writes(&mut self.cx),
            ActionId::CycleSwimlanes => self.table.set_swimlanes(
                self.pipeline.board.layout.swimlanes.next(),
                &mut self.pipeline,
                &mut self.cx,
            ),
            ActionId::Present => self.cx.presenting = !self.cx.presenting,
            ActionId::ZoomIn => self.cx.ask_front_end(FrontEndRequest::Zoom(Zoom::In)),
            ActionId::ZoomOut => self.cx.ask_front_end(FrontEndRequest::Zoom(Zoom::Out)),
            ActionId::ZoomReset => self.cx.ask_front_end(FrontEndRequest::Zoom(Zoom::Reset)),
            ActionId::SignIn => self.cx.ask_front_end(FrontEndRequest::SignIn),
            ActionId::SignOut => self.cx.ask_front_end(FrontEndRequest::SignOut),
            ActionId::ShowMenu => self.cx.ask_front_end(FrontEndRequest::ShowMenu),
            ActionId::SortColumn | ActionId::SortAlso => {
                if let Some(column) = self.table.focused_column() {
                    self.table.sort_by(column, id == ActionId::SortAlso, &mut self.pipeline, &mut self.cx);
                }
            }
            ActionId::GroupColumn => {
                if let Some(column) = self.table.focused_column() {
                    self.table.toggle_group_column(column, &mut self.pipeline, &mut self.cx);
                }
            }
            ActionId::CollapseGroup => {
                self.table.toggle_group(self.table.index, &mut self.pipeline, &mut self.cx);
            }
            ActionId::CollapseGroups => self.table.toggle_groups(&mut self.pipeline, &mut self.cx),
            ActionId::PivotAxes | ActionId::PivotFigure => self.change_pivot(id),
            ActionId::GroupStatistic if self.open_sheet().is_some() => self.change_pivot(id),
            ActionId::ShowFrequency | ActionId::ShowDescription | ActionId::ShowPivot => {
                self.show_sheet_by(id);
            }
            ActionId::GroupStatistic => self.table.cycle_statistic(&mut self.pipeline, &mut self.cx),
            ActionId::ChooseColumns => self.open_picker(PickerKind::Columns),
            ActionId::NarrowColumn | ActionId::WidenColumn if self.cx.overlay == Overlay::None => {
                if let Some(column) = self.table.focused_column() {
                    self.views.widen_column(
                        column,
                        if id == ActionId::WidenColumn { 2 } else { -2 },
                        &mut self.table,
                        &mut self.cx,
                    );
                }
            }
            ActionId::Views => self.open_picker(PickerKind::Views),
            ActionId::SaveView => self.views.open_save_form(&mut self.cx),
            ActionId::NextView => {
                self.views.cycle_view(true, &mut self.table, &mut self.pipeline, &mut self.cx);
            }
            ActionId::PreviousView => {
                self.views.cycle_view(false, &mut self.table, &mut self.pipeline, &mut self.cx);
            }
            ActionId::Subscribe => {
                let target = self.subscription_target();
                return target.map_or_else(
                    |_| Vec::new(),
                    |(view, filter)| self.cx.toggle_subscription(view.as_deref(), &filter),
                );
            }
            ActionId::Settings => self.begin_settings(Vec::new()),
            ActionId::ShowRules => self.open_picker(PickerKind::Rules),
            ActionId::EditViews => self.views.begin_edit_views(&mut self.cx),
            ActionId::CopyAs => self.open_picker(PickerKind::Copy),
            ActionId::ImportDeals => self.cx.begin_import(String::new(), String::new(), None),
            ActionId::Export => self.begin_export(),
            ActionId::CommitteePack => self.explorer.begin_export(ExportContent::Pack, None, &mut self.cx),
            ActionId::EditText => self.begin_edit_text(),
            ActionId::LocalNote => self.begin_note(),
            ActionId::TogglePeriod => self.agenda.shows_week ^= true,
            ActionId::Followup => self.cx.open_followup_form(&self.pipeline),
            ActionId::ShowDue => return self.show_due(),
            ActionId::FollowupDone => return self.cx.finish_focused_followup(&self.pipeline),
            ActionId::RemoveFollowup => return self.cx.remove_focused_followup(&self.pipeline),
            ActionId::ShowBulk => self.open_picker(PickerKind::Bulk),
            ActionId::StopBulk => return self.bulk_change.stop_bulk(&mut self.cx),
            ActionId::RetryBulk => return self.bulk_change.retry_bulk(&mut self.cx),
            ActionId::SwitchUser => return self.begin_user_switch(),
            ActionId::ShowSince => {
                self.open_picker(PickerKind::Since);
                // A list of past changes says nothing about those since the last visit.
                return if self.cx.in_present().is_ok() { vec![Effect::ViewChanges] } else { Vec::new() };
            }
            ActionId::ShowAsOf => self.cx.open_as_of_form(None),
            ActionId::BackToPresent => return vec![Effect::ShowAsOf(None)],
            ActionId::ToggleChart => self.toggle_trend(),
            ActionId::Complete => self.table.complete(true, &mut self.pipeline, &mut self.cx),
            ActionId::CompletePrevious => self.table.complete(false, &mut self.pipeline, &mut self.cx),
            ActionId::NextCompletion => self.pipeline.highlight_completion(1, &mut self.cx),
            ActionId::PreviousCompletion => self.pipeline.highlight_completion(-1, &mut self.cx),
            ActionId::Snooze => return self.begin_snooze(),
            ActionId::Star => return self.toggle_star(),
            ActionId::Labels => self.begin_labels(),
            ActionId::Compare => self.open_picker(PickerKind::Compare),
            ActionId::ShowStarred => return self.show_starred(),
            ActionId::ShowChecks => self.show_checks(),
            ActionId::PreviousOpened | ActionId::NextOpened => {
                return self.go_to_neighbour_place(id == ActionId::NextOpened);
            }
            ActionId::KeepUnread => return self.inbox.toggle_kept_unread(&mut self.cx),
            ActionId::ExpandGroup => self.inbox.toggle_group(&mut self.cx),
            ActionId::GroupSimilar => self.inbox.toggle_grouping(&mut self.cx),
            ActionId::OnlyMine => self.tasks.toggle_mine(&mut self.cx),
            ActionId::TaskOrder => self.tasks.cycle_order(&mut self.cx),
            ActionId::TaskRecord => self.show_task_record(),
            ActionId::EditTask => self.tasks.begin_edit_task(&mut self.cx),
            ActionId::AddIds => self.cx.open_watch_form(),
            ActionId::ForgetId => return self.unwatch_focused(),
            ActionId::AskRoute => self.explorer.open_route_form(&mut self.cx),
            ActionId::ToggleTree => self.server_views.toggle_as_tree(&mut self.explorer, &mut self.cx),
            ActionId::NextPage | ActionId::PreviousPage => return self.turn_page(id == ActionId::NextPage),
            ActionId::Discover => return vec![Effect::Discover],
            ActionId::EditKeys => self.table.begin_edit_keys(&mut self.cx),
            rest if self.cx.overlay == Overlay::None && self.cx.screen == Screen::Views => {
                return self.run_server_views_action(rest);
            }
            rest => return self.run_picker_action(rest),
        }
        Vec::new()
    }
}
