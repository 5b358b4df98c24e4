//! The header of a column, and the folded column.
//!
//! A header shows icon, name and count; below, share and metric; and the share as a bar.

use std::f32::consts::FRAC_PI_2;

use egui::epaint::TextShape;
use egui::{Align, Color32, Rect, Stroke, StrokeKind, pos2, vec2};
use encours_core::app::deals::board::view::head::ColumnHeader;

use super::Painter;
use crate::theme::{FontWeight, TextStyle, Theme};

const PAD: f32 = 10.0;

/// Height of a header with reduced line spacing.
pub const COMPACT_HEIGHT: f32 = 46.0;

/// Content of a header's second line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecondLine {
    /// The share and the metric in its form with this index; all headers use the same form.
    ShareAndMetric(usize),
    /// The metric alone, in the longest form that fits; the bar below shows the share.
    #[default]
    MetricOnly,
}

/// Returns the content of the second line for headers of a width. Share and metric must both fit in every header, with
/// the exact coverage. A coverage as a percentage would be confused with the share.
pub fn second_line(pen: &Painter<'_>, heads: &[ColumnHeader], width: f32) -> SecondLine {
    let wide = |text: &str| pen.text_width(text, small_style());
    let fits = |way: usize| {
        heads.iter().filter(|head| !head.folded).all(|head| {
            let room = width - 2.0 * PAD - wide(&head.share) - METRIC_GAP;
            head.metric.full.is_none()
                || metric_forms(head)
                    .nth(way)
                    .is_some_and(|figure| wide(figure) <= room)
        })
    };
    EXACT_FORMS
        .into_iter()
        .find(|way| fits(*way))
        .map_or(SecondLine::MetricOnly, SecondLine::ShareAndMetric)
}

/// Indices of the metric's forms with exact coverage: with name in words, with name as a fraction, and without name.
/// The other forms use percentages.
const EXACT_FORMS: [usize; 3] = [0, 1, 3];
/// Gap between share and metric.
const METRIC_GAP: f32 = 8.0;

/// Returns the forms of a metric, from the longest to the shortest.
fn metric_forms(head: &ColumnHeader) -> impl DoubleEndedIterator<Item = &String> {
    head.metric.full.iter().chain(&head.metric.short)
}

fn small_style() -> TextStyle {
    TextStyle::label().with_weight(FontWeight::Regular)
}

/// Paints a header into its area. `becoming` is the count after a drop, during a drag over the column. Returns the area
/// of its metric, if shown.
pub fn paint(
    pen: &Painter<'_>,
    rect: Rect,
    head: &ColumnHeader,
    becoming: Option<&str>,
    says: SecondLine,
) -> Option<Rect> {
    let (ink, size) = (&pen.theme.colors, &pen.theme.tokens.size);
    let inner = rect.shrink2(vec2(PAD, 0.0));
    let [first, second, track] = line_offsets(rect.height() < size.lane_head);
    let first = Rect::from_min_size(pos2(inner.left(), rect.top() + first), vec2(inner.width(), 18.0));
    let left = draw_count(pen, first, head, becoming);
    let ring = size.icon_small;
    pen.status_ring(
        pos2(inner.left() + ring / 2.0, first.center().y),
        &head.status,
        ink.text_secondary,
    );
    let name = Rect::from_x_y_ranges(inner.left() + ring + 6.0..=left - 8.0, first.y_range());
    // Use the full name if it fits, else the short one, truncated only if needed.
    let fits = pen.text_width(&head.label, TextStyle::column()) <= name.width();
    pen.text(
        name,
        Align::Min,
        if fits { &head.label } else { &head.short },
        TextStyle::column(),
        ink.text,
    );

    let second = Rect::from_min_size(pos2(inner.left(), rect.top() + second), vec2(inner.width(), 14.0));
    let small = small_style();
    // The coverage is never truncated; shorter forms are used instead.
    let wide = |text: &str| pen.text_width(text, small);
    let sum = match says {
        SecondLine::ShareAndMetric(way) => {
            pen.text(second, Align::Min, &head.share, small, ink.text_tertiary);
            metric_forms(head).nth(way)
        }
        SecondLine::MetricOnly => metric_forms(head)
            .find(|sum| wide(sum) <= second.width())
            .or_else(|| metric_forms(head).next_back()),
    };
    let figure = sum.map(|sum| pen.text(second, Align::Max, sum, small, ink.text_tertiary));
    let track = Rect::from_min_size(pos2(inner.left(), rect.top() + track), vec2(inner.width(), 2.0));
    pen.fill(track, 1, ink.share_track);
    let filled = track.width() * head.fraction.clamp(0.0, 1.0);
    pen.fill(
        Rect::from_min_size(track.min, vec2(filled, 2.0)),
        1,
        ink.text_secondary,
    );
    figure
}

/// Returns the offsets of the two lines and the bar from the top.
fn line_offsets(close: bool) -> [f32; 3] {
    if close {
        [4.0, 22.0, 39.0]
    } else {
        [10.0, 31.0, 50.0]
    }
}

/// Returns the vertical centre of the icon's line for a header height.
#[must_use]
pub fn icon_center_y(height: f32, size: f32) -> f32 {
    line_offsets(height < size)[0] + 9.0
}

fn draw_count(pen: &Painter<'_>, row: Rect, head: &ColumnHeader, becoming: Option<&str>) -> f32 {
    let ink = &pen.theme.colors;
    if let Some(becoming) = becoming {
        let after = pen.text(row, Align::Max, becoming, TextStyle::column(), ink.text);
        let row = row.with_max_x(after.left() - 4.0);
        return pen
            .text(
                row,
                Align::Max,
                &format!("{} →", head.count),
                TextStyle::body(),
                ink.text_tertiary,
            )
            .left();
    }
    // With a filter, the visible count is emphasised and the total is in the tertiary colour.
    match head.count.split_once(" / ") {
        Some((shown, all)) => {
            let all = pen.text(
                row,
                Align::Max,
                &format!("/ {all}"),
                TextStyle::body(),
                ink.text_tertiary,
            );
            pen.text(
                row.with_max_x(all.left() - 4.0),
                Align::Max,
                shown,
                TextStyle::column(),
                ink.text,
            )
            .left()
        }
        None => pen
            .text(row, Align::Max, &head.count, TextStyle::column(), ink.text)
            .left(),
    }
}

/// Paints a folded column: icon, count, and vertical name. `becoming` is the count after a drop, drawn below the
/// current one.
pub fn paint_rail(
    pen: &Painter<'_>,
    rect: Rect,
    head: &ColumnHeader,
    becoming: Option<&str>,
    color: Color32,
) {
    let ink = &pen.theme.colors;
    pen.status_ring(
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
    // Never truncate the count: use a smaller font or, if needed, write it vertically with the name.
    let faces = [
        TextStyle::column(),
        TextStyle::small().with_weight(FontWeight::SemiBold),
        TextStyle::label(),
    ];
    let fits = |text: &str| {
        let fits = |face: &TextStyle| pen.text_width(text, *face) <= count.width();
        faces.into_iter().find(fits)
    };
    let then = becoming.map(|then| format!("→ {then}"));
    let both = then.as_deref().filter(|then| fits(then).is_some());
    let end = match (fits(whole), both) {
        (Some(face), Some(then)) => {
            pen.text(count, Align::Center, whole, face, ink.text_tertiary);
            let under = count.translate(vec2(0.0, 18.0));
            let face = fits(then).unwrap_or_else(TextStyle::label);
            pen.text(under, Align::Center, then, face, ink.text);
            rect.top() + 80.0
        }
        (Some(face), None) if then.is_none() => {
            pen.text(count, Align::Center, whole, face, ink.text);
            rect.top() + 62.0
        }
        _ => {
            let said = then.map_or_else(|| whole.to_owned(), |then| format!("{whole} {then}"));
            paint_rotated(
                pen,
                rect,
                rect.top() + 34.0,
                (&said, TextStyle::column(), ink.text),
            ) + 12.0
        }
    };
    paint_rotated(pen, rect, end, (&head.label, TextStyle::strong(), color));
}

/// Paints a text rotated by 90° to the left, starting at `top`. Returns its bottom edge.
fn paint_rotated(
    pen: &Painter<'_>,
    rect: Rect,
    top: f32,
    (text, face, color): (&str, TextStyle, Color32),
) -> f32 {
    let room = (rect.bottom() - 14.0 - top).max(0.0);
    let galley = pen.layout_line(text, face, color, room);
    let size = galley.size();
    // The rotated text starts at its lower end.
    let at = pos2(rect.center().x - size.y / 2.0, top + size.x);
    pen.inner
        .add(TextShape::new(at, galley, color).with_angle(-FRAC_PI_2));
    top + size.x
}

/// Paints the background of a column; `target` highlights a drop target.
pub fn paint_background(pen: &Painter<'_>, rect: Rect, target: bool) {
    let (look, ink) = (pen.theme, &pen.theme.colors);
    // Columns extend below the visible area, so their lower corners are hidden.
    let under = rect.with_max_y(rect.bottom() + f32::from(look.tokens.radius.lane) + 2.0);
    let radius = look.tokens.radius.lane;
    if target {
        pen.fill(under, radius, ink.accent_soft);
        let line = Stroke::new(look.tokens.stroke.ring, ink.accent);
        pen.inner.rect_stroke(under, radius, line, StrokeKind::Inside);
    } else {
        pen.bordered_box(under, radius, ink.sunken, border_stroke(look));
    }
}

/// Returns the border of columns, headers and cells, which only high contrast needs.
pub fn border_stroke(look: &Theme) -> Stroke {
    if look.has_borders() {
        look.hairline(look.colors.border)
    } else {
        Stroke::NONE
    }
}

#[cfg(test)]
mod tests {
    use encours_core::app::deals::board::view::metric::MetricText;
    use encours_core::theme::WindowTheme;

    use super::super::text_probe::{painted_texts, text_rect};
    use super::*;

    fn column_header(sum: &str) -> ColumnHeader {
        ColumnHeader {
            status: "ic".into(),
            label: "Investment committee".into(),
            short: "Committee".into(),
            count: "14".into(),
            total: 14,
            cards: 14,
            share: "6%".into(),
            fraction: 0.06,
            metric: MetricText {
                full: Some(sum.into()),
                ..MetricText::default()
            },
            focused: false,
            folded: false,
            empty: false,
            partial: false,
        }
    }

    fn header_with_metric(full: &str, short: [&str; 4]) -> ColumnHeader {
        let mut head = column_header(full);
        head.metric.short = short.map(str::to_owned).to_vec();
        head
    }

    #[test]
    fn all_heads_say_their_share_and_shorten_their_sums_alike_before_it_goes() {
        let look = Theme::new(WindowTheme::Light);
        let ctx = egui::Context::default();
        look.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let pen = Painter::new(ui.painter(), &look);
            let short = header_with_metric(
                "Principal 60.1m · 9 of 12",
                [
                    "Principal 60.1m · 9/12",
                    "Principal 60.1m · 75%",
                    "60.1m · 9/12",
                    "60.1m · 75%",
                ],
            );
            let long = header_with_metric(
                "Principal 9.3bn · 3,756 of 25,000",
                [
                    "Principal 9.3bn · 3,756/25,000",
                    "Principal 9.3bn · 15%",
                    "9.3bn · 3,756/25,000",
                    "9.3bn · 15%",
                ],
            );
            let room =
                |sum: &str| 2.0 * PAD + METRIC_GAP + 1.0 + pen.text_width(&format!("{sum}6%"), small_style());
            let both = [short.clone(), long.clone()];
            let all = room("Principal 9.3bn · 3,756 of 25,000");
            assert_eq!(second_line(&pen, &both, all), SecondLine::ShareAndMetric(0));
            // The words of the coverage are dropped before the name.
            let named = room("Principal 9.3bn · 3,756/25,000");
            assert_eq!(second_line(&pen, &both, all - 2.0), SecondLine::ShareAndMetric(1));
            assert_eq!(second_line(&pen, &both, named), SecondLine::ShareAndMetric(1));
            // One header has no space for the name, so none shows it.
            assert_eq!(
                second_line(&pen, &both, named - 2.0),
                SecondLine::ShareAndMetric(3)
            );
            let least = room("9.3bn · 3,756/25,000");
            assert_eq!(second_line(&pen, &both, least), SecondLine::ShareAndMetric(3));
            assert_eq!(second_line(&pen, &both, least - 2.0), SecondLine::MetricOnly);
            let folded = ColumnHeader {
                folded: true,
                ..long.clone()
            };
            assert_eq!(
                second_line(&pen, &[short, folded], all),
                SecondLine::ShareAndMetric(0),
                "a folded column must not count"
            );
            let none = ColumnHeader {
                metric: MetricText::default(),
                ..column_header("")
            };
            assert_eq!(
                second_line(&pen, &[none], room("")),
                SecondLine::ShareAndMetric(0)
            );
        });
        output.textures_delta.clear();
    }

    #[test]
    fn a_folded_column_tells_its_count_whole_however_long() {
        for (count, told) in [
            ("14", "14"),
            ("2,000", "2,000"),
            ("20\u{a0}000", "20\u{a0}000"),
            ("1,234,567 / 2,000,000", "1,234,567"),
        ] {
            let mut rail = Rect::NOTHING;
            let texts = painted_texts(|pen| {
                rail = Rect::from_min_size(pos2(0.0, 0.0), vec2(pen.theme.tokens.size.lane_rail, 400.0));
                let head = ColumnHeader {
                    count: count.into(),
                    folded: true,
                    ..column_header("")
                };
                paint_rail(pen, rail, &head, None, pen.theme.colors.text);
            });
            let (number, name) = (text_rect(&texts, told), text_rect(&texts, "Investment committee"));
            assert!(
                rail.contains_rect(number) && rail.contains_rect(name),
                "{texts:?}"
            );
            assert!(number.bottom() <= name.top() + 4.0, "{texts:?}");
        }
    }
}
