//! `GET /users/me/alert-preferences`: an array with one preference per alert type.

use crate::http_types::{Answer, Call, Outcome};
use crate::rules::paging::Window;

use crate::routes::record;

pub(crate) fn list(call: &mut Call<'_>) -> Outcome {
    let owner = call.user_id();
    let all = Window {
        limit: u32::MAX,
        offset: 0,
    };
    let (bodies, _) = record::page(
        call,
        "record",
        &[("family = ?", &"alert_preferences"), ("owner = ?", &owner)],
        all,
    )?;
    Ok(Answer::ok(format!("[{}]", bodies.join(","))))
}
