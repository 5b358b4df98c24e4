//! Changes on the server between a write and its conflict.

use crate::contract::patch::Fields;
use crate::contract::record::Record;
use jiff::Timestamp;
use serde_json::value::RawValue;

/// Context of a conflict: the time and the changes since the user's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meanwhile {
    /// Last time at which the service had the values that the user saw, if known.
    pub seen_at: Option<Timestamp>,
    /// Time at which the service's version was received.
    pub theirs_at: Option<Timestamp>,
    /// Fields that another user changed too, with their earlier values; omits fields that were absent.
    pub before: Fields,
    /// The same fields with their current values.
    pub after: Fields,
}

impl Meanwhile {
    /// Adds a field change that is later than those before it.
    pub fn changed(&mut self, name: &str, before: Option<&str>, after: Option<&str>) {
        let known = self.before.touches(name) || self.after.touches(name);
        if !known {
            set(&mut self.before, name, before);
        }
        set(&mut self.after, name, after);
        // The field has its original value again.
        if crate::contract::json::json_eq::same(self.before.get(name), self.after.get(name)) {
            self.before.remove(name);
            self.after.remove(name);
        }
    }

    /// Returns the names of the fields that others changed too.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let gone = self.before.names().filter(|name| !self.after.touches(name));
        self.after.names().chain(gone)
    }

    /// Returns a stored conflict with this context added.
    #[must_use]
    pub fn beside(&self, conflict: &str) -> String {
        let Ok(mut kept) = Fields::parse(conflict) else {
            return conflict.to_owned();
        };
        for (name, moment) in [("seen_at", self.seen_at), ("theirs_at", self.theirs_at)] {
            if let Some(moment) = moment {
                kept.set_text(name, &moment.to_string());
            }
        }
        for (name, fields) in [("before", &self.before), ("after", &self.after)] {
            // The texts of fields are always JSON.
            let _kept = kept.set_json(name, &fields.to_body());
        }
        kept.to_body()
    }

    /// Reads the context out of a stored conflict; `None` if there is none.
    #[must_use]
    pub fn parse(conflict: &str) -> Option<Self> {
        let kept = Record::parse(conflict).ok()?;
        let moment = |name: &str| kept.text(name)?.parse().ok();
        let fields = |name: &str| {
            let fields = kept.object(name);
            fields
                .map(|fields| Fields::from_record(&fields))
                .unwrap_or_default()
        };
        let kept = Self {
            seen_at: moment("seen_at"),
            theirs_at: moment("theirs_at"),
            before: fields("before"),
            after: fields("after"),
        };
        (kept != Self::default()).then_some(kept)
    }
}

fn set(fields: &mut Fields, name: &str, token: Option<&str>) {
    let raw = token.and_then(|token| RawValue::from_string(token.to_owned()).ok());
    match raw {
        Some(raw) => {
            fields.set_raw(name, raw);
        }
        None => {
            fields.remove(name);
        }
    }
}
