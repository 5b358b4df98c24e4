//! The header of a column: its text, the count after a drop, and collapsing.

use crate::prelude::*;
use crate::screens::board::drag::CardDrag;
use crate::screens::has_other_focus;
use crate::widgets::column_header;

/// Returns the count that the column would have after a drop, formatted.
pub(crate) fn changed_count(
    frame: &FrameCtx<'_>,
    drag: Option<&CardDrag>,
    at: usize,
    header: &ColumnHeader,
) -> Option<String> {
    let drag = drag?;
    let target_column = drag.target_column.filter(|target_column| {
        !drag.is_rejected && drag.counts_by_column.get(target_column).copied().unwrap_or(0) < drag.deal_count
    })?;
    let now = if frame.app.pipeline.board().is_filtered() { header.cards as u64 } else { header.total };
    let leaving = drag.counts_by_column.get(&at).copied().unwrap_or(0) as u64;
    let future_count = match at {
        _ if at == target_column => now + (drag.deal_count as u64 - leaving),
        _ if leaving > 0 => now.saturating_sub(leaving),
        _ => return None,
    };
    Some(number::integer(frame.app.cx.lang(), future_count))
}

/// Makes the header foldable: by its icon, a double click and its menu.
pub(crate) fn make_collapsible(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    at: usize,
    header: &ColumnHeader,
    top: Rect,
) {
    let (id, name) = (ui.scope_id().with("head"), a11y_text(header));
    let header_response = ui.named_area(top, id, Sense::CLICK, (Role::Heading, &name));
    if header_response.double_clicked() {
        frame.request(Action::CollapseColumn(at));
    }
    // The menu applies to this column; the focus stays on its deal.
    header_response.context_menu(|ui| context_menu::board_column_menu(ui, frame, at));
    let free = frame.is_uncovered() && frame.app.card_move.dragged().is_none();
    if free && header_response.hovered() {
        header_response.tooltip(tooltip_text(frame, header));
    }
    let side = frame.theme.tokens.size.target_min;
    let icon_y = column_header::icon_center_y(top.height(), frame.theme.tokens.size.column_header);
    let icon_rect = Rect::from_center_size(pos2(top.left() + 17.0, top.top() + icon_y), vec2(side, side));
    let name = format!("{} – {}", frame.action_name(ActionId::CollapseColumn), header.label);
    let response = ui.click_area(icon_rect, "fold", Role::Button, &name);
    let painter = frame.painter(ui);
    if response.hovered() {
        painter.inner.circle_stroke(
            icon_rect.center(),
            10.0,
            frame.theme.hairline(frame.theme.colors.border_strong),
        );
    }
    if response.has_focus() {
        // Draw the ring around the icon only, clear of the name.
        painter.inner.circle_stroke(icon_rect.center(), 10.0, frame.theme.focus_ring());
    }
    let focused = response.has_focus();
    if response.tooltip(name).clicked() {
        frame.request(Action::CollapseColumn(at));
        transfer_focus(ui, focused, "rail");
    }
}

/// Draws the metric of the header; a click opens the choice of metrics.
pub(crate) fn draw_metric(ui: &Ui, frame: &mut FrameCtx<'_>, header: &ColumnHeader, at: Option<Rect>) {
    let Some((at, metric_text)) = at.zip(header.metric.full.as_ref()) else {
        return;
    };
    let side = frame.theme.tokens.size.target_min;
    let button_rect = Rect::from_center_size(at.center(), vec2(at.width() + 8.0, side.max(at.height())));
    // The choice also has a global key, so Tab skips this button.
    let action = frame.action_name(ActionId::ChooseMetric);
    let (id, name) = (ui.scope_id().with("figure"), format!("{action} – {} – {metric_text}", header.label));
    let response = ui.named_area(button_rect, id, Sense::CLICK, (Role::Button, &name));
    let painter = frame.painter(ui);
    if response.hovered() {
        let line = at.with_min_y(at.bottom()).with_max_y(at.bottom() + 1.0);
        painter.fill(line, 0, frame.theme.colors.text_tertiary);
    }
    let menu = context_menu::popup(&response, frame.theme);
    let open = menu.is_open();
    menu.show(|ui| context_menu::metrics_menu(ui, frame));
    if frame.is_uncovered() && !open && frame.app.card_move.dragged().is_none() {
        let key = frame.action_hint(ActionId::ChooseMetric);
        let lines = [Some(metric_text), header.metric.note.as_ref(), Some(&key)];
        let lines: Vec<&str> = lines.into_iter().flatten().map(String::as_str).collect();
        response.tooltip(lines.join("\n"));
    }
}

/// Moves the keyboard focus from the collapse button to the button that replaces it.
fn transfer_focus(ui: &Ui, focused: bool, to: &str) {
    if focused {
        let id = ui.scope_id().with(to);
        ui.memory_mut(|saved_state| saved_state.request_focus(id));
    }
}

/// Returns the accessible text of a column: name, count, share, and the metric with its coverage.
pub(crate) fn a11y_text(header: &ColumnHeader) -> String {
    let [full, note] = [&header.metric.full, &header.metric.note].map(|text| text.as_deref().unwrap_or(""));
    joined(&[&header.label, &header.count, &header.share, full, note])
}

/// Returns the tooltip of a header: its full text and the collapse or expand action.
fn tooltip_text(frame: &FrameCtx<'_>, header: &ColumnHeader) -> String {
    let mut lines = vec![format!("{} – {} – {}", header.label, header.count, header.share)];
    lines.extend(header.metric.full.clone());
    lines.extend(header.metric.note.clone());
    let key_cap = frame.key_cap(ActionId::CollapseColumn);
    let does = if header.collapsed {
        frame.message("action-unfold-column")
    } else {
        frame.action_name(ActionId::CollapseColumn).into()
    };
    lines.push(format!("{does}  {key_cap}"));
    lines.join("\n")
}

/// Draws a collapsed column; a click expands it.
pub(crate) fn draw_rail(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    at: usize,
    (header, future_count): (&ColumnHeader, Option<&str>),
    rect: Rect,
) {
    let name = format!("{} – {} – {}", header.label, header.count, frame.message("column-collapsed"));
    let response = ui.click_area(rect, "rail", Role::Button, &name);
    let painter = frame.painter(ui);
    if response.has_focus() || header.focused {
        let quiet = has_other_focus(ui, response.id);
        painter.app_focus_ring(rect.shrink(4.0), frame.theme.tokens.radius.column, quiet);
    }
    let color = if response.hovered() { frame.theme.colors.text } else { frame.theme.colors.text_secondary };
    column_header::paint_rail(&painter, rect, header, future_count, color);
    if response.clicked() {
        frame.request(Action::CollapseColumn(at));
        transfer_focus(ui, response.has_focus(), "fold");
    }
    if frame.is_uncovered() && frame.app.card_move.dragged().is_none() && response.hovered() {
        response.tooltip(tooltip_text(frame, header));
    }
}
