//! The sections below a deal's fields: KPIs, notes and requests.

use egui::{Align, Label, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::view::requests::{self, RequestView};
use encours_core::app::shell::action::Action;

use super::{add_label, draw_section_header};
use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, TooltipExt, gauge};

/// Draws the KPIs with their bands. A click copies the exact value.
pub(super) fn draw_kpis(ui: &Ui, pass: &mut FrameCtx<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let beside = if view.kpis.is_empty() {
        String::new()
    } else {
        pass.message("deal-limits-long").into_owned()
    };
    let read = if view.kpis.is_empty() { "" } else { &view.kpis_age };
    let mut y = draw_section_header(
        ui,
        pass,
        column,
        y,
        [&pass.message("deal-pane-kpi"), &beside, read],
    );
    let pen = Painter::new(ui.painter(), pass.theme);
    if view.kpis.is_empty() {
        return draw_note_line(&pen, pass, column, y, &pass.message("kpi-received-none"));
    }
    let height = pass.theme.tokens.size.kpi_row;
    for line in &view.kpis {
        let rect = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height));
        gauge::paint(&pen, rect, line);
        let spoken = format!("{} {} {} {}", line.label, line.value, line.band_label, line.note);
        let response =
            add_label(ui, rect, ("kpi", line.key), Role::Label, spoken.trim()).interact(Sense::CLICK);
        if response.tooltip(&line.exact).clicked() {
            pass.request(Action::CopyText(line.exact.clone()));
        }
        y += height;
    }
    y
}

fn draw_note_line(pen: &Painter<'_>, pass: &FrameCtx<'_>, column: Rect, y: f32, text: &str) -> f32 {
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 18.0));
    pen.text(
        row,
        Align::Min,
        text,
        TextStyle::small(),
        pass.theme.colors.text_tertiary,
    );
    row.bottom()
}

/// Draws the notes, whose text can be selected and copied.
pub(super) fn draw_notes(ui: &mut Ui, pass: &mut FrameCtx<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let ink = &pass.theme.colors;
    let count = if view.notes.is_empty() {
        String::new()
    } else {
        view.notes.len().to_string()
    };
    let head = column.with_min_y(y);
    let mut y = draw_section_header(ui, pass, column, y, [&pass.message("deal-notes"), &count, ""]);
    draw_note_button(ui, pass, head);
    let pen = Painter::new(ui.painter(), pass.theme);
    if view.notes.is_empty() {
        let key = if view.notes_not_loaded {
            "deal-notes-not-read"
        } else {
            "deal-notes-empty"
        };
        return draw_note_line(&pen, pass, column, y, &pass.message(key));
    }
    for note in &view.notes {
        let wide = column.width() - 12.0;
        let galley = pen.layout_wrapped(&note.content, TextStyle::body(), ink.text, wide, usize::MAX);
        let text = Rect::from_min_size(pos2(column.left() + 12.0, y), vec2(wide, galley.size().y));
        let mut place = ui.new_child(UiBuilder::new().max_rect(text));
        place.add(Label::new(galley).selectable(true));
        let row = Rect::from_min_size(text.left_bottom(), vec2(column.width() - 12.0, 16.0));
        pen.text(
            row,
            Align::Min,
            &note.origin,
            TextStyle::small(),
            ink.text_tertiary,
        );
        let bar = Rect::from_min_max(pos2(column.left(), y), pos2(column.left() + 2.0, row.bottom()));
        pen.fill(bar, 0, ink.border_strong);
        y = row.bottom() + 10.0;
    }
    y - 10.0
}

/// Draws the button for a local note at the right of the notes header.
fn draw_note_button(ui: &Ui, pass: &mut FrameCtx<'_>, column: Rect) {
    let (label, cap) = (
        pass.action_name(ActionId::LocalNote),
        pass.key_cap(ActionId::LocalNote),
    );
    let button = Button::new(&label)
        .with_icon(Icon::Plus)
        .with_key_cap(&cap)
        .with_style(ButtonStyle::Ghost);
    let wide = button.width(&Painter::new(ui.painter(), pass.theme));
    let corner = pos2(column.right() - wide, column.top() - 4.0);
    let place = Rect::from_min_size(corner, vec2(wide, pass.theme.tokens.size.control_height));
    let id = ui.scope_id().with("own-note");
    if button.show(ui, pass.theme, id, place).clicked() {
        pass.request_command(ActionId::LocalNote);
    }
}

/// Draws the requests of this deal, collapsed until the user expands them.
pub(super) fn draw_requests(
    ui: &Ui,
    pass: &FrameCtx<'_>,
    lines: &[RequestView],
    column: Rect,
    y: f32,
    unfolded: &mut bool,
) -> f32 {
    if lines.is_empty() {
        return y;
    }
    let (summary, _) = requests::requests_summary(pass.app.cx.lang(), lines);
    let pen = Painter::new(ui.painter(), pass.theme);
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 24.0));
    let response = ui.interact(row, ui.scope_id().with("requests"), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, *unfolded, &summary));
    if response.has_focus() {
        pen.focus_ring(row, pass.theme.tokens.radius.chip);
    }
    let icon = if *unfolded { Icon::Down } else { Icon::Right };
    pen.sized_icon(
        pos2(row.left() + 6.0, row.center().y),
        icon,
        12.0,
        pass.theme.colors.text_tertiary,
    );
    pen.text(
        row.with_min_x(row.left() + 18.0),
        Align::Min,
        &summary,
        TextStyle::small(),
        pass.theme.colors.text_secondary,
    );
    if response.clicked() {
        *unfolded = !*unfolded;
        ui.ctx().request_repaint();
    }
    let mut y = row.bottom() + 4.0;
    if !*unfolded {
        return y;
    }
    for line in lines.iter().take(12) {
        draw_request(
            &pen,
            pass,
            line,
            Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), REQUEST_HEIGHT)),
        );
        y += REQUEST_HEIGHT;
    }
    y
}

/// Height of a request: its purpose and, below, the request itself.
const REQUEST_HEIGHT: f32 = 38.0;

/// Draws a request: time, purpose and result; below, route and request id for support.
fn draw_request(pen: &Painter<'_>, pass: &FrameCtx<'_>, line: &RequestView, rect: Rect) {
    let ink = &pass.theme.colors;
    let row = |from: f32| Rect::from_x_y_ranges(rect.x_range(), rect.top() + from..=rect.top() + from + 17.0);
    let (above, below) = (row(1.0), row(18.0));
    let (small, quiet) = (TextStyle::small(), ink.text_tertiary);
    pen.text(
        above.with_max_x(rect.left() + 60.0),
        Align::Min,
        &line.time,
        small,
        quiet,
    );
    let took = pen.text(above, Align::Max, &line.duration, small, quiet);
    let color = if line.is_success {
        ink.text_secondary
    } else {
        pass.theme.band_colors.alert
    };
    let before = above.with_max_x(took.left() - 10.0);
    let outcome = pen.text(before, Align::Max, &line.outcome, small, color);
    if !line.is_success {
        let at = pos2(outcome.left() - 10.0, above.center().y);
        pen.sized_icon(at, Icon::Close, 12.0, color);
    }
    let words = rect.left() + 64.0;
    let title = above.with_min_x(words).with_max_x(outcome.left() - 22.0);
    pen.text(title, Align::Min, &line.short_title, small, ink.text);
    let id = pen.text(below, Align::Max, &line.request_id, TextStyle::code(), quiet);
    let route = below.with_min_x(words).with_max_x(id.left() - 12.0);
    pen.text(route, Align::Min, &line.route, TextStyle::code(), quiet);
}
