//! Bearer acquisition: a signed exchange or the user's command.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::time::Instant;

use super::credential_command::CommandOutput;
use super::token::{ExchangeResult, Token};
use super::{credential_command, keyring, signer};
use crate::client::Client;
use crate::client::auth::secret_source::SecretSource;
use crate::client::client::ClientInner;
use crate::client::http::build_request::PreparedCall;
use crate::client::http::clock_skew::WARNING_SKEW_MS;
use crate::client::http::request::Call;
use crate::contract::models::token::TokenResponse;
use crate::contract::operation::OperationId;
use crate::contract::record::Record;
use crate::error::{Error, ErrorKind};
use crate::host;

impl Client {
    /// Returns the bearer to use now.
    pub(in crate::client) async fn bearer(&self) -> Result<Arc<Token>, Error> {
        let client = self.clone();
        self.inner.tokens.bearer(move || client.exchange_boxed()).await
    }

    /// Returns the exchange as a boxed future.
    ///
    /// It is boxed here because the exchange is itself a call. The future type would otherwise contain itself.
    fn exchange_boxed(self) -> BoxFuture<'static, Result<ExchangeResult, Error>> {
        async move { self.exchange().await }.boxed()
    }

    /// Waits for the secret and meanwhile records `silent` for callers whose deadline ends first.
    async fn wait_for_secret<T>(&self, silent: Error, secret: impl Future<Output = T>) -> T {
        self.inner.tokens.set_exchange_error(&silent);
        let secret = secret.await;
        self.inner.tokens.clear_exchange_error();
        secret
    }

    async fn exchange(&self) -> Result<ExchangeResult, Error> {
        let inner = &*self.inner;
        let (sent_at, sent_at_wall) = (Instant::now(), host::now());
        // The secret is fetched before the deadline starts: the user may have to unlock the keyring.
        let secret = match &inner.config.secret {
            SecretSource::Command(command) => match self
                .wait_for_secret(
                    credential_command::timeout_error(),
                    credential_command::run_command(command, &inner.config.key_id),
                )
                .await?
            {
                CommandOutput::Token(response) => {
                    return Ok(ExchangeResult { response, sent_at, sent_at_wall });
                }
                CommandOutput::Secret(secret) => Arc::new(secret),
            },
            SecretSource::Keyring(_) => {
                self.wait_for_secret(keyring::timeout_error(), inner.secret.load()).await?
            }
            _ => inner.secret.load().await?,
        };
        let prepared = PreparedCall::new(Call::new(OperationId::AuthTokenExchange), &inner.config)?;
        let deadline = Instant::now() + inner.config.timeout;
        let sign = |inner: &ClientInner| {
            let timestamp = inner.clock.timestamp();
            signer::exchange_body(&secret, &inner.config.key_id, timestamp).map(Bytes::from)
        };
        let result = self.run_with(&prepared, deadline, &sign).await;
        inner.tokens.clear_exchange_error();
        match result {
            Ok((response, sent_at, sent_at_wall)) => {
                inner.clock.save_skew();
                let token =
                    Record::parse(&response.body).and_then(|record| TokenResponse::from_record(&record));
                let response = token.map_err(|error| response.invalid_without_excerpt(error.into()))?;
                Ok(ExchangeResult { response, sent_at, sent_at_wall })
            }
            Err(error) if is_rejection(&error) => {
                inner.secret.forget().await;
                let error = error.with_kind(ErrorKind::Auth);
                Err(match inner.clock.skew_ms() {
                    // Even if corrected, the clock skew may be the reason, and it is easy to fix.
                    Some(skew) if skew.unsigned_abs() > WARNING_SKEW_MS => error.with_message(format!(
                        "this device's clock is {} s {} the server's",
                        skew.unsigned_abs() / 1_000,
                        if skew > 0 { "behind" } else { "ahead of" }
                    )),
                    _ => error,
                })
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns whether the service rejected the key.
///
/// Several statuses count: for the caller, each is a problem with the key.
fn is_rejection(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Auth | ErrorKind::Forbidden | ErrorKind::Invalid | ErrorKind::Conflict)
}
