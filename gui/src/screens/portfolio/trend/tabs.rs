//! The tabs that select a series of the trend.

use crate::prelude::*;

use super::super::RovingFocus;

/// Draws the tabs at the right of the header. Returns their left edge.
pub(super) fn draw_tabs(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    labels: &[&str],
    selected: usize,
    header: Rect,
) -> f32 {
    if labels.len() < 2 {
        return header.right();
    }
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let style = TextStyle::small().with_weight(FontWeight::Medium);
    let widths: Vec<f32> =
        labels.iter().map(|label| painter.text_width(label, style).ceil() + 20.0).collect();
    let mut x = header.right() - widths.iter().sum::<f32>() - 4.0;
    let tabs_x = x;
    // The tabs are taller than the title and centred on it, so that titles of adjacent panes stay aligned.
    let well =
        Rect::from_min_max(pos2(tabs_x, header.top() - 4.0), pos2(header.right(), header.top() + 24.0));
    painter.framed_box(well, theme.tokens.radius.button, colors.sunken, colors.border);
    x += 2.0;
    let ids: Vec<Id> = (0..labels.len()).map(|at| ui.scope_id().with(("series", at))).collect();
    // Arrows change the series, and the focus follows.
    let focused = ui.memory(egui::Memory::focused);
    if frame.state.by_key && focused.is_some_and(|focused| ids.contains(&focused)) {
        ui.memory_mut(|saved_state| saved_state.request_focus(ids[selected]));
    }
    frame.state.metric_focus.set_tabs(ids.clone());
    for (at, (label, width)) in labels.iter().zip(widths).enumerate() {
        let tab = rect_at(x, well.top() + 2.0, width, 24.0);
        let response = RovingFocus::interact(ui, tab, ids[at], at == selected);
        set_a11y_choice(&response, Role::Tab, true, at == selected, label);
        if at == selected {
            painter.framed_box(tab, 5, colors.surface, colors.border_strong);
        } else if response.hovered() {
            painter.fill(tab, 5, colors.hover);
        }
        painter.ring(tab.shrink(1.0), 5, &response);
        let color = if at == selected { colors.text } else { colors.text_secondary };
        painter.center(tab, label, style, color);
        if response.clicked() {
            frame.request(Action::ShowSeries(at));
        }
        x += width;
    }
    tabs_x
}
