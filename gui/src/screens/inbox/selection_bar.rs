//! The selection bar of notifications: the number selected and the actions on them.

use crate::prelude::*;
use encours_core::app::screens::inbox::view::inbox::InboxView;

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
