//! The indicators of a deal: value, gauge between the limits of the house, band.
//!
//! ```text
//!             value  house limits             band
//! LTV         76.4%  ────────┼───┼▲──────  ▲ alert
//! Risk score 62/100
//! ```

use encours_core::app::App;
use encours_core::view::deal::{DealView, KpiLine};
use encours_core::view::text::Words;
use ratatui::layout::Rect;

use super::scroll_in;
use crate::widgets::{Canvas, Pane, Target, columns, gauge, pane, scroll_bar};

/// Its number among the panes of the deal.
pub const PANE: usize = 1;

/// Draws the indicators.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &DealView) {
    let words = Words::new(app.lang());
    let (title, focused) = (words.get("deal-pane-kpi"), app.pane() == PANE);
    canvas.hit(area, Target::Pane(PANE));
    let inner = pane(
        canvas,
        area,
        Pane {
            title: &title,
            note: &view.kpis_read,
            focused,
        },
    );
    let theme = canvas.theme;
    if view.kpis.is_empty() {
        canvas.put(
            inner.x,
            inner.y,
            inner.width,
            &words.get("kpi-received-none"),
            theme.second(),
        );
        return;
    }
    let form = KpiForm::of(inner.width, &view.kpis);
    let mut y = inner.y;
    // The heads of the columns are worth a row only where every indicator has its own.
    if usize::from(inner.height) > view.kpis.len() {
        form.heads(words, canvas, inner, y);
        y += 1;
    }
    let room = inner.bottom().saturating_sub(y);
    let first = scroll_in(app, canvas, PANE, view.kpis.len(), usize::from(room));
    for (y, line) in (y..inner.bottom()).zip(view.kpis.iter().skip(first)) {
        form.line(canvas, inner, y, line);
    }
    let bar = Rect::new(area.right().saturating_sub(1), y, 1, room);
    scroll_bar(canvas, bar, first, usize::from(room), view.kpis.len());
}

/// Where the columns of the indicators stand.
struct KpiForm {
    value: u16,
    gauge: u16,
    gauge_width: u16,
    band: u16,
}

impl KpiForm {
    /// The widest gauge: a longer one is not read better.
    const WIDEST: u16 = 24;
    /// `▲ vigilance`
    const BAND: u16 = 12;

    fn of(width: u16, lines: &[KpiLine]) -> Self {
        let label = lines
            .iter()
            .map(|line| columns(&line.label))
            .max()
            .unwrap_or(0)
            .min(width / 3);
        let value = lines
            .iter()
            .map(|line| columns(&line.value))
            .max()
            .unwrap_or(0)
            .min(width / 3);
        let value_end = label + 1 + value;
        let left = width.saturating_sub(value_end + 2);
        let gauge_width = left.saturating_sub(Self::BAND + 1).min(Self::WIDEST);
        let gauge_width = if gauge_width < 7 { 0 } else { gauge_width };
        let gauge = value_end + 2;
        let band = gauge + gauge_width + if gauge_width > 0 { 2 } else { 0 };
        Self {
            value: value_end,
            gauge,
            gauge_width,
            band,
        }
    }

    fn heads(&self, words: &'static Words, canvas: &mut Canvas<'_>, inner: Rect, y: u16) {
        let style = canvas.theme.second();
        canvas.put_right(
            inner.x + self.value,
            y,
            self.value,
            &words.get("table-value"),
            style,
        );
        if self.gauge_width > 0 {
            canvas.put(
                inner.x + self.gauge,
                y,
                self.gauge_width,
                &words.get("deal-limits"),
                style,
            );
        }
        let room = inner.width.saturating_sub(self.band);
        canvas.put(inner.x + self.band, y, room, &words.get("table-band"), style);
    }

    fn line(&self, canvas: &mut Canvas<'_>, inner: Rect, y: u16, line: &KpiLine) {
        let theme = canvas.theme;
        let used = canvas.put_right(inner.x + self.value, y, self.value, &line.value, theme.text());
        canvas.put(
            inner.x,
            y,
            self.value.saturating_sub(used + 1),
            &line.label,
            theme.text(),
        );
        let room = inner.width.saturating_sub(self.gauge);
        match &line.gauge {
            Some(track) if line.note.is_empty() => {
                gauge(
                    canvas,
                    inner.x + self.gauge,
                    y,
                    self.gauge_width,
                    track,
                    line.band,
                );
                let style = theme.band(line.band);
                let parts = [
                    (line.band.glyph(), style),
                    (" ", style),
                    (line.band_label.as_str(), style),
                ];
                canvas.line(
                    inner.x + self.band,
                    y,
                    inner.width.saturating_sub(self.band),
                    &parts,
                );
            }
            _ => {
                canvas.put(inner.x + self.gauge, y, room, &line.note, theme.second());
            }
        }
    }
}
