//! The request log: purpose, result and duration of each request, with the technical request below.
//!
//! Consecutive reads of the same kind share one line, which can be expanded.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::request_groups::Fold;
use encours_core::app::records::activity::view::requests::RequestView;
use encours_core::app::shell::action::Action;

use super::{card, counted, nothing};
use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::checkbox::{self, Ticked};
use crate::widgets::{Pen, Tip, tell_choice};

/// Height of a line: its purpose and, below, the request.
const LINE: f32 = 44.0;
/// Left edge of the text, from the start of the time.
const WORDS: f32 = 72.0;
/// Width of the duration and of the end of a request id, at the right.
const TOOK: f32 = 78.0;
/// Width of the fold arrow before the time. If no line has one, all align with the title.
const SIGN: f32 = 20.0;

/// Draws the request log. Returns its bottom edge.
pub(super) fn requests(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    unfolded: &mut Vec<String>,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    let count = view.requests.len();
    card(
        ui,
        pass,
        column,
        y,
        ("activity-requests", &counted(pass, count)),
        |ui, pass, inner| {
            only_writes(ui, pass, inner);
            if view.requests.is_empty() {
                let none = if pass.app.activity.shows_only_writes() {
                    "requests-no-writes"
                } else {
                    "requests-none"
                };
                return nothing(ui, pass, inner, none);
            }
            let mut y = inner.top() + 6.0;
            let signs = view.folds.iter().any(|fold| fold.lines.len() > 1);
            let lead = if signs { SIGN } else { 0.0 };
            for fold in &view.folds {
                y = folded(ui, pass, unfolded, fold, &view.requests, (inner, y, lead));
            }
            y + 8.0
        },
    )
}

/// Draws the check box in the card's header that limits the log to writes.
fn only_writes(ui: &Ui, pass: &mut Pass<'_>, inner: Rect) {
    let (on, label) = (
        pass.app.activity.shows_only_writes(),
        pass.label(ActionId::OnlyWrites),
    );
    let pen = Pen::new(ui.painter(), pass.look);
    let wide = pen.width(&label, Face::small()) + 28.0;
    let place = Rect::from_min_max(
        pos2(inner.right() - wide, inner.top() - 36.0),
        pos2(inner.right(), inner.top() - 8.0),
    );
    let response = ui.interact(place, ui.scope_id().with("only-writes"), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &label));
    if response.has_focus() {
        pen.ring(place, pass.look.tokens.radius.chip);
    }
    let tick = if on { Ticked::All } else { Ticked::No };
    checkbox::paint(
        &pen,
        pos2(place.left() + 10.0, place.center().y),
        tick,
        response.hovered(),
    );
    let words = place.with_min_x(place.left() + 26.0);
    pen.text(
        words,
        Align::Min,
        &label,
        Face::small(),
        pass.look.ink.text_secondary,
    );
    let cap = pass.cap(ActionId::OnlyWrites);
    if response.tip(format!("{label}  {cap}")).clicked() {
        pass.run(ActionId::OnlyWrites);
    }
}

/// Draws a line and, if expanded, its requests. Returns their bottom edge.
fn folded(
    ui: &Ui,
    pass: &mut Pass<'_>,
    unfolded: &mut Vec<String>,
    fold: &Fold,
    requests: &[RequestView],
    (inner, y, lead): (Rect, f32, f32),
) -> f32 {
    let [newest, ..] = fold.lines.as_slice() else {
        return y;
    };
    let oldest = fold.lines.last().and_then(|at| known_by(requests, *at));
    let (Some(head), Some(key)) = (requests.get(*newest), oldest) else {
        return y;
    };
    let rect = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), LINE));
    if fold.lines.len() == 1 {
        one(ui, pass, requests, *newest, (rect, lead));
        return rect.bottom();
    }
    let (look, ink) = (pass.look, &pass.look.ink);
    let open = unfolded.contains(&key);
    let many = pass
        .words
        .with("requests-folded", &[("n", fold.lines.len().into())]);
    let id = ui.scope_id().with(("fold", &key));
    let response = ui.interact(rect, id, Sense::click());
    let title = one_title(fold, requests);
    let spoken = format!("{} {title} – {many} – {}", head.time, head.outcome);
    tell_choice(&response, Role::Button, true, open, &spoken);
    ui.ctx()
        .accesskit_node_builder(id, |node| node.set_expanded(open));
    let pen = Pen::new(ui.painter(), look);
    ground(&pen, rect, &response, false);
    let icon = if open { Icon::Down } else { Icon::Right };
    pen.icon_of(
        pos2(rect.left() + 6.0, rect.center().y),
        icon,
        12.0,
        ink.text_tertiary,
    );
    let (above, below) = rows(rect, lead);
    time(&pen, head, above, rect, lead);
    let answer = outcome(&pen, head, above, "");
    let said = pen.text(
        above.with_max_x(answer - 16.0),
        Align::Max,
        &many,
        Face::small(),
        ink.text_secondary,
    );
    let room = above.with_max_x(said.left() - 12.0);
    pen.text(room, Align::Min, title, Face::body(), ink.text);
    pen.text(below, Align::Min, &fold.route, Face::code(), ink.text_tertiary);
    if response.clicked() {
        if open {
            unfolded.retain(|other| *other != key);
        } else {
            unfolded.push(key);
        }
        ui.ctx().request_repaint();
    }
    let mut y = rect.bottom();
    if open {
        for at in &fold.lines {
            let rect = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), LINE));
            one(ui, pass, requests, *at, (rect, lead));
            y = rect.bottom();
        }
    }
    y
}

/// Returns the key of a log line. A repeated request keeps its id, so lines with the same id are numbered from the
/// oldest.
fn known_by(requests: &[RequestView], at: usize) -> Option<String> {
    let (line, older) = requests.get(at..)?.split_first()?;
    let same = older.iter().filter(|other| other.whole_id == line.whole_id);
    Some(format!("{} {}", line.whole_id, same.count()))
}

/// Draws a request; a click copies its id for support.
fn one(ui: &Ui, pass: &mut Pass<'_>, requests: &[RequestView], at: usize, (rect, lead): (Rect, f32)) {
    let (Some(line), Some(key)) = (requests.get(at), known_by(requests, at)) else {
        return;
    };
    let ink = &pass.look.ink;
    let id = ui.scope_id().with(("request", key));
    let response = ui.interact(rect, id, Sense::click());
    let copy = pass
        .words
        .with("request-copy", &[("id", line.whole_id.as_str().into())]);
    let spoken = format!(
        "{} {} – {}, {} – {copy}",
        line.time, line.title, line.outcome, line.took
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let pen = Pen::new(ui.painter(), pass.look);
    ground(&pen, rect, &response, false);
    let (above, below) = rows(rect, lead);
    time(&pen, line, above, rect, lead);
    let answer = outcome(&pen, line, above, &line.took);
    let room = above.with_max_x(answer - 24.0);
    pen.text(room, Align::Min, &line.title, Face::body(), ink.text);
    let id = pen.text(
        below,
        Align::Max,
        &line.request_id,
        Face::code(),
        ink.text_tertiary,
    );
    let room = below.with_max_x(id.left() - 24.0);
    pen.text(room, Align::Min, &line.route, Face::code(), ink.text_tertiary);
    if response.tip(copy).clicked() {
        pass.act(Action::CopyText(line.whole_id.to_string()));
    }
}

pub(super) fn ground(pen: &Pen<'_>, rect: Rect, response: &egui::Response, chosen: bool) {
    let radius = pen.look.tokens.radius.chip;
    let rect = rect.expand2(vec2(6.0, 0.0));
    if chosen {
        pen.fill(rect, radius, pen.look.ink.accent_soft);
    } else if response.hovered() {
        pen.fill(rect, radius, pen.look.ink.hover);
    }
    if response.has_focus() {
        pen.ring(rect.shrink(2.0), radius);
    }
}

/// Returns the areas of a line's two text rows.
fn rows(rect: Rect, lead: f32) -> (Rect, Rect) {
    let words = rect.with_min_x(rect.left() + lead + WORDS);
    let row =
        |from: f32, to: f32| Rect::from_x_y_ranges(words.x_range(), rect.top() + from..=rect.top() + to);
    (row(4.0, 23.0), row(23.0, 40.0))
}

/// Returns the common title of a line's requests; it is generic if they concern different records.
fn one_title<'a>(fold: &Fold, requests: &'a [RequestView]) -> &'a str {
    let mut lines = fold.lines.iter().filter_map(|at| requests.get(*at));
    let Some(first) = lines.next() else { return "" };
    if lines.all(|line| line.title == first.title) {
        &first.title
    } else {
        &first.title_within
    }
}

fn time(pen: &Pen<'_>, line: &RequestView, row: Rect, rect: Rect, lead: f32) {
    let place = row
        .with_min_x(rect.left() + lead)
        .with_max_x(rect.left() + lead + WORDS - 6.0);
    pen.text(
        place,
        Align::Min,
        &line.time,
        Face::small(),
        pen.look.ink.text_tertiary,
    );
}

/// Draws result and duration. Returns the left edge of the result.
fn outcome(pen: &Pen<'_>, line: &RequestView, row: Rect, took: &str) -> f32 {
    let ink = &pen.look.ink;
    pen.text(row, Align::Max, took, Face::small(), ink.text_tertiary);
    // Results align in a column, with or without a duration.
    let place = row.with_max_x(row.right() - TOOK);
    let color = if line.good {
        ink.text_secondary
    } else {
        pen.look.bands.alert
    };
    let text = pen.text(place, Align::Max, &line.outcome, Face::small(), color);
    if line.good {
        return text.left();
    }
    let at = pos2(text.left() - 10.0, row.center().y);
    pen.icon_of(at, Icon::Close, 12.0, color);
    at.x - 6.0
}
