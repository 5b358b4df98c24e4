//! Codes seen in records, with their labels.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Source of a code, the most authoritative first.
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

/// Data of one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// Most authoritative source so far.
    pub source: Source,
    /// The service's French label, if any; not sanitised yet.
    pub label_fr: Option<String>,
    /// The service's English label, if any.
    pub label_en: Option<String>,
    /// Time of the first observation.
    pub first_seen: Timestamp,
    /// Time of the last observation.
    pub last_seen: Timestamp,
    /// Number of records with the code at the last count.
    pub count: u64,
}

/// Codes of every code family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Data by code family and code, joined by a space; neither contains one.
    pub(crate) known: BTreeMap<String, Learned>,
    pub(crate) unkept: Vec<String>,
}
