//! Parsing of secrets and passphrases: one line, without surrounding white space.

use crate::error::Error;
use secrecy::SecretString;

/// Returns the secret in a text: one line without byte order mark and surrounding white space.
///
/// # Errors
/// [`Auth`](crate::error::ErrorKind::Auth) if the text is empty or has more than one line.
pub fn parse_secret(text: &str) -> Result<SecretString, Error> {
    let line = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if line.is_empty() {
        return Err(Error::auth("the secret is empty").with_message_ref("usage-secret-empty", &[]));
    }
    if line.contains(char::is_control) {
        let message =
            "the secret has more than one line, or control characters. A secret is one line of text";
        return Err(Error::auth(message).with_message_ref("usage-secret-lines", &[]));
    }
    Ok(SecretString::from(line))
}

/// Returns the passphrase in a text, without byte order mark and line end. Keeps spaces.
pub(crate) fn parse_passphrase(text: &str) -> SecretString {
    SecretString::from(text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']))
}
