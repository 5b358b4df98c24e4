//! The page: what a manager hands out. Everything on it says when it was read and what it covers.

use super::bars;
use super::canvas::{Canvas, Part, fitted, lines};
use super::{journal, letters};
use crate::theme::{Face, Look, Weight};
use egui::{Align, Pos2, Rect, Vec2, pos2, vec2};
use encours_core::app::App;
use encours_core::view::board;
use encours_core::view::portfolio::{self, Bar, Breakdown, BreakdownView, EntityLine, PortfolioView, Total};
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

/// Draws the page. Nothing on it overlaps and nothing is cut that a line more can hold; what stands under each other has
/// one size.
pub(super) fn report(app: &App, look: &Look, canvas: &mut impl Canvas) {
    let view = portfolio::portfolio(app);
    let area = Rect::from_min_size(Pos2::ZERO, A4).shrink(MARGIN);
    head(app, look, canvas, area);
    let y = totals(look, canvas, &view, area.with_min_y(area.top() + 44.0));
    let y = breakdowns(look, canvas, &view, area.with_min_y(y + GAP));
    let bottom = foot(app, look, canvas, area, &view);
    let rest = Rect::from_min_max(pos2(area.left(), y + GAP), pos2(area.right(), bottom - 8.0));
    let room = rest.width() - 3.0 * GAP;
    let mut left = rest.left();
    let [first, second, third, last] = [0.23, 0.21, 0.28, 0.28].map(|share| {
        let pane = rest.with_min_x(left).with_max_x(left + room * share);
        left = pane.right() + GAP;
        pane
    });
    canvas.within(Part::Section, |canvas| pipeline(app, look, canvas, first));
    let shown = view.trends.first();
    canvas.within(Part::Section, |canvas| trend(app, look, canvas, shown, second));
    canvas.within(Part::Section, |canvas| entity(app, look, canvas, &view, third));
    canvas.within(Part::Section, |canvas| journal::draw(app, look, canvas, last));
}

pub(super) fn row(rect: Rect, top: f32, height: f32) -> Rect {
    Rect::from_min_size(pos2(rect.left(), rect.top() + top), vec2(rect.width(), height))
}

/// A pane with its title and what is noted beside it: at the right of the title where both have room, else under it.
/// Returns what is left, and where the note begins.
pub(super) fn pane(
    look: &Look,
    canvas: &mut impl Canvas,
    rect: Rect,
    title: &str,
    (note, color): (&str, egui::Color32),
) -> (Rect, Pos2) {
    canvas.edge(rect, 0.75, look.ink.border_strong);
    let inner = rect.shrink(10.0);
    let (line, face) = (row(inner, 0.0, 14.0), small(11.0, Weight::SemiBold));
    canvas.within(Part::Heading, |canvas| {
        canvas.text(line, Align::Min, title, face, look.ink.text)
    });
    let beside = small(8.5, Weight::Regular);
    let wide = letters::width(note, beside);
    if letters::width(title, face) + wide + 22.0 <= inner.width() {
        canvas.text(line, Align::Max, note, beside, color);
        let at = pos2(line.right() - wide, line.center().y);
        return (inner.with_min_y(inner.top() + 20.0), at);
    }
    let under = lines(note, beside, inner.width() - 12.0);
    let indented = under.len() as f32 * 11.0;
    for (at, text) in under.iter().enumerate() {
        let line = row(inner, 15.0 + at as f32 * 11.0, 11.0).with_min_x(inner.left() + 12.0);
        canvas.text(line, Align::Min, text, beside, color);
    }
    let at = pos2(inner.left() + 12.0, inner.top() + 20.5);
    (inner.with_min_y(inner.top() + 20.0 + indented), at)
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
    let face = fitted([title.as_str()], Face::title(), line.width());
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
    let share = |exact: bool| if exact { 1.9 } else { 1.0 };
    let whole: f32 = view.totals.iter().map(|total| share(total.exact.is_some())).sum();
    let room = |total: &Total| area.width() * share(total.exact.is_some()) / whole.max(1.0) - 16.0;
    let text = |total: &Total| total.exact.clone().unwrap_or_else(|| total.value.clone());
    let label = small(9.0, Weight::Regular);
    let value = view
        .totals
        .iter()
        .fold(small(17.0, Weight::SemiBold), |face, total| {
            fitted([text(total).as_str()], face, room(total))
        });
    let changes: Vec<Vec<String>> = view
        .totals
        .iter()
        .map(|total| lines(&total.change, label, room(total)))
        .collect();
    let most = changes.iter().map(Vec::len).max().unwrap_or(1).max(1) as f32;
    let rect = area.with_max_y(area.top() + 50.0 + 12.0 * most);
    canvas.edge(rect, 0.75, look.ink.border_strong);
    let mut x = rect.left();
    for (total, change) in view.totals.iter().zip(&changes) {
        let wide = room(total) + 16.0;
        let cell = Rect::from_min_max(pos2(x + 10.0, rect.top()), pos2(x + wide - 6.0, rect.bottom()));
        canvas.begin(Part::Line);
        canvas.text(
            row(cell, 8.0, 12.0),
            Align::Min,
            &total.label,
            label,
            look.ink.text_secondary,
        );
        let place = row(cell, 22.0, 20.0);
        canvas.text(place, Align::Min, &text(total), value, look.ink.text);
        for (at, line) in change.iter().enumerate() {
            let place = row(cell, 44.0 + 12.0 * at as f32, 12.0);
            canvas.text(place, Align::Min, line, label, look.ink.text_tertiary);
        }
        canvas.end();
        x += wide;
    }
    rect.bottom()
}

/// The height of a line of a breakdown, and of each more that a name takes.
const BAR: f32 = 14.0;
const MORE: f32 = 10.0;

fn breakdowns(look: &Look, canvas: &mut impl Canvas, view: &PortfolioView, area: Rect) -> f32 {
    /// What leaves the panes under them room for theirs.
    const MOST: f32 = 222.0;
    let wide = (area.width() - 2.0 * GAP) / 3.0;
    let wanted = |one: &BreakdownView| {
        let named = named(one, wide - 20.0);
        let bars: f32 = one.bars.iter().map(|bar| bar_height(bar, named)).sum();
        bars + notes(one, wide - 20.0).len() as f32 * 11.0 + 58.0
    };
    let height = view.breakdowns.iter().map(wanted).fold(120.0, f32::max).min(MOST);
    for (at, one) in view.breakdowns.iter().enumerate() {
        let x = area.left() + at as f32 * (wide + GAP);
        let place = Rect::from_min_size(pos2(x, area.top()), vec2(wide, height));
        canvas.within(Part::Section, |canvas| breakdown(look, canvas, one, place));
    }
    area.top() + height
}

/// What is to be known beside a breakdown, in lines.
fn notes(view: &BreakdownView, room: f32) -> Vec<String> {
    [view.note.as_str(), &view.concentration]
        .into_iter()
        .filter(|note| !note.is_empty())
        .flat_map(|note| lines(note, small(8.5, Weight::Regular), room))
        .collect()
}

/// How much room the names of a breakdown have.
fn named(view: &BreakdownView, room: f32) -> f32 {
    let face = small(8.5, Weight::Regular);
    let names = view.bars.iter().map(|bar| letters::width(&bar.label, face));
    names.fold(60.0, f32::max).min(room - 112.0) + 2.0
}

fn bar_height(bar: &Bar, named: f32) -> f32 {
    let lines = lines(&bar.label, small(8.5, Weight::Regular), named).len();
    BAR + lines.saturating_sub(1) as f32 * MORE
}

fn breakdown(look: &Look, canvas: &mut impl Canvas, view: &BreakdownView, rect: Rect) {
    let ink = &look.ink;
    let color = if view.check.agrees {
        ink.text_secondary
    } else {
        ink.text
    };
    let (inner, check) = pane(look, canvas, rect, &view.title, (&view.check.text, color));
    let face = small(8.5, Weight::Regular);
    if !view.check.agrees {
        // The same shape as on the screen: a mismatch is flagged wherever it is read.
        bars::diamond(canvas, pos2(check.x - 7.0, check.y), look.bands.watch);
    }
    let notes = notes(view, inner.width());
    let under = notes.len() as f32 * 11.0 + 4.0;
    let named = named(view, inner.width());
    // Where not all fit, one line is kept for how many more there are.
    let all: f32 = view.bars.iter().map(|bar| bar_height(bar, named)).sum();
    let spare = if all > inner.height() - under { BAR } else { 0.0 };
    let room = inner.height() - under - spare;
    let (mut top, mut drawn) = (0.0, 0);
    for bar in &view.bars {
        let height = bar_height(bar, named);
        if top + height > room {
            break;
        }
        let line = row(inner, top, BAR);
        canvas.begin(Part::Line);
        for (at, text) in lines(&bar.label, face, named).iter().enumerate() {
            let place = row(inner, top + at as f32 * MORE, BAR).with_max_x(inner.left() + named);
            canvas.text(place, Align::Min, text, face, ink.text);
        }
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
        top += height;
        drawn += 1;
    }
    let left = view.bars.len() - drawn;
    if left > 0 {
        let line = row(inner, top, BAR);
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
    let title = words.get("screen-pipeline");
    let note = (head.counts.as_str(), look.ink.text_secondary);
    let (inner, _) = pane(look, canvas, rect, &title, note);
    let columns = &app.lens().columns;
    let names: Vec<String> = columns
        .iter()
        .map(|column| match column.status.as_str() {
            "" => words.get("status-none").into_owned(),
            status => vocabulary::deal_status(app.lang(), status).into_owned(),
        })
        .collect();
    let most = columns
        .iter()
        .map(|column| column.rows.len())
        .max()
        .unwrap_or(0)
        .max(1);
    let high = (inner.height() / columns.len().max(1) as f32).min(15.0);
    let whole = small(8.5_f32.min(high * 0.8), Weight::Regular);
    let face = fitted(names.iter().map(String::as_str), whole, inner.width() * 0.62);
    let longest = names.iter().map(|name| letters::width(name, face));
    let named = longest.fold(0.0, f32::max).min(inner.width() * 0.62) + 2.0;
    for (at, (column, name)) in columns.iter().zip(&names).enumerate() {
        let line = row(inner, at as f32 * high, high);
        canvas.begin(Part::Line);
        let place = line.with_max_x(line.left() + named);
        canvas.text(place, Align::Min, name, face, look.ink.text);
        let start = line.left() + named + 4.0;
        let room = line.right() - 30.0 - start;
        let place = Rect::from_min_size(
            pos2(start, line.center().y - 3.5),
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
    let name = trend.map(|trend| format!("{} {}", trend.label, trend.since));
    let note = (name.as_deref().unwrap_or_default(), ink.text_secondary);
    let (inner, _) = pane(look, canvas, rect, &words.get("trend-title"), note);
    let face = small(8.5, Weight::Regular);
    let Some(trend) = trend else {
        block(canvas, inner, &words.get("trend-empty"), face, ink.text_tertiary);
        return;
    };
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
    // Under the whole pane: the plot may be narrower than two days are.
    let days = inner.with_min_y(inner.bottom() - 12.0);
    let day = |at| date::date_short(date::local(at, &app.options().zone).date());
    let (from, to) = (day(first.at), day(last.at));
    canvas.text(days, Align::Min, &from, face, ink.text_tertiary);
    if to != from {
        canvas.text(days, Align::Max, &to, face, ink.text_tertiary);
    }
}

/// Writes a text over as many lines as it takes. Returns how many.
pub(super) fn block(
    canvas: &mut impl Canvas,
    rect: Rect,
    text: &str,
    face: Face,
    color: egui::Color32,
) -> usize {
    let lines = lines(text, face, rect.width());
    for (at, line) in lines.iter().enumerate() {
        let place = row(rect, at as f32 * face.size * 1.3, face.size * 1.3);
        canvas.text(place, Align::Min, line, face, color);
    }
    lines.len()
}

/// The entity's fields: in the largest face in which all of them stand whole, a long value over several lines.
fn entity(app: &App, look: &Look, canvas: &mut impl Canvas, view: &PortfolioView, rect: Rect) {
    let words = Words::new(app.lang());
    let (inner, _) = pane(
        look,
        canvas,
        rect,
        &words.get("entity-title"),
        ("", look.ink.text),
    );
    let value = |line: &EntityLine| match line.note.as_str() {
        "" => line.value.to_string(),
        note => format!("{} ({note})", line.value),
    };
    let fields: Vec<(&str, String)> = view
        .entity
        .iter()
        .map(|line| (line.label.as_str(), value(line)))
        .collect();
    let laid = |size: f32| {
        let (face, strong) = (small(size, Weight::Regular), small(size, Weight::Medium));
        let names = fields.iter().map(|(name, _)| letters::width(name, face));
        let named = names.fold(0.0, f32::max).min(inner.width() * 0.5) + 1.0;
        let room = inner.width() - named - 8.0;
        let counts: Vec<usize> = fields
            .iter()
            .map(|(name, value)| {
                lines(name, face, named)
                    .len()
                    .max(lines(value, strong, room).len())
            })
            .collect();
        (face, strong, named, counts)
    };
    let fits = |counts: &[usize], size: f32| {
        let rows = counts.iter().sum::<usize>() as f32;
        rows * size * 1.3 + counts.len() as f32 <= inner.height()
    };
    let sizes = [8.5_f32, 8.0, 7.5, 7.0];
    let size = sizes
        .into_iter()
        .find(|size| fits(&laid(*size).3, *size))
        .unwrap_or(6.5);
    let (face, strong, named, counts) = laid(size);
    let rows = counts.iter().sum::<usize>() as f32;
    // What is left of the height goes between the fields.
    let apart = ((inner.height() - rows * size * 1.3) / counts.len().max(1) as f32).clamp(0.0, 4.0);
    let mut top = 0.0;
    for ((name, value), count) in fields.iter().zip(&counts) {
        let high = *count as f32 * size * 1.3;
        let place = row(inner, top, high);
        canvas.begin(Part::Line);
        let left = place.with_max_x(place.left() + named);
        block(canvas, left, name, face, look.ink.text_tertiary);
        let right = place.with_min_x(place.left() + named + 8.0);
        block(canvas, right, value, strong, look.ink.text);
        canvas.end();
        top += high + apart;
    }
}

/// What all of the page stands on. Returns where it begins.
fn foot(app: &App, look: &Look, canvas: &mut impl Canvas, area: Rect, view: &PortfolioView) -> f32 {
    let words = Words::new(app.lang());
    let face = small(8.0, Weight::Regular);
    let note = words.get(if app.options().currency.is_some() {
        "portfolio-head-note-currency"
    } else {
        "portfolio-head-note"
    });
    let checks = letters::width(&view.checks, face);
    let note = lines(&note, face, area.width() - checks - 24.0);
    let top = area.bottom() - note.len().max(1) as f32 * 11.0;
    for (at, line) in note.iter().enumerate() {
        let place = row(area.with_min_y(top), at as f32 * 11.0, 11.0);
        canvas.text(place, Align::Min, line, face, look.ink.text_tertiary);
    }
    let place = row(area.with_min_y(top), 0.0, 11.0);
    canvas.text(place, Align::Max, &view.checks, face, look.ink.text_tertiary);
    top
}
