//! Keys in the order in which they were pressed, whatever a frame holds of them.
//!
//! egui hands a whole frame's input to every widget at once. A name typed fast and ended with Enter may arrive in one
//! frame: the key that saves must then come after the letters it saves. So keys and text are kept from egui as they
//! come in, and the window deals them out from the front: what belongs to a widget goes back into the frame's input,
//! what belongs to the application is done at once, and where one must wait for the other, the rest waits for the next
//! pass. Nor does egui move a focus of its own on arrows and Esc, for it never sees them before the window does.

use std::collections::VecDeque;

use egui::{Context, Event, FocusDirection, Plugin, RawInput};

/// What was pressed and not yet dealt out.
#[derive(Debug, Default)]
pub struct Keyboard {
    waiting: VecDeque<Event>,
}

impl Keyboard {
    fn with<R>(ctx: &Context, ask: impl FnOnce(&mut Self) -> R) -> R {
        let handle = ctx.plugin_or_default::<Self>();
        let mut keyboard = handle.lock();
        ask(&mut keyboard)
    }
}

impl Plugin for Keyboard {
    fn debug_name(&self) -> &'static str {
        "encours keyboard"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        let kept: Vec<Event> = std::mem::take(&mut input.events);
        for event in kept {
            if is_keyboard(&event) {
                self.waiting.push_back(event);
            } else {
                input.events.push(event);
            }
        }
    }
}

/// Whether an event is the keyboard's, and so has its place in the order. That a key went up changes nothing here.
fn is_keyboard(event: &Event) -> bool {
    matches!(
        event,
        Event::Key { pressed: true, .. }
            | Event::Text(_)
            | Event::Paste(_)
            | Event::Copy
            | Event::Cut
            | Event::Ime(_)
    )
}

/// The next event, left in its place.
#[must_use]
pub fn peek(ctx: &Context) -> Option<Event> {
    Keyboard::with(ctx, |keyboard| keyboard.waiting.front().cloned())
}

/// Takes the next event.
pub fn take(ctx: &Context) -> Option<Event> {
    Keyboard::with(ctx, |keyboard| keyboard.waiting.pop_front())
}

/// Takes everything that waits.
#[must_use]
pub fn drain(ctx: &Context) -> Vec<Event> {
    Keyboard::with(ctx, |keyboard| keyboard.waiting.drain(..).collect())
}

/// Hands an event to the widgets of this pass.
pub fn hand(ctx: &Context, event: Event) {
    ctx.input_mut(|input| input.events.push(event));
}

/// Moves egui's own focus: to the next widget, or along an open menu.
pub fn turn(ctx: &Context, to: FocusDirection) {
    ctx.memory_mut(|memory| memory.move_focus(to));
}
