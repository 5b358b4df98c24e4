//! A press belongs to where it was made. A slow frame brings it together with the moves after it, and egui looks for what
//! was pressed where the pointer stood last: another card would be carried than the one pressed, and a scroll bar on the
//! way would take the press. So a frame takes what the pointer does up to a press or a release and no further; what comes
//! after it waits for the next one, in its order.
//!
//! While something is carried another button gives that up, as Esc does, and is nothing else: no menu opens under it.

use egui::{Context, Event, Plugin, PointerButton, Pos2, RawInput};

/// Holds back what moves the pointer away from a press of the same frame.
#[derive(Debug, Default)]
pub struct Presses {
    waiting: Vec<Event>,
    /// Whether something was carried when the last frame was drawn.
    carries: bool,
    /// The buttons that gave it up, until they are let go.
    kept: Vec<PointerButton>,
    /// Whether one has since then.
    gave_up: bool,
}

impl Presses {
    /// Puts it before whatever a context is given.
    pub fn install(ctx: &Context) {
        ctx.add_plugin(Self::default());
    }

    /// Whether an event is one of a button that gives up what is carried: it reaches nothing else.
    fn gives_up(&mut self, event: &Event) -> bool {
        let Event::PointerButton { button, pressed, .. } = event else {
            return false;
        };
        if *pressed && self.carries && *button != PointerButton::Primary {
            self.kept.push(*button);
            self.gave_up = true;
            return true;
        }
        let at = self.kept.iter().position(|kept| kept == button);
        at.map(|at| self.kept.swap_remove(at)).is_some()
    }
}

/// Tells whether something is carried once a frame has been drawn.
pub fn carries(ctx: &Context, carries: bool) {
    ctx.plugin_or_default::<Presses>().lock().carries = carries;
}

/// Whether another button has given up what is carried; told once.
#[must_use]
pub fn gave_up(ctx: &Context) -> bool {
    std::mem::take(&mut ctx.plugin_or_default::<Presses>().lock().gave_up)
}

impl Plugin for Presses {
    fn debug_name(&self) -> &'static str {
        "presses"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let mut events = std::mem::take(&mut self.waiting);
        events.append(&mut input.events);
        if let Some(end) = end(&events) {
            self.waiting = events.split_off(end);
            ctx.request_repaint_of(input.viewport_id);
        }
        events.retain(|event| !self.gives_up(event));
        input.events = events;
    }
}

/// The first event after a press or a release that leaves the place where it was made.
fn end(events: &[Event]) -> Option<usize> {
    let mut made: Option<Pos2> = None;
    events.iter().position(|event| match event {
        Event::PointerButton { pos, .. } => {
            let leaves = made.is_some_and(|made| made != *pos);
            made = Some(*pos);
            leaves
        }
        Event::PointerMoved(pos) => made.is_some_and(|made| made != *pos),
        Event::PointerGone => made.is_some(),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use egui::{Modifiers, PointerButton, pos2};

    use super::*;

    fn button(x: f32, pressed: bool) -> Event {
        Event::PointerButton {
            pos: pos2(x, 0.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    fn to(x: f32) -> Event {
        Event::PointerMoved(pos2(x, 0.0))
    }

    #[test]
    fn each_frame_ends_where_a_press_or_a_release_is_left() {
        let ctx = Context::default();
        let mut presses = Presses::default();
        let mut frame = |events: Vec<Event>| {
            let mut input = RawInput {
                events,
                ..RawInput::default()
            };
            presses.input_hook(&ctx, &mut input);
            input.events
        };
        let all = vec![
            to(1.0),
            to(2.0),
            button(2.0, true),
            to(3.0),
            to(4.0),
            button(4.0, false),
            to(5.0),
        ];
        assert_eq!(frame(all), [to(1.0), to(2.0), button(2.0, true)]);
        // What comes meanwhile stands behind what waits.
        let next = [to(3.0), to(4.0), button(4.0, false)];
        assert_eq!(frame(vec![button(5.0, true), Event::PointerGone]), next);
        assert_eq!(frame(Vec::new()), [to(5.0), button(5.0, true)]);
        assert_eq!(frame(Vec::new()), [Event::PointerGone]);
        assert_eq!(frame(Vec::new()), []);
    }

    #[test]
    fn a_double_click_in_one_place_is_one_frame() {
        let clicks = [true, false, true, false].map(|pressed| button(2.0, pressed));
        assert_eq!(end(&clicks), None);
        assert_eq!(end(&[to(1.0), to(2.0)]), None);
    }
}
