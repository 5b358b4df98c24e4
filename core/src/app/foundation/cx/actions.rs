//! What changes this state.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::step::step;

use crate::engine::Effect;

impl AppCx {
    /// Takes the person's wish for less motion: from then on no text counts seconds.
    pub fn hold_still(&mut self, still: bool) {
        self.options.still = still;
    }

    pub(in crate::app) fn scroll_lines(&mut self, by: isize) {
        if let Layer::Help { scroll, .. } = &mut self.layer {
            *scroll = step(
                *scroll,
                by,
                crate::app::foundation::input::commands::ACTIONS.len(),
            );
            return;
        }
        self.scroll = step(self.scroll, by, MOST_LINES);
    }

    /// Tells how far what has the focus can be scrolled, as a front end does when it has laid it out.
    pub fn limit_scroll(&mut self, most: usize) {
        match &mut self.layer {
            Layer::Help { scroll, .. } => *scroll = (*scroll).min(most),
            _ => self.scroll = self.scroll.min(most),
        }
    }

    /// What was said of the view before is over: undo takes this back now.
    pub(in crate::app) fn say_of_view(&mut self, name: &str, what: impl FnOnce(String) -> ToastKind) {
        self.toasts.retain(|toast| {
            !matches!(
                toast.kind,
                ToastKind::ViewSaved { .. } | ToastKind::ViewPinned { .. } | ToastKind::ViewAtStart { .. }
            )
        });
        self.say(what(name.to_owned()), crate::app::foundation::cx::toast::SHORT);
    }

    /// Takes what the engine has to do because of a snapshot, once.
    pub fn take_afterwards(&mut self) -> Vec<Effect> {
        let effects = std::mem::take(&mut self.afterwards);
        self.submit(effects)
    }

    pub(crate) fn submit(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        self.note_asked(&effects);
        self.submitted += effects.len() as u64;
        effects
    }
}

/// No pane holds more lines than this.
pub(in crate::app) const MOST_LINES: usize = 1_000;
