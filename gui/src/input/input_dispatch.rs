//! Dispatches queued keys to the application and the widgets, in the order of the presses.

use egui::{Context, Event, Key, Popup};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::{Context as Place, Screen};
use encours_core::app::shell::action::Action;

use crate::WindowState;
use crate::input::key_events::{self, Focus, Meaning};
use crate::input::{input_queue, pointer_queue};
use crate::screens::portfolio::Way;

impl WindowState {
    /// Dispatches the queued keys, as far as this frame can. If an event depends on a widget's input or on a new frame,
    /// it waits for the next frame.
    pub(crate) fn deal_out(&mut self, ctx: &Context) {
        self.places.by_key = false;
        if self.places.dragging() {
            return self.while_dragging(ctx);
        }
        if self.places.leave.asks() || self.places.sign_in.shown {
            return self.while_asking(ctx);
        }
        if self.app.cx.screen() == Screen::Portfolio {
            let covered = !matches!(self.app.cx.layer(), Layer::None);
            self.places.figures.take_back(ctx, covered);
        }
        if let Some(to) = input_queue::goes_on(ctx) {
            input_queue::turn(ctx, to);
            // The target must be drawn before the next key can apply to it.
            return ctx.request_repaint();
        }
        let mut handed = false;
        while let Some(event) = input_queue::peek(ctx) {
            if matches!(event, Event::Key { .. }) {
                self.digit = key_events::digit_of_place(&event);
            }
            let menu = Popup::is_any_open(ctx);
            let meaning = key_events::meaning(&event, &self.app, self.focus(ctx), self.digit, menu);
            // Earlier events must reach the application through the widget first.
            if handed && matches!(meaning, Meaning::Act(_) | Meaning::Turn(_) | Meaning::TurnTo(_)) {
                break;
            }
            input_queue::take(ctx);
            match meaning {
                Meaning::Drop => {}
                Meaning::Nothing => input_queue::hand(ctx, event),
                Meaning::Widget => {
                    let presses = menu
                        || matches!(
                            event,
                            Event::Key {
                                key: Key::Enter | Key::Space,
                                ..
                            }
                        );
                    input_queue::hand(ctx, event);
                    handed = true;
                    // The result of a press is unknown until the next frame.
                    if presses {
                        break;
                    }
                }
                Meaning::Turn(to) => {
                    input_queue::turn(ctx, to);
                    break;
                }
                Meaning::TurnTo(end) => {
                    input_queue::turn_to(ctx, end);
                    break;
                }
                Meaning::Press(id) => {
                    input_queue::press_row(ctx, id);
                    break;
                }
                Meaning::Act(action) => {
                    let before = self.place();
                    if let Action::Run(id) = action {
                        self.places.by_key = true;
                        // The newly focused row must be drawn before the next key moves on from it.
                        if self.goes_along(ctx, id) || self.places.inbox.is_blind(&self.app, id) {
                            break;
                        }
                    } else {
                        ctx.request_repaint();
                    }
                    self.apply(ctx, vec![action]);
                    // A new screen or a newly focused text field must be drawn before the next key.
                    if before != self.place() || self.app.table.context(&self.app.cx).takes_text() {
                        break;
                    }
                }
            }
        }
        if input_queue::peek(ctx).is_some() {
            ctx.request_repaint();
        }
    }

    /// Moves egui's focus along the metrics of the portfolio. Returns whether it handled the key.
    fn goes_along(&self, ctx: &Context, id: ActionId) -> bool {
        if self.app.cx.screen() != Screen::Portfolio || !matches!(self.app.cx.layer(), Layer::None) {
            return false;
        }
        match self.places.figures.way(ctx.memory(egui::Memory::focused), id) {
            Way::To(row) => {
                ctx.memory_mut(|memory| memory.request_focus(row));
                true
            }
            Way::Nowhere => true,
            Way::On => false,
        }
    }

    fn place(&self) -> (encours_core::app::foundation::input::context::Screen, Place) {
        (self.app.cx.screen(), self.app.table.context(&self.app.cx))
    }

    /// Handles keys during a drag: only Esc counts, and cancels it. Another mouse button cancels it too.
    fn while_dragging(&mut self, ctx: &Context) {
        let escape = |event: &Event| matches!(event, Event::Key { key: Key::Escape, .. });
        let given_up = pointer_queue::gave_up(ctx);
        if input_queue::drain(ctx).iter().any(escape) || given_up {
            self.places.cancel_drag(ctx);
        }
    }

    /// Handles keys while the window shows a question or the sign-in form. Tab moves the focus, Esc cancels, egui gets
    /// the rest.
    fn while_asking(&mut self, ctx: &Context) {
        use egui::FocusDirection::{Next, Previous};
        let mut handed = false;
        while let Some(event) = input_queue::peek(ctx) {
            let turns = matches!(event, Event::Key { key: Key::Tab, .. });
            // Typed text must reach its field before Tab moves on.
            if turns && handed {
                break;
            }
            input_queue::take(ctx);
            match event {
                Event::Key { key: Key::Escape, .. } => {
                    self.places.sign_in.escaped = !self.places.leave.asks();
                    self.places.leave.stay();
                }
                Event::Key {
                    key: Key::Tab,
                    modifiers,
                    ..
                } => {
                    input_queue::turn(ctx, if modifiers.shift { Previous } else { Next });
                    break;
                }
                other => {
                    input_queue::hand(ctx, other);
                    handed = true;
                }
            }
        }
        if input_queue::peek(ctx).is_some() {
            ctx.request_repaint();
        }
    }

    /// Removes egui's focus from a text field that is no longer in use.
    pub(crate) fn leave_text(ctx: &Context) {
        if ctx.text_edit_focused()
            && let Some(field) = ctx.memory(egui::Memory::focused)
        {
            ctx.memory_mut(|memory| memory.surrender_focus(field));
        }
    }

    fn focus(&self, ctx: &Context) -> Focus {
        let Some(focused) = ctx.memory(egui::Memory::focused) else {
            return Focus::Ours;
        };
        if ctx.text_edit_focused() {
            return Focus::Typing;
        }
        let ours = match self.app.cx.layer() {
            Layer::None | Layer::Filter => self.places.roving == Some(focused),
            layer => self.places.layer.means(layer, focused),
        };
        if ours { Focus::Ours } else { Focus::Widget }
    }
}
