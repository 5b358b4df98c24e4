//! Members of a deal that a list needs.

use crate::contract::json::key_prediction::Members;
use crate::contract::models::kpi::KpiKey;

use super::{Need, STATUS, TEXTS};

/// Role of a deal's member.
#[derive(Clone, Copy)]
pub(super) enum Member {
    Id,
    /// Index into [`TEXTS`].
    Text(usize),
    Numbers,
    Other,
}

impl Member {
    pub(super) fn of(name: &str, need: Need) -> Self {
        match TEXTS.iter().position(|text| *text == name) {
            Some(at) if need == Need::Rows || at == STATUS => Self::Text(at),
            None if name == "id" => Self::Id,
            None if name == "kpi_snapshot" && need == Need::Rows => Self::Numbers,
            _ => Self::Other,
        }
    }
}

/// Member names of the previous deal and of its numbers.
#[derive(Default)]
pub(super) struct Before<'a> {
    pub(super) members: Members<'a, Member>,
    pub(super) numbers: Members<'a, Option<KpiKey>>,
}
