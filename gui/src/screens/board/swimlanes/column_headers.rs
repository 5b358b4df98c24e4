//! The column headers above the swimlanes, fixed while the swimlanes scroll.

use egui::{CornerRadius, Id, Rect, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2};
use encours_core::app::deals::board::view::head::ColumnHeader;

use crate::frame_ctx::FrameCtx;
use crate::screens::UiState;
use crate::widgets::{Painter, column_header};

use super::super::{MARGIN, column, header_height, header_top as air};

/// Draws the column headers. Returns index and area of each visible column.
pub(super) fn draw_headers(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    rect: Rect,
    heads: &[ColumnHeader],
    (across, part): (f32, Id),
) -> Vec<(usize, Rect)> {
    let height = header_height(pass);
    let row = rect.with_max_y(rect.top() + air(pass) + height);
    let mut child = ui.new_child(
        UiBuilder::new()
            .max_rect(row)
            .id_salt("lane-heads")
            .accessibility_parent(part),
    );
    child.set_clip_rect(row.intersect(ui.clip_rect()));
    Painter::new(child.painter(), pass.theme).fill(row, 0, pass.theme.colors.canvas);
    let mut shown = Vec::new();
    let mut x = rect.left() + MARGIN - across;
    let widths: Vec<f32> = places.board.column_pitches(pass, heads).collect();
    for (at, (head, step)) in heads.iter().zip(widths).enumerate() {
        let width = step - pass.theme.tokens.size.lane_gap;
        let top = Rect::from_min_size(pos2(x, rect.top() + air(pass)), vec2(width, height));
        if top.right() > rect.left() && top.left() < rect.right() {
            let whole = Rect::from_min_max(top.min, pos2(top.right(), rect.bottom()));
            shown.push((at, whole.intersect(rect)));
            let mut ui = child.new_child(UiBuilder::new().max_rect(top).id_salt(("head", &head.status)));
            let change = column::changed_count(pass, places.board.moved_card(), at, head);
            if head.folded {
                // The name of a folded column runs down through all swimlanes.
                ui.set_clip_rect(rect);
                draw_background(&ui, pass, places, at, whole);
                column::draw_rail(&mut ui, pass, at, (head, change.as_deref()), whole);
            } else {
                draw_background(&ui, pass, places, at, top);
                let pen = Painter::new(ui.painter(), pass.theme);
                let figure =
                    column_header::paint(&pen, top, head, change.as_deref(), places.board.second_line);
                column::make_foldable(&mut ui, pass, at, head, top);
                column::draw_metric(&ui, pass, head, figure);
            }
        }
        x += step;
    }
    shown
}

fn draw_background(ui: &Ui, pass: &FrameCtx<'_>, places: &UiState, at: usize, rect: Rect) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let radius = look.tokens.radius.lane;
    let corners = CornerRadius {
        nw: radius,
        ne: radius,
        sw: 0,
        se: 0,
    };
    let target = places
        .board
        .moved_card()
        .is_some_and(|drag| drag.drops_into(at, None));
    let fill = if target { ink.accent_soft } else { ink.sunken };
    ui.painter().rect_filled(rect, corners, fill);
    let line = if target {
        Stroke::new(look.tokens.stroke.ring, ink.accent)
    } else {
        column_header::border_stroke(look)
    };
    ui.painter().rect_stroke(rect, corners, line, StrokeKind::Inside);
}
