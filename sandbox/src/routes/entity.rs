//! `GET /entity`: the one entity that owns the key.

use crate::http_types::{ApiCall, ApiResponse, HandlerResult};

/// The entity with the contract's fields and types. Its SIREN passes the Luhn check and is fictitious.
const ENTITY: &str = "{\"id\":\"0b9f6c1e-52d4-4c3a-8f17-6a2e9d4b7c05\",\"name\":\"Corvane Crédit\",\
\"type\":\"societe_gestion\",\"siren\":\"732829320\",\"mode_reporting\":\"calendaire\",\"frequence_reporting\":3,\
\"date_reference_reporting\":\"2025-12-31\",\"risk_threshold\":60,\"zone_vacances\":\"C\",\"ai_enabled\":true}";

#[expect(clippy::unnecessary_wraps, reason = "every handler has this form")]
pub(crate) fn get(_: &mut ApiCall<'_>) -> HandlerResult {
    Ok(ApiResponse::ok(ENTITY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entity_is_json_with_the_contracts_fields() {
        let entity: serde_json::Value = serde_json::from_str(ENTITY).unwrap();
        assert_eq!(entity.as_object().unwrap().len(), 10);
        assert_eq!(entity["siren"], "732829320");
    }
}
