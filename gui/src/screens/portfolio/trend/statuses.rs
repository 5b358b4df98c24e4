//! The deals of each status over time: a line for each, told apart by its dashes and by the ring of its status at its end.
//! A legend beside them, with what each has now, draws a line or leaves it out; the one that is pointed at, there or in
//! the chart, or whose key has the focus, stands out. The table has all of them.

use egui::{Align, Id, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, Chart, Draw};
use encours_core::view::text::{Arg, date};
use encours_core::view::trend::{StatusLine, StatusesView, Trend};

use super::super::{Along, legend};
use super::{PAD, ROW, Scale, axis_names, days, grid, note, read_off, steps_of};
use crate::pass::Pass;
use crate::theme::{Face, Weight};
use crate::widgets::{Button, Kind, Pen};

/// The dashes and gaps of lines that follow each other.
const DASHES: [Option<[f32; 2]>; 3] = [None, Some([7.0, 4.0]), Some([2.0, 3.0])];
/// In the legend: a piece of the line, and the ring of the status after it.
const PIECE: f32 = 16.0;
const RING: f32 = 18.0;
/// Between the parts of a key, and between the chart and its legend.
const APART: f32 = 8.0;
const GAP: f32 = 16.0;
/// A whole name is not longer where it stands in a legend of one column.
const WIDEST: f32 = 150.0;

/// Draws what stands under the title of the pane, which ends at `after`; the tabs begin at `before`.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    figures: &mut Along,
    view: &StatusesView,
    (rect, head): (Rect, Rect),
    (after, before): (f32, f32),
) {
    let drawn: Vec<&Trend> = view.drawn().map(|line| &line.trend).collect();
    let scale = Scale::of(pass.app, &drawn);
    let first = |trend: &&&Trend| trend.points.first().map(|point| point.at);
    let Some(oldest) = drawn.iter().min_by_key(first) else {
        return;
    };
    let table = pass.app.trend().table;
    let mut told = note(pass, oldest, &scale);
    if !table && !view.left_out.is_empty() {
        told = format!("{told} · {}", view.left_out);
    }
    let pen = Pen::new(ui.painter(), pass.look);
    let beside = head.with_min_x(after + 12.0).with_max_x(before - 12.0);
    let under = pen.width(&told, Face::small()) > beside.width();
    let own = head.translate(vec2(0.0, 32.0)).with_max_y(head.bottom() + 28.0);
    let line = if under { own } else { beside };
    let at = pen.text(
        line,
        Align::Min,
        &told,
        Face::small(),
        pass.look.ink.text_tertiary,
    );
    let response = ui.interact(at, ui.scope_id().with("note"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, told.as_str()));
    let body = Rect::from_min_max(
        pos2(rect.left() + PAD, head.bottom() + if under { 36.0 } else { 14.0 }),
        pos2(rect.right() - PAD, rect.bottom() - 12.0),
    );
    if table {
        rows(ui, pass, view, body);
    } else {
        let legend = Legend::of(&pen, view, body);
        let pointed = legend.show(ui, pass, figures, view);
        chart(
            ui,
            pass,
            view,
            &scale,
            body.with_max_x(legend.place.left() - GAP),
            pointed,
        );
    }
}

/// Where the keys stand: under each other, in as few columns as the height allows.
struct Legend {
    place: Rect,
    wide: f32,
    rows: usize,
    whole: bool,
}

impl Legend {
    fn of(pen: &Pen<'_>, view: &StatusesView, body: Rect) -> Self {
        // One place more is for the way to draw all of them again: nothing moves when it comes.
        let keys = view.lines.len() + 1;
        let rows = ((body.height() / ROW).floor() as usize).clamp(1, keys);
        let columns = keys.div_ceil(rows);
        let widest = |text: fn(&StatusLine) -> &str, face: Face| {
            let texts = view.lines.iter().map(|line| pen.width(text(line), face));
            texts.fold(0.0, f32::max).ceil()
        };
        let whole = columns == 1;
        let name = if whole {
            widest(|line| &line.trend.label, Face::small()).min(WIDEST)
        } else {
            widest(|line| &line.short, Face::small())
        };
        let count = widest(|line| &line.trend.last, Face::column());
        let wide = APART + PIECE + RING + APART + name + APART + count + APART;
        let all = wide * columns as f32;
        Self {
            place: body.with_min_x(body.right() - all),
            wide,
            rows,
            whole,
        }
    }

    /// Where the key at a place stands.
    fn key(&self, at: usize) -> Rect {
        let (column, row) = (at / self.rows, at % self.rows);
        let corner = vec2(column as f32 * self.wide, row as f32 * ROW);
        Rect::from_min_size(self.place.min + corner, vec2(self.wide, ROW))
    }

    /// Draws the keys. Returns which line is pointed at there, or has the focus.
    fn show(&self, ui: &Ui, pass: &mut Pass<'_>, figures: &mut Along, view: &StatusesView) -> Option<usize> {
        let look = pass.look;
        let pen = Pen::new(ui.painter(), look);
        let ids: Vec<Id> = (0..view.lines.len())
            .map(|at| ui.scope_id().with(("key", at)))
            .collect();
        let stop = figures.keys(ui.ctx(), ids.clone());
        let mut pointed = None;
        for ((at, line), id) in view.lines.iter().enumerate().zip(ids) {
            let rect = self.key(at);
            let key = legend::Key {
                chart: Chart::Statuses,
                series: &line.code,
                label: &line.trend.label,
                hidden: line.hidden,
            };
            let response = key.press(ui, pass, rect, id, at == stop);
            let under = response.hovered() || response.has_focus();
            if response.hovered() {
                pen.fill(rect, look.tokens.radius.chip, look.ink.hover);
            }
            if response.has_focus() {
                pen.ring(rect.shrink(2.0), look.tokens.radius.chip);
            }
            if under && !line.hidden {
                pointed = Some(at);
            }
            self.paint(&pen, line, at, rect);
        }
        if !view.left_out.is_empty() {
            let label = pass.word("series-all").into_owned();
            let place = self.key(view.lines.len());
            let button = Button::new(&label).kind(Kind::Link);
            let place = place.translate(vec2(APART, 0.0));
            let place = place.with_max_x(place.left() + button.width(&pen));
            if button.show(ui, look, ui.scope_id().with("all"), place).clicked() {
                pass.act(Action::TurnLegend {
                    chart: Chart::Statuses,
                    series: String::new(),
                    draw: Draw::All,
                });
            }
        }
        pointed
    }

    fn paint(&self, pen: &Pen<'_>, line: &StatusLine, at: usize, rect: Rect) {
        let ink = &pen.look.ink;
        let x = rect.left() + APART;
        let (color, ground) = if line.hidden {
            legend::empty(pen, pos2(x + PIECE / 2.0, rect.center().y));
            (ink.text_tertiary, ink.text_tertiary)
        } else {
            let y = rect.center().y.round() + 0.5;
            stroke(pen, &[pos2(x, y), pos2(x + PIECE, y)], at, usual(pen));
            (ink.text, ink.text_secondary)
        };
        pen.status(pos2(x + PIECE + RING / 2.0, rect.center().y), &line.code, ground);
        let row = rect
            .with_min_x(x + PIECE + RING + APART)
            .with_max_x(rect.right() - APART);
        let count = pen.text(row, Align::Max, &line.trend.last, Face::column(), color);
        let name = if self.whole {
            &line.trend.label
        } else {
            &line.short
        };
        pen.text(
            row.with_max_x(count.left() - APART),
            Align::Min,
            name,
            Face::small(),
            color,
        );
    }
}

/// A line of no emphasis.
fn usual(pen: &Pen<'_>) -> Stroke {
    Stroke::new(pen.look.tokens.stroke.icon, pen.look.ink.bar)
}

/// Draws the line at a place in the order of all, with its dashes.
fn stroke(pen: &Pen<'_>, corners: &[Pos2], at: usize, stroke: Stroke) {
    match DASHES[at % DASHES.len()] {
        None => {
            pen.painter.line(corners.to_vec(), stroke);
        }
        Some([dash, gap]) => {
            pen.painter.extend(Shape::dashed_line(corners, stroke, dash, gap));
        }
    }
}

fn chart(ui: &Ui, pass: &Pass<'_>, view: &StatusesView, scale: &Scale, body: Rect, pointed: Option<usize>) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let (names, wide) = axis_names(&pen, scale);
    let plot = Rect::from_min_max(
        pos2(body.left() + wide + 12.0, body.top() + 8.0),
        pos2(body.right() - RING, body.bottom() - 26.0),
    );
    grid(&pen, &names, scale, plot, body);
    days(&pen, pass, scale, plot, body);
    let response = ui.interact(plot.expand(6.0), ui.scope_id().with("chart"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, spoken(pass, view)));
    let lines: Vec<(usize, &StatusLine, Vec<Pos2>)> = view
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.hidden)
        .map(|(at, line)| (at, line, steps_of(&line.trend, scale, plot)))
        .collect();
    let pointer = response.hover_pos();
    let nearest = pointer.and_then(|pointer| {
        let apart = |corners: &[Pos2]| Some((height_at(corners, pointer.x)? - pointer.y).abs());
        let apart = lines.iter().filter_map(|(at, _, line)| Some((*at, apart(line)?)));
        apart
            .min_by(|one, other| one.1.total_cmp(&other.1))
            .map(|(at, _)| at)
    });
    let pointed = pointed.or(nearest);
    let ends: Vec<f32> = lines
        .iter()
        .map(|(.., corners)| corners.last().map_or(plot.bottom(), |end| end.y))
        .collect();
    let ends = apart(&ends, plot.y_range());
    let lines: Vec<_> = lines.into_iter().zip(ends).collect();
    // What stands out is drawn last, over the others.
    let (under, over): (Vec<_>, Vec<_>) = lines.iter().partition(|((at, ..), _)| pointed != Some(*at));
    for ((at, line, corners), end) in under.into_iter().chain(over) {
        let chosen = pointed == Some(*at);
        let (pencil, ring) = if chosen {
            (Stroke::new(pass.look.tokens.stroke.ring, ink.accent), ink.accent)
        } else {
            (usual(&pen), ink.text_secondary)
        };
        if corners.len() > 1 {
            stroke(&pen, corners, *at, pencil);
        }
        if let Some(last) = corners.last() {
            pen.status(pos2(last.x + RING / 2.0, *end), &line.code, ring);
        }
    }
    if let (Some(pointer), Some(line)) = (pointer, pointed.and_then(|at| view.lines.get(at))) {
        read_off(ui, pass, &line.trend, scale, plot, pointer);
    }
}

/// Where rings stand whose lines end at these heights: none covers another, and those that would stand around the middle of
/// their lines' ends.
fn apart(ends: &[f32], within: egui::Rangef) -> Vec<f32> {
    /// As high as a ring, with air.
    const RING: f32 = 13.0;
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|a, b| ends[*a].total_cmp(&ends[*b]));
    // Each cluster: where its first ring stands, and whose rings are in it.
    let mut clusters: Vec<(f32, Vec<usize>)> = Vec::new();
    for at in order {
        let (mut top, mut rings) = (ends[at], vec![at]);
        while let Some((_, above)) =
            clusters.pop_if(|(above, others)| *above + others.len() as f32 * RING > top)
        {
            rings.splice(0..0, above);
            let count = rings.len() as f32;
            let middle = rings.iter().map(|at| ends[*at]).sum::<f32>() / count;
            let whole = (count - 1.0) * RING;
            top = (middle - whole / 2.0).min(within.max - whole).max(within.min);
        }
        clusters.push((top, rings));
    }
    let mut heights = ends.to_vec();
    for (top, cluster) in clusters {
        for (place, at) in cluster.into_iter().enumerate() {
            heights[at] = top + place as f32 * RING;
        }
    }
    heights
}

/// How high a line of steps is at a place; `None` before it begins.
fn height_at(corners: &[Pos2], x: f32) -> Option<f32> {
    corners
        .iter()
        .rev()
        .find(|corner| corner.x <= x)
        .map(|corner| corner.y)
}

/// What is said of the chart: what each line that is drawn has now and what it gained, and what is not drawn.
fn spoken(pass: &Pass<'_>, view: &StatusesView) -> String {
    let told = |line: &StatusLine| {
        let parts = [&line.trend.label, &line.trend.last, &line.trend.change];
        let parts: Vec<&str> = parts
            .into_iter()
            .map(String::as_str)
            .filter(|part| !part.is_empty())
            .collect();
        parts.join(" ")
    };
    let lines: Vec<String> = view.drawn().map(told).collect();
    let since = view.drawn().next().map(|line| line.trend.since.as_str());
    let args = [
        ("since", Arg::from(since.unwrap_or_default())),
        ("lines", Arg::from(lines.join(", "))),
    ];
    let said = pass.words.with("trend-statuses-spoken", &args);
    if view.left_out.is_empty() {
        said
    } else {
        format!("{said}. {}", view.left_out)
    }
}

/// What each status had at each moment at which one of them changed.
fn rows(ui: &Ui, pass: &Pass<'_>, view: &StatusesView, body: Rect) {
    /// The room of a moment.
    const WHEN: f32 = 132.0;
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let head = body.with_max_y(body.top() + ROW);
    let wide = (body.width() - WHEN) / view.lines.len().max(1) as f32;
    let cell = |row: Rect, at: usize| {
        let right = row.left() + WHEN + (at + 1) as f32 * wide;
        row.with_min_x(right - wide + APART).with_max_x(right)
    };
    pen.text(
        head,
        Align::Min,
        &pass.word("table-date"),
        Face::label(),
        ink.text_tertiary,
    );
    for (at, line) in view.lines.iter().enumerate() {
        pen.text(
            cell(head, at),
            Align::Max,
            &line.short,
            Face::label(),
            ink.text_tertiary,
        );
    }
    let (lang, zone) = (pass.app.lang(), &pass.app.options().zone);
    let named = view.rows().into_iter();
    let mut named: Vec<(String, Vec<String>)> = named
        .map(|(at, counts)| (date::date_time(lang, date::local(at, zone)), counts))
        .collect();
    named.dedup();
    let fitting = ((body.height() - ROW) / ROW).floor().max(1.0) as usize;
    for (place, (when, counts)) in named.iter().take(fitting).enumerate() {
        let row = Rect::from_min_size(
            pos2(body.left(), head.bottom() + place as f32 * ROW),
            vec2(body.width(), ROW),
        );
        pen.rule(row.x_range(), row.top() + 0.5, ink.border);
        pen.text(
            row.with_max_x(row.left() + WHEN),
            Align::Min,
            when,
            Face::small(),
            ink.text_secondary,
        );
        for (at, count) in counts.iter().enumerate() {
            let face = Face::small().weighing(Weight::Medium);
            pen.text(cell(row, at), Align::Max, count, face, ink.text);
        }
        let response = ui.interact(row, ui.scope_id().with(("point", place)), Sense::hover());
        response.widget_info(|| {
            let counts = view.lines.iter().zip(counts);
            let counts = counts.filter(|(_, count)| !count.is_empty());
            let told: Vec<String> = counts
                .map(|(line, count)| format!("{} {count}", line.trend.label))
                .collect();
            WidgetInfo::labeled(Role::Row, true, format!("{when} – {}", told.join(", ")))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_of_lines_that_end_alike_stand_apart_and_within_the_chart() {
        let within = egui::Rangef::new(0.0, 100.0);
        let heights = apart(&[50.0, 10.0, 50.0, 52.0, 98.0, 99.0], within);
        assert_eq!(heights[1].to_bits(), 10_f32.to_bits(), "who has room stays");
        let middle = (heights[0] + heights[2] + heights[3]) / 3.0;
        assert!(
            (middle - 152.0 / 3.0).abs() < 0.01,
            "around their ends: {heights:?}"
        );
        let mut sorted = heights.clone();
        sorted.sort_by(f32::total_cmp);
        assert!(sorted.windows(2).all(|two| two[1] - two[0] > 12.9), "{heights:?}");
        assert!(sorted.iter().all(|y| within.contains(*y)), "{heights:?}");
    }
}
