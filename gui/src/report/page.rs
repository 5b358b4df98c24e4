//! The page: what a manager hands out. Everything on it says when it was read and what it covers.

use super::bars;
use super::canvas::{Canvas, Part, fitted, lines};
use super::{journal, letters};
use crate::theme::{Face, Look, Weight};
use egui::{Align, Pos2, Rect, Vec2, pos2, vec2};
use encours_core::app::App;
use encours_core::view::board;
use encours_core::view::portfolio::{self, Breakdown, BreakdownView, PortfolioView};
use encours_core::view::text::{Arg, Words, date, number};
use encours_core::view::trend::Trend;
use encours_core::view::vocabulary;

/// A4, lying, in points.
pub(super) const A4: Vec2 = vec2(842.0, 595.0);
const MARGIN: f32 = 36.0;
const GAP: f32 = 12.0;

/// The title of the document.
pub(super) fn title(app: &App) -> String {
    let name = app.snapshot().entity.value.as_deref();
    let name = name.and_then(|entity| entity.name().map(str::to_owned));
    let words = Words::new(app.lang());
    match name {
        Some(name) => format!(
            "{} – {}",
            encours_core::view::text::Clean::line_of(&name, 80),
            words.get("screen-portfolio")
        ),
        None => words.get("screen-portfolio").into_owned(),
    }
}

/// Draws the page.
pub(super) fn report(app: &App, look: &Look, canvas: &mut impl Canvas) {
    let view = portfolio::portfolio(app);
    let area = Rect::from_min_size(Pos2::ZERO, A4).shrink(MARGIN);
    head(app, look, canvas, area);
    let y = totals(look, canvas, &view, area.with_min_y(area.top() + 44.0));
    let y = breakdowns(look, canvas, &view, area.with_min_y(y + GAP));
    let rest = Rect::from_min_max(
        pos2(area.left(), y + GAP),
        pos2(area.right(), area.bottom() - 18.0),
    );
    let room = rest.width() - 3.0 * GAP;
    let mut left = rest.left();
    let [first, second, third, last] = [0.23, 0.24, 0.23, 0.30].map(|share| {
        let pane = rest.with_min_x(left).with_max_x(left + room * share);
        left = pane.right() + GAP;
        pane
    });
    canvas.within(Part::Section, |canvas| pipeline(app, look, canvas, first));
    let shown = view.trends.first();
    canvas.within(Part::Section, |canvas| trend(app, look, canvas, shown, second));
    canvas.within(Part::Section, |canvas| entity(app, look, canvas, &view, third));
    canvas.within(Part::Section, |canvas| journal::draw(app, look, canvas, last));
    foot(app, look, canvas, area, &view);
}

pub(super) fn row(rect: Rect, top: f32, height: f32) -> Rect {
    Rect::from_min_size(pos2(rect.left(), rect.top() + top), vec2(rect.width(), height))
}

pub(super) fn pane(look: &Look, canvas: &mut impl Canvas, rect: Rect, title: &str) -> Rect {
    canvas.edge(rect, 0.75, look.ink.border_strong);
    let inner = rect.shrink(10.0);
    let (line, face) = (row(inner, 0.0, 14.0), small(11.0, Weight::SemiBold));
    canvas.within(Part::Heading, |canvas| {
        canvas.text(line, Align::Min, title, face, look.ink.text)
    });
    inner.with_min_y(inner.top() + 20.0)
}

pub(super) fn small(size: f32, weight: Weight) -> Face {
    Face {
        size,
        line: size * 1.4,
        weight,
    }
}

fn head(app: &App, look: &Look, canvas: &mut impl Canvas, area: Rect) {
    let (line, title) = (row(area, 0.0, 24.0), title(app));
    let face = fitted(&title, Face::title(), line.width());
    canvas.within(Part::Title, |canvas| {
        canvas.text(line, Align::Min, &title, face, look.ink.text)
    });
    let moment = |at| date::date_time(app.lang(), date::local(at, &app.options().zone));
    let words = Words::new(app.lang());
    // A page is read tomorrow too: it says the hour, where the screen says how long ago.
    let made = Arg::from(moment(app.now()));
    let said = match app.snapshot().portfolio.read_at {
        Some(read) => words.with("report-made", &[("at", made), ("read", Arg::from(moment(read)))]),
        None => words.with("report-made-unread", &[("at", made)]),
    };
    let place = row(area, 22.0, 14.0);
    canvas.text(
        place,
        Align::Min,
        &said,
        small(9.0, Weight::Regular),
        look.ink.text_secondary,
    );
}

fn totals(look: &Look, canvas: &mut impl Canvas, view: &PortfolioView, area: Rect) -> f32 {
    let rect = area.with_max_y(area.top() + 62.0);
    canvas.edge(rect, 0.75, look.ink.border_strong);
    let share = |exact: bool| if exact { 1.9 } else { 1.0 };
    let whole: f32 = view.totals.iter().map(|total| share(total.exact.is_some())).sum();
    let mut x = rect.left();
    for total in &view.totals {
        let wide = rect.width() * share(total.exact.is_some()) / whole.max(1.0);
        let cell = Rect::from_min_max(pos2(x + 10.0, rect.top()), pos2(x + wide - 6.0, rect.bottom()));
        let label = small(9.0, Weight::Regular);
        canvas.begin(Part::Line);
        canvas.text(
            row(cell, 8.0, 12.0),
            Align::Min,
            &total.label,
            label,
            look.ink.text_secondary,
        );
        let value = small(17.0, Weight::SemiBold);
        let text = total.exact.as_ref().unwrap_or(&total.value);
        let value = fitted(text, value, cell.width());
        canvas.text(row(cell, 22.0, 20.0), Align::Min, text, value, look.ink.text);
        canvas.text(
            row(cell, 44.0, 12.0),
            Align::Min,
            &total.change,
            fitted(&total.change, label, cell.width()),
            look.ink.text_tertiary,
        );
        canvas.end();
        x += wide;
    }
    rect.bottom()
}

fn breakdowns(look: &Look, canvas: &mut impl Canvas, view: &PortfolioView, area: Rect) -> f32 {
    let wide = (area.width() - 2.0 * GAP) / 3.0;
    let rect = area.with_max_y(area.top() + 222.0);
    for (at, one) in view.breakdowns.iter().enumerate() {
        let x = area.left() + at as f32 * (wide + GAP);
        let place = Rect::from_min_size(pos2(x, rect.top()), vec2(wide, rect.height()));
        canvas.within(Part::Section, |canvas| breakdown(look, canvas, one, place));
    }
    rect.bottom()
}

fn breakdown(look: &Look, canvas: &mut impl Canvas, view: &BreakdownView, rect: Rect) {
    let ink = &look.ink;
    let inner = pane(look, canvas, rect, &view.title);
    let face = small(8.5, Weight::Regular);
    let check = row(rect.shrink(10.0), 0.0, 14.0);
    let color = if view.check.agrees {
        ink.text_secondary
    } else {
        ink.text
    };
    let wide = canvas.text(check, Align::Max, &view.check.text, face, color);
    if !view.check.agrees {
        // The same shape as on the screen: a mismatch is flagged wherever it is read.
        bars::diamond(
            canvas,
            pos2(check.right() - wide - 9.0, check.center().y),
            look.bands.watch,
        );
    }
    let high = 14.0;
    let notes: Vec<String> = [view.note.as_str(), &view.concentration]
        .into_iter()
        .filter(|note| !note.is_empty())
        .flat_map(|note| lines(note, face, inner.width()))
        .collect();
    let under = notes.len() as f32 * 11.0 + 4.0;
    let fitting = ((inner.height() - under) / high).floor().max(1.0) as usize;
    // One line is kept for how many more there are.
    let fitting = if view.bars.len() > fitting {
        fitting - 1
    } else {
        fitting
    };
    let names = view.bars.iter().map(|bar| letters::width(&bar.label, face));
    let named = names.fold(60.0, f32::max).min(inner.width() - 112.0) + 2.0;
    for (at, bar) in view.bars.iter().take(fitting).enumerate() {
        let line = row(inner, at as f32 * high, high);
        let label = line.with_max_x(line.left() + named);
        let name = fitted(&bar.label, face, label.width());
        canvas.begin(Part::Line);
        canvas.text(label, Align::Min, &bar.label, name, ink.text);
        let start = line.left() + named + 6.0;
        let room = line.right() - 66.0 - start;
        let length = (room * bar.length.clamp(0.0, 1.0)).max(1.5);
        let place = Rect::from_min_size(pos2(start, line.center().y - 3.5), vec2(length, 7.0));
        bars::bar(
            look,
            canvas,
            (view.kind == Breakdown::Class).then_some(bar.key.as_str()),
            place,
        );
        let count = line.with_max_x(line.right() - 36.0);
        canvas.text(
            count,
            Align::Max,
            &bar.count,
            small(8.5, Weight::SemiBold),
            ink.text,
        );
        canvas.text(line, Align::Max, &bar.share, face, ink.text_tertiary);
        canvas.end();
    }
    let left = view.bars.len().saturating_sub(fitting);
    if left > 0 {
        let line = row(inner, fitting as f32 * high, high);
        canvas.text(line, Align::Min, &format!("+ {left}"), face, ink.text_tertiary);
    }
    let first = inner.bottom() - notes.len() as f32 * 11.0;
    for (at, note) in notes.iter().enumerate() {
        let line = row(inner, first - inner.top() + at as f32 * 11.0, 11.0);
        canvas.text(line, Align::Min, note, face, ink.text_tertiary);
    }
}

/// How many deals stand in each status, as the board shows them.
fn pipeline(app: &App, look: &Look, canvas: &mut impl Canvas, rect: Rect) {
    let head = board::head(app);
    let words = Words::new(app.lang());
    let inner = pane(look, canvas, rect, &words.get("screen-pipeline"));
    let face = small(8.5, Weight::Regular);
    let place = row(rect.shrink(10.0), 0.0, 14.0);
    canvas.text(place, Align::Max, &head.counts, face, look.ink.text_secondary);
    let columns = &app.lens().columns;
    let most = columns
        .iter()
        .map(|column| column.rows.len())
        .max()
        .unwrap_or(0)
        .max(1);
    let high = (inner.height() / columns.len().max(1) as f32).min(15.0);
    for (at, column) in columns.iter().enumerate() {
        let line = row(inner, at as f32 * high, high);
        let name = vocabulary::deal_status(app.lang(), &column.status).into_owned();
        canvas.begin(Part::Line);
        canvas.text(
            line.with_max_x(line.left() + 104.0),
            Align::Min,
            &name,
            fitted(&name, face, 104.0),
            look.ink.text,
        );
        let room = line.width() - 104.0 - 34.0;
        let place = Rect::from_min_size(
            pos2(line.left() + 108.0, line.center().y - 3.5),
            vec2((room * column.rows.len() as f32 / most as f32).max(1.0), 7.0),
        );
        canvas.fill(place, look.ink.bar);
        let count = number::integer(app.lang(), column.rows.len() as u64);
        canvas.text(
            line,
            Align::Max,
            &count,
            small(8.5, Weight::SemiBold),
            look.ink.text,
        );
        canvas.end();
    }
}

fn trend(app: &App, look: &Look, canvas: &mut impl Canvas, trend: Option<&Trend>, rect: Rect) {
    let words = Words::new(app.lang());
    let ink = &look.ink;
    let inner = pane(look, canvas, rect, &words.get("trend-title"));
    let face = small(8.5, Weight::Regular);
    let Some(trend) = trend else {
        let middle = row(inner, inner.height() / 2.0 - 7.0, 14.0);
        canvas.text(
            middle,
            Align::Min,
            &words.get("trend-empty"),
            face,
            ink.text_tertiary,
        );
        return;
    };
    let place = row(rect.shrink(10.0), 0.0, 14.0);
    let name = format!("{} {}", trend.label, trend.since);
    canvas.text(place, Align::Max, &name, face, ink.text_secondary);
    let wide = letters::width(&trend.last, small(10.0, Weight::SemiBold)) + 8.0;
    let ends = [
        trend
            .points
            .iter()
            .min_by(|one, other| one.value.cmp(&other.value)),
        trend
            .points
            .iter()
            .max_by(|one, other| one.value.cmp(&other.value)),
    ];
    let figures = ends.iter().flatten().map(|end| letters::width(&end.text, face));
    let axis = figures.fold(0.0, f32::max) + 6.0;
    let plot = Rect::from_min_max(
        inner.min + vec2(axis, 6.0),
        pos2(inner.right() - wide, inner.bottom() - 14.0),
    );
    canvas.line(&[plot.left_bottom(), plot.right_bottom()], 0.5, ink.border_strong);
    let (Some(first), Some(last)) = (trend.points.first(), trend.points.last()) else {
        return;
    };
    let y_of = |height: f32| plot.bottom() - plot.height() * (0.1 + 0.8 * height);
    // The least and the most are the axis: one figure where the line is flat.
    let [least, most] = ends;
    let most = most.filter(|most| Some(most.value) != least.map(|least| least.value));
    for end in least.iter().chain(&most) {
        let y = y_of(end.height);
        canvas.line(&[pos2(plot.left(), y), pos2(plot.right(), y)], 0.5, ink.border);
        let place = Rect::from_min_max(pos2(inner.left(), y - 6.0), pos2(plot.left() - 6.0, y + 6.0));
        canvas.text(place, Align::Max, &end.text, face, ink.text_tertiary);
    }
    let span = (last.at.as_second() - first.at.as_second()).max(1) as f32;
    let mut line: Vec<Pos2> = Vec::new();
    for point in &trend.points {
        let part = (point.at.as_second() - first.at.as_second()) as f32 / span;
        let at = pos2(plot.left() + plot.width() * part, y_of(point.height));
        if let Some(before) = line.last().copied() {
            line.push(pos2(at.x, before.y));
        }
        line.push(at);
    }
    canvas.line(&line, 1.5, ink.accent);
    if let Some(end) = line.last() {
        let place = Rect::from_min_max(pos2(end.x + 6.0, end.y - 7.0), pos2(inner.right(), end.y + 7.0));
        canvas.text(
            place,
            Align::Min,
            &trend.last,
            small(10.0, Weight::SemiBold),
            ink.text,
        );
    }
    let days = Rect::from_min_max(
        pos2(plot.left(), inner.bottom() - 12.0),
        pos2(plot.right(), inner.bottom()),
    );
    let day = |at| date::date_short(date::local(at, &app.options().zone).date());
    canvas.text(days, Align::Min, &day(first.at), face, ink.text_tertiary);
    canvas.text(days, Align::Max, &day(last.at), face, ink.text_tertiary);
}

fn entity(app: &App, look: &Look, canvas: &mut impl Canvas, view: &PortfolioView, rect: Rect) {
    let words = Words::new(app.lang());
    let inner = pane(look, canvas, rect, &words.get("entity-title"));
    let high = (inner.height() / view.entity.len().max(1) as f32).min(16.0);
    for (at, line) in view.entity.iter().enumerate() {
        let place = row(inner, at as f32 * high, high);
        let face = small(8.5, Weight::Regular);
        let label = place.with_max_x(place.left() + 92.0);
        let name = fitted(&line.label, face, label.width());
        canvas.begin(Part::Line);
        canvas.text(label, Align::Min, &line.label, name, look.ink.text_tertiary);
        let text = if line.note.is_empty() {
            line.value.to_string()
        } else {
            format!("{} ({})", line.value, line.note)
        };
        let value = place.with_min_x(place.left() + 98.0);
        canvas.text(
            value,
            Align::Min,
            &text,
            fitted(&text, small(8.5, Weight::Medium), value.width()),
            look.ink.text,
        );
        canvas.end();
    }
}

fn foot(app: &App, look: &Look, canvas: &mut impl Canvas, area: Rect, view: &PortfolioView) {
    let words = Words::new(app.lang());
    let place = Rect::from_min_max(pos2(area.left(), area.bottom() - 12.0), area.max);
    let face = small(8.0, Weight::Regular);
    let note = words.get(if app.options().currency.is_some() {
        "portfolio-head-note-currency"
    } else {
        "portfolio-head-note"
    });
    canvas.text(place, Align::Min, &note, face, look.ink.text_tertiary);
    canvas.text(place, Align::Max, &view.checks, face, look.ink.text_tertiary);
}
