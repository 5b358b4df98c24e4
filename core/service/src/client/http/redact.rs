//! Masking of credentials that the service echoes.
//!
//! They must not reach caches, logs or screens.

use memchr::memmem;
use secrecy::{ExposeSecret, SecretString};

use super::build_request::PreparedCall;
use super::retry::RetryRule;
use super::transport::RawResponse;
use crate::client::auth::token::Token;
use crate::contract::record::Record;

/// Shortest text that is masked: shorter ones would match harmless text.
const MIN_MASKED_LEN: usize = 6;

/// Returns the forms in which a service may echo a text.
fn echo_forms(hidden: &str) -> [String; 3] {
    [hidden.to_owned(), hidden.to_uppercase(), hidden.replace('/', "\\/")]
}

/// Returns the query for the log, with the values of secret-looking parameters removed.
///
/// No route of the contract has such a parameter, but a route typed by the user may.
pub(in crate::client) fn redact_query(query: &str) -> String {
    const SECRET_NAMES: [&str; 7] = ["secret", "token", "password", "signature", "nonce", "key", "auth"];
    let redacted = |pair: &str| {
        let name = pair.split('=').next().unwrap_or_default();
        let folded = name.to_ascii_lowercase();
        if SECRET_NAMES.iter().any(|secret| folded.contains(secret)) {
            format!("{name}=[…]")
        } else {
            pair.to_owned()
        }
    };
    query.split('&').map(redacted).collect::<Vec<_>>().join("&")
}

/// Texts of one request that must be masked.
pub(super) struct SecretMask(Vec<(SecretString, &'static str)>);

impl SecretMask {
    /// Collects the bearer of a call, or nonce and signature of an exchange.
    pub(in crate::client) fn for_call(prepared: &PreparedCall, body: &[u8], token: Option<&Token>) -> Self {
        let mut hidden = Vec::new();
        if let Some(token) = token {
            hidden.push((token.response.bearer().clone(), "[bearer]"));
        }
        if prepared.retry_rule == RetryRule::Exchange
            && let Ok(sent_fields) = Record::parse(body)
        {
            for (field, placeholder) in [("signature", "[signature]"), ("nonce", "[nonce]")] {
                hidden.extend(
                    sent_fields.text(field).map(|text| (SecretString::from(text.as_ref()), placeholder)),
                );
            }
        }
        hidden.retain(|(text, _)| text.expose_secret().len() >= MIN_MASKED_LEN);
        Self(hidden)
    }

    /// Returns whether the bytes contain any of the texts in any form.
    fn is_in(&self, bytes: &[u8]) -> bool {
        self.0
            .iter()
            .flat_map(|(hidden, _)| echo_forms(hidden.expose_secret()))
            .any(|form| memmem::find(bytes, form.as_bytes()).is_some())
    }

    /// Returns the text with the secrets masked.
    ///
    /// It masks the form sent, the upper-case form, and the form with escaped `/` of some JSON writers.
    pub(in crate::client) fn mask_text(&self, text: &str) -> String {
        let mut masked = text.to_owned();
        for (hidden, placeholder) in &self.0 {
            for form in echo_forms(hidden.expose_secret()) {
                if masked.contains(&form) {
                    masked = masked.replace(&form, placeholder);
                }
            }
        }
        masked
    }

    /// Masks the body of a response. Also masks a bearer in the response to a failed exchange.
    pub(super) fn mask_response(&self, raw: RawResponse) -> RawResponse {
        // Fast path: success bodies can have many megabytes and rarely contain a secret.
        if (200..300).contains(&raw.status) && !self.is_in(&raw.body) {
            return raw;
        }
        let Ok(text) = std::str::from_utf8(&raw.body) else {
            // For a body that is not text, the lossy conversion is what gets shown, so mask that.
            let lossy = String::from_utf8_lossy(&raw.body).into_owned();
            let masked = self.mask_text(&lossy);
            return if masked == lossy { raw } else { RawResponse { body: masked.into(), ..raw } };
        };
        let mut masked = self.mask_text(text);
        let failed_exchange = !(200..300).contains(&raw.status);
        if failed_exchange
            && let Ok(record) = Record::parse(masked.as_str())
            && let Some(issued) = record.text("access_token")
            && issued.len() >= MIN_MASKED_LEN
        {
            masked = masked.replace(&*issued, "[bearer]");
        }
        if masked == text {
            return raw;
        }
        RawResponse { body: masked.into(), ..raw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redacted_query_hides_only_the_secrets() {
        assert_eq!(redact_query("page=2&limit=200"), "page=2&limit=200");
        assert_eq!(redact_query("access_token=abc&page=2&apiKey=x"), "access_token=[…]&page=2&apiKey=[…]");
        assert_eq!(redact_query(""), "");
    }
}
