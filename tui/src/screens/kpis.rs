//! The indicators of a deal: value, gauge between the limits of the house, band.
//!
//! ```text
//!             value  house limits             band
//! LTV         76.4%  ────────┼───┼▲──────  ▲ alert
//! Risk score 62/100
//! ◆ DSCR sent 1.25x, computed 1.20x  NOI ÷ debt service
//!   5 agree. Binding: LTV, breaks at 18.7m
//! ```
//!
//! What the checks of the arithmetic found stands under them, and is scrolled away by nothing.

use encours_core::app::App;
use encours_core::view::deal::{DealView, KpiLine};
use encours_core::view::text::{Words, wrap};
use encours_core::view::vocabulary::Band;
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
        Pane::new(&title).note(&view.kpis_read).focused(focused),
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
    let said = checks(view, inner.width);
    let found = said.len() as u16;
    let whole = inner;
    let inner = Rect {
        height: if whole.height >= found + LEAST {
            whole.height - found
        } else {
            whole.height
        },
        ..whole
    };
    for (y, (text, warns)) in (inner.bottom()..whole.bottom()).zip(&said) {
        let mark = if *warns { "◆" } else { "" };
        canvas.put(whole.x, y, 1, mark, theme.band(Band::Watch));
        let style = if *warns { theme.text() } else { theme.second() };
        canvas.put(whole.x + 2, y, whole.width.saturating_sub(2), text, style);
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

/// The rows that the indicators keep before what the checks found gets any.
const LEAST: u16 = 4;

/// What the checks found, in rows of at most `width` columns: each finding, which begins with a mark, and what agrees.
pub fn checks(view: &DealView, width: u16) -> Vec<(String, bool)> {
    let room = usize::from(width.saturating_sub(2));
    let findings = view.checks.iter().flat_map(|check| {
        let line = format!("{}  {}", check.text, check.hint);
        let rows = wrap(line.trim_end(), room).into_iter().enumerate();
        rows.map(|(at, row)| (row, at == 0))
    });
    let derived = view.derived.join("  ");
    let agree = wrap(&view.checks_summary, room)
        .into_iter()
        .chain(wrap(&derived, room))
        .map(|row| (row, false));
    findings.chain(agree).filter(|(row, _)| !row.is_empty()).collect()
}

/// Where the columns of the indicators stand. An amount, which has no gauge, uses the room of one.
struct KpiForm {
    /// Where a ratio ends.
    value: u16,
    /// Where an amount ends.
    amount: u16,
    gauge: u16,
    gauge_width: u16,
    band: u16,
    /// Whether names are written in few letters.
    short: bool,
}

impl KpiForm {
    /// The widest gauge: a longer one is not read better.
    const WIDEST: u16 = 24;
    /// Under this a gauge is hard to read, and long names give way.
    const GOOD: u16 = 12;
    /// Under this it can't tell its two limits apart, and is left out.
    const NARROWEST: u16 = 7;

    fn of(width: u16, lines: &[KpiLine]) -> Self {
        let long = Self::with(width, lines, false);
        if long.gauge_width < Self::GOOD {
            Self::with(width, lines, true)
        } else {
            long
        }
    }

    fn with(width: u16, lines: &[KpiLine], short: bool) -> Self {
        let ratios = || lines.iter().filter(|line| !is_amount(line));
        let label = ratios().map(|line| columns(name(line, short))).max().unwrap_or(0);
        let value = ratios().map(|line| columns(&line.value)).max().unwrap_or(0);
        // A shape and a blank go before the word.
        let band_width = ratios()
            .map(|line| columns(&line.band_label) + 2)
            .max()
            .unwrap_or(0);
        let value = (label + 1 + value).min(width);
        let gauge = value + 2;
        let gauge_width = width.saturating_sub(gauge + 2 + band_width).min(Self::WIDEST);
        let gauge_width = if gauge_width < Self::NARROWEST {
            0
        } else {
            gauge_width
        };
        let band = gauge + gauge_width + if gauge_width > 0 { 2 } else { 0 };
        let amounts = lines.iter().filter(|line| is_amount(line));
        let wanted = amounts
            .map(|line| columns(&line.label) + 1 + columns(&line.value))
            .max()
            .unwrap_or(0);
        let amount = wanted.max(gauge + gauge_width).min(width);
        Self {
            value,
            amount,
            gauge,
            gauge_width,
            band,
            short,
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
        canvas.put(
            inner.x + self.gauge,
            y,
            self.gauge_width,
            &words.get("deal-limits"),
            style,
        );
        let room = inner.width.saturating_sub(self.band);
        canvas.put(inner.x + self.band, y, room, &words.get("table-band"), style);
    }

    fn line(&self, canvas: &mut Canvas<'_>, inner: Rect, y: u16, line: &KpiLine) {
        let theme = canvas.theme;
        let amount = is_amount(line);
        let end = if amount { self.amount } else { self.value };
        let label = if amount {
            &line.label
        } else {
            name(line, self.short)
        };
        let used = canvas.put_right(inner.x + end, y, end, &line.value, theme.text());
        canvas.put(inner.x, y, end.saturating_sub(used + 1), label, theme.text());
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
                let room = inner.width.saturating_sub(self.gauge);
                canvas.put(inner.x + self.gauge, y, room, &line.note, theme.second());
            }
        }
    }
}

fn name(line: &KpiLine, short: bool) -> &str {
    if short { &line.short } else { &line.label }
}

/// Whether a line is a bare figure: no limits, nothing to be known beside it.
fn is_amount(line: &KpiLine) -> bool {
    line.gauge.is_none() && line.note.is_empty()
}
