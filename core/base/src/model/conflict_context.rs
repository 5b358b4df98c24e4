//! Changes on the server between a write and its conflict.

use crate::contract::patch::Fields;
use crate::contract::record::Record;
use jiff::Timestamp;
use serde_json::value::RawValue;

/// Context of a conflict: the time and the changes since the user's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConflictContext {
    /// Last time at which the service had the values that the user saw, if known.
    pub base_seen_at: Option<Timestamp>,
    /// Time at which the service's version was received.
    pub theirs_received_at: Option<Timestamp>,
    /// Fields that another user changed too, with their earlier values; omits fields that were absent.
    pub old_values: Fields,
    /// The same fields with their current values.
    pub new_values: Fields,
}

impl ConflictContext {
    /// Adds a field change that is later than those before it.
    pub fn changed(&mut self, name: &str, before: Option<&str>, after: Option<&str>) {
        let is_listed = self.old_values.touches(name) || self.new_values.touches(name);
        if !is_listed {
            set(&mut self.old_values, name, before);
        }
        set(&mut self.new_values, name, after);
        // The field has its original value again.
        if crate::contract::json::json_eq::is_same_value(self.old_values.get(name), self.new_values.get(name))
        {
            self.old_values.remove(name);
            self.new_values.remove(name);
        }
    }

    /// Returns the names of the fields that others changed too.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let removed = self.old_values.names().filter(|name| !self.new_values.touches(name));
        self.new_values.names().chain(removed)
    }

    /// Returns a stored conflict with this context added.
    #[must_use]
    pub fn other_changes(&self, conflict: &str) -> String {
        let Ok(mut stored) = Fields::parse(conflict) else {
            return conflict.to_owned();
        };
        for (name, timestamp) in [("seen_at", self.base_seen_at), ("theirs_at", self.theirs_received_at)] {
            if let Some(timestamp) = timestamp {
                stored.set_text(name, &timestamp.to_string());
            }
        }
        for (name, fields) in [("before", &self.old_values), ("after", &self.new_values)] {
            // The texts of fields are always JSON.
            let _kept = stored.set_json(name, &fields.to_body());
        }
        stored.to_body()
    }

    /// Reads the context out of a stored conflict; `None` if there is none.
    #[must_use]
    pub fn parse(conflict: &str) -> Option<Self> {
        let stored = Record::parse(conflict).ok()?;
        let timestamp = |name: &str| stored.text(name)?.parse().ok();
        let fields = |name: &str| {
            let fields = stored.object(name);
            fields.map(|fields| Fields::from_record(&fields)).unwrap_or_default()
        };
        let stored = Self {
            base_seen_at: timestamp("seen_at"),
            theirs_received_at: timestamp("theirs_at"),
            old_values: fields("before"),
            new_values: fields("after"),
        };
        (stored != Self::default()).then_some(stored)
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
