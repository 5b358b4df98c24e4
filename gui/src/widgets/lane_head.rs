//! The head of a column: ring, name, exact count; share and covered sum; the share as a line. And the folded column.

use std::f32::consts::FRAC_PI_2;

use egui::epaint::TextShape;
use egui::{Align, Color32, Rect, Stroke, StrokeKind, pos2, vec2};
use encours_core::view::board::ColumnHead;

use super::Pen;
use crate::theme::{Face, Weight};

const PAD: f32 = 10.0;

/// Whether heads of a width say their share beside their sum: all of them or none, for they are read beside each other.
/// Where one has no room for both, what the sum covers is said: the line under it is the share.
pub fn say_share(pen: &Pen<'_>, heads: &[ColumnHead], width: f32) -> bool {
    let wide = |text: &str| pen.width(text, small());
    let mut open = heads.iter().filter(|head| !head.folded);
    open.all(|head| {
        let room = width - 2.0 * PAD - wide(&head.share) - 8.0;
        head.sum.as_deref().is_none_or(|sum| wide(sum) <= room)
    })
}

fn small() -> Face {
    Face::label().weighing(Weight::Regular)
}

/// Paints a head into its rectangle. `becoming` is the count there will be once the drag ends, if one hovers; `share`,
/// whether it says its share in words.
pub fn paint(pen: &Pen<'_>, rect: Rect, head: &ColumnHead, becoming: Option<&str>, share: bool) {
    let (ink, size) = (&pen.look.ink, &pen.look.tokens.size);
    let inner = rect.shrink2(vec2(PAD, 0.0));
    let first = Rect::from_min_size(pos2(inner.left(), rect.top() + 10.0), vec2(inner.width(), 18.0));
    let left = count(pen, first, head, becoming);
    let ring = size.icon_small;
    pen.status(
        pos2(inner.left() + ring / 2.0, first.center().y),
        &head.status,
        ink.text_secondary,
    );
    let name = Rect::from_x_y_ranges(inner.left() + ring + 6.0..=left - 8.0, first.y_range());
    // The whole name where it fits, else the short one, and only then an ellipsis.
    let fits = pen.width(&head.label, Face::column()) <= name.width();
    pen.text(
        name,
        Align::Min,
        if fits { &head.label } else { &head.short },
        Face::column(),
        ink.text,
    );

    let second = Rect::from_min_size(pos2(inner.left(), rect.top() + 31.0), vec2(inner.width(), 14.0));
    let small = small();
    // What the sum covers is said whole, in fewer words if need be.
    let wide = |text: &str| pen.width(text, small);
    let ways = || head.sum.iter().chain(&head.sum_short);
    if share {
        pen.text(second, Align::Min, &head.share, small, ink.text_tertiary);
    }
    if let Some(sum) = ways()
        .find(|sum| wide(sum) <= second.width())
        .or_else(|| ways().next_back())
    {
        pen.text(second, Align::Max, sum, small, ink.text_tertiary);
    }
    let track = Rect::from_min_size(pos2(inner.left(), rect.top() + 50.0), vec2(inner.width(), 2.0));
    pen.fill(track, 1, ink.share_track);
    let filled = track.width() * head.fraction.clamp(0.0, 1.0);
    pen.fill(
        Rect::from_min_size(track.min, vec2(filled, 2.0)),
        1,
        ink.text_secondary,
    );
}

fn count(pen: &Pen<'_>, row: Rect, head: &ColumnHead, becoming: Option<&str>) -> f32 {
    let ink = &pen.look.ink;
    if let Some(becoming) = becoming {
        let after = pen.text(row, Align::Max, becoming, Face::column(), ink.text);
        let row = row.with_max_x(after.left() - 4.0);
        return pen
            .text(
                row,
                Align::Max,
                &format!("{} →", head.count),
                Face::body(),
                ink.text_tertiary,
            )
            .left();
    }
    // Under a filter, what is shown is in ink and what there is in the third level.
    match head.count.split_once(" / ") {
        Some((shown, all)) => {
            let all = pen.text(
                row,
                Align::Max,
                &format!("/ {all}"),
                Face::body(),
                ink.text_tertiary,
            );
            pen.text(
                row.with_max_x(all.left() - 4.0),
                Align::Max,
                shown,
                Face::column(),
                ink.text,
            )
            .left()
        }
        None => pen
            .text(row, Align::Max, &head.count, Face::column(), ink.text)
            .left(),
    }
}

/// Paints a folded column: ring, count, and the name along it.
pub fn paint_rail(pen: &Pen<'_>, rect: Rect, head: &ColumnHead, color: Color32) {
    let ink = &pen.look.ink;
    pen.status(
        pos2(rect.center().x, rect.top() + 19.0),
        &head.status,
        ink.text_secondary,
    );
    let count = Rect::from_center_size(
        pos2(rect.center().x, rect.top() + 43.0),
        vec2(rect.width() - 4.0, 18.0),
    );
    let whole = head
        .count
        .split_once(" / ")
        .map_or(head.count.as_str(), |(shown, _)| shown);
    // Half a number is another number: where it has no room it is told in thousands, and whole in the tip.
    let fits = pen.width(whole, Face::column()) <= count.width();
    let told = if fits { whole } else { &head.count_short };
    pen.text(count, Align::Center, told, Face::column(), ink.text);
    let room = (rect.height() - 76.0).max(0.0);
    let galley = pen.line(&head.label, Face::strong(), color, room);
    let size = galley.size();
    // Turned a quarter to the left, the text starts at its lower end.
    let at = pos2(rect.center().x - size.y / 2.0, rect.top() + 62.0 + size.x);
    pen.painter
        .add(TextShape::new(at, galley, color).with_angle(-FRAC_PI_2));
}

/// Paints the ground of a column; `target` where what is dragged would fall into it.
pub fn ground(pen: &Pen<'_>, rect: Rect, target: bool) {
    let (look, ink) = (pen.look, &pen.look.ink);
    // Columns run under the lower edge: their lower corners are never seen.
    let under = rect.with_max_y(rect.bottom() + f32::from(look.tokens.radius.lane) + 2.0);
    let radius = look.tokens.radius.lane;
    if target {
        pen.fill(under, radius, ink.accent_soft);
        let line = Stroke::new(look.tokens.stroke.ring, ink.accent);
        pen.painter.rect_stroke(under, radius, line, StrokeKind::Inside);
    } else {
        let edge = if look.edges() {
            look.hairline(ink.border)
        } else {
            Stroke::NONE
        };
        pen.boxed(under, radius, ink.sunken, edge);
    }
}

#[cfg(test)]
mod tests {
    use encours_core::view::tokens::Theme;

    use super::*;
    use crate::theme::Look;

    fn head(sum: &str) -> ColumnHead {
        ColumnHead {
            status: "ic".into(),
            label: "Investment committee".into(),
            short: "Committee".into(),
            count: "14".into(),
            count_short: "14".into(),
            total: 14,
            cards: 14,
            share: "6%".into(),
            fraction: 0.06,
            sum: Some(sum.into()),
            sum_short: Vec::new(),
            focused: false,
            folded: false,
            empty: false,
            partial: false,
        }
    }

    #[test]
    fn all_heads_say_their_share_or_none_does() {
        let look = Look::new(Theme::Light);
        let ctx = egui::Context::default();
        look.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let pen = Pen::new(ui.painter(), &look);
            let (short, long) = (head("Principal 60.1m"), head("Principal 123.9m · 120 of 124"));
            let room = 2.0 * PAD + 12.0 + pen.width("Principal 60.1m6%", small());
            let folded = ColumnHead {
                folded: true,
                ..long.clone()
            };
            assert!(say_share(&pen, &[short.clone(), short.clone()], room));
            assert!(!say_share(&pen, &[short.clone(), long], room));
            assert!(
                say_share(&pen, &[short, folded], room),
                "a folded one has no second line"
            );
        });
        output.textures_delta.clear();
    }
}
