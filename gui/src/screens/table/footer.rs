//! The footer of the table: row count, and sum or mean of each number with its coverage.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo};
use encours_core::app::deals::table::view::table::{self, FooterCell};
use encours_core::text::MessageArg;

use super::CHECKBOX_SPACE;
use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, TextStyle};
use crate::widgets::{Painter, TooltipExt};

/// Draws the footer. `shown` are the visible columns with their areas; scrolled ones go under the pinned column.
pub(super) fn show(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect, shown: &[(usize, Rect)], pinned: f32) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    pen.fill(rect, 0, ink.canvas);
    pen.horizontal_line(rect.x_range(), rect.top() + 0.5, ink.border_strong);
    let view = table::footer(pass.app);
    let count = rect
        .with_min_x(rect.left() + CHECKBOX_SPACE + 8.0)
        .with_max_x(pinned - 8.0);
    pen.text(
        count,
        Align::Min,
        &view.count,
        TextStyle::strong().with_weight(FontWeight::SemiBold),
        ink.text,
    );
    let mut spoken = vec![view.count.clone()];
    let told = shown.iter().filter(|(at, _)| *at > 0).filter_map(|(at, place)| {
        let cell = view.cells.get(*at)?;
        let place = Rect::from_x_y_ranges(place.left() + 3.0..=place.right() - 8.0, rect.y_range());
        (!(cell.mean.is_empty() && cell.sum.is_empty())).then_some((at, cell, place))
    });
    let told: Vec<_> = told.collect();
    let ways: Vec<_> = told
        .iter()
        .map(|(_, cell, place)| (text_forms(pass, cell), place.width()))
        .collect();
    let full = fitting_form(&ways, |words| pen.text_width(words, small_style()));
    for ((at, cell, place), (ways, _)) in told.into_iter().zip(&ways) {
        let whole = place
            .with_min_x(place.left() - 3.0)
            .with_max_x(place.right() + 8.0);
        let clip = whole.with_min_x(whole.left().max(pinned)).intersect(rect);
        let under = ways.get(full).or(ways.last()).map_or("", String::as_str);
        draw_aggregate(&pen.clipped(clip), place, cell, under);
        let response = ui.interact(clip, ui.scope_id().with(("foot", *at)), Sense::hover());
        let label = pass.app.table.table().columns[*at].label(pass.app.cx.lang(), true);
        let said = format!("{label} {}", a11y_text(pass, cell));
        if pass.is_uncovered() && response.hovered() {
            response.tooltip(&said);
        }
        spoken.push(said);
    }
    // The focused cell may be rounded, so the footer shows its exact value if there is space.
    let response = ui.interact(rect, ui.scope_id().with("foot"), Sense::hover());
    let spoken = spoken.join(" – ");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    if let Some(exact) = table::exact_focused(pass.app) {
        let free = shown.iter().find(|(at, _)| {
            *at > 0
                && view
                    .cells
                    .get(*at)
                    .is_none_or(|cell| cell.mean.is_empty() && cell.sum.is_empty())
        });
        let end = shown.iter().filter(|(at, _)| {
            view.cells
                .get(*at)
                .is_some_and(|cell| !cell.mean.is_empty() || !cell.sum.is_empty())
        });
        let end = end.map(|(_, place)| place.left()).fold(rect.right(), f32::min);
        if let Some((_, place)) = free {
            let room = rect.with_min_x(place.left() + 8.0).with_max_x(end - 8.0);
            pen.text(room, Align::Min, &exact, TextStyle::small(), ink.text_secondary);
        }
    }
}

/// Returns the accessible text of an aggregate.
fn a11y_text(pass: &FrameCtx<'_>, cell: &FooterCell) -> String {
    let (word, value) = if cell.sum.is_empty() {
        ("foot-mean", &cell.mean)
    } else {
        ("foot-sum", &cell.sum)
    };
    let told = [cell.covered.as_str(), &cell.out_of_range_text];
    let told: Vec<&str> = told.into_iter().filter(|part| !part.is_empty()).collect();
    let covered = if told.is_empty() {
        String::new()
    } else {
        format!(" ({})", told.join(", "))
    };
    format!("{} {value}{covered}", pass.message(word))
}

/// Draws an aggregate with its kind and coverage below.
fn draw_aggregate(pen: &Painter<'_>, rect: Rect, cell: &FooterCell, under: &str) {
    let ink = &pen.theme.colors;
    let value = if cell.sum.is_empty() {
        &cell.mean
    } else {
        &cell.sum
    };
    let strong = TextStyle::strong().with_weight(FontWeight::SemiBold);
    let line = rect.with_min_y(rect.top() + 3.0).with_max_y(rect.top() + 20.0);
    let told = pen.number(line, value, strong, ink.text);
    let place = rect.with_min_y(rect.top() + 19.0).with_max_y(rect.bottom() - 3.0);
    // Coverage without its value would be meaningless.
    if told.is_some() {
        pen.number(place, under, small_style(), ink.text_tertiary);
    }
}

fn small_style() -> TextStyle {
    TextStyle::label().with_weight(FontWeight::Regular)
}

/// Returns the texts for kind and coverage, the longest first. Shorter ones drop first the total, then the coverage;
/// the kind always stays, so that sum and mean are distinguishable.
fn text_forms(pass: &FrameCtx<'_>, cell: &FooterCell) -> Vec<String> {
    let sign = if cell.sum.is_empty() {
        pass.message("foot-mean-short").into_owned()
    } else {
        "Σ".to_owned()
    };
    let part = cell.covered.split('/').next().unwrap_or_default();
    if part.is_empty() {
        return vec![sign];
    }
    // A bare number beside the word for a mean would look like the mean itself.
    let over = |n: &str| pass.messages.with("foot-over", &[("n", MessageArg::from(n))]);
    vec![
        format!("{sign} {}", over(&cell.covered)),
        format!("{sign} {}", over(part)),
        sign,
    ]
}

/// Returns the longest form that fits in every column, as an index. All columns use the same form, and numbers are
/// never truncated.
fn fitting_form(cells: &[(Vec<String>, f32)], width: impl Fn(&str) -> f32) -> usize {
    let of = |(ways, room): &(Vec<String>, f32)| {
        let fits = ways.iter().position(|words| width(words) <= *room);
        fits.unwrap_or(ways.len() - 1)
    };
    cells
        .iter()
        .filter(|(ways, _)| ways.len() > 1)
        .map(of)
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_feet_of_all_columns_say_as_much_as_the_narrowest_has_room_for() {
        let ways = |n: u32| {
            vec![
                format!("mean over {n}/240"),
                format!("mean over {n}"),
                "mean".to_owned(),
            ]
        };
        let width = |words: &str| words.len() as f32;
        let age = (vec!["mean".to_owned()], 2.0);
        let wide = vec![(ways(145), 20.0), (ways(149), 17.0), age.clone()];
        assert_eq!(fitting_form(&wide, width), 0);
        let mixed = vec![(ways(145), 20.0), (ways(149), 13.0), age];
        assert_eq!(fitting_form(&mixed, width), 1);
        assert_eq!(
            fitting_form(&[(ways(145), 4.0)], width),
            2,
            "expected the shortest form if none fits"
        );
    }
}
