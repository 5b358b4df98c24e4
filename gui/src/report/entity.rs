//! The entity's fields on the page.

use crate::prelude::*;
use encours_core::app::screens::portfolio::view::entity::EntityLine;
use encours_core::app::screens::portfolio::view::portfolio::PortfolioView;

use super::canvas::{Canvas, PagePart, wrap};
use super::fonts;
use super::page::{PaneNote, draw_block, draw_pane, row_rect, small_style};

/// Draws the fields in the largest face in which all fit; long values wrap.
pub(super) fn draw(app: &App, theme: &Theme, canvas: &mut impl Canvas, view: &PortfolioView, rect: Rect) {
    let messages = Messages::new(app.cx.lang());
    let note = PaneNote::plain("", theme.colors.text);
    let (inner, _) = draw_pane(theme, canvas, rect, &messages.get("entity-title"), note);
    let value = |line: &EntityLine| match line.note.as_str() {
        "" => line.value.to_string(),
        note => format!("{} ({note})", line.value),
    };
    let fields: Vec<(&str, String)> =
        view.entity.iter().map(|line| (line.label.as_str(), value(line))).collect();
    let layout = |size: f32| {
        let (style, strong) = (small_style(size, FontWeight::Regular), small_style(size, FontWeight::Medium));
        let names = fields.iter().map(|(name, _)| fonts::text_width(name, style));
        let name_width = names.fold(0.0, f32::max).min(inner.width() * 0.5) + 1.0;
        let available = inner.width() - name_width - 8.0;
        let counts: Vec<usize> = fields
            .iter()
            .map(|(name, value)| {
                wrap(name, style, name_width).len().max(wrap(value, strong, available).len())
            })
            .collect();
        (style, strong, name_width, counts)
    };
    let fits = |counts: &[usize], size: f32| {
        let rows = counts.iter().sum::<usize>() as f32;
        rows * size * 1.3 + counts.len() as f32 <= inner.height()
    };
    let sizes = [8.5_f32, 8.0, 7.5, 7.0];
    let size = sizes.into_iter().find(|size| fits(&layout(*size).3, *size)).unwrap_or(6.5);
    let (style, strong, name_width, counts) = layout(size);
    let rows = counts.iter().sum::<usize>() as f32;
    // Distribute the remaining height between the fields.
    let gap = ((inner.height() - rows * size * 1.3) / counts.len().max(1) as f32).clamp(0.0, 4.0);
    let mut top = 0.0;
    for ((name, value), count) in fields.iter().zip(&counts) {
        let field_height = *count as f32 * size * 1.3;
        let area = row_rect(inner, top, field_height);
        canvas.begin(PagePart::Line);
        let label_rect = area.with_max_x(area.left() + name_width);
        draw_block(canvas, label_rect, name, style, theme.colors.text_tertiary);
        let right = area.after(name_width + 8.0);
        draw_block(canvas, right, value, strong, theme.colors.text);
        canvas.end();
        top += field_height + gap;
    }
}
