//! Results of discovering the service's lists.

pub mod api_description;
mod openapi;
mod postman;
pub mod state;

use crate::contract::operation::PageForm;

use crate::model::resources::list_source::ListMode;
use crate::model::resources::probe_result::ProbeOutcome;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::route::Route;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// API description as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDescription {
    /// Format of the description.
    pub format: DescriptionFormat,
    /// SHA-256 of its bytes.
    pub hash: String,
    /// Routes it names.
    pub routes: Arc<[Route]>,
    /// Time of the last receipt.
    pub received_at: Timestamp,
}

/// Next step to discover the list of a resource kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextProbe {
    /// Request the service's description.
    FetchDescription,
    /// Request one record from the conventional route, because no source names the list.
    Probe,
    /// Load the list.
    LoadList,
    /// Load the watched records one by one, because the list does not exist.
    LoadWatched,
    /// Stop: the route rejects access; the response has the reason.
    Rejected,
    /// Wait until this time after a server failure.
    Wait(Timestamp),
}

/// Discovery state of one resource kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListStatus {
    /// Resource kind.
    pub kind: ResourceKind,
    /// Source of the list.
    pub mode: ListMode,
    /// Path of the list under the base URL.
    pub path: Arc<str>,
    /// Paging form of the list, as far as known.
    pub form: PageForm,
    /// Newest response of the route, if it was requested.
    pub outcome: Option<ProbeOutcome>,
}

/// All discovery results.
#[derive(Clone, Debug, Default)]
pub struct DiscoveryState {
    /// Newest description, if any.
    pub description: Option<StoredDescription>,
    /// Reason for a missing description.
    pub missing_description: Option<ProbeOutcome>,
    /// Newest response of each list.
    pub outcomes: BTreeMap<ResourceKind, ProbeOutcome>,
    /// Results to store, with their topic.
    pub unsaved: Vec<(&'static str, CachedFact)>,
}

/// Format of an API description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum DescriptionFormat {
    /// A Postman collection, format 2.x.
    Postman,
    /// `OpenAPI` 3 or Swagger 2.
    OpenApi,
}

/// A stored discovery result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedFact {
    /// Subject, unique in its topic.
    pub name: String,
    /// Content in a format of the caller.
    pub body: String,
    /// Time of the discovery.
    pub learned_at: Timestamp,
}
