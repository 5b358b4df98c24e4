//! One SPV, operator or fund (extended).

use crate::http_types::{Answer, Call, Outcome};

use super::record;

/// `GET /spvs/{spv_id}`.
pub(crate) fn spv(call: &mut Call<'_>) -> Outcome {
    one(call, "spvs", "spv_id")
}

/// `GET /operateurs/{operateur_id}`.
pub(crate) fn operateur(call: &mut Call<'_>) -> Outcome {
    one(call, "operateurs", "operateur_id")
}

/// `GET /fonds/{fonds_id}`.
pub(crate) fn fonds(call: &mut Call<'_>) -> Outcome {
    one(call, "fonds", "fonds_id")
}

fn one(call: &Call<'_>, family: &str, parameter: &str) -> Outcome {
    let id = call.record_id(parameter)?.to_string();
    record::find(call, family, &id, "").map(Answer::ok)
}
