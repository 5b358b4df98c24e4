//! Computation of the flow on request, in the background.

use std::sync::Arc;

use crate::engine::actor::Actor;
use crate::engine::blocking::blocking;
use crate::engine::flow_figures::{ComputedFlow, compute};
use crate::engine::messages::Msg;
use crate::error::Error;
use crate::model::flow::FlowRequest;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Computes the flow on the blocking pool.
    pub(in crate::engine) fn load_flow(&mut self, request: FlowRequest) {
        if self.flow.is_running {
            self.flow.next = Some(request);
            return;
        }
        self.flow.is_running = true;
        let (store, moves, sender) = (self.store.clone(), self.flow.moves.take(), self.sender.clone());
        tokio::spawn(async move {
            let computed = blocking(move || compute(&store, moves, request)).await;
            // If the loop has ended, the figures are not needed.
            let _ended = sender.send(Msg::Flow(Box::new(computed)));
        });
    }

    /// Publishes a computed flow.
    pub(in crate::engine) fn on_flow(&mut self, computed: Result<ComputedFlow, Error>) {
        self.flow.is_running = false;
        match computed {
            Ok((moves, figures)) => {
                self.flow.moves = Some(moves);
                self.flow.published = Some(Arc::new(figures));
                self.view.changed();
            }
            Err(error) => self.push_event(EventKind::StoreFailed { error }),
        }
        if let Some(next) = self.flow.next.take() {
            self.load_flow(next);
        }
    }
}
