//! The header of a column: its text, the count after a drop, and folding.

use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::head::ColumnHead;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::text::number;

use crate::frame_ctx::Pass;
use crate::overlays::context_menu;
use crate::screens::board::drag::Drag;
use crate::screens::focus_is_elsewhere;
use crate::widgets::{Pen, Tip, column_header};

/// Returns the count that the column would have after a drop, formatted.
pub(in crate::screens) fn change(
    pass: &Pass<'_>,
    drag: Option<&Drag>,
    at: usize,
    head: &ColumnHead,
) -> Option<String> {
    let drag = drag?;
    let over = drag
        .over
        .filter(|over| !drag.refused && drag.taken.get(over).copied().unwrap_or(0) < drag.count)?;
    let now = if pass.app.pipeline.board().filtered() {
        head.cards as u64
    } else {
        head.total
    };
    let gone = drag.taken.get(&at).copied().unwrap_or(0) as u64;
    let then = match at {
        _ if at == over => now + (drag.count as u64 - gone),
        _ if gone > 0 => now.saturating_sub(gone),
        _ => return None,
    };
    Some(number::integer(pass.app.cx.lang(), then))
}

/// Makes the header foldable: by its icon, a double click and its menu.
pub(in crate::screens) fn fold(ui: &mut Ui, pass: &mut Pass<'_>, at: usize, head: &ColumnHead, top: Rect) {
    let said = said(head);
    let whole = ui.interact(top, ui.scope_id().with("head"), Sense::CLICK);
    whole.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &said));
    if whole.double_clicked() {
        pass.act(Action::FoldColumn(at));
    }
    // The menu applies to this column; the focus stays on its deal.
    whole.context_menu(|ui| context_menu::lane(ui, pass, at));
    let free = pass.uncovered() && pass.app.card_move.grabbed().is_none();
    if free && whole.hovered() {
        whole.tip(tip(pass, head));
    }
    let side = pass.look.tokens.size.target_min;
    let ring = column_header::ring_at(top.height(), pass.look.tokens.size.lane_head);
    let place = Rect::from_center_size(pos2(top.left() + 17.0, top.top() + ring), vec2(side, side));
    let name = format!("{} – {}", pass.label(ActionId::FoldColumn), head.label);
    let response = ui.interact(place, ui.scope_id().with("fold"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Pen::new(ui.painter(), pass.look);
    if response.hovered() {
        pen.painter.circle_stroke(
            place.center(),
            10.0,
            pass.look.hairline(pass.look.ink.border_strong),
        );
    }
    if response.has_focus() {
        // Draw the ring around the icon only, clear of the name.
        pen.painter.circle_stroke(place.center(), 10.0, pass.look.ring());
    }
    let focused = response.has_focus();
    if response.tip(name).clicked() {
        pass.act(Action::FoldColumn(at));
        hand_on(ui, focused, "rail");
    }
}

/// Draws the metric of the header; a click opens the choice of metrics.
pub(in crate::screens) fn figure(ui: &Ui, pass: &mut Pass<'_>, head: &ColumnHead, at: Option<Rect>) {
    let Some((at, said)) = at.zip(head.figure.full.as_ref()) else {
        return;
    };
    let side = pass.look.tokens.size.target_min;
    let place = Rect::from_center_size(at.center(), vec2(at.width() + 8.0, side.max(at.height())));
    // The choice also has a global key, so Tab skips this button.
    let response = ui.interact(place, ui.scope_id().with("figure"), Sense::CLICK);
    let spoken = format!("{} – {} – {said}", pass.label(ActionId::ChooseFigure), head.label);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let pen = Pen::new(ui.painter(), pass.look);
    if response.hovered() {
        let line = at.with_min_y(at.bottom()).with_max_y(at.bottom() + 1.0);
        pen.fill(line, 0, pass.look.ink.text_tertiary);
    }
    let menu = egui::Popup::menu(&response).frame(context_menu::frame(pass.look));
    let open = menu.is_open();
    menu.show(|ui| context_menu::figures(ui, pass));
    if pass.uncovered() && !open && pass.app.card_move.grabbed().is_none() {
        let key = format!(
            "{}  {}",
            pass.label(ActionId::ChooseFigure),
            pass.cap(ActionId::ChooseFigure)
        );
        let lines = [Some(said), head.figure.note.as_ref(), Some(&key)];
        let lines: Vec<&str> = lines.into_iter().flatten().map(String::as_str).collect();
        response.tip(lines.join("\n"));
    }
}

/// Moves the keyboard focus from the fold button to the button that replaces it.
fn hand_on(ui: &Ui, focused: bool, to: &str) {
    if focused {
        let id = ui.scope_id().with(to);
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}

/// Returns the accessible text of a column: name, count, share, and the metric with its coverage.
pub(in crate::screens) fn said(head: &ColumnHead) -> String {
    let figure = [head.figure.full.as_ref(), head.figure.note.as_ref()];
    let parts = [Some(&head.count), Some(&head.share)].into_iter().chain(figure);
    let parts = parts.flatten().filter(|part| !part.is_empty());
    std::iter::once(&head.label)
        .chain(parts)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" – ")
}

/// Returns the tooltip of a header: its full text and the fold or unfold action.
fn tip(pass: &Pass<'_>, head: &ColumnHead) -> String {
    let mut lines = vec![format!("{} – {} – {}", head.label, head.count, head.share)];
    lines.extend(head.figure.full.clone());
    lines.extend(head.figure.note.clone());
    let cap = pass.cap(ActionId::FoldColumn);
    let does = if head.folded {
        pass.word("action-unfold-column")
    } else {
        pass.label(ActionId::FoldColumn).into()
    };
    lines.push(format!("{does}  {cap}"));
    lines.join("\n")
}

/// Draws a folded column; a click unfolds it.
pub(in crate::screens) fn rail(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    at: usize,
    (head, becoming): (&ColumnHead, Option<&str>),
    rect: Rect,
) {
    let response = ui.interact(rect, ui.scope_id().with("rail"), Sense::click());
    let name = format!("{} – {} – {}", head.label, head.count, pass.word("column-folded"));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Pen::new(ui.painter(), pass.look);
    if response.has_focus() || head.focused {
        let quiet = focus_is_elsewhere(ui, response.id);
        pen.mark(rect.shrink(4.0), pass.look.tokens.radius.lane, quiet);
    }
    let color = if response.hovered() {
        pass.look.ink.text
    } else {
        pass.look.ink.text_secondary
    };
    column_header::paint_rail(&pen, rect, head, becoming, color);
    if response.clicked() {
        pass.act(Action::FoldColumn(at));
        hand_on(ui, response.has_focus(), "fold");
    }
    if pass.uncovered() && pass.app.card_move.grabbed().is_none() && response.hovered() {
        response.tip(tip(pass, head));
    }
}
