//! What was asked of the engine and is in no snapshot yet, by record.

use std::collections::HashMap;
use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use crate::engine::PendingWrite;

/// The records asked about, each with what was asked of it last.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Asking(pub(in crate::app) HashMap<String, Asked>);

#[derive(Clone, Debug)]
pub(in crate::app) struct Asked {
    /// Until the engine has handled so many, no snapshot says what became of it.
    pub(in crate::app) seq: u64,
    /// What will be held; `None` where nothing will.
    pub(in crate::app) held: Option<Held>,
}

/// A change as it will be held.
#[derive(Clone, Debug)]
pub(in crate::app) struct Held {
    pub(in crate::app) fields: Fields,
    pub(in crate::app) base: Fields,
}

impl Held {
    /// Whether a change of these fields leads back to where it began: then neither is left.
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
