//! Effects that the engine has not answered yet, by record.

use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;
use std::collections::HashMap;

/// The records with unhandled effects, each with its latest effect.
#[derive(Clone, Debug, Default)]
pub(crate) struct InFlightEffects(pub(crate) HashMap<String, InFlightEffect>);

#[derive(Clone, Debug)]
pub(crate) struct InFlightEffect {
    /// The snapshot reflects this effect once the engine has handled this many effects.
    pub(crate) seq: u64,
    /// The write that will be scheduled; `None` if there will be none.
    pub(crate) scheduled: Option<ScheduledChange>,
}

/// A change as it will be scheduled.
#[derive(Clone, Debug)]
pub(crate) struct ScheduledChange {
    pub(crate) fields: Fields,
    pub(crate) base: Fields,
}

impl ScheduledChange {
    /// Returns whether `revert` restores the base values, so that the two changes cancel out.
    pub(crate) fn is_cancelled_by(&self, revert: &Fields) -> bool {
        restores_base((&self.fields, &self.base), revert)
    }
}

pub(crate) fn restores_base((fields, base): (&Fields, &Fields), revert: &Fields) -> bool {
    fields.names().all(|name| revert.touches(name))
        && revert.iter().all(|(name, value)| is_same_value(base.get(name), Some(value)))
}
