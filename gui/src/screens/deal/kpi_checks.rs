//! Consistency checks of a deal's KPIs: mismatches with their calculation, matches, derived values.

use encours_core::app::changes::deal::view::deal::DealView;

use crate::prelude::*;
use crate::widgets;

const PAD: f32 = 12.0;
const MARK_WIDTH: f32 = 20.0;

/// Draws the checks. Returns their bottom edge.
pub(super) fn show(ui: &Ui, frame: &FrameCtx<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    if view.checks.is_empty() && view.checks_summary.is_empty() && view.derived.is_empty() {
        return y;
    }
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let background = painter.reserve_box();
    let width = column.width() - 2.0 * PAD - MARK_WIDTH;
    let left_x = column.left() + PAD + MARK_WIDTH;
    let mut bottom = y + 16.0;
    let strong = TextStyle::small().with_weight(FontWeight::SemiBold);
    for (at, line) in view.checks.iter().enumerate() {
        let mut job = egui::text::LayoutJob::default();
        widgets::append_run(&mut job, &line.text, strong, colors.text);
        if !line.hint.is_empty() {
            let hint = format!(" ({})", line.hint);
            widgets::append_run(&mut job, &hint, TextStyle::small(), colors.text_tertiary);
        }
        job.wrap.max_width = width;
        let galley = painter.inner.layout_job(job);
        let rect = Rect::from_min_size(pos2(left_x, bottom), galley.size());
        painter.inner.galley(rect.min, galley, colors.text);
        painter.band_shape(pos2(column.left() + PAD + 5.0, bottom + 8.0), Band::Watch);
        let a11y_text = format!("{} – {}", line.text, line.hint);
        ui.hover_area(rect, ("check", at), Role::Label, &a11y_text);
        bottom = rect.bottom() + 4.0;
    }
    if !view.checks_summary.is_empty() {
        let at = pos2(left_x, bottom);
        let rect = painter.block(at, width, &view.checks_summary, TextStyle::small(), colors.text_secondary);
        if view.checks.is_empty() {
            painter.band_shape(pos2(column.left() + PAD + 5.0, bottom + 8.0), Band::Ok);
        }
        ui.hover_area(rect, "checks", Role::Label, &view.checks_summary);
        bottom = rect.bottom() + 4.0;
    }
    for (at, line) in view.derived.iter().enumerate() {
        let position = pos2(left_x, bottom);
        let rect = painter.block(position, width, line, TextStyle::small(), colors.text_secondary);
        ui.hover_area(rect, ("derived", at), Role::Label, line);
        bottom = rect.bottom() + 4.0;
    }
    let rect =
        Rect::from_min_max(pos2(column.left(), y + 6.0), pos2(column.right(), bottom) + vec2(0.0, 6.0));
    painter.set_box(background, rect, theme.tokens.radius.button, colors.sunken, Stroke::NONE);
    rect.bottom()
}
