//! `App` methods for the help.

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::{ACTIONS, ActionId};
use crate::foundation::input::context::Context;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::shell::app::App;

impl App {
    /// Opens the help of the current screen. Availability of actions is checked before the overlay opens.
    pub(crate) fn begin_help(&mut self) {
        let context = self.table.context(&self.cx);
        let disabled = ACTIONS.iter().filter_map(|spec| {
            let applies = spec.contexts.iter().any(|other| *other == context || *other == Context::Screens);
            let reason = self.enabled(spec.id).err().filter(|_| applies)?;
            // In the window, the toolkit holds the focus of metric rows, so the application cannot know it.
            let on_metrics =
                spec.id == ActionId::Open && context == Context::Portfolio && self.cx.options.split_view;
            // Actions of the other front end are not listed.
            (!on_metrics && !matches!(reason, DisabledReason::NotHere | DisabledReason::WindowOnly))
                .then_some((spec.id, reason))
        });
        self.cx.overlay = Overlay::Help {
            scroll: 0,
            query: String::new(),
            typing: false,
            screen: self.cx.screen,
            disabled: disabled.collect(),
        };
    }
}
