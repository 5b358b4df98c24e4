//! The sections below a deal's fields: KPIs, notes and requests.

use egui::Label;
use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::records::activity::view::requests::{self, RequestView};

use encours_core::model::local_deals::NoteKey;

use super::draw_section_header;
use crate::prelude::*;
use crate::widgets::gauge;

/// Draws the KPIs with their bands. A click copies the exact value.
pub(super) fn draw_kpis(ui: &Ui, frame: &mut FrameCtx<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let band_note =
        if view.kpis.is_empty() { String::new() } else { frame.message("deal-limits-long").into_owned() };
    let read = if view.kpis.is_empty() { "" } else { &view.kpis_age };
    let mut y =
        draw_section_header(ui, frame, column, y, [&frame.message("deal-pane-kpi"), &band_note, read]);
    let painter = frame.painter(ui);
    if view.kpis.is_empty() {
        return draw_note_line(&painter, column, y, &frame.message("kpi-received-none"));
    }
    let height = frame.theme.tokens.size.kpi_row;
    for line in &view.kpis {
        let rect = column.row(y, height);
        gauge::paint(&painter, rect, line);
        let a11y_text = format!("{} {} {} {}", line.label, line.value, line.band_label, line.note);
        let response =
            ui.hover_area(rect, ("kpi", line.key), Role::Label, a11y_text.trim()).interact(Sense::CLICK);
        if response.tooltip(&line.exact).clicked() {
            frame.request(Action::CopyText(line.exact.clone()));
        }
        y += height;
    }
    y
}

fn draw_note_line(painter: &Painter<'_>, column: Rect, y: f32, text: &str) -> f32 {
    let row = column.row(y, 18.0);
    painter.left(row, text, TextStyle::small(), painter.theme.colors.text_tertiary);
    row.bottom()
}

/// Draws the notes, whose text can be selected and copied.
pub(super) fn draw_notes(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    view: &DealView,
    column: Rect,
    y: f32,
) -> f32 {
    let count = if view.notes.is_empty() { String::new() } else { view.notes.len().to_string() };
    let top = y - 4.0;
    let mut y = draw_section_header(ui, frame, column, y, [&frame.message("deal-notes"), &count, ""]);
    let (painter, colors) = frame.painter_and_colors(ui);
    let button = frame.button(ActionId::LocalNote).with_icon(Icon::Plus).with_style(ButtonStyle::Ghost);
    let (width, height) = (button.width(&painter), frame.theme.tokens.size.control_height);
    frame.press(ui, "own-note", rect_at(column.right() - width, top, width, height), &button);
    if view.notes.is_empty() {
        return draw_note_line(&painter, column, y, &view.notes_empty);
    }
    for note in &view.notes {
        let width = column.width() - 12.0;
        let galley = painter.layout_wrapped(&note.content, TextStyle::body(), colors.text, width, usize::MAX);
        let text = rect_at(column.left() + 12.0, y, width, galley.size().y);
        let mut text_ui = ui.new_child(UiBuilder::new().max_rect(text));
        text_ui.add(Label::new(galley).selectable(true));
        let row = Rect::from_min_size(text.left_bottom(), vec2(column.width() - 12.0, 16.0));
        if let Some(key) = &note.key {
            draw_edit_link(ui, frame, row, key, &note.origin);
        } else {
            painter.left(row, &note.origin, TextStyle::small(), colors.text_tertiary);
        }
        let bar = Rect::from_min_max(pos2(column.left(), y), pos2(column.left() + 2.0, row.bottom()));
        painter.fill(bar, 0, colors.border_strong);
        y = row.bottom() + 10.0;
    }
    y - 10.0
}

/// Draws the origin of a private note; a click edits the note.
fn draw_edit_link(ui: &Ui, frame: &mut FrameCtx<'_>, row: Rect, key: &NoteKey, origin: &str) {
    let name = format!("{} – {origin}", frame.action_name(ActionId::LocalNote));
    let response = ui.click_area(row, ("note", &key.name), Role::Button, &name);
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.ring(row, frame.theme.tokens.radius.chip, &response);
    painter.sized_icon(row.near_left(6.0), Icon::Edit, 12.0, colors.text_tertiary);
    painter.left(row.after(18.0), origin, TextStyle::small(), colors.text_tertiary);
    if response.clicked() {
        frame.request(Action::EditNote(key.clone()));
    }
}

/// Draws the requests of this deal, collapsed until the user expands them.
pub(super) fn draw_requests(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    lines: &[RequestView],
    column: Rect,
    y: f32,
) -> f32 {
    if lines.is_empty() {
        return y;
    }
    let (summary, _) = requests::requests_summary(frame.app.cx.lang(), lines);
    let painter = frame.painter(ui);
    let row = column.row(y, 24.0);
    let expanded = frame.state.panel.requests_expanded;
    let response = ui.interact(row, ui.scope_id().with("requests"), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, expanded, &summary));
    painter.ring(row, frame.theme.tokens.radius.chip, &response);
    let icon = if expanded { Icon::Down } else { Icon::Right };
    painter.sized_icon(row.near_left(6.0), icon, 12.0, frame.theme.colors.text_tertiary);
    painter.left(row.after(18.0), &summary, TextStyle::small(), frame.theme.colors.text_secondary);
    if response.clicked() {
        frame.state.panel.requests_expanded = !expanded;
        ui.ctx().request_repaint();
    }
    let mut y = row.bottom() + 4.0;
    if !frame.state.panel.requests_expanded {
        return y;
    }
    for line in lines.iter().take(12) {
        draw_request(&painter, line, column.row(y, REQUEST_HEIGHT));
        y += REQUEST_HEIGHT;
    }
    y
}

/// Height of a request: its purpose and, below, the request itself.
const REQUEST_HEIGHT: f32 = 38.0;

/// Draws a request: time, purpose and result; below, route and request id for support.
fn draw_request(painter: &Painter<'_>, line: &RequestView, rect: Rect) {
    let colors = &painter.theme.colors;
    let row = |from: f32| Rect::from_x_y_ranges(rect.x_range(), rect.top() + from..=rect.top() + from + 17.0);
    let (above, below) = (row(1.0), row(18.0));
    let (small, quiet) = (TextStyle::small(), colors.text_tertiary);
    painter.left(above.with_max_x(rect.left() + 60.0), &line.time, small, quiet);
    let took = painter.right(above, &line.duration, small, quiet);
    let color = if line.is_success { colors.text_secondary } else { painter.theme.band_colors.alert };
    let purpose_rect = above.with_max_x(took.left() - 10.0);
    let outcome = painter.right(purpose_rect, &line.outcome, small, color);
    if !line.is_success {
        let at = pos2(outcome.left() - 10.0, above.center().y);
        painter.sized_icon(at, Icon::Close, 12.0, color);
    }
    let text_x = rect.left() + 64.0;
    let title = above.with_min_x(text_x).with_max_x(outcome.left() - 22.0);
    painter.left(title, &line.short_title, small, colors.text);
    let id = painter.right(below, &line.request_id, TextStyle::code(), quiet);
    let route = below.with_min_x(text_x).with_max_x(id.left() - 12.0);
    painter.left(route, &line.route, TextStyle::code(), quiet);
}
