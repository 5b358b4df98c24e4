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
pub(super) fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, view: &InboxView) -> Rect {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let strip = rect.with_max_y(rect.top() + STRIP_HEIGHT);
    let pen = Painter::new(ui.painter(), look);
    pen.fill(strip, 0, ink.accent_soft);
    pen.horizontal_line(strip.x_range(), strip.bottom() - 0.5, ink.border);
    let inner = strip.shrink2(vec2(16.0, 0.0));
    let said = pen.text(
        inner,
        Align::Min,
        &view.selected,
        TextStyle::strong(),
        ink.accent_text,
    );
    let response = ui.interact(said, ui.scope_id().with("selected"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &view.selected));
    let words: Vec<(String, String, Option<String>)> = ACTIONS
        .iter()
        .map(|(id, _)| {
            (
                pass.action_name(*id),
                pass.key_cap(*id),
                pass.disabled_reason(*id),
            )
        })
        .collect();
    let button = |at: usize, form: u8| {
        let (label, cap, reason) = &words[at];
        let button = Button::new(label)
            .with_icon(ACTIONS[at].1)
            .with_style(ButtonStyle::Ghost)
            .disabled_by(reason.as_deref());
        match form {
            0 => button.with_key_cap(cap),
            1 => button,
            _ => button.icon_only(),
        }
    };
    // If space is short, drop the keys first, then the labels.
    let room = inner.right() - said.right() - 16.0;
    let wide = |form: u8| -> f32 {
        (0..ACTIONS.len())
            .map(|at| button(at, form).width(&pen) + GAP)
            .sum()
    };
    let form = (0..2).find(|form| wide(*form) <= room).unwrap_or(2);
    let mut x = said.right() + 16.0;
    for (at, (id, _)) in ACTIONS.iter().enumerate() {
        let button = button(at, form);
        let width = button.width(&pen);
        let place = Rect::from_min_size(pos2(x, strip.center().y - 14.0), vec2(width, 28.0));
        if button
            .show(ui, look, ui.scope_id().with(("verb", *id)), place)
            .clicked()
        {
            pass.request_command(*id);
        }
        x = place.right() + GAP;
    }
    rect.with_min_y(strip.bottom())
}
