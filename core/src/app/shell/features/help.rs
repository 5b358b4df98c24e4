//! What help does that reaches into other features.

use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::input::commands::{ACTIONS, ActionId};
use crate::app::foundation::input::context::Context;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::app::shell::app::App;

impl App {
    /// The help of the screen that lies under it. What an action may do is asked before anything lies over the screen.
    pub(in crate::app) fn begin_help(&mut self) {
        let context = self.table.context(&self.cx);
        let barred = ACTIONS.iter().filter_map(|spec| {
            let here = spec
                .contexts
                .iter()
                .any(|c| *c == context || *c == Context::Screens);
            let reason = self.enabled(spec.id).err().filter(|_| here)?;
            // The window's rows of figures have the toolkit's focus, which the application is not told of.
            let on_figures =
                spec.id == ActionId::Open && context == Context::Portfolio && self.cx.options.beside;
            // What another front end alone has is no action of this one.
            (!on_figures && !matches!(reason, Reason::NotHere | Reason::WindowOnly))
                .then_some((spec.id, reason))
        });
        self.cx.layer = Layer::Help {
            scroll: 0,
            query: String::new(),
            typing: false,
            screen: self.cx.screen,
            barred: barred.collect(),
        };
    }
}
