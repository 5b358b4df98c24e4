//! Effects that the engine has not answered yet, by record.

use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use std::collections::HashMap;

/// The records with unhandled effects, each with its latest effect.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asking(pub(crate) HashMap<String, Asked>);

#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The snapshot reflects this effect once the engine has handled this many effects.
    pub(crate) seq: u64,
    /// The write that will be scheduled; `None` if there will be none.
    pub(crate) held: Option<Held>,
}

/// A change as it will be scheduled.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) fields: Fields,
    pub(crate) base: Fields,
}

impl Held {
    /// Returns whether `back` restores the base values, so that the two changes cancel out.
    pub(crate) fn ends_with(&self, back: &Fields) -> bool {
        leads_back((&self.fields, &self.base), back)
    }
}

pub(crate) fn leads_back((fields, base): (&Fields, &Fields), back: &Fields) -> bool {
    fields.names().all(|name| back.touches(name))
        && back
            .iter()
            .all(|(name, wanted)| same(base.get(name), Some(wanted)))
}
