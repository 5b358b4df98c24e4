//! Fetching of arbitrary routes, for screens of resources that the contract does not describe. It is read-only and
//! caches a few responses.

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
    pub(in crate::engine) fn fetch_route(&mut self, request: &RouteRequest) {
        if self.routes.open(request) {
            let (client, request) = (self.client.clone(), request.clone());
            self.spawn(async move {
                let result = fetch_body(&client, &request).await;
                Msg::Detail(Box::new(DetailReport::Route(request, result)))
            });
        }
        self.view.changed();
    }

    pub(super) fn on_route_response(
        &mut self,
        request: &RouteRequest,
        result: Result<JsonBody, Error>,
        now: Timestamp,
    ) {
        self.on_response(&result);
        if let Err(error) = &result {
            self.resource_lists.permissions.record_rejection(error);
        }
        self.routes.store(request, result, now);
    }
}

async fn fetch_body(client: &Client, request: &RouteRequest) -> Result<JsonBody, Error> {
    let call = request
        .query
        .iter()
        .fold(Call::raw(Method::Get, &request.path), |call, (name, value)| call.query(name, value));
    let response = client.call(call).await?;
    let headers = PageHeaders::parse(|name| response.headers.get(name)?.to_str().ok());
    JsonBody::parse(&response.body, headers).map_err(|error| {
        Error::from(error).with_status(response.status).with_request_id(response.request_id.clone())
    })
}
