//! The responses of the routes that the user explored.

use crate::contract::json::dynamic_body::JsonBody;
use crate::error::Error;
use crate::model::fetched::{Fetched, RouteRequest};
use jiff::Timestamp;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The cached responses.
#[derive(Debug, Default)]
pub(crate) struct RouteCache {
    pub(in crate::engine) responses: BTreeMap<RouteRequest, Fetched<JsonBody>>,
    pub(in crate::engine) order: VecDeque<RouteRequest>,
    pub(in crate::engine) published: Option<Arc<BTreeMap<RouteRequest, Fetched<JsonBody>>>>,
}

impl RouteCache {
    /// Returns the responses for publication.
    pub(in crate::engine) fn publish(&mut self) -> Arc<BTreeMap<RouteRequest, Fetched<JsonBody>>> {
        self.published.get_or_insert_with(|| Arc::new(self.responses.clone())).clone()
    }

    /// Adds an entry for a response; returns whether it must be fetched.
    pub(crate) fn open(&mut self, request: &RouteRequest) -> bool {
        self.order.retain(|other| other != request);
        self.order.push_back(request.clone());
        if self.order.len() > MAX_RESPONSES
            && let Some(oldest) = self.order.pop_front()
        {
            self.responses.remove(&oldest);
        }
        self.published = None;
        let response = self.responses.entry(request.clone()).or_default();
        !std::mem::replace(&mut response.loading, true)
    }

    pub(crate) fn store(
        &mut self,
        request: &RouteRequest,
        response: Result<JsonBody, Error>,
        now: Timestamp,
    ) {
        if let Some(stored) = self.responses.get_mut(request) {
            match response {
                Ok(body) => stored.receive(body, now),
                Err(error) => stored.fail(error),
            }
            self.published = None;
        }
    }
}

/// Maximum number of cached responses.
pub(crate) const MAX_RESPONSES: usize = 16;
