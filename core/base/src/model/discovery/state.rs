//! Discovery results of the resource kinds, and the next step.

use super::api_description::{ApiDescription, find_list_route};
use crate::contract::operation::PageForm;
use crate::error::Error;
use crate::model::discovery::{
    CachedFact, DescriptionFormat, DiscoveryState, ListStatus, NextProbe, StoredDescription,
};
use crate::model::resources::list_source::ListMode;
use crate::model::resources::probe_result::{ProbeOutcome, ProbeResult};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::route::Route;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Lifetime of a description before it is requested again.
const DESCRIPTION_LIFETIME: Duration = Duration::from_hours(24);
/// Topic under which descriptions are stored.
pub const DESCRIPTION_TOPIC: &str = "description";
/// Topic under which the responses of lists are stored.
pub const LIST_TOPIC: &str = "family";
/// Name of the stored result of a missing description.
pub const NO_DESCRIPTION: &str = "none";

/// A description as the cache stores it.
#[derive(Serialize, Deserialize)]
pub struct DescriptionEntry {
    /// Format of the description.
    pub format: DescriptionFormat,
    /// Routes it names.
    pub routes: Vec<Route>,
}

impl DiscoveryState {
    /// Merges newer results from another copy; of two results the later one wins.
    pub fn merge(&mut self, other: Self) {
        for (kind, outcome) in other.outcomes {
            if self.outcomes.get(&kind).is_none_or(|existing| existing.at <= outcome.at) {
                self.outcomes.insert(kind, outcome);
            }
        }
        let at =
            |described: &Option<StoredDescription>| described.as_ref().map(|described| described.received_at);
        if at(&other.description) > at(&self.description) {
            self.description = other.description;
            self.missing_description = None;
        }
        if let Some(outcome) = other.missing_description
            && at(&self.description).is_none_or(|at| at < outcome.at)
        {
            self.missing_description = Some(outcome);
        }
        self.unsaved.extend(other.unsaved);
    }

    /// Returns the newest description, if any.
    pub fn description(&self) -> Option<&StoredDescription> {
        self.description.as_ref()
    }

    /// Returns the reason for a missing description.
    pub fn missing_description(&self) -> Option<&ProbeOutcome> {
        self.missing_description.as_ref()
    }

    /// Records a description.
    pub fn set_description(&mut self, description: ApiDescription, at: Timestamp) {
        let entry = DescriptionEntry { format: description.format, routes: description.routes };
        let fact = CachedFact {
            name: description.hash.clone(),
            // Texts always serialise.
            body: serde_json::to_string(&entry).unwrap_or_default(),
            learned_at: at,
        };
        self.unsaved.push((DESCRIPTION_TOPIC, fact));
        self.description = Some(StoredDescription {
            format: entry.format,
            hash: description.hash,
            routes: entry.routes.into(),
            received_at: at,
        });
        self.missing_description = None;
    }

    /// Records that the description is unavailable.
    pub fn set_no_description(&mut self, outcome: ProbeOutcome) {
        let fact =
            CachedFact { name: NO_DESCRIPTION.to_owned(), body: outcome.to_text(), learned_at: outcome.at };
        self.unsaved.push((DESCRIPTION_TOPIC, fact));
        self.missing_description = Some(outcome);
    }

    /// Discards the description and all absence results, so that they are requested again.
    ///
    /// Stored results stay until new responses replace them.
    pub fn drop_absences(&mut self) {
        (self.description, self.missing_description) = (None, None);
        self.outcomes
            .retain(|_, outcome| !matches!(outcome.result, ProbeResult::Absent | ProbeResult::Ambiguous));
    }

    /// Records the response of a resource kind's list.
    pub fn set_outcome(&mut self, kind: ResourceKind, outcome: ProbeOutcome) {
        // A route that is still open is stored once a day at most.
        let same = self.outcomes.get(&kind).is_some_and(|existing| {
            existing.result == ProbeResult::Open
                && outcome.result == ProbeResult::Open
                && existing.path == outcome.path
                && outcome.at.duration_since(existing.at) < jiff::SignedDuration::from_hours(24)
        });
        if same {
            return;
        }
        let fact =
            CachedFact { name: kind.name().to_owned(), body: outcome.to_text(), learned_at: outcome.at };
        self.unsaved.push((LIST_TOPIC, fact));
        self.outcomes.insert(kind, outcome);
    }

    /// Records a response to a request of a kind's whole list, and returns the next step. Without a list route, the
    /// step is to load watched identifiers.
    pub fn record_list_response(
        &mut self,
        kind: ResourceKind,
        response: Result<(), &Error>,
        now: Timestamp,
    ) -> NextProbe {
        let path = self.list_status(kind).path;
        let outcome = match response {
            Ok(()) => Some(ProbeOutcome::for_open_route(&path, 200, now)),
            Err(error) => ProbeOutcome::from_error(&path, error, kind.is_delegated(), now),
        };
        let Some(outcome) = outcome else {
            return NextProbe::LoadList;
        };
        let result = outcome.result;
        self.set_outcome(kind, outcome);
        match result {
            ProbeResult::Absent | ProbeResult::Ambiguous => NextProbe::LoadWatched,
            ProbeResult::Forbidden | ProbeResult::NeedsParameters => NextProbe::Rejected,
            ProbeResult::Open | ProbeResult::Later => NextProbe::LoadList,
        }
    }

    /// Discards all responses after a change of key or service.
    pub fn clear(&mut self) {
        let unkept = std::mem::take(&mut self.unsaved);
        *self = Self { unsaved: unkept, ..Self::default() };
    }

    fn has_fresh_description(&self, now: Timestamp) -> bool {
        let is_fresh = |at: Timestamp| {
            now.duration_since(at) < jiff::SignedDuration::try_from(DESCRIPTION_LIFETIME).unwrap_or_default()
        };
        self.description.as_ref().is_some_and(|described| is_fresh(described.received_at))
            || self.missing_description.as_ref().is_some_and(|outcome| outcome.is_valid_at(now))
    }

    fn described_list(&self, kind: ResourceKind) -> Option<&Route> {
        find_list_route(&self.description.as_ref()?.routes, kind)
    }

    /// Returns the next step to discover the list of a resource kind.
    pub fn next_probe(&self, kind: ResourceKind, now: Timestamp) -> NextProbe {
        if let Some(outcome) = self.outcomes.get(&kind).filter(|outcome| outcome.is_valid_at(now)) {
            return match outcome.result {
                ProbeResult::Open => NextProbe::LoadList,
                ProbeResult::Absent | ProbeResult::Ambiguous => NextProbe::LoadWatched,
                ProbeResult::Forbidden | ProbeResult::NeedsParameters => NextProbe::Rejected,
                ProbeResult::Later => NextProbe::Wait(outcome.expires_at().unwrap_or(now)),
            };
        }
        if !self.has_fresh_description(now) {
            return NextProbe::FetchDescription;
        }
        if self.described_list(kind).is_some() || kind.is_named() {
            NextProbe::LoadList
        } else {
            NextProbe::Probe
        }
    }

    /// Returns the discovery state of a resource kind.
    pub fn list_status(&self, kind: ResourceKind) -> ListStatus {
        let outcome = self.outcomes.get(&kind);
        let described = self.described_list(kind);
        let spec = kind.list_operation().spec();
        let claimed = match described {
            _ if kind.is_named() => ListMode::Documented,
            Some(_) => ListMode::Discovered,
            None => ListMode::Unknown,
        };
        let mode = match outcome.map(|outcome| outcome.result) {
            Some(ProbeResult::Open) if claimed == ListMode::Unknown => ListMode::Probed,
            None | Some(ProbeResult::Later | ProbeResult::Open) => claimed,
            Some(ProbeResult::Absent | ProbeResult::Ambiguous) => ListMode::Watched,
            Some(ProbeResult::Forbidden) => ListMode::Forbidden,
            Some(ProbeResult::NeedsParameters) => ListMode::NeedsParameters,
        };
        let path = match outcome {
            Some(outcome) if outcome.result == ProbeResult::Open && described.is_none() => {
                outcome.path.as_str()
            }
            _ => described.map_or(spec.path, |route| route.path.as_str()),
        };
        ListStatus {
            kind,
            mode,
            path: path.into(),
            form: described.and_then(page_form).or(spec.page).unwrap_or(PageForm::Items),
            outcome: outcome.cloned(),
        }
    }

    /// Returns the discovery state of every resource kind.
    pub fn list_statuses(&self) -> Vec<ListStatus> {
        ResourceKind::ALL.iter().copied().map(|kind| self.list_status(kind)).collect()
    }

    /// Returns the page form of a path, if the description shows that it numbers its pages.
    pub fn described_page_form(&self, path: &str) -> Option<PageForm> {
        let routes = &self.description.as_ref()?.routes;
        page_form(routes.iter().find(|route| route.is_read() && route.matches(path))?)
    }
}

/// Returns the page form of a route that names `page` and no `offset`.
fn page_form(route: &Route) -> Option<PageForm> {
    let has = |name: &str| route.query.iter().any(|have| have == name);
    (has("page") && !has("offset")).then_some(PageForm::Page)
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
