//! Keeps keys in the order in which they were pressed, across frames.
//!
//! egui hands a whole frame's input to every widget at once. A fast typist may produce a name and the closing Enter
//! within one frame, and Enter must apply after the letters. This queue therefore takes keys and text out of egui's
//! input, and the window dispatches them from the front. Events for a widget go back into the frame's input, and the
//! application handles its own at once. If an event depends on an earlier one, it waits for the next frame. egui's own
//! focus movement by arrows and Esc never happens, because the window sees these keys first.

use std::collections::VecDeque;

use egui::{
    Context, Event, FocusDirection, Id, Modifiers, Plugin, PointerButton, Popup, Pos2, RawInput, Response,
    SetOpenCommand,
};
use encours_core::app::foundation::input::commands::ActionId;

/// Pressed keys that have not been dispatched yet.
#[derive(Debug, Default)]
pub struct KeyQueue {
    pending: VecDeque<Event>,
    pointer: PointerState,
    focus_end: Option<MenuEnd>,
    menu: MenuRequest,
    /// The action whose row in the open menu is pressed by its key.
    pressed_row: Option<ActionId>,
    /// Last direction of egui's focus, and whether it should move on in that direction.
    focus_direction: (Option<FocusDirection>, bool),
}

/// An end of a menu that egui draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuEnd {
    /// First entry of the menu.
    First,
    /// Last entry of the menu.
    Last,
}

/// The context menu of the focused widget, requested by a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MenuRequest {
    /// No menu, or one opened by the pointer.
    #[default]
    None,
    /// A menu to be opened in this frame.
    Requested,
    /// The open menu of this widget.
    Open(Id),
}

/// The pointer's position and whether it counts. While the user types, a resting pointer neither highlights widgets nor
/// shows tooltips.
#[derive(Debug, Default)]
struct PointerState {
    position: Option<Pos2>,
    is_down: bool,
    is_hidden: bool,
}

impl PointerState {
    /// Follows an event. If it brings back a hidden pointer, returns a move event to insert before it.
    fn on_event(&mut self, event: &Event) -> Option<Event> {
        match event {
            Event::PointerMoved(at) => (self.position, self.is_hidden) = (Some(*at), false),
            Event::PointerButton { pos, pressed, .. } => {
                (self.position, self.is_down, self.is_hidden) = (Some(*pos), *pressed, false);
            }
            Event::PointerGone => *self = Self::default(),
            Event::MouseWheel { .. } if std::mem::take(&mut self.is_hidden) => {
                return self.position.map(Event::PointerMoved);
            }
            _ => {}
        }
        None
    }

    /// Hides a resting pointer when a key is pressed.
    fn hide(&mut self) -> Option<Event> {
        if self.is_down || self.is_hidden || self.position.is_none() {
            return None;
        }
        self.is_hidden = true;
        Some(Event::PointerGone)
    }
}

impl KeyQueue {
    fn with<R>(ctx: &Context, ask: impl FnOnce(&mut Self) -> R) -> R {
        let handle = ctx.plugin_or_default::<Self>();
        let mut keyboard = handle.lock();
        ask(&mut keyboard)
    }
}

impl Plugin for KeyQueue {
    fn debug_name(&self) -> &'static str {
        "encours keyboard"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        let queued: Vec<Event> = std::mem::take(&mut input.events);
        for event in queued {
            if is_keyboard(&event) {
                if matches!(event, Event::Key { .. }) {
                    input.events.extend(self.pointer.hide());
                }
                self.pending.push_back(event);
            } else {
                input.events.extend(self.pointer.on_event(&event));
                input.events.push(event);
            }
        }
    }
}

/// Returns whether an event belongs in the keyboard queue. Key releases do not.
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

/// Returns the next event without removing it.
#[must_use]
pub fn peek(ctx: &Context) -> Option<Event> {
    KeyQueue::with(ctx, |keyboard| keyboard.pending.front().cloned())
}

/// Removes and returns the next event.
pub fn pop(ctx: &Context) -> Option<Event> {
    KeyQueue::with(ctx, |keyboard| keyboard.pending.pop_front())
}

/// Removes and returns all queued events.
#[must_use]
pub fn drain(ctx: &Context) -> Vec<Event> {
    KeyQueue::with(ctx, |keyboard| keyboard.pending.drain(..).collect())
}

/// Passes an event to the widgets of this frame.
pub fn pass_to_widgets(ctx: &Context, event: Event) {
    ctx.input_mut(|input| input.events.push(event));
}

/// Returns the modifier keys at the time of the click. By the end of the frame the user may have released them.
#[must_use]
pub fn click_modifiers(ctx: &Context) -> Modifiers {
    ctx.input(|input| {
        let mut events = input.events.iter().rev();
        let pressed = events.find_map(|event| match event {
            Event::PointerButton { pressed: false, button: PointerButton::Primary, modifiers, .. } => {
                Some(*modifiers)
            }
            _ => None,
        });
        pressed.unwrap_or(input.modifiers)
    })
}

/// Moves egui's focus to an end of the open menu, once its entries are drawn.
pub fn focus_menu_end(ctx: &Context, end: MenuEnd) {
    KeyQueue::with(ctx, |keyboard| keyboard.focus_end = Some(end));
}

/// Requests the context menu of the focused widget, with the focus on its first entry.
pub fn request_menu(ctx: &Context) {
    KeyQueue::with(ctx, |keyboard| keyboard.menu = MenuRequest::Requested);
    focus_menu_end(ctx, MenuEnd::First);
}

/// Returns the context menu of a widget. It opens at the pointer or, if a key requested it, at the widget.
pub fn context_menu(response: &Response) -> Popup<'_> {
    let (popup, id) = (Popup::context_menu(response), response.id);
    let (is_requested, by_key) = KeyQueue::with(&response.ctx, |keyboard| {
        let is_requested = keyboard.menu == MenuRequest::Requested && response.has_focus();
        if is_requested {
            keyboard.menu = MenuRequest::Open(id);
        } else if keyboard.menu == MenuRequest::Open(id) && response.secondary_clicked() {
            keyboard.menu = MenuRequest::None;
        }
        (is_requested, keyboard.menu == MenuRequest::Open(id))
    });
    match (is_requested, by_key) {
        (true, _) => {
            popup.at_position(response.rect.left_bottom()).open_memory(Some(SetOpenCommand::Bool(true)))
        }
        (false, true) => popup.at_position(response.rect.left_bottom()),
        (false, false) => popup,
    }
}

/// Gives a drawn menu entry the focus if the focus should move to that end.
pub fn focus_entry(entry: &Response) {
    let is_target = KeyQueue::with(&entry.ctx, |keyboard| match keyboard.focus_end {
        // Later entries are not the first one.
        Some(MenuEnd::First) => keyboard.focus_end.take(),
        last => last,
    });
    if is_target.is_some() {
        entry.request_focus();
    }
}

/// Presses the row of an action in the open menu, once its rows are drawn.
pub fn press_row(ctx: &Context, id: ActionId) {
    KeyQueue::with(ctx, |keyboard| keyboard.pressed_row = Some(id));
}

/// Returns whether a key pressed the row of this action; the action then applies to the menu's target.
#[must_use]
pub fn take_pressed_row(ctx: &Context, id: ActionId) -> bool {
    KeyQueue::with(ctx, |keyboard| keyboard.pressed_row.take_if(|pressed| *pressed == id).is_some())
}

/// Resets the requests for a menu after it has been drawn.
pub fn reset_menu_requests(ctx: &Context) {
    KeyQueue::with(ctx, |keyboard| {
        keyboard.focus_end = None;
        keyboard.pressed_row = None;
        if keyboard.menu == MenuRequest::Requested {
            keyboard.menu = MenuRequest::None;
        }
    });
}

/// Moves egui's focus to the next widget or along an open menu.
pub fn move_focus(ctx: &Context, to: FocusDirection) {
    if to != FocusDirection::None {
        KeyQueue::with(ctx, |keyboard| keyboard.focus_direction = (Some(to), false));
    }
    ctx.memory_mut(|saved_state| saved_state.move_focus(to));
}

/// Moves egui's focus on in the same direction in the next frame. It skips a widget that cannot use the focus.
pub fn skip_widget(ctx: &Context) {
    KeyQueue::with(ctx, |keyboard| keyboard.focus_direction.1 = true);
    ctx.request_repaint();
}

/// Returns the direction in which egui's focus should move on, and clears the request.
#[must_use]
pub fn take_focus_direction(ctx: &Context) -> Option<FocusDirection> {
    KeyQueue::with(ctx, |keyboard| {
        std::mem::take(&mut keyboard.focus_direction.1).then_some(keyboard.focus_direction.0).flatten()
    })
}
