//! The column headers above the swimlanes, fixed while the swimlanes scroll.

use egui::{CornerRadius, Id, Rect, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2};
use encours_core::app::deals::board::view::head::ColumnHead;

use crate::frame_ctx::Pass;
use crate::screens::Places;
use crate::widgets::{Pen, column_header};

use super::super::{MARGIN, column, head_height, top as air};

/// Draws the column headers. Returns index and area of each visible column.
pub(super) fn columns(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    rect: Rect,
    heads: &[ColumnHead],
    (across, part): (f32, Id),
) -> Vec<(usize, Rect)> {
    let height = head_height(pass);
    let row = rect.with_max_y(rect.top() + air(pass) + height);
    let mut child = ui.new_child(
        UiBuilder::new()
            .max_rect(row)
            .id_salt("lane-heads")
            .accessibility_parent(part),
    );
    child.set_clip_rect(row.intersect(ui.clip_rect()));
    Pen::new(child.painter(), pass.look).fill(row, 0, pass.look.ink.canvas);
    let mut shown = Vec::new();
    let mut x = rect.left() + MARGIN - across;
    let widths: Vec<f32> = places.board.widths(pass, heads).collect();
    for (at, (head, step)) in heads.iter().zip(widths).enumerate() {
        let width = step - pass.look.tokens.size.lane_gap;
        let top = Rect::from_min_size(pos2(x, rect.top() + air(pass)), vec2(width, height));
        if top.right() > rect.left() && top.left() < rect.right() {
            let whole = Rect::from_min_max(top.min, pos2(top.right(), rect.bottom()));
            shown.push((at, whole.intersect(rect)));
            let mut ui = child.new_child(UiBuilder::new().max_rect(top).id_salt(("head", &head.status)));
            let change = column::change(pass, places.board.carried(), at, head);
            if head.folded {
                // The name of a folded column runs down through all swimlanes.
                ui.set_clip_rect(rect);
                ground(&ui, pass, places, at, whole);
                column::rail(&mut ui, pass, at, (head, change.as_deref()), whole);
            } else {
                ground(&ui, pass, places, at, top);
                let pen = Pen::new(ui.painter(), pass.look);
                let figure = column_header::paint(&pen, top, head, change.as_deref(), places.board.second);
                column::fold(&mut ui, pass, at, head, top);
                column::figure(&ui, pass, head, figure);
            }
        }
        x += step;
    }
    shown
}

fn ground(ui: &Ui, pass: &Pass<'_>, places: &Places, at: usize, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let radius = look.tokens.radius.lane;
    let corners = CornerRadius {
        nw: radius,
        ne: radius,
        sw: 0,
        se: 0,
    };
    let target = places.board.carried().is_some_and(|drag| drag.lands_in(at, None));
    let fill = if target { ink.accent_soft } else { ink.sunken };
    ui.painter().rect_filled(rect, corners, fill);
    let line = if target {
        Stroke::new(look.tokens.stroke.ring, ink.accent)
    } else {
        column_header::edge(look)
    };
    ui.painter().rect_stroke(rect, corners, line, StrokeKind::Inside);
}
