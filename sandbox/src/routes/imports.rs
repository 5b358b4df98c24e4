//! `GET /imports` (named by the contract): what was brought in from elsewhere, newest last.

use crate::http_types::{Call, Outcome};

use super::record;

pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    record::items(call, &[("family = ?", &"imports")], call.config.open.lists_page)
}
