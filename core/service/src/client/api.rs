//! Typed operations of the contract. Each sends a [`Call`] through the shared pipeline.

use secrecy::SecretString;
use tokio::runtime::{Handle, RuntimeFlavor};

use super::http::request::{Call, Response};
use crate::client::Client;
use crate::contract::ids::{DealId, IdempotencyKey};
use crate::contract::models::deal::Deal;
use crate::contract::models::entity::Entity;
use crate::contract::models::note::DealNote;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::models::token::TokenResponse;
use crate::contract::operation::OperationId;
use crate::contract::paging::deal_page::{DealPage, DealParts};
use crate::contract::paging::page::Page;
use crate::contract::resource::Resource;
use crate::error::{Error, ErrorKind};

/// Parameters of `GET /deals`, all optional.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DealsQuery {
    /// Page size; the service may apply a smaller one.
    pub limit: Option<u64>,
    /// Deals to skip.
    pub offset: Option<u64>,
    /// Status code.
    pub status: Option<String>,
}

impl DealsQuery {
    fn apply(&self, call: Call) -> Call {
        let numbers = [("limit", self.limit), ("offset", self.offset)];
        let call = numbers.into_iter().fold(call, |call, (name, number)| match number {
            Some(number) => call.query(name, number.to_string()),
            None => call,
        });
        match &self.status {
            Some(status) => call.query("status", status),
            None => call,
        }
    }
}

impl Client {
    /// Returns the current token response; fetches one if there is none.
    pub async fn token(&self) -> Result<TokenResponse, Error> {
        Ok(self.bearer().await?.response.clone())
    }

    /// Returns the last token response, if there is one. Sends nothing.
    pub fn signed_in(&self) -> Option<TokenResponse> {
        Some(self.inner.tokens.current()?.response.clone())
    }

    /// Returns the token response as JSON including the bearer, for explicit requests only.
    pub async fn revealed_token(&self) -> Result<SecretString, Error> {
        Ok(self.bearer().await?.response.with_bearer())
    }

    /// `GET /entity`
    pub async fn entity(&self) -> Result<Entity, Error> {
        self.fetch_one(Call::new(OperationId::EntityGet)).await
    }

    /// `GET /portfolio/summary`
    pub async fn portfolio_summary(&self) -> Result<PortfolioSummary, Error> {
        self.fetch_one(Call::new(OperationId::PortfolioSummary)).await
    }

    /// Fetches one page of `GET /deals`.
    pub async fn deals_page(&self, query: &DealsQuery) -> Result<Page<Deal>, Error> {
        self.fetch_page(query.apply(Call::new(OperationId::DealsList))).await
    }

    /// Fetches one page of `GET /deals` and reads the fields in `parts`.
    ///
    /// `in_progress` is dropped when the response has arrived and before it is parsed. The caller can then request the next
    /// page.
    pub async fn scan_deals_page<T: Send>(
        &self,
        query: &DealsQuery,
        parts: DealParts,
        in_progress: T,
    ) -> Result<DealPage, Error> {
        let response = self.call(query.apply(Call::new(OperationId::DealsList))).await?;
        drop(in_progress);
        if Handle::current().runtime_flavor() != RuntimeFlavor::CurrentThread {
            return response.deal_page(parts);
        }
        // Parsing runs off the network thread, which has other pages to receive.
        let read = crate::host::spawn_blocking(move || response.deal_page(parts)).await;
        read.map_err(|error| Error::unexpected(format!("a page could not be read: {error}")))?
    }

    /// `GET /deals/{deal_id}`
    pub async fn deal(&self, id: &DealId) -> Result<Deal, Error> {
        self.fetch_one(Call::new(OperationId::DealsGet).parameter("deal_id", id)).await
    }

    /// `POST /deals`; retried automatically with the same key and bytes.
    pub async fn create_deal(&self, body: &str, key: &IdempotencyKey) -> Result<Deal, Error> {
        self.send_write(Call::new(OperationId::DealsCreate).body(body.to_owned()).key(key)).await
    }

    /// `PUT /deals/{deal_id}` with the fields to change.
    pub async fn update_deal(&self, id: &DealId, body: &str, key: &IdempotencyKey) -> Result<Deal, Error> {
        let call = Call::new(OperationId::DealsUpdate).parameter("deal_id", id);
        self.send_write(call.body(body.to_owned()).key(key)).await
    }

    /// `DELETE /deals/{deal_id}`: logical deletion.
    pub async fn delete_deal(&self, id: &DealId, key: &IdempotencyKey) -> Result<(), Error> {
        let call = Call::new(OperationId::DealsDelete).parameter("deal_id", id).key(key);
        self.call(call).await.map(|_| ())
    }

    /// Fetches one page of `GET /deals/{deal_id}/notes`.
    pub async fn deal_notes(
        &self,
        id: &DealId,
        limit: Option<u64>,
        offset: Option<u64>,
    ) -> Result<Page<DealNote>, Error> {
        let query = DealsQuery { limit, offset, status: None };
        self.fetch_page(query.apply(Call::new(OperationId::DealsNotesList).parameter("deal_id", id))).await
    }

    /// Fetches the machine-readable API description, without a retry.
    ///
    /// The contract does not say whether it needs a bearer: the request is sent first without one, then with one.
    pub async fn api_description(&self) -> Result<Response, Error> {
        let call = Call::new(OperationId::PostmanGet).no_retry();
        match self.call(call.clone().anonymous()).await {
            Err(error) if matches!(error.kind(), ErrorKind::Auth | ErrorKind::Forbidden) => {
                self.call(call).await
            }
            response => response,
        }
    }

    /// Sends a call whose response is one resource.
    pub async fn fetch_one<T: Resource>(&self, call: Call) -> Result<T, Error> {
        let response = self.call(call).await?;
        T::from_record(response.record()?).map_err(|error| response.invalid(error.into()))
    }

    /// Sends a write whose response is one resource.
    ///
    /// A read tolerates fields of another type. A write does not: a response outside the contract leaves the outcome in
    /// doubt.
    pub(crate) async fn send_write<T: Resource>(&self, call: Call) -> Result<T, Error> {
        self.call(call).await?.documented_resource()
    }

    /// Sends a call whose response is a page.
    pub async fn fetch_page<T: Resource>(&self, call: Call) -> Result<Page<T>, Error> {
        Ok(self.call(call).await?.page()?.into_resources())
    }
}
