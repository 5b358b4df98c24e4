//! `App` methods for the flow.

use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::screens::flow::lines::FlowTarget;
use crate::shell::app::App;

impl App {
    /// Opens the deals that the focused line of the flow leads to.
    pub(crate) fn open_flow_line(&mut self) -> Vec<Effect> {
        match self.cx.flow_target() {
            Some(FlowTarget::Deal(deal)) => self.open_deal(deal),
            Some(FlowTarget::Filter(filter)) => {
                let effects = self.show(Screen::Pipeline);
                self.table.set_filter(filter, &mut self.pipeline, &mut self.cx);
                effects
            }
            None => Vec::new(),
        }
    }
}
