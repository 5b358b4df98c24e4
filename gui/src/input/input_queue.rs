//! Keys in the order in which they were pressed, whatever a frame holds of them.
//!
//! egui hands a whole frame's input to every widget at once. A name typed fast and ended with Enter may arrive in one
//! frame: the key that saves must then come after the letters it saves. So keys and text are kept from egui as they
//! come in, and the window deals them out from the front: what belongs to a widget goes back into the frame's input,
//! what belongs to the application is done at once, and where one must wait for the other, the rest waits for the next
//! pass. Nor does egui move a focus of its own on arrows and Esc, for it never sees them before the window does.

use std::collections::VecDeque;

use egui::{
    Context, Event, FocusDirection, Id, Modifiers, Plugin, PointerButton, Popup, Pos2, RawInput, Response,
    SetOpenCommand,
};
use encours_core::app::foundation::input::commands::ActionId;

/// What was pressed and not yet dealt out.
#[derive(Debug, Default)]
pub struct Keyboard {
    waiting: VecDeque<Event>,
    pointer: Pointer,
    end: Option<End>,
    menu: Menu,
    /// The action whose row of the open menu is pressed by its key.
    pressed: Option<ActionId>,
    /// Which way egui's own focus went last, and whether it is to go on that way.
    way: (Option<FocusDirection>, bool),
}

/// An end of a menu that egui draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Its first entry.
    First,
    /// Its last entry.
    Last,
}

/// The menu of what has the focus, where a key asks for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Menu {
    /// None, or one that the pointer opened.
    #[default]
    None,
    /// It is to be opened in this pass.
    Asked,
    /// It is that of this widget, and open.
    Of(Id),
}

/// Where the pointer is, and whether it counts: while keys are used, what lies under a pointer that rests is not what a
/// person looks at, and no tip of it stays over what they do.
#[derive(Debug, Default)]
struct Pointer {
    at: Option<Pos2>,
    down: bool,
    away: bool,
}

impl Pointer {
    /// Follows an event; what brings a pointer back that was taken away comes before it.
    fn follow(&mut self, event: &Event) -> Option<Event> {
        match event {
            Event::PointerMoved(at) => (self.at, self.away) = (Some(*at), false),
            Event::PointerButton { pos, pressed, .. } => {
                (self.at, self.down, self.away) = (Some(*pos), *pressed, false);
            }
            Event::PointerGone => *self = Self::default(),
            Event::MouseWheel { .. } if std::mem::take(&mut self.away) => {
                return self.at.map(Event::PointerMoved);
            }
            _ => {}
        }
        None
    }

    /// A key was pressed: the pointer that rests is taken away.
    fn leave(&mut self) -> Option<Event> {
        if self.down || self.away || self.at.is_none() {
            return None;
        }
        self.away = true;
        Some(Event::PointerGone)
    }
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
                if matches!(event, Event::Key { .. }) {
                    input.events.extend(self.pointer.leave());
                }
                self.waiting.push_back(event);
            } else {
                input.events.extend(self.pointer.follow(&event));
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

/// The keys that were held when the button of the mouse was let go, which may have been before the end of the frame: quick
/// hands let go of a key before the frame that the click is drawn in.
#[must_use]
pub fn held_at_click(ctx: &Context) -> Modifiers {
    ctx.input(|input| {
        let mut events = input.events.iter().rev();
        let held = events.find_map(|event| match event {
            Event::PointerButton {
                pressed: false,
                button: PointerButton::Primary,
                modifiers,
                ..
            } => Some(*modifiers),
            _ => None,
        });
        held.unwrap_or(input.modifiers)
    })
}

/// Moves egui's own focus to an end of the menu that is open, as its entries are drawn in this pass.
pub fn turn_to(ctx: &Context, end: End) {
    Keyboard::with(ctx, |keyboard| keyboard.end = Some(end));
}

/// Asks for the menu of what has the focus; its first entry has it then.
pub fn ask_menu(ctx: &Context) {
    Keyboard::with(ctx, |keyboard| keyboard.menu = Menu::Asked);
    turn_to(ctx, End::First);
}

/// The menu of a widget: where the pointer asked for it, or at the widget where a key did.
pub fn menu_of(response: &Response) -> Popup<'_> {
    let (popup, id) = (Popup::context_menu(response), response.id);
    let (asked, by_key) = Keyboard::with(&response.ctx, |keyboard| {
        let asked = keyboard.menu == Menu::Asked && response.has_focus();
        if asked {
            keyboard.menu = Menu::Of(id);
        } else if keyboard.menu == Menu::Of(id) && response.secondary_clicked() {
            keyboard.menu = Menu::None;
        }
        (asked, keyboard.menu == Menu::Of(id))
    });
    match (asked, by_key) {
        (true, _) => popup
            .at_position(response.rect.left_bottom())
            .open_memory(Some(SetOpenCommand::Bool(true))),
        (false, true) => popup.at_position(response.rect.left_bottom()),
        (false, false) => popup,
    }
}

/// An entry of a menu has been drawn: it takes the focus where that is to go to its end of the menu.
pub fn at_entry(entry: &Response) {
    let wanted = Keyboard::with(&entry.ctx, |keyboard| match keyboard.end {
        // Whatever is drawn after it is not the first.
        Some(End::First) => keyboard.end.take(),
        last => last,
    });
    if wanted.is_some() {
        entry.request_focus();
    }
}

/// Presses the row of an action in the menu that is open, as its rows are drawn in this pass.
pub fn press_row(ctx: &Context, id: ActionId) {
    Keyboard::with(ctx, |keyboard| keyboard.pressed = Some(id));
}

/// Whether the row of an action is pressed by its key: what it does is aimed at what the menu is of.
#[must_use]
pub fn presses_row(ctx: &Context, id: ActionId) -> bool {
    Keyboard::with(ctx, |keyboard| {
        keyboard.pressed.take_if(|pressed| *pressed == id).is_some()
    })
}

/// The menu has been drawn.
pub fn menu_drawn(ctx: &Context) {
    Keyboard::with(ctx, |keyboard| {
        keyboard.end = None;
        keyboard.pressed = None;
        if keyboard.menu == Menu::Asked {
            keyboard.menu = Menu::None;
        }
    });
}

/// Moves egui's own focus: to the next widget, or along an open menu.
pub fn turn(ctx: &Context, to: FocusDirection) {
    if to != FocusDirection::None {
        Keyboard::with(ctx, |keyboard| keyboard.way = (Some(to), false));
    }
    ctx.memory_mut(|memory| memory.move_focus(to));
}

/// Has egui's own focus go on the way it came, in the next pass: for what has no use for it and cannot say so.
pub fn pass_over(ctx: &Context) {
    Keyboard::with(ctx, |keyboard| keyboard.way.1 = true);
    ctx.request_repaint();
}

/// Which way egui's own focus is to go on, once.
#[must_use]
pub fn goes_on(ctx: &Context) -> Option<FocusDirection> {
    Keyboard::with(ctx, |keyboard| {
        std::mem::take(&mut keyboard.way.1)
            .then_some(keyboard.way.0)
            .flatten()
    })
}
