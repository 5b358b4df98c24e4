//! `credential_command`: a command of the user's that prints a token response.
//!
//! The raw secret can so stay on a server. What it prints is read under a cap and never shown; what it says on
//! standard error is shown, made harmless.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

use crate::contract::excerpt::excerpt;
use crate::contract::record::Record;
use crate::contract::token::TokenResponse;
use crate::error::Error;

/// Time for a command, which may have to ask a person.
const PATIENCE: Duration = Duration::from_mins(1);
/// Most bytes of a token response.
const MOST_OUTPUT: u64 = 64 * 1024;

/// Runs the command through the system shell, with the key identifier in `ENCOURS_KEY_ID`.
pub(super) async fn token(command: &str, key_id: &str) -> Result<TokenResponse, Error> {
    match tokio::time::timeout(PATIENCE, run(command, key_id)).await {
        Ok(result) => result,
        Err(_) => Err(Error::auth("the credential command did not end in time")),
    }
}

async fn run(command: &str, key_id: &str) -> Result<TokenResponse, Error> {
    let failed = |what: &str| Error::auth(format!("the credential command {what}"));
    let mut child = shell(command)
        .env("ENCOURS_KEY_ID", key_id)
        .env_remove(super::secret_file::PASSPHRASE_VARIABLE)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| failed(&format!("could not be started: {}", error.kind())))?;
    let (output, complaint) = tokio::join!(read(child.stdout.take()), read(child.stderr.take()));
    let status = child
        .wait()
        .await
        .map_err(|error| failed(&format!("could not be awaited: {}", error.kind())))?;
    if !status.success() {
        let complaint = String::from_utf8_lossy(&complaint);
        let code = status
            .code()
            .map_or_else(|| "a signal".to_owned(), |code| code.to_string());
        return Err(failed(&format!(
            "ended with {code}: {}",
            excerpt(complaint.trim(), 300)
        )));
    }
    let record =
        Record::parse(&output).map_err(|error| failed(&format!("printed no token response: {error}")))?;
    TokenResponse::from_record(&record)
        .map_err(|error| failed(&format!("printed no token response: {error}")))
}

/// Reads to the end or to the cap. A pipe that breaks ends the output; what was read is judged as it is.
async fn read(pipe: Option<impl AsyncRead + Unpin>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        let _ = pipe.take(MOST_OUTPUT).read_to_end(&mut bytes).await;
    }
    bytes
}

#[cfg(not(windows))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command);
    shell
}

#[cfg(windows)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use secrecy::ExposeSecret;

    #[tokio::test]
    async fn a_printed_token_response_is_taken() {
        let command = r#"printf '{"access_token":"t-%s","expires_in":900}' "$ENCOURS_KEY_ID""#;
        let token = token(command, "k1").await.unwrap();
        assert_eq!(token.bearer().expose_secret(), "t-k1");
    }

    #[tokio::test]
    async fn failures_say_what_without_the_output() {
        for command in [
            "echo canary; echo 'no network' >&2; exit 3",
            "echo canary",
            "echo '{\"token\":\"canary\"}'",
            "yes canary",
            "true",
            "exec /no/such/program",
        ] {
            let error = token(command, "k").await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Auth, "{command}");
            assert!(!error.to_string().contains("canary"), "{error}");
        }
        let error = token("echo 'no network' >&2; exit 3", "k").await.unwrap_err();
        assert!(error.to_string().contains("ended with 3: no network"), "{error}");
    }
}
