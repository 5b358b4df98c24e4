//! One action in, effects out. This file only sends each action to the file that knows it.

use jiff::Timestamp;

use crate::contract::ids::DealId;
use crate::discovery::Family;
use crate::engine::Effect;

use super::changes::Way;
use super::commands::Command;
use super::sheet::SheetKind;
use super::{Action, ActionId, App, Layer, Screen, ToastKind, Zoom};

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
        effects.append(&mut self.afterwards);
        effects.extend(self.keep_session());
        self.submit(effects)
    }

    fn run(&mut self, id: ActionId) -> Vec<Effect> {
        if id != ActionId::MarkAllRead {
            let armed = self.inbox.armed_until.take().is_some();
            // Giving up is all that is asked for: the screen stays.
            if armed && id == ActionId::Back {
                return Vec::new();
            }
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
        let trail = self.trail.take();
        let walks = matches!(id, ActionId::FocusDown | ActionId::FocusUp) && self.layer == Layer::None;
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
            ActionId::FoldColumn => {
                self.fold_column(self.board.cursor.column);
                Vec::new()
            }
            ActionId::Copy if self.layer != Layer::None && self.record_is_open() => {
                self.copy_of_record();
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
            ActionId::MoveNext | ActionId::MovePrevious if self.screen == Screen::Tasks => {
                self.move_task_by(id == ActionId::MoveNext)
            }
            ActionId::MoveTo if self.screen == Screen::Tasks => {
                self.begin_move_task();
                Vec::new()
            }
            ActionId::MoveNext => self.move_by(true),
            ActionId::MovePrevious => self.move_by(false),
            ActionId::MoveTo => self.begin_move(),
            ActionId::NewDeal => self.begin_new_deal(),
            ActionId::EditDeal => self.begin_edit_deal(),
            ActionId::DeleteDeal => self.delete_deal(),
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
                self.no_deals_write = false;
                let mut effects = vec![Effect::Refresh];
                if self.screen == Screen::Explorer {
                    effects.extend(self.read_source());
                }
                effects
            }
            ActionId::EndVisit => {
                self.say(ToastKind::VisitEnded, super::toast::SHORT);
                vec![Effect::EndVisit]
            }
            ActionId::Palette => self.begin_palette(),
            ActionId::Help => {
                self.layer = match self.layer {
                    Layer::Help { .. } => Layer::None,
                    _ => Layer::help(),
                };
                Vec::new()
            }
            ActionId::SwitchLanguage => {
                self.options.lang = self.options.lang.other();
                // Classes are in the order of their names, which are others now.
                self.look();
                self.look_at_source();
                Vec::new()
            }
            ActionId::SwitchTheme => {
                self.options.theme = self.theme_after();
                let theme = self.options.theme;
                self.say(ToastKind::Themed { theme }, std::time::Duration::from_secs(3));
                Vec::new()
            }
            ActionId::Quit => {
                self.quitting = true;
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
                if self.screen == Screen::Notifications =>
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
            ActionId::TurnLanes => self.set_lanes(self.board.look.lanes.next()),
            ActionId::Present => self.presenting = !self.presenting,
            ActionId::ZoomIn => self.to_zoom = Some(Zoom::In),
            ActionId::ZoomOut => self.to_zoom = Some(Zoom::Out),
            ActionId::ZoomReset => self.to_zoom = Some(Zoom::Reset),
            ActionId::SortColumn | ActionId::SortAlso => {
                if let Some(column) = self.table.focused_column() {
                    self.sort_by(column, id == ActionId::SortAlso);
                }
            }
            ActionId::ChooseColumns => self.open_sheet(SheetKind::Columns),
            ActionId::NarrowColumn | ActionId::WidenColumn if self.layer == Layer::None => {
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
            ActionId::ShowSince => self.open_sheet(SheetKind::Since),
            ActionId::ToggleChart => self.toggle_trend(),
            ActionId::Complete => self.complete(),
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
            other if self.layer == Layer::None && self.screen == Screen::Views => {
                return self.act_on_library(other);
            }
            other => return self.act_on_line(other),
        }
        Vec::new()
    }

    pub(super) fn pointed(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Run(id) => return self.run(id),
            Action::Show(Screen::Deal) => return self.run(ActionId::ScreenDeal),
            Action::Show(screen) => return self.show(screen),
            Action::OpenDeal(deal) => return self.open_deal(deal),
            Action::MoveDeal { deal, status } => return self.move_deal(&deal, &status),
            Action::MoveToLane { deal, status, owner } => {
                return self.move_to_lane(&deal, &status, &owner);
            }
            Action::MoveSelected { status, owner } => return self.move_selected(status, owner),
            Action::SortBoard(column) => self.sort_board(column),
            Action::CellsTo { row, column } => self.extend_cells_to(row, column),
            Action::MarkRead(id) => return self.mark_row_read(id),
            Action::FocusDeal(deal) => self.focus_deal(&deal),
            Action::FocusColumn(column) => self.focus_at(column, self.board.cursor.index),
            Action::ScrollColumn { column, by } => self.scroll_column(column, by),
            Action::FoldColumn(column) => self.fold_column(column),
            Action::SetTheme(theme) => self.options.theme = theme,
            Action::CopyText(text) => self.copy_text(text),
            Action::FocusLine { pane, line } => self.focus_line_of(pane, line),
            Action::MoveTask { task, statut } => return self.move_task(&task, &statut),
            Action::ShowField(key) => self.toggle_number(key),
            Action::ToggleCardPart(part) => self.toggle_card_part(part),
            Action::SetLanes(lanes) => self.set_lanes(lanes),
            Action::SetText(text) => self.set_text(text),
            Action::SetFilter(text) => self.set_filter(text),
            Action::Choose(line) => self.choose(line),
            Action::FocusField(field) => self.focus_field(field),
            Action::SetField(field, text) => self.set_field(field, text),
            Action::FocusNotification(id) => {
                self.inbox.focus = Some(id);
                self.pane = super::LIST;
                self.picked_follow();
            }
            Action::PickNotification(id) => self.toggle_picked(&id),
            Action::PickNotificationsTo(id) => self.pick_to(id),
            Action::UnfoldNotification(id) => self.unfold_row(id),
            Action::ShowTab(tab) => self.show_tab(tab),
            Action::FocusWrite(id) => self.focus_write(id),
            Action::TakeSide { field, mine } => self.take_side(field, mine),
            Action::FocusPane(pane) => self.focus_pane(pane),
            Action::Scroll(by) => self.scroll_lines(by),
            Action::CloseLayer => self.layer = Layer::None,
            Action::CloseToast(id) => self.toasts.retain(|toast| toast.id != id),
            Action::Copied(by) => {
                if let Some(what) = self.copied.take() {
                    self.say(ToastKind::Copied { what, by }, super::toast::SHORT);
                }
            }
            Action::TurnFailed(why) => self.say_turn_failed(why),
            Action::CopyFailed => self.say(ToastKind::CopyFailed, super::toast::LONG),
            Action::ToggleSelected(deal) => self.toggle_selected(&deal),
            Action::SelectTo(deal) => self.select_to(&deal),
            Action::FocusTableColumn(column) => self.focus_table_column(column),
            Action::SortBy { column, also } => self.sort_by(column, also),
            Action::SizeColumn { column, width } => self.size_column(column, width),
            Action::PlaceColumn { column, before } => self.place_column(column, before),
            Action::ScrollRows(by) => self.scroll_rows(by),
            Action::OpenView(name) => return self.run_command(Command::View(name)),
            Action::ImportViews(text) => return self.import_views(&text),
            Action::Edited { what, text } => return self.finish_edit(what, &text),
            Action::Exported { path, rows } => self.say_exported(path, rows),
            Action::ExportTaken(export) => self.ask_to_replace(&export),
            Action::ExportFailed { why } => self.say_export_failed(why),
            Action::DialogMissing { why } => self.say(ToastKind::DialogMissing { why }, super::toast::LONG),
            Action::ShowSeries(series) => self.trend.series = series,
            Action::DrillInto { breakdown, code } => return self.drill_into(breakdown, &code),
            Action::EditFailed { edit, why } => self.edit_failed(edit, why),
        }
        Vec::new()
    }

    pub(super) fn show(&mut self, screen: Screen) -> Vec<Effect> {
        if screen == Screen::Activity {
            self.focus_conflict_of_deal();
        }
        self.layer = Layer::None;
        self.screen = screen;
        self.pane = 0;
        self.scroll = 0;
        match screen {
            Screen::Portfolio => vec![Effect::LoadPortfolio],
            Screen::Notifications => vec![
                Effect::LoadNotifications,
                Effect::LoadFamily(Family::Alerts),
                Effect::Read(super::shown::preferences_route()),
            ],
            Screen::Tasks => vec![
                Effect::LoadFamily(Family::Tasks),
                Effect::LoadFamily(Family::Taxonomies),
            ],
            Screen::Views => vec![
                Effect::LoadFamily(Family::SavedViews),
                Effect::LoadFamily(Family::CustomDashboards),
                Effect::LoadFamily(Family::FieldDefinitions),
            ],
            Screen::Explorer => {
                self.look_at_source();
                let mut effects = vec![Effect::LoadFamily(Family::FieldDefinitions)];
                effects.extend(self.read_source());
                effects
            }
            Screen::Pipeline | Screen::Deal | Screen::Activity => Vec::new(),
        }
    }

    /// The deal that "the deal" means: on the board the one that has the focus, elsewhere the one opened last.
    pub(super) fn deal_meant(&self) -> Option<DealId> {
        let (focused, opened) = (self.board.cursor.deal.clone(), self.deal.clone());
        if self.screen == Screen::Pipeline {
            focused.or(opened)
        } else {
            opened.or(focused)
        }
    }

    pub(super) fn open_deal(&mut self, deal: DealId) -> Vec<Effect> {
        self.layer = Layer::None;
        // Whoever clears notifications or writes comes back to them.
        match self.screen {
            Screen::Deal => {}
            Screen::Pipeline | Screen::Portfolio => self.back_to = Screen::Pipeline,
            from => self.back_to = from,
        }
        self.focus_deal(&deal);
        self.deal = Some(deal.clone());
        self.screen = Screen::Deal;
        self.pane = 0;
        self.scroll = 0;
        vec![Effect::LoadDeal(deal)]
    }

    /// Gives the focus to a deal whose deletion was taken back, once it is there.
    pub(super) fn welcome_back(&mut self) {
        let there = |deal: &mut DealId| self.snapshot.deals.find(deal.as_str()).is_some();
        if let Some(deal) = self.returning.take_if(there) {
            self.focus_deal(&deal);
            // The panel goes with the focus: what it shows is what is acted on.
            if self.screen == Screen::Deal && self.options.beside && self.deal.as_ref() != Some(&deal) {
                let effects = self.open_deal(deal);
                self.afterwards.extend(effects);
            }
        }
    }

    pub(super) fn focus_deal(&mut self, deal: &DealId) {
        let table = &self.snapshot.deals;
        let place = table
            .find(deal.as_str())
            .and_then(|ix| self.lens.place(table, ix));
        if let Some((column, index)) = place {
            self.focus_at(column, index);
        }
    }

    fn open_neighbour(&mut self, by: isize) -> Vec<Effect> {
        let before = self.board.cursor.deal.clone();
        self.focus_by(by);
        match self.board.cursor.deal.clone() {
            Some(deal) if Some(&deal) != before.as_ref() => self.open_deal(deal),
            _ => Vec::new(),
        }
    }
}
