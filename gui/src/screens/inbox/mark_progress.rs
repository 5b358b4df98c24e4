//! Progress of marking many notifications, with a button to stop.

use crate::prelude::*;
use encours_core::app::screens::inbox::view::inbox::MarkRunView;

/// Height of the strip.
const STRIP_HEIGHT: f32 = 52.0;

/// Draws the strip across the top of `rect`. Returns the remaining area.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, run: &MarkRunView) -> Rect {
    let (painter, colors) = frame.painter_and_colors(ui);
    let strip = rect.top_part(STRIP_HEIGHT);
    painter.fill(strip, 0, colors.surface);
    painter.horizontal_line(strip.x_range(), strip.bottom() - 0.5, colors.border);
    let key_cap = key_events::key_cap(frame.app, Key::plain(KeyCode::Esc));
    let button = Button::new(frame.action_name(ActionId::StopBulk)).with_icon(Icon::Stop);
    let button = button.with_key_cap(key_cap).with_action(Action::CancelMarking);
    let end = strip.near_right(16.0);
    let buttons = ButtonRow::ending_at(ui, &painter, (end, 0.0), [("stop", button)]);
    buttons.show(ui, frame);
    let inner = strip.after(16.0).with_max_x(buttons.left_edge(end.x) - 16.0);
    let line = inner.top_part(34.0);
    let text = painter.left(line, &run.text, TextStyle::strong(), colors.text);
    ui.describe(text, "run", Role::Label, &run.text);
    let track = inner.row(strip.bottom() - 17.0, 4.0);
    painter.fill(track, 2, colors.bar_track);
    let done_share = vec2(track.width() * run.progress.clamp(0.0, 1.0), track.height());
    painter.fill(Rect::from_min_size(track.min, done_share), 2, colors.accent);
    rect.with_min_y(strip.bottom())
}
