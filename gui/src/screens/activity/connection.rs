//! State of the connection with a rate limit countdown, and permissions of the key.

use crate::prelude::*;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::permissions::PermissionView;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::model::snapshot::ConnectionState;

use super::{count_text, draw_card, draw_empty_text};

/// Left edge of the values.
const VALUE_X: f32 = 108.0;
/// Height of a permission.
const PERMISSION_HEIGHT: f32 = 42.0;

/// Draws the state of the connection. Returns its bottom edge.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &ActivityView, column: Rect, y: f32) -> f32 {
    draw_card(ui, frame, column, y, ("activity-connection", ""), |ui, frame, inner| {
        let mut y = inner.top() + 12.0;
        if matches!(frame.app.cx.snapshot().connection, ConnectionState::RateLimited { .. }) {
            y = draw_rate_limit(ui, frame, inner, y) + 12.0;
        }
        let line = status_line(frame.app);
        let service = frame.message("activity-service").into_owned();
        y = draw_detail(ui, frame, inner, y, (&service, &view.base_url, None));
        let state = frame.message("activity-state").into_owned();
        let tone = Some(line.freshness.tone);
        y = draw_detail(ui, frame, inner, y, (&state, &line.freshness.long, tone));
        if let Some(works) = &line.available {
            let is_online = matches!(frame.app.cx.snapshot().connection, ConnectionState::Online);
            let key = if is_online { "activity-why" } else { "activity-still" };
            let still = frame.message(key).into_owned();
            y = draw_detail(ui, frame, inner, y, (&still, &works.long, None));
        }
        if let Some(coverage) = &line.coverage {
            let read = frame.message("activity-read").into_owned();
            y = draw_detail(ui, frame, inner, y, (&read, &coverage.long, None));
        }
        y + 8.0
    })
}

/// Draws the countdown of the rate limit.
fn draw_rate_limit(ui: &Ui, frame: &FrameCtx<'_>, inner: Rect, y: f32) -> f32 {
    let (painter, colors) = frame.painter_and_colors(ui);
    let row = inner.row(y, 32.0);
    painter.icon(row.near_left(8.0), Icon::Gate, frame.theme.band_colors.alert);
    let countdown = date::countdown(frame.app.cx.displayed_wait().unwrap_or_default());
    let remaining = row.after(28.0);
    painter.left(remaining, &countdown, TextStyle::display(), colors.text);
    let message = frame.message("activity-gate");
    let at = row.left_bottom() + vec2(0.0, 6.0);
    let text = painter.block(at, inner.width(), &message, TextStyle::small(), colors.text_secondary);
    ui.describe(row.union(text), "gate", Role::Label, &format!("{countdown} – {message}"));
    text.bottom()
}

/// Draws a name and its value, which may wrap. Returns the top of the next one.
fn draw_detail(
    ui: &Ui,
    frame: &FrameCtx<'_>,
    inner: Rect,
    y: f32,
    (label, value, tone): (&str, &str, Option<Tone>),
) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let header = rect_at(inner.left(), y, VALUE_X - 8.0, 18.0);
    painter.left(header, label, TextStyle::body(), colors.text_tertiary);
    let mark = match tone {
        Some(Tone::Good) => Some((Icon::Check, theme.band_colors.ok)),
        Some(Tone::Problem) => Some((Icon::Offline, theme.band_colors.alert)),
        Some(Tone::Pending) => Some((Icon::Pending, colors.text_secondary)),
        Some(Tone::Plain) | None => None,
    };
    let mut x = inner.left() + VALUE_X;
    if let Some((icon, color)) = mark {
        painter.sized_icon(pos2(x + 6.0, header.center().y), icon, 14.0, color);
        x += 20.0;
    }
    let text = painter.block(pos2(x, y), inner.right() - x, value, TextStyle::body(), colors.text);
    ui.describe(text, ("fact", label), Role::Label, &format!("{label} – {value}"));
    text.bottom().max(header.bottom()) + 8.0
}

/// Draws the permissions of the key. Returns their bottom edge.
pub(super) fn draw_permissions(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    let count = view.permissions.len();
    draw_card(ui, frame, column, y, ("activity-rights", &count_text(frame, count)), |ui, frame, inner| {
        if view.permissions.is_empty() {
            return draw_empty_text(ui, frame, inner, "activity-rights-empty");
        }
        let mut y = inner.top() + 4.0;
        for (at, right) in view.permissions.iter().enumerate() {
            let row = inner.row(y, PERMISSION_HEIGHT);
            if at > 0 {
                frame.painter(ui).horizontal_line(row.x_range(), y + 0.5, frame.theme.colors.border);
            }
            draw_permission(ui, frame, right, at, row);
            y = row.bottom();
        }
        y + 4.0
    })
}

fn draw_permission(ui: &Ui, frame: &FrameCtx<'_>, right: &PermissionView, at: usize, rect: Rect) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let (icon, color) = match right.is_granted {
        Some(true) => (Icon::Check, theme.band_colors.ok),
        Some(false) => (Icon::Lock, theme.band_colors.alert),
        None => (Icon::Stop, colors.text_tertiary),
    };
    painter.sized_icon(rect.near_left(7.0), icon, 14.0, color);
    let row = |y: f32| rect_at(rect.left() + 24.0, rect.top() + y, rect.width() - 24.0, 17.0);
    painter.left(row(4.0), &right.route, TextStyle::code(), colors.text);
    let scope = painter.right(row(21.0), &right.scope, TextStyle::code(), colors.text_tertiary);
    let below = row(21.0).with_max_x(scope.left() - 10.0);
    let color = match right.is_granted {
        Some(false) => color,
        _ => colors.text_tertiary,
    };
    painter.left(below, &right.state, TextStyle::small(), color);
    let a11y_text = format!("{} – {} – {}", right.route, right.state, right.scope);
    ui.describe(rect, ("right", at), Role::ListItem, &a11y_text);
}
