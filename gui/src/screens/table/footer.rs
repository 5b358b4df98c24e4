//! The footer of the table: row count, and sum or mean of each number with its coverage.

use crate::prelude::*;
use encours_core::app::deals::table::view::table::{self, FooterCell};

use super::CHECKBOX_SPACE;

/// Draws the footer. `visible` are the visible columns with their areas; scrolled ones go under the pinned column.
pub(super) fn show(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect, visible: &[(usize, Rect)], pinned: f32) {
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.fill(rect, 0, colors.canvas);
    painter.horizontal_line(rect.x_range(), rect.top() + 0.5, colors.border_strong);
    let view = table::footer(frame.app);
    let count = rect.after(CHECKBOX_SPACE + 8.0).with_max_x(pinned - 8.0);
    painter.left(count, &view.count, TextStyle::strong().with_weight(FontWeight::SemiBold), colors.text);
    let mut label_text = vec![view.count.clone()];
    let visible_cells = visible.iter().filter(|(at, _)| *at > 0).filter_map(|(at, cell_rect)| {
        let cell = view.cells.get(*at)?;
        let cell_rect =
            Rect::from_x_y_ranges(cell_rect.left() + 3.0..=cell_rect.right() - 8.0, rect.y_range());
        (!(cell.mean.is_empty() && cell.sum.is_empty())).then_some((at, cell, cell_rect))
    });
    let visible_cells: Vec<_> = visible_cells.collect();
    let forms: Vec<_> = visible_cells
        .iter()
        .map(|(_, cell, cell_rect)| (text_forms(frame, cell), cell_rect.width()))
        .collect();
    let full = fitting_form(&forms, |form| painter.text_width(form, small_style()));
    for ((at, cell, cell_rect), (forms, _)) in visible_cells.into_iter().zip(&forms) {
        let full_rect = cell_rect.with_min_x(cell_rect.left() - 3.0).with_max_x(cell_rect.right() + 8.0);
        let clip = full_rect.with_min_x(full_rect.left().max(pinned)).intersect(rect);
        let detail = forms.get(full).or(forms.last()).map_or("", String::as_str);
        draw_aggregate(&painter.clipped(clip), cell_rect, cell, detail);
        let response = ui.interact(clip, ui.scope_id().with(("foot", *at)), Sense::hover());
        let label = frame.app.table.columns[*at].label(frame.app.cx.lang(), true);
        let full_text = format!("{label} {}", a11y_text(frame, cell));
        if frame.is_uncovered() && response.hovered() {
            response.tooltip(&full_text);
        }
        label_text.push(full_text);
    }
    // The focused cell may be rounded, so the footer shows its exact value if there is space.
    let label_text = label_text.join(" – ");
    ui.describe(rect, "foot", Role::Label, &label_text);
    if let Some(exact) = table::exact_focused(frame.app) {
        let free = visible.iter().find(|(at, _)| {
            *at > 0 && view.cells.get(*at).is_none_or(|cell| cell.mean.is_empty() && cell.sum.is_empty())
        });
        let end = visible.iter().filter(|(at, _)| {
            view.cells.get(*at).is_some_and(|cell| !cell.mean.is_empty() || !cell.sum.is_empty())
        });
        let end = end.map(|(_, cell_rect)| cell_rect.left()).fold(rect.right(), f32::min);
        if let Some((_, cell_rect)) = free {
            let space = rect.with_min_x(cell_rect.left() + 8.0).with_max_x(end - 8.0);
            painter.left(space, &exact, TextStyle::small(), colors.text_secondary);
        }
    }
}

/// Returns the accessible text of an aggregate.
fn a11y_text(frame: &FrameCtx<'_>, cell: &FooterCell) -> String {
    let (kind, value) = if cell.sum.is_empty() { ("foot-mean", &cell.mean) } else { ("foot-sum", &cell.sum) };
    let detail_texts = [cell.covered.as_str(), &cell.out_of_range_text];
    let detail_texts: Vec<&str> = detail_texts.into_iter().filter(|part| !part.is_empty()).collect();
    let covered =
        if detail_texts.is_empty() { String::new() } else { format!(" ({})", detail_texts.join(", ")) };
    format!("{} {value}{covered}", frame.message(kind))
}

/// Draws an aggregate with its kind and coverage below.
fn draw_aggregate(painter: &Painter<'_>, rect: Rect, cell: &FooterCell, detail: &str) {
    let colors = &painter.theme.colors;
    let value = if cell.sum.is_empty() { &cell.mean } else { &cell.sum };
    let strong = TextStyle::strong().with_weight(FontWeight::SemiBold);
    let line = rect.below(3.0).with_max_y(rect.top() + 20.0);
    let value_rect = painter.number(line, value, strong, colors.text);
    let detail_rect = rect.below(19.0).with_max_y(rect.bottom() - 3.0);
    // Coverage without its value would be meaningless.
    if value_rect.is_some() {
        painter.number(detail_rect, detail, small_style(), colors.text_tertiary);
    }
}

fn small_style() -> TextStyle {
    TextStyle::label().with_weight(FontWeight::Regular)
}

/// Returns the texts for kind and coverage, the longest first. Shorter ones drop first the total, then the coverage;
/// the kind always stays, so that sum and mean are distinguishable.
fn text_forms(frame: &FrameCtx<'_>, cell: &FooterCell) -> Vec<String> {
    let sum_sign =
        if cell.sum.is_empty() { frame.message("foot-mean-short").into_owned() } else { "Σ".to_owned() };
    let part = cell.covered.split('/').next().unwrap_or_default();
    if part.is_empty() {
        return vec![sum_sign];
    }
    // A bare number beside the word for a mean would look like the mean itself.
    let partial_text = |n: &str| frame.messages.with("foot-over", &[("n", MessageArg::from(n))]);
    vec![
        format!("{sum_sign} {}", partial_text(&cell.covered)),
        format!("{sum_sign} {}", partial_text(part)),
        sum_sign,
    ]
}

/// Returns the longest form that fits in every column, as an index. All columns use the same form, and numbers are
/// never truncated.
fn fitting_form(cells: &[(Vec<String>, f32)], width: impl Fn(&str) -> f32) -> usize {
    let fitting = |(forms, available): &(Vec<String>, f32)| {
        let fits = forms.iter().position(|form| width(form) <= *available);
        fits.unwrap_or(forms.len() - 1)
    };
    cells.iter().filter(|(forms, _)| forms.len() > 1).map(fitting).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_footers_use_the_longest_form_fitting_every_column() {
        let forms = |n: u32| vec![format!("mean over {n}/240"), format!("mean over {n}"), "mean".to_owned()];
        let width = |text: &str| text.len() as f32;
        let age = (vec!["mean".to_owned()], 2.0);
        let wide_columns = vec![(forms(145), 20.0), (forms(149), 17.0), age.clone()];
        assert_eq!(fitting_form(&wide_columns, width), 0);
        let mixed = vec![(forms(145), 20.0), (forms(149), 13.0), age];
        assert_eq!(fitting_form(&mixed, width), 1);
        assert_eq!(fitting_form(&[(forms(145), 4.0)], width), 2, "expected the shortest form if none fits");
    }
}
