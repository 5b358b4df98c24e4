//! Fields of a mutation: only the touched ones.
//!
//! For the service, an absent field, a `null` and a value are three different things (contract, "Data conventions"). In
//! [`Fields`], an untouched field is absent. [`Patch`] does the same for one typed field.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use super::json::num::Num;
use super::json::schema_error::ShapeError;
use super::record::{Record, raw_text};

/// A touched field: its name and raw JSON.
type FieldEntry = (Box<str>, Box<RawValue>);

/// Fields that a mutation touches, in the order first set, with their raw JSON.
///
/// Clones share the fields until one is changed: a bulk change sets the same fields on many thousand deals.
#[derive(Clone, Default)]
pub struct Fields {
    entries: Option<Arc<Vec<FieldEntry>>>,
}

impl Fields {
    /// Creates an empty set of fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Parses a JSON object's text, such as a stored request body.
    pub fn parse(body: &str) -> Result<Self, ShapeError> {
        Ok(Self::from_record(&Record::parse(body)?))
    }

    /// Copies every field of a record.
    pub fn from_record(record: &Record) -> Self {
        let set: Vec<FieldEntry> = record.fields().map(|(name, raw)| (name.into(), raw.to_owned())).collect();
        Self { entries: (!set.is_empty()).then(|| Arc::new(set)) }
    }

    fn entries(&self) -> &[FieldEntry] {
        self.entries.as_deref().map_or(&[], Vec::as_slice)
    }

    fn entries_mut(&mut self) -> &mut Vec<FieldEntry> {
        Arc::make_mut(self.entries.get_or_insert_default())
    }

    /// Sets a plain value: a string, boolean, whole number or timestamp; `None` is `null`.
    pub fn set(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> &mut Self {
        match to_raw_value(value) {
            Ok(raw) => self.set_raw(name, raw),
            // Plain values always serialise.
            Err(_) => self,
        }
    }

    /// Sets a string.
    pub fn set_text(&mut self, name: &str, value: &str) -> &mut Self {
        self.set(name, value)
    }

    /// Sets a boolean.
    pub fn set_boolean(&mut self, name: &str, value: bool) -> &mut Self {
        self.set(name, &value)
    }

    /// Sets a whole number.
    pub fn set_integer(&mut self, name: &str, value: i64) -> &mut Self {
        self.set(name, &value)
    }

    /// Sets a number in its own form, number or string.
    pub fn set_num(&mut self, name: &str, value: &Num) -> &mut Self {
        match RawValue::from_string(value.as_json().to_owned()) {
            Ok(raw) => self.set_raw(name, raw),
            Err(_) => self.set_text(name, &value.text()),
        }
    }

    /// Sets `null`, which differs from omitting the field.
    pub fn set_null(&mut self, name: &str) -> &mut Self {
        self.set_raw(name, RawValue::NULL.to_owned())
    }

    /// Sets any JSON text, typed by the user or read from a file.
    pub fn set_json(&mut self, name: &str, json: &str) -> Result<&mut Self, ShapeError> {
        let json = super::record::json_text(json.as_bytes())?;
        super::record::check_depth(json)?;
        let raw = RawValue::from_string(json.to_owned()).map_err(|error| ShapeError::json(&error))?;
        Ok(self.set_raw(name, raw))
    }

    /// Sets a raw token. A name already set keeps its position and gets the new value.
    pub fn set_raw(&mut self, name: &str, raw: Box<RawValue>) -> &mut Self {
        let all = self.entries_mut();
        match all.iter_mut().find(|(existing, _)| **existing == *name) {
            Some((_, value)) => *value = raw,
            None => all.push((name.into(), raw)),
        }
        self
    }

    /// Removes a field; returns its value, if it was set.
    pub fn remove(&mut self, name: &str) -> Option<Box<RawValue>> {
        let index = self.entries().iter().position(|(existing, _)| **existing == *name)?;
        Some(self.entries_mut().remove(index).1)
    }

    /// Applies a later patch, whose values take precedence.
    pub fn merge(&mut self, later: &Fields) -> &mut Self {
        for (name, raw) in later.iter() {
            self.set_raw(name, raw.to_owned());
        }
        self
    }

    /// Returns the raw token of a touched field.
    pub fn get(&self, name: &str) -> Option<&RawValue> {
        self.entries().iter().find(|(existing, _)| **existing == *name).map(|(_, raw)| &**raw)
    }

    /// Returns the string of a touched field, if it is one.
    pub fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        raw_text(self.get(name)?)
    }

    /// Returns whether the field is touched and set to `null`.
    pub fn is_null(&self, name: &str) -> bool {
        self.get(name).is_some_and(|raw| raw.get() == "null")
    }

    /// Returns whether the field is touched.
    pub fn touches(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Iterates over names and raw tokens, in the order first set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.entries().iter().map(|(name, raw)| (&**name, &**raw))
    }

    /// Iterates over the names of the touched fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries().iter().map(|(name, _)| &**name)
    }

    /// Returns the number of touched fields.
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Returns whether no field is touched.
    pub fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// Returns the request body. The same fields in the same order give the same bytes.
    pub fn to_body(&self) -> String {
        let mut body = String::from("{");
        for (name, raw) in self.iter() {
            if body.len() > 1 {
                body.push(',');
            }
            body.push_str(&serde_json::Value::from(name).to_string());
            body.push(':');
            body.push_str(raw.get());
        }
        body.push('}');
        body
    }

    /// Returns the fields as a record.
    pub fn to_record(&self) -> Result<Record, ShapeError> {
        Record::parse(self.to_body())
    }

    /// Returns the record with these fields applied: the user's view while a write is pending.
    pub fn apply_to(&self, record: &Record) -> Result<Record, ShapeError> {
        Self::from_record(record).merge(self).to_record()
    }
}

/// Equality of names and tokens, in any order.
impl PartialEq for Fields {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self
                .iter()
                .all(|(name, raw)| other.get(name).is_some_and(|other_raw| other_raw.get() == raw.get()))
    }
}

impl Eq for Fields {}

/// Prints field names only; values may be personal.
impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fields")?;
        f.debug_set().entries(self.names()).finish()
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (name, raw) in self.iter() {
            map.serialize_entry(name, raw)?;
        }
        map.end()
    }
}

/// One field of a mutation.
///
/// [`Patch::Absent`] rejects to serialise. It must be omitted, with
/// `#[serde(default, skip_serializing_if = "Patch::is_absent")]`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Patch<T> {
    /// Not touched: the field is absent from the body.
    #[default]
    Absent,
    /// Set to `null`.
    Null,
    /// Set to a value.
    Value(T),
}

impl<T> Patch<T> {
    /// Returns whether the field is untouched.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Returns the value, if one is set.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Borrows the value.
    pub fn as_ref(&self) -> Patch<&T> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Value(value) => Patch::Value(value),
        }
    }
}

impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent => Err(serde::ser::Error::custom("an absent field must be left out, not written")),
            Self::Null => serializer.serialize_unit(),
            Self::Value(value) => value.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct PatchForm {
        #[serde(default, skip_serializing_if = "Patch::is_absent")]
        status: Patch<String>,
    }

    #[test]
    fn absent_null_and_value_are_three_things() {
        let mut fields = Fields::new();
        assert_eq!(fields.to_body(), "{}");
        fields.set_null("responsable").set_text("status", "ic");
        assert_eq!(fields.to_body(), r#"{"responsable":null,"status":"ic"}"#);
        assert!(fields.is_null("responsable") && !fields.is_null("status") && !fields.touches("name"));
    }

    #[test]
    fn merged_field_takes_the_later_value_in_place() {
        let mut first = Fields::parse(r#"{"a":1,"b":2}"#).unwrap();
        first.merge(&Fields::parse(r#"{"c":3,"a":null}"#).unwrap());
        assert_eq!(first.to_body(), r#"{"a":null,"b":2,"c":3}"#);
    }

    #[test]
    fn numbers_go_back_in_the_form_received() {
        let mut fields = Fields::new();
        fields.set_num("a", &Num::parse("\"0.10\"").unwrap()).set_num("b", &Num::parse("0.10").unwrap());
        assert_eq!(fields.to_body(), r#"{"a":"0.10","b":0.10}"#);
    }

    #[test]
    fn json_typed_by_the_user_is_validated() {
        let mut fields = Fields::new();
        assert!(fields.set_json("a", "{").is_err());
        assert!(fields.set_json("a", &"[".repeat(200)).is_err());
        assert!(fields.is_empty());
        fields.set_json("a", "\u{feff} [1] ").unwrap();
        assert_eq!(fields.to_body(), r#"{"a":[1]}"#);
    }

    #[test]
    fn laid_over_a_record() {
        let record = Record::parse(r#"{"id":"1","status":"ic","amount":0.10}"#).unwrap();
        let mut fields = Fields::new();
        fields.set_text("status", "closing");
        assert_eq!(
            fields.apply_to(&record).unwrap().as_str(),
            r#"{"id":"1","status":"closing","amount":0.10}"#
        );
    }

    #[test]
    fn patch_reads_and_writes_three_things() {
        let read = |json| serde_json::from_str::<PatchForm>(json).unwrap().status;
        assert_eq!(read("{}"), Patch::Absent);
        assert_eq!(read(r#"{"status":null}"#), Patch::Null);
        assert_eq!(read(r#"{"status":"ic"}"#), Patch::Value("ic".to_owned()));
        let write = |status| serde_json::to_string(&PatchForm { status }).unwrap();
        assert_eq!(write(Patch::Absent), "{}");
        assert_eq!(write(Patch::Null), r#"{"status":null}"#);
        assert!(serde_json::to_string(&Patch::<u8>::Absent).is_err());
    }

    proptest! {
        #[test]
        fn body_has_exactly_the_touched_fields(
            names in proptest::collection::btree_set(".{1,8}", 0..12), null in any::<bool>()
        ) {
            let mut fields = Fields::new();
            for name in &names {
                if null { fields.set_null(name); } else { fields.set_text(name, name); }
            }
            let back = Record::parse(fields.to_body()).unwrap();
            let mut found: Vec<_> = back.fields().map(|(name, _)| name.to_owned()).collect();
            found.sort();
            let wanted: Vec<_> = names.into_iter().collect();
            prop_assert_eq!(found, wanted);
            prop_assert_eq!(Fields::parse(&fields.to_body()).unwrap(), fields);
        }
    }
}
