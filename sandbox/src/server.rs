//! The service without its sockets: rules check a request in a fixed order, then a route answers.
//!
//! The order is: rate limit (429); bearer (401); address, route, scope and capability (403); unreadable requests
//! (422); delegated user (400, 403, 404); idempotency key (428, 400, stored response, 409). The route's own checks come
//! last.

use std::sync::Mutex;

use encours_core::contract::operation::{BearerRule, Operation, OperationId};

use crate::clock::SandboxClock;
use crate::data::{StateDb, vocabulary};
use crate::faults::RandomFaults;
use crate::http_types::{ApiCall, ApiResponse, ReceivedRequest};
use crate::lock::lock;
use crate::routes::{RouteHandler, parameters};
use crate::rules::api_key::ApiKey;
use crate::rules::idempotency::KeyedWrite;
use crate::rules::problem::ApiProblem;
use crate::rules::rate_limit::RateLimiter;
use crate::rules::{bearer, delegation};
use crate::{Config, Error, Faults, LoggedRequests, Secret, ServiceProfile};

/// Calls per second above which the hostile profile answers 429.
const HOSTILE_RATE: u32 = 20;

/// The smallest body limit that still allows a token exchange.
const MIN_BODY_LIMIT: usize = 512;

/// The state of a running service.
#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) config: Config,
    pub(crate) clock: SandboxClock,
    pub(crate) key: ApiKey,
    pub(crate) faults: Faults,
    pub(crate) requests: LoggedRequests,
    pub(crate) random_faults: Option<Mutex<RandomFaults>>,
    pub(crate) data: Mutex<StateDb>,
    rate_limiter: Mutex<RateLimiter>,
}

impl ServerState {
    pub(crate) fn open(config: Config) -> Result<Self, Error> {
        check_config(&config)?;
        let clock = SandboxClock::new(config.now);
        let data = StateDb::open(&config, clock.now())?;
        let (id, secret, secret_generated) = load_credentials(&config, &data)?;
        let hostile = config.profile == ServiceProfile::Hostile;
        let default_rate = if hostile { HOSTILE_RATE } else { 0 };
        let rate = config.rate_limit.unwrap_or(default_rate);
        Ok(Self {
            key: ApiKey::new(id, secret, secret_generated, &config),
            clock,
            faults: Faults::new(config.faults.clone()),
            requests: LoggedRequests::default(),
            random_faults: hostile.then(|| Mutex::new(RandomFaults::new(config.seed))),
            rate_limiter: Mutex::new(RateLimiter::new(
                rate,
                config.spec_gaps.first_ban,
                config.spec_gaps.longest_ban,
            )),
            data: Mutex::new(data),
            config,
        })
    }

    /// Returns the response, and whether it is a stored one. A rejection leaves no trace in the state.
    pub(crate) fn process(
        &self,
        op: &'static Operation,
        handler: RouteHandler,
        received: &ReceivedRequest,
        port: u16,
    ) -> Result<(ApiResponse, bool), ApiProblem> {
        let now = self.clock.now();
        lock(&self.rate_limiter).count_call(now)?;
        let mut data = lock(&self.data);
        let StateDb { db, page_cursors: bookmarks } = &mut *data;
        let needs_bearer = match op.bearer {
            BearerRule::Required => true,
            BearerRule::OnDemand => self.config.spec_gaps.postman_needs_bearer,
            BearerRule::Never => false,
        };
        if needs_bearer {
            bearer::check(db, &received.headers, now)?;
        }
        self.key.check_ip(received.from)?;
        if op.bearer == BearerRule::Required {
            self.key.check_operation(op, &self.config.spec_gaps)?;
        }
        if let Some(problem) = &received.unreadable {
            return Err(problem.clone());
        }
        let tx = db.transaction()?;
        let is_write = op.safety.is_write();
        let second_header = &self.config.spec_gaps.second_delegated_header;
        let user = op
            .delegated
            .then(|| delegation::delegated_user(received, second_header, &self.key, &tx, is_write))
            .transpose()?;
        let keyed_write = if is_write {
            let required = op.requires_key() || self.config.spec_gaps.key_required_on_every_write;
            let current_user = user.as_ref().map(|user| &*user.id);
            KeyedWrite::read(
                op,
                required,
                &self.key.id,
                &received.headers,
                &received.path,
                current_user,
                &received.body,
            )?
        } else {
            None
        };
        if let Some(keyed_write) = &keyed_write
            && let Some(stored) = keyed_write.replay(&tx)?
        {
            return Ok((stored, true));
        }
        if self.config.spec_gaps.refuse_unknown_parameters {
            parameters::check(op, &received.query)?;
        }
        let mut call = ApiCall {
            config: &self.config,
            port,
            key: &self.key,
            db: &tx,
            page_cursors: bookmarks,
            request: received,
            now,
            user,
        };
        let response = handler(&mut call)?;
        if let Some(keyed_write) = keyed_write {
            keyed_write.store(&tx, &response)?;
        }
        tx.commit()?;
        Ok((response, false))
    }
}

/// Rejects settings with which the service would be unusable.
fn check_config(config: &Config) -> Result<(), Error> {
    let invalid = |setting, reason: &str| Err(Error::Setting { setting, reason: reason.to_owned() });
    let spec_gaps = &config.spec_gaps;
    for (setting, bounds) in [
        ("open.deals_page", spec_gaps.deals_page),
        ("open.notes_page", spec_gaps.notes_page),
        ("open.notifications_page", spec_gaps.notifications_page),
        ("open.lists_page", spec_gaps.lists_page),
    ] {
        if bounds.default == 0 || bounds.default > bounds.max {
            return invalid(setting, "the default must lie between 1 and the maximum");
        }
    }
    if axum::http::HeaderName::from_bytes(spec_gaps.second_delegated_header.as_bytes()).is_err() {
        return invalid("open.second_delegated_header", "it is not a header name");
    }
    if spec_gaps.second_delegated_header.eq_ignore_ascii_case(delegation::HEADER) {
        return invalid("open.second_delegated_header", "it is the first header's name");
    }
    if spec_gaps.required_deal_fields.iter().any(String::is_empty) {
        return invalid("open.required_deal_fields", "a field has a name");
    }
    let statuses = vocabulary::DEAL_STATUS;
    if !spec_gaps.accept_unknown_codes && !statuses.iter().any(|entry| entry.code == spec_gaps.initial_status)
    {
        return invalid("open.initial_status", "it is not a status of a deal");
    }
    let reserved = ["id", "name", "status", "classe_actif", "responsable", "kpi_snapshot", "data"];
    if spec_gaps.external_reference_field.is_empty()
        || reserved.contains(&&*spec_gaps.external_reference_field)
    {
        return invalid("open.external_reference_field", "the field has another meaning");
    }
    if spec_gaps.body_limit < MIN_BODY_LIMIT {
        return invalid("open.body_limit", "no token exchange fits into less than 512 bytes");
    }
    if !(1..=3_600).contains(&spec_gaps.read_timeout) {
        return invalid("open.read_timeout", "a request has a second to an hour to arrive");
    }
    if spec_gaps.deepest_json == 0 {
        return invalid("open.deepest_json", "a body is one level deep at least");
    }
    for scope in config.scopes.iter().flatten() {
        let is_valid = scope
            .split_once(':')
            .is_some_and(|(resource, right)| !resource.is_empty() && ["read", "write", "*"].contains(&right));
        if !is_valid {
            return invalid(
                "scopes",
                &format!("`{scope}` is not written FAMILY:read, FAMILY:write or FAMILY:*"),
            );
        }
    }
    for route in config.allowed_routes.iter().flatten() {
        if OperationId::by_name(route).is_none() {
            return invalid("allowed_routes", &format!("`{route}` is not an operation"));
        }
    }
    if config.key_id.as_deref().is_some_and(str::is_empty) {
        return invalid("key_id", "it must not be empty");
    }
    if config.secret.as_ref().is_some_and(|secret| secret.expose().is_empty()) {
        return invalid("secret", "it must not be empty");
    }
    if config.token_lifetime == 0 {
        return invalid("token_lifetime", "a bearer must live for a second at least");
    }
    Ok(())
}

/// Returns the key's identifier and secret, and whether the service generated the secret.
///
/// Configured values come first, then those in the state file. Otherwise they are generated and stored there.
fn load_credentials(config: &Config, data: &StateDb) -> Result<(String, Secret, bool), Error> {
    let stored =
        |name: &str, configured: Option<&str>, length: usize, prefix: &str| -> Result<String, Error> {
            let stored = data.meta(name)?;
            if let Some(configured) = configured {
                if stored.is_some_and(|stored| stored != configured) {
                    // The key has changed, so bearers of the old one become invalid.
                    bearer::revoke_all(&data.db)?;
                }
                data.set_meta(name, configured)?;
                return Ok(configured.to_owned());
            }
            if let Some(stored) = stored {
                return Ok(stored);
            }
            let generated = format!("{prefix}{}", random_hex(length)?);
            data.set_meta(name, &generated)?;
            Ok(generated)
        };
    let id = stored("key_id", config.key_id.as_deref(), 6, "key_demo_")?;
    let secret = stored("secret", config.secret.as_ref().map(Secret::expose), 32, "")?;
    if config.secret.is_some() {
        data.set_meta("secret_given", "true")?;
    }
    let secret_generated = data.meta("secret_given")?.is_none();
    Ok((id, Secret::new(secret), secret_generated))
}

/// Returns that many random bytes in hexadecimal digits.
pub(crate) fn random_hex(bytes: usize) -> Result<String, Error> {
    let mut buffer = vec![0; bytes];
    getrandom::fill(&mut buffer).map_err(Error::Random)?;
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    Ok(buffer.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
}
