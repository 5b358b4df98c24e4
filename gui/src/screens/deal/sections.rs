//! The sections below a deal's fields: KPIs, notes and requests.

use egui::{Align, Label, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::view::requests::{self, RequestView};
use encours_core::app::shell::action::Action;

use super::{say, section};
use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, Tip, gauge};

/// Draws the KPIs with their bands. A click copies the exact value.
pub(super) fn indicators(ui: &Ui, pass: &mut Pass<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let beside = if view.kpis.is_empty() {
        String::new()
    } else {
        pass.word("deal-limits-long").into_owned()
    };
    let read = if view.kpis.is_empty() { "" } else { &view.kpis_read };
    let mut y = section(ui, pass, column, y, [&pass.word("deal-pane-kpi"), &beside, read]);
    let pen = Pen::new(ui.painter(), pass.look);
    if view.kpis.is_empty() {
        return note_line(&pen, pass, column, y, &pass.word("kpi-received-none"));
    }
    let height = pass.look.tokens.size.kpi_row;
    for line in &view.kpis {
        let rect = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height));
        gauge::paint(&pen, rect, line);
        let spoken = format!("{} {} {} {}", line.label, line.value, line.band_label, line.note);
        let response = say(ui, rect, ("kpi", line.key), Role::Label, spoken.trim()).interact(Sense::CLICK);
        if response.tip(&line.exact).clicked() {
            pass.act(Action::CopyText(line.exact.clone()));
        }
        y += height;
    }
    y
}

fn note_line(pen: &Pen<'_>, pass: &Pass<'_>, column: Rect, y: f32, text: &str) -> f32 {
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 18.0));
    pen.text(row, Align::Min, text, Face::small(), pass.look.ink.text_tertiary);
    row.bottom()
}

/// Draws the notes, whose text can be selected and copied.
pub(super) fn notes(ui: &mut Ui, pass: &mut Pass<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let ink = &pass.look.ink;
    let count = if view.notes.is_empty() {
        String::new()
    } else {
        view.notes.len().to_string()
    };
    let head = column.with_min_y(y);
    let mut y = section(ui, pass, column, y, [&pass.word("deal-notes"), &count, ""]);
    own_note(ui, pass, head);
    let pen = Pen::new(ui.painter(), pass.look);
    if view.notes.is_empty() {
        let key = if view.notes_unread {
            "deal-notes-not-read"
        } else {
            "deal-notes-empty"
        };
        return note_line(&pen, pass, column, y, &pass.word(key));
    }
    for note in &view.notes {
        let wide = column.width() - 12.0;
        let galley = pen.wrapped(&note.content, Face::body(), ink.text, wide, usize::MAX);
        let text = Rect::from_min_size(pos2(column.left() + 12.0, y), vec2(wide, galley.size().y));
        let mut place = ui.new_child(UiBuilder::new().max_rect(text));
        place.add(Label::new(galley).selectable(true));
        let row = Rect::from_min_size(text.left_bottom(), vec2(column.width() - 12.0, 16.0));
        pen.text(row, Align::Min, &note.origin, Face::small(), ink.text_tertiary);
        let bar = Rect::from_min_max(pos2(column.left(), y), pos2(column.left() + 2.0, row.bottom()));
        pen.fill(bar, 0, ink.border_strong);
        y = row.bottom() + 10.0;
    }
    y - 10.0
}

/// Draws the button for a local note at the right of the notes header.
fn own_note(ui: &Ui, pass: &mut Pass<'_>, column: Rect) {
    let (label, cap) = (pass.label(ActionId::LocalNote), pass.cap(ActionId::LocalNote));
    let button = Button::new(&label).icon(Icon::Plus).key(&cap).kind(Kind::Ghost);
    let wide = button.width(&Pen::new(ui.painter(), pass.look));
    let corner = pos2(column.right() - wide, column.top() - 4.0);
    let place = Rect::from_min_size(corner, vec2(wide, pass.look.tokens.size.control_height));
    let id = ui.scope_id().with("own-note");
    if button.show(ui, pass.look, id, place).clicked() {
        pass.run(ActionId::LocalNote);
    }
}

/// Draws the requests of this deal, collapsed until the user expands them.
pub(super) fn requests(
    ui: &Ui,
    pass: &Pass<'_>,
    lines: &[RequestView],
    column: Rect,
    y: f32,
    unfolded: &mut bool,
) -> f32 {
    if lines.is_empty() {
        return y;
    }
    let (summary, _) = requests::summary(pass.app.cx.lang(), lines);
    let pen = Pen::new(ui.painter(), pass.look);
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 24.0));
    let response = ui.interact(row, ui.scope_id().with("requests"), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, *unfolded, &summary));
    if response.has_focus() {
        pen.ring(row, pass.look.tokens.radius.chip);
    }
    let icon = if *unfolded { Icon::Down } else { Icon::Right };
    pen.icon_of(
        pos2(row.left() + 6.0, row.center().y),
        icon,
        12.0,
        pass.look.ink.text_tertiary,
    );
    pen.text(
        row.with_min_x(row.left() + 18.0),
        Align::Min,
        &summary,
        Face::small(),
        pass.look.ink.text_secondary,
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
        request(
            &pen,
            pass,
            line,
            Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), REQUEST)),
        );
        y += REQUEST;
    }
    y
}

/// Height of a request: its purpose and, below, the request itself.
const REQUEST: f32 = 38.0;

/// Draws a request: time, purpose and result; below, route and request id for support.
fn request(pen: &Pen<'_>, pass: &Pass<'_>, line: &RequestView, rect: Rect) {
    let ink = &pass.look.ink;
    let row = |from: f32| Rect::from_x_y_ranges(rect.x_range(), rect.top() + from..=rect.top() + from + 17.0);
    let (above, below) = (row(1.0), row(18.0));
    let (small, quiet) = (Face::small(), ink.text_tertiary);
    pen.text(
        above.with_max_x(rect.left() + 60.0),
        Align::Min,
        &line.time,
        small,
        quiet,
    );
    let took = pen.text(above, Align::Max, &line.took, small, quiet);
    let color = if line.good {
        ink.text_secondary
    } else {
        pass.look.bands.alert
    };
    let before = above.with_max_x(took.left() - 10.0);
    let outcome = pen.text(before, Align::Max, &line.outcome, small, color);
    if !line.good {
        let at = pos2(outcome.left() - 10.0, above.center().y);
        pen.icon_of(at, Icon::Close, 12.0, color);
    }
    let words = rect.left() + 64.0;
    let title = above.with_min_x(words).with_max_x(outcome.left() - 22.0);
    pen.text(title, Align::Min, &line.title_within, small, ink.text);
    let id = pen.text(below, Align::Max, &line.request_id, Face::code(), quiet);
    let route = below.with_min_x(words).with_max_x(id.left() - 12.0);
    pen.text(route, Align::Min, &line.route, Face::code(), quiet);
}
