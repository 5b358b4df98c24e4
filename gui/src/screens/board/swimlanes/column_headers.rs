//! The column headers above the swimlanes, fixed while the swimlanes scroll.

use egui::CornerRadius;

use crate::prelude::*;
use crate::widgets::column_header;

use super::super::{MARGIN, column, header_height, header_top};

/// Draws the column headers. Returns index and area of each visible column.
pub(super) fn draw_headers(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    headers: &[ColumnHeader],
    (scroll_x, parent_id): (f32, Id),
) -> Vec<(usize, Rect)> {
    let height = header_height(frame);
    let row = rect.with_max_y(rect.top() + header_top(frame) + height);
    let mut child =
        ui.new_child(UiBuilder::new().max_rect(row).id_salt("lane-heads").accessibility_parent(parent_id));
    child.set_clip_rect(row.intersect(ui.clip_rect()));
    frame.painter(&child).fill(row, 0, frame.theme.colors.canvas);
    let mut visible = Vec::new();
    let mut x = rect.left() + MARGIN - scroll_x;
    let widths: Vec<f32> = frame.state.board.column_pitches(frame, headers).collect();
    for (at, (header, pitch)) in headers.iter().zip(widths).enumerate() {
        let width = pitch - frame.theme.tokens.size.column_gap;
        let top = rect_at(x, rect.top() + header_top(frame), width, height);
        if top.right() > rect.left() && top.left() < rect.right() {
            let column_rect = Rect::from_min_max(top.min, pos2(top.right(), rect.bottom()));
            visible.push((at, column_rect.intersect(rect)));
            let mut ui = child.part(top, ("head", &header.status));
            let change = column::changed_count(frame, frame.state.board.moved_card(), at, header);
            if header.collapsed {
                // The name of a collapsed column runs down through all swimlanes.
                ui.set_clip_rect(rect);
                draw_background(&ui, frame, at, column_rect);
                column::draw_rail(&mut ui, frame, at, (header, change.as_deref()), column_rect);
            } else {
                draw_background(&ui, frame, at, top);
                let painter = frame.painter(&ui);
                let metric_rect = column_header::paint(
                    &painter,
                    top,
                    header,
                    change.as_deref(),
                    frame.state.board.second_line,
                );
                column::make_collapsible(&mut ui, frame, at, header, top);
                column::draw_metric(&ui, frame, header, metric_rect);
            }
        }
        x += pitch;
    }
    visible
}

fn draw_background(ui: &Ui, frame: &FrameCtx<'_>, at: usize, rect: Rect) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let radius = theme.tokens.radius.column;
    let corners = CornerRadius { nw: radius, ne: radius, sw: 0, se: 0 };
    let target = frame.state.board.moved_card().is_some_and(|drag| drag.drops_into(at, None));
    let fill = if target { colors.accent_soft } else { colors.sunken };
    ui.painter().rect_filled(rect, corners, fill);
    let line = if target {
        Stroke::new(theme.tokens.stroke.ring, colors.accent)
    } else {
        column_header::border_stroke(theme)
    };
    ui.painter().rect_stroke(rect, corners, line, StrokeKind::Inside);
}
