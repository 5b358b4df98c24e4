//! The menus of a card and of the deal panel: the same actions as the keys, each with its key and, where it can't be
//! done, its reason.

use egui::{Align, Frame, Margin, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::ActionId;

use crate::pass::Pass;
use crate::theme::{Face, Icon, Look};
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

/// The menu of a card on the board.
pub fn card(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(
        ui,
        pass,
        &[
            (ActionId::Open, Icon::Deal),
            (ActionId::MoveTo, Icon::Arrow),
            (ActionId::MovePrevious, Icon::Left),
            (ActionId::MoveNext, Icon::Right),
            (ActionId::EditDeal, Icon::Edit),
            (ActionId::Copy, Icon::Copy),
            (ActionId::DeleteDeal, Icon::Trash),
        ],
    );
}

/// The menu of the deal panel.
pub fn deal(ui: &mut Ui, pass: &mut Pass<'_>) {
    rows(
        ui,
        pass,
        &[
            (ActionId::MoveTo, Icon::Arrow),
            (ActionId::MovePrevious, Icon::Left),
            (ActionId::MoveNext, Icon::Right),
            (ActionId::EditDeal, Icon::Edit),
            (ActionId::Copy, Icon::Copy),
            (ActionId::DeleteDeal, Icon::Trash),
        ],
    );
}

fn rows(ui: &mut Ui, pass: &mut Pass<'_>, actions: &[(ActionId, Icon)]) {
    ui.set_width(264.0);
    for (id, icon) in actions {
        // Opening is for the board alone: in the panel the deal is open already.
        if pass.app.enabled(*id) == Err(encours_core::app::Reason::NotHere) {
            continue;
        }
        if row(ui, pass, *id, *icon) {
            pass.run(*id);
            ui.close();
        }
    }
}

fn row(ui: &mut Ui, pass: &Pass<'_>, id: ActionId, icon: Icon) -> bool {
    let (look, ink) = (pass.look, &pass.look.ink);
    let reason = pass.reason(id);
    let enabled = reason.is_none();
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), sense);
    let label = pass.label(id);
    let spoken = match &reason {
        Some(reason) => format!("{label} – {reason}"),
        None => label.clone(),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, enabled, &spoken));
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
    pen.icon(pos2(rect.left() + 16.0, rect.center().y), icon, mark);
    let inner = rect.with_min_x(rect.left() + 32.0).with_max_x(rect.right() - 8.0);
    let right = match &reason {
        Some(reason) => pen
            .text(
                inner.with_min_x(inner.center().x),
                Align::Max,
                reason,
                Face::small(),
                ink.text_tertiary,
            )
            .left(),
        None => keycap::at_right(&pen, inner.right(), rect.center().y, &pass.cap(id)),
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
