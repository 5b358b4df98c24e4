//! What happened to a deal at the service while a change of it waited here, beside what the change is about: kept with a
//! write in conflict when the conflict is found, so that whoever decides later, or in another program, knows as of when
//! each side is, and what else somebody changed. It is what this client observed: what it did not see between two
//! readings it does not tell.

use crate::model::conflict_context::Meanwhile;
use jiff::Timestamp;
use serde_json::value::RawValue;

use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::model::history_entry::What;
use crate::store::{Row, RowState, Store, StoreError};

impl Meanwhile {
    /// What was observed of the deal of `row` from `since`, when the write was asked for, until `at`, when the conflict
    /// over `disputed` was found. The reading that found it is to be kept before.
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
        let written = super::entry_conversion::fields(&row.body);
        let mut found = Self {
            theirs_at: Some(at),
            ..Self::default()
        };
        for entry in entries.iter().filter(|entry| !entry.ours) {
            match &entry.what {
                What::Deleted { .. } => found.seen_at = entry.after,
                What::Field { name, .. } if disputed.touches(name) || written.touches(name) => {
                    // What stood there first is what the person saw.
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

    /// Takes in a change of a field that came after those before it.
    fn changed(&mut self, name: &str, before: Option<&str>, after: Option<&str>) {
        let known = self.before.touches(name) || self.after.touches(name);
        if !known {
            set(&mut self.before, name, before);
        }
        set(&mut self.after, name, after);
        // It is as it was again.
        if crate::contract::json::json_eq::same(self.before.get(name), self.after.get(name)) {
            self.before.remove(name);
            self.after.remove(name);
        }
    }

    /// The names of the fields that somebody else changed too.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let gone = self.before.names().filter(|name| !self.after.touches(name));
        self.after.names().chain(gone)
    }

    /// The same beside a conflict as it is kept.
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

    /// What is kept with a row in conflict; `None` where nothing is.
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
