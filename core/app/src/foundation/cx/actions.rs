//! Mutations of `AppCx`.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::output::{FrontEndRequest, Output};
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_traits::SCREEN;
use crate::foundation::input::context::Screen;
use crate::foundation::input::step::step;

impl AppCx {
    /// Turns reduced motion on or off. While it is on, no text counts seconds.
    pub fn set_reduced_motion(&mut self, still: bool) {
        self.options.reduced_motion = still;
    }

    pub(crate) fn scroll_lines(&mut self, by: isize) {
        if let Overlay::Help { scroll, .. } = &mut self.overlay {
            *scroll = step(*scroll, by, crate::foundation::input::commands::ACTIONS.len());
            return;
        }
        self.scroll = step(self.scroll, by, MAX_SCROLL);
    }

    /// Clamps the scroll offset to `max`. A front end calls it after it has laid out the focused pane.
    pub fn clamp_scroll(&mut self, max: usize) {
        match &mut self.overlay {
            Overlay::Help { scroll, .. } => *scroll = (*scroll).min(max),
            _ => self.scroll = self.scroll.min(max),
        }
    }

    /// Shows a toast about a view and removes the earlier view toasts. Undo now reverts this change, not the earlier
    /// ones.
    pub(crate) fn notify_view(&mut self, name: &str, key: &'static str) {
        let is_earlier =
            |content: &ToastContent| content.is_variant_of("view") && content.key != "toast-view-deleted";
        self.toasts.retain(|toast| toast.content.is_problem() || !is_earlier(&toast.content));
        self.notify(ToastContent::about(key, name), SHORT);
    }

    /// Switches to a screen; toasts that belong to the previous screen are removed.
    pub(crate) fn switch_screen(&mut self, screen: Screen) {
        if screen != self.screen {
            self.toasts.retain(|toast| !toast.content.has_trait(SCREEN));
            self.toasts.iter_mut().for_each(|toast| toast.outlived_screen = true);
        }
        self.screen = screen;
    }

    pub(crate) fn ask_front_end(&mut self, request: FrontEndRequest) {
        self.output.requests.push(request);
    }

    /// Ends an entry point: returns and clears its output. `changed` is true if the screen may look different.
    pub(crate) fn finish(&mut self, changed: bool) -> Output {
        let mut output = std::mem::take(&mut self.output);
        self.link_new_toasts();
        self.record_in_flight(&output.effects);
        self.submitted += output.effects.len() as u64;
        output.changed = changed;
        output
    }

    /// Sets whether the key was entered on this device. Such a key can be replaced and removed here.
    pub fn allow_sign_out(&mut self, may: bool) {
        self.can_sign_out = may;
    }
}

/// Highest scroll offset of a pane, in lines.
pub(crate) const MAX_SCROLL: usize = 1_000;
