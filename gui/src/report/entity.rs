//! The entity's fields on the page.

use egui::Rect;
use encours_core::app::screens::portfolio::view::entity::EntityLine;
use encours_core::app::screens::portfolio::view::portfolio::PortfolioView;
use encours_core::app::shell::app::App;
use encours_core::text::Messages;

use super::canvas::{PagePart, ReportTarget, wrap};
use super::fonts;
use super::page::{PaneNote, draw_block, draw_pane, row_rect, small_style};
use crate::theme::{FontWeight, Theme};

/// Draws the fields in the largest face in which all fit; long values wrap.
pub(super) fn draw(
    app: &App,
    look: &Theme,
    canvas: &mut impl ReportTarget,
    view: &PortfolioView,
    rect: Rect,
) {
    let words = Messages::new(app.cx.lang());
    let note = PaneNote::plain("", look.colors.text);
    let (inner, _) = draw_pane(look, canvas, rect, &words.get("entity-title"), note);
    let value = |line: &EntityLine| match line.note.as_str() {
        "" => line.value.to_string(),
        note => format!("{} ({note})", line.value),
    };
    let fields: Vec<(&str, String)> = view
        .entity
        .iter()
        .map(|line| (line.label.as_str(), value(line)))
        .collect();
    let laid = |size: f32| {
        let (face, strong) = (
            small_style(size, FontWeight::Regular),
            small_style(size, FontWeight::Medium),
        );
        let names = fields.iter().map(|(name, _)| fonts::text_width(name, face));
        let named = names.fold(0.0, f32::max).min(inner.width() * 0.5) + 1.0;
        let room = inner.width() - named - 8.0;
        let counts: Vec<usize> = fields
            .iter()
            .map(|(name, value)| wrap(name, face, named).len().max(wrap(value, strong, room).len()))
            .collect();
        (face, strong, named, counts)
    };
    let fits = |counts: &[usize], size: f32| {
        let rows = counts.iter().sum::<usize>() as f32;
        rows * size * 1.3 + counts.len() as f32 <= inner.height()
    };
    let sizes = [8.5_f32, 8.0, 7.5, 7.0];
    let size = sizes
        .into_iter()
        .find(|size| fits(&laid(*size).3, *size))
        .unwrap_or(6.5);
    let (face, strong, named, counts) = laid(size);
    let rows = counts.iter().sum::<usize>() as f32;
    // Distribute the remaining height between the fields.
    let apart = ((inner.height() - rows * size * 1.3) / counts.len().max(1) as f32).clamp(0.0, 4.0);
    let mut top = 0.0;
    for ((name, value), count) in fields.iter().zip(&counts) {
        let high = *count as f32 * size * 1.3;
        let place = row_rect(inner, top, high);
        canvas.begin(PagePart::Line);
        let left = place.with_max_x(place.left() + named);
        draw_block(canvas, left, name, face, look.colors.text_tertiary);
        let right = place.with_min_x(place.left() + named + 8.0);
        draw_block(canvas, right, value, strong, look.colors.text);
        canvas.end();
        top += high + apart;
    }
}
