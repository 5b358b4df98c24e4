//! Fetching of arbitrary routes, for screens of resources that the contract does not describe. It is read-only and
//! caches a few answers.

use crate::client::{Call, Client};
use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::operation::Method;
use crate::contract::paging::page::PageHeaders;
use crate::engine::actor::Actor;
use crate::engine::messages::Msg;
use crate::engine::sync::state::records::DetailReport;
use crate::error::Error;
use crate::model::fetched::RouteRequest;

use jiff::Timestamp;

impl Actor {
    /// Fetches a route.
    pub(in crate::engine) fn fetch_route(&mut self, asked: &RouteRequest) {
        if self.routes.open(asked) {
            let (client, asked) = (self.client.clone(), asked.clone());
            self.spawn(async move {
                let answer = fetch_body(&client, &asked).await;
                Msg::Detail(Box::new(DetailReport::Route(asked, answer)))
            });
        }
        self.view.changed();
    }

    pub(super) fn on_route_response(
        &mut self,
        asked: &RouteRequest,
        answer: Result<JsonBody, Error>,
        now: Timestamp,
    ) {
        self.on_response(&answer);
        if let Err(error) = &answer {
            self.resource_lists.permissions.record_refusal(error);
        }
        self.routes.store(asked, answer, now);
    }
}

async fn fetch_body(client: &Client, asked: &RouteRequest) -> Result<JsonBody, Error> {
    let call = asked
        .query
        .iter()
        .fold(Call::raw(Method::Get, &asked.path), |call, (name, value)| {
            call.query(name, value)
        });
    let response = client.call(call).await?;
    let headers = PageHeaders::parse(|name| response.headers.get(name)?.to_str().ok());
    JsonBody::parse(&response.body, headers).map_err(|error| {
        Error::from(error)
            .with_status(response.status)
            .with_request_id(response.request_id.clone())
    })
}
