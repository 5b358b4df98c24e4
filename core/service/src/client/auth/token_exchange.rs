//! Bearer acquisition: a signed exchange or the user's command.

use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::time::Instant;

use super::credential_command::Printed;
use super::token::{Exchanged, Token};
use super::{credential_command, keyring, signer};
use crate::client::Client;
use crate::client::auth::secret_source::SecretSource;
use crate::client::client::Inner;
use crate::client::http::build_request::Prepared;
use crate::client::http::clock_skew::WORTH_A_WORD_MS;
use crate::client::http::request::Call;
use crate::contract::models::token::TokenResponse;
use crate::contract::operation::OperationId;
use crate::contract::record::Record;
use crate::error::{Error, ErrorKind};

impl Client {
    /// Returns the bearer to use now.
    pub(in crate::client) async fn bearer(&self) -> Result<Arc<Token>, Error> {
        let client = self.clone();
        self.inner.tokens.bearer(move || client.exchange_boxed()).await
    }

    /// Returns the exchange as a boxed future.
    ///
    /// It is boxed here because the exchange is itself a call. The future type would otherwise contain itself.
    fn exchange_boxed(self) -> BoxFuture<'static, Result<Exchanged, Error>> {
        async move { self.exchange().await }.boxed()
    }

    /// Waits for the secret and meanwhile records `silent` for callers whose deadline ends first.
    async fn awaited<T>(&self, silent: Error, secret: impl Future<Output = T>) -> T {
        self.inner.tokens.exchange_troubled(&silent);
        let secret = secret.await;
        self.inner.tokens.exchange_ended();
        secret
    }

    async fn exchange(&self) -> Result<Exchanged, Error> {
        let inner = &*self.inner;
        let (sent, sent_wall) = (Instant::now(), SystemTime::now());
        // The secret is fetched before the deadline starts: the user may have to unlock the keyring.
        let secret = match &inner.config.secret {
            SecretSource::Command(command) => match self
                .awaited(
                    credential_command::silent(),
                    credential_command::run(command, &inner.config.key_id),
                )
                .await?
            {
                Printed::Token(response) => {
                    return Ok(Exchanged {
                        response,
                        sent,
                        sent_wall,
                    });
                }
                Printed::Secret(secret) => Arc::new(secret),
            },
            SecretSource::Keyring(_) => self.awaited(keyring::silent(), inner.secret.get()).await?,
            _ => inner.secret.get().await?,
        };
        let prepared = Prepared::new(Call::new(OperationId::AuthTokenExchange), &inner.config)?;
        let deadline = Instant::now() + inner.config.timeout;
        let sign = |inner: &Inner| {
            let timestamp = inner.clock.timestamp();
            signer::exchange_body(&secret, &inner.config.key_id, timestamp).map(Bytes::from)
        };
        let answer = self.run(&prepared, deadline, &sign).await;
        inner.tokens.exchange_ended();
        match answer {
            Ok((response, sent, sent_wall)) => {
                inner.clock.remember();
                let token =
                    Record::parse(&response.body).and_then(|record| TokenResponse::from_record(&record));
                let response = token.map_err(|error| response.not_allowed_secret(error.into()))?;
                Ok(Exchanged {
                    response,
                    sent,
                    sent_wall,
                })
            }
            Err(error) if is_refusal(&error) => {
                inner.secret.forget().await;
                let error = error.with_kind(ErrorKind::Auth);
                Err(match inner.clock.skew_ms() {
                    // Even if corrected, the clock skew may be the reason, and it is easy to fix.
                    Some(skew) if skew.unsigned_abs() > WORTH_A_WORD_MS => error.with_message(format!(
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

/// Returns whether the service refused the key.
///
/// Several statuses count: for the caller, each is a problem with the key.
fn is_refusal(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Auth | ErrorKind::Forbidden | ErrorKind::Invalid | ErrorKind::Conflict
    )
}
