//! The foot of the table: how many rows, and under each number its sum or mean and what that covers.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo};
use encours_core::view::table::{self, FootCell};
use encours_core::view::text::Arg;

use super::CHECK;
use crate::pass::Pass;
use crate::theme::{Face, Weight};
use crate::widgets::{Pen, Tip};

/// Draws the foot. `shown` are the columns in sight and where they stand; what is scrolled lies under the pinned one.
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
    for (at, place) in shown {
        let Some(cell) = view.cells.get(*at) else { continue };
        if *at == 0 || (cell.mean.is_empty() && cell.sum.is_empty()) {
            continue;
        }
        let place = Rect::from_x_y_ranges(place.x_range(), rect.y_range());
        let clip = place.with_min_x(place.left().max(pinned)).intersect(rect);
        figure(
            &pen.within(clip),
            pass,
            place
                .with_min_x(place.left() + 3.0)
                .with_max_x(place.right() - 8.0),
            cell,
        );
        let response = ui.interact(clip, ui.scope_id().with(("foot", *at)), Sense::hover());
        let label = table::label(pass.app.lang(), pass.app.table().columns[*at], true);
        let said = format!("{label} {}", said(pass, cell));
        if pass.uncovered() && response.hovered() {
            response.tip(&said);
        }
        spoken.push(said);
    }
    // The focused cell shows a rounded number: the exact one stands where the foot has room.
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

/// What a figure is, in words.
fn said(pass: &Pass<'_>, cell: &FootCell) -> String {
    let (word, value) = if cell.sum.is_empty() {
        ("foot-mean", &cell.mean)
    } else {
        ("foot-sum", &cell.sum)
    };
    let covered = if cell.covered.is_empty() {
        String::new()
    } else {
        format!(" ({})", cell.covered)
    };
    format!("{} {value}{covered}", pass.word(word))
}

/// A figure over what it is and what it covers: the same two lines under every column. Where they have no room, what is
/// left out is the total that the count of rows says already; nothing is ever cut in the middle of a number.
fn figure(pen: &Pen<'_>, pass: &Pass<'_>, rect: Rect, cell: &FootCell) {
    let ink = &pen.look.ink;
    let (sign, value) = if cell.sum.is_empty() {
        (pass.word("foot-mean-short").into_owned(), &cell.mean)
    } else {
        ("Σ".to_owned(), &cell.sum)
    };
    let strong = Face::strong().weighing(Weight::SemiBold);
    let line = rect.with_min_y(rect.top() + 3.0).with_max_y(rect.top() + 20.0);
    pen.text(line, Align::Max, value, strong, ink.text);
    let face = Face::label().weighing(Weight::Regular);
    let part = cell.covered.split('/').next().unwrap_or_default();
    // A number beside the word for a mean would be read as the mean: it is said to be what it is taken over.
    let over = |n: &str| pass.words.with("foot-over", &[("n", Arg::from(n))]);
    let ways = if part.is_empty() {
        vec![sign]
    } else {
        vec![
            format!("{sign} {}", over(&cell.covered)),
            format!("{sign} {}", over(part)),
            over(part),
            sign,
        ]
    };
    let under = ways
        .iter()
        .find(|words| pen.width(words, face) <= rect.width())
        .or(ways.last())
        .map_or("", String::as_str);
    let place = rect.with_min_y(rect.top() + 19.0).with_max_y(rect.bottom() - 3.0);
    pen.text(place, Align::Max, under, face, ink.text_tertiary);
}
