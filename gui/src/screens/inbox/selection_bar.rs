//! The selection bar of notifications: the number selected and the actions on them.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::screens::inbox::view::inbox::InboxView;

use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter};

/// Height of the strip.
const STRIP_HEIGHT: f32 = 44.0;
const GAP: f32 = 4.0;

/// The actions, the most frequent first.
const ACTIONS: [(ActionId, Icon); 8] = [
    (ActionId::MarkRead, Icon::Check),
    (ActionId::Snooze, Icon::Moon),
    (ActionId::Star, Icon::Star),
    (ActionId::HoldUnread, Icon::Inbox),
    (ActionId::LocalNote, Icon::Edit),
    (ActionId::Copy, Icon::Copy),
    (ActionId::Export, Icon::Export),
    (ActionId::ClearSelection, Icon::Close),
];

/// Draws the strip across the top of `rect`. Returns the remaining area.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &InboxView) -> Rect {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let strip = rect.with_max_y(rect.top() + STRIP_HEIGHT);
    let painter = Painter::new(ui.painter(), theme);
    painter.fill(strip, 0, colors.accent_soft);
    painter.horizontal_line(strip.x_range(), strip.bottom() - 0.5, colors.border);
    let inner = strip.shrink2(vec2(16.0, 0.0));
    let text_rect = painter.text(inner, Align::Min, &view.selected, TextStyle::strong(), colors.accent_text);
    let response = ui.interact(text_rect, ui.scope_id().with("selected"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &view.selected));
    let buttons_text: Vec<(String, String, Option<String>)> = ACTIONS
        .iter()
        .map(|(id, _)| (frame.action_name(*id), frame.key_cap(*id), frame.disabled_reason(*id)))
        .collect();
    let button = |at: usize, form: u8| {
        let (label, key_cap, reason) = &buttons_text[at];
        let button = Button::new(label)
            .with_icon(ACTIONS[at].1)
            .with_style(ButtonStyle::Ghost)
            .disabled_by(reason.as_deref());
        match form {
            0 => button.with_key_cap(key_cap),
            1 => button,
            _ => button.icon_only(),
        }
    };
    // If space is short, drop the keys first, then the labels.
    let available = inner.right() - text_rect.right() - 16.0;
    let item_width =
        |form: u8| -> f32 { (0..ACTIONS.len()).map(|at| button(at, form).width(&painter) + GAP).sum() };
    let form = (0..2).find(|form| item_width(*form) <= available).unwrap_or(2);
    let mut x = text_rect.right() + 16.0;
    for (at, (id, _)) in ACTIONS.iter().enumerate() {
        let button = button(at, form);
        let width = button.width(&painter);
        let button_rect = Rect::from_min_size(pos2(x, strip.center().y - 14.0), vec2(width, 28.0));
        if button.show(ui, theme, ui.scope_id().with(("verb", *id)), button_rect).clicked() {
            frame.request_command(*id);
        }
        x = button_rect.right() + GAP;
    }
    rect.with_min_y(strip.bottom())
}
