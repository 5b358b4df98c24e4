//! Effects that wait while a bulk change is being stored.

use crate::engine::messages::Msg;
use crate::model::effect::Effect;
use std::collections::VecDeque;

/// A running bulk write, and the messages deferred behind it.
pub(crate) struct BulkInProgress {
    /// Effects of the bulk write.
    pub(crate) effects: Vec<Effect>,
    /// Messages that have arrived since, in order.
    pub(crate) deferred: VecDeque<Deferred>,
}

/// A deferred message.
pub(crate) enum Deferred {
    Message(Msg),
    /// `None` marks a handled effect, which is counted in turn.
    Effects(Vec<Option<Effect>>),
}
