//! Codes that were seen in records, with their labels.

use jiff::Timestamp;
use serde::Deserialize;
use serde::Serialize;
use std::collections::BTreeMap;

/// Where a code was learned, the most authoritative first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The service's own taxonomy.
    Taxonomy,
    /// A field definition.
    FieldDefinition,
    /// A key of a breakdown of the portfolio summary.
    Portfolio,
    /// A value of a record.
    Record,
}

/// One code as it was learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The best source that spoke it.
    pub source: Source,
    /// The service's French name, where it gave one; not yet fit for a screen.
    pub label_fr: Option<String>,
    /// Its English name, where it gave one.
    pub label_en: Option<String>,
    /// When this client first saw it.
    pub first_seen: Timestamp,
    /// When it was last seen.
    pub last_seen: Timestamp,
    /// How many records carried it when they were last counted.
    pub count: u64,
}

/// The codes of every family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// By family and code, joined by a space: neither a field's name nor a code holds one.
    pub(crate) known: BTreeMap<String, Learned>,
    pub(crate) unkept: Vec<String>,
}
