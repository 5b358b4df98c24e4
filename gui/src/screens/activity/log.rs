//! The request log: purpose, result and duration of each request, with the technical request below.
//!
//! Consecutive reads of the same kind share one line, which can be expanded.

use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::request_groups::RequestGroup;
use encours_core::app::records::activity::view::requests::RequestView;

use super::{count_text, draw_card, draw_empty_text, is_expanded, toggle};
use crate::prelude::*;

/// Height of a line: its purpose and, below, the request.
const LINE_HEIGHT: f32 = 44.0;
/// Left edge of the text, from the start of the time.
const TEXT_X: f32 = 72.0;
/// Width of the duration and of the end of a request id, at the right.
const DURATION_WIDTH: f32 = 78.0;
/// Width of the collapse arrow before the time. If no line has one, all align with the title.
const ARROW_WIDTH: f32 = 20.0;

/// Draws the request log. Returns its bottom edge.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &ActivityView, column: Rect, y: f32) -> f32 {
    let count = view.requests.len();
    draw_card(ui, frame, column, y, ("activity-requests", &count_text(frame, count)), |ui, frame, inner| {
        draw_writes_filter(ui, frame, inner);
        if view.requests.is_empty() {
            let none =
                if frame.app.activity.shows_only_writes() { "requests-no-writes" } else { "requests-none" };
            return draw_empty_text(ui, frame, inner, none);
        }
        let mut y = inner.top() + 6.0;
        let signs = view.request_groups.iter().any(|group| group.lines.len() > 1);
        let lead = if signs { ARROW_WIDTH } else { 0.0 };
        for group in &view.request_groups {
            y = draw_group(ui, frame, group, &view.requests, (inner, y, lead));
        }
        y + 8.0
    })
}

/// Draws the check box in the card's header that limits the log to writes.
fn draw_writes_filter(ui: &Ui, frame: &mut FrameCtx<'_>, inner: Rect) {
    let (on, label) = (frame.app.activity.shows_only_writes(), frame.action_name(ActionId::OnlyWrites));
    let painter = frame.painter(ui);
    let width = painter.text_width(&label, TextStyle::small()) + 28.0;
    let checkbox_rect = Rect::from_min_max(
        pos2(inner.right() - width, inner.top() - 36.0),
        pos2(inner.right(), inner.top() - 8.0),
    );
    let response = ui.interact(checkbox_rect, ui.scope_id().with("only-writes"), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &label));
    painter.ring(checkbox_rect, frame.theme.tokens.radius.chip, &response);
    let tick = if on { CheckState::All } else { CheckState::No };
    checkbox::paint(&painter, checkbox_rect.near_left(10.0), tick, response.hovered());
    let label_rect = checkbox_rect.after(26.0);
    painter.left(label_rect, &label, TextStyle::small(), frame.theme.colors.text_secondary);
    let key_cap = frame.key_cap(ActionId::OnlyWrites);
    if response.tooltip(format!("{label}  {key_cap}")).clicked() {
        frame.request_command(ActionId::OnlyWrites);
    }
}

/// Draws a line and, if expanded, its requests. Returns their bottom edge.
fn draw_group(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    group: &RequestGroup,
    requests: &[RequestView],
    (inner, y, lead): (Rect, f32, f32),
) -> f32 {
    let [newest, ..] = group.lines.as_slice() else {
        return y;
    };
    let oldest = group.lines.last().and_then(|at| line_key(requests, *at));
    let (Some(newest_request), Some(key)) = (requests.get(*newest), oldest) else {
        return y;
    };
    let rect = inner.row(y, LINE_HEIGHT);
    if group.lines.len() == 1 {
        draw_request(ui, frame, requests, *newest, rect, lead);
        return rect.bottom();
    }
    let open = is_expanded(frame, &key);
    let count_text = frame.messages.with("requests-collapsed", &[("n", group.lines.len().into())]);
    let id = ui.scope_id().with(("fold", &key));
    let response = ui.interact(rect, id, Sense::click());
    let title = group_title(group, requests);
    let a11y_text = format!("{} {title} – {count_text} – {}", newest_request.time, newest_request.outcome);
    set_a11y_choice(&response, Role::Button, true, open, &a11y_text);
    ui.ctx().accesskit_node_builder(id, |node| node.set_expanded(open));
    let (painter, colors) = frame.painter_and_colors(ui);
    draw_background(&painter, rect, &response, false);
    let icon = if open { Icon::Down } else { Icon::Right };
    painter.sized_icon(rect.near_left(6.0), icon, 12.0, colors.text_tertiary);
    let (above, below) = row_rects(rect, lead);
    draw_time(&painter, newest_request, above, rect, lead);
    let outcome_x = draw_outcome(&painter, newest_request, above, "");
    let title_rect = painter.right(
        above.with_max_x(outcome_x - 16.0),
        &count_text,
        TextStyle::small(),
        colors.text_secondary,
    );
    let space = above.with_max_x(title_rect.left() - 12.0);
    painter.left(space, title, TextStyle::body(), colors.text);
    painter.left(below, &group.route, TextStyle::code(), colors.text_tertiary);
    if response.clicked() {
        toggle(ui, frame, &key);
    }
    let mut y = rect.bottom();
    if open {
        for at in &group.lines {
            let rect = inner.row(y, LINE_HEIGHT);
            draw_request(ui, frame, requests, *at, rect, lead);
            y = rect.bottom();
        }
    }
    y
}

/// Returns the key of a log line. A repeated request keeps its id, so lines with the same id are numbered from the
/// oldest.
fn line_key(requests: &[RequestView], at: usize) -> Option<String> {
    let (line, older) = requests.get(at..)?.split_first()?;
    let same = older.iter().filter(|request| request.full_id == line.full_id);
    Some(format!("{} {}", line.full_id, same.count()))
}

/// Draws a request; a click copies its id for support.
fn draw_request(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    requests: &[RequestView],
    at: usize,
    rect: Rect,
    lead: f32,
) {
    let (Some(line), Some(key)) = (requests.get(at), line_key(requests, at)) else {
        return;
    };
    let id = ui.scope_id().with(("request", key));
    let copy = frame.messages.with("request-copy", &[("id", line.full_id.as_str().into())]);
    let a11y_text = format!("{} {} – {}, {} – {copy}", line.time, line.title, line.outcome, line.duration);
    let response = ui.named_area(rect, id, Sense::click(), (Role::Button, &a11y_text));
    let (painter, colors) = frame.painter_and_colors(ui);
    draw_background(&painter, rect, &response, false);
    let (above, below) = row_rects(rect, lead);
    draw_time(&painter, line, above, rect, lead);
    let outcome_x = draw_outcome(&painter, line, above, &line.duration);
    let space = above.with_max_x(outcome_x - 24.0);
    painter.left(space, &line.title, TextStyle::body(), colors.text);
    let id = painter.right(below, &line.request_id, TextStyle::code(), colors.text_tertiary);
    let space = below.with_max_x(id.left() - 24.0);
    painter.left(space, &line.route, TextStyle::code(), colors.text_tertiary);
    if response.tooltip(copy).clicked() {
        frame.request(Action::CopyText(line.full_id.to_string()));
    }
}

pub(super) fn draw_background(painter: &Painter<'_>, rect: Rect, response: &Response, is_selected: bool) {
    let radius = painter.theme.tokens.radius.chip;
    let rect = rect.expand2(vec2(6.0, 0.0));
    if is_selected {
        painter.fill(rect, radius, painter.theme.colors.accent_soft);
    } else if response.hovered() {
        painter.fill(rect, radius, painter.theme.colors.hover);
    }
    painter.ring(rect.shrink(2.0), radius, response);
}

/// Returns the areas of a line's two text rows.
fn row_rects(rect: Rect, lead: f32) -> (Rect, Rect) {
    let text_rect = rect.after(lead + TEXT_X);
    let row =
        |from: f32, to: f32| Rect::from_x_y_ranges(text_rect.x_range(), rect.top() + from..=rect.top() + to);
    (row(4.0, 23.0), row(23.0, 40.0))
}

/// Returns the common title of a line's requests; it is generic if they concern different records.
fn group_title<'a>(group: &RequestGroup, requests: &'a [RequestView]) -> &'a str {
    let mut lines = group.lines.iter().filter_map(|at| requests.get(*at));
    let Some(first) = lines.next() else { return "" };
    if lines.all(|line| line.title == first.title) { &first.title } else { &first.short_title }
}

fn draw_time(painter: &Painter<'_>, line: &RequestView, row: Rect, rect: Rect, lead: f32) {
    let time_rect = row.with_min_x(rect.left() + lead).with_max_x(rect.left() + lead + TEXT_X - 6.0);
    painter.left(time_rect, &line.time, TextStyle::small(), painter.theme.colors.text_tertiary);
}

/// Draws result and duration. Returns the left edge of the result.
fn draw_outcome(painter: &Painter<'_>, line: &RequestView, row: Rect, took: &str) -> f32 {
    let colors = &painter.theme.colors;
    painter.right(row, took, TextStyle::small(), colors.text_tertiary);
    // Results align in a column, with or without a duration.
    let duration_rect = row.with_max_x(row.right() - DURATION_WIDTH);
    let color = if line.is_success { colors.text_secondary } else { painter.theme.band_colors.alert };
    let text = painter.right(duration_rect, &line.outcome, TextStyle::small(), color);
    if line.is_success {
        return text.left();
    }
    let at = pos2(text.left() - 10.0, row.center().y);
    painter.sized_icon(at, Icon::Close, 12.0, color);
    at.x - 6.0
}
