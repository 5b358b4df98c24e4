//! Records of a resource kind as shown: service records and watched ids, with pending writes applied.
//!
//! The contract gives tasks no name, so the user can set a local one; it is never sent.

use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::foundation::cx::app_cx::AppCx;
use crate::model::effect::Effect;
use crate::model::pending_write::{WriteId, WriteKind, WriteState};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::watched::Watched;
use crate::text::single_line::one_line;

/// Prefix of the setting names of local names.
const LABEL_PREFIX: &str = "label/";
/// Fields in which services name their records, the contract's own first.
const NAME_FIELDS: [&str; 7] = ["name", "title", "titre", "nom", "label_fr", "libelle", "label"];
/// Maximum length of a local name, in characters.
const MAX_NAME_CHARS: usize = 120;

/// Returns the name of a record by its text fields.
pub fn name_of(text: impl Fn(&str) -> Option<String>) -> Option<String> {
    NAME_FIELDS.into_iter().find_map(|field| text(field).filter(|text| !text.trim().is_empty()))
}

/// A record of a resource kind, or a watched identifier.
#[derive(Clone, Debug)]
pub struct ListItem {
    /// Identifier.
    pub id: String,
    /// Record as the service sent it, if any.
    pub record: Option<Record>,
    /// Local name; empty if there is none.
    pub local_name: String,
    /// Watch state, if the identifier is watched.
    pub watched: Option<Watched>,
    /// Newest pending or rejected write of the record.
    pub write: Option<(WriteId, WriteState)>,
    /// Values of pending writes.
    pending_values: Fields,
}

impl ListItem {
    /// Returns a text field, with pending writes applied.
    pub fn text(&self, field: &str) -> Option<String> {
        if self.pending_values.touches(field) {
            return self.pending_values.text(field).map(std::borrow::Cow::into_owned);
        }
        let record = self.record.as_ref()?;
        record.text(field).map(std::borrow::Cow::into_owned)
    }

    /// Returns a boolean field, with pending writes applied.
    pub fn flag(&self, field: &str) -> Option<bool> {
        match self.pending_values.get(field).map(serde_json::value::RawValue::get) {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => self.record.as_ref()?.boolean(field),
        }
    }

    /// Returns the local name, else the service's.
    pub fn name(&self) -> Option<String> {
        if !self.local_name.is_empty() {
            return Some(self.local_name.clone());
        }
        name_of(|field| self.text(field))
    }

    /// Returns the name, or the identifier if there is none.
    pub fn name_or_id(&self) -> String {
        self.name().unwrap_or_else(|| self.id.clone())
    }

    /// Returns whether the service answered that it does not know the identifier.
    pub fn is_unknown(&self) -> bool {
        self.record.is_none() && self.watched.as_ref().is_some_and(Watched::is_unknown)
    }
}

/// Returns the kind of write that changes records of a resource kind.
fn write_kind(kind: ResourceKind) -> Option<WriteKind> {
    match kind {
        ResourceKind::Tasks => Some(WriteKind::Task),
        ResourceKind::SavedViews => Some(WriteKind::View),
        _ => None,
    }
}

impl AppCx {
    /// Returns the records of a resource kind in list order, then the other watched identifiers.
    pub fn list_items(&self, resource: ResourceKind) -> Vec<ListItem> {
        let Some(list) = self.snapshot.resources.get(&resource) else {
            return Vec::new();
        };
        let mut items: Vec<ListItem> = Vec::with_capacity(list.records.len());
        let to_item = |id: &str, record: Option<&Record>| ListItem {
            id: id.to_owned(),
            record: record.cloned(),
            local_name: self.local_name(resource, id).to_owned(),
            watched: list.watched.iter().find(|watched| watched.id == id).cloned(),
            write: None,
            pending_values: Fields::new(),
        };
        for record in list.records.iter() {
            if let Some(id) = record.text("id") {
                items.push(to_item(&id, Some(record)));
            }
        }
        let known_ids: std::collections::BTreeSet<String> =
            items.iter().map(|item| item.id.clone()).collect();
        items.extend(
            list.watched
                .iter()
                .filter(|watched| !known_ids.contains(&watched.id))
                .map(|watched| to_item(&watched.id, None)),
        );
        if resource == ResourceKind::Alerts {
            // Sort by severity; equal ones remain in the service's order.
            items.sort_by_key(|item| match item.text("severity").as_deref() {
                Some("critical") => 0,
                Some("warning") => 1,
                _ => 2,
            });
        }
        let Some(kind) = write_kind(resource) else {
            return items;
        };
        for write in self.snapshot.writes.iter().filter(|write| write.kind == kind) {
            if let Some(item) = items.iter_mut().find(|item| item.id == write.record) {
                // A blocked write shows its mark but not its values, as everywhere.
                if !write.is_blocked() {
                    item.pending_values.merge(&write.fields);
                }
                item.write = Some((write.id, write.state.clone()));
            }
        }
        items
    }

    /// Returns the local name of a record; empty if there is none.
    pub fn local_name(&self, kind: ResourceKind, id: &str) -> &str {
        let settings = self.snapshot.settings.as_ref();
        let stored = settings.and_then(|settings| settings.get(&label_setting(kind, id)));
        stored.map_or("", String::as_str)
    }

    pub(crate) fn set_local_name(&mut self, kind: ResourceKind, id: &str, name: &str) -> Option<Effect> {
        let name: String = one_line(name).chars().take(MAX_NAME_CHARS).collect();
        if name == self.local_name(kind, id) {
            return None;
        }
        Some(Effect::SaveSetting { name: label_setting(kind, id), value: (!name.is_empty()).then_some(name) })
    }
}

fn label_setting(kind: ResourceKind, id: &str) -> String {
    format!("{LABEL_PREFIX}{}/{id}", kind.name())
}
