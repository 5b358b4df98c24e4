//! The answers of the routes that the user explored.

use crate::contract::json::dynamic_body::Body;
use crate::error::Error;
use crate::model::fetched::{Asked, Remote};
use jiff::Timestamp;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The cached answers.
#[derive(Debug, Default)]
pub(crate) struct Explored {
    pub(in crate::engine) answers: BTreeMap<Asked, Remote<Body>>,
    pub(in crate::engine) order: VecDeque<Asked>,
    pub(in crate::engine) shown: Option<Arc<BTreeMap<Asked, Remote<Body>>>>,
}

impl Explored {
    /// Returns the answers for publication.
    pub(in crate::engine) fn shown(&mut self) -> Arc<BTreeMap<Asked, Remote<Body>>> {
        self.shown
            .get_or_insert_with(|| Arc::new(self.answers.clone()))
            .clone()
    }

    /// Adds an entry for an answer; returns whether it must be fetched.
    pub(crate) fn open(&mut self, asked: &Asked) -> bool {
        self.order.retain(|other| other != asked);
        self.order.push_back(asked.clone());
        if self.order.len() > KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.answers.remove(&oldest);
        }
        self.shown = None;
        let answer = self.answers.entry(asked.clone()).or_default();
        !std::mem::replace(&mut answer.loading, true)
    }

    pub(crate) fn take(&mut self, asked: &Asked, answer: Result<Body, Error>, now: Timestamp) {
        if let Some(place) = self.answers.get_mut(asked) {
            match answer {
                Ok(body) => place.receive(body, now),
                Err(error) => place.fail(error),
            }
            self.shown = None;
        }
    }
}

/// Maximum number of cached answers.
pub(crate) const KEPT: usize = 16;
