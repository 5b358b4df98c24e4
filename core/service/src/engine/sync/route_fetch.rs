//! Fetching of arbitrary routes, for screens of resources that the contract does not describe. It is read-only and
//! caches a few answers.

use crate::client::{Call, Client};
use crate::contract::json::dynamic_body::Body;
use crate::contract::operation::Method;
use crate::contract::paging::page::PageHeaders;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::state::records::DetailReport;
use crate::error::Error;
use crate::model::fetched::Asked;

use jiff::Timestamp;

impl Actor {
    /// Fetches a route.
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
