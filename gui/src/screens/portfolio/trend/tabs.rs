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
    pass: &mut FrameCtx<'_>,
    (figures, by_key): (&mut RovingFocus, bool),
    labels: &[&str],
    chosen: usize,
    head: Rect,
) -> f32 {
    if labels.len() < 2 {
        return head.right();
    }
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let face = TextStyle::small().with_weight(FontWeight::Medium);
    let widths: Vec<f32> = labels
        .iter()
        .map(|label| pen.text_width(label, face).ceil() + 20.0)
        .collect();
    let mut x = head.right() - widths.iter().sum::<f32>() - 4.0;
    let left = x;
    // The tabs are taller than the title and centred on it, so that titles of adjacent panes stay aligned.
    let well = Rect::from_min_max(
        pos2(left, head.top() - 4.0),
        pos2(head.right(), head.top() + 24.0),
    );
    pen.bordered_box(
        well,
        look.tokens.radius.button,
        ink.sunken,
        look.hairline(ink.border),
    );
    x += 2.0;
    let ids: Vec<Id> = (0..labels.len())
        .map(|at| ui.scope_id().with(("series", at)))
        .collect();
    // Arrows change the series, and the focus follows.
    let focused = ui.memory(egui::Memory::focused);
    if by_key && focused.is_some_and(|focused| ids.contains(&focused)) {
        ui.memory_mut(|memory| memory.request_focus(ids[chosen]));
    }
    figures.set_tabs(ids.clone());
    for (at, (label, wide)) in labels.iter().zip(widths).enumerate() {
        let tab = Rect::from_min_size(pos2(x, well.top() + 2.0), vec2(wide, 24.0));
        let response = RovingFocus::interact(ui, tab, ids[at], at == chosen);
        set_a11y_choice(&response, Role::Tab, true, at == chosen, label);
        if at == chosen {
            pen.bordered_box(tab, 5, ink.surface, look.hairline(ink.border_strong));
        } else if response.hovered() {
            pen.fill(tab, 5, ink.hover);
        }
        if response.has_focus() {
            pen.focus_ring(tab.shrink(1.0), 5);
        }
        let color = if at == chosen {
            ink.text
        } else {
            ink.text_secondary
        };
        pen.text(tab, Align::Center, label, face, color);
        if response.clicked() {
            pass.request(Action::ShowSeries(at));
        }
        x += wide;
    }
    left
}
