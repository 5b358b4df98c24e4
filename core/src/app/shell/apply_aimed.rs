//! What a person points at: actions that say which deal, line, column or text they mean, as a pointer does and a front
//! end that answers. Each is sent to the file that knows it.

use crate::app::foundation::cx::toast::{LONG, SHORT};
use crate::app::tools::palette::typed_commands::Command;
use crate::engine::Effect;

use super::app::{Action, ActionId, App, LIST, Layer, Screen, ToastKind};

impl App {
    pub(in crate::app) fn pointed(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Run(id) => return self.run(id),
            Action::Show(Screen::Deal) => return self.run(ActionId::ScreenDeal),
            Action::Show(screen) => return self.show(screen),
            Action::OpenDeal(deal) => return self.open_deal(deal),
            Action::MoveDeal { deal, status } => {
                return self.drop_cards(|app| app.move_deal(&deal, &status));
            }
            Action::MoveToLane { deal, status, owner } => {
                return self.drop_cards(|app| app.move_to_lane(&deal, &status, &owner));
            }
            Action::MoveSelected { status, owner } => {
                return self.drop_cards(|app| app.move_selected(status, owner));
            }
            Action::DropRefused(reason) => self.refuse_drop(reason),
            Action::SortBoard(column) => self.sort_board(column),
            Action::CellsTo { row, column } => self.extend_cells_to(row, column),
            Action::MarkRead(id) => return self.mark_row_read(id),
            // The panel goes with the focus: what it shows is what is acted on.
            Action::FocusDeal(deal) if self.panel_shows_another(&deal) => return self.open_deal(deal),
            Action::FocusDeal(deal) => self.focus_deal(&deal),
            Action::FocusColumn(column) => self.focus_at(column, self.pipeline.board.cursor.index),
            Action::NewDealIn(column) => return self.begin_new_deal_in(column),
            Action::ScrollColumn { column, by } => self.scroll_column(column, by),
            Action::FoldColumn(column) => self.fold_column(column),
            Action::SelectColumn(column) => self.select_column(column),
            Action::SetTheme(theme) => self.cx.options.theme = theme,
            Action::SetAccent(accent) => self.cx.options.accent = accent,
            Action::CopyText(text) => self.copy_text(text),
            Action::FocusLine { pane, line } => self.focus_line_of(pane, line),
            Action::MoveTask { task, statut } => return self.drop_task(&task, &statut),
            Action::ShowField(key) => self.toggle_number(key),
            Action::ToggleCardPart(part) => self.toggle_card_part(part),
            Action::SetLanes(lanes) => self.set_lanes(lanes),
            Action::SetFigure(figure) => self.set_head_figure(figure),
            Action::SetText(text) => self.set_text(text),
            Action::SetFilter(text) => self.narrow_less(text),
            Action::Choose(line) => self.choose(line),
            Action::FocusField(field) => self.focus_field(field),
            Action::TakeSuggestion(line) => self.take_suggestion(line),
            Action::SetField(field, text) => self.set_field(field, text),
            Action::FocusNotification(id) => {
                self.place_inbox_focus(Some(id));
                self.cx.pane = LIST;
                self.picked_follow();
            }
            Action::PickNotification(id) => {
                self.toggle_picked(&id);
                self.place_inbox_focus(Some(id));
                self.cx.pane = LIST;
            }
            Action::PickNotificationsTo(id) => self.pick_to(id),
            Action::UnfoldNotification(id) => self.unfold_row(id),
            Action::StopMarks => return self.give_up_run().unwrap_or_default(),
            Action::ShowTab(tab) => self.show_tab(tab),
            Action::FocusWrite(id) => self.focus_write(id),
            Action::ShowPart(part) => return self.open_part_from_here(part),
            Action::LeaveExplored => return self.leave_explored().unwrap_or_default(),
            Action::OpenLine(seq) => return self.open_journal_line(seq),
            Action::RecreateLine(seq) => return self.recreate_line(seq),
            Action::TakeSide { field, mine } => self.take_side(field, mine),
            Action::FocusPane(super::app::DETAIL) if self.tells_deal_view() => {}
            Action::FocusPane(pane) => self.focus_pane(pane),
            Action::Scroll(by) => self.scroll_lines(by),
            Action::CloseLayer if self.asks_to_leave() => self.stay(),
            Action::CloseLayer if self.asks_kept_deletions() => return self.answer_kept_deletions(1),
            Action::CloseLayer => {
                self.keep_draft();
                self.cx.layer = Layer::None;
            }
            Action::TakeBack(toast) => return self.take_back(toast),
            Action::CloseToast(id) => self.cx.toasts.retain(|toast| toast.id != id),
            Action::Copied(by) => {
                if let Some(what) = self.clipboard.copied.take() {
                    self.say(ToastKind::Copied { what, by }, SHORT);
                }
            }
            Action::TurnFailed(why) => self.say_turn_failed(why),
            Action::CopyFailed => self.say(ToastKind::CopyFailed, LONG),
            Action::ToggleSelected(deal) => {
                self.toggle_selected(&deal);
                return self.pointed(Action::FocusDeal(deal));
            }
            Action::SelectTo(deal) => {
                self.select_to(&deal);
                return self.pointed(Action::FocusDeal(deal));
            }
            Action::FocusTableColumn(column) => self.focus_table_column(column),
            Action::SortBy { column, also } => self.sort_by(column, also),
            Action::SizeColumn { column, width } => self.size_column(column, width),
            Action::HideColumn(column) => self.hide_column(column),
            Action::PlaceColumn { column, before } => self.place_column(column, before),
            Action::ScrollRows(by) => self.scroll_rows(by),
            Action::OpenView(name) => return self.run_command(Command::View(name)),
            Action::ImportViews(text) => return self.import_views(&text),
            Action::Edited { what, text } => return self.finish_edit(what, &text),
            Action::Exported { path, rows } => self.say_exported(path, rows),
            Action::ExportTaken(export) => self.ask_to_replace(&export),
            Action::ExportFailed { export, why } => self.say_export_failed(export.as_ref(), why),
            Action::OpenFailed { path, why } => self.say(ToastKind::OpenFailed { path, why }, LONG),
            Action::DialogMissing { why } => self.say(ToastKind::DialogMissing { why }, LONG),
            Action::ShowSeries(series) => self.portfolio.trend.series = series,
            Action::TurnLegend { chart, series, draw } => self.turn_legend(chart, &series, draw),
            Action::DrillInto { breakdown, code } => return self.drill_into(breakdown, &code),
            Action::EditFailed { edit, editor, why } => self.edit_failed(edit, editor, why),
        }
        Vec::new()
    }
}
