//! State of the connection with a rate limit countdown, and permissions of the key.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::presentation::tone::Tone;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::permissions::RightView;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::model::snapshot::Connection;
use encours_core::text::date;

use super::{card, counted, nothing};
use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::Pen;

/// Left edge of the values.
const VALUE: f32 = 108.0;
/// Height of a permission.
const RIGHT: f32 = 42.0;

/// Draws the state of the connection. Returns its bottom edge.
pub(super) fn connection(ui: &mut Ui, pass: &mut Pass<'_>, view: &ActivityView, column: Rect, y: f32) -> f32 {
    card(
        ui,
        pass,
        column,
        y,
        ("activity-connection", ""),
        |ui, pass, inner| {
            let mut y = inner.top() + 12.0;
            if matches!(pass.app.cx.snapshot().connection, Connection::RateLimited { .. }) {
                y = gate(ui, pass, inner, y) + 12.0;
            }
            let line = status_line(pass.app);
            let service = pass.word("activity-service").into_owned();
            y = fact(ui, pass, inner, y, (&service, &view.base_url, None));
            let state = pass.word("activity-state").into_owned();
            let tone = Some(line.freshness.tone);
            y = fact(ui, pass, inner, y, (&state, &line.freshness.long, tone));
            if let Some(works) = &line.works {
                let answers = matches!(pass.app.cx.snapshot().connection, Connection::Online);
                let key = if answers { "activity-why" } else { "activity-still" };
                let still = pass.word(key).into_owned();
                y = fact(ui, pass, inner, y, (&still, &works.long, None));
            }
            if let Some(coverage) = &line.coverage {
                let read = pass.word("activity-read").into_owned();
                y = fact(ui, pass, inner, y, (&read, &coverage.long, None));
            }
            y + 8.0
        },
    )
}

/// Draws the countdown of the rate limit.
fn gate(ui: &Ui, pass: &Pass<'_>, inner: Rect, y: f32) -> f32 {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let row = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), 32.0));
    pen.icon(
        pos2(row.left() + 8.0, row.center().y),
        Icon::Gate,
        pass.look.bands.alert,
    );
    let left = date::countdown(pass.app.cx.wait_shown().unwrap_or_default());
    let rest = row.with_min_x(row.left() + 28.0);
    pen.text(rest, Align::Min, &left, Face::display(), ink.text);
    let said = pass.word("activity-gate");
    let at = row.left_bottom() + vec2(0.0, 6.0);
    let text = pen.block(at, inner.width(), &said, Face::small(), ink.text_secondary);
    let response = ui.interact(row.union(text), ui.scope_id().with("gate"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{left} – {said}")));
    text.bottom()
}

/// Draws a name and its value, which may wrap. Returns the top of the next one.
fn fact(
    ui: &Ui,
    pass: &Pass<'_>,
    inner: Rect,
    y: f32,
    (label, value, tone): (&str, &str, Option<Tone>),
) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let head = Rect::from_min_size(pos2(inner.left(), y), vec2(VALUE - 8.0, 18.0));
    pen.text(head, Align::Min, label, Face::body(), ink.text_tertiary);
    let mark = match tone {
        Some(Tone::Good) => Some((Icon::Check, look.bands.ok)),
        Some(Tone::Problem) => Some((Icon::Offline, look.bands.alert)),
        Some(Tone::Pending) => Some((Icon::Pending, ink.text_secondary)),
        Some(Tone::Plain) | None => None,
    };
    let mut left = inner.left() + VALUE;
    if let Some((icon, color)) = mark {
        pen.icon_of(pos2(left + 6.0, head.center().y), icon, 14.0, color);
        left += 20.0;
    }
    let text = pen.block(pos2(left, y), inner.right() - left, value, Face::body(), ink.text);
    let response = ui.interact(text, ui.scope_id().with(("fact", label)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{label} – {value}")));
    text.bottom().max(head.bottom()) + 8.0
}

/// Draws the permissions of the key. Returns their bottom edge.
pub(super) fn rights(ui: &mut Ui, pass: &mut Pass<'_>, view: &ActivityView, column: Rect, y: f32) -> f32 {
    let count = view.rights.len();
    card(
        ui,
        pass,
        column,
        y,
        ("activity-rights", &counted(pass, count)),
        |ui, pass, inner| {
            if view.rights.is_empty() {
                return nothing(ui, pass, inner, "activity-rights-empty");
            }
            let mut y = inner.top() + 4.0;
            for (at, right) in view.rights.iter().enumerate() {
                let row = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), RIGHT));
                if at > 0 {
                    Pen::new(ui.painter(), pass.look).rule(row.x_range(), y + 0.5, pass.look.ink.border);
                }
                one(ui, pass, right, at, row);
                y = row.bottom();
            }
            y + 4.0
        },
    )
}

fn one(ui: &Ui, pass: &Pass<'_>, right: &RightView, at: usize, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let (icon, color) = match right.granted {
        Some(true) => (Icon::Check, look.bands.ok),
        Some(false) => (Icon::Lock, look.bands.alert),
        None => (Icon::Stop, ink.text_tertiary),
    };
    pen.icon_of(pos2(rect.left() + 7.0, rect.center().y), icon, 14.0, color);
    let row = |y: f32| {
        Rect::from_min_size(
            pos2(rect.left() + 24.0, rect.top() + y),
            vec2(rect.width() - 24.0, 17.0),
        )
    };
    pen.text(row(4.0), Align::Min, &right.route, Face::code(), ink.text);
    let scope = pen.text(
        row(21.0),
        Align::Max,
        &right.scope,
        Face::code(),
        ink.text_tertiary,
    );
    let below = row(21.0).with_max_x(scope.left() - 10.0);
    let color = match right.granted {
        Some(false) => color,
        _ => ink.text_tertiary,
    };
    pen.text(below, Align::Min, &right.state, Face::small(), color);
    let response = ui.interact(rect, ui.scope_id().with(("right", at)), Sense::hover());
    let spoken = format!("{} – {} – {}", right.route, right.state, right.scope);
    response.widget_info(|| WidgetInfo::labeled(Role::ListItem, true, &spoken));
}
