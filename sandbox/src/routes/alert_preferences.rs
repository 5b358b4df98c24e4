//! `GET /users/me/alert-preferences`: an array, one preference per alert type, all of them at once.

use super::record;
use crate::{
    exchange::{Answer, Call, Outcome},
    rules::paging::Window,
};

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
