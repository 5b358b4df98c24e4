//! The tabs that select a series of the trend.

use egui::{Align, Id, Rect, Role, Ui, pos2, vec2};
use encours_core::app::shell::action::Action;

use super::super::Along;
use crate::frame_ctx::Pass;
use crate::theme::{Face, Weight};
use crate::widgets::{Pen, tell_choice};

/// Draws the tabs at the right of the header. Returns their left edge.
pub(super) fn tabs(
    ui: &Ui,
    pass: &mut Pass<'_>,
    (figures, by_key): (&mut Along, bool),
    labels: &[&str],
    chosen: usize,
    head: Rect,
) -> f32 {
    if labels.len() < 2 {
        return head.right();
    }
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let face = Face::small().weighing(Weight::Medium);
    let widths: Vec<f32> = labels
        .iter()
        .map(|label| pen.width(label, face).ceil() + 20.0)
        .collect();
    let mut x = head.right() - widths.iter().sum::<f32>() - 4.0;
    let left = x;
    // The tabs are taller than the title and centred on it, so that titles of adjacent panes stay aligned.
    let well = Rect::from_min_max(
        pos2(left, head.top() - 4.0),
        pos2(head.right(), head.top() + 24.0),
    );
    pen.boxed(
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
    figures.tabs(ids.clone());
    for (at, (label, wide)) in labels.iter().zip(widths).enumerate() {
        let tab = Rect::from_min_size(pos2(x, well.top() + 2.0), vec2(wide, 24.0));
        let response = Along::interact(ui, tab, ids[at], at == chosen);
        tell_choice(&response, Role::Tab, true, at == chosen, label);
        if at == chosen {
            pen.boxed(tab, 5, ink.surface, look.hairline(ink.border_strong));
        } else if response.hovered() {
            pen.fill(tab, 5, ink.hover);
        }
        if response.has_focus() {
            pen.ring(tab.shrink(1.0), 5);
        }
        let color = if at == chosen {
            ink.text
        } else {
            ink.text_secondary
        };
        pen.text(tab, Align::Center, label, face, color);
        if response.clicked() {
            pass.act(Action::ShowSeries(at));
        }
        x += wide;
    }
    left
}
