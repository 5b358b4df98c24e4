//! Members of a deal that a list needs.

use crate::contract::json::key_prediction::KeyPrediction;
use crate::contract::models::kpi::KpiKey;

use super::{DealParts, STATUS, TEXTS};

/// Role of a deal's member.
#[derive(Clone, Copy)]
pub(super) enum MemberRole {
    Id,
    /// Index into [`TEXTS`].
    Text(usize),
    Numbers,
    Other,
}

impl MemberRole {
    pub(super) fn from_name(name: &str, parts: DealParts) -> Self {
        match TEXTS.iter().position(|text| *text == name) {
            Some(at) if parts == DealParts::Rows || at == STATUS => Self::Text(at),
            None if name == "id" => Self::Id,
            None if name == "kpi_snapshot" && parts == DealParts::Rows => Self::Numbers,
            _ => Self::Other,
        }
    }
}

/// Member names of the previous deal and of its numbers.
#[derive(Default)]
pub(super) struct DealKeyPrediction<'a> {
    pub(super) members: KeyPrediction<'a, MemberRole>,
    pub(super) numbers: KeyPrediction<'a, Option<KpiKey>>,
}
