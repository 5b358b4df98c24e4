//! `App` methods for the flow.

use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::screens::flow::table::FlowTarget;
use crate::shell::app::App;

impl App {
    /// Builds the sections of the flow again, if it is shown and something changed.
    pub(crate) fn update_flow(&mut self) {
        if self.cx.screen == Screen::Flow {
            self.flow.update(&self.cx);
        }
    }

    /// Opens the deals that the focused row of the flow leads to.
    pub(crate) fn open_flow_line(&mut self) -> Vec<Effect> {
        match self.flow.target(&self.cx).cloned() {
            Some(FlowTarget::Deal(deal)) => self.open_deal(deal),
            Some(FlowTarget::Filter(filter)) => self.show_matching(filter),
            None => Vec::new(),
        }
    }
}
