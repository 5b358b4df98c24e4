//! The layout of the report page.
//!
//! The page shows the time of its data and their coverage.

use super::canvas::{Canvas, PagePart, fitting_style, wrap};
use super::{breakdowns, entity, fonts, journal, statuses, trends};
use crate::prelude::*;
use encours_core::app::screens::portfolio::view::portfolio::{self, PortfolioView, Total};
use encours_core::app::screens::portfolio::view::trend::{self, SelectedChart};
use encours_core::vocabulary;
use jiff::Timestamp;

/// A4 landscape, in points.
pub(super) const A4: Vec2 = vec2(842.0, 595.0);
pub(super) const MARGIN: f32 = 36.0;
/// Gap between two panes.
pub(super) const GAP: f32 = 12.0;

/// Returns the title of the document.
pub(super) fn title(app: &App) -> String {
    let name = app.cx.snapshot().entity.value.as_deref();
    let name = name.and_then(|entity| entity.name().map(str::to_owned));
    let messages = Messages::new(app.cx.lang());
    match name {
        Some(name) => format!(
            "{} – {}",
            encours_core::text::SafeText::line_within(&name, 80),
            messages.get("screen-portfolio")
        ),
        None => messages.get("screen-portfolio").into_owned(),
    }
}

/// Draws the page. Texts do not overlap, and long texts wrap if there is space. A column of texts has one font size.
pub(super) fn draw_report(app: &App, theme: &Theme, canvas: &mut impl Canvas) {
    let view = portfolio::portfolio_view(app);
    let area = Rect::from_min_size(Pos2::ZERO, A4).shrink(MARGIN);
    draw_header(app, theme, canvas, area);
    let y = draw_totals(theme, canvas, &view, area.below(44.0));
    let y = breakdowns::draw(theme, canvas, &view, area.with_min_y(y + GAP));
    let bottom = draw_footer(app, theme, canvas, area, &view);
    let remaining = Rect::from_min_max(pos2(area.left(), y + GAP), pos2(area.right(), bottom - 8.0));
    let available = remaining.width() - 3.0 * GAP;
    let mut x = remaining.left();
    let [first, second, third, last] = [0.23, 0.21, 0.28, 0.28].map(|share| {
        let pane = remaining.with_min_x(x).with_max_x(x + available * share);
        x = pane.right() + GAP;
        pane
    });
    canvas.within(PagePart::Section, |canvas| {
        draw_pipeline(app, theme, canvas, first);
    });
    // The lines of the statuses would be illegible at this size; the pipeline pane shows their current counts.
    let selected = match trend::selected_chart(app, &view.trends, None) {
        Some(SelectedChart::Series(number)) => Some(number),
        Some(SelectedChart::Statuses(_)) | None => None,
    };
    canvas.within(PagePart::Section, |canvas| {
        trends::draw(app, theme, canvas, selected, second);
    });
    canvas.within(PagePart::Section, |canvas| {
        entity::draw(app, theme, canvas, &view, third);
    });
    canvas.within(PagePart::Section, |canvas| {
        journal::draw(app, theme, canvas, last);
    });
}

/// Draws the charts with a heading and the time of their data. The image will be viewed without its context.
pub(super) fn draw_charts(app: &App, theme: &Theme, canvas: &mut impl Canvas) {
    let view = portfolio::portfolio_view(app);
    let area = Rect::from_min_size(Pos2::ZERO, A4).shrink(MARGIN);
    draw_header(app, theme, canvas, area);
    let y = breakdowns::draw(theme, canvas, &view, area.below(44.0));
    let bottom = draw_footer(app, theme, canvas, area, &view);
    let remaining = Rect::from_min_max(pos2(area.left(), y + GAP), pos2(area.right(), bottom - 8.0));
    let half = (remaining.width() - GAP) / 2.0;
    let (first, second) =
        (remaining.with_max_x(remaining.left() + half), remaining.with_min_x(remaining.right() - half));
    canvas.within(PagePart::Section, |canvas| {
        draw_pipeline(app, theme, canvas, first);
    });
    let lines = encours_core::app::screens::portfolio::view::statuses::statuses_view(app);
    canvas.within(PagePart::Section, |canvas| {
        match trend::selected_chart(app, &view.trends, lines.as_ref()) {
            Some(SelectedChart::Statuses(lines)) => statuses::draw(app, theme, canvas, lines, second),
            Some(SelectedChart::Series(number)) => trends::draw(app, theme, canvas, Some(number), second),
            None => trends::draw(app, theme, canvas, None, second),
        }
    });
}

/// Draws the first and last day of a chart at its bottom.
pub(super) fn draw_days(
    app: &App,
    theme: &Theme,
    canvas: &mut impl Canvas,
    area: Rect,
    ends: [Timestamp; 2],
) {
    let days = area.with_min_y(area.bottom() - 12.0);
    let style = small_style(8.5, FontWeight::Regular);
    let [from, to] = ends.map(|at| date::date_short(date::local(at, &app.cx.options().zone).date()));
    canvas.text_in(days, Align::Min, &from, style, theme.colors.text_tertiary);
    if to != from {
        canvas.text_in(days, Align::Max, &to, style, theme.colors.text_tertiary);
    }
}

pub(super) fn row_rect(rect: Rect, top: f32, height: f32) -> Rect {
    rect.row(rect.top() + top, height)
}

/// A note beside the title of a pane.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaneNote<'a> {
    pub(super) text: &'a str,
    pub(super) color: Color32,
    /// True if a marker precedes it.
    pub(super) has_marker: bool,
}

impl<'a> PaneNote<'a> {
    /// Creates a note without a marker.
    pub(super) fn plain(text: &'a str, color: Color32) -> Self {
        Self { text, color, has_marker: false }
    }
}

/// Draws a pane with its title and note. The note is at the right of the title if both fit, else below it. Returns the
/// remaining area and the start of the note.
pub(super) fn draw_pane(
    theme: &Theme,
    canvas: &mut impl Canvas,
    rect: Rect,
    title: &str,
    PaneNote { text: note, color, has_marker: signed }: PaneNote<'_>,
) -> (Rect, Pos2) {
    /// Width of a marker before a note.
    const MARKER_WIDTH: f32 = 12.0;
    canvas.outline(rect, 0.75, theme.colors.border_strong);
    let inner = rect.shrink(10.0);
    let (line, style) = (row_rect(inner, 0.0, 14.0), small_style(11.0, FontWeight::SemiBold));
    canvas.within(PagePart::Heading, |canvas| {
        canvas.text_in(line, Align::Min, title, style, theme.colors.text)
    });
    let note_style = small_style(8.5, FontWeight::Regular);
    let width = fonts::text_width(note, note_style);
    if fonts::text_width(title, style) + width + 22.0 <= inner.width() {
        canvas.text_in(line, Align::Max, note, note_style, color);
        let at = line.near_right(width);
        return (inner.below(20.0), at);
    }
    let marker_width = if signed { MARKER_WIDTH } else { 0.0 };
    let note_lines = wrap(note, note_style, inner.width() - marker_width);
    let indented = note_lines.len() as f32 * 11.0;
    for (at, text) in note_lines.iter().enumerate() {
        let line = row_rect(inner, 15.0 + at as f32 * 11.0, 11.0).with_min_x(inner.left() + marker_width);
        canvas.text_in(line, Align::Min, text, note_style, color);
    }
    let at = pos2(inner.left() + marker_width, inner.top() + 20.5);
    (inner.below(20.0 + indented), at)
}

pub(super) fn small_style(size: f32, weight: FontWeight) -> TextStyle {
    TextStyle { size, line_height: size * 1.4, weight }
}

fn draw_header(app: &App, theme: &Theme, canvas: &mut impl Canvas, area: Rect) {
    let (line, title) = (row_rect(area, 0.0, 24.0), title(app));
    let style = fitting_style([title.as_str()], TextStyle::title(), line.width());
    canvas
        .within(PagePart::Title, |canvas| canvas.text_in(line, Align::Min, &title, style, theme.colors.text));
    let timestamp = |at| date::date_time(app.cx.lang(), date::local(at, &app.cx.options().zone));
    let messages = Messages::new(app.cx.lang());
    // A page may be read days later, so it shows absolute times instead of ages.
    let made = MessageArg::from(timestamp(app.cx.now()));
    let text = match app.cx.snapshot().portfolio.fetched_at {
        Some(read) => {
            messages.with("report-made", &[("at", made), ("read", MessageArg::from(timestamp(read)))])
        }
        None => messages.with("report-made-unread", &[("at", made)]),
    };
    let title_rect = row_rect(area, 22.0, 14.0);
    canvas.text_in(
        title_rect,
        Align::Min,
        &text,
        small_style(9.0, FontWeight::Regular),
        theme.colors.text_secondary,
    );
}

fn draw_totals(theme: &Theme, canvas: &mut impl Canvas, view: &PortfolioView, area: Rect) -> f32 {
    let share = |exact: bool| if exact { 1.9 } else { 1.0 };
    let total_width: f32 = view.totals.iter().map(|total| share(total.exact.is_some())).sum();
    let width_of = |total: &Total| area.width() * share(total.exact.is_some()) / total_width.max(1.0) - 16.0;
    let text = |total: &Total| total.exact.clone().unwrap_or_else(|| total.value.clone());
    let label = small_style(9.0, FontWeight::Regular);
    let value = view.totals.iter().fold(small_style(17.0, FontWeight::SemiBold), |style, total| {
        fitting_style([text(total).as_str()], style, width_of(total))
    });
    let changes: Vec<Vec<String>> =
        view.totals.iter().map(|total| wrap(&total.change, label, width_of(total))).collect();
    let max = changes.iter().map(Vec::len).max().unwrap_or(1).max(1) as f32;
    let rect = area.top_part(50.0 + 12.0 * max);
    canvas.outline(rect, 0.75, theme.colors.border_strong);
    let mut x = rect.left();
    for (total, change) in view.totals.iter().zip(&changes) {
        let width = width_of(total) + 16.0;
        let cell = Rect::from_min_max(pos2(x + 10.0, rect.top()), pos2(x + width - 6.0, rect.bottom()));
        canvas.begin(PagePart::Line);
        canvas.text_in(
            row_rect(cell, 8.0, 12.0),
            Align::Min,
            &total.label,
            label,
            theme.colors.text_secondary,
        );
        let value_rect = row_rect(cell, 22.0, 20.0);
        canvas.text_in(value_rect, Align::Min, &text(total), value, theme.colors.text);
        for (at, line) in change.iter().enumerate() {
            let value_rect = row_rect(cell, 44.0 + 12.0 * at as f32, 12.0);
            canvas.text_in(value_rect, Align::Min, line, label, theme.colors.text_tertiary);
        }
        canvas.end();
        x += width;
    }
    rect.bottom()
}

/// Draws the number of deals in each status; the board's filter does not apply.
fn draw_pipeline(app: &App, theme: &Theme, canvas: &mut impl Canvas, rect: Rect) {
    let messages = Messages::new(app.cx.lang());
    let title = messages.get("screen-pipeline");
    let counts = messages.with("view-deals", &[("n", (app.pipeline.filtered().total as u64).into())]);
    let note = PaneNote::plain(&counts, theme.colors.text_secondary);
    let (inner, _) = draw_pane(theme, canvas, rect, &title, note);
    let columns = &app.pipeline.filtered().columns;
    let names: Vec<String> = columns
        .iter()
        .map(|column| match column.status.as_str() {
            "" => messages.get("status-none").into_owned(),
            status => vocabulary::deal_status(app.cx.lang(), status).into_owned(),
        })
        .collect();
    let max = columns.iter().map(|column| column.total).max().unwrap_or(0).max(1);
    let height = (inner.height() / columns.len().max(1) as f32).min(15.0);
    let name_style = small_style(8.5_f32.min(height * 0.8), FontWeight::Regular);
    let style = fitting_style(names.iter().map(String::as_str), name_style, inner.width() * 0.62);
    let longest = names.iter().map(|name| fonts::text_width(name, style));
    let name_width = longest.fold(0.0, f32::max).min(inner.width() * 0.62) + 2.0;
    for (at, (column, name)) in columns.iter().zip(&names).enumerate() {
        let line = row_rect(inner, at as f32 * height, height);
        canvas.begin(PagePart::Line);
        let name_rect = line.with_max_x(line.left() + name_width);
        canvas.text_in(name_rect, Align::Min, name, style, theme.colors.text);
        let start = line.left() + name_width + 4.0;
        let available = line.right() - 30.0 - start;
        // A status without deals has no bar.
        if column.total > 0 {
            let long = (available * column.total as f32 / max as f32).max(1.0);
            let name_rect = rect_at(start, line.center().y - 3.5, long, 7.0);
            canvas.fill(name_rect, theme.colors.bar);
        }
        let count = number::integer(app.cx.lang(), column.total as u64);
        canvas.text_in(line, Align::Max, &count, small_style(8.5, FontWeight::SemiBold), theme.colors.text);
        canvas.end();
    }
}

/// Draws a text, wrapped into as many lines as it needs. Returns their number.
pub(super) fn draw_block(
    canvas: &mut impl Canvas,
    rect: Rect,
    text: &str,
    style: TextStyle,
    color: Color32,
) -> usize {
    let lines = wrap(text, style, rect.width());
    for (at, line) in lines.iter().enumerate() {
        let line_rect = row_rect(rect, at as f32 * style.size * 1.3, style.size * 1.3);
        canvas.text_in(line_rect, Align::Min, line, style, color);
    }
    lines.len()
}

/// Draws the notes at the bottom of the page. Returns their top edge.
fn draw_footer(app: &App, theme: &Theme, canvas: &mut impl Canvas, area: Rect, view: &PortfolioView) -> f32 {
    let messages = Messages::new(app.cx.lang());
    let style = small_style(8.0, FontWeight::Regular);
    let note = messages.get(portfolio::header_note(app));
    let checks = fonts::text_width(&view.checks, style);
    let note = wrap(&note, style, area.width() - checks - 24.0);
    let top = area.bottom() - note.len().max(1) as f32 * 11.0;
    for (at, line) in note.iter().enumerate() {
        let note_rect = row_rect(area.with_min_y(top), at as f32 * 11.0, 11.0);
        canvas.text_in(note_rect, Align::Min, line, style, theme.colors.text_tertiary);
    }
    let note_rect = row_rect(area.with_min_y(top), 0.0, 11.0);
    canvas.text_in(note_rect, Align::Max, &view.checks, style, theme.colors.text_tertiary);
    top
}
