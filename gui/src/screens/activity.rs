//! The activity: what waits in the outbox and why, what was asked of the service, and where that service is.

use egui::scroll_area::ScrollSource;
use egui::{Align, Id, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId, Layer, Screen};
use encours_core::engine::WriteKind;
use encours_core::view::activity::{self, ActivityView};
use encours_core::view::board::WriteMark;
use encours_core::view::status::Tone;
use encours_core::view::writes::WriteView;

use super::{Places, conflict, deal, status};
use crate::pass::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen, card, problem, tell_choice};

const ROW: f32 = 52.0;
const LINE: f32 = 24.0;

/// What the lists remember between passes.
#[derive(Debug, Default)]
pub struct ActivityPlace {
    focus: Option<i64>,
}

/// Draws the activity.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places) {
    let full = ui.max_rect();
    let view = activity::activity(pass.app);
    let top = full.with_max_y(full.top() + pass.look.tokens.size.topbar);
    head(ui, pass, top, &view);
    let rest = status::banner(ui, pass, full.with_min_y(top.bottom()));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rest).id_salt("scrolled"));
    ScrollArea::vertical()
        .id_salt("activity")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR)
        .show_viewport(&mut child, |ui, viewport| body(ui, pass, places, &view, viewport));
}

fn head(ui: &Ui, pass: &Pass<'_>, rect: Rect, view: &ActivityView) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    let row = rect
        .with_min_x(rect.left() + 24.0)
        .with_max_x(rect.right() - 24.0);
    let title = pass.word(Screen::Activity.label_key());
    let title = pen.text(row, Align::Min, &title, Face::title(), ink.text);
    pen.text(
        row.with_min_x(title.right() + 16.0),
        Align::Min,
        &view.base_url,
        Face::code(),
        ink.text_tertiary,
    );
}

fn body(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, view: &ActivityView, viewport: Rect) {
    let area = ui.max_rect();
    ui.set_width(area.width());
    let column = Rect::from_min_size(
        area.min + vec2(24.0, 20.0),
        vec2((area.width() - 48.0).min(1040.0), 0.0),
    );
    let top = kept(ui, pass, view, column);
    let mut y = section(ui, pass, column, top, "activity-outbox", view.writes.len());
    y = if view.writes.is_empty() {
        nothing(ui, pass, column, y, "activity-empty-outbox")
    } else {
        writes(ui, pass, places, view, column, y)
    };
    y = section(
        ui,
        pass,
        column,
        y + 28.0,
        "activity-requests",
        view.requests.len(),
    );
    if view.requests.is_empty() {
        y = nothing(ui, pass, column, y, "requests-none");
    }
    let pen = Pen::new(ui.painter(), pass.look);
    let from = ((viewport.top() + area.top() - y) / LINE).floor().max(0.0) as usize;
    let to = ((viewport.bottom() + area.top() - y) / LINE).ceil().max(0.0) as usize;
    let shown = view
        .requests
        .get(from..to.min(view.requests.len()))
        .unwrap_or_default();
    for (at, line) in (from..).zip(shown) {
        let rect = Rect::from_min_size(
            pos2(column.left(), y + at as f32 * LINE),
            vec2(column.width(), LINE),
        );
        deal::request(&pen, pass, line, rect);
        let response = ui.interact(rect, ui.scope_id().with(("request", at)), Sense::hover());
        let spoken = format!("{} {} {}", line.time, line.route, line.status);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    }
    let bottom = y + view.requests.len() as f32 * LINE + 24.0;
    ui.set_height(bottom - area.top());
}

/// What is wrong with what this machine keeps; where what follows begins.
fn kept(ui: &Ui, pass: &Pass<'_>, view: &ActivityView, column: Rect) -> f32 {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let mut y = column.top();
    for (at, notice) in view.notices.iter().enumerate() {
        let color = if notice.tone == Tone::Problem {
            pass.look.bands.alert
        } else {
            ink.text_secondary
        };
        let rect = pen.block(
            pos2(column.left(), y),
            column.width(),
            &notice.text,
            Face::body(),
            color,
        );
        let response = ui.interact(rect, ui.scope_id().with(("notice", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &notice.text));
        y = rect.bottom() + 12.0;
    }
    y
}

fn section(ui: &Ui, pass: &Pass<'_>, column: Rect, y: f32, key: &'static str, count: usize) -> f32 {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 20.0));
    let title = pass.word(key).into_owned();
    let text = pen.text(row, Align::Min, &title, Face::heading(), ink.text);
    if count > 0 {
        pen.text(
            row.with_min_x(text.right() + 8.0),
            Align::Min,
            &count.to_string(),
            Face::small(),
            ink.text_tertiary,
        );
    }
    let response = ui.interact(text, ui.scope_id().with(key), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &title));
    row.bottom() + 10.0
}

fn nothing(ui: &Ui, pass: &Pass<'_>, column: Rect, y: f32, key: &'static str) -> f32 {
    let pen = Pen::new(ui.painter(), pass.look);
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 18.0));
    pen.text(
        row,
        Align::Min,
        &pass.word(key),
        Face::body(),
        pass.look.ink.text_tertiary,
    );
    row.bottom()
}

fn writes(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    // The ground is painted first, under rows whose heights are known only afterwards.
    let ground = pen.painter.add(egui::Shape::Noop);
    let mut bottom = y;
    for (at, write) in view.writes.iter().enumerate() {
        let focused = view.focused == Some(at);
        if at > 0 {
            pen.rule(column.x_range(), bottom + 0.5, ink.border);
        }
        bottom = one(
            ui,
            pass,
            places,
            write,
            focused,
            Rect::from_min_size(pos2(column.left(), bottom), vec2(column.width(), ROW)),
        );
    }
    let rect = Rect::from_min_max(pos2(column.left(), y), pos2(column.right(), bottom));
    let radius = egui::CornerRadius::same(pass.look.tokens.radius.pane);
    let edge = pass.look.hairline(ink.border);
    pen.painter.set(
        ground,
        egui::epaint::RectShape::new(rect, radius, ink.surface, edge, egui::StrokeKind::Outside),
    );
    bottom
}

fn one(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    write: &WriteView,
    focused: bool,
    rect: Rect,
) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = Id::unique(("write", write.id.0));
    let response = ui.interact(rect, id, if focused { Sense::click() } else { Sense::CLICK });
    let spoken = format!("{} – {} – {}", write.subject, write.text, write.state);
    tell_choice(&response, Role::ListItem, true, focused, &spoken);
    let pen = Pen::new(ui.painter(), look);
    if focused && matches!(pass.app.layer(), Layer::None) {
        places.roving = Some(id);
        if places.by_key {
            response.request_focus();
        }
        if places.activity.focus.replace(write.id.0) != Some(write.id.0) {
            response.scroll_to_me(None);
        }
    }
    if response.hovered() {
        pen.fill(rect.shrink(1.0), 0, ink.hover);
    }
    if focused {
        pen.painter
            .rect_stroke(rect.shrink(2.0), 4.0, look.ring(), egui::StrokeKind::Inside);
    }
    let parked = matches!(write.mark, WriteMark::Refused | WriteMark::Conflict);
    let color = card::write_color(&pen, write.mark);
    pen.icon(
        pos2(rect.left() + 24.0, rect.center().y),
        card::write_icon(write.mark),
        color,
    );
    let right = if focused {
        buttons(ui, pass, rect, write)
    } else {
        rect.right() - 16.0
    };
    let row = |y: f32| {
        Rect::from_min_size(
            pos2(rect.left() + 48.0, rect.top() + y),
            vec2(right - rect.left() - 56.0, 18.0),
        )
    };
    let strong = Face::body().weighing(Weight::Medium);
    pen.run(
        row(8.0),
        &[
            (&write.subject, strong, ink.text),
            ("  ", strong, ink.text),
            (&write.text, Face::body(), ink.text_secondary),
        ],
    );
    let state = if parked { color } else { ink.text_tertiary };
    pen.run(
        row(27.0),
        &[
            (&write.time, Face::small(), ink.text_tertiary),
            ("  ", Face::small(), ink.text_tertiary),
            (&write.state, Face::small(), state),
        ],
    );
    if response.clicked() {
        pass.act(Action::FocusWrite(write.id));
    }
    match (&write.problem, &write.conflict, focused) {
        (_, Some(sides), true) => conflict::show(ui, pass, rect, sides),
        (Some(failure), _, true) => {
            let at = pos2(rect.left() + 48.0, rect.bottom() + 4.0);
            at.y + problem::paint(&pen, at, rect.width() - 72.0, pass.words, failure) + 14.0
        }
        _ => rect.bottom(),
    }
}

/// What can be done with the write that has the focus. Returns where the buttons begin.
fn buttons(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, write: &WriteView) -> f32 {
    let mut right = rect.right() - 12.0;
    // A creation that was refused is opened again with what was typed, to mend it.
    let mends = write.problem.is_some()
        && pass
            .app
            .focused_write()
            .is_some_and(|it| it.kind == WriteKind::Create);
    let verbs = [
        Some((ActionId::DiscardWrite, Icon::Trash, Kind::Ghost)),
        Some((ActionId::RetryWrite, Icon::Refresh, Kind::Default)),
        mends.then_some((ActionId::Open, Icon::Edit, Kind::Default)),
    ];
    for (id, icon, kind) in verbs.into_iter().flatten() {
        let (mut label, cap, reason) = (pass.label(id), pass.cap(id), pass.reason(id));
        if id == ActionId::Open {
            label = pass.word("button-mend").into_owned();
        }
        let button = Button::new(&label)
            .icon(icon)
            .key(&cap)
            .kind(kind)
            .disabled(reason.as_deref());
        let wide = button.width(&Pen::new(ui.painter(), pass.look));
        let place = Rect::from_min_size(pos2(right - wide, rect.center().y - 14.0), vec2(wide, 28.0));
        if button
            .show(ui, pass.look, ui.scope_id().with(id), place)
            .clicked()
        {
            pass.run(id);
        }
        right = place.left() - 8.0;
    }
    right
}
