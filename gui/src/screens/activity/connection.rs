//! State of the connection with a rate limit countdown, and permissions of the key.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::presentation::tone::Tone;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::permissions::PermissionView;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::model::snapshot::ConnectionState;
use encours_core::text::date;

use super::{count_text, draw_card, draw_empty_text};
use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::Painter;

/// Left edge of the values.
const VALUE_X: f32 = 108.0;
/// Height of a permission.
const PERMISSION_HEIGHT: f32 = 42.0;

/// Draws the state of the connection. Returns its bottom edge.
pub(super) fn draw_connection(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    draw_card(
        ui,
        pass,
        column,
        y,
        ("activity-connection", ""),
        |ui, pass, inner| {
            let mut y = inner.top() + 12.0;
            if matches!(
                pass.app.cx.snapshot().connection,
                ConnectionState::RateLimited { .. }
            ) {
                y = draw_rate_limit(ui, pass, inner, y) + 12.0;
            }
            let line = status_line(pass.app);
            let service = pass.message("activity-service").into_owned();
            y = draw_detail(ui, pass, inner, y, (&service, &view.base_url, None));
            let state = pass.message("activity-state").into_owned();
            let tone = Some(line.freshness.tone);
            y = draw_detail(ui, pass, inner, y, (&state, &line.freshness.long, tone));
            if let Some(works) = &line.available {
                let answers = matches!(pass.app.cx.snapshot().connection, ConnectionState::Online);
                let key = if answers { "activity-why" } else { "activity-still" };
                let still = pass.message(key).into_owned();
                y = draw_detail(ui, pass, inner, y, (&still, &works.long, None));
            }
            if let Some(coverage) = &line.coverage {
                let read = pass.message("activity-read").into_owned();
                y = draw_detail(ui, pass, inner, y, (&read, &coverage.long, None));
            }
            y + 8.0
        },
    )
}

/// Draws the countdown of the rate limit.
fn draw_rate_limit(ui: &Ui, pass: &FrameCtx<'_>, inner: Rect, y: f32) -> f32 {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let row = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), 32.0));
    pen.icon(
        pos2(row.left() + 8.0, row.center().y),
        Icon::Gate,
        pass.theme.band_colors.alert,
    );
    let left = date::countdown(pass.app.cx.displayed_wait().unwrap_or_default());
    let rest = row.with_min_x(row.left() + 28.0);
    pen.text(rest, Align::Min, &left, TextStyle::display(), ink.text);
    let said = pass.message("activity-gate");
    let at = row.left_bottom() + vec2(0.0, 6.0);
    let text = pen.block(at, inner.width(), &said, TextStyle::small(), ink.text_secondary);
    let response = ui.interact(row.union(text), ui.scope_id().with("gate"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{left} – {said}")));
    text.bottom()
}

/// Draws a name and its value, which may wrap. Returns the top of the next one.
fn draw_detail(
    ui: &Ui,
    pass: &FrameCtx<'_>,
    inner: Rect,
    y: f32,
    (label, value, tone): (&str, &str, Option<Tone>),
) -> f32 {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let head = Rect::from_min_size(pos2(inner.left(), y), vec2(VALUE_X - 8.0, 18.0));
    pen.text(head, Align::Min, label, TextStyle::body(), ink.text_tertiary);
    let mark = match tone {
        Some(Tone::Good) => Some((Icon::Check, look.band_colors.ok)),
        Some(Tone::Problem) => Some((Icon::Offline, look.band_colors.alert)),
        Some(Tone::Pending) => Some((Icon::Pending, ink.text_secondary)),
        Some(Tone::Plain) | None => None,
    };
    let mut left = inner.left() + VALUE_X;
    if let Some((icon, color)) = mark {
        pen.sized_icon(pos2(left + 6.0, head.center().y), icon, 14.0, color);
        left += 20.0;
    }
    let text = pen.block(
        pos2(left, y),
        inner.right() - left,
        value,
        TextStyle::body(),
        ink.text,
    );
    let response = ui.interact(text, ui.scope_id().with(("fact", label)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{label} – {value}")));
    text.bottom().max(head.bottom()) + 8.0
}

/// Draws the permissions of the key. Returns their bottom edge.
pub(super) fn draw_permissions(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    let count = view.permissions.len();
    draw_card(
        ui,
        pass,
        column,
        y,
        ("activity-rights", &count_text(pass, count)),
        |ui, pass, inner| {
            if view.permissions.is_empty() {
                return draw_empty_text(ui, pass, inner, "activity-rights-empty");
            }
            let mut y = inner.top() + 4.0;
            for (at, right) in view.permissions.iter().enumerate() {
                let row = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), PERMISSION_HEIGHT));
                if at > 0 {
                    Painter::new(ui.painter(), pass.theme).horizontal_line(
                        row.x_range(),
                        y + 0.5,
                        pass.theme.colors.border,
                    );
                }
                draw_permission(ui, pass, right, at, row);
                y = row.bottom();
            }
            y + 4.0
        },
    )
}

fn draw_permission(ui: &Ui, pass: &FrameCtx<'_>, right: &PermissionView, at: usize, rect: Rect) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let (icon, color) = match right.is_granted {
        Some(true) => (Icon::Check, look.band_colors.ok),
        Some(false) => (Icon::Lock, look.band_colors.alert),
        None => (Icon::Stop, ink.text_tertiary),
    };
    pen.sized_icon(pos2(rect.left() + 7.0, rect.center().y), icon, 14.0, color);
    let row = |y: f32| {
        Rect::from_min_size(
            pos2(rect.left() + 24.0, rect.top() + y),
            vec2(rect.width() - 24.0, 17.0),
        )
    };
    pen.text(row(4.0), Align::Min, &right.route, TextStyle::code(), ink.text);
    let scope = pen.text(
        row(21.0),
        Align::Max,
        &right.scope,
        TextStyle::code(),
        ink.text_tertiary,
    );
    let below = row(21.0).with_max_x(scope.left() - 10.0);
    let color = match right.is_granted {
        Some(false) => color,
        _ => ink.text_tertiary,
    };
    pen.text(below, Align::Min, &right.state, TextStyle::small(), color);
    let response = ui.interact(rect, ui.scope_id().with(("right", at)), Sense::hover());
    let spoken = format!("{} – {} – {}", right.route, right.state, right.scope);
    response.widget_info(|| WidgetInfo::labeled(Role::ListItem, true, &spoken));
}
