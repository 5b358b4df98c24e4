//! Effects that the engine has not answered yet, by record.

use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use std::collections::HashMap;

/// The records with unhandled effects, each with its latest effect.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Asking(pub(in crate::app) HashMap<String, Asked>);

#[derive(Clone, Debug)]
pub(in crate::app) struct Asked {
    /// The snapshot reflects this effect once the engine has handled this many effects.
    pub(in crate::app) seq: u64,
    /// The write that will be scheduled; `None` if there will be none.
    pub(in crate::app) held: Option<Held>,
}

/// A change as it will be scheduled.
#[derive(Clone, Debug)]
pub(in crate::app) struct Held {
    pub(in crate::app) fields: Fields,
    pub(in crate::app) base: Fields,
}

impl Held {
    /// Returns whether `back` restores the base values, so that the two changes cancel out.
    pub(in crate::app) fn ends_with(&self, back: &Fields) -> bool {
        leads_back((&self.fields, &self.base), back)
    }
}

pub(in crate::app) fn leads_back((fields, base): (&Fields, &Fields), back: &Fields) -> bool {
    fields.names().all(|name| back.touches(name))
        && back
            .iter()
            .all(|(name, wanted)| same(base.get(name), Some(wanted)))
}
