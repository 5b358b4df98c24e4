//! Window events: answers from the desktop, visibility, and close requests.

use egui::{Context, ViewportCommand};
use encours_core::app::changes::import::view::is_spreadsheet;
use encours_core::app::foundation::cx::overlay::{Form, FormField, FormPurpose, Overlay};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::model::effect::{Effect, Visibility};
use encours_core::text::Messages;

use crate::WindowState;
use crate::desktop::DesktopEvent;
use crate::overlays::confirm_dialog::SignOutStage;

impl WindowState {
    /// Processes answers from the desktop. Returns whether anything may look different.
    pub(crate) fn process_desktop_events(&mut self, ctx: &Context) -> bool {
        let mut any_event = false;
        while let Ok(event) = self.desktop_events.try_recv() {
            any_event = true;
            match event {
                DesktopEvent::Action(action) => self.run_action(action),
                DesktopEvent::ChosenPath(path) => {
                    if let Overlay::Form(form) = self.app.cx.overlay()
                        && let Some(at) = form.fields.iter().position(FormField::is_path)
                    {
                        self.run_action(Action::SetField(at, path));
                    }
                }
                DesktopEvent::SystemTheme(looks) => self.system_theme = looks,
                DesktopEvent::ReducedMotion(still) => self.set_reduced_motion(ctx, still),
                DesktopEvent::Raise(link) => {
                    if let Some(link) = link {
                        self.run_action(Action::OpenLink(link));
                    }
                    ctx.send_viewport_cmd(ViewportCommand::Visible(true));
                    ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
                    ctx.send_viewport_cmd(ViewportCommand::Focus);
                }
            }
        }
        any_event
    }

    /// Reports visibility to the engine, which polls the server less often for a hidden window.
    pub(crate) fn update_visibility(&mut self, ctx: &Context) {
        let (hidden, front) = ctx.input(|input| {
            let view = input.viewport();
            let hidden = view.minimized == Some(true) || view.occluded == Some(true);
            (hidden, view.focused.unwrap_or(true) && !hidden)
        });
        let attention = if hidden { Visibility::Hidden } else { Visibility::Foreground };
        if attention != self.visibility {
            self.visibility = attention;
            self.service.submit(vec![Effect::SetVisibility(attention)]);
        }
        // A locked window names nothing; what is new is notified after it opens.
        let is_locked = self.app.session.idle_lock.is_locked();
        if let Some(notices) = self.notifier.as_mut().filter(|_| !is_locked) {
            notices.update(&self.app.cx.snapshot().inbox, front, Messages::new(self.app.cx.lang()));
            notices.update_due(&self.app, front);
        }
    }

    /// Handles a close request; with scheduled changes, the application asks first.
    pub(crate) fn handle_close_request(&mut self, ctx: &Context) {
        let close_requested = ctx.input(|input| input.viewport().close_requested());
        if !close_requested
            || self.is_closing
            || self.app.session.is_quitting()
            || self.service.is_termination_requested()
        {
            return;
        }
        self.run_action(Action::Run(ActionId::Quit));
        if !self.app.session.is_quitting() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            ctx.request_repaint();
        }
    }

    /// Imports a spreadsheet dropped on the window.
    pub(crate) fn take_dropped_files(&mut self, ctx: &Context) {
        let files = ctx.input(|input| input.raw.dropped_files.clone());
        let mut paths = files.iter().filter_map(|file| file.path().to_str());
        if let Some(path) = paths.find(|path| is_spreadsheet(path)) {
            self.dispatch_actions(ctx, vec![Action::ImportFile(path.to_owned())]);
        }
    }

    /// Forwards requests to recipients outside the application after a frame.
    pub(crate) fn forward_requests(&mut self, ctx: &Context, browse: Option<String>) {
        if let Some(path) = browse {
            let opens =
                matches!(self.app.cx.overlay(), Overlay::Form(Form { purpose: FormPurpose::ImportFile, .. }));
            let title = if opens { "action-import-deals" } else { "button-export" };
            let title = Messages::new(self.app.cx.lang()).get(title);
            self.desktop.choose_path(&title, &path, opens);
        }
        if self.ui_state.sign_out_question.stage == SignOutStage::Confirmed {
            self.ui_state.sign_out_question.cancel();
            self.sign_out();
            ctx.request_repaint();
        }
        if let Some(credentials) = self.ui_state.sign_in.credentials.take() {
            self.restart_signed_in(credentials);
            ctx.request_repaint();
        }
    }
}
