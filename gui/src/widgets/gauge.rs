//! The row of a KPI: label, value, gauge with two limits and a marker, and the band's name.

use crate::prelude::*;
use encours_core::app::changes::deal::view::kpis::{Gauge, KpiLine};

/// Minimum width of a gauge.
const MIN_WIDTH: f32 = 40.0;

/// Paints a row into its area.
pub fn paint(painter: &Painter<'_>, rect: Rect, line: &KpiLine) {
    let (colors, size) = (&painter.theme.colors, &painter.theme.tokens.size);
    let strong = TextStyle::body().with_weight(FontWeight::Medium);
    let value_right = rect.left() + size.kpi_label + 8.0 + size.kpi_value.max(74.0);
    // An amount is wider than a ratio; the label gets shorter if needed.
    let value_left =
        (value_right - painter.text_width(&line.value, strong)).min(rect.left() + size.kpi_label);
    let available = value_left - 6.0 - rect.left();
    let fits = painter.text_width(&line.label, TextStyle::body()) <= available;
    let text = if fits { &line.label } else { &line.short };
    let label = Rect::from_min_size(rect.min, vec2(available, rect.height()));
    painter.left(label, text, TextStyle::body(), colors.text_secondary);
    let value = Rect::from_x_y_ranges(value_left - 4.0..=value_right, rect.y_range());
    painter.right(value, &line.value, strong, colors.text);
    // Shape and name identify the band; only the name of an alert is coloured.
    let (text, color) = match line.band {
        _ if !line.note.is_empty() => (line.note.as_str(), colors.text_tertiary),
        Band::Alert => (line.band_label.as_str(), painter.theme.band_colors.alert),
        _ => (line.band_label.as_str(), colors.text_secondary),
    };
    let mut x = value_right + 12.0;
    if let Some(gauge) = line.gauge {
        // The gauge shrinks to leave space for the band's name.
        let available = rect.right() - x - 12.0 - painter.text_width(text, TextStyle::small());
        let width = size.kpi_gauge.min(available.max(MIN_WIDTH));
        let track = rect_at(x, rect.center().y - 1.5, width, size.kpi_track);
        paint_track(painter, track, gauge, line.band);
        x += width + 12.0;
    }
    let value_rect = Rect::from_x_y_ranges(x..=rect.right(), rect.y_range());
    painter.left(value_rect, text, TextStyle::small(), color);
}

fn paint_track(painter: &Painter<'_>, track: Rect, gauge: Gauge, band: Band) {
    let colors = &painter.theme.colors;
    let at = |share: f32| track.left() + track.width() * share.clamp(0.0, 1.0);
    painter.fill(track, 1, colors.bar_track);
    for limit in gauge.limits {
        let x = at(limit);
        painter.inner.line_segment(
            [pos2(x, track.center().y - 4.0), pos2(x, track.center().y + 4.0)],
            Stroke::new(1.0, colors.control),
        );
    }
    painter.band_shape(pos2(at(gauge.marker), track.center().y), band);
}

#[cfg(test)]
mod tests {
    use encours_core::contract::models::kpi::KpiKey;

    use super::super::text_probe::{painted_texts, text_rect};
    use super::*;

    #[test]
    fn band_label_beside_a_gauge_is_not_truncated() {
        let line = KpiLine {
            key: KpiKey::Ltv,
            label: "LTV".into(),
            short: "LTV".into(),
            value: "6,997.0%".into(),
            exact: "6997.0%".into(),
            band: Band::Outside,
            band_label: "out of range".into(),
            gauge: Some(Gauge { marker: 1.0, limits: [0.5, 0.6] }),
            note: String::new(),
        };
        let texts = painted_texts(|painter| {
            let size = vec2(416.0, painter.theme.tokens.size.kpi_row);
            paint(painter, Rect::from_min_size(pos2(0.0, 0.0), size), &line);
        });
        text_rect(&texts, "out of range");
    }
}
