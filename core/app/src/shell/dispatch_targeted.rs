//! Dispatch of actions aimed at a deal, line, column or text. They come from the pointer, or are answers of a front
//! end.

use super::app::App;
use crate::contract::ids::NotificationId;
use crate::foundation::cx::change_types::RecordSource;
use crate::foundation::cx::overlay::{Overlay, PaletteItem};
use crate::foundation::cx::overlay_types::{InboxTab, PaletteCommand, PartTarget, ScreenPart};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::fetched::RouteRequest;
use crate::model::resources::resource_kind::ResourceKind;
use crate::screens::inbox::inbox::LIST;
use crate::shell::action::Action;

impl App {
    pub(crate) fn dispatch_targeted(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Run(id) => return self.run_with_palette(id),
            Action::Show(Screen::Deal) => return self.run(ActionId::ScreenDeal),
            Action::Show(screen) => return self.show(screen),
            Action::OpenDeal(deal) => return self.open_deal(deal),
            Action::OpenLink(link) => return self.open_link(link),
            Action::MoveDeal { deal, status } => {
                return self.drop_cards(|app| app.cx.move_deal(&deal, &status));
            }
            Action::MoveToSwimlane { deal, status, owner } => {
                return self.drop_cards(|app| app.cx.move_to_swimlane(&deal, &status, &owner));
            }
            Action::MoveSelected { status, owner } => {
                return self.drop_cards(|app| app.move_selected(status, owner));
            }
            Action::DropRejected(reason) => self.cx.refuse(None, reason),
            Action::SortBoard(column) => self.table.sort_board(column, &mut self.pipeline, &mut self.cx),
            Action::ExtendCellRange { row, column } => {
                self.table.extend_cell_range_to(row, column, &mut self.pipeline, &mut self.cx);
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
            Action::NewDealInColumn(column) => {
                return self.forms.open_new_deal_in(column, &mut self.pipeline, &mut self.cx);
            }
            Action::ScrollColumn { column, by } => {
                self.table.scroll_column(column, by, &mut self.pipeline, &mut self.cx);
            }
            Action::CollapseColumn(column) => {
                self.table.toggle_collapsed(column, &mut self.pipeline, &mut self.cx);
            }
            Action::SelectColumn(column) => self.select_column(column),
            Action::SetTheme(theme) => self.cx.options.theme = theme,
            Action::SetAccent(accent) => self.cx.options.accent = accent,
            Action::CopyText(text) => self.cx.copy_text(text),
            Action::FocusLine { pane, line } => self.focus_screen_line(pane, line),
            Action::MoveTask { task, statut } => return self.tasks.drop_task(&task, &statut, &mut self.cx),
            Action::ToggleCardMetric(key) => self.pipeline.toggle_number(key),
            Action::ToggleCardField(screen_part) => self.pipeline.toggle_card_part(screen_part),
            Action::SetSwimlanes(swimlanes) => {
                self.table.set_swimlanes(swimlanes, &mut self.pipeline, &mut self.cx);
            }
            Action::FocusSheetCell(row, column) => {
                if let Some(sheet) = &mut self.table.sheet {
                    sheet.focus_column(column);
                }
                self.focus_line(row);
            }
            Action::SetHeaderMetric(metric) => self.pipeline.set_header_metric(metric, &mut self.cx),
            Action::SetText(text) => self.set_text(text),
            Action::SearchMenu(typed) => self.search_menu(typed),
            Action::NameScreens { id, screens } => self.name_screens(id, screens),
            Action::SetFilter(text) => self.table.relax_filter(text, &mut self.pipeline, &mut self.cx),
            Action::OpenAgendaEntry(entry) => return self.open_agenda_entry(&entry),
            Action::FocusAgendaDay { day, in_week } => {
                self.agenda.focus_day(day);
                self.agenda.shows_week = in_week;
            }
            Action::EditNote(key) => self.forms.edit_note(key, &mut self.cx),
            Action::FocusOverlayLine(line) => self.focus_overlay_line(line),
            Action::FocusField(field) => self.focus_field(field),
            Action::AcceptSuggestion(line) => self.cx.take_suggestion(line),
            Action::SetField(field, text) => self.cx.set_field(field, text),
            Action::FocusNotification(id) => {
                self.inbox.move_inbox_focus(Some(id), &mut self.cx);
                self.cx.pane = LIST;
                self.inbox.update_range(&mut self.cx);
            }
            Action::ToggleNotification(id) => {
                self.inbox.toggle_selected(&id, &mut self.cx);
                self.inbox.move_inbox_focus(Some(id), &mut self.cx);
                self.cx.pane = LIST;
            }
            Action::SelectNotificationsTo(id) => self.inbox.select_to(id, &mut self.cx),
            Action::ToggleNotificationGroup(id) => self.inbox.toggle_group_of(id, &mut self.cx),
            Action::CancelMarking => return self.inbox.cancel_run(&mut self.cx).unwrap_or_default(),
            Action::ShowTab(tab) => self.inbox.show_tab(tab, &mut self.cx),
            Action::FocusWrite(id) => self.activity.focused_write = Some(id),
            Action::ShowPart(screen_part) => return self.open_part_from_here(screen_part),
            Action::LeaveExplorer => return self.leave_explorer().unwrap_or_default(),
            Action::OpenJournalEntry(seq) => return self.open_journal_entry(seq),
            Action::RecreateFromJournal(seq) => return self.recreate_from_journal(seq),
            Action::ChooseSide { field, mine } => self.activity.take_side(field, mine, &mut self.cx),
            Action::FocusPane(crate::screens::server_views::server_views::DETAIL)
                if self.cx.describes_deal_view() => {}
            Action::FocusPane(pane) => self.focus_pane(pane),
            Action::Scroll(by) => self.cx.scroll_lines(by),
            Action::CloseOverlay if self.cx.is_quit_prompt_open() => self.session.cancel_quit(&mut self.cx),
            Action::CloseOverlay if self.cx.is_deletion_prompt_open() => {
                return self.cx.answer_deletion_prompt(1);
            }
            Action::CloseOverlay => {
                self.forms.save_draft(&mut self.cx);
                self.cx.overlay = Overlay::None;
            }
            Action::UndoToast(toast) => return self.undo_toast(toast),
            Action::CloseToast(id) => self.cx.toasts.retain(|toast| toast.id != id),
            Action::Copied { what: subject, by } => {
                self.cx.notify(ToastContent::copy_done(subject, by), SHORT);
            }
            Action::SwitchFailed(error) => self.user_switch.notify_switch_failed(error, &mut self.cx),
            Action::CopyFailed => self.cx.notify(ToastContent::copy_failed(), LONG),
            Action::ToggleSelected(deal) => {
                self.toggle_selected(&deal);
                return self.dispatch_targeted(Action::FocusDeal(deal));
            }
            Action::SelectTo(deal) => {
                self.select_to(&deal);
                return self.dispatch_targeted(Action::FocusDeal(deal));
            }
            Action::FocusTableColumn(column) => self.table.focus_table_column(column, &mut self.cx),
            Action::SortBy { column, keep_previous: also } => {
                self.table.sort_by(column, also, &mut self.pipeline, &mut self.cx);
            }
            Action::ToggleGroup(line) => self.table.toggle_group(line, &mut self.pipeline, &mut self.cx),
            Action::ResizeColumn { column, width } => {
                self.views.resize_column(column, width, &mut self.table, &mut self.cx);
            }
            Action::HideColumn(column) => self.views.hide_column(column, &mut self.table, &mut self.cx),
            Action::MoveColumn { column, before } => {
                self.views.move_column(column, before, &mut self.table, &mut self.cx);
            }
            Action::ScrollRows(by) => self.table.scroll_rows(by, &mut self.pipeline, &mut self.cx),
            Action::OpenView(name) => return self.run_command(PaletteCommand::View(name)),
            Action::Subscribe(view) => return self.cx.toggle_subscription(Some(&view), ""),
            Action::ImportViews(text) => return self.import_views(&text),
            Action::Edited { subject, text } => return self.finish_edit(subject, &text),
            Action::ImportRead { path, sheet, outcome } => self.import_read(outcome, path, sheet),
            Action::ImportFile(path) => self.import_file(path),
            Action::PasteColumn(text) => self.paste_column(&text),
            Action::Exported { path, rows } => self.cx.notify_exported(&path, rows),
            Action::ExportFileExists(export) => {
                // The existing file may be replaced, after a confirmation.
                self.reopen_export_form(&export, "form-path-taken", Some(export.path.clone()));
            }
            Action::ExportFailed { export, reason: error } => {
                self.notify_export_failed(export.as_ref(), error);
            }
            Action::OpenFailed { path, error } => {
                let content = ToastContent::about("toast-open-failed", path).with_text_arg("why", error, 60);
                self.cx.notify(content, LONG);
            }
            Action::DialogMissing { .. } => self.cx.notify(ToastContent::new("toast-no-dialog"), LONG),
            Action::ShowSeries(series) => self.portfolio.trend_state.series = series,
            Action::ChangeLegend { chart, series, action: draw } => self.change_legend(chart, &series, draw),
            Action::DrillInto { breakdown, code } => return self.drill_into(breakdown, &code),
            Action::EditFailed { edit, editor, error } => self.cx.on_edit_failed(edit, editor, error),
        }
        Vec::new()
    }

    /// Runs an action, then the entry that the user chose if it closed the palette.
    pub(crate) fn run_with_palette(&mut self, id: ActionId) -> Vec<Effect> {
        let mut effects = self.run(id);
        if let Some(item) = self.cx.palette_choice.take() {
            effects.extend(self.run_palette_item(item));
        }
        debug_assert!(self.cx.palette_choice.is_none(), "an entry of the palette opens no other");
        effects
    }

    fn run_palette_item(&mut self, item: PaletteItem) -> Vec<Effect> {
        match item {
            PaletteItem::Action(id, _) => self.run(id),
            PaletteItem::Deal { id, .. } => self.open_deal(id),
            PaletteItem::Record(kind, id, _) => self.open_found_record(kind, &id),
            PaletteItem::Screen(screen) => self.dispatch_targeted(Action::Show(screen)),
            PaletteItem::Part(screen_part) => self.open_part(screen_part),
            PaletteItem::View(name) => self.run_command(PaletteCommand::View(name)),
            PaletteItem::Command(command, _) => self.run_command(command),
        }
    }

    /// Opens a record found by name: a notification on its screen, any other as a tree.
    fn open_found_record(&mut self, kind: ResourceKind, id: &str) -> Vec<Effect> {
        if kind == ResourceKind::Notifications {
            let effects = self.show(Screen::Notifications);
            self.inbox.show_tab(InboxTab::All, &mut self.cx);
            self.inbox.move_inbox_focus(NotificationId::new(id).ok(), &mut self.cx);
            return effects;
        }
        let effects = if kind == ResourceKind::Tasks { self.show(Screen::Tasks) } else { Vec::new() };
        self.tasks.focus_task(id);
        self.show_record(kind, id);
        effects
    }

    /// Opens a section that was clicked; Esc in the explorer returns to the current screen.
    pub(crate) fn open_part_from_here(&mut self, screen_part: &ScreenPart) -> Vec<Effect> {
        let from = (self.cx.screen, self.cx.pane, self.cx.scroll);
        let effects = self.open_part(screen_part);
        if self.cx.screen == Screen::Explorer && from.0 != Screen::Explorer {
            self.explorer.return_to = Some(from);
        }
        effects
    }

    /// Opens a section of a screen.
    pub(crate) fn open_part(&mut self, screen_part: &ScreenPart) -> Vec<Effect> {
        match &screen_part.target {
            PartTarget::Pane(Screen::Deal, pane) => {
                let effects = self.run(ActionId::ScreenDeal);
                if self.cx.screen == Screen::Deal {
                    self.focus_pane(*pane);
                }
                effects
            }
            PartTarget::Pane(screen, pane) => {
                let effects = self.show(*screen);
                self.focus_pane(*pane);
                effects
            }
            PartTarget::Tab(tab) => {
                let effects = self.show(Screen::Notifications);
                self.inbox.show_tab(*tab, &mut self.cx);
                effects
            }
            PartTarget::List(kind) => self.open_source(&RecordSource::Kind(*kind)),
            PartTarget::Route(operation) => self.open_source(&RecordSource::Route(RouteRequest {
                path: operation.spec().path.to_owned(),
                query: Vec::new(),
            })),
            PartTarget::AnyRoute => {
                let effects = self.show(Screen::Explorer);
                self.explorer.open_route_form(&mut self.cx);
                effects
            }
        }
    }
}
