//! Bars as heavy lines: shares, breakdowns, gauges.

use encours_core::app::changes::deal::view::kpis::Gauge;
use encours_core::vocabulary::Band;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::canvas::Canvas;

/// Draws a bar of `fraction` of `width` columns in half-column steps; above zero at least one step.
///
/// With a `track`, the rest is a thin line.
pub fn draw_share_bar(
    canvas: &mut Canvas<'_>,
    x: u16,
    y: u16,
    width: u16,
    fraction: f32,
    style: Style,
    track: Option<Style>,
) {
    let halves = (f32::from(width) * 2.0 * fraction.clamp(0.0, 1.0)) as u16;
    let halves = if fraction > 0.0 { halves.max(1) } else { 0 };
    let (full, half) = ((halves / 2).min(width), halves % 2);
    canvas.fill(Rect::new(x, y, full, 1), "━", style);
    let mut end = full;
    if half == 1 && end < width {
        canvas.draw_text(x.saturating_add(end), y, 1, "╸", style);
        end += 1;
    }
    if let Some(track) = track {
        canvas.fill(Rect::new(x.saturating_add(end), y, width - end, 1), "─", track);
    }
}

/// Draws a track with the two thresholds and the mark of the value.
pub fn draw_gauge(canvas: &mut Canvas<'_>, x: u16, y: u16, width: u16, gauge: &Gauge, band: Band) {
    if width == 0 {
        return;
    }
    let position = |at: f32| x.saturating_add((f32::from(width - 1) * at.clamp(0.0, 1.0)).round() as u16);
    let line = canvas.theme.border();
    canvas.fill(Rect::new(x, y, width, 1), "─", line);
    for limit in gauge.limits {
        canvas.draw_text(position(limit), y, 1, "┼", line);
    }
    let style = canvas.theme.band(band);
    canvas.draw_text(position(gauge.marker), y, 1, canvas.theme.band_glyph(band), style);
}

#[cfg(test)]
mod tests {
    use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
    use ratatui::buffer::Buffer;

    use super::*;
    use crate::theme::{ColorMode, TerminalCaps, Theme};

    fn row(draw: impl FnOnce(&mut Canvas<'_>)) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
        let caps = TerminalCaps::detect(ColorMode::Never, |_| None);
        let mut canvas = Canvas::new(&mut buffer, Theme::new(ThemeChoice::System, caps));
        draw(&mut canvas);
        canvas.finish();
        (0..20).map(|x| buffer[(x, 0)].symbol().to_owned()).collect()
    }

    fn bar(width: u16, fraction: f32) -> String {
        row(|canvas| draw_share_bar(canvas, 0, 0, width, fraction, Style::new(), Some(Style::new())))
            .trim_end()
            .to_owned()
    }

    #[test]
    fn a_bar_has_steps_of_half_a_column() {
        assert_eq!(bar(18, 0.10), "━╸────────────────");
        assert_eq!(bar(18, 0.05), "╸─────────────────");
        assert_eq!(bar(8, 1.0), "━━━━━━━━");
        assert_eq!(bar(8, 0.0), "────────");
        assert_eq!(bar(8, 0.001), "╸───────");
        assert_eq!(bar(8, 7.0), "━━━━━━━━");
        assert_eq!(bar(0, 0.5), "");
    }

    #[test]
    fn a_gauge_stays_on_its_track() {
        let at = |marker| {
            row(|canvas| {
                draw_gauge(canvas, 0, 0, 11, &Gauge { marker, limits: [0.5, 0.6] }, Band::Alert);
            })
        };
        assert_eq!(at(0.7).trim_end(), "─────┼┼▲───");
        assert_eq!(at(9.0).trim_end(), "─────┼┼───▲");
        assert_eq!(at(-1.0).trim_end(), "▲────┼┼────");
    }
}
