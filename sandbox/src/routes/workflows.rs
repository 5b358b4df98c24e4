//! `POST /workflows/recommendations/preview` (named by the contract without a shape): what this service would
//! recommend next for a deal. It changes nothing.

use super::deals;
use crate::{
    exchange::{Answer, Call, Outcome},
    json::Object,
    rules::{codes, problem::Problem},
};

/// What usually follows a status.
const NEXT: [(&str, &str, &str); 6] = [
    (
        "sourcing",
        "screening",
        "Qualifier le sponsor et la valeur avant présélection.",
    ),
    (
        "screening",
        "due_diligence",
        "Demander l’expertise et l’état locatif.",
    ),
    ("due_diligence", "ic", "Préparer la note de comité."),
    ("ic", "term_sheet", "Envoyer la lettre d’intention."),
    ("term_sheet", "structuring", "Faire rédiger les actes."),
    (
        "structuring",
        "closing",
        "Lever les dernières conditions suspensives.",
    ),
];

pub(crate) fn preview(call: &mut Call<'_>) -> Outcome {
    let body = call.object()?;
    let id = codes::text("deal_id", body.get("deal_id").unwrap_or("null"))?;
    let id = uuid::Uuid::try_parse(&id)
        .map_err(|_| Problem::invalid("`deal_id` must be a UUID").reason("invalid_payload"))?;
    let (_, deal) = deals::live(call, id)?;
    let status = Object::parse(deal.as_bytes())
        .ok()
        .and_then(|deal| deal.text("status"))
        .unwrap_or_default();
    let mut recommendations = Vec::new();
    if let Some((_, next, why)) = NEXT.iter().find(|(from, ..)| *from == status) {
        let mut item = Object::new();
        item.set_text("action", "move");
        item.set_text("status", next);
        item.set_text("reason", why);
        recommendations.push(item.to_string());
    }
    Ok(Answer::ok(format!(
        "{{\"deal_id\":\"{id}\",\"recommendations\":[{}]}}",
        recommendations.join(",")
    )))
}
