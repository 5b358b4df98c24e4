//! `GET /imports` (named by the contract): past data imports, newest last.

use crate::http_types::{ApiCall, HandlerResult};

use super::record;

pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    record::list_page(call, &[("family = ?", &"imports")], call.config.spec_gaps.lists_page)
}
