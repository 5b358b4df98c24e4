//! Context menus of cards, rows and the deal panel.
//!
//! They offer the same actions as the keys, each with its key and, if disabled, the reason.

mod accents;
mod journal;
mod rows;
mod undo_items;

pub use journal::journal;

use rows::{aimed, choice, heading, limit, named, noted, rows, ticked, ticked_by, ticked_if, turning};

use crate::frame_ctx::Pass;
use crate::theme::{Icon, Look};
use egui::{Frame, Margin, Ui};
use encours_core::app::deals::board::header_metric::FigureChoice;
use encours_core::app::deals::pipeline::board_look::{CARD_PARTS, Density, MOST_NUMBERS};
use encours_core::app::foundation::cx::overlay_types::{InboxTab, Lanes};
use encours_core::app::foundation::cx::theme_choice::ThemeChoice;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::shell::action::Action;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::dataset::column::Column;
use encours_core::text::{Clean, sentence};
use encours_core::vocabulary;

/// Returns the frame of a menu.
pub fn frame(look: &Look) -> Frame {
    Frame::new()
        .fill(look.ink.raised)
        .stroke(look.hairline(look.ink.border_strong))
        .corner_radius(egui::CornerRadius::same(look.tokens.radius.pane))
        .shadow(look.cast.float)
        .inner_margin(Margin::same(6))
}

/// Actions on a deal that every deal menu offers.
const DEAL: [(ActionId, Icon); 7] = [
    (ActionId::MoveTo, Icon::Arrow),
    (ActionId::MovePrevious, Icon::Left),
    (ActionId::MoveNext, Icon::Right),
    (ActionId::EditDeal, Icon::Edit),
    (ActionId::LocalNote, Icon::Plus),
    (ActionId::Copy, Icon::Copy),
    (ActionId::DeleteDeal, Icon::Trash),
];

/// Shows the menu of a card on the board.
pub fn card(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(
        ui,
        pass,
        &[(ActionId::Open, Icon::Deal), (ActionId::SelectDeal, Icon::Tasks)],
    );
    rows(ui, pass, &DEAL);
    undo_items::rows(ui, pass);
}

/// Adds an entry that filters by the value of the clicked cell.
pub fn by_value(ui: &mut Ui, pass: &mut Pass<'_>, deal: &str, column: Column) {
    let Some(condition) = pass.app.cx.condition_of(deal, column) else {
        return;
    };
    let Some(filter) = pass.app.pipeline.filter_with(&condition) else {
        return;
    };
    let told = Clean::line_of(&condition, 60).to_string();
    let label = pass
        .words
        .with("filter-by-value", &[("value", told.as_str().into())]);
    if named(ui, pass, (Icon::Filter, &label, ""), None, false) {
        pass.act(Action::SetFilter(filter));
        ui.close();
    }
    ui.separator();
}

/// Shows the menu of a range of cells, with actions on all its cells.
pub fn cells(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(
        ui,
        pass,
        &[(ActionId::Copy, Icon::Copy), (ActionId::CopyAs, Icon::Copy)],
    );
}

/// Shows the menu of the deal panel.
pub fn deal(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(ui, pass, &DEAL);
    undo_items::rows(ui, pass);
}

/// Shows the menu of a pending or blocked write.
pub fn write(ui: &mut Ui, pass: &mut Pass<'_>, write: &WriteView) {
    if write.conflict.is_none() {
        rows(ui, pass, &[(ActionId::RetryWrite, Icon::Refresh)]);
    }
    if write.problem.is_some() {
        let (label, cap) = (pass.word("error-copy").into_owned(), pass.cap(ActionId::Copy));
        if named(ui, pass, (Icon::Copy, &label, &cap), None, false) {
            pass.run(ActionId::Copy);
            ui.close();
        }
    }
    rows(
        ui,
        pass,
        &[
            (ActionId::Open, Icon::Deal),
            (ActionId::DiscardWrite, Icon::Trash),
        ],
    );
}

/// Shows the menu of a task.
pub fn task(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(ui, pass, &DEAL[..3]);
    rows(
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
pub fn notification(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(
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
pub fn tabs(ui: &mut Ui, pass: &mut Pass<'_>, others: &[(InboxTab, &str)]) {
    ui.set_width(220.0);
    for (tab, label) in others {
        if choice(ui, pass, None, label, false) {
            pass.act(Action::ShowTab(*tab));
            ui.close();
        }
    }
}

/// Shows the menu of a table column.
pub fn column(ui: &mut Ui, pass: &mut Pass<'_>, at: usize, column: Column) {
    rows(
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
            Action::PlaceColumn { column, before: 0 },
        ),
        (
            Icon::Close,
            "column-hide",
            only.then_some("column-only"),
            Action::HideColumn(column),
        ),
    ] {
        let (label, reason) = (pass.word(label), reason.map(|reason| pass.word(reason)));
        if named(ui, pass, (icon, &label, ""), reason.as_deref(), false) {
            pass.act(action);
            ui.close();
        }
    }
    rows(
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
pub fn lane(ui: &mut Ui, pass: &mut Pass<'_>, at: usize) {
    aimed(
        ui,
        pass,
        (ActionId::FoldColumn, Icon::Left),
        Action::FoldColumn(at),
    );
    let shown = pass.app.pipeline.lens().columns.get(at);
    let none = shown.is_none_or(|column| column.rows.is_empty());
    let (label, reason) = (
        pass.word("column-select"),
        none.then(|| pass.word("empty-column")),
    );
    if named(ui, pass, (Icon::Tasks, &label, ""), reason.as_deref(), false) {
        pass.act(Action::SelectColumn(at));
        ui.close();
    }
    aimed(ui, pass, (ActionId::NewDeal, Icon::Plus), Action::NewDealIn(at));
    rows(ui, pass, &[(ActionId::ChooseFigure, Icon::Fields)]);
    ui.separator();
    heading(ui, pass, "sort-label");
    orders(ui, pass);
}

/// Shows the sort orders of the cards or table rows; a second choice reverses the order.
pub fn orders(ui: &mut Ui, pass: &mut Pass<'_>) {
    ui.set_width(264.0);
    let table = pass.app.table.shows_table();
    let columns = if table {
        pass.app.table.table().columns.clone()
    } else {
        pass.app.pipeline.board_orders()
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
        if choice(ui, pass, None, &label, key.is_some()) {
            pass.act(if table {
                Action::SortBy { column, also: false }
            } else {
                Action::SortBoard(column)
            });
            ui.close();
        }
    }
}

/// Shows the fields that a card may display: its parts and up to three numbers.
pub fn fields(ui: &mut Ui, pass: &mut Pass<'_>) {
    ui.set_width(264.0);
    // Use the height of the window, which exceeds egui's default. Set it before any content, because egui starts again
    // at the top after a change.
    ui.set_max_height((ui.ctx().content_rect().height() - 170.0).max(240.0));
    for part in CARD_PARTS {
        let label = part.label(pass.app.cx.lang(), false);
        if ticked(ui, pass, &label, pass.app.pipeline.board_look().shows(part)) {
            pass.act(Action::ToggleCardPart(part));
        }
    }
    ui.separator();
    let shown = pass.app.pipeline.card_numbers();
    let full = pass.app.pipeline.card_is_full();
    let said = if full {
        "card-numbers-all"
    } else {
        "card-numbers-most"
    };
    let most = pass.words.with(said, &[("n", (MOST_NUMBERS as u64).into())]);
    limit(ui, pass, &most);
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
            let why = why.map(|why| pass.word(why));
            if ticked_if(ui, pass, &label, on, why.as_deref()) {
                pass.act(Action::ShowField(key));
            }
        }
    });
}

/// Shows the metrics for the column headers: the aggregate and the field that it covers.
pub fn figures(ui: &mut Ui, pass: &mut Pass<'_>) {
    ui.set_width(300.0);
    heading(ui, pass, "figure-title");
    let mut over = false;
    for line in encours_core::app::deals::board::view::metric::figure_lines(pass.app) {
        let measure = matches!(line.choice, FigureChoice::Over(..));
        if measure && !over {
            ui.separator();
        }
        over = measure;
        if noted(ui, pass, (&line.label, &line.note), line.chosen, line.enabled) {
            pass.act(Action::SetFigure(line.choice.figure()));
            ui.close();
        }
    }
}

/// Shows the display options of the board: card density and swimlanes.
pub fn display(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(ui, pass, &[(ActionId::Present, Icon::Present)]);
    ui.separator();
    if pass.app.enabled(ActionId::ToggleDensity).is_ok() {
        turning(ui, pass, ActionId::ToggleDensity);
        for density in Density::ALL {
            let label = pass.word(density.label_key()).into_owned();
            let so = pass.app.pipeline.board_look().density == density;
            if choice(ui, pass, None, &label, so) {
                if !so {
                    pass.act(Action::Run(ActionId::ToggleDensity));
                }
                ui.close();
            }
        }
        ui.separator();
    }
    ticked_by(
        ui,
        pass,
        ActionId::ToggleMetrics,
        pass.app.pipeline.shows_metrics(),
    );
    if pass.app.enabled(ActionId::ChooseFigure).is_ok() {
        rows(ui, pass, &[(ActionId::ChooseFigure, Icon::Fields)]);
    }
    ui.separator();
    turning(ui, pass, ActionId::TurnLanes);
    for lanes in Lanes::ALL {
        let label = pass.word(lanes.label_key()).into_owned();
        if choice(
            ui,
            pass,
            None,
            &label,
            pass.app.pipeline.board_look().lanes == lanes,
        ) {
            pass.act(Action::SetLanes(lanes));
            ui.close();
        }
    }
}

/// Shows the settings: delegated user, theme, language and zoom.
pub fn settings(ui: &mut Ui, pass: &mut Pass<'_>) {
    ui.set_width(264.0);
    rows(ui, pass, &[(ActionId::ActForUser, Icon::User)]);
    if pass.app.cx.needs_sign_in() {
        rows(ui, pass, &[(ActionId::SignIn, Icon::Lock)]);
    }
    rows(ui, pass, &[(ActionId::SignOut, Icon::Lock)]);
    ui.separator();
    heading(ui, pass, "settings-looks");
    for theme in ThemeChoice::WINDOW {
        let label = sentence(&pass.word(theme.label_key()));
        if choice(ui, pass, None, &label, pass.app.cx.options().theme == theme) {
            pass.act(Action::SetTheme(theme));
            ui.close();
        }
    }
    accents::show(ui, pass);
    ui.separator();
    heading(ui, pass, "settings-language-size");
    rows(
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
pub fn statuses(ui: &mut Ui, pass: &mut Pass<'_>, from: &str) {
    ui.set_width(264.0);
    let Some(deal) = pass.app.pipeline.opened().cloned() else {
        return;
    };
    let codes: Vec<String> = pass
        .app
        .pipeline
        .lens()
        .columns
        .iter()
        .map(|column| column.status.clone())
        .filter(|status| !status.is_empty())
        .collect();
    for status in codes {
        let label = vocabulary::deal_status(pass.app.cx.lang(), &status).into_owned();
        if choice(ui, pass, Some(&status), &label, status == from) {
            pass.act(Action::MoveDeal {
                deal: deal.clone(),
                status,
            });
            ui.close();
        }
    }
}
