//! Any route read on its own, for screens that show what the contract does not describe: reads alone, a few kept.

use crate::model::fetched::Asked;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;

use crate::client::{Call, Client};
use crate::contract::json::dynamic_body::Body;
use crate::contract::operation::Method;
use crate::contract::paging::page::PageHeaders;
use crate::engine::actor::{Actor, Msg};
use crate::error::Error;
use crate::model::fetched::Remote;

use super::record_fetch::DetailReport;

/// How many answers are kept.
const KEPT: usize = 16;

/// The answers kept.
#[derive(Debug, Default)]
pub(in crate::engine) struct Explored {
    answers: BTreeMap<Asked, Remote<Body>>,
    order: VecDeque<Asked>,
    shown: Option<Arc<BTreeMap<Asked, Remote<Body>>>>,
}

impl Explored {
    /// The answers as they are published.
    pub(in crate::engine) fn shown(&mut self) -> Arc<BTreeMap<Asked, Remote<Body>>> {
        self.shown
            .get_or_insert_with(|| Arc::new(self.answers.clone()))
            .clone()
    }

    /// Opens a place for an answer; whether it is not being asked for already.
    fn open(&mut self, asked: &Asked) -> bool {
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

    fn take(&mut self, asked: &Asked, answer: Result<Body, Error>, now: Timestamp) {
        if let Some(place) = self.answers.get_mut(asked) {
            match answer {
                Ok(body) => place.receive(body, now),
                Err(error) => place.fail(error),
            }
            self.shown = None;
        }
    }
}

impl Actor {
    /// Reads a route.
    pub(in crate::engine) fn explore(&mut self, asked: &Asked) {
        if self.explored.open(asked) {
            let (client, asked) = (self.client.clone(), asked.clone());
            self.spawn(async move {
                let answer = read(&client, &asked).await;
                Msg::Detail(Box::new(DetailReport::Explored(asked, answer)))
            });
        }
        self.view.changed();
    }

    pub(super) fn take_explored(&mut self, asked: &Asked, answer: Result<Body, Error>, now: Timestamp) {
        self.heard(&answer);
        if let Err(error) = &answer {
            self.families.rights.refused(error);
        }
        self.explored.take(asked, answer, now);
    }
}

async fn read(client: &Client, asked: &Asked) -> Result<Body, Error> {
    let call = asked
        .query
        .iter()
        .fold(Call::raw(Method::Get, &asked.path), |call, (name, value)| {
            call.query(name, value)
        });
    let response = client.call(call).await?;
    let headers = PageHeaders::read(|name| response.headers.get(name)?.to_str().ok());
    Body::parse(&response.body, headers).map_err(|error| {
        Error::from(error)
            .with_status(response.status)
            .with_request_id(response.request_id.clone())
    })
}
