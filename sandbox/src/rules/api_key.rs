//! The sandbox's only API key and its permissions (contract, "Scopes", "Delegated user routes").

use std::net::IpAddr;

use encours_core::contract::operation::{Operation, OperationId};

use super::problem::ApiProblem;
use crate::{Config, IncludeSecret, Secret, SpecGaps};

/// The key: its identifier, its secret and its rights.
#[derive(Debug)]
pub(crate) struct ApiKey {
    pub(crate) id: String,
    pub(crate) secret: Secret,
    /// True if the service generated the secret.
    secret_generated: bool,
    scopes: Option<Vec<String>>,
    capabilities: Option<Vec<String>>,
    routes: Option<Vec<String>>,
    ips: Option<Vec<IpAddr>>,
    users: Option<Vec<String>>,
}

impl ApiKey {
    pub(crate) fn new(id: String, secret: Secret, secret_generated: bool, config: &Config) -> Self {
        Self {
            id,
            secret,
            secret_generated,
            scopes: config.scopes.clone(),
            capabilities: config.capabilities.clone(),
            routes: config.allowed_routes.clone(),
            ips: config.allowed_ips.clone(),
            users: config.users.clone(),
        }
    }

    /// Returns the raw secret if the Postman collection may contain it.
    pub(crate) fn publishable_secret(&self, policy: IncludeSecret) -> Option<&str> {
        match policy {
            IncludeSecret::Always => true,
            IncludeSecret::Generated => self.secret_generated,
            IncludeSecret::Never => false,
        }
        .then(|| self.secret.expose())
    }

    /// Answers 403 unless the key may be used from that address.
    pub(crate) fn check_ip(&self, address: IpAddr) -> Result<(), ApiProblem> {
        match &self.ips {
            Some(ips) if !ips.contains(&address) => {
                Err(ApiProblem::forbidden("this key may not be used from this address")
                    .with_reason("ip_not_allowed"))
            }
            _ => Ok(()),
        }
    }

    /// Answers 403 unless the key may call that operation: first the route, then its scope, then its capability.
    pub(crate) fn check_operation(&self, op: &Operation, spec_gaps: &SpecGaps) -> Result<(), ApiProblem> {
        let is_listed = |list: &Option<Vec<String>>, item: &str| {
            list.as_ref().is_none_or(|list| list.iter().any(|w| w == item))
        };
        if !is_listed(&self.routes, op.name) {
            return Err(ApiProblem::forbidden("this key is restricted to other routes")
                .with_reason("route_not_allowed"));
        }
        if let Some(scope) = op.scope
            && !self.has_scope(scope)
        {
            let detail = format!("this key lacks the scope {scope}");
            return Err(ApiProblem::forbidden(detail).with_scope(scope).with_reason("scope_missing"));
        }
        if let Some(capability) = capability(op, spec_gaps)
            && !is_listed(&self.capabilities, capability)
        {
            let detail = format!("this key lacks the capability {capability}");
            return Err(ApiProblem::forbidden(detail).with_reason("capability_missing"));
        }
        Ok(())
    }

    /// Returns whether the scope was granted, by itself or by its family's `*`.
    fn has_scope(&self, scope: &str) -> bool {
        let resource = scope.split(':').next().unwrap_or_default();
        let is_granting = |granted: &String| granted == scope || granted.strip_suffix(":*") == Some(resource);
        self.scopes.as_ref().is_none_or(|scopes| scopes.iter().any(is_granting))
    }

    /// Returns whether the allowlist names the user; `None` if the allowlist is empty.
    pub(crate) fn lists_user(&self, id: &str, in_sample: impl Fn() -> bool) -> Option<bool> {
        match &self.users {
            None => Some(in_sample()),
            Some(users) if users.is_empty() => None,
            Some(users) => Some(users.iter().any(|user| user == id)),
        }
    }
}

/// Returns the capability of a delegated operation; the contract names only that of saved views.
fn capability(op: &Operation, spec_gaps: &SpecGaps) -> Option<&'static str> {
    match op.id {
        OperationId::DashboardsGet | OperationId::DashboardsList if spec_gaps.capability_per_family => {
            Some("custom_dashboards")
        }
        OperationId::AlertPreferencesList if spec_gaps.capability_per_family => Some("alert_preferences"),
        _ => op.capability,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(config: &Config) -> ApiKey {
        ApiKey::new("key_demo_0001".into(), "s".into(), true, config)
    }

    #[test]
    fn a_missing_scope_is_named() {
        let key = key(&Config { scopes: Some(vec!["deals:read".into()]), ..Config::default() });
        assert_eq!(key.check_operation(OperationId::DealsList.spec(), &SpecGaps::default()), Ok(()));
        let refused = key.check_operation(OperationId::DealsCreate.spec(), &SpecGaps::default()).unwrap_err();
        assert_eq!((refused.status, refused.scope.as_deref()), (403, Some("deals:write")));
    }

    #[test]
    fn a_star_grants_the_family() {
        let key = key(&Config { scopes: Some(vec!["deals:*".into()]), ..Config::default() });
        assert_eq!(key.check_operation(OperationId::DealsList.spec(), &SpecGaps::default()), Ok(()));
        assert_eq!(key.check_operation(OperationId::DealsCreate.spec(), &SpecGaps::default()), Ok(()));
        assert_eq!(
            key.check_operation(OperationId::EntityGet.spec(), &SpecGaps::default()).unwrap_err().status,
            403
        );
    }

    #[test]
    fn routes_addresses_and_capabilities_restrict() {
        let key = key(&Config {
            allowed_routes: Some(vec!["deals_list".into(), "saved_views_update".into()]),
            allowed_ips: Some(vec!["10.0.0.7".parse().unwrap()]),
            capabilities: Some(Vec::new()),
            ..Config::default()
        });
        let reason = |outcome: Result<(), ApiProblem>| outcome.unwrap_err().reason_code;
        assert_eq!(key.check_operation(OperationId::DealsList.spec(), &SpecGaps::default()), Ok(()));
        assert_eq!(
            reason(key.check_operation(OperationId::DealsGet.spec(), &SpecGaps::default())),
            Some("route_not_allowed")
        );
        assert_eq!(
            reason(key.check_operation(OperationId::SavedViewsUpdate.spec(), &SpecGaps::default())),
            Some("capability_missing")
        );
        assert_eq!(reason(key.check_ip("127.0.0.1".parse().unwrap())), Some("ip_not_allowed"));
        assert_eq!(key.check_ip("10.0.0.7".parse().unwrap()), Ok(()));
    }
}
