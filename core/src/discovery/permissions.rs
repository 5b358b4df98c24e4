//! Permissions of the key, learned from the answers to ordinary requests.
//!
//! No request is sent for this purpose, and no write is tried to test a permission.

use crate::model::resources::permissions::{Right, Rights};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::client::LogEntry;
use crate::contract::operation::OperationId;
use crate::contract::problem::Problem;
use crate::error::Error;
use crate::model::discovery::Lesson;
use crate::store::{Cache, StoreError};

/// Topic under which permissions are stored.
const TOPIC: &str = "right";

#[derive(Serialize, Deserialize)]
struct Kept {
    status: u16,
    scope: Option<String>,
}

impl Rights {
    /// Loads the permissions learned by earlier processes.
    ///
    /// # Errors
    /// Those of the store.
    pub fn load(cache: &Cache) -> Result<Self, StoreError> {
        let mut rights = Self::default();
        for lesson in cache.lessons(TOPIC)? {
            let kept = serde_json::from_str::<Kept>(&lesson.body);
            if let (Ok(kept), Some((method, path))) = (kept, lesson.name.split_once(' ')) {
                let right = Right {
                    method: method.to_owned(),
                    path: path.to_owned(),
                    status: kept.status,
                    scope: kept.scope,
                    at: lesson.at,
                };
                rights.known.insert(lesson.name, right);
            }
        }
        Ok(rights)
    }

    /// Stores the permissions learned since the last call.
    ///
    /// # Errors
    /// Those of the store; unsaved permissions are saved by the next call.
    pub fn keep(&mut self, cache: &Cache) -> Result<(), StoreError> {
        let lessons: Vec<Lesson> = self
            .unkept
            .iter()
            .filter_map(|name| Some((name, self.known.get(name)?)))
            .map(|(name, right)| {
                let kept = Kept {
                    status: right.status,
                    scope: right.scope.clone(),
                };
                Lesson {
                    name: name.clone(),
                    // A number and a text always serialise.
                    body: serde_json::to_string(&kept).unwrap_or_default(),
                    at: right.at,
                }
            })
            .collect();
        cache.learn(TOPIC, &lessons)?;
        self.unkept.clear();
        Ok(())
    }

    /// Records a logged request.
    ///
    /// Requests without information are skipped: no answer, a server error, or a rate limit.
    pub fn observe(&mut self, entry: &LogEntry) {
        let Some(status) = entry.status.filter(|status| *status < 500 && *status != 429) else {
            return;
        };
        if entry.operation == Some(OperationId::AuthTokenExchange) {
            return;
        }
        let spec = entry.operation.map(OperationId::spec);
        let path = spec.map_or_else(|| entry.route.to_string(), |spec| spec.path.to_owned());
        let at = Timestamp::try_from(entry.at).unwrap_or(Timestamp::UNIX_EPOCH);
        self.set(
            entry.method.as_str(),
            path,
            status,
            spec.and_then(|spec| spec.scope).map(str::to_owned),
            at,
        );
    }

    /// Records the scope named by a refusal, which takes precedence over the table's.
    pub fn refused(&mut self, error: &Error) {
        let (Some(operation), Some(scope)) = (error.operation(), error.problem().and_then(Problem::scope))
        else {
            return;
        };
        let spec = operation.spec();
        let name = format!("{} {}", spec.method, spec.path);
        if let Some(right) = self.known.get_mut(&name).filter(|right| right.status == 403)
            && right.scope.as_deref() != Some(&*scope)
        {
            right.scope = Some(scope.into_owned());
            self.unkept(name);
        }
    }

    fn set(&mut self, method: &str, path: String, status: u16, scope: Option<String>, at: Timestamp) {
        let name = format!("{method} {path}");
        let before = self.known.get(&name);
        // A missing record (404) or an invalid key (401) says nothing about the permission for the route.
        if matches!(status, 401 | 404) && before.is_some_and(|before| before.granted().is_some()) {
            return;
        }
        // A repeated answer is stored once a day at most.
        let news = before.is_none_or(|before| {
            before.status != status || at.duration_since(before.at) >= jiff::SignedDuration::from_hours(24)
        });
        let scope = match before {
            Some(before) if before.status == status => before.scope.clone(),
            _ => scope,
        };
        if news {
            self.unkept(name.clone());
        }
        self.known.insert(
            name,
            Right {
                method: method.to_owned(),
                path,
                status,
                scope,
                at,
            },
        );
    }

    fn unkept(&mut self, name: String) {
        if !self.unkept.contains(&name) {
            self.unkept.push(name);
        }
    }

    /// Returns whether there are unsaved permissions.
    pub fn has_news(&self) -> bool {
        !self.unkept.is_empty()
    }

    /// Iterates over the routes requested so far, by method and path.
    pub fn iter(&self) -> impl Iterator<Item = &Right> {
        self.known.values()
    }

    /// Returns the last answer of a route.
    pub fn get(&self, method: &str, path: &str) -> Option<&Right> {
        self.known.get(&format!("{method} {path}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::ids::RequestId;
    use crate::contract::operation::Method;
    use crate::store::Store;
    use std::time::{Duration, SystemTime};

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
    fn the_newest_answer_of_each_route_counts() {
        let mut rights = Rights::default();
        rights.observe(&entry(Some(OperationId::DealsGet), "/deals/1", Some(200), 1));
        rights.observe(&entry(Some(OperationId::DealsGet), "/deals/2", Some(404), 2));
        rights.observe(&entry(Some(OperationId::DealsUpdate), "/deals/2", Some(403), 3));
        rights.observe(&entry(None, "/imports", Some(200), 4));
        rights.observe(&entry(Some(OperationId::TasksUpdate), "/tasks/1", Some(404), 4));
        for silent in [None, Some(429), Some(502)] {
            rights.observe(&entry(Some(OperationId::DealsGet), "/deals/1", silent, 5));
        }
        rights.observe(&entry(
            Some(OperationId::AuthTokenExchange),
            "/auth/token",
            Some(200),
            6,
        ));
        let seen: Vec<_> = rights
            .iter()
            .map(|right| (right.path.as_str(), right.status, right.granted()))
            .collect();
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
    fn a_key_that_is_not_taken_is_no_right_that_is_refused() {
        let mut rights = Rights::default();
        rights.observe(&entry(Some(OperationId::DealsList), "/deals", Some(200), 1));
        for operation in [OperationId::DealsList, OperationId::TasksList] {
            rights.observe(&entry(Some(operation), "/", Some(401), 2));
        }
        let granted = |path: &str| rights.get("GET", path).unwrap().granted();
        assert_eq!((granted("/deals"), granted("/tasks")), (Some(true), None));
    }

    #[test]
    fn a_refusal_names_its_own_scope_and_everything_outlives_the_run() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), Timestamp::UNIX_EPOCH).unwrap();
        let mut rights = Rights::default();
        rights.observe(&entry(Some(OperationId::TasksList), "/tasks", Some(403), 1));
        let problem = Problem::parse(br#"{"title":"F","detail":"d","scope":"kanban:read"}"#, true);
        rights.refused(&Error::of_status(403, problem).with_operation(OperationId::TasksList));
        assert!(rights.has_news());
        rights.keep(store.cache()).unwrap();
        let again = Rights::load(store.cache()).unwrap();
        assert_eq!(
            again.get("GET", "/tasks").unwrap().scope.as_deref(),
            Some("kanban:read")
        );
        assert_eq!(again, rights);
    }
}
