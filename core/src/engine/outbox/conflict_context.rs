//! The context of a conflict: changes of the deal at the server while the write waited. It is stored with the blocked
//! write, also for other processes. It shows the user the age of each side and other changed fields. It contains only
//! what this client observed, not what happened unseen between two reads.

use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::model::conflict_context::Meanwhile;
use crate::model::history::history_entry::What;
use crate::store::{Row, RowState, Store, StoreError};
use jiff::Timestamp;
use serde_json::value::RawValue;

impl Meanwhile {
    /// Collects the changes of `row`'s deal observed from `since` (the request) until `at`. At `at`, the conflict over
    /// `disputed` was found. Store the read that found it before this call.
    ///
    /// # Errors
    /// Those of the store.
    pub fn of(
        store: &Store,
        row: &Row,
        disputed: &Fields,
        (since, at): (Timestamp, Timestamp),
    ) -> Result<Self, StoreError> {
        let entries = store.history().changes_of(&row.record, since)?;
        let written = super::entries::entry_conversion::fields(&row.body);
        let mut found = Self {
            theirs_at: Some(at),
            ..Self::default()
        };
        for entry in entries.iter().filter(|entry| !entry.ours) {
            match &entry.what {
                What::Deleted { .. } => found.seen_at = entry.after,
                What::Field { name, .. } if disputed.touches(name) || written.touches(name) => {
                    // The first observed value is the one the user saw.
                    found.seen_at = found.seen_at.or(entry.after);
                }
                What::Field { name, before, after } if !entry.is_stamp() => {
                    found.changed(name, before.as_deref(), after.as_deref());
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// Adds a field change that is later than those before it.
    fn changed(&mut self, name: &str, before: Option<&str>, after: Option<&str>) {
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

    /// Returns the context stored with a row in conflict; `None` if there is none.
    #[must_use]
    pub fn kept(row: &Row) -> Option<Self> {
        let text = row.last_problem.as_deref()?;
        let kept = (row.state == RowState::Conflict).then(|| Record::parse(text).ok())??;
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
