//! Parser for the object around a list, in one pass.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The object around a list.
#[derive(Default)]
pub struct Envelope<'a> {
    pub(super) items: Vec<&'a RawValue>,
    pub(super) total: Option<&'a RawValue>,
    pub(super) limit: Option<&'a RawValue>,
    pub(super) offset: Option<&'a RawValue>,
    /// Every other value with its depth, for the depth check.
    pub(super) other_values: Vec<(&'a RawValue, usize)>,
}

impl<'a> Envelope<'a> {
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let envelope = reader.deserialize_map(EnvelopeVisitor).ok()?;
        reader.end().ok()?;
        envelope
    }
}

struct EnvelopeVisitor;

impl<'de> Visitor<'de> for EnvelopeVisitor {
    /// `None` if the member `items` is missing.
    type Value = Option<Envelope<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut envelope, mut has_items) = (Envelope::default(), false);
        // Of two members with the same name, the later one counts, as for any record.
        while let Some(name) = map.next_key::<String>()? {
            if name == "items" {
                let before = std::mem::replace(&mut envelope.items, map.next_value()?);
                envelope.other_values.extend(before.into_iter().map(|element| (element, 2)));
                has_items = true;
                continue;
            }
            let value: &RawValue = map.next_value()?;
            envelope.other_values.push((value, 1));
            match name.as_str() {
                "total" => envelope.total = Some(value),
                "limit" => envelope.limit = Some(value),
                "offset" => envelope.offset = Some(value),
                _ => {}
            }
        }
        Ok(has_items.then_some(envelope))
    }
}
