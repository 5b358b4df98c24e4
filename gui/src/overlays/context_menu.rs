//! Context menus of cards, rows and the deal panel.
//!
//! They offer the same actions as the keys, each with its key and, if disabled, the reason.

mod accents;
mod rows;

use rows::{
    MenuRow, RowMark, action_rows, checkbox_action_row, draw_cycle_heading, draw_heading, draw_note,
    target_row,
};

use crate::prelude::*;
use egui::{Frame, Margin, Popup};
use encours_core::app::deals::board::header_metric::MetricChoice;
use encours_core::app::deals::pipeline::board_layout::{CARD_PARTS, Density, MAX_CARD_NUMBERS};
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::app::foundation::cx::overlay_types::{InboxTab, Swimlanes};
use encours_core::app::records::activity::view::journal_line::JournalView;
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::tools::toasts::view;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::vocabulary;

/// Returns the menu that a click on a widget opens.
pub fn popup<'r>(widget: &'r Response, theme: &Theme) -> Popup<'r> {
    let frame = Frame::new()
        .fill(theme.colors.raised)
        .stroke(theme.hairline(theme.colors.border_strong))
        .corner_radius(egui::CornerRadius::same(theme.tokens.radius.pane))
        .shadow(theme.shadows.float)
        .inner_margin(Margin::same(6));
    Popup::menu(widget).frame(frame)
}

/// Actions on a deal that every deal menu offers.
const DEAL_ACTIONS: [(ActionId, Icon); 10] = [
    (ActionId::MoveTo, Icon::Arrow),
    (ActionId::MovePrevious, Icon::Left),
    (ActionId::MoveNext, Icon::Right),
    (ActionId::EditDeal, Icon::Edit),
    (ActionId::LocalNote, Icon::Plus),
    (ActionId::Followup, Icon::Clock),
    (ActionId::Star, Icon::Star),
    (ActionId::Labels, Icon::Fields),
    (ActionId::Copy, Icon::Copy),
    (ActionId::DeleteDeal, Icon::Trash),
];

/// Draws the enabled rows for undo and redo. A toast offers the same for some seconds; these rows remain.
fn undo_rows(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    /// Number of characters of a label that fit beside its key.
    const MAX_LABEL_CHARS: usize = 27;
    let can = |id: &ActionId| frame.app.enabled(*id).is_ok();
    let enabled: Vec<ActionId> = [ActionId::Undo, ActionId::Redo].into_iter().filter(can).collect();
    for (at, id) in enabled.into_iter().enumerate() {
        if at == 0 {
            ui.separator();
        }
        let (icon, subject) = match id {
            ActionId::Undo => (Icon::Undo, view::undo_label(frame.app, MAX_LABEL_CHARS)),
            _ => (Icon::Refresh, None),
        };
        let label = subject.map_or_else(|| frame.action_name(id), |subject| sentence(&subject));
        let row = MenuRow::new(RowMark::Icon(icon), label).with_key_cap(frame.key_cap(id));
        row.run(ui, frame, Action::Run(id));
    }
}

/// Shows the menu of a card on the board.
pub fn card_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    action_rows(ui, frame, &[(ActionId::Open, Icon::Deal), (ActionId::SelectDeal, Icon::Tasks)]);
    action_rows(ui, frame, &DEAL_ACTIONS);
    followup_rows(ui, frame);
    undo_rows(ui, frame);
}

/// Shows the menu of a saved view.
pub fn view_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &str) {
    let is_subscribed = frame.app.cx.is_subscribed(view);
    let label = if is_subscribed {
        frame.message("button-unsubscribe-view").into_owned()
    } else {
        frame.action_name(ActionId::Subscribe)
    };
    MenuRow::new(RowMark::Icon(Icon::Bell), label).run(ui, frame, Action::Subscribe(view.to_owned()));
    action_rows(ui, frame, &[(ActionId::ShowRules, Icon::Bell)]);
}

/// Adds the actions that are enabled for some deals only: on a follow-up that exists, and the comparison.
fn followup_rows(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let actions = [
        (ActionId::FollowupDone, Icon::Check),
        (ActionId::RemoveFollowup, Icon::Close),
        (ActionId::Compare, Icon::Fork),
    ];
    let enabled: Vec<_> = actions.into_iter().filter(|(id, _)| frame.app.enabled(*id).is_ok()).collect();
    action_rows(ui, frame, &enabled);
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
    MenuRow::new(RowMark::Icon(Icon::Filter), label).run(ui, frame, Action::SetFilter(filter));
    ui.separator();
}

/// Shows the menu of a range of cells, with actions on all its cells.
pub fn cells_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    action_rows(ui, frame, &[(ActionId::Copy, Icon::Copy), (ActionId::CopyAs, Icon::Copy)]);
}

/// Shows the menu of the deal panel.
pub fn deal_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    action_rows(ui, frame, &DEAL_ACTIONS);
    followup_rows(ui, frame);
    undo_rows(ui, frame);
}

/// Shows the menu of a pending or blocked write.
pub fn write_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, write: &WriteView) {
    if write.conflict.is_none() {
        action_rows(ui, frame, &[(ActionId::RetryWrite, Icon::Refresh)]);
    }
    if write.problem.is_some() {
        let row = MenuRow::new(RowMark::Icon(Icon::Copy), frame.message("error-copy"));
        row.with_key_cap(frame.key_cap(ActionId::Copy)).run(ui, frame, Action::Run(ActionId::Copy));
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
    undo_rows(ui, frame);
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
            (ActionId::KeepUnread, Icon::Inbox),
            (ActionId::LocalNote, Icon::Edit),
            (ActionId::ExpandGroup, Icon::Fork),
            (ActionId::SelectDeal, Icon::Tasks),
            (ActionId::Open, Icon::Deal),
            (ActionId::Copy, Icon::Copy),
            (ActionId::CopyAs, Icon::Copy),
            (ActionId::ForgetId, Icon::Close),
        ],
    );
    undo_rows(ui, frame);
}

/// Shows a menu of the notification tabs that do not fit in their row.
pub fn tabs_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, hidden_tabs: &[(InboxTab, &str)]) {
    ui.set_width(220.0);
    for (tab, label) in hidden_tabs {
        MenuRow::new(RowMark::Radio(false), *label).run(ui, frame, Action::ShowTab(*tab));
    }
}

/// Shows the menu of a table column.
pub fn column_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, at: usize, column: DealColumn) {
    action_rows(ui, frame, &[(ActionId::SortColumn, Icon::Sort), (ActionId::SortAlso, Icon::Plus)]);
    ui.separator();
    action_rows(ui, frame, &[(ActionId::GroupColumn, Icon::Fork)]);
    let sheets = [
        (ActionId::ShowFrequency, Icon::Bars),
        (ActionId::ShowDescription, Icon::Info),
        (ActionId::ShowPivot, Icon::Fields),
    ];
    action_rows(ui, frame, &sheets);
    if frame.app.enabled(ActionId::CollapseGroups).is_ok() {
        group_menu(ui, frame);
    }
    ui.separator();
    let is_only_column = frame.app.table.columns.len() < 2;
    let pinned = (at == 0).then(|| frame.message("column-pinned"));
    MenuRow::new(RowMark::Icon(Icon::Star), frame.message("column-keep-in-sight")).disabled_by(pinned).run(
        ui,
        frame,
        Action::MoveColumn { column, before: 0 },
    );
    let only = is_only_column.then(|| frame.message("column-only"));
    MenuRow::new(RowMark::Icon(Icon::Close), frame.message("column-hide")).disabled_by(only).run(
        ui,
        frame,
        Action::HideColumn(column),
    );
    action_rows(
        ui,
        frame,
        &[
            (ActionId::NarrowColumn, Icon::Left),
            (ActionId::WidenColumn, Icon::Right),
            (ActionId::ChooseColumns, Icon::Fields),
        ],
    );
    ui.separator();
    action_rows(ui, frame, &[(ActionId::ImportDeals, Icon::Plus), (ActionId::CommitteePack, Icon::Export)]);
}

/// Shows the menu of the table's groups.
pub fn group_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let groups = [(ActionId::CollapseGroups, Icon::Fork), (ActionId::GroupStatistic, Icon::Bars)];
    action_rows(ui, frame, &groups);
}

/// Shows the menu of a board column, by its index.
pub fn board_column_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, at: usize) {
    target_row(ui, frame, (ActionId::CollapseColumn, Icon::Left), Action::CollapseColumn(at));
    let board_column = frame.app.pipeline.filtered().columns.get(at);
    let none = board_column.is_none_or(|column| column.rows.is_empty());
    MenuRow::new(RowMark::Icon(Icon::Tasks), frame.message("column-select"))
        .disabled_by(none.then(|| frame.message("empty-column")))
        .run(ui, frame, Action::SelectColumn(at));
    target_row(ui, frame, (ActionId::NewDeal, Icon::Plus), Action::NewDealInColumn(at));
    let rows = [
        (ActionId::ImportDeals, Icon::Plus),
        (ActionId::CommitteePack, Icon::Export),
        (ActionId::ChooseMetric, Icon::Fields),
    ];
    action_rows(ui, frame, &rows);
    ui.separator();
    draw_heading(ui, frame, "sort-label");
    sort_menu(ui, frame);
}

/// Shows the sort orders of the cards or table rows; a second choice reverses the order.
pub fn sort_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    ui.set_width(264.0);
    let table = frame.app.table.shows_table();
    let columns = if table { frame.app.table.columns.clone() } else { frame.app.pipeline.sortable_columns() };
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
        let by = Action::SortBy { column, keep_previous: false };
        let action = if table { by } else { Action::SortBoard(column) };
        MenuRow::new(RowMark::Radio(key.is_some()), label).run(ui, frame, action);
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
        let shown = frame.app.pipeline.board_layout().shows(part);
        if MenuRow::new(RowMark::Check(shown), label).show(ui, frame) {
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
    ScrollArea::vertical().max_height(available_height).show(ui, |ui| {
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
            if MenuRow::new(RowMark::Check(on), label).disabled_by(disabled_reason).show(ui, frame) {
                frame.request(Action::ToggleCardMetric(key));
            }
        }
    });
}

/// Shows the metrics for the column headers: the aggregate and the field that it covers.
pub fn metrics_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    ui.set_width(300.0);
    draw_heading(ui, frame, "header-metric-title");
    let mut has_override = false;
    for line in encours_core::app::deals::board::view::header_metric_text::metric_lines(frame.app) {
        let measure = matches!(line.choice, MetricChoice::Key(..));
        if measure && !has_override {
            ui.separator();
        }
        has_override = measure;
        let row = MenuRow::new(RowMark::Radio(line.chosen), &*line.label).with_note(&line.note, line.enabled);
        row.run(ui, frame, Action::SetHeaderMetric(line.choice.metric()));
    }
}

/// Shows the display options of the board: card density and swimlanes.
pub fn display_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    action_rows(ui, frame, &[(ActionId::Present, Icon::Present)]);
    ui.separator();
    if frame.app.enabled(ActionId::ToggleDensity).is_ok() {
        draw_cycle_heading(ui, frame, ActionId::ToggleDensity);
        for density in Density::ALL {
            let so = frame.app.pipeline.board_layout().density == density;
            if MenuRow::new(RowMark::Radio(so), frame.message(density.label_key())).show(ui, frame) {
                if !so {
                    frame.request(Action::Run(ActionId::ToggleDensity));
                }
                ui.close();
            }
        }
        ui.separator();
    }
    checkbox_action_row(ui, frame, ActionId::ToggleMetrics, frame.app.pipeline.shows_metrics());
    if frame.app.enabled(ActionId::ChooseMetric).is_ok() {
        action_rows(ui, frame, &[(ActionId::ChooseMetric, Icon::Fields)]);
    }
    ui.separator();
    draw_cycle_heading(ui, frame, ActionId::CycleSwimlanes);
    for grouping in Swimlanes::ALL {
        let mark = RowMark::Radio(frame.app.pipeline.board_layout().swimlanes == grouping);
        let row = MenuRow::new(mark, frame.message(grouping.label_key()));
        row.run(ui, frame, Action::SetSwimlanes(grouping));
    }
}

/// Shows the settings: delegated user, theme, language and zoom.
pub fn settings_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    ui.set_width(264.0);
    action_rows(ui, frame, &[(ActionId::SwitchUser, Icon::User)]);
    if frame.app.cx.needs_sign_in() {
        action_rows(ui, frame, &[(ActionId::SignIn, Icon::Lock)]);
    }
    action_rows(ui, frame, &[(ActionId::SignOut, Icon::Lock)]);
    ui.separator();
    draw_heading(ui, frame, "settings-looks");
    for theme in ThemeChoice::WINDOW {
        let label = sentence(&frame.message(theme.label_key()));
        let mark = RowMark::Radio(frame.app.cx.options().theme == theme);
        MenuRow::new(mark, label).run(ui, frame, Action::SetTheme(theme));
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
        let action = Action::MoveDeal { deal: deal.clone(), status: status.clone() };
        MenuRow::new(RowMark::Status(&status, status == from), label).run(ui, frame, action);
    }
}

/// Shows the menu of a journal entry. Returns true if the details should be toggled; `open` tells whether they are
/// shown.
pub fn journal_menu(ui: &mut Ui, frame: &mut FrameCtx<'_>, line: &JournalView, open: bool) -> bool {
    ui.set_width(264.0);
    let (icon, key) = if open { (Icon::Up, "journal-collapse") } else { (Icon::Down, "journal-details") };
    let toggled = MenuRow::new(RowMark::Icon(icon), frame.message(key)).show(ui, frame);
    if toggled {
        ui.close();
    }
    let no_deal = frame.app.cx.deal_of_entry(line.seq).is_none();
    MenuRow::new(RowMark::Icon(Icon::Deal), frame.message("journal-open"))
        .disabled_by(no_deal.then(|| frame.message("journal-no-deal")))
        .run(ui, frame, Action::OpenJournalEntry(line.seq));
    if let Some(can) = frame.app.pipeline.can_recreate(line.seq, &frame.app.cx) {
        MenuRow::new(RowMark::Icon(Icon::Undo), frame.action_name(ActionId::Recreate))
            .disabled_by(can.err().map(|reason| frame.message(reason.key())))
            .run(ui, frame, Action::RecreateFromJournal(line.seq));
    }
    MenuRow::new(RowMark::Icon(Icon::Copy), frame.message("journal-copy-id"))
        .disabled_by(line.full_id.is_empty().then(|| frame.message("journal-no-id")))
        .run(ui, frame, Action::CopyText(line.full_id.to_string()));
    toggled
}
