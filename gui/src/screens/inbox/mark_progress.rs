//! Progress of marking many notifications, with a button to stop.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::screens::inbox::view::inbox::MarkRunView;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::FrameCtx;
use crate::input::key_events;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Button, Painter};

/// Height of the strip.
const STRIP_HEIGHT: f32 = 52.0;

/// Draws the strip across the top of `rect`. Returns the remaining area.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, run: &MarkRunView) -> Rect {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    let strip = rect.with_max_y(rect.top() + STRIP_HEIGHT);
    painter.fill(strip, 0, colors.surface);
    painter.horizontal_line(strip.x_range(), strip.bottom() - 0.5, colors.border);
    let label = frame.action_name(ActionId::StopBulk);
    let key_cap = key_events::key_cap(frame.app, Key::plain(KeyCode::Esc));
    let button = Button::new(&label).with_icon(Icon::Stop).with_key_cap(&key_cap);
    let width = button.width(&painter);
    let button_rect =
        Rect::from_min_size(pos2(strip.right() - 16.0 - width, strip.center().y - 14.0), vec2(width, 28.0));
    if button.show(ui, theme, ui.scope_id().with("stop"), button_rect).clicked() {
        frame.request(Action::CancelMarking);
    }
    let inner = strip.with_min_x(strip.left() + 16.0).with_max_x(button_rect.left() - 16.0);
    let line = inner.with_max_y(inner.top() + 34.0);
    let text = painter.text(line, Align::Min, &run.text, TextStyle::strong(), colors.text);
    let response = ui.interact(text, ui.scope_id().with("run"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &run.text));
    let track = Rect::from_min_size(pos2(inner.left(), strip.bottom() - 17.0), vec2(inner.width(), 4.0));
    painter.fill(track, 2, colors.bar_track);
    let done_share = vec2(track.width() * run.progress.clamp(0.0, 1.0), track.height());
    painter.fill(Rect::from_min_size(track.min, done_share), 2, colors.accent);
    rect.with_min_y(strip.bottom())
}
