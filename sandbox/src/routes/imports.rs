//! `GET /imports` (named by the contract): past data imports, newest last.

use crate::http_types::{Call, Outcome};

use super::record;

pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    record::items(call, &[("family = ?", &"imports")], call.config.open.lists_page)
}
