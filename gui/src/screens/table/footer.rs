//! The footer of the table: row count, and sum or mean of each number with its coverage.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo};
use encours_core::app::deals::table::view::table::{self, FootCell};
use encours_core::text::Arg;

use super::CHECK;
use crate::frame_ctx::Pass;
use crate::theme::{Face, Weight};
use crate::widgets::{Pen, Tip};

/// Draws the footer. `shown` are the visible columns with their areas; scrolled ones go under the pinned column.
pub(super) fn show(ui: &Ui, pass: &Pass<'_>, rect: Rect, shown: &[(usize, Rect)], pinned: f32) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    pen.fill(rect, 0, ink.canvas);
    pen.rule(rect.x_range(), rect.top() + 0.5, ink.border_strong);
    let view = table::foot(pass.app);
    let count = rect
        .with_min_x(rect.left() + CHECK + 8.0)
        .with_max_x(pinned - 8.0);
    pen.text(
        count,
        Align::Min,
        &view.count,
        Face::strong().weighing(Weight::SemiBold),
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
        .map(|(_, cell, place)| (ways(pass, cell), place.width()))
        .collect();
    let full = fullness(&ways, |words| pen.width(words, small()));
    for ((at, cell, place), (ways, _)) in told.into_iter().zip(&ways) {
        let whole = place
            .with_min_x(place.left() - 3.0)
            .with_max_x(place.right() + 8.0);
        let clip = whole.with_min_x(whole.left().max(pinned)).intersect(rect);
        let under = ways.get(full).or(ways.last()).map_or("", String::as_str);
        figure(&pen.within(clip), place, cell, under);
        let response = ui.interact(clip, ui.scope_id().with(("foot", *at)), Sense::hover());
        let label = pass.app.table.table().columns[*at].label(pass.app.cx.lang(), true);
        let said = format!("{label} {}", said(pass, cell));
        if pass.uncovered() && response.hovered() {
            response.tip(&said);
        }
        spoken.push(said);
    }
    // The focused cell may be rounded, so the footer shows its exact value if there is space.
    let response = ui.interact(rect, ui.scope_id().with("foot"), Sense::hover());
    let spoken = spoken.join(" – ");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    if let Some(exact) = table::exact(pass.app) {
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
            pen.text(room, Align::Min, &exact, Face::small(), ink.text_secondary);
        }
    }
}

/// Returns the accessible text of an aggregate.
fn said(pass: &Pass<'_>, cell: &FootCell) -> String {
    let (word, value) = if cell.sum.is_empty() {
        ("foot-mean", &cell.mean)
    } else {
        ("foot-sum", &cell.sum)
    };
    let told = [cell.covered.as_str(), &cell.outside_said];
    let told: Vec<&str> = told.into_iter().filter(|part| !part.is_empty()).collect();
    let covered = if told.is_empty() {
        String::new()
    } else {
        format!(" ({})", told.join(", "))
    };
    format!("{} {value}{covered}", pass.word(word))
}

/// Draws an aggregate with its kind and coverage below.
fn figure(pen: &Pen<'_>, rect: Rect, cell: &FootCell, under: &str) {
    let ink = &pen.look.ink;
    let value = if cell.sum.is_empty() {
        &cell.mean
    } else {
        &cell.sum
    };
    let strong = Face::strong().weighing(Weight::SemiBold);
    let line = rect.with_min_y(rect.top() + 3.0).with_max_y(rect.top() + 20.0);
    let told = pen.figure(line, value, strong, ink.text);
    let place = rect.with_min_y(rect.top() + 19.0).with_max_y(rect.bottom() - 3.0);
    // Coverage without its value would be meaningless.
    if told.is_some() {
        pen.figure(place, under, small(), ink.text_tertiary);
    }
}

fn small() -> Face {
    Face::label().weighing(Weight::Regular)
}

/// Returns the texts for kind and coverage, the longest first. Shorter ones drop first the total, then the coverage;
/// the kind always stays, so that sum and mean are distinguishable.
fn ways(pass: &Pass<'_>, cell: &FootCell) -> Vec<String> {
    let sign = if cell.sum.is_empty() {
        pass.word("foot-mean-short").into_owned()
    } else {
        "Σ".to_owned()
    };
    let part = cell.covered.split('/').next().unwrap_or_default();
    if part.is_empty() {
        return vec![sign];
    }
    // A bare number beside the word for a mean would look like the mean itself.
    let over = |n: &str| pass.words.with("foot-over", &[("n", Arg::from(n))]);
    vec![
        format!("{sign} {}", over(&cell.covered)),
        format!("{sign} {}", over(part)),
        sign,
    ]
}

/// Returns the longest form that fits in every column, as an index. All columns use the same form, and numbers are
/// never truncated.
fn fullness(cells: &[(Vec<String>, f32)], width: impl Fn(&str) -> f32) -> usize {
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
        assert_eq!(fullness(&wide, width), 0);
        let mixed = vec![(ways(145), 20.0), (ways(149), 13.0), age];
        assert_eq!(fullness(&mixed, width), 1);
        assert_eq!(
            fullness(&[(ways(145), 4.0)], width),
            2,
            "expected the shortest form if none fits"
        );
    }
}
