//! Workflows: recommendations for a deal and (extended) the list of workflows.
//!
//! `POST /workflows/recommendations/preview` (named by the contract without a shape) returns the recommended next step
//! for a deal and changes nothing.

use crate::http_types::{ApiCall, ApiResponse, HandlerResult, uuid};
use crate::json::Object;
use crate::rules::enum_values;
use crate::rules::problem::ApiProblem;

use super::{deals, record};

/// The recommended next status and the advice, by current status.
const RECOMMENDATIONS: [(&str, &str, &str); 6] = [
    ("sourcing", "screening", "Qualifier le sponsor et la valeur avant présélection."),
    ("screening", "due_diligence", "Demander l’expertise et l’état locatif."),
    ("due_diligence", "ic", "Préparer la note de comité."),
    ("ic", "term_sheet", "Envoyer la lettre d’intention."),
    ("term_sheet", "structuring", "Faire rédiger les actes."),
    ("structuring", "closing", "Lever les dernières conditions suspensives."),
];

/// `GET /workflows` (extended): the workflows and their configurations, which are open objects.
pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    record::list_page(call, &[("family = ?", &"workflows")], call.config.spec_gaps.lists_page)
}

pub(crate) fn preview(call: &mut ApiCall<'_>) -> HandlerResult {
    let body = call.object()?;
    call.check_known_fields(&body, &["deal_id"])?;
    let id = uuid(&enum_values::parse_text("deal_id", body.get("deal_id").unwrap_or("null"))?)
        .ok_or_else(|| ApiProblem::invalid("`deal_id` must be a UUID").with_reason("invalid_payload"))?;
    let (_, deal) = deals::find_live(call, id)?;
    let status = Object::parse(deal.as_bytes()).ok().and_then(|deal| deal.text("status")).unwrap_or_default();
    let mut recommendations = Vec::new();
    if let Some((_, next, advice)) = RECOMMENDATIONS.iter().find(|(from, ..)| *from == status) {
        let mut item = Object::new();
        item.set_text("action", "move");
        item.set_text("status", next);
        item.set_text("reason", advice);
        recommendations.push(item.to_string());
    }
    Ok(ApiResponse::ok(format!(
        "{{\"deal_id\":\"{id}\",\"recommendations\":[{}]}}",
        recommendations.join(",")
    )))
}
