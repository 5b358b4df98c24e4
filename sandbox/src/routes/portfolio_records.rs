//! One SPV, operator or fund (extended).

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};

use super::record;

/// `GET /spvs/{spv_id}`.
pub(crate) fn spv(call: &mut ApiCall<'_>) -> HandlerResult {
    get_by_parameter(call, "spvs", "spv_id")
}

/// `GET /operateurs/{operateur_id}`.
pub(crate) fn operateur(call: &mut ApiCall<'_>) -> HandlerResult {
    get_by_parameter(call, "operateurs", "operateur_id")
}

/// `GET /fonds/{fonds_id}`.
pub(crate) fn fonds(call: &mut ApiCall<'_>) -> HandlerResult {
    get_by_parameter(call, "fonds", "fonds_id")
}

fn get_by_parameter(call: &ApiCall<'_>, kind: &str, parameter: &str) -> HandlerResult {
    let id = call.record_id(parameter)?.to_string();
    record::find(call, kind, &id, "").map(ApiResponse::ok)
}
