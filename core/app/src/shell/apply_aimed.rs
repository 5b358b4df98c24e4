//! Dispatch of actions aimed at a deal, line, column or text. They come from the pointer, or are answers of a front
//! end.

use super::app::App;
use crate::foundation::cx::change_types::Source;
use crate::foundation::cx::overlay::{Layer, PaletteItem};
use crate::foundation::cx::overlay_types::{Command, Part, To};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::fetched::Asked;
use crate::screens::inbox::panes::LIST;
use crate::shell::action::Action;

impl App {
    pub(crate) fn pointed(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Run(id) => return self.run_and_follow(id),
            Action::Show(Screen::Deal) => return self.run(ActionId::ScreenDeal),
            Action::Show(screen) => return self.show(screen),
            Action::OpenDeal(deal) => return self.open_deal(deal),
            Action::MoveDeal { deal, status } => {
                return self.drop_cards(|app| app.cx.move_deal(&deal, &status));
            }
            Action::MoveToLane { deal, status, owner } => {
                return self.drop_cards(|app| app.cx.move_to_lane(&deal, &status, &owner));
            }
            Action::MoveSelected { status, owner } => {
                return self.drop_cards(|app| app.move_selected(status, owner));
            }
            Action::DropRefused(reason) => self.cx.refuse_drop(reason),
            Action::SortBoard(column) => self.table.sort_board(column, &mut self.pipeline, &mut self.cx),
            Action::CellsTo { row, column } => {
                self.table
                    .extend_cells_to(row, column, &mut self.pipeline, &mut self.cx);
            }
            Action::MarkRead(id) => return self.inbox.mark_row_read(id, &mut self.cx),
            // The panel follows the focus, so that it shows the deal that actions apply to.
            Action::FocusDeal(deal) if self.pipeline.panel_shows_another(&deal, &self.cx) => {
                return self.open_deal(deal);
            }
            Action::FocusDeal(deal) => self.table.focus_deal(&deal, &mut self.pipeline, &mut self.cx),
            Action::FocusColumn(column) => self.table.focus_at(
                column,
                self.pipeline.board.cursor.index,
                &mut self.pipeline,
                &mut self.cx,
            ),
            Action::NewDealIn(column) => {
                return self
                    .forms
                    .begin_new_deal_in(column, &mut self.pipeline, &mut self.cx);
            }
            Action::ScrollColumn { column, by } => {
                self.table
                    .scroll_column(column, by, &mut self.pipeline, &mut self.cx);
            }
            Action::FoldColumn(column) => self.table.fold_column(column, &mut self.pipeline, &mut self.cx),
            Action::SelectColumn(column) => self.select_column(column),
            Action::SetTheme(theme) => self.cx.options.theme = theme,
            Action::SetAccent(accent) => self.cx.options.accent = accent,
            Action::CopyText(text) => self.cx.copy_text(text),
            Action::FocusLine { pane, line } => self.focus_line_of(pane, line),
            Action::MoveTask { task, statut } => return self.tasks.drop_task(&task, &statut, &mut self.cx),
            Action::ShowField(key) => self.pipeline.toggle_number(key),
            Action::ToggleCardPart(part) => self.pipeline.toggle_card_part(part),
            Action::SetLanes(lanes) => self.table.set_lanes(lanes, &mut self.pipeline, &mut self.cx),
            Action::SetFigure(figure) => self.pipeline.set_head_figure(figure, &mut self.cx),
            Action::SetText(text) => self.set_text(text),
            Action::SearchMenu(typed) => self.search_menu(typed),
            Action::NameScreens { id, screens } => self.name_screens(id, screens),
            Action::SetFilter(text) => self.table.narrow_less(text, &mut self.pipeline, &mut self.cx),
            Action::Choose(line) => self.choose(line),
            Action::FocusField(field) => self.focus_field(field),
            Action::TakeSuggestion(line) => self.cx.take_suggestion(line),
            Action::SetField(field, text) => self.cx.set_field(field, text),
            Action::FocusNotification(id) => {
                self.inbox.place_inbox_focus(Some(id), &mut self.cx);
                self.cx.pane = LIST;
                self.inbox.picked_follow(&mut self.cx);
            }
            Action::PickNotification(id) => {
                self.inbox.toggle_picked(&id, &mut self.cx);
                self.inbox.place_inbox_focus(Some(id), &mut self.cx);
                self.cx.pane = LIST;
            }
            Action::PickNotificationsTo(id) => self.inbox.pick_to(id, &mut self.cx),
            Action::UnfoldNotification(id) => self.inbox.unfold_row(id, &mut self.cx),
            Action::StopMarks => return self.inbox.give_up_run(&mut self.cx).unwrap_or_default(),
            Action::ShowTab(tab) => self.inbox.show_tab(tab, &mut self.cx),
            Action::FocusWrite(id) => self.activity.focus_write(id),
            Action::ShowPart(part) => return self.open_part_from_here(part),
            Action::LeaveExplored => return self.leave_explored().unwrap_or_default(),
            Action::OpenLine(seq) => return self.open_journal_line(seq),
            Action::RecreateLine(seq) => return self.recreate_line(seq),
            Action::TakeSide { field, mine } => self.activity.take_side(field, mine, &mut self.cx),
            Action::FocusPane(crate::screens::library::library::DETAIL) if self.cx.tells_deal_view() => {}
            Action::FocusPane(pane) => self.focus_pane(pane),
            Action::Scroll(by) => self.cx.scroll_lines(by),
            Action::CloseLayer if self.cx.asks_to_leave() => self.session.stay(&mut self.cx),
            Action::CloseLayer if self.cx.asks_kept_deletions() => return self.cx.answer_kept_deletions(1),
            Action::CloseLayer => {
                self.forms.keep_draft(&mut self.cx);
                self.cx.layer = Layer::None;
            }
            Action::TakeBack(toast) => return self.take_back(toast),
            Action::CloseToast(id) => self.cx.toasts.retain(|toast| toast.id != id),
            Action::Copied { what, by } => self.cx.say(ToastKind::Copied { what, by }, SHORT),
            Action::TurnFailed(why) => self.acting.say_turn_failed(why, &mut self.cx),
            Action::CopyFailed => self.cx.say(ToastKind::CopyFailed, LONG),
            Action::ToggleSelected(deal) => {
                self.toggle_selected(&deal);
                return self.pointed(Action::FocusDeal(deal));
            }
            Action::SelectTo(deal) => {
                self.select_to(&deal);
                return self.pointed(Action::FocusDeal(deal));
            }
            Action::FocusTableColumn(column) => self.table.focus_table_column(column, &mut self.cx),
            Action::SortBy { column, also } => {
                self.table.sort_by(column, also, &mut self.pipeline, &mut self.cx);
            }
            Action::SizeColumn { column, width } => {
                self.views
                    .size_column(column, width, &mut self.table, &mut self.cx);
            }
            Action::HideColumn(column) => self.views.hide_column(column, &mut self.table, &mut self.cx),
            Action::PlaceColumn { column, before } => {
                self.views
                    .place_column(column, before, &mut self.table, &mut self.cx);
            }
            Action::ScrollRows(by) => self.table.scroll_rows(by, &mut self.pipeline, &mut self.cx),
            Action::OpenView(name) => return self.run_command(Command::View(name)),
            Action::ImportViews(text) => return self.import_views(&text),
            Action::Edited { what, text } => return self.finish_edit(what, &text),
            Action::Exported { path, rows } => self.cx.say_exported(path, rows),
            Action::ExportTaken(export) => self.ask_to_replace(&export),
            Action::ExportFailed { export, why } => self.say_export_failed(export.as_ref(), why),
            Action::OpenFailed { path, why } => self.cx.say(ToastKind::OpenFailed { path, why }, LONG),
            Action::DialogMissing { why } => self.cx.say(ToastKind::DialogMissing { why }, LONG),
            Action::ShowSeries(series) => self.portfolio.trend.series = series,
            Action::TurnLegend { chart, series, draw } => self.turn_legend(chart, &series, draw),
            Action::DrillInto { breakdown, code } => return self.drill_into(breakdown, &code),
            Action::EditFailed { edit, editor, why } => self.cx.edit_failed(edit, editor, why),
        }
        Vec::new()
    }

    /// Runs an action, then the entry that the user chose if it closed the palette.
    pub(crate) fn run_and_follow(&mut self, id: ActionId) -> Vec<Effect> {
        let mut effects = self.run(id);
        if let Some(item) = self.cx.chosen.take() {
            effects.extend(self.run_chosen(item));
        }
        debug_assert!(self.cx.chosen.is_none(), "an entry of the palette opens no other");
        effects
    }

    fn run_chosen(&mut self, item: PaletteItem) -> Vec<Effect> {
        match item {
            PaletteItem::Action(id, _) => self.run(id),
            PaletteItem::Deal { id, .. } => self.open_deal(id),
            PaletteItem::Screen(screen) => self.pointed(Action::Show(screen)),
            PaletteItem::Part(part) => self.open_part(part),
            PaletteItem::View(name) => self.run_command(Command::View(name)),
            PaletteItem::Command(command, _) => self.run_command(command),
        }
    }

    /// Opens a section that was clicked; Esc in the explorer returns to the current screen.
    pub(crate) fn open_part_from_here(&mut self, part: &Part) -> Vec<Effect> {
        let from = (self.cx.screen, self.cx.pane, self.cx.scroll);
        let effects = self.open_part(part);
        if self.cx.screen == Screen::Explorer && from.0 != Screen::Explorer {
            self.explorer.from = Some(from);
        }
        effects
    }

    /// Opens a section of a screen.
    pub(crate) fn open_part(&mut self, part: &Part) -> Vec<Effect> {
        match &part.to {
            To::Pane(Screen::Deal, pane) => {
                let effects = self.run(ActionId::ScreenDeal);
                if self.cx.screen == Screen::Deal {
                    self.focus_pane(*pane);
                }
                effects
            }
            To::Pane(screen, pane) => {
                let effects = self.show(*screen);
                self.focus_pane(*pane);
                effects
            }
            To::Tab(tab) => {
                let effects = self.show(Screen::Notifications);
                self.inbox.show_tab(*tab, &mut self.cx);
                effects
            }
            To::List(family) => self.open_source(&Source::Family(*family)),
            To::Route(operation) => self.open_source(&Source::Route(Asked {
                path: operation.spec().path.to_owned(),
                query: Vec::new(),
            })),
            To::AnyRoute => {
                let effects = self.show(Screen::Explorer);
                self.explorer.begin_ask_route(&mut self.cx);
                effects
            }
        }
    }
}
