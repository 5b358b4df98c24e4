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
use encours_core::app::deals::pipeline::board_look::{CARD_PARTS, Density, MAX_CARD_NUMBERS};
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
pub fn menu_frame(look: &Theme) -> Frame {
    Frame::new()
        .fill(look.colors.raised)
        .stroke(look.hairline(look.colors.border_strong))
        .corner_radius(egui::CornerRadius::same(look.tokens.radius.pane))
        .shadow(look.shadows.float)
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
pub fn card_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    action_rows(
        ui,
        pass,
        &[(ActionId::Open, Icon::Deal), (ActionId::SelectDeal, Icon::Tasks)],
    );
    action_rows(ui, pass, &DEAL_ACTIONS);
    undo_items::rows(ui, pass);
}

/// Adds an entry that filters by the value of the clicked cell.
pub fn add_value_filter(ui: &mut Ui, pass: &mut FrameCtx<'_>, deal: &str, column: DealColumn) {
    let Some(condition) = pass.app.cx.filter_condition(deal, column) else {
        return;
    };
    let Some(filter) = pass.app.pipeline.filter_with(&condition) else {
        return;
    };
    let told = SafeText::line_within(&condition, 60).to_string();
    let label = pass
        .messages
        .with("filter-by-value", &[("value", told.as_str().into())]);
    if named_row(ui, pass, (Icon::Filter, &label, ""), None, false) {
        pass.request(Action::SetFilter(filter));
        ui.close();
    }
    ui.separator();
}

/// Shows the menu of a range of cells, with actions on all its cells.
pub fn cells_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    action_rows(
        ui,
        pass,
        &[(ActionId::Copy, Icon::Copy), (ActionId::CopyAs, Icon::Copy)],
    );
}

/// Shows the menu of the deal panel.
pub fn deal_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    action_rows(ui, pass, &DEAL_ACTIONS);
    undo_items::rows(ui, pass);
}

/// Shows the menu of a pending or blocked write.
pub fn write_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>, write: &WriteView) {
    if write.conflict.is_none() {
        action_rows(ui, pass, &[(ActionId::RetryWrite, Icon::Refresh)]);
    }
    if write.problem.is_some() {
        let (label, cap) = (
            pass.message("error-copy").into_owned(),
            pass.key_cap(ActionId::Copy),
        );
        if named_row(ui, pass, (Icon::Copy, &label, &cap), None, false) {
            pass.request_command(ActionId::Copy);
            ui.close();
        }
    }
    action_rows(
        ui,
        pass,
        &[
            (ActionId::Open, Icon::Deal),
            (ActionId::DiscardWrite, Icon::Trash),
        ],
    );
}

/// Shows the menu of a task.
pub fn task_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    action_rows(ui, pass, &DEAL_ACTIONS[..3]);
    action_rows(
        ui,
        pass,
        &[
            (ActionId::EditTask, Icon::Edit),
            (ActionId::Copy, Icon::Copy),
            (ActionId::ForgetId, Icon::Close),
        ],
    );
    undo_items::rows(ui, pass);
}

/// Shows the menu of a notification.
pub fn notification_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    action_rows(
        ui,
        pass,
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
    undo_items::rows(ui, pass);
}

/// Shows a menu of the notification tabs that do not fit in their row.
pub fn tabs_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>, others: &[(InboxTab, &str)]) {
    ui.set_width(220.0);
    for (tab, label) in others {
        if radio_row(ui, pass, None, label, false) {
            pass.request(Action::ShowTab(*tab));
            ui.close();
        }
    }
}

/// Shows the menu of a table column.
pub fn column_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>, at: usize, column: DealColumn) {
    action_rows(
        ui,
        pass,
        &[
            (ActionId::SortColumn, Icon::Sort),
            (ActionId::SortAlso, Icon::Plus),
        ],
    );
    ui.separator();
    let only = pass.app.table.table().columns.len() < 2;
    for (icon, label, reason, action) in [
        (
            Icon::Star,
            "column-keep-in-sight",
            (at == 0).then_some("column-pinned"),
            Action::MoveColumn { column, before: 0 },
        ),
        (
            Icon::Close,
            "column-hide",
            only.then_some("column-only"),
            Action::HideColumn(column),
        ),
    ] {
        let (label, reason) = (pass.message(label), reason.map(|reason| pass.message(reason)));
        if named_row(ui, pass, (icon, &label, ""), reason.as_deref(), false) {
            pass.request(action);
            ui.close();
        }
    }
    action_rows(
        ui,
        pass,
        &[
            (ActionId::NarrowColumn, Icon::Left),
            (ActionId::WidenColumn, Icon::Right),
            (ActionId::ChooseColumns, Icon::Fields),
        ],
    );
}

/// Shows the menu of a board column, by its index.
pub fn board_column_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>, at: usize) {
    target_row(
        ui,
        pass,
        (ActionId::FoldColumn, Icon::Left),
        Action::FoldColumn(at),
    );
    let shown = pass.app.pipeline.filtered().columns.get(at);
    let none = shown.is_none_or(|column| column.rows.is_empty());
    let (label, reason) = (
        pass.message("column-select"),
        none.then(|| pass.message("empty-column")),
    );
    if named_row(ui, pass, (Icon::Tasks, &label, ""), reason.as_deref(), false) {
        pass.request(Action::SelectColumn(at));
        ui.close();
    }
    target_row(
        ui,
        pass,
        (ActionId::NewDeal, Icon::Plus),
        Action::NewDealInColumn(at),
    );
    action_rows(ui, pass, &[(ActionId::ChooseFigure, Icon::Fields)]);
    ui.separator();
    draw_heading(ui, pass, "sort-label");
    sort_menu(ui, pass);
}

/// Shows the sort orders of the cards or table rows; a second choice reverses the order.
pub fn sort_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    ui.set_width(264.0);
    let table = pass.app.table.shows_table();
    let columns = if table {
        pass.app.table.table().columns.clone()
    } else {
        pass.app.pipeline.sortable_columns()
    };
    for column in columns {
        let key = if table {
            pass.app
                .table
                .table_order(&pass.app.pipeline)
                .into_iter()
                .find(|key| key.column == column)
        } else {
            Some(pass.app.pipeline.board_order()).filter(|key| key.column == column)
        };
        let mut label = column.label(pass.app.cx.lang(), false);
        if let Some(key) = key {
            label = format!("{label} {}", if key.descending { "↓" } else { "↑" });
        }
        if radio_row(ui, pass, None, &label, key.is_some()) {
            pass.request(if table {
                Action::SortBy { column, also: false }
            } else {
                Action::SortBoard(column)
            });
            ui.close();
        }
    }
}

/// Shows the fields that a card may display: its parts and up to three numbers.
pub fn fields_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    ui.set_width(264.0);
    // Use the height of the window, which exceeds egui's default. Set it before any content, because egui starts again
    // at the top after a change.
    ui.set_max_height((ui.ctx().content_rect().height() - 170.0).max(240.0));
    for part in CARD_PARTS {
        let label = part.label(pass.app.cx.lang(), false);
        if checkbox_row(ui, pass, &label, pass.app.pipeline.board_layout().shows(part)) {
            pass.request(Action::ToggleCardField(part));
        }
    }
    ui.separator();
    let shown = pass.app.pipeline.card_numbers();
    let full = pass.app.pipeline.is_card_full();
    let said = if full {
        "card-numbers-all"
    } else {
        "card-numbers-most"
    };
    let most = pass
        .messages
        .with(said, &[("n", (MAX_CARD_NUMBERS as u64).into())]);
    draw_note(ui, pass, &most);
    // In a low window the list scrolls, so keep its scroll bar visible.
    ui.spacing_mut().scroll.dormant_handle_opacity = 1.0;
    let room = ui.available_height();
    egui::ScrollArea::vertical().max_height(room).show(ui, |ui| {
        for key in KpiKey::numeric() {
            let label = vocabulary::kpi_label(pass.app.cx.lang(), key.name()).into_owned();
            let on = shown.contains(&key);
            // The last number cannot be removed; if the card is full, another must go first.
            let why = match (full, on, shown.len()) {
                (_, true, 1) => Some("card-numbers-last"),
                (true, false, _) => Some("card-numbers-full"),
                _ => None,
            };
            let why = why.map(|why| pass.message(why));
            if checkbox_row_if(ui, pass, &label, on, why.as_deref()) {
                pass.request(Action::ToggleCardMetric(key));
            }
        }
    });
}

/// Shows the metrics for the column headers: the aggregate and the field that it covers.
pub fn metrics_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    ui.set_width(300.0);
    draw_heading(ui, pass, "figure-title");
    let mut over = false;
    for line in encours_core::app::deals::board::view::metric::metric_lines(pass.app) {
        let measure = matches!(line.choice, MetricChoice::Key(..));
        if measure && !over {
            ui.separator();
        }
        over = measure;
        if radio_row_with_note(ui, pass, (&line.label, &line.note), line.chosen, line.enabled) {
            pass.request(Action::SetHeaderMetric(line.choice.metric()));
            ui.close();
        }
    }
}

/// Shows the display options of the board: card density and swimlanes.
pub fn display_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    action_rows(ui, pass, &[(ActionId::Present, Icon::Present)]);
    ui.separator();
    if pass.app.enabled(ActionId::ToggleDensity).is_ok() {
        draw_cycle_heading(ui, pass, ActionId::ToggleDensity);
        for density in Density::ALL {
            let label = pass.message(density.label_key()).into_owned();
            let so = pass.app.pipeline.board_layout().density == density;
            if radio_row(ui, pass, None, &label, so) {
                if !so {
                    pass.request(Action::Run(ActionId::ToggleDensity));
                }
                ui.close();
            }
        }
        ui.separator();
    }
    checkbox_action_row(
        ui,
        pass,
        ActionId::ToggleMetrics,
        pass.app.pipeline.shows_metrics(),
    );
    if pass.app.enabled(ActionId::ChooseFigure).is_ok() {
        action_rows(ui, pass, &[(ActionId::ChooseFigure, Icon::Fields)]);
    }
    ui.separator();
    draw_cycle_heading(ui, pass, ActionId::TurnLanes);
    for lanes in Swimlanes::ALL {
        let label = pass.message(lanes.label_key()).into_owned();
        if radio_row(
            ui,
            pass,
            None,
            &label,
            pass.app.pipeline.board_layout().lanes == lanes,
        ) {
            pass.request(Action::SetSwimlanes(lanes));
            ui.close();
        }
    }
}

/// Shows the settings: delegated user, theme, language and zoom.
pub fn settings_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    ui.set_width(264.0);
    action_rows(ui, pass, &[(ActionId::ActForUser, Icon::User)]);
    if pass.app.cx.needs_sign_in() {
        action_rows(ui, pass, &[(ActionId::SignIn, Icon::Lock)]);
    }
    action_rows(ui, pass, &[(ActionId::SignOut, Icon::Lock)]);
    ui.separator();
    draw_heading(ui, pass, "settings-looks");
    for theme in ThemeChoice::WINDOW {
        let label = sentence(&pass.message(theme.label_key()));
        if radio_row(ui, pass, None, &label, pass.app.cx.options().theme == theme) {
            pass.request(Action::SetTheme(theme));
            ui.close();
        }
    }
    accents::show(ui, pass);
    ui.separator();
    draw_heading(ui, pass, "settings-language-size");
    action_rows(
        ui,
        pass,
        &[
            (ActionId::SwitchLanguage, Icon::Refresh),
            (ActionId::ZoomIn, Icon::ArrowUp),
            (ActionId::ZoomOut, Icon::ArrowDown),
            (ActionId::ZoomReset, Icon::Undo),
        ],
    );
}

/// Shows the statuses to which the open deal may move.
pub fn statuses_menu(ui: &mut Ui, pass: &mut FrameCtx<'_>, from: &str) {
    ui.set_width(264.0);
    let Some(deal) = pass.app.pipeline.opened_deal().cloned() else {
        return;
    };
    let codes: Vec<String> = pass
        .app
        .pipeline
        .filtered()
        .columns
        .iter()
        .map(|column| column.status.clone())
        .filter(|status| !status.is_empty())
        .collect();
    for status in codes {
        let label = vocabulary::deal_status(pass.app.cx.lang(), &status).into_owned();
        if radio_row(ui, pass, Some(&status), &label, status == from) {
            pass.request(Action::MoveDeal {
                deal: deal.clone(),
                status,
            });
            ui.close();
        }
    }
}
