//! Storage of the discovery results in the cache, so that later processes need not ask again.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::client::LogEntry;
use crate::contract::operation::OperationId;
use crate::model::discovery::state::{DESCRIPTION_TOPIC, DescriptionEntry, LIST_TOPIC, NO_DESCRIPTION};
use crate::model::discovery::{CachedFact, DiscoveryState, StoredDescription};
use crate::model::resources::learned_codes::{CodeSource, LearnedCode, LearnedCodes};
use crate::model::resources::permissions::{Permission, Permissions};
use crate::model::resources::probe_result::ProbeOutcome;
use crate::model::resources::resource_kind::ResourceKind;
use crate::store::{Cache, StoreError};

/// Topic under which permissions are stored.
const PERMISSION_TOPIC: &str = "right";
/// Topic under which codes are stored.
const CODE_TOPIC: &str = "code";

/// Discovery results that the cache keeps between processes.
pub trait CachedDiscovery: Sized {
    /// Loads the results of earlier processes.
    ///
    /// # Errors
    /// Those of the store.
    fn load(cache: &Cache) -> Result<Self, StoreError>;

    /// Stores the results since the last call.
    ///
    /// # Errors
    /// Those of the store; unsaved results are saved by the next call.
    fn save(&mut self, cache: &Cache) -> Result<(), StoreError>;
}

#[derive(Serialize, Deserialize)]
struct StoredPermission {
    status: u16,
    scope: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct StoredCode {
    source: CodeSource,
    label_fr: Option<String>,
    label_en: Option<String>,
    first_seen: i64,
    count: u64,
}

impl CachedDiscovery for DiscoveryState {
    fn load(cache: &Cache) -> Result<Self, StoreError> {
        let mut state = Self::default();
        for fact in cache.cached_facts(DESCRIPTION_TOPIC)? {
            if fact.name == NO_DESCRIPTION {
                state.missing_description = ProbeOutcome::from_text(&fact.body, fact.learned_at);
            } else if state.description.as_ref().is_none_or(|existing| existing.received_at < fact.learned_at)
                && let Ok(stored) = serde_json::from_str::<DescriptionEntry>(&fact.body)
            {
                state.description = Some(StoredDescription {
                    format: stored.format,
                    hash: fact.name,
                    routes: stored.routes.into(),
                    received_at: fact.learned_at,
                });
            }
        }
        for fact in cache.cached_facts(LIST_TOPIC)? {
            if let (Some(kind), Some(outcome)) =
                (ResourceKind::by_name(&fact.name), ProbeOutcome::from_text(&fact.body, fact.learned_at))
            {
                state.outcomes.insert(kind, outcome);
            }
        }
        Ok(state)
    }

    fn save(&mut self, cache: &Cache) -> Result<(), StoreError> {
        for topic in [DESCRIPTION_TOPIC, LIST_TOPIC] {
            let facts: Vec<CachedFact> = self
                .unsaved
                .iter()
                .filter(|(fact_topic, _)| *fact_topic == topic)
                .map(|(_, fact)| fact.clone())
                .collect();
            cache.save_facts(topic, &facts)?;
        }
        self.unsaved.clear();
        Ok(())
    }
}

impl CachedDiscovery for Permissions {
    fn load(cache: &Cache) -> Result<Self, StoreError> {
        let mut permissions = Self::default();
        for fact in cache.cached_facts(PERMISSION_TOPIC)? {
            let stored = serde_json::from_str::<StoredPermission>(&fact.body);
            if let (Ok(stored), Some((method, path))) = (stored, fact.name.split_once(' ')) {
                let right = Permission {
                    method: method.to_owned(),
                    path: path.to_owned(),
                    status: stored.status,
                    scope: stored.scope,
                    at: fact.learned_at,
                };
                permissions.permissions.insert(fact.name, right);
            }
        }
        Ok(permissions)
    }

    fn save(&mut self, cache: &Cache) -> Result<(), StoreError> {
        let facts: Vec<CachedFact> = self
            .unsaved
            .iter()
            .filter_map(|name| Some((name, self.permissions.get(name)?)))
            .map(|(name, right)| {
                let stored = StoredPermission { status: right.status, scope: right.scope.clone() };
                CachedFact {
                    name: name.clone(),
                    // A number and a text always serialise.
                    body: serde_json::to_string(&stored).unwrap_or_default(),
                    learned_at: right.at,
                }
            })
            .collect();
        cache.save_facts(PERMISSION_TOPIC, &facts)?;
        self.unsaved.clear();
        Ok(())
    }
}

impl CachedDiscovery for LearnedCodes {
    fn load(cache: &Cache) -> Result<Self, StoreError> {
        let mut codes = Self::default();
        for fact in cache.cached_facts(CODE_TOPIC)? {
            let Ok(stored) = serde_json::from_str::<StoredCode>(&fact.body) else {
                continue;
            };
            if let Ok(first_seen) = Timestamp::from_microsecond(stored.first_seen) {
                let code_entry = LearnedCode {
                    source: stored.source,
                    label_fr: stored.label_fr,
                    label_en: stored.label_en,
                    first_seen,
                    last_seen: fact.learned_at,
                    count: stored.count,
                };
                codes.codes.insert(fact.name, code_entry);
            }
        }
        Ok(codes)
    }

    fn save(&mut self, cache: &Cache) -> Result<(), StoreError> {
        let facts: Vec<CachedFact> = self
            .unsaved
            .iter()
            .filter_map(|name| Some((name, self.codes.get(name)?)))
            .map(|(name, code_entry)| {
                let stored = StoredCode {
                    source: code_entry.source,
                    label_fr: code_entry.label_fr.clone(),
                    label_en: code_entry.label_en.clone(),
                    first_seen: code_entry.first_seen.as_microsecond(),
                    count: code_entry.count,
                };
                CachedFact {
                    name: name.clone(),
                    // Texts and numbers always serialise.
                    body: serde_json::to_string(&stored).unwrap_or_default(),
                    learned_at: code_entry.last_seen,
                }
            })
            .collect();
        cache.save_facts(CODE_TOPIC, &facts)?;
        self.unsaved.clear();
        Ok(())
    }
}

/// Records a logged request.
///
/// Requests without information are skipped: no response, a server error, or a rate limit.
pub fn record_request(permissions: &mut Permissions, entry: &LogEntry) {
    let Some(status) = entry.status.filter(|status| *status < 500 && *status != 429) else {
        return;
    };
    if entry.operation == Some(OperationId::AuthTokenExchange) {
        return;
    }
    let spec = entry.operation.map(OperationId::spec);
    let path = spec.map_or_else(|| entry.route.to_string(), |spec| spec.path.to_owned());
    let at = Timestamp::try_from(entry.at).unwrap_or(Timestamp::UNIX_EPOCH);
    permissions.set(
        entry.method.as_str(),
        path,
        status,
        spec.and_then(|spec| spec.scope).map(str::to_owned),
        at,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::ids::RequestId;
    use crate::contract::operation::{Method, PageForm};
    use crate::contract::problem::Problem;
    use crate::error::Error;
    use crate::model::discovery::api_description::ApiDescription;
    use crate::model::resources::list_source::ListMode;
    use crate::store::Store;
    use std::time::{Duration, SystemTime};

    fn at(hours: i64) -> Timestamp {
        Timestamp::from_second(1_700_000_000 + hours * 3_600).unwrap()
    }

    fn description(path: &str) -> ApiDescription {
        let body = format!(
            r#"{{"openapi":"3.1.0","paths":{{"{path}":{{"get":{{"parameters":[{{"name":"page","in":"query"}}]}}}}}}}}"#
        );
        ApiDescription::parse(body.as_bytes(), "/v1").unwrap()
    }

    fn entry(operation: Option<OperationId>, path: &str, status: Option<u16>, second: u64) -> LogEntry {
        LogEntry {
            at: SystemTime::UNIX_EPOCH + Duration::from_secs(second),
            method: operation.map_or(Method::Get, |id| id.spec().method),
            route: path.into(),
            query: "".into(),
            operation,
            status,
            fault: None,
            request_id: RequestId::new("r").unwrap(),
            key: None,
            attempt: 1,
            duration: Duration::ZERO,
        }
    }

    #[test]
    fn the_newest_response_of_each_route_counts() {
        let mut rights = Permissions::default();
        record_request(&mut rights, &entry(Some(OperationId::DealsGet), "/deals/1", Some(200), 1));
        record_request(&mut rights, &entry(Some(OperationId::DealsGet), "/deals/2", Some(404), 2));
        record_request(&mut rights, &entry(Some(OperationId::DealsUpdate), "/deals/2", Some(403), 3));
        record_request(&mut rights, &entry(None, "/imports", Some(200), 4));
        record_request(&mut rights, &entry(Some(OperationId::TasksUpdate), "/tasks/1", Some(404), 4));
        for silent in [None, Some(429), Some(502)] {
            record_request(&mut rights, &entry(Some(OperationId::DealsGet), "/deals/1", silent, 5));
        }
        record_request(
            &mut rights,
            &entry(Some(OperationId::AuthTokenExchange), "/auth/token", Some(200), 6),
        );
        let seen: Vec<_> =
            rights.iter().map(|right| (right.path.as_str(), right.status, right.is_granted())).collect();
        assert_eq!(
            seen,
            [
                ("/deals/{deal_id}", 200, Some(true)),
                ("/imports", 200, Some(true)),
                ("/deals/{deal_id}", 403, Some(false)),
                ("/tasks/{task_id}", 404, None)
            ]
        );
        let put = rights.get("PUT", "/deals/{deal_id}").unwrap();
        assert_eq!(put.scope.as_deref(), Some("deals:write"));
    }

    #[test]
    fn rejected_key_is_not_recorded_as_a_missing_permission() {
        let mut rights = Permissions::default();
        record_request(&mut rights, &entry(Some(OperationId::DealsList), "/deals", Some(200), 1));
        for operation in [OperationId::DealsList, OperationId::TasksList] {
            record_request(&mut rights, &entry(Some(operation), "/", Some(401), 2));
        }
        let granted = |path: &str| rights.get("GET", path).unwrap().is_granted();
        assert_eq!((granted("/deals"), granted("/tasks")), (Some(true), None));
    }

    #[test]
    fn rejected_permission_is_saved_with_its_own_scope() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), Timestamp::UNIX_EPOCH).unwrap();
        let mut rights = Permissions::default();
        record_request(&mut rights, &entry(Some(OperationId::TasksList), "/tasks", Some(403), 1));
        let problem = Problem::parse(br#"{"title":"F","detail":"d","scope":"kanban:read"}"#, true);
        rights.record_rejection(&Error::from_status(403, problem).with_operation(OperationId::TasksList));
        assert!(rights.has_unsaved());
        rights.save(store.cache()).unwrap();
        let again = Permissions::load(store.cache()).unwrap();
        assert_eq!(again.get("GET", "/tasks").unwrap().scope.as_deref(), Some("kanban:read"));
        assert_eq!(again, rights);
    }

    #[test]
    fn codes_outlive_the_run() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), at(0)).unwrap();
        let mut words = LearnedCodes::default();
        words.record_code("status", "ic", CodeSource::Record, Some(1), at(0));
        words.record_code("status", "ic", CodeSource::Record, Some(4), at(5));
        words.save(store.cache()).unwrap();
        assert!(!words.has_unsaved());
        assert_eq!(LearnedCodes::load(store.cache()).unwrap(), words);
    }

    #[test]
    fn discovery_state_is_restored_from_the_store() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), at(0)).unwrap();
        let mut known = DiscoveryState::default();
        known.set_description(description("/fonds"), at(0));
        known.set_description(description("/tasks"), at(1));
        known.set_outcome(
            ResourceKind::Alerts,
            ProbeOutcome::from_error(
                "/alerts",
                &Error::from_status(403, None),
                ResourceKind::Alerts.is_delegated(),
                at(1),
            )
            .unwrap(),
        );
        known.save(store.cache()).unwrap();
        let again = DiscoveryState::load(store.cache()).unwrap();
        assert_eq!(again.list_status(ResourceKind::Tasks).mode, ListMode::Discovered, "the newest holds");
        assert_eq!(again.list_status(ResourceKind::Fonds).mode, ListMode::Unknown);
        assert_eq!(again.list_status(ResourceKind::Alerts), known.list_status(ResourceKind::Alerts));
        assert_eq!(again.description(), known.description());
        assert_eq!(again.described_page_form("/tasks"), Some(PageForm::Page));
    }
}
