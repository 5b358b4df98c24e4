//! Storage of the discovery results in the cache, so that later processes need not ask again.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::client::LogEntry;
use crate::contract::operation::OperationId;
use crate::model::discovery::state::{DESCRIPTION, FAMILY, KeptDescription, NONE};
use crate::model::discovery::{Described, Knowledge, Lesson};
use crate::model::resources::learned_codes::{Learned, Source, Vocabulary};
use crate::model::resources::permissions::{Right, Rights};
use crate::model::resources::probe_result::Answer;
use crate::model::resources::resource_kind::Family;
use crate::store::{Cache, StoreError};

/// Topic under which permissions are stored.
const RIGHT: &str = "right";
/// Topic under which codes are stored.
const CODE: &str = "code";

/// Discovery results that the cache keeps between processes.
pub trait Cached: Sized {
    /// Loads the results of earlier processes.
    ///
    /// # Errors
    /// Those of the store.
    fn load(cache: &Cache) -> Result<Self, StoreError>;

    /// Stores the results since the last call.
    ///
    /// # Errors
    /// Those of the store; unsaved results are saved by the next call.
    fn keep(&mut self, cache: &Cache) -> Result<(), StoreError>;
}

#[derive(Serialize, Deserialize)]
struct KeptRight {
    status: u16,
    scope: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct KeptCode {
    source: Source,
    label_fr: Option<String>,
    label_en: Option<String>,
    first_seen: i64,
    count: u64,
}

impl Cached for Knowledge {
    fn load(cache: &Cache) -> Result<Self, StoreError> {
        let mut known = Self::default();
        for lesson in cache.lessons(DESCRIPTION)? {
            if lesson.name == NONE {
                known.undescribed = Answer::from_text(&lesson.body, lesson.at);
            } else if known.described.as_ref().is_none_or(|have| have.at < lesson.at)
                && let Ok(kept) = serde_json::from_str::<KeptDescription>(&lesson.body)
            {
                known.described = Some(Described {
                    format: kept.format,
                    hash: lesson.name,
                    routes: kept.routes.into(),
                    at: lesson.at,
                });
            }
        }
        for lesson in cache.lessons(FAMILY)? {
            if let (Some(family), Some(answer)) = (
                Family::by_name(&lesson.name),
                Answer::from_text(&lesson.body, lesson.at),
            ) {
                known.answers.insert(family, answer);
            }
        }
        Ok(known)
    }

    fn keep(&mut self, cache: &Cache) -> Result<(), StoreError> {
        for topic in [DESCRIPTION, FAMILY] {
            let lessons: Vec<Lesson> = self
                .unkept
                .iter()
                .filter(|(of, _)| *of == topic)
                .map(|(_, lesson)| lesson.clone())
                .collect();
            cache.learn(topic, &lessons)?;
        }
        self.unkept.clear();
        Ok(())
    }
}

impl Cached for Rights {
    fn load(cache: &Cache) -> Result<Self, StoreError> {
        let mut rights = Self::default();
        for lesson in cache.lessons(RIGHT)? {
            let kept = serde_json::from_str::<KeptRight>(&lesson.body);
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

    fn keep(&mut self, cache: &Cache) -> Result<(), StoreError> {
        let lessons: Vec<Lesson> = self
            .unkept
            .iter()
            .filter_map(|name| Some((name, self.known.get(name)?)))
            .map(|(name, right)| {
                let kept = KeptRight {
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
        cache.learn(RIGHT, &lessons)?;
        self.unkept.clear();
        Ok(())
    }
}

impl Cached for Vocabulary {
    fn load(cache: &Cache) -> Result<Self, StoreError> {
        let mut words = Self::default();
        for lesson in cache.lessons(CODE)? {
            let Ok(kept) = serde_json::from_str::<KeptCode>(&lesson.body) else {
                continue;
            };
            if let Ok(first_seen) = Timestamp::from_microsecond(kept.first_seen) {
                let learned = Learned {
                    source: kept.source,
                    label_fr: kept.label_fr,
                    label_en: kept.label_en,
                    first_seen,
                    last_seen: lesson.at,
                    count: kept.count,
                };
                words.known.insert(lesson.name, learned);
            }
        }
        Ok(words)
    }

    fn keep(&mut self, cache: &Cache) -> Result<(), StoreError> {
        let lessons: Vec<Lesson> = self
            .unkept
            .iter()
            .filter_map(|name| Some((name, self.known.get(name)?)))
            .map(|(name, learned)| {
                let kept = KeptCode {
                    source: learned.source,
                    label_fr: learned.label_fr.clone(),
                    label_en: learned.label_en.clone(),
                    first_seen: learned.first_seen.as_microsecond(),
                    count: learned.count,
                };
                Lesson {
                    name: name.clone(),
                    // Texts and numbers always serialise.
                    body: serde_json::to_string(&kept).unwrap_or_default(),
                    at: learned.last_seen,
                }
            })
            .collect();
        cache.learn(CODE, &lessons)?;
        self.unkept.clear();
        Ok(())
    }
}

/// Records a logged request.
///
/// Requests without information are skipped: no answer, a server error, or a rate limit.
pub fn observe_request(rights: &mut Rights, entry: &LogEntry) {
    let Some(status) = entry.status.filter(|status| *status < 500 && *status != 429) else {
        return;
    };
    if entry.operation == Some(OperationId::AuthTokenExchange) {
        return;
    }
    let spec = entry.operation.map(OperationId::spec);
    let path = spec.map_or_else(|| entry.route.to_string(), |spec| spec.path.to_owned());
    let at = Timestamp::try_from(entry.at).unwrap_or(Timestamp::UNIX_EPOCH);
    rights.set(
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
    use crate::contract::operation::Method;
    use crate::contract::problem::Problem;
    use crate::error::Error;
    use crate::model::discovery::api_description::Description;
    use crate::model::resources::list_source::Mode;
    use crate::store::Store;
    use std::time::{Duration, SystemTime};

    fn at(hours: i64) -> Timestamp {
        Timestamp::from_second(1_700_000_000 + hours * 3_600).unwrap()
    }

    fn description(path: &str) -> Description {
        let body = format!(
            r#"{{"openapi":"3.1.0","paths":{{"{path}":{{"get":{{"parameters":[{{"name":"page","in":"query"}}]}}}}}}}}"#
        );
        Description::parse(body.as_bytes(), "/v1").unwrap()
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
    fn the_newest_answer_of_each_route_counts() {
        let mut rights = Rights::default();
        observe_request(
            &mut rights,
            &entry(Some(OperationId::DealsGet), "/deals/1", Some(200), 1),
        );
        observe_request(
            &mut rights,
            &entry(Some(OperationId::DealsGet), "/deals/2", Some(404), 2),
        );
        observe_request(
            &mut rights,
            &entry(Some(OperationId::DealsUpdate), "/deals/2", Some(403), 3),
        );
        observe_request(&mut rights, &entry(None, "/imports", Some(200), 4));
        observe_request(
            &mut rights,
            &entry(Some(OperationId::TasksUpdate), "/tasks/1", Some(404), 4),
        );
        for silent in [None, Some(429), Some(502)] {
            observe_request(
                &mut rights,
                &entry(Some(OperationId::DealsGet), "/deals/1", silent, 5),
            );
        }
        observe_request(
            &mut rights,
            &entry(Some(OperationId::AuthTokenExchange), "/auth/token", Some(200), 6),
        );
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
        observe_request(
            &mut rights,
            &entry(Some(OperationId::DealsList), "/deals", Some(200), 1),
        );
        for operation in [OperationId::DealsList, OperationId::TasksList] {
            observe_request(&mut rights, &entry(Some(operation), "/", Some(401), 2));
        }
        let granted = |path: &str| rights.get("GET", path).unwrap().granted();
        assert_eq!((granted("/deals"), granted("/tasks")), (Some(true), None));
    }

    #[test]
    fn a_refusal_names_its_own_scope_and_everything_outlives_the_run() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), Timestamp::UNIX_EPOCH).unwrap();
        let mut rights = Rights::default();
        observe_request(
            &mut rights,
            &entry(Some(OperationId::TasksList), "/tasks", Some(403), 1),
        );
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

    #[test]
    fn codes_outlive_the_run() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), at(0)).unwrap();
        let mut words = Vocabulary::default();
        words.see("status", "ic", Source::Record, Some(1), at(0));
        words.see("status", "ic", Source::Record, Some(4), at(5));
        words.keep(store.cache()).unwrap();
        assert!(!words.has_news());
        assert_eq!(Vocabulary::load(store.cache()).unwrap(), words);
    }

    #[test]
    fn what_was_learned_outlives_the_run() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), at(0)).unwrap();
        let mut known = Knowledge::default();
        known.learn_description(description("/fonds"), at(0));
        known.learn_description(description("/tasks"), at(1));
        known.learn(
            Family::Alerts,
            Answer::of_error(
                "/alerts",
                &Error::of_status(403, None),
                Family::Alerts.is_delegated(),
                at(1),
            )
            .unwrap(),
        );
        known.keep(store.cache()).unwrap();
        let again = Knowledge::load(store.cache()).unwrap();
        assert_eq!(
            again.standing(Family::Tasks).mode,
            Mode::Discovered,
            "the newest holds"
        );
        assert_eq!(again.standing(Family::Fonds).mode, Mode::Unknown);
        assert_eq!(again.standing(Family::Alerts), known.standing(Family::Alerts));
        assert_eq!(again.described(), known.described());
        assert_eq!(again.parameters("/tasks"), Some(&["page".to_owned()][..]));
    }
}
