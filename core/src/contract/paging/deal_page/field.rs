//! The members of a deal, as a list sees them.

use crate::contract::json::key_prediction::Members;
use crate::contract::models::kpi::KpiKey;

use super::{Need, STATUS, TEXTS};

/// What a member of a deal is here.
#[derive(Clone, Copy)]
pub(super) enum Member {
    Id,
    /// One of [`TEXTS`].
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

/// The members of the deal before, and of its numbers.
#[derive(Default)]
pub(super) struct Before<'a> {
    pub(super) members: Members<'a, Member>,
    pub(super) numbers: Members<'a, Option<KpiKey>>,
}
