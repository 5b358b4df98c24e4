//! The request log: purpose, result and duration of each request, with the technical request below.
//!
//! Consecutive reads of the same kind share one line, which can be expanded.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::request_groups::RequestGroup;
use encours_core::app::records::activity::view::requests::RequestView;
use encours_core::app::shell::action::Action;

use super::{count_text, draw_card, draw_empty_text};
use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::checkbox::{self, CheckState};
use crate::widgets::{Painter, TooltipExt, set_a11y_choice};

/// Height of a line: its purpose and, below, the request.
const LINE_HEIGHT: f32 = 44.0;
/// Left edge of the text, from the start of the time.
const TEXT_X: f32 = 72.0;
/// Width of the duration and of the end of a request id, at the right.
const DURATION_WIDTH: f32 = 78.0;
/// Width of the fold arrow before the time. If no line has one, all align with the title.
const ARROW_WIDTH: f32 = 20.0;

/// Draws the request log. Returns its bottom edge.
pub(super) fn draw_request_log(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    unfolded: &mut Vec<String>,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    let count = view.requests.len();
    draw_card(
        ui,
        pass,
        column,
        y,
        ("activity-requests", &count_text(pass, count)),
        |ui, pass, inner| {
            draw_writes_filter(ui, pass, inner);
            if view.requests.is_empty() {
                let none = if pass.app.activity.shows_only_writes() {
                    "requests-no-writes"
                } else {
                    "requests-none"
                };
                return draw_empty_text(ui, pass, inner, none);
            }
            let mut y = inner.top() + 6.0;
            let signs = view.request_groups.iter().any(|fold| fold.lines.len() > 1);
            let lead = if signs { ARROW_WIDTH } else { 0.0 };
            for fold in &view.request_groups {
                y = draw_group(ui, pass, unfolded, fold, &view.requests, (inner, y, lead));
            }
            y + 8.0
        },
    )
}

/// Draws the check box in the card's header that limits the log to writes.
fn draw_writes_filter(ui: &Ui, pass: &mut FrameCtx<'_>, inner: Rect) {
    let (on, label) = (
        pass.app.activity.shows_only_writes(),
        pass.action_name(ActionId::OnlyWrites),
    );
    let pen = Painter::new(ui.painter(), pass.theme);
    let wide = pen.text_width(&label, TextStyle::small()) + 28.0;
    let place = Rect::from_min_max(
        pos2(inner.right() - wide, inner.top() - 36.0),
        pos2(inner.right(), inner.top() - 8.0),
    );
    let response = ui.interact(place, ui.scope_id().with("only-writes"), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &label));
    if response.has_focus() {
        pen.focus_ring(place, pass.theme.tokens.radius.chip);
    }
    let tick = if on { CheckState::All } else { CheckState::No };
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
        TextStyle::small(),
        pass.theme.colors.text_secondary,
    );
    let cap = pass.key_cap(ActionId::OnlyWrites);
    if response.tooltip(format!("{label}  {cap}")).clicked() {
        pass.request_command(ActionId::OnlyWrites);
    }
}

/// Draws a line and, if expanded, its requests. Returns their bottom edge.
fn draw_group(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    unfolded: &mut Vec<String>,
    fold: &RequestGroup,
    requests: &[RequestView],
    (inner, y, lead): (Rect, f32, f32),
) -> f32 {
    let [newest, ..] = fold.lines.as_slice() else {
        return y;
    };
    let oldest = fold.lines.last().and_then(|at| line_key(requests, *at));
    let (Some(head), Some(key)) = (requests.get(*newest), oldest) else {
        return y;
    };
    let rect = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), LINE_HEIGHT));
    if fold.lines.len() == 1 {
        draw_request(ui, pass, requests, *newest, (rect, lead));
        return rect.bottom();
    }
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let open = unfolded.contains(&key);
    let many = pass
        .messages
        .with("requests-folded", &[("n", fold.lines.len().into())]);
    let id = ui.scope_id().with(("fold", &key));
    let response = ui.interact(rect, id, Sense::click());
    let title = group_title(fold, requests);
    let spoken = format!("{} {title} – {many} – {}", head.time, head.outcome);
    set_a11y_choice(&response, Role::Button, true, open, &spoken);
    ui.ctx()
        .accesskit_node_builder(id, |node| node.set_expanded(open));
    let pen = Painter::new(ui.painter(), look);
    draw_background(&pen, rect, &response, false);
    let icon = if open { Icon::Down } else { Icon::Right };
    pen.sized_icon(
        pos2(rect.left() + 6.0, rect.center().y),
        icon,
        12.0,
        ink.text_tertiary,
    );
    let (above, below) = row_rects(rect, lead);
    draw_time(&pen, head, above, rect, lead);
    let answer = draw_outcome(&pen, head, above, "");
    let said = pen.text(
        above.with_max_x(answer - 16.0),
        Align::Max,
        &many,
        TextStyle::small(),
        ink.text_secondary,
    );
    let room = above.with_max_x(said.left() - 12.0);
    pen.text(room, Align::Min, title, TextStyle::body(), ink.text);
    pen.text(
        below,
        Align::Min,
        &fold.route,
        TextStyle::code(),
        ink.text_tertiary,
    );
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
            let rect = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), LINE_HEIGHT));
            draw_request(ui, pass, requests, *at, (rect, lead));
            y = rect.bottom();
        }
    }
    y
}

/// Returns the key of a log line. A repeated request keeps its id, so lines with the same id are numbered from the
/// oldest.
fn line_key(requests: &[RequestView], at: usize) -> Option<String> {
    let (line, older) = requests.get(at..)?.split_first()?;
    let same = older.iter().filter(|other| other.full_id == line.full_id);
    Some(format!("{} {}", line.full_id, same.count()))
}

/// Draws a request; a click copies its id for support.
fn draw_request(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    requests: &[RequestView],
    at: usize,
    (rect, lead): (Rect, f32),
) {
    let (Some(line), Some(key)) = (requests.get(at), line_key(requests, at)) else {
        return;
    };
    let ink = &pass.theme.colors;
    let id = ui.scope_id().with(("request", key));
    let response = ui.interact(rect, id, Sense::click());
    let copy = pass
        .messages
        .with("request-copy", &[("id", line.full_id.as_str().into())]);
    let spoken = format!(
        "{} {} – {}, {} – {copy}",
        line.time, line.title, line.outcome, line.duration
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let pen = Painter::new(ui.painter(), pass.theme);
    draw_background(&pen, rect, &response, false);
    let (above, below) = row_rects(rect, lead);
    draw_time(&pen, line, above, rect, lead);
    let answer = draw_outcome(&pen, line, above, &line.duration);
    let room = above.with_max_x(answer - 24.0);
    pen.text(room, Align::Min, &line.title, TextStyle::body(), ink.text);
    let id = pen.text(
        below,
        Align::Max,
        &line.request_id,
        TextStyle::code(),
        ink.text_tertiary,
    );
    let room = below.with_max_x(id.left() - 24.0);
    pen.text(
        room,
        Align::Min,
        &line.route,
        TextStyle::code(),
        ink.text_tertiary,
    );
    if response.tooltip(copy).clicked() {
        pass.request(Action::CopyText(line.full_id.to_string()));
    }
}

pub(super) fn draw_background(pen: &Painter<'_>, rect: Rect, response: &egui::Response, chosen: bool) {
    let radius = pen.theme.tokens.radius.chip;
    let rect = rect.expand2(vec2(6.0, 0.0));
    if chosen {
        pen.fill(rect, radius, pen.theme.colors.accent_soft);
    } else if response.hovered() {
        pen.fill(rect, radius, pen.theme.colors.hover);
    }
    if response.has_focus() {
        pen.focus_ring(rect.shrink(2.0), radius);
    }
}

/// Returns the areas of a line's two text rows.
fn row_rects(rect: Rect, lead: f32) -> (Rect, Rect) {
    let words = rect.with_min_x(rect.left() + lead + TEXT_X);
    let row =
        |from: f32, to: f32| Rect::from_x_y_ranges(words.x_range(), rect.top() + from..=rect.top() + to);
    (row(4.0, 23.0), row(23.0, 40.0))
}

/// Returns the common title of a line's requests; it is generic if they concern different records.
fn group_title<'a>(fold: &RequestGroup, requests: &'a [RequestView]) -> &'a str {
    let mut lines = fold.lines.iter().filter_map(|at| requests.get(*at));
    let Some(first) = lines.next() else { return "" };
    if lines.all(|line| line.title == first.title) {
        &first.title
    } else {
        &first.short_title
    }
}

fn draw_time(pen: &Painter<'_>, line: &RequestView, row: Rect, rect: Rect, lead: f32) {
    let place = row
        .with_min_x(rect.left() + lead)
        .with_max_x(rect.left() + lead + TEXT_X - 6.0);
    pen.text(
        place,
        Align::Min,
        &line.time,
        TextStyle::small(),
        pen.theme.colors.text_tertiary,
    );
}

/// Draws result and duration. Returns the left edge of the result.
fn draw_outcome(pen: &Painter<'_>, line: &RequestView, row: Rect, took: &str) -> f32 {
    let ink = &pen.theme.colors;
    pen.text(row, Align::Max, took, TextStyle::small(), ink.text_tertiary);
    // Results align in a column, with or without a duration.
    let place = row.with_max_x(row.right() - DURATION_WIDTH);
    let color = if line.is_success {
        ink.text_secondary
    } else {
        pen.theme.band_colors.alert
    };
    let text = pen.text(place, Align::Max, &line.outcome, TextStyle::small(), color);
    if line.is_success {
        return text.left();
    }
    let at = pos2(text.left() - 10.0, row.center().y);
    pen.sized_icon(at, Icon::Close, 12.0, color);
    at.x - 6.0
}
