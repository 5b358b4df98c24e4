//! What this side sent to prove who it is, masked where the service echoes it: it must reach no cache, log or screen.

use memchr::memmem;
use secrecy::{ExposeSecret, SecretString};

use super::build_request::Prepared;
use super::retry::Repeat;
use super::transport::Answer;
use crate::client::auth::token::Token;
use crate::contract::record::Record;

/// Shorter texts than this are no proofs, and would mask what is none.
const SHORTEST: usize = 6;

/// The forms in which a service may echo a text.
fn forms(hidden: &str) -> [String; 3] {
    [
        hidden.to_owned(),
        hidden.to_uppercase(),
        hidden.replace('/', "\\/"),
    ]
}

/// The query of a request as the log shows it: whatever is called by a name of secrets keeps its name alone. No route of the
/// contract has such a parameter; a route that a person types may.
pub(in crate::client) fn query(query: &str) -> String {
    const SECRET: [&str; 7] = ["secret", "token", "password", "signature", "nonce", "key", "auth"];
    let shown = |pair: &str| {
        let name = pair.split('=').next().unwrap_or_default();
        let folded = name.to_ascii_lowercase();
        if SECRET.iter().any(|secret| folded.contains(secret)) {
            format!("{name}=[…]")
        } else {
            pair.to_owned()
        }
    };
    query.split('&').map(shown).collect::<Vec<_>>().join("&")
}

/// The texts of one request that nobody may see.
pub(super) struct Mask(Vec<(SecretString, &'static str)>);

impl Mask {
    /// The bearer of a call, or nonce and signature of an exchange.
    pub(in crate::client) fn of(prepared: &Prepared, body: &[u8], token: Option<&Token>) -> Self {
        let mut hidden = Vec::new();
        if let Some(token) = token {
            hidden.push((token.response.bearer().clone(), "[bearer]"));
        }
        if prepared.repeat == Repeat::Exchange
            && let Ok(sent) = Record::parse(body)
        {
            for (field, shown) in [("signature", "[signature]"), ("nonce", "[nonce]")] {
                hidden.extend(
                    sent.text(field)
                        .map(|text| (SecretString::from(text.as_ref()), shown)),
                );
            }
        }
        hidden.retain(|(text, _)| text.expose_secret().len() >= SHORTEST);
        Self(hidden)
    }

    /// Whether any of them is in the bytes, in any of its forms.
    fn is_in(&self, bytes: &[u8]) -> bool {
        self.0
            .iter()
            .flat_map(|(hidden, _)| forms(hidden.expose_secret()))
            .any(|form| memmem::find(bytes, form.as_bytes()).is_some())
    }

    /// The text without them, in the form sent, in upper case, and with `/` escaped as some JSON writers do.
    pub(in crate::client) fn text(&self, text: &str) -> String {
        let mut masked = text.to_owned();
        for (hidden, shown) in &self.0 {
            for form in forms(hidden.expose_secret()) {
                if masked.contains(&form) {
                    masked = masked.replace(&form, shown);
                }
            }
        }
        masked
    }

    /// The answer with its body masked. A bearer in the answer to an exchange that failed is masked as well.
    pub(super) fn over(&self, answer: Answer) -> Answer {
        // Lists of many megabytes pass here, and almost none holds any of it.
        if (200..300).contains(&answer.status) && !self.is_in(&answer.body) {
            return answer;
        }
        let Ok(text) = std::str::from_utf8(&answer.body) else {
            // Not text: what is shown of it is what survives a lossy reading, so that is what is masked.
            let lossy = String::from_utf8_lossy(&answer.body).into_owned();
            let masked = self.text(&lossy);
            return if masked == lossy {
                answer
            } else {
                Answer {
                    body: masked.into(),
                    ..answer
                }
            };
        };
        let mut masked = self.text(text);
        let failed_exchange = !(200..300).contains(&answer.status);
        if failed_exchange
            && let Ok(record) = Record::parse(masked.as_str())
            && let Some(issued) = record.text("access_token")
            && issued.len() >= SHORTEST
        {
            masked = masked.replace(&*issued, "[bearer]");
        }
        if masked == text {
            return answer;
        }
        Answer {
            body: masked.into(),
            ..answer
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_query_the_log_shows_all_but_the_secrets() {
        assert_eq!(query("page=2&limit=200"), "page=2&limit=200");
        assert_eq!(
            query("access_token=abc&page=2&apiKey=x"),
            "access_token=[…]&page=2&apiKey=[…]"
        );
        assert_eq!(query(""), "");
    }
}
