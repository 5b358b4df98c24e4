//! Context menus of cards, rows and the deal panel.
//!
//! They offer the same actions as the keys, each with its key and, if disabled, the reason.

mod accents;
mod journal;
mod rows;
mod undo_items;

pub use journal::journal_menu;

use rows::{
    action_rows, checkbox_action_row, checkbox_row, checkbox_row_if, draw_cycle_heading, draw_heading,
    draw_note, named_row, radio_row, radio_row_with_note, target_row,
};

use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, Theme};
use egui::{Frame, Margin, Ui};
use encours_core::app::deals::board::header_metric::MetricChoice;
use encours_core::app::deals::pipeline::board_layout::{CARD_PARTS, Density, MAX_CARD_NUMBERS};
use encours_core::app::foundation::cx::overlay_types::{InboxTab, Swimlanes};
use encours_core::app::foundation::cx::theme_choice::ThemeChoice;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::shell::action::Action;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::dataset::column::DealColumn;
use encours_core::text::{SafeText, sentence};
use encours_core::vocabulary;

/// Returns the frame of a menu.
pub fn menu_frame(theme: &Theme) -> Frame {
    Frame::new()
        .fill(theme.colors.raised)
        .stroke(theme.hairline(theme.colors.border_strong))
        .corner_radius(egui::CornerRadius::same(theme.tokens.radius.pane))
        .shadow(theme.shadows.float)
        .inner_margin(Margin::same(6))
}

/// Actions on a deal that every deal menu offers.
const DEAL_ACTIONS: [(ActionId, Icon); 7] = [
    (ActionId::MoveTo, Icon::Arrow),
    (ActionId::MovePrevious, Icon::Left),
    (ActionId::MoveNext, Icon::Right),
    (ActionId::EditDeal, Icon::Edit),
    (ActionId::LocalNote, Icon::Plus),
    (ActionId::Copy, Icon::Copy),
    (ActionId::DeleteDeal, Icon::Trash),
];

/// Shows the menu of a card on the board.
pub fn card_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    action_rows(ui, frame, &[(ActionId::Open, Icon::Deal), (ActionId::SelectDeal, Icon::Tasks)]);
    action_rows(ui, frame, &DEAL_ACTIONS);
    undo_items::rows(ui, frame);
}

/// Adds an entry that filters by the value of the clicked cell.
pub fn add_value_filter(ui: &mut Ui, frame: &mut FrameCtx<'_>, deal: &str, column: DealColumn) {
    let Some(condition) = frame.app.cx.filter_condition(deal, column) else {
        return;
    };
    let Some(filter) = frame.app.pipeline.filter_with(&condition) else {
        return;
    };
    let condition_text = SafeText::line_within(&condition, 60).to_string();
    let label = frame.messages.with("filter-by-value", &[("value", condition_text.as_str().into())]);
    if named_row(ui, frame, (Icon::Filter, &label, ""), None, false) {
        frame.request(Action::SetFilter(filter));
        ui.close();
    }
    ui.separator();
}

/// Shows the menu of a range of cells, with actions on all its cells.
pub fn cells_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    action_rows(ui, frame, &[(ActionId::Copy, Icon::Copy), (ActionId::CopyAs, Icon::Copy)]);
}

/// Shows the menu of the deal panel.
pub fn deal_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    action_rows(ui, frame, &DEAL_ACTIONS);
    undo_items::rows(ui, frame);
}

/// Shows the menu of a pending or blocked write.
pub fn write_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, write: &WriteView) {
    if write.conflict.is_none() {
        action_rows(ui, frame, &[(ActionId::RetryWrite, Icon::Refresh)]);
    }
    if write.problem.is_some() {
        let (label, key_cap) = (frame.message("error-copy").into_owned(), frame.key_cap(ActionId::Copy));
        if named_row(ui, frame, (Icon::Copy, &label, &key_cap), None, false) {
            frame.request_command(ActionId::Copy);
            ui.close();
        }
    }
    action_rows(ui, frame, &[(ActionId::Open, Icon::Deal), (ActionId::DiscardWrite, Icon::Trash)]);
}

/// Shows the menu of a task.
pub fn task_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    action_rows(ui, frame, &DEAL_ACTIONS[..3]);
    action_rows(
        ui,
        frame,
        &[(ActionId::EditTask, Icon::Edit), (ActionId::Copy, Icon::Copy), (ActionId::ForgetId, Icon::Close)],
    );
    undo_items::rows(ui, frame);
}

/// Shows the menu of a notification.
pub fn notification_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    action_rows(
        ui,
        frame,
        &[
            (ActionId::MarkRead, Icon::Check),
            (ActionId::Snooze, Icon::Moon),
            (ActionId::Star, Icon::Star),
            (ActionId::HoldUnread, Icon::Inbox),
            (ActionId::LocalNote, Icon::Edit),
            (ActionId::UnfoldGroup, Icon::Fork),
            (ActionId::SelectDeal, Icon::Tasks),
            (ActionId::Open, Icon::Deal),
            (ActionId::Copy, Icon::Copy),
            (ActionId::CopyAs, Icon::Copy),
            (ActionId::ForgetId, Icon::Close),
        ],
    );
    undo_items::rows(ui, frame);
}

/// Shows a menu of the notification tabs that do not fit in their row.
pub fn tabs_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, hidden_tabs: &[(InboxTab, &str)]) {
    ui.set_width(220.0);
    for (tab, label) in hidden_tabs {
        if radio_row(ui, frame, None, label, false) {
            frame.request(Action::ShowTab(*tab));
            ui.close();
        }
    }
}

/// Shows the menu of a table column.
pub fn column_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, at: usize, column: DealColumn) {
    action_rows(ui, frame, &[(ActionId::SortColumn, Icon::Sort), (ActionId::SortAlso, Icon::Plus)]);
    ui.separator();
    let is_only_column = frame.app.table.table().columns.len() < 2;
    for (icon, label, reason, action) in [
        (
            Icon::Star,
            "column-keep-in-sight",
            (at == 0).then_some("column-pinned"),
            Action::MoveColumn { column, before: 0 },
        ),
        (Icon::Close, "column-hide", is_only_column.then_some("column-only"), Action::HideColumn(column)),
    ] {
        let (label, reason) = (frame.message(label), reason.map(|reason| frame.message(reason)));
        if named_row(ui, frame, (icon, &label, ""), reason.as_deref(), false) {
            frame.request(action);
            ui.close();
        }
    }
    action_rows(
        ui,
        frame,
        &[
            (ActionId::NarrowColumn, Icon::Left),
            (ActionId::WidenColumn, Icon::Right),
            (ActionId::ChooseColumns, Icon::Fields),
        ],
    );
}

/// Shows the menu of a board column, by its index.
pub fn board_column_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, at: usize) {
    target_row(ui, frame, (ActionId::FoldColumn, Icon::Left), Action::FoldColumn(at));
    let board_column = frame.app.pipeline.filtered().columns.get(at);
    let none = board_column.is_none_or(|column| column.rows.is_empty());
    let (label, reason) = (frame.message("column-select"), none.then(|| frame.message("empty-column")));
    if named_row(ui, frame, (Icon::Tasks, &label, ""), reason.as_deref(), false) {
        frame.request(Action::SelectColumn(at));
        ui.close();
    }
    target_row(ui, frame, (ActionId::NewDeal, Icon::Plus), Action::NewDealInColumn(at));
    action_rows(ui, frame, &[(ActionId::ChooseFigure, Icon::Fields)]);
    ui.separator();
    draw_heading(ui, frame, "sort-label");
    sort_menu(ui, frame);
}

/// Shows the sort orders of the cards or table rows; a second choice reverses the order.
pub fn sort_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    ui.set_width(264.0);
    let table = frame.app.table.shows_table();
    let columns =
        if table { frame.app.table.table().columns.clone() } else { frame.app.pipeline.sortable_columns() };
    for column in columns {
        let key = if table {
            frame.app.table.table_order(&frame.app.pipeline).into_iter().find(|key| key.column == column)
        } else {
            Some(frame.app.pipeline.board_order()).filter(|key| key.column == column)
        };
        let mut label = column.label(frame.app.cx.lang(), false);
        if let Some(key) = key {
            label = format!("{label} {}", if key.descending { "↓" } else { "↑" });
        }
        if radio_row(ui, frame, None, &label, key.is_some()) {
            frame.request(if table {
                Action::SortBy { column, keep_previous: false }
            } else {
                Action::SortBoard(column)
            });
            ui.close();
        }
    }
}

/// Shows the fields that a card may display: its parts and up to three numbers.
pub fn fields_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    ui.set_width(264.0);
    // Use the height of the window, which exceeds egui's default. Set it before any content, because egui starts again
    // at the top after a change.
    ui.set_max_height((ui.ctx().content_rect().height() - 170.0).max(240.0));
    for part in CARD_PARTS {
        let label = part.label(frame.app.cx.lang(), false);
        if checkbox_row(ui, frame, &label, frame.app.pipeline.board_layout().shows(part)) {
            frame.request(Action::ToggleCardField(part));
        }
    }
    ui.separator();
    let card_numbers = frame.app.pipeline.card_numbers();
    let full = frame.app.pipeline.is_card_full();
    let reason = if full { "card-numbers-all" } else { "card-numbers-most" };
    let max_text = frame.messages.with(reason, &[("n", (MAX_CARD_NUMBERS as u64).into())]);
    draw_note(ui, frame, &max_text);
    // In a low window the list scrolls, so keep its scroll bar visible.
    ui.spacing_mut().scroll.dormant_handle_opacity = 1.0;
    let available_height = ui.available_height();
    egui::ScrollArea::vertical().max_height(available_height).show(ui, |ui| {
        for key in KpiKey::numeric() {
            let label = vocabulary::kpi_label(frame.app.cx.lang(), key.name()).into_owned();
            let on = card_numbers.contains(&key);
            // The last number cannot be removed; if the card is full, another must go first.
            let disabled_reason = match (full, on, card_numbers.len()) {
                (_, true, 1) => Some("card-numbers-last"),
                (true, false, _) => Some("card-numbers-full"),
                _ => None,
            };
            let disabled_reason = disabled_reason.map(|disabled_reason| frame.message(disabled_reason));
            if checkbox_row_if(ui, frame, &label, on, disabled_reason.as_deref()) {
                frame.request(Action::ToggleCardMetric(key));
            }
        }
    });
}

/// Shows the metrics for the column headers: the aggregate and the field that it covers.
pub fn metrics_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    ui.set_width(300.0);
    draw_heading(ui, frame, "figure-title");
    let mut has_override = false;
    for line in encours_core::app::deals::board::view::metric::metric_lines(frame.app) {
        let measure = matches!(line.choice, MetricChoice::Key(..));
        if measure && !has_override {
            ui.separator();
        }
        has_override = measure;
        if radio_row_with_note(ui, frame, (&line.label, &line.note), line.chosen, line.enabled) {
            frame.request(Action::SetHeaderMetric(line.choice.metric()));
            ui.close();
        }
    }
}

/// Shows the display options of the board: card density and swimlanes.
pub fn display_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    action_rows(ui, frame, &[(ActionId::Present, Icon::Present)]);
    ui.separator();
    if frame.app.enabled(ActionId::ToggleDensity).is_ok() {
        draw_cycle_heading(ui, frame, ActionId::ToggleDensity);
        for density in Density::ALL {
            let label = frame.message(density.label_key()).into_owned();
            let so = frame.app.pipeline.board_layout().density == density;
            if radio_row(ui, frame, None, &label, so) {
                if !so {
                    frame.request(Action::Run(ActionId::ToggleDensity));
                }
                ui.close();
            }
        }
        ui.separator();
    }
    checkbox_action_row(ui, frame, ActionId::ToggleMetrics, frame.app.pipeline.shows_metrics());
    if frame.app.enabled(ActionId::ChooseFigure).is_ok() {
        action_rows(ui, frame, &[(ActionId::ChooseFigure, Icon::Fields)]);
    }
    ui.separator();
    draw_cycle_heading(ui, frame, ActionId::TurnLanes);
    for grouping in Swimlanes::ALL {
        let label = frame.message(grouping.label_key()).into_owned();
        if radio_row(ui, frame, None, &label, frame.app.pipeline.board_layout().lanes == grouping) {
            frame.request(Action::SetSwimlanes(grouping));
            ui.close();
        }
    }
}

/// Shows the settings: delegated user, theme, language and zoom.
pub fn settings_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    ui.set_width(264.0);
    action_rows(ui, frame, &[(ActionId::ActForUser, Icon::User)]);
    if frame.app.cx.needs_sign_in() {
        action_rows(ui, frame, &[(ActionId::SignIn, Icon::Lock)]);
    }
    action_rows(ui, frame, &[(ActionId::SignOut, Icon::Lock)]);
    ui.separator();
    draw_heading(ui, frame, "settings-looks");
    for theme in ThemeChoice::WINDOW {
        let label = sentence(&frame.message(theme.label_key()));
        if radio_row(ui, frame, None, &label, frame.app.cx.options().theme == theme) {
            frame.request(Action::SetTheme(theme));
            ui.close();
        }
    }
    accents::show(ui, frame);
    ui.separator();
    draw_heading(ui, frame, "settings-language-size");
    action_rows(
        ui,
        frame,
        &[
            (ActionId::SwitchLanguage, Icon::Refresh),
            (ActionId::ZoomIn, Icon::ArrowUp),
            (ActionId::ZoomOut, Icon::ArrowDown),
            (ActionId::ZoomReset, Icon::Undo),
        ],
    );
}

/// Shows the statuses to which the open deal may move.
pub fn statuses_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, from: &str) {
    ui.set_width(264.0);
    let Some(deal) = frame.app.pipeline.opened_deal().cloned() else {
        return;
    };
    let codes: Vec<String> = frame
        .app
        .pipeline
        .filtered()
        .columns
        .iter()
        .map(|column| column.status.clone())
        .filter(|status| !status.is_empty())
        .collect();
    for status in codes {
        let label = vocabulary::deal_status(frame.app.cx.lang(), &status).into_owned();
        if radio_row(ui, frame, Some(&status), &label, status == from) {
            frame.request(Action::MoveDeal { deal: deal.clone(), status });
            ui.close();
        }
    }
}
