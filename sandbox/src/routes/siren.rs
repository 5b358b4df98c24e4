//! SIREN enrichment of operators (named by the contract; scope `operateurs:*`): look up, and apply.
//!
//! The company register is a sample, generated from the SIREN itself.

use crate::clock::date_time;
use crate::data::names;
use crate::data::rng::Random;
use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::Object;

use super::record;

const KIND: &str = "operateurs";

/// Legal forms and trades (NAF codes) of the sample register.
const FORMS: [&str; 3] = ["SAS", "SARL", "SCI"];
const TRADES: [&str; 4] = ["41.10A", "68.20B", "64.20Z", "71.12B"];

/// `GET /operateurs/{operateur_id}/siren-enrichment`: looks up without changing anything.
pub(crate) fn get(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("operateur_id")?.to_string();
    let operator = record::find_object(call, KIND, &id, "")?;
    let mut response = Object::new();
    response.set_text("operateur_id", &id);
    for (name, json) in register_entry(&operator).iter() {
        response.set(name, json);
    }
    Ok(ApiResponse::ok(response.to_string()))
}

/// `POST /operateurs/{operateur_id}/siren-enrichment`: writes the register's values to the operator.
pub(crate) fn apply(call: &mut ApiCall<'_>) -> HandlerResult {
    let id = call.record_id("operateur_id")?.to_string();
    let mut operator = record::find_object(call, KIND, &id, "")?;
    for (name, json) in register_entry(&operator).iter() {
        operator.set(name, json);
    }
    operator.set_text("enriched_at", &date_time(call.now));
    record::store(call, KIND, &id, "", &operator).map(ApiResponse::ok)
}

/// Returns the register's values for an operator.
fn register_entry(operator: &Object) -> Object {
    let siren = operator.text("siren").unwrap_or_default();
    let mut random = Random::new(0, &siren);
    let (form, trade): (&&str, &&str) = (random.pick(&FORMS), random.pick(&TRADES));
    let mut entry = Object::new();
    entry.set_text("siren", &siren);
    entry.set_text("denomination", &operator.text("name").unwrap_or_default().to_uppercase());
    entry.set_text("forme_juridique", form);
    entry.set_text("code_naf", trade);
    entry.set_text("commune", names::proper_name(&mut random).1);
    entry.set_text(
        "date_creation",
        &format!("{}-0{}-1{}", random.between(1984, 2023), random.between(1, 9), random.between(0, 9)),
    );
    entry.set("en_activite", "true");
    entry
}
