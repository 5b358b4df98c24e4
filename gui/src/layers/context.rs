//! The menus of a card and of the deal panel: the same actions as the keys, each with its key and, where it can't be
//! done, its reason.

use egui::{Align, Frame, Margin, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId, CARD_PARTS, InboxTab, Lanes, ThemeChoice};
use encours_core::contract::kpi::KpiKey;
use encours_core::view::text::sentence;
use encours_core::view::{table, vocabulary};

use crate::keyboard;
use crate::pass::Pass;
use crate::theme::{Face, Icon, Look};
use crate::widgets::check::{self, Ticked};
use crate::widgets::{Pen, keycap};

/// The ground of a menu.
pub fn frame(look: &Look) -> Frame {
    Frame::new()
        .fill(look.ink.raised)
        .stroke(look.hairline(look.ink.border_strong))
        .corner_radius(egui::CornerRadius::same(look.tokens.radius.pane))
        .shadow(look.cast.float)
        .inner_margin(Margin::same(6))
}

/// What can be done with a deal wherever it stands.
const DEAL: [(ActionId, Icon); 7] = [
    (ActionId::MoveTo, Icon::Arrow),
    (ActionId::MovePrevious, Icon::Left),
    (ActionId::MoveNext, Icon::Right),
    (ActionId::EditDeal, Icon::Edit),
    (ActionId::LocalNote, Icon::Plus),
    (ActionId::Copy, Icon::Copy),
    (ActionId::DeleteDeal, Icon::Trash),
];

/// The menu of a card on the board.
pub fn card(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(
        ui,
        pass,
        &[(ActionId::Open, Icon::Deal), (ActionId::SelectDeal, Icon::Check)],
    );
    rows(ui, pass, &DEAL);
}

/// The menu of the deal panel.
pub fn deal(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(ui, pass, &DEAL);
}

/// The menu of a task.
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
}

/// The menu of a notification.
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
            (ActionId::SelectDeal, Icon::Check),
            (ActionId::Open, Icon::Deal),
            (ActionId::Copy, Icon::Copy),
            (ActionId::CopyAs, Icon::Copy),
            (ActionId::ForgetId, Icon::Close),
        ],
    );
}

/// The tabs of the notifications that have no room in their row.
pub fn tabs(ui: &mut Ui, pass: &mut Pass<'_>, others: &[(InboxTab, &str)]) {
    ui.set_width(220.0);
    for (tab, label) in others {
        if choice(ui, pass, None, label, false) {
            pass.act(Action::ShowTab(*tab));
            ui.close();
        }
    }
}

/// The menu of a column of the table.
pub fn column(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(
        ui,
        pass,
        &[
            (ActionId::SortColumn, Icon::Sort),
            (ActionId::SortAlso, Icon::Plus),
            (ActionId::NarrowColumn, Icon::Left),
            (ActionId::WidenColumn, Icon::Right),
            (ActionId::ChooseColumns, Icon::Fields),
        ],
    );
}

/// The menu of a column of the board, by its place there.
pub fn lane(ui: &mut Ui, pass: &mut Pass<'_>, at: usize) {
    aimed(
        ui,
        pass,
        (ActionId::FoldColumn, Icon::Left),
        Action::FoldColumn(at),
    );
    rows(ui, pass, &[(ActionId::SelectAll, Icon::Check)]);
    aimed(ui, pass, (ActionId::NewDeal, Icon::Plus), Action::NewDealIn(at));
    ui.separator();
    orders(ui, pass);
}

/// What the cards, or the rows of the table, can be sorted by; chosen again, the other way.
pub fn orders(ui: &mut Ui, pass: &mut Pass<'_>) {
    ui.set_width(264.0);
    let table = pass.app.shows_table();
    let columns = if table {
        pass.app.table().columns.clone()
    } else {
        pass.app.board_orders()
    };
    for column in columns {
        let key = if table {
            pass.app
                .table_order()
                .into_iter()
                .find(|key| key.column == column)
        } else {
            Some(pass.app.board_order()).filter(|key| key.column == column)
        };
        let mut label = table::label(pass.app.lang(), column, false);
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

/// What a card may show: its parts, and up to three numbers.
pub fn fields(ui: &mut Ui, pass: &mut Pass<'_>) {
    ui.set_width(264.0);
    for part in CARD_PARTS {
        let label = table::label(pass.app.lang(), part, false);
        if ticked(ui, pass, &label, pass.app.board_look().shows(part)) {
            pass.act(Action::ToggleCardPart(part));
        }
    }
    ui.separator();
    let shown = pass.app.card_numbers();
    // A low window scrolls the list: it is never cut.
    let room = (ui.ctx().content_rect().height() - 300.0).max(120.0);
    egui::ScrollArea::vertical().max_height(room).show(ui, |ui| {
        for key in KpiKey::numeric() {
            let label = vocabulary::kpi_label(pass.app.lang(), key.name()).into_owned();
            if ticked(ui, pass, &label, shown.contains(&key)) {
                pass.act(Action::ShowField(key));
            }
        }
    });
}

/// How the board looks: how high its cards are, what its lanes are made of.
pub fn display(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(
        ui,
        pass,
        &[
            (ActionId::ToggleDensity, Icon::Bars),
            (ActionId::Present, Icon::Present),
        ],
    );
    ui.separator();
    for lanes in Lanes::ALL {
        let label = pass.word(lanes.label_key()).into_owned();
        if choice(ui, pass, None, &label, pass.app.board_look().lanes == lanes) {
            pass.act(Action::SetLanes(lanes));
            ui.close();
        }
    }
}

/// For whom is acted; looks, language and size of the window.
pub fn settings(ui: &mut Ui, pass: &mut Pass<'_>) {
    ui.set_width(264.0);
    rows(
        ui,
        pass,
        &[
            (ActionId::ActForUser, Icon::User),
            (ActionId::SignOut, Icon::Lock),
        ],
    );
    ui.separator();
    heading(ui, pass, "settings-looks");
    for theme in ThemeChoice::WINDOW {
        let label = sentence(&pass.word(theme.label_key()));
        if choice(ui, pass, None, &label, pass.app.options().theme == theme) {
            pass.act(Action::SetTheme(theme));
            ui.close();
        }
    }
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

/// The statuses that the opened deal may be moved to.
pub fn statuses(ui: &mut Ui, pass: &mut Pass<'_>, from: &str) {
    ui.set_width(264.0);
    let Some(deal) = pass.app.opened().cloned() else {
        return;
    };
    let codes: Vec<String> = pass
        .app
        .lens()
        .columns
        .iter()
        .map(|column| column.status.clone())
        .filter(|status| !status.is_empty())
        .collect();
    for status in codes {
        let label = vocabulary::deal_status(pass.app.lang(), &status).into_owned();
        if choice(ui, pass, Some(&status), &label, status == from) {
            pass.act(Action::MoveDeal {
                deal: deal.clone(),
                status,
            });
            ui.close();
        }
    }
}

/// What the rows under it are about.
fn heading(ui: &mut Ui, pass: &Pass<'_>, key: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::hover());
    let text = pass.word(key);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, text.as_ref()));
    let row = rect.shrink2(vec2(10.0, 0.0));
    Pen::new(ui.painter(), pass.look).text(
        row,
        Align::Min,
        &text,
        Face::label(),
        pass.look.ink.text_tertiary,
    );
}

/// One of several things of which one is so.
fn choice(ui: &mut Ui, pass: &Pass<'_>, status: Option<&str>, label: &str, chosen: bool) -> bool {
    let ink = &pass.look.ink;
    let (rect, response) = entry(ui, pass, Role::MenuItemRadio, label, chosen);
    let pen = Pen::new(ui.painter(), pass.look);
    let mut x = rect.left() + 10.0;
    if let Some(status) = status {
        pen.status(pos2(x + 7.0, rect.center().y), status, ink.text_secondary);
        x += 24.0;
    }
    pen.text(
        rect.with_min_x(x).with_max_x(rect.right() - 28.0),
        Align::Min,
        label,
        Face::strong(),
        ink.text,
    );
    if chosen {
        pen.icon(
            pos2(rect.right() - 16.0, rect.center().y),
            Icon::Check,
            ink.accent_text,
        );
    }
    response.clicked()
}

/// One of several things of which each is so or not.
fn ticked(ui: &mut Ui, pass: &Pass<'_>, label: &str, on: bool) -> bool {
    let (rect, response) = entry(ui, pass, Role::MenuItemCheckBox, label, on);
    let pen = Pen::new(ui.painter(), pass.look);
    let tick = if on { Ticked::All } else { Ticked::No };
    let center = pos2(rect.left() + 18.0, rect.center().y);
    check::paint(&pen, center, tick, response.hovered());
    let words = rect
        .with_min_x(rect.left() + 34.0)
        .with_max_x(rect.right() - 10.0);
    pen.text(words, Align::Min, label, Face::strong(), pass.look.ink.text);
    response.clicked()
}

/// The place of an entry that is so or not, with its ground.
fn entry(ui: &mut Ui, pass: &Pass<'_>, role: Role, label: &str, on: bool) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(role, true, on, label));
    keyboard::at_entry(&response);
    if response.hovered() || response.has_focus() {
        let radius = pass.look.tokens.radius.chip;
        Pen::new(ui.painter(), pass.look).fill(rect, radius, pass.look.ink.hover);
    }
    (rect, response)
}

fn rows(ui: &mut Ui, pass: &mut Pass<'_>, actions: &[(ActionId, Icon)]) {
    for (id, icon) in actions {
        aimed(ui, pass, (*id, *icon), Action::Run(*id));
    }
}

/// A row of a menu that does `action`: what its key does, to what the menu is of.
fn aimed(ui: &mut Ui, pass: &mut Pass<'_>, (id, icon): (ActionId, Icon), action: Action) {
    ui.set_width(264.0);
    // Opening is for the board alone: in the panel the deal is open already.
    if pass.app.enabled(id) != Err(encours_core::app::Reason::NotHere) && row(ui, pass, id, icon) {
        pass.act(action);
        ui.close();
    }
}

fn row(ui: &mut Ui, pass: &Pass<'_>, id: ActionId, icon: Icon) -> bool {
    let (look, ink) = (pass.look, &pass.look.ink);
    let reason = pass.reason(id);
    let enabled = reason.is_none();
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (label, cap) = (pass.label(id), pass.cap(id));
    let wide = ui.available_width();
    let pen = Pen::new(ui.painter(), look);
    let room = wide - 40.0;
    let beside =
        |reason: &str| pen.width(&label, Face::strong()) + 12.0 + pen.width(reason, Face::small()) <= room;
    // A reason that does not fit beside its action stands under it: cut, neither says anything.
    let under = reason.as_ref().filter(|reason| !beside(reason));
    let under = under.map(|reason| pen.wrapped(reason, Face::small(), ink.text_tertiary, room, 3));
    let tall = 30.0 + under.as_ref().map_or(0.0, |lines| lines.size().y + 3.0);
    let (rect, response) = ui.allocate_exact_size(vec2(wide, tall), sense);
    let spoken = match &reason {
        Some(reason) => format!("{label} – {reason}"),
        None => label.clone(),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, enabled, &spoken));
    if enabled {
        keyboard::at_entry(&response);
    }
    let pen = Pen::new(ui.painter(), look);
    if enabled && (response.hovered() || response.has_focus()) {
        pen.fill(rect, look.tokens.radius.chip, ink.hover);
    }
    let danger = id == ActionId::DeleteDeal && enabled;
    let (mark, text) = match (enabled, danger) {
        (false, _) => (ink.text_disabled, ink.text_disabled),
        (true, true) => (look.bands.alert, look.bands.alert),
        (true, false) => (ink.text_secondary, ink.text),
    };
    let line = rect.with_max_y(rect.top() + 30.0);
    pen.icon(pos2(line.left() + 16.0, line.center().y), icon, mark);
    let inner = line.with_min_x(line.left() + 32.0).with_max_x(line.right() - 8.0);
    let right = match (&reason, under) {
        (_, Some(lines)) => {
            pen.painter
                .galley(pos2(inner.left(), line.bottom() - 5.0), lines, ink.text_tertiary);
            inner.right()
        }
        (Some(reason), None) => pen
            .text(inner, Align::Max, reason, Face::small(), ink.text_tertiary)
            .left(),
        (None, None) if cap.is_empty() => inner.right(),
        (None, None) => keycap::at_right(&pen, inner.right(), line.center().y, &cap),
    };
    pen.text(
        inner.with_max_x(right - 8.0),
        Align::Min,
        &label,
        Face::strong(),
        text,
    );
    response.clicked()
}
