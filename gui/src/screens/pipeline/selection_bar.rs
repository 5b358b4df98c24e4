//! The selection bar: actions on the selected deals, floating at the bottom of board and table.
//!
//! While a bulk change runs, its progress bar floats above it or in its place.

mod progress;

use crate::prelude::*;
use encours_core::app::deals::table::view::selection;

/// Distance from the bottom edge to the bar.
const BOTTOM_GAP: f32 = 28.0;
const PAD: f32 = 14.0;
const GAP: f32 = 2.0;
/// Distances from the divider to the first button and from the last to the end. With the padding of a button, both
/// match the bar's own padding.
const DIVIDER_GAP: f32 = 4.0;
const END_GAP: f32 = 6.0;

const ACTIONS: [(ActionId, Icon, &str); 9] = [
    (ActionId::MoveTo, Icon::Arrow, "bar-move"),
    (ActionId::EditDeal, Icon::Edit, "bar-edit"),
    (ActionId::Star, Icon::Star, "bar-star"),
    (ActionId::Labels, Icon::Fields, "bar-labels"),
    (ActionId::Compare, Icon::Fork, "bar-compare"),
    (ActionId::Copy, Icon::Copy, "bar-copy"),
    (ActionId::Export, Icon::Export, "bar-export"),
    (ActionId::DeleteDeal, Icon::Trash, "bar-delete"),
    (ActionId::ClearSelection, Icon::Close, "bar-clear"),
];

/// Gap between two bars.
const BAR_GAP: f32 = 8.0;

/// Returns the height that the bars cover. Lists leave space for them, and toasts lie above them.
#[must_use]
pub fn covered_height(frame: &FrameCtx<'_>) -> f32 {
    let here = matches!(frame.app.cx.screen(), Screen::Pipeline | Screen::Deal);
    let bars = [!frame.app.pipeline.selection().is_empty(), progress::is_bulk_running(frame)];
    let bars = bars.into_iter().filter(|is| here && *is).count() as f32;
    if bars > 0.0 {
        BOTTOM_GAP + bars * frame.theme.tokens.size.action_bar + (bars - 1.0) * BAR_GAP
    } else {
        0.0
    }
}

/// Draws the bars above the bottom edge of `body`.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, body: Rect) {
    let mut remaining = body;
    if let Some(texts) = selection::selection_text(frame.app) {
        let text = [texts.count, texts.hidden, texts.collapsed, texts.sum];
        let text: Vec<String> = text.into_iter().filter(|part| !part.is_empty()).collect();
        draw_bar(ui, frame, body, &text);
        remaining.max.y -= frame.theme.tokens.size.action_bar + BAR_GAP;
    }
    if progress::is_bulk_running(frame) {
        progress::show(ui, frame, remaining);
    }
}

fn bar_ui(ui: &mut Ui, frame: &FrameCtx<'_>, body: Rect, width: f32, name: &str) -> Ui {
    let height = frame.theme.tokens.size.action_bar;
    let width = width.min(body.width() - 24.0);
    let corner = pos2((body.center().x - width / 2.0).round(), body.bottom() - BOTTOM_GAP - height);
    let rect = Rect::from_min_size(corner, vec2(width, height));
    let painter = frame.painter(ui);
    let radius = frame.theme.tokens.radius.float;
    painter.overlay_background(rect, radius, frame.theme.colors.border_strong);
    // Prevent clicks through the bar.
    let _covered = ui.interact(rect, ui.scope_id().with(("bar", name)), Sense::CLICK | Sense::DRAG);
    crate::screens::labelled_part(ui, rect, "selected", Role::Toolbar, name)
}

fn draw_bar(ui: &mut Ui, frame: &mut FrameCtx<'_>, body: Rect, texts: &[String]) {
    let theme = frame.theme;
    let painter = frame.painter(ui);
    let strong = TextStyle::strong().with_weight(FontWeight::SemiBold);
    // Only some numbers of deals can be compared.
    let can_compare = frame.app.enabled(ActionId::Compare).is_ok();
    let is_offered = |id: ActionId| id != ActionId::Compare || can_compare;
    let actions: Vec<_> = ACTIONS.into_iter().filter(|(id, ..)| is_offered(*id)).collect();
    let buttons = actions.iter().map(|(id, icon, label)| {
        let id = *id;
        // Esc clears the selection.
        let key = if id == ActionId::ClearSelection { ActionId::Back } else { id };
        let button = frame.button(id).with_label(frame.message(label)).with_key_cap(frame.key_cap(key));
        let button = button.with_icon(*icon).with_style(ButtonStyle::Ghost);
        // Of the actions on this device alone, icons leave space for the labels of the others.
        let is_local = matches!(id, ActionId::Star | ActionId::Labels | ActionId::Compare);
        button.reduced(if is_local { 2 } else { 0 })
    });
    let buttons: Vec<_> = buttons.collect();
    let of_buttons = |level: usize| trailing_items::reduced_width(&painter, &buttons, level, GAP);
    let style = |part: usize| if part == 0 { strong } else { TextStyle::small() };
    let of_text = |parts: usize| -> f32 {
        texts
            .iter()
            .take(parts)
            .enumerate()
            .map(|(at, part)| painter.text_width(part, style(at)).ceil() + 12.0)
            .sum()
    };
    // The last button's padding counts towards the end of the bar.
    let around = PAD + DIVIDER_GAP + END_GAP - GAP;
    let available = body.width() - 24.0 - around;
    // If space is short, drop first the texts after the count, then the keys, then the labels.
    let mut parts = texts.len();
    while parts > 1 && of_text(parts) + of_buttons(0) > available {
        parts -= 1;
    }
    let fits = |level: &usize| of_text(parts) + of_buttons(*level) <= available;
    let level = (0..2).find(fits).unwrap_or(2);
    let width = of_text(parts) + of_buttons(level) + around;
    let full_text = texts.join(" – ");
    let mut bar_area = bar_ui(ui, frame, body, width, &full_text);
    let rect = bar_area.max_rect();
    let painter = frame.painter(&bar_area);
    let mut x = rect.left() + PAD;
    for (at, part) in texts.iter().take(parts).enumerate() {
        let color = if at == 0 { theme.colors.text } else { theme.colors.text_secondary };
        x = painter.left(rect.with_min_x(x), part, style(at), color).right() + 12.0;
    }
    painter.vertical_line(x, rect.center().y - 12.0..=rect.center().y + 12.0, theme.colors.border_strong);
    x += DIVIDER_GAP;
    for ((id, ..), button) in actions.iter().zip(buttons) {
        let button = button.reduced(level);
        let width = button.width(&painter);
        let button_rect = rect_at(x, rect.center().y - 14.0, width, theme.tokens.size.control_height);
        if button.show(&bar_area, theme, bar_area.scope_id().with(*id), button_rect).clicked() {
            // Beside an open deal, the actions would apply to that deal, so close the panel first.
            if frame.app.cx.screen() == Screen::Deal && *id != ActionId::ClearSelection {
                frame.request(Action::Show(Screen::Pipeline));
            }
            frame.request_command(*id);
        }
        x = button_rect.right() + GAP;
    }
    bar_area.set_min_size(rect.size());
}
