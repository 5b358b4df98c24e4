//! The foot of the table: how many rows, and under each number its sum or mean and what that covers.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, vec2};
use encours_core::view::table::{self, FootCell};

use super::CHECK;
use crate::pass::Pass;
use crate::theme::{Face, Weight};
use crate::widgets::Pen;

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
        figure(&pen.within(clip), pass, place.shrink2(vec2(8.0, 0.0)), cell);
        let label = table::label(pass.app.lang(), pass.app.table().columns[*at], true);
        spoken.push(format!("{label} {}", said(pass, cell)));
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

fn figure(pen: &Pen<'_>, pass: &Pass<'_>, rect: Rect, cell: &FootCell) {
    let ink = &pen.look.ink;
    let value = if cell.sum.is_empty() {
        &cell.mean
    } else {
        &cell.sum
    };
    let sign = if cell.sum.is_empty() {
        pass.word("foot-mean-short").into_owned()
    } else {
        "Σ".to_owned()
    };
    let (strong, small) = (Face::strong().weighing(Weight::SemiBold), Face::small());
    // A figure never stands without its sign: where a line holds but one of them, the sign goes under it.
    let beside = pen.width(&sign, small) + 6.0 + pen.width(value, strong) <= rect.width();
    let under = match (beside, cell.covered.is_empty()) {
        (true, _) => cell.covered.clone(),
        (false, true) => sign.clone(),
        (false, false) => format!("{sign} {}", cell.covered),
    };
    let line = if under.is_empty() {
        rect
    } else {
        rect.with_min_y(rect.top() + 3.0).with_max_y(rect.top() + 20.0)
    };
    let text = pen.text(line, Align::Max, value, strong, ink.text);
    if beside {
        let room = line.with_max_x(text.left() - 6.0);
        pen.text(room, Align::Max, &sign, small, ink.text_tertiary);
    }
    if !under.is_empty() {
        let place = rect.with_min_y(rect.top() + 19.0).with_max_y(rect.bottom() - 3.0);
        pen.text(
            place,
            Align::Max,
            &under,
            Face::label().weighing(Weight::Regular),
            ink.text_tertiary,
        );
    }
}
