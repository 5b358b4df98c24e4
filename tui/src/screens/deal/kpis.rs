//! Ratios of a deal: value, gauge between your organisation's thresholds, band.
//!
//! ```text
//!             value  house limits             band
//! LTV         76.4%  ────────┼───┼▲──────  ▲ alert
//! Risk score 62/100
//! ◆ DSCR sent 1.25x, computed 1.20x  NOI ÷ debt service
//!   5 agree. Binding: LTV, breaks at a value of 18.7m
//! ╰─ LTV 0.764 exactly, alert (60% and 75%) ──────────╯
//! ```
//!
//! The results of the arithmetic checks are below the ratios and always visible. Stress results follow if rows
//! remain, else they come after the last ratio, as the frame says. The frame also shows all digits of the
//! focused ratio, because its band depends on them.

use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::changes::deal::view::kpis::KpiLine;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::app::App;
use encours_core::text::{MessageArg, Messages, wrap};
use encours_core::vocabulary::Band;
use ratatui::layout::Rect;

use crate::screens::{layout, stress_scenarios};
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_frame_scroll_bar, draw_gauge, draw_pane, first_line, split_rows,
    text_width,
};

/// Pane number on the deal screen.
pub const PANE: usize = 1;

/// Draws the ratios.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &DealView) {
    let messages = Messages::new(app.cx.lang());
    let (title, focused) = (messages.get("deal-pane-kpi"), app.cx.pane() == PANE);
    let pane = Pane::new(&title).note(&view.kpis_age).number(PANE).focused(focused);
    let inner = draw_pane(canvas, area, pane);
    let theme = canvas.theme;
    if view.kpis.is_empty() {
        canvas.draw_text(inner.x, inner.y, inner.width, &messages.get("kpi-received-none"), theme.second());
        return;
    }
    let (full_area, rows) = (inner, view.kpis.len() as u16 + 1);
    let mut check_lines = checks(view, inner.width, true);
    // Derived values are left out before any received ratio.
    if rows + check_lines.len() as u16 > full_area.height {
        check_lines = checks(view, inner.width, false);
    }
    let check_rows = check_lines.len() as u16;
    let all_fit = full_area.height > rows + check_rows + view.stress.len() as u16;
    let shocks = if all_fit { view.stress.len() as u16 + 1 } else { 0 };
    let (full_area, below) = split_rows(full_area, full_area.height - shocks);
    if shocks > 0 {
        stress_scenarios::draw(canvas, split_rows(below, 1).1, &view.stress);
    }
    let taken = if full_area.height >= check_rows + MIN_RATIO_ROWS { check_rows } else { 0 };
    let (inner, _) = split_rows(full_area, full_area.height - taken);
    for (y, (text, warns)) in (inner.bottom()..full_area.bottom()).zip(&check_lines) {
        let mark = if *warns { "◆" } else { "" };
        canvas.draw_text(full_area.x, y, 1, mark, theme.band(Band::Watch));
        let style = if *warns { theme.text() } else { theme.second() };
        canvas.draw_text(full_area.x + 2, y, full_area.width.saturating_sub(2), text, style);
    }
    let form = KpiColumns::new(inner.width, &view.kpis);
    let mut y = inner.y;
    // Column headers get a row only if every ratio has one.
    if usize::from(inner.height) > view.kpis.len() {
        form.draw_header(messages, canvas, inner, y);
        y += 1;
    }
    let available_rows = inner.bottom().saturating_sub(y);
    let focused_line =
        view.kpis.iter().position(|line| Some(line.key) == app.pipeline.focused_ratio(&app.cx));
    // Stress results without an area of their own scroll in after the last row.
    let last = focused_line.is_some_and(|at| at + 1 == view.kpis.len());
    let tail = if shocks == 0 && last { view.stress.as_slice() } else { &[] };
    let (len, shown) = (view.kpis.len() + tail.len(), usize::from(available_rows));
    let first = if last {
        len.saturating_sub(shown).min(len - tail.len() - 1)
    } else {
        first_line(focused_line.unwrap_or(0), len, shown)
    };
    for (at, line) in view.kpis.iter().enumerate().skip(first).take(shown) {
        form.draw_line(canvas, inner, y, line);
        let row = Rect::new(inner.x, y, inner.width, 1);
        canvas.add_target(row, ClickTarget::PaneLine(PANE, at));
        if focused_line == Some(at) {
            canvas.highlight_row(row);
        }
        y += 1;
    }
    let below = Rect { y, height: inner.bottom().saturating_sub(y), ..inner };
    stress_scenarios::draw(canvas, below, tail);
    if focused_line.is_some() {
        canvas.set_scroll_limit(view.kpis.len().saturating_sub(1));
    }
    let unseen = if shocks == 0 { view.stress.len() - tail.len().min(usize::from(below.height)) } else { 0 };
    let ratios = view.kpis.len().saturating_sub(first + shown);
    let taken = draw_hidden_counts(canvas, messages, area, (ratios, unseen));
    draw_exact(app, canvas, area, view, taken);
    let list = Rect { y: inner.bottom().saturating_sub(available_rows), height: available_rows, ..inner };
    draw_frame_scroll_bar(canvas, list, first, len);
}

/// Draws `↓ 3 ratios, 5 shocks` in the lower frame, for rows out of view. Returns the width used.
fn draw_hidden_counts(
    canvas: &mut Canvas<'_>,
    messages: &'static Messages,
    area: Rect,
    (ratios, shocks): (usize, usize),
) -> u16 {
    let counts = [("kpi-ratios-below", ratios), ("kpi-shocks-below", shocks)];
    let counts = counts.into_iter().filter(|(_, n)| *n > 0);
    let counts: Vec<String> =
        counts.map(|(key, n)| messages.with(key, &[("n", MessageArg::from(n))])).collect();
    if counts.is_empty() {
        return 0;
    }
    let text = format!(" ↓ {} ", counts.join(", "));
    let (style, y) = (canvas.theme.second(), area.bottom() - 1);
    canvas.draw_text_right(area.right() - 2, y, area.width.saturating_sub(4), &text, style) + 1
}

/// Draws all digits of the focused ratio and the copy key in the lower frame.
fn draw_exact(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &DealView, taken: u16) {
    let (theme, y) = (canvas.theme, area.bottom() - 1);
    let max_width = area.width.saturating_sub(6 + taken);
    let long = view.kpi_exact.as_ref().filter(|text| text_width(text) <= max_width);
    let Some(text) = long.or(view.kpi_exact_short.as_ref()) else {
        return;
    };
    let (mut x, end) = (area.x + 3, area.x + 3 + max_width);
    canvas.draw_text(area.x + 2, y, 1, " ", theme.text());
    x += canvas.draw_text(x, y, max_width, text, theme.text());
    canvas.draw_text(x, y, 1, " ", theme.text());
    let copy = layout::action_hint(app, ActionId::Copy);
    if let Some(hint) = copy.filter(|hint| 2 + layout::hint_width(hint) <= end.saturating_sub(x)) {
        canvas.draw_text(x + 1, y, 1, " ", theme.text());
        x += 2 + layout::draw_hint(canvas, x + 2, y, end.saturating_sub(x + 2), &hint);
        canvas.draw_text(x, y, 1, " ", theme.text());
    }
}

/// Rows reserved for the ratios before the check results get any.
const MIN_RATIO_ROWS: u16 = 4;

/// Returns the check results as rows of at most `width` columns.
///
/// Each finding begins with a mark. Agreeing checks follow, and derived values if `besides` is true.
pub fn checks(view: &DealView, width: u16, besides: bool) -> Vec<(String, bool)> {
    let max_width = usize::from(width.saturating_sub(2));
    let findings = view.checks.iter().flat_map(|check| {
        let line = format!("{}  {}", check.text, check.hint);
        let rows = wrap(line.trim_end(), max_width).into_iter().enumerate();
        rows.map(|(at, row)| (row, at == 0))
    });
    let derived = if besides { view.derived.join("  ") } else { String::new() };
    let agree = wrap(&view.checks_summary, max_width)
        .into_iter()
        .chain(wrap(&derived, max_width))
        .map(|row| (row, false));
    findings.chain(agree).filter(|(row, _)| !row.is_empty()).collect()
}

/// Positions of the ratio columns. An amount has no gauge and uses that space.
struct KpiColumns {
    /// End of a ratio's value.
    value: u16,
    /// End of an amount.
    amount: u16,
    gauge: u16,
    gauge_width: u16,
    band: u16,
    /// True if short names are used.
    short_names: bool,
}

impl KpiColumns {
    /// Maximum gauge width; more width does not help.
    const MAX_GAUGE: u16 = 24;
    /// Gauge width below which short names are used.
    const GOOD_GAUGE: u16 = 12;
    /// Gauge width below which its two thresholds coincide, so it is left out.
    const MIN_GAUGE: u16 = 7;

    fn new(width: u16, lines: &[KpiLine]) -> Self {
        let long = Self::with_names(width, lines, false);
        if long.gauge_width < Self::GOOD_GAUGE { Self::with_names(width, lines, true) } else { long }
    }

    fn with_names(width: u16, lines: &[KpiLine], short_names: bool) -> Self {
        let ratios = || lines.iter().filter(|line| !is_amount(line));
        let label = ratios().map(|line| text_width(name(line, short_names))).max().unwrap_or(0);
        let value = ratios().map(|line| text_width(&line.value)).max().unwrap_or(0);
        // A mark and a blank precede the label.
        let band_width = ratios().map(|line| text_width(&line.band_label) + 2).max().unwrap_or(0);
        let value = (label + 1 + value).min(width);
        let gauge = value + 2;
        let gauge_width = width.saturating_sub(gauge + 2 + band_width).min(Self::MAX_GAUGE);
        let gauge_width = if gauge_width < Self::MIN_GAUGE { 0 } else { gauge_width };
        let band = gauge + gauge_width + if gauge_width > 0 { 2 } else { 0 };
        let amounts = lines.iter().filter(|line| is_amount(line));
        let needed_width =
            amounts.map(|line| text_width(&line.label) + 1 + text_width(&line.value)).max().unwrap_or(0);
        let amount = needed_width.max(gauge + gauge_width).min(width);
        Self { value, amount, gauge, gauge_width, band, short_names }
    }

    fn draw_header(&self, messages: &'static Messages, canvas: &mut Canvas<'_>, inner: Rect, y: u16) {
        let style = canvas.theme.second();
        canvas.draw_text_right(inner.x + self.value, y, self.value, &messages.get("table-value"), style);
        canvas.draw_text(inner.x + self.gauge, y, self.gauge_width, &messages.get("deal-limits"), style);
        let max_width = inner.width.saturating_sub(self.band);
        canvas.draw_text(inner.x + self.band, y, max_width, &messages.get("table-band"), style);
    }

    fn draw_line(&self, canvas: &mut Canvas<'_>, inner: Rect, y: u16, line: &KpiLine) {
        let theme = canvas.theme;
        let amount = is_amount(line);
        let end = if amount { self.amount } else { self.value };
        let label = if amount { &line.label } else { name(line, self.short_names) };
        let used = canvas.draw_text_right(inner.x + end, y, end, &line.value, theme.text());
        canvas.draw_text(inner.x, y, end.saturating_sub(used + 1), label, theme.text());
        match &line.gauge {
            Some(track) if line.note.is_empty() => {
                draw_gauge(canvas, inner.x + self.gauge, y, self.gauge_width, track, line.band);
                let style = theme.band(line.band);
                let parts =
                    [(theme.band_glyph(line.band), style), (" ", style), (line.band_label.as_str(), style)];
                canvas.draw_spans(inner.x + self.band, y, inner.width.saturating_sub(self.band), &parts);
            }
            _ => {
                let max_width = inner.width.saturating_sub(self.gauge);
                canvas.draw_text(inner.x + self.gauge, y, max_width, &line.note, theme.second());
            }
        }
    }
}

fn name(line: &KpiLine, short: bool) -> &str {
    if short { &line.short } else { &line.label }
}

/// True if a line is a plain number without thresholds or note.
fn is_amount(line: &KpiLine) -> bool {
    line.gauge.is_none() && line.note.is_empty()
}
