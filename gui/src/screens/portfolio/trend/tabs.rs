//! The tabs that select a series of the trend.

use egui::{Align, Id, Rect, Role, Ui, pos2, vec2};
use encours_core::app::shell::action::Action;

use super::super::RovingFocus;
use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, TextStyle};
use crate::widgets::{Painter, set_a11y_choice};

/// Draws the tabs at the right of the header. Returns their left edge.
pub(super) fn draw_tabs(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    (metric_focus, by_key): (&mut RovingFocus, bool),
    labels: &[&str],
    selected: usize,
    header: Rect,
) -> f32 {
    if labels.len() < 2 {
        return header.right();
    }
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    let style = TextStyle::small().with_weight(FontWeight::Medium);
    let widths: Vec<f32> =
        labels.iter().map(|label| painter.text_width(label, style).ceil() + 20.0).collect();
    let mut x = header.right() - widths.iter().sum::<f32>() - 4.0;
    let tabs_x = x;
    // The tabs are taller than the title and centred on it, so that titles of adjacent panes stay aligned.
    let well =
        Rect::from_min_max(pos2(tabs_x, header.top() - 4.0), pos2(header.right(), header.top() + 24.0));
    painter.bordered_box(well, theme.tokens.radius.button, colors.sunken, theme.hairline(colors.border));
    x += 2.0;
    let ids: Vec<Id> = (0..labels.len()).map(|at| ui.scope_id().with(("series", at))).collect();
    // Arrows change the series, and the focus follows.
    let focused = ui.memory(egui::Memory::focused);
    if by_key && focused.is_some_and(|focused| ids.contains(&focused)) {
        ui.memory_mut(|saved_state| saved_state.request_focus(ids[selected]));
    }
    metric_focus.set_tabs(ids.clone());
    for (at, (label, width)) in labels.iter().zip(widths).enumerate() {
        let tab = Rect::from_min_size(pos2(x, well.top() + 2.0), vec2(width, 24.0));
        let response = RovingFocus::interact(ui, tab, ids[at], at == selected);
        set_a11y_choice(&response, Role::Tab, true, at == selected, label);
        if at == selected {
            painter.bordered_box(tab, 5, colors.surface, theme.hairline(colors.border_strong));
        } else if response.hovered() {
            painter.fill(tab, 5, colors.hover);
        }
        if response.has_focus() {
            painter.focus_ring(tab.shrink(1.0), 5);
        }
        let color = if at == selected { colors.text } else { colors.text_secondary };
        painter.text(tab, Align::Center, label, style, color);
        if response.clicked() {
            frame.request(Action::ShowSeries(at));
        }
        x += width;
    }
    tabs_x
}
