//! `POST /auth/token` (contract, "Token exchange").

use jiff::SignedDuration;

use crate::clock::date_time;
use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::json::Object;
use crate::rules::auth::TokenRequest;
use crate::rules::bearer;
use crate::rules::problem::ApiProblem;
use crate::server::random_hex;

/// Slug of the entity that owns the key.
const ENTITY_SLUG: &str = "corvane-credit";

pub(crate) fn exchange(call: &mut ApiCall<'_>) -> HandlerResult {
    let request = TokenRequest::read(&call.object()?)?;
    request.check(call.key, call.now, call.config.clock_skew)?;
    let inserted = call
        .db
        .prepare_cached("INSERT INTO nonce (key_id, nonce) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute([&request.key_id, &request.nonce])?;
    if inserted == 0 {
        return Err(ApiProblem::unauthorized("this nonce was used before").with_reason("nonce_reused"));
    }
    let token = random_hex(32).map_err(|error| {
        tracing::error!(%error, "failed to generate a bearer");
        ApiProblem::new(500, "failed to generate a bearer")
    })?;
    let lifetime = call
        .request
        .token_lifetime
        .map_or(call.config.token_lifetime, |short| short.min(call.config.token_lifetime));
    let lifetime_duration = SignedDuration::from_secs(i64::try_from(lifetime).unwrap_or(i64::MAX));
    let expires = call.now.saturating_add(lifetime_duration).unwrap_or(jiff::Timestamp::MAX);
    bearer::store(call.db, &token, expires)?;
    let mut body = Object::new();
    body.set_text("access_token", &token);
    body.set_text("token_type", "Bearer");
    body.set("expires_in", lifetime.to_string());
    body.set_text("issued_at", &date_time(call.now));
    body.set_text("expires_at", &date_time(expires));
    body.set_text("key_id", &request.key_id);
    body.set_text("environment", "live");
    body.set_text("entity_slug", ENTITY_SLUG);
    Ok(ApiResponse::ok(body.to_string()))
}
