//! The header of a column, and the collapsed column.
//!
//! A header shows icon, name and count; below, share and metric; and the share as a bar.

use std::f32::consts::FRAC_PI_2;

use crate::prelude::*;
use egui::epaint::TextShape;

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
pub fn second_line(painter: &Painter<'_>, headers: &[ColumnHeader], width: f32) -> SecondLine {
    let text_width = |text: &str| painter.text_width(text, small_style());
    let fits = |form: usize| {
        headers.iter().filter(|header| !header.collapsed).all(|header| {
            let available = width - 2.0 * PAD - text_width(&header.share) - METRIC_GAP;
            header.metric.full.is_none()
                || metric_forms(header).nth(form).is_some_and(|metric| text_width(metric) <= available)
        })
    };
    EXACT_FORMS
        .into_iter()
        .find(|form| fits(*form))
        .map_or(SecondLine::MetricOnly, SecondLine::ShareAndMetric)
}

/// Indices of the metric's forms with exact coverage: with name in words, with name as a fraction, and without name.
/// The other forms use percentages.
const EXACT_FORMS: [usize; 3] = [0, 1, 3];
/// Gap between share and metric.
const METRIC_GAP: f32 = 8.0;

/// Returns the forms of a metric, from the longest to the shortest.
fn metric_forms(header: &ColumnHeader) -> impl DoubleEndedIterator<Item = &String> {
    header.metric.full.iter().chain(&header.metric.short)
}

fn small_style() -> TextStyle {
    TextStyle::label().with_weight(FontWeight::Regular)
}

/// Paints a header into its area. `future_count` is the count after a drop, during a drag over the column. Returns the
/// area of its metric, if shown.
pub fn paint(
    painter: &Painter<'_>,
    rect: Rect,
    header: &ColumnHeader,
    future_count: Option<&str>,
    is_variant_of: SecondLine,
) -> Option<Rect> {
    let (colors, size) = (&painter.theme.colors, &painter.theme.tokens.size);
    let inner = rect.narrowed(PAD);
    let [first, second, track] = line_offsets(rect.height() < size.column_header);
    let first = inner.row(rect.top() + first, 18.0);
    let count_x = draw_count(painter, first, header, future_count);
    let ring = size.icon_small;
    painter.status_ring(
        pos2(inner.left() + ring / 2.0, first.center().y),
        &header.status,
        colors.text_secondary,
    );
    let name = Rect::from_x_y_ranges(inner.left() + ring + 6.0..=count_x - 8.0, first.y_range());
    // Use the full name if it fits, else the short one, truncated only if needed.
    let fits = painter.text_width(&header.label, TextStyle::column()) <= name.width();
    painter.left(name, if fits { &header.label } else { &header.short }, TextStyle::column(), colors.text);

    let second = inner.row(rect.top() + second, 14.0);
    let small = small_style();
    // The coverage is never truncated; shorter forms are used instead.
    let width = |text: &str| painter.text_width(text, small);
    let sum = match is_variant_of {
        SecondLine::ShareAndMetric(form) => {
            painter.left(second, &header.share, small, colors.text_tertiary);
            metric_forms(header).nth(form)
        }
        SecondLine::MetricOnly => metric_forms(header)
            .find(|sum| width(sum) <= second.width())
            .or_else(|| metric_forms(header).next_back()),
    };
    let metric_rect = sum.map(|sum| painter.right(second, sum, small, colors.text_tertiary));
    let track = inner.row(rect.top() + track, 2.0);
    painter.progress(track, 1, colors.share_track, (header.fraction, colors.text_secondary));
    metric_rect
}

/// Returns the offsets of the two lines and the bar from the top.
fn line_offsets(close: bool) -> [f32; 3] {
    if close { [4.0, 22.0, 39.0] } else { [10.0, 31.0, 50.0] }
}

/// Returns the vertical centre of the icon's line for a header height.
#[must_use]
pub fn icon_center_y(height: f32, size: f32) -> f32 {
    line_offsets(height < size)[0] + 9.0
}

fn draw_count(painter: &Painter<'_>, row: Rect, header: &ColumnHeader, future_count: Option<&str>) -> f32 {
    let colors = &painter.theme.colors;
    if let Some(future_count) = future_count {
        let after = painter.right(row, future_count, TextStyle::column(), colors.text);
        let row = row.with_max_x(after.left() - 4.0);
        return painter
            .right(row, &format!("{} →", header.count), TextStyle::body(), colors.text_tertiary)
            .left();
    }
    // With a filter, the visible count is emphasised and the total is in the tertiary colour.
    match header.count.split_once(" / ") {
        Some((visible_count, all)) => {
            let all = painter.right(row, &format!("/ {all}"), TextStyle::body(), colors.text_tertiary);
            painter
                .right(row.with_max_x(all.left() - 4.0), visible_count, TextStyle::column(), colors.text)
                .left()
        }
        None => painter.right(row, &header.count, TextStyle::column(), colors.text).left(),
    }
}

/// Paints a collapsed column: icon, count, and vertical name. `future_count` is the count after a drop, drawn below the
/// current one.
pub fn paint_rail(
    painter: &Painter<'_>,
    rect: Rect,
    header: &ColumnHeader,
    future_count: Option<&str>,
    color: Color32,
) {
    let colors = &painter.theme.colors;
    painter.status_ring(pos2(rect.center().x, rect.top() + 19.0), &header.status, colors.text_secondary);
    let count =
        Rect::from_center_size(pos2(rect.center().x, rect.top() + 43.0), vec2(rect.width() - 4.0, 18.0));
    let full_name =
        header.count.split_once(" / ").map_or(header.count.as_str(), |(visible_count, _)| visible_count);
    // Never truncate the count: use a smaller font or, if needed, write it vertically with the name.
    let styles =
        [TextStyle::column(), TextStyle::small().with_weight(FontWeight::SemiBold), TextStyle::label()];
    let fits = |text: &str| {
        let fits = |style: &TextStyle| painter.text_width(text, *style) <= count.width();
        styles.into_iter().find(fits)
    };
    let future_text = future_count.map(|future_text| format!("→ {future_text}"));
    let both = future_text.as_deref().filter(|future_text| fits(future_text).is_some());
    let end = match (fits(full_name), both) {
        (Some(style), Some(future_text)) => {
            painter.center(count, full_name, style, colors.text_tertiary);
            let below_count = count.translate(vec2(0.0, 18.0));
            let style = fits(future_text).unwrap_or_else(TextStyle::label);
            painter.center(below_count, future_text, style, colors.text);
            rect.top() + 80.0
        }
        (Some(style), None) if future_text.is_none() => {
            painter.center(count, full_name, style, colors.text);
            rect.top() + 62.0
        }
        _ => {
            let message = future_text
                .map_or_else(|| full_name.to_owned(), |future_text| format!("{full_name} {future_text}"));
            paint_rotated(painter, rect, rect.top() + 34.0, (&message, TextStyle::column(), colors.text))
                + 12.0
        }
    };
    paint_rotated(painter, rect, end, (&header.label, TextStyle::strong(), color));
}

/// Paints a text rotated by 90° to the left, starting at `top`. Returns its bottom edge.
fn paint_rotated(
    painter: &Painter<'_>,
    rect: Rect,
    top: f32,
    (text, style, color): (&str, TextStyle, Color32),
) -> f32 {
    let available = (rect.bottom() - 14.0 - top).max(0.0);
    let galley = painter.layout_line(text, style, color, available);
    let size = galley.size();
    // The rotated text starts at its lower end.
    let at = pos2(rect.center().x - size.y / 2.0, top + size.x);
    painter.inner.add(TextShape::new(at, galley, color).with_angle(-FRAC_PI_2));
    top + size.x
}

/// Paints the background of a column; `target` highlights a drop target.
pub fn paint_background(painter: &Painter<'_>, rect: Rect, target: bool) {
    let (theme, colors) = (painter.theme, &painter.theme.colors);
    // Columns extend below the visible area, so their lower corners are hidden.
    let bottom_rect = rect.with_max_y(rect.bottom() + f32::from(theme.tokens.radius.column) + 2.0);
    let radius = theme.tokens.radius.column;
    if target {
        painter.fill(bottom_rect, radius, colors.accent_soft);
        let line = Stroke::new(theme.tokens.stroke.ring, colors.accent);
        painter.inner.rect_stroke(bottom_rect, radius, line, StrokeKind::Inside);
    } else {
        painter.bordered_box(bottom_rect, radius, colors.sunken, border_stroke(theme));
    }
}

/// Returns the border of columns, headers and cells, which only high contrast needs.
pub fn border_stroke(theme: &Theme) -> Stroke {
    if theme.has_borders() { theme.hairline(theme.colors.border) } else { Stroke::NONE }
}

#[cfg(test)]
mod tests {
    use encours_core::app::deals::board::view::header_metric_text::MetricText;
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
            metric: MetricText { full: Some(sum.into()), ..MetricText::default() },
            focused: false,
            collapsed: false,
            empty: false,
            partial: false,
        }
    }

    fn header_with_metric(full: &str, short: [&str; 4]) -> ColumnHeader {
        let mut header = column_header(full);
        header.metric.short = short.map(str::to_owned).to_vec();
        header
    }

    #[test]
    fn headers_shorten_metrics_alike_before_hiding_shares() {
        let theme = Theme::new(WindowTheme::Light);
        let ctx = egui::Context::default();
        theme.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let painter = Painter::new(ui.painter(), &theme);
            let short = header_with_metric(
                "Principal 60.1m · 9 of 12",
                ["Principal 60.1m · 9/12", "Principal 60.1m · 75%", "60.1m · 9/12", "60.1m · 75%"],
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
            let width_needed = |sum: &str| {
                2.0 * PAD + METRIC_GAP + 1.0 + painter.text_width(&format!("{sum}6%"), small_style())
            };
            let both = [short.clone(), long.clone()];
            let all = width_needed("Principal 9.3bn · 3,756 of 25,000");
            assert_eq!(second_line(&painter, &both, all), SecondLine::ShareAndMetric(0));
            // The words of the coverage are dropped before the name.
            let width_for = width_needed("Principal 9.3bn · 3,756/25,000");
            assert_eq!(second_line(&painter, &both, all - 2.0), SecondLine::ShareAndMetric(1));
            assert_eq!(second_line(&painter, &both, width_for), SecondLine::ShareAndMetric(1));
            // One header has no space for the name, so none shows it.
            assert_eq!(second_line(&painter, &both, width_for - 2.0), SecondLine::ShareAndMetric(3));
            let shortest = width_needed("9.3bn · 3,756/25,000");
            assert_eq!(second_line(&painter, &both, shortest), SecondLine::ShareAndMetric(3));
            assert_eq!(second_line(&painter, &both, shortest - 2.0), SecondLine::MetricOnly);
            let is_collapsed = ColumnHeader { collapsed: true, ..long.clone() };
            assert_eq!(
                second_line(&painter, &[short, is_collapsed], all),
                SecondLine::ShareAndMetric(0),
                "a folded column must not count"
            );
            let none = ColumnHeader { metric: MetricText::default(), ..column_header("") };
            assert_eq!(second_line(&painter, &[none], width_needed("")), SecondLine::ShareAndMetric(0));
        });
        output.textures_delta.clear();
    }

    #[test]
    fn collapsed_column_shows_its_full_count() {
        for (count, expected) in [
            ("14", "14"),
            ("2,000", "2,000"),
            ("20\u{a0}000", "20\u{a0}000"),
            ("1,234,567 / 2,000,000", "1,234,567"),
        ] {
            let mut rail = Rect::NOTHING;
            let texts = painted_texts(|painter| {
                rail = rect_at(0.0, 0.0, painter.theme.tokens.size.column_collapsed, 400.0);
                let header = ColumnHeader { count: count.into(), collapsed: true, ..column_header("") };
                paint_rail(painter, rail, &header, None, painter.theme.colors.text);
            });
            let (number, name) = (text_rect(&texts, expected), text_rect(&texts, "Investment committee"));
            assert!(rail.contains_rect(number) && rail.contains_rect(name), "{texts:?}");
            assert!(number.bottom() <= name.top() + 4.0, "{texts:?}");
        }
    }
}
