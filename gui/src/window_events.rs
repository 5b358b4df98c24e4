//! Window events: answers from the desktop, visibility, and close requests.

use egui::{Context, ViewportCommand};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::model::effect::{Attention, Effect};
use encours_core::text::Words;

use crate::WindowState;
use crate::desktop::Answer;
use crate::overlays::confirm_dialog::SignOut;

impl WindowState {
    /// Processes answers from the desktop. Returns whether anything may look different.
    pub(crate) fn hear(&mut self, ctx: &Context) -> bool {
        let mut heard = false;
        while let Ok(answer) = self.answers.try_recv() {
            heard = true;
            match answer {
                Answer::Act(action) => self.act(action),
                Answer::Place(path) => {
                    if let Layer::Form(form) = self.app.cx.layer()
                        && let Some(at) = form.fields.iter().position(|field| field.name == "export-path")
                    {
                        self.act(Action::SetField(at, path));
                    }
                }
                Answer::Looks(looks) => self.system = looks,
                Answer::Still(still) => self.keep_still(ctx, still),
                Answer::Raise => {
                    ctx.send_viewport_cmd(ViewportCommand::Visible(true));
                    ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
                    ctx.send_viewport_cmd(ViewportCommand::Focus);
                }
            }
        }
        heard
    }

    /// Reports visibility to the engine, which polls the server less often for a hidden window.
    pub(crate) fn attend(&mut self, ctx: &Context) {
        let (hidden, front) = ctx.input(|input| {
            let view = input.viewport();
            let hidden = view.minimized == Some(true) || view.occluded == Some(true);
            (hidden, view.focused.unwrap_or(true) && !hidden)
        });
        let attention = if hidden {
            Attention::Hidden
        } else {
            Attention::Foreground
        };
        if attention != self.attention {
            self.attention = attention;
            self.service.submit(vec![Effect::Attend(attention)]);
        }
        if let Some(notices) = &mut self.notices {
            notices.look(
                &self.app.cx.snapshot().inbox,
                front,
                Words::new(self.app.cx.lang()),
            );
        }
    }

    /// Handles a close request; with scheduled changes, the application asks first.
    pub(crate) fn may_close(&mut self, ctx: &Context) {
        let asked = ctx.input(|input| input.viewport().close_requested());
        if !asked || self.closing || self.app.session.quitting() || self.service.told_to_end() {
            return;
        }
        self.act(Action::Run(ActionId::Quit));
        if !self.app.session.quitting() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            ctx.request_repaint();
        }
    }

    /// Forwards requests to recipients outside the application after a frame.
    pub(crate) fn pass_on(&mut self, ctx: &Context, browse: Option<String>) {
        if let Some(path) = browse {
            let title = Words::new(self.app.cx.lang()).get("button-export");
            self.outside.choose_place(&title, &path);
        }
        if self.places.leave.out == SignOut::Sure {
            self.places.leave.stay();
            self.sign_out();
            ctx.request_repaint();
        }
        if let Some(given) = self.places.sign_in.take_given() {
            self.begin_signed_in(given);
            ctx.request_repaint();
        }
    }
}
