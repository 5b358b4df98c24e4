//! One action in, effects out. This file only sends each action to the file that knows it.

use jiff::Timestamp;

use crate::app::foundation::cx::change::Way;
use crate::app::screens::inbox::mark_many::LATE;
use crate::engine::Effect;

use super::app::{Action, ActionId, App, Layer, Screen, ToastKind, Triaged, Zoom};
use super::sheet_dispatch::SheetKind;

impl App {
    /// Does what the person asks. Returns what the engine has to do; a disabled action says why instead.
    pub fn apply(&mut self, action: Action, now: Timestamp) -> Vec<Effect> {
        self.tick(now);
        self.end_cells(&action);
        let effects = match action {
            Action::Run(id) => self.run(id),
            other => self.pointed(other),
        };
        self.selection_follows();
        self.drop_stale_grab();
        let mut effects = effects;
        effects.append(&mut self.cx.afterwards);
        effects.extend(self.keep_session());
        self.submit(effects)
    }

    pub(in crate::app) fn run(&mut self, id: ActionId) -> Vec<Effect> {
        if id != ActionId::MarkAllRead {
            let late = self.inbox.disarmed.take();
            let late = late.is_some_and(|at| self.cx.now.duration_since(at) < LATE);
            let armed = self.inbox.armed_until.take().is_some() || late;
            // Giving up is all that is asked for: the screen stays.
            if armed && id == ActionId::Back {
                self.say(
                    ToastKind::Triaged(Triaged::NothingMarked),
                    crate::app::foundation::cx::toast::SHORT,
                );
                return Vec::new();
            }
        }
        // The key that means nothing to the question disarms it, and does nothing else.
        if !Self::answers_deletion(id) && self.disarm() {
            return Vec::new();
        }
        if self.keeps_for_list(id) {
            return Vec::new();
        }
        if let Err(reason) = self.enabled(id) {
            self.say(
                ToastKind::Disabled {
                    id: Some(id),
                    reason: reason.key(),
                },
                std::time::Duration::from_secs(3),
            );
            return Vec::new();
        }
        if let Some(effects) = self.while_grabbed(id) {
            return effects;
        }
        let trail = self.card_move.trail.take();
        let walks = matches!(id, ActionId::FocusDown | ActionId::FocusUp) && self.cx.layer == Layer::None;
        if walks && self.resume_trail(trail.clone(), id) {
            return Vec::new();
        }
        if matches!(id, ActionId::MoveNext | ActionId::MovePrevious) {
            self.leave_trail(trail);
        }
        match id {
            ActionId::ScreenPipeline => self.show(Screen::Pipeline),
            ActionId::ScreenDeal => match self.deal_meant() {
                Some(deal) => self.open_deal(deal),
                None => Vec::new(),
            },
            ActionId::ScreenPortfolio => self.show(Screen::Portfolio),
            ActionId::ScreenNotifications => self.show(Screen::Notifications),
            ActionId::ScreenTasks => self.show(Screen::Tasks),
            ActionId::ScreenViews => self.show(Screen::Views),
            ActionId::ScreenExplorer => self.show(Screen::Explorer),
            ActionId::ScreenActivity => self.show(Screen::Activity),
            ActionId::NextPane => self.turn_pane(true),
            ActionId::PreviousPane => self.turn_pane(false),
            ActionId::FocusLeft => self.focus_sideways(false),
            ActionId::FocusRight => self.focus_sideways(true),
            ActionId::FocusUp => self.focus_lines(-1),
            ActionId::FocusDown => self.focus_lines(1),
            ActionId::PageUp => self.focus_lines(-self.page()),
            ActionId::PageDown => self.focus_lines(self.page()),
            ActionId::FocusFirst => self.focus_lines(isize::MIN),
            ActionId::FocusLast => self.focus_lines(isize::MAX),
            ActionId::Open => self.open(),
            ActionId::Back => self.back(),
            ActionId::Filter => self.begin_filter(),
            ActionId::ClearFilter if self.cx.screen == Screen::Notifications => {
                self.filter_inbox(String::new());
                Vec::new()
            }
            ActionId::ClearFilter if self.cx.screen == Screen::Explorer => {
                self.clear_rows_filter();
                Vec::new()
            }
            ActionId::ClearFilter => {
                self.narrow_less(String::new());
                Vec::new()
            }
            ActionId::FoldColumn => {
                self.fold_column(self.pipeline.board.cursor.column);
                Vec::new()
            }
            ActionId::Copy if self.cx.layer != Layer::None && self.record_is_open() => {
                self.copy_of_record();
                Vec::new()
            }
            ActionId::Copy if self.sheet().is_some_and(|sheet| sheet.kind == SheetKind::Since) => {
                self.copy_changes();
                Vec::new()
            }
            ActionId::Copy if self.sheet().is_some() => {
                self.copy_views();
                Vec::new()
            }
            ActionId::Copy => {
                self.copy();
                Vec::new()
            }
            ActionId::MoveNext | ActionId::MovePrevious if self.cx.screen == Screen::Tasks => {
                self.move_task_by(id == ActionId::MoveNext)
            }
            ActionId::MoveTo if self.cx.screen == Screen::Tasks => {
                self.begin_move_task();
                Vec::new()
            }
            ActionId::MoveNext => self.move_by(true),
            ActionId::MovePrevious => self.move_by(false),
            ActionId::MoveTo => self.begin_move(),
            ActionId::NewDeal => self.begin_new_deal(),
            ActionId::EditDeal => self.begin_edit_deal(),
            ActionId::EditInPlace => self.begin_edit_in_place(),
            ActionId::DeleteDeal if self.plans_deletion() => self.confirm_bulk(),
            ActionId::DeleteDeal => self.delete_deal(),
            ActionId::Recreate => self.recreate(),
            ActionId::NextDeal => self.open_neighbour(1),
            ActionId::PreviousDeal => self.open_neighbour(-1),
            ActionId::MarkRead => self.mark_focused_read(),
            ActionId::MarkAllRead => self.mark_all_read(),
            ActionId::RetryWrite => self.send_write(),
            ActionId::KeepMine => self.decide_all(true),
            ActionId::TakeTheirs => self.decide_all(false),
            ActionId::ChooseSide => self.choose_side(),
            ActionId::DiscardWrite => self.discard_write(),
            ActionId::Undo => self.go(Way::Back),
            ActionId::Redo => self.go(Way::Again),
            ActionId::Refresh => {
                // Whoever asks again may have been given more rights meanwhile.
                self.pipeline.no_deals_write = false;
                let mut effects = vec![Effect::Refresh];
                if self.cx.screen == Screen::Explorer {
                    effects.extend(self.read_source());
                }
                effects
            }
            ActionId::EndVisit => self.end_visit(),
            ActionId::Palette => self.begin_palette(),
            ActionId::Help => {
                if let Layer::Help { .. } = self.cx.layer {
                    self.cx.layer = Layer::None;
                } else {
                    self.begin_help();
                }
                Vec::new()
            }
            ActionId::SwitchLanguage => {
                let from = self.cx.options.lang;
                self.cx.options.lang = from.other();
                // Classes are in the order of their names, which are others now.
                self.look();
                self.look_at_source();
                self.say(ToastKind::Translated, std::time::Duration::from_secs(3));
                self.translate_sample_views(from)
            }
            ActionId::SwitchTheme => {
                self.cx.options.theme = self.theme_after();
                let theme = self.cx.options.theme;
                self.say(ToastKind::Themed { theme }, std::time::Duration::from_secs(3));
                Vec::new()
            }
            ActionId::Quit if self.gives_up_a_form() => self.back(),
            ActionId::Quit => {
                self.leave();
                Vec::new()
            }
            other => self.run_at_desk(other),
        }
    }

    /// Selection, views, table, copies and changes of many deals.
    fn run_at_desk(&mut self, id: ActionId) -> Vec<Effect> {
        match id {
            ActionId::SelectDeal
            | ActionId::SelectRange
            | ActionId::SelectAll
            | ActionId::ClearSelection
            | ActionId::LocalNote
                if self.cx.screen == Screen::Notifications =>
            {
                self.select_in_inbox(id);
            }
            ActionId::SelectDeal => self.toggle_focused(),
            ActionId::SelectRange => self.toggle_range(),
            ActionId::SelectUp => self.extend_cells(-1, 0),
            ActionId::SelectDown => self.extend_cells(1, 0),
            ActionId::SelectLeft => self.extend_cells(0, -1),
            ActionId::SelectRight => self.extend_cells(0, 1),
            ActionId::Grab => self.begin_grab(),
            ActionId::TurnOrder => self.turn_board_order(),
            ActionId::ReverseOrder => self.sort_board(self.board_order().column),
            ActionId::SelectAll => self.select_all(),
            ActionId::ClearSelection => self.clear_selection(),
            ActionId::ToggleTable => self.toggle_table(),
            ActionId::ToggleDensity => self.toggle_density(),
            ActionId::ChooseFigure => self.open_sheet(SheetKind::Figure),
            ActionId::ToggleMetrics => self.toggle_metrics(),
            ActionId::OnlySlow => self.toggle_only_slow(),
            ActionId::OnlyWrites => self.toggle_only_writes(),
            ActionId::TurnLanes => self.set_lanes(self.pipeline.board.look.lanes.next()),
            ActionId::Present => self.cx.presenting = !self.cx.presenting,
            ActionId::ZoomIn => self.to_zoom = Some(Zoom::In),
            ActionId::ZoomOut => self.to_zoom = Some(Zoom::Out),
            ActionId::ZoomReset => self.to_zoom = Some(Zoom::Reset),
            ActionId::SignIn => self.session.to_sign_in = true,
            ActionId::SignOut => self.session.to_sign_out = true,
            ActionId::ShowMenu => self.to_show_menu = true,
            ActionId::SortColumn | ActionId::SortAlso => {
                if let Some(column) = self.table.focused_column() {
                    self.sort_by(column, id == ActionId::SortAlso);
                }
            }
            ActionId::ChooseColumns => self.open_sheet(SheetKind::Columns),
            ActionId::NarrowColumn | ActionId::WidenColumn if self.cx.layer == Layer::None => {
                if let Some(column) = self.table.focused_column() {
                    self.widen_column(column, if id == ActionId::WidenColumn { 2 } else { -2 });
                }
            }
            ActionId::Views => self.open_sheet(SheetKind::Views),
            ActionId::SaveView => self.begin_save_view(),
            ActionId::NextView => self.turn_view(true),
            ActionId::PreviousView => self.turn_view(false),
            ActionId::EditViews => self.begin_edit_views(),
            ActionId::CopyAs => self.open_sheet(SheetKind::Copy),
            ActionId::Export => self.begin_export(),
            ActionId::EditText => self.begin_edit_text(),
            ActionId::LocalNote => self.begin_note(),
            ActionId::ShowBulk => self.open_sheet(SheetKind::Bulk),
            ActionId::StopBulk => return self.stop_bulk(),
            ActionId::RetryBulk => return self.retry_bulk(),
            ActionId::ActForUser => return self.begin_act_for(),
            ActionId::ShowSince => {
                self.open_sheet(SheetKind::Since);
                return vec![Effect::LookAtChanges];
            }
            ActionId::ToggleChart => self.toggle_trend(),
            ActionId::Complete => self.complete(true),
            ActionId::CompletePrevious => self.complete(false),
            ActionId::NextCompletion => self.point_at_completion(1),
            ActionId::PreviousCompletion => self.point_at_completion(-1),
            ActionId::Snooze => return self.begin_snooze(),
            ActionId::Star => return self.toggle_star(),
            ActionId::HoldUnread => return self.toggle_held_unread(),
            ActionId::UnfoldGroup => self.toggle_unfolded(),
            ActionId::GroupSimilar => self.toggle_apart(),
            ActionId::EditTask => self.begin_edit_task(),
            ActionId::AddIds => self.begin_add_ids(),
            ActionId::ForgetId => return self.forget_id(),
            ActionId::AskRoute => self.begin_ask_route(),
            ActionId::ToggleTree => self.toggle_as_tree(),
            ActionId::NextPage | ActionId::PreviousPage => return self.turn_page(id == ActionId::NextPage),
            ActionId::Discover => return vec![Effect::Discover],
            ActionId::EditKeys => self.begin_edit_keys(),
            other if self.cx.layer == Layer::None && self.cx.screen == Screen::Views => {
                return self.act_on_library(other);
            }
            other => return self.act_on_line(other),
        }
        Vec::new()
    }
}
