//! A scrolling screen that is taller than its area.
//!
//! Keys scroll by the application's line count and the wheel by points; each continues from the other's position. A
//! newly focused widget is scrolled into view, and stays visible after a layout change.

use crate::prelude::*;
use egui::AsIdSalt;
use egui::style::ScrollAnimation;

/// Height of a scroll line, in points.
const LINE_HEIGHT: f32 = 24.0;

/// Space for the focus ring.
const RING_SPACE: f32 = 5.0;

/// The focused widget, its area relative to the content, and the visible size.
type FocusedWidget = Option<(Id, Rect, Vec2)>;

/// Scrolls to the focused widget if it is new or has moved. Otherwise it keeps the user's scroll position. Call it at
/// the end of a scroll area, of which `visible` is visible.
pub(super) fn keep_focus_visible(ui: &Ui, frame: &FrameCtx<'_>, visible: Rect) {
    let focused = ui.memory(egui::Memory::focused);
    let focused_response = focused.and_then(|id| ui.ctx().read_response(id));
    let focused_response = focused_response
        .filter(|focused_response| visible.x_range().contains(focused_response.rect.center().x));
    let origin = ui.max_rect().min.to_vec2();
    let new_focus = focused_response.as_ref().map(|focused_response| {
        (focused_response.id, focused_response.rect.translate(-origin), visible.size())
    });
    let key = ui.scope_id().with("focus in sight");
    let previous =
        ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<FocusedWidget>(key), new_focus));
    let Some(focused_response) = focused_response.filter(|_| previous != new_focus) else {
        return;
    };
    // A widget of another part of the window is fully visible.
    if focused_response.interact_rect.contains_rect(focused_response.rect.shrink(0.5)) {
        return;
    }
    let mut focus_rect = focused_response.rect.expand(RING_SPACE);
    // Keep it above the toasts if there is space.
    focus_rect.max.y += toasts::covered_height(frame).min((visible.height() - focus_rect.height()).max(0.0));
    ui.scroll_to_rect_animation(focus_rect, None, ScrollAnimation::none());
}

/// Narrows the scroll bar to the gap beside the cards.
pub(super) fn narrow_scroll_bar(ui: &mut Ui) {
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.bar_width = scroll.floating_width;
}

/// Scroll position of a screen.
#[derive(Debug, Default)]
pub struct ScreenScroll {
    pub(super) lines: usize,
    offset: f32,
}

/// Draws scrolling content; `select` returns its scroll position.
pub(super) fn show(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    (salt, select): (impl AsIdSalt, fn(&mut UiState) -> &mut ScreenScroll),
    draw_content: impl FnOnce(&mut Ui, &mut FrameCtx<'_>),
) {
    let scroll = select(frame.state);
    let target_line = frame.app.cx.scroll();
    let by = (target_line as f32 - scroll.lines as f32) * LINE_HEIGHT;
    let offset = (target_line != scroll.lines).then_some((scroll.offset + by).max(0.0));
    let output = scroll_area(salt, offset).show(ui, |ui| {
        draw_content(ui, frame);
        keep_focus_visible(ui, frame, rect);
    });
    // Report the clamped scroll position back, so that the next key continues from there.
    let max = (output.content_size.y - rect.height()).max(0.0);
    let offset = output.state.clamped_offset().y.min(max);
    let lines = (offset / LINE_HEIGHT).round() as usize;
    if lines != target_line {
        frame.request(Action::Scroll(lines.cast_signed() - target_line.cast_signed()));
    }
    *select(frame.state) = ScreenScroll { lines, offset };
}
