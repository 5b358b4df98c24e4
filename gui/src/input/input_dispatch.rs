//! Dispatches queued keys to the application and the widgets, in the order of the presses.

use egui::{Context, Event, Key, Popup};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::{Context as Place, Screen};
use encours_core::app::shell::action::Action;

use crate::WindowState;
use crate::input::key_events::{self, FocusOwner, KeyMeaning};
use crate::input::{input_queue, pointer_queue};
use crate::screens::portfolio::FocusTarget;

impl WindowState {
    /// Dispatches the queued keys, as far as this frame can. If an event depends on a widget's input or on a new frame,
    /// it waits for the next frame.
    pub(crate) fn dispatch_keys(&mut self, ctx: &Context) {
        self.ui_state.by_key = false;
        if self.ui_state.is_dragging() {
            return self.handle_drag_keys(ctx);
        }
        if self.ui_state.sign_out_question.is_shown() || self.ui_state.sign_in.is_visible {
            return self.handle_question_keys(ctx);
        }
        if self.app.cx.screen() == Screen::Portfolio {
            let covered = !matches!(self.app.cx.overlay(), Overlay::None);
            self.ui_state.metric_focus.restore_focus(ctx, covered);
        }
        if let Some(to) = input_queue::take_focus_direction(ctx) {
            input_queue::move_focus(ctx, to);
            // The target must be drawn before the next key can apply to it.
            return ctx.request_repaint();
        }
        let mut passed_on = false;
        while let Some(event) = input_queue::peek(ctx) {
            if matches!(event, Event::Key { .. }) {
                self.digit = key_events::physical_digit(&event);
            }
            let menu = Popup::is_any_open(ctx);
            let meaning =
                key_events::key_meaning(&event, &self.app, self.keyboard_focus(ctx), self.digit, menu);
            // Earlier events must reach the application through the widget first.
            if passed_on
                && matches!(
                    meaning,
                    KeyMeaning::Act(_) | KeyMeaning::MoveFocus(_) | KeyMeaning::FocusMenuEnd(_)
                )
            {
                break;
            }
            input_queue::pop(ctx);
            match meaning {
                KeyMeaning::Ignore => {}
                KeyMeaning::Unhandled => input_queue::pass_to_widgets(ctx, event),
                KeyMeaning::Widget => {
                    let presses = menu || matches!(event, Event::Key { key: Key::Enter | Key::Space, .. });
                    input_queue::pass_to_widgets(ctx, event);
                    passed_on = true;
                    // The result of a press is unknown until the next frame.
                    if presses {
                        break;
                    }
                }
                KeyMeaning::MoveFocus(to) => {
                    input_queue::move_focus(ctx, to);
                    break;
                }
                KeyMeaning::FocusMenuEnd(end) => {
                    input_queue::focus_menu_end(ctx, end);
                    break;
                }
                KeyMeaning::PressRow(id) => {
                    input_queue::press_row(ctx, id);
                    break;
                }
                KeyMeaning::Act(action) => {
                    let prior_place = self.key_place();
                    if let Action::Run(id) = action {
                        self.ui_state.by_key = true;
                        // The newly focused row must be drawn before the next key moves on from it.
                        if self.move_metric_focus(ctx, id)
                            || self.ui_state.inbox.acts_on_hidden(&self.app, id)
                        {
                            break;
                        }
                    } else {
                        ctx.request_repaint();
                    }
                    self.dispatch_actions(ctx, vec![action]);
                    // A new screen or a newly focused text field must be drawn before the next key.
                    if prior_place != self.key_place() || self.app.table.context(&self.app.cx).takes_text() {
                        break;
                    }
                }
            }
        }
        if input_queue::peek(ctx).is_some() {
            ctx.request_repaint();
        }
    }

    /// Moves egui's focus through the breakdowns and legends of the portfolio. Returns whether it handled the key.
    fn move_metric_focus(&self, ctx: &Context, id: ActionId) -> bool {
        if self.app.cx.screen() != Screen::Portfolio || !matches!(self.app.cx.overlay(), Overlay::None) {
            return false;
        }
        match self.ui_state.metric_focus.target(ctx.memory(egui::Memory::focused), id) {
            FocusTarget::Item(row) => {
                ctx.memory_mut(|saved_state| saved_state.request_focus(row));
                true
            }
            FocusTarget::Ignored => true,
            FocusTarget::Default => false,
        }
    }

    fn key_place(&self) -> (encours_core::app::foundation::input::context::Screen, Place) {
        (self.app.cx.screen(), self.app.table.context(&self.app.cx))
    }

    /// Handles keys during a drag: only Esc counts, and cancels it. Another mouse button cancels it too.
    fn handle_drag_keys(&mut self, ctx: &Context) {
        let escape = |event: &Event| matches!(event, Event::Key { key: Key::Escape, .. });
        let given_up = pointer_queue::take_drag_cancelled(ctx);
        if input_queue::drain(ctx).iter().any(escape) || given_up {
            self.ui_state.cancel_drag(ctx);
        }
    }

    /// Handles keys while the window shows a question or the sign-in form. Tab moves the focus, Esc cancels, egui gets
    /// the rest.
    pub(crate) fn handle_question_keys(&mut self, ctx: &Context) {
        use egui::FocusDirection::{Next, Previous};
        let mut passed_on = false;
        while let Some(event) = input_queue::peek(ctx) {
            let turns = matches!(event, Event::Key { key: Key::Tab, .. });
            // Typed text must reach its field before Tab moves on.
            if turns && passed_on {
                break;
            }
            input_queue::pop(ctx);
            match event {
                Event::Key { key: Key::Escape, .. } => {
                    self.ui_state.sign_in.esc_pressed = !self.ui_state.sign_out_question.is_shown();
                    self.ui_state.sign_out_question.cancel();
                }
                Event::Key { key: Key::Tab, modifiers, .. } => {
                    input_queue::move_focus(ctx, if modifiers.shift { Previous } else { Next });
                    break;
                }
                other => {
                    input_queue::pass_to_widgets(ctx, other);
                    passed_on = true;
                }
            }
        }
        if input_queue::peek(ctx).is_some() {
            ctx.request_repaint();
        }
    }

    /// Removes egui's focus from a text field that is no longer in use.
    pub(crate) fn blur_text_field(ctx: &Context) {
        if ctx.text_edit_focused()
            && let Some(field) = ctx.memory(egui::Memory::focused)
        {
            ctx.memory_mut(|saved_state| saved_state.surrender_focus(field));
        }
    }

    fn keyboard_focus(&self, ctx: &Context) -> FocusOwner {
        let Some(focused) = ctx.memory(egui::Memory::focused) else {
            return FocusOwner::App;
        };
        if ctx.text_edit_focused() {
            return FocusOwner::TextField;
        }
        let ours = match self.app.cx.overlay() {
            Overlay::None | Overlay::Filter => self.ui_state.roving_focus == Some(focused),
            overlay => self.ui_state.overlays.handles_keys(overlay, focused),
        };
        if ours { FocusOwner::App } else { FocusOwner::Widget }
    }
}
