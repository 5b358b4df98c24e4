//! A scrolling screen that is taller than its area.
//!
//! Keys scroll by the application's line count and the wheel by points; each continues from the other's position. A
//! newly focused widget is scrolled into view, and stays visible after a layout change.

use egui::scroll_area::ScrollSource;
use egui::style::ScrollAnimation;
use egui::{Id, Rect, ScrollArea, Ui, UiBuilder, Vec2};
use encours_core::app::shell::action::Action;

use crate::frame_ctx::FrameCtx;
use crate::overlays::toasts;

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
    lines: usize,
    offset: f32,
}

impl ScreenScroll {
    /// Draws a scrolling screen into a part of the window.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        frame: &mut FrameCtx<'_>,
        rect: Rect,
        name: &'static str,
        draw_content: impl FnOnce(&mut Ui, &mut FrameCtx<'_>),
    ) {
        let mut area = ScrollArea::vertical()
            .id_salt(name)
            .auto_shrink(false)
            .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
        let target_line = frame.app.cx.scroll();
        if target_line != self.lines {
            let by = (target_line as f32 - self.lines as f32) * LINE_HEIGHT;
            area = area.vertical_scroll_offset((self.offset + by).max(0.0));
            self.lines = target_line;
        }
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt("scrolled"));
        let output = area.show(&mut child, |ui| {
            draw_content(ui, frame);
            keep_focus_visible(ui, frame, rect);
        });
        // Report the clamped scroll position back, so that the next key continues from there.
        let max = (output.content_size.y - rect.height()).max(0.0);
        let offset = output.state.clamped_offset().y.min(max);
        let lines = (offset / LINE_HEIGHT).round() as usize;
        if lines != self.lines {
            self.lines = lines;
            frame.request(Action::Scroll(lines.cast_signed() - target_line.cast_signed()));
        }
        self.offset = offset;
    }
}
