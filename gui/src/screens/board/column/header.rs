//! The header of a column: its text, the count after a drop, and folding.

use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::head::ColumnHeader;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::text::number;

use crate::frame_ctx::FrameCtx;
use crate::overlays::context_menu;
use crate::screens::board::drag::CardDrag;
use crate::screens::has_other_focus;
use crate::widgets::{Painter, TooltipExt, column_header};

/// Returns the count that the column would have after a drop, formatted.
pub(in crate::screens) fn changed_count(
    pass: &FrameCtx<'_>,
    drag: Option<&CardDrag>,
    at: usize,
    head: &ColumnHeader,
) -> Option<String> {
    let drag = drag?;
    let over = drag.target_column.filter(|over| {
        !drag.is_rejected && drag.counts_by_column.get(over).copied().unwrap_or(0) < drag.deal_count
    })?;
    let now = if pass.app.pipeline.board().is_filtered() {
        head.cards as u64
    } else {
        head.total
    };
    let gone = drag.counts_by_column.get(&at).copied().unwrap_or(0) as u64;
    let then = match at {
        _ if at == over => now + (drag.deal_count as u64 - gone),
        _ if gone > 0 => now.saturating_sub(gone),
        _ => return None,
    };
    Some(number::integer(pass.app.cx.lang(), then))
}

/// Makes the header foldable: by its icon, a double click and its menu.
pub(in crate::screens) fn make_foldable(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    at: usize,
    head: &ColumnHeader,
    top: Rect,
) {
    let said = a11y_text(head);
    let whole = ui.interact(top, ui.scope_id().with("head"), Sense::CLICK);
    whole.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &said));
    if whole.double_clicked() {
        pass.request(Action::FoldColumn(at));
    }
    // The menu applies to this column; the focus stays on its deal.
    whole.context_menu(|ui| context_menu::board_column_menu(ui, pass, at));
    let free = pass.is_uncovered() && pass.app.card_move.dragged().is_none();
    if free && whole.hovered() {
        whole.tooltip(tooltip_text(pass, head));
    }
    let side = pass.theme.tokens.size.target_min;
    let ring = column_header::icon_center_y(top.height(), pass.theme.tokens.size.lane_head);
    let place = Rect::from_center_size(pos2(top.left() + 17.0, top.top() + ring), vec2(side, side));
    let name = format!("{} – {}", pass.action_name(ActionId::FoldColumn), head.label);
    let response = ui.interact(place, ui.scope_id().with("fold"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Painter::new(ui.painter(), pass.theme);
    if response.hovered() {
        pen.inner.circle_stroke(
            place.center(),
            10.0,
            pass.theme.hairline(pass.theme.colors.border_strong),
        );
    }
    if response.has_focus() {
        // Draw the ring around the icon only, clear of the name.
        pen.inner
            .circle_stroke(place.center(), 10.0, pass.theme.focus_ring());
    }
    let focused = response.has_focus();
    if response.tooltip(name).clicked() {
        pass.request(Action::FoldColumn(at));
        transfer_focus(ui, focused, "rail");
    }
}

/// Draws the metric of the header; a click opens the choice of metrics.
pub(in crate::screens) fn draw_metric(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    head: &ColumnHeader,
    at: Option<Rect>,
) {
    let Some((at, said)) = at.zip(head.metric.full.as_ref()) else {
        return;
    };
    let side = pass.theme.tokens.size.target_min;
    let place = Rect::from_center_size(at.center(), vec2(at.width() + 8.0, side.max(at.height())));
    // The choice also has a global key, so Tab skips this button.
    let response = ui.interact(place, ui.scope_id().with("figure"), Sense::CLICK);
    let spoken = format!(
        "{} – {} – {said}",
        pass.action_name(ActionId::ChooseFigure),
        head.label
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let pen = Painter::new(ui.painter(), pass.theme);
    if response.hovered() {
        let line = at.with_min_y(at.bottom()).with_max_y(at.bottom() + 1.0);
        pen.fill(line, 0, pass.theme.colors.text_tertiary);
    }
    let menu = egui::Popup::menu(&response).frame(context_menu::menu_frame(pass.theme));
    let open = menu.is_open();
    menu.show(|ui| context_menu::metrics_menu(ui, pass));
    if pass.is_uncovered() && !open && pass.app.card_move.dragged().is_none() {
        let key = format!(
            "{}  {}",
            pass.action_name(ActionId::ChooseFigure),
            pass.key_cap(ActionId::ChooseFigure)
        );
        let lines = [Some(said), head.metric.note.as_ref(), Some(&key)];
        let lines: Vec<&str> = lines.into_iter().flatten().map(String::as_str).collect();
        response.tooltip(lines.join("\n"));
    }
}

/// Moves the keyboard focus from the fold button to the button that replaces it.
fn transfer_focus(ui: &Ui, focused: bool, to: &str) {
    if focused {
        let id = ui.scope_id().with(to);
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}

/// Returns the accessible text of a column: name, count, share, and the metric with its coverage.
pub(in crate::screens) fn a11y_text(head: &ColumnHeader) -> String {
    let figure = [head.metric.full.as_ref(), head.metric.note.as_ref()];
    let parts = [Some(&head.count), Some(&head.share)].into_iter().chain(figure);
    let parts = parts.flatten().filter(|part| !part.is_empty());
    std::iter::once(&head.label)
        .chain(parts)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" – ")
}

/// Returns the tooltip of a header: its full text and the fold or unfold action.
fn tooltip_text(pass: &FrameCtx<'_>, head: &ColumnHeader) -> String {
    let mut lines = vec![format!("{} – {} – {}", head.label, head.count, head.share)];
    lines.extend(head.metric.full.clone());
    lines.extend(head.metric.note.clone());
    let cap = pass.key_cap(ActionId::FoldColumn);
    let does = if head.folded {
        pass.message("action-unfold-column")
    } else {
        pass.action_name(ActionId::FoldColumn).into()
    };
    lines.push(format!("{does}  {cap}"));
    lines.join("\n")
}

/// Draws a folded column; a click unfolds it.
pub(in crate::screens) fn draw_rail(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    at: usize,
    (head, becoming): (&ColumnHeader, Option<&str>),
    rect: Rect,
) {
    let response = ui.interact(rect, ui.scope_id().with("rail"), Sense::click());
    let name = format!(
        "{} – {} – {}",
        head.label,
        head.count,
        pass.message("column-folded")
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Painter::new(ui.painter(), pass.theme);
    if response.has_focus() || head.focused {
        let quiet = has_other_focus(ui, response.id);
        pen.app_focus_ring(rect.shrink(4.0), pass.theme.tokens.radius.lane, quiet);
    }
    let color = if response.hovered() {
        pass.theme.colors.text
    } else {
        pass.theme.colors.text_secondary
    };
    column_header::paint_rail(&pen, rect, head, becoming, color);
    if response.clicked() {
        pass.request(Action::FoldColumn(at));
        transfer_focus(ui, response.has_focus(), "fold");
    }
    if pass.is_uncovered() && pass.app.card_move.dragged().is_none() && response.hovered() {
        response.tooltip(tooltip_text(pass, head));
    }
}
