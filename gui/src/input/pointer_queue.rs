//! Splits pointer events across frames, so that a press applies where it was made.
//!
//! A slow frame may contain a press and the moves after it. egui looks for the pressed widget at the last pointer
//! position. It would drag a different card, or press a scroll bar on the path of the pointer. Each frame therefore
//! ends with a press or release that the pointer then leaves; the later events wait for the next frame, in order.
//!
//! During a drag, another mouse button cancels it, as Esc does, and has no other effect: it opens no menu.

use egui::{Context, Event, Plugin, PointerButton, Pos2, RawInput};

/// Delays the events that move the pointer away from a press of the same frame.
#[derive(Debug, Default)]
pub struct PressDelay {
    delayed: Vec<Event>,
    /// True if a drag was active when the last frame was drawn.
    is_dragging: bool,
    /// The buttons that cancelled the drag, until they are released.
    cancelling_buttons: Vec<PointerButton>,
    /// True if a button has cancelled the drag since the last check.
    drag_cancelled: bool,
}

impl PressDelay {
    /// Installs the plugin in front of the input of a context.
    pub fn install(ctx: &Context) {
        ctx.add_plugin(Self::default());
    }

    /// Returns whether to drop the event, because its button cancels the drag.
    fn cancels_drag(&mut self, event: &Event) -> bool {
        let Event::PointerButton { button, pressed, .. } = event else {
            return false;
        };
        if *pressed && self.is_dragging && *button != PointerButton::Primary {
            self.cancelling_buttons.push(*button);
            self.drag_cancelled = true;
            return true;
        }
        let at = self.cancelling_buttons.iter().position(|cancelling| cancelling == button);
        at.map(|at| self.cancelling_buttons.swap_remove(at)).is_some()
    }
}

/// Records whether a drag is active after a frame.
pub fn set_dragging(ctx: &Context, is_dragging: bool) {
    ctx.plugin_or_default::<PressDelay>().lock().is_dragging = is_dragging;
}

/// Returns whether another button has cancelled the drag, and clears the flag.
#[must_use]
pub fn take_drag_cancelled(ctx: &Context) -> bool {
    std::mem::take(&mut ctx.plugin_or_default::<PressDelay>().lock().drag_cancelled)
}

impl Plugin for PressDelay {
    fn debug_name(&self) -> &'static str {
        "presses"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let mut events = std::mem::take(&mut self.delayed);
        events.append(&mut input.events);
        if let Some(end) = frame_end(&events) {
            self.delayed = events.split_off(end);
            ctx.request_repaint_of(input.viewport_id);
        }
        events.retain(|event| !self.cancels_drag(event));
        input.events = events;
    }
}

/// Returns the index of the first event that moves away from a press or release.
fn frame_end(events: &[Event]) -> Option<usize> {
    let mut press_pos: Option<Pos2> = None;
    events.iter().position(|event| match event {
        Event::PointerButton { pos, .. } => {
            let leaves = press_pos.is_some_and(|press_pos| press_pos != *pos);
            press_pos = Some(*pos);
            leaves
        }
        Event::PointerMoved(pos) => press_pos.is_some_and(|press_pos| press_pos != *pos),
        Event::PointerGone => press_pos.is_some(),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use egui::{Modifiers, PointerButton, pos2};

    use super::*;

    fn button_event(x: f32, pressed: bool) -> Event {
        Event::PointerButton {
            pos: pos2(x, 0.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    fn move_event(x: f32) -> Event {
        Event::PointerMoved(pos2(x, 0.0))
    }

    #[test]
    fn frame_ends_before_pointer_leaves_a_press_or_release() {
        let ctx = Context::default();
        let mut presses = PressDelay::default();
        let mut frame = |events: Vec<Event>| {
            let mut input = RawInput { events, ..RawInput::default() };
            presses.input_hook(&ctx, &mut input);
            input.events
        };
        let all = vec![
            move_event(1.0),
            move_event(2.0),
            button_event(2.0, true),
            move_event(3.0),
            move_event(4.0),
            button_event(4.0, false),
            move_event(5.0),
        ];
        assert_eq!(frame(all), [move_event(1.0), move_event(2.0), button_event(2.0, true)]);
        // New events queue behind the waiting ones.
        let next = [move_event(3.0), move_event(4.0), button_event(4.0, false)];
        assert_eq!(frame(vec![button_event(5.0, true), Event::PointerGone]), next);
        assert_eq!(frame(Vec::new()), [move_event(5.0), button_event(5.0, true)]);
        assert_eq!(frame(Vec::new()), [Event::PointerGone]);
        assert_eq!(frame(Vec::new()), []);
    }

    #[test]
    fn double_click_without_movement_stays_in_one_frame() {
        let clicks = [true, false, true, false].map(|pressed| button_event(2.0, pressed));
        assert_eq!(frame_end(&clicks), None);
        assert_eq!(frame_end(&[move_event(1.0), move_event(2.0)]), None);
    }
}
