//! The idle lock of the window.

use std::sync::mpsc::{Receiver, channel};

use egui::{Context, Event, Ui};
use encours_core::error::Reason;
use secrecy::SecretString;

use super::WindowState;
use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::screens;

impl WindowState {
    /// Notes input, or applies the result of a check. Returns whether the window is locked.
    pub(super) fn follow_lock(&mut self, ctx: &Context) -> bool {
        let now = (self.clock)();
        if let Some(Ok(result)) = self.user_check.as_ref().map(Receiver::try_recv) {
            self.user_check = None;
            self.app.session.idle_lock.on_checked(result, now);
            self.ui_state.locked.clear(ctx);
        }
        let lock = &mut self.app.session.idle_lock;
        if lock.is_locked() {
            lock.asks_passphrase = self.service.user_check().asks_passphrase();
            return true;
        }
        let is_input = |event: &Event| {
            matches!(
                event,
                Event::PointerMoved(_)
                    | Event::PointerButton { .. }
                    | Event::MouseWheel { .. }
                    | Event::Paste(_)
            )
        };
        if input_queue::peek(ctx).is_some() || ctx.input(|input| input.events.iter().any(is_input)) {
            lock.note_input(now);
        }
        false
    }

    /// Draws the locked window, and starts a check if the user asks for it.
    pub(super) fn draw_locked(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.handle_question_keys(&ctx);
        let mut frame = FrameCtx::new(&self.app, &self.theme, "", &mut self.ui_state);
        let Some(passphrase) = screens::locked::show(ui, &mut frame) else { return };
        if self.app.session.idle_lock.begin_check() {
            self.check_user(&ctx, passphrase);
        }
        ctx.request_repaint();
    }

    fn check_user(&mut self, ctx: &Context, passphrase: SecretString) {
        let (sender, result) = channel();
        let (check, ctx) = (self.service.user_check(), ctx.clone());
        let run = move || {
            let _closed = sender.send(check.run(&passphrase).map_err(|error| Reason::from(&error)));
            ctx.request_repaint();
        };
        match std::thread::Builder::new().name("encours-unlock".to_owned()).spawn(run) {
            Ok(_) => self.user_check = Some(result),
            Err(error) => {
                let reason = Reason::from(error.to_string());
                self.app.session.idle_lock.on_checked(Err(reason), (self.clock)());
            }
        }
    }
}
