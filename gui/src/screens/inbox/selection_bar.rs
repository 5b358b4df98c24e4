//! The bars above the notifications: selected ones with actions, and progress of marking.

use crate::prelude::*;
use encours_core::app::screens::inbox::view::inbox::{InboxView, MarkRunView};

/// Height of the strip.
const STRIP_HEIGHT: f32 = 44.0;
const GAP: f32 = 4.0;

/// The actions, the most frequent first.
const ACTIONS: [(ActionId, Icon); 8] = [
    (ActionId::MarkRead, Icon::Check),
    (ActionId::Snooze, Icon::Moon),
    (ActionId::Star, Icon::Star),
    (ActionId::KeepUnread, Icon::Inbox),
    (ActionId::LocalNote, Icon::Edit),
    (ActionId::Copy, Icon::Copy),
    (ActionId::Export, Icon::Export),
    (ActionId::ClearSelection, Icon::Close),
];

/// Draws the strip across the top of `rect`. Returns the remaining area.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &InboxView) -> Rect {
    let strip = rect.top_part(STRIP_HEIGHT);
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.fill(strip, 0, colors.accent_soft);
    painter.horizontal_line(strip.x_range(), strip.bottom() - 0.5, colors.border);
    let inner = strip.narrowed(16.0);
    let text_rect = painter.left(inner, &view.selected, TextStyle::strong(), colors.accent_text);
    ui.describe(text_rect, "selected", Role::Label, &view.selected);
    let buttons = ACTIONS.map(|(id, icon)| frame.button(id).with_icon(icon).with_style(ButtonStyle::Ghost));
    // If space is short, drop the keys first, then the labels.
    let available = inner.right() - text_rect.right() - 16.0;
    let width = |level: &usize| trailing_items::reduced_width(&painter, &buttons, *level, GAP);
    let level = (0..2).find(|level| width(level) <= available).unwrap_or(2);
    let start = pos2(text_rect.right() + 16.0, strip.center().y);
    let buttons = ACTIONS.iter().zip(buttons).map(|((id, _), button)| (("verb", *id), button.reduced(level)));
    ButtonRow::starting_at(ui, &painter, (start, GAP), buttons).show(ui, frame);
    rect.with_min_y(strip.bottom())
}

/// Height of the strip while many notifications are marked.
const PROGRESS_HEIGHT: f32 = 52.0;

/// Draws the progress of marking, with a button to stop, across the top of `rect`. Returns the remaining area.
pub(super) fn show_progress(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, run: &MarkRunView) -> Rect {
    let (painter, colors) = frame.painter_and_colors(ui);
    let strip = rect.top_part(PROGRESS_HEIGHT);
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
    painter.progress(track, 2, colors.bar_track, (run.progress, colors.accent));
    rect.with_min_y(strip.bottom())
}
