//! What the key is known not to be allowed. It is learned from refusals alone, for nothing tells it beforehand; a
//! write that goes through, or a refresh by hand, forgets it again.

use crate::engine::{EventKind, WriteKind};
use crate::error::ErrorKind;

use crate::app::shell::app::{App, Reason};

/// The scope under which deals are written (contract, "Endpoints").
const DEALS_WRITE: &str = "deals:write";

impl App {
    /// Learns from the newest outcomes what the key may do.
    pub(in crate::app) fn learn_rights(&mut self, seen: u64) {
        for event in self.cx.snapshot.events.iter().filter(|event| event.seq > seen) {
            match &event.kind {
                EventKind::Refused { problem, .. }
                    if problem.kind == ErrorKind::Forbidden
                        && problem.scope.as_deref() == Some(DEALS_WRITE) =>
                {
                    self.pipeline.no_deals_write = true;
                }
                EventKind::Applied {
                    kind: WriteKind::Create | WriteKind::Update | WriteKind::Delete,
                    ..
                } => {
                    self.pipeline.no_deals_write = false;
                }
                _ => {}
            }
        }
    }

    /// Whether deals may be written, as far as is known.
    pub(in crate::app) fn may_write_deals(&self) -> Result<(), Reason> {
        if self.pipeline.no_deals_write {
            return Err(Reason::MayNotWriteDeals);
        }
        Ok(())
    }
}
