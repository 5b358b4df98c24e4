//! How a bearer is had: a signed exchange, or the user's command.

use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::time::Instant;

use super::credential_command::Printed;
use super::token::{Exchanged, Token};
use super::{credential_command, keyring, signer};
use crate::client::config::SecretSource;
use crate::client::http::build_request::Prepared;
use crate::client::http::clock_skew::WORTH_A_WORD_MS;
use crate::client::http::request::Call;
use crate::client::{Client, Inner};
use crate::contract::models::token::TokenResponse;
use crate::contract::operation::OperationId;
use crate::contract::record::Record;
use crate::error::{Error, ErrorKind};

impl Client {
    /// The bearer to use now.
    pub(in crate::client) async fn bearer(&self) -> Result<Arc<Token>, Error> {
        let client = self.clone();
        self.inner.tokens.bearer(move || client.exchange_boxed()).await
    }

    /// Boxed here and not where it is awaited: the exchange is itself a call, and the compiler must not look
    /// for its type inside its own.
    fn exchange_boxed(self) -> BoxFuture<'static, Result<Exchanged, Error>> {
        async move { self.exchange().await }.boxed()
    }

    /// Waits for what gives the secret. Whoever cannot wait that long is told what was waited for.
    async fn awaited<T>(&self, silent: Error, secret: impl Future<Output = T>) -> T {
        self.inner.tokens.exchange_troubled(&silent);
        let secret = secret.await;
        self.inner.tokens.exchange_ended();
        secret
    }

    async fn exchange(&self) -> Result<Exchanged, Error> {
        let inner = &*self.inner;
        let (sent, sent_wall) = (Instant::now(), SystemTime::now());
        // Fetched before the clock starts: a person may have to unlock the keyring.
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
                    // Corrected or not, it may be the reason, and it is easily mended.
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

/// Whether the service has refused the key, by whatever status: for whoever calls it is all the same a matter of the
/// key.
fn is_refusal(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Auth | ErrorKind::Forbidden | ErrorKind::Invalid | ErrorKind::Conflict
    )
}
