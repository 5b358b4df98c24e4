//! `credential_command`: a user's command that prints a token response or the raw secret.
//!
//! With a token response, the raw secret can stay on a server. With the raw secret, it can stay in a password manager.
//! A token response is a JSON object; any other output is the secret, on one line. The output is read under a size cap
//! and never shown. Standard error is sanitised and shown.

use std::process::Stdio;
use std::time::Duration;

use secrecy::SecretString;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

use crate::client::auth::secret_text::parse_secret;
use crate::contract::json::diagnostic_excerpt::excerpt;
use crate::contract::models::token::TokenResponse;
use crate::contract::record::{Record, json_text};
use crate::error::Error;

/// Time limit of the command, which may have to ask the user.
const COMMAND_TIMEOUT: Duration = Duration::from_mins(1);
/// Maximum size of a token response, in bytes.
const MAX_OUTPUT: u64 = 64 * 1024;

/// Output of a credential command.
#[derive(Debug)]
pub(in crate::client) enum CommandOutput {
    /// Token response (contract, "Token response"): the command did the exchange itself.
    Token(TokenResponse),
    /// Raw secret, to sign the exchange with.
    Secret(SecretString),
}

/// Runs the command through the system shell, with the key identifier in `ENCOURS_KEY_ID`.
pub(in crate::client) async fn run_command(command: &str, key_id: &str) -> Result<CommandOutput, Error> {
    match tokio::time::timeout(COMMAND_TIMEOUT, read_output(command, key_id)).await {
        Ok(result) => result,
        Err(_) => Err(timeout_error()),
    }
}

/// Returns the error for a command that has not ended.
pub(in crate::client) fn timeout_error() -> Error {
    command_error("did not end in time", "usage-command-silent", &[])
}

/// Builds an error: `message` for scripts, `key` for the message to the user.
fn command_error(message: &str, key: &'static str, arguments: &[(&'static str, &str)]) -> Error {
    Error::auth(format!("the credential command {message}")).with_message_ref(key, arguments)
}

async fn read_output(command: &str, key_id: &str) -> Result<CommandOutput, Error> {
    let io_failure = |message: &str, error: &std::io::Error| {
        let reason = error.kind().to_string();
        command_error(&format!("{message}: {reason}"), "usage-command-lost", &[("why", &reason)])
    };
    let mut child = shell_command(command)
        .env("ENCOURS_KEY_ID", key_id)
        .env_remove(super::secret_file::PASSPHRASE_VARIABLE)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| io_failure("could not be started", &error))?;
    let (output, stderr_bytes) =
        tokio::join!(read_capped(child.stdout.take()), read_capped(child.stderr.take()));
    let status = child.wait().await.map_err(|error| io_failure("could not be awaited", &error))?;
    if !status.success() {
        return Err(exit_error(status.code(), &stderr_bytes));
    }
    if !json_text(&output).is_ok_and(|text| text.starts_with('{')) {
        return secret_line(&output).map(CommandOutput::Secret).ok_or_else(|| {
            command_error(
                "printed neither a token response (a JSON object) nor a secret (one line of text)",
                "usage-command-printed",
                &[],
            )
        });
    }
    let no_token = |reason: String| {
        let message = format!("printed no token response: {reason}");
        command_error(&message, "usage-command-token", &[("why", &reason)])
    };
    let record = Record::parse(&output).map_err(|error| no_token(error.to_string()))?;
    TokenResponse::from_record(&record).map(CommandOutput::Token).map_err(|error| no_token(error.to_string()))
}

/// Returns the error for a failed command.
///
/// It includes the exit status (none after a signal) and the command's standard error.
fn exit_error(code: Option<i32>, stderr: &[u8]) -> Error {
    let stderr = String::from_utf8_lossy(stderr);
    let stderr = excerpt(stderr.trim(), 300);
    let code = code.map(|code| code.to_string());
    let message = format!("ended with {}: {stderr}", code.as_deref().unwrap_or("a signal"));
    let key = match (&code, stderr.is_empty()) {
        (Some(_), false) => "usage-command-status",
        (Some(_), true) => "usage-command-status-mute",
        (None, false) => "usage-command-signal",
        (None, true) => "usage-command-signal-mute",
    };
    let code = code.unwrap_or_default();
    command_error(&message, key, &[("code", &code), ("why", &stderr)])
}

/// Returns the secret if the output is one non-empty line of text.
fn secret_line(output: &[u8]) -> Option<SecretString> {
    let text = std::str::from_utf8(output).ok()?;
    let is_complete = output.len() < usize::try_from(MAX_OUTPUT).unwrap_or(usize::MAX);
    parse_secret(text).ok().filter(|_| is_complete)
}

/// Reads to the end or to the cap. A broken pipe ends the output without an error.
async fn read_capped(pipe: Option<impl AsyncRead + Unpin>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        let _ = pipe.take(MAX_OUTPUT).read_to_end(&mut bytes).await;
    }
    bytes
}

#[cfg(not(windows))]
fn shell_command(command: &str) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command);
    shell
}

#[cfg(windows)]
fn shell_command(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell_command.arg("/C").arg(command);
    shell_command
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use secrecy::ExposeSecret;

    #[tokio::test]
    async fn credential_command_accepts_a_printed_token_response() {
        let command =
            r#"printf '\357\273\277\r\n{"access_token":"t-%s","expires_in":900}' "$ENCOURS_KEY_ID""#;
        let CommandOutput::Token(token) = run_command(command, "k1").await.unwrap() else {
            panic!("a token response is not a secret");
        };
        assert_eq!(token.bearer().expose_secret(), "t-k1");
    }

    #[tokio::test]
    async fn credential_command_secret_is_one_trimmed_line() {
        for command in [
            "echo 's3cret with = spaces'",
            "printf 's3cret with = spaces\\r\\n'",
            "printf '\\357\\273\\277 s3cret with = spaces \\n\\n'",
        ] {
            let CommandOutput::Secret(secret) = run_command(command, "k").await.unwrap() else {
                panic!("{command}");
            };
            assert_eq!(secret.expose_secret(), "s3cret with = spaces");
        }
    }

    #[tokio::test]
    async fn command_failure_is_explained_without_its_output() {
        for command in [
            "echo canary; echo 'no network' >&2; exit 3",
            "echo canary; echo canary",
            "echo; echo",
            "printf 'canary\\033'",
            "printf 'canary\\377'",
            "echo '{\"token\":\"canary\"}'",
            "yes canary",
            "true",
            "exec /no/such/program",
        ] {
            let error = run_command(command, "k").await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Auth, "{command}");
            assert!(!error.to_string().contains("canary"), "{error}");
        }
        let error = run_command("echo 'no network' >&2; exit 3", "k").await.unwrap_err();
        assert!(error.to_string().contains("ended with 3: no network"), "{error}");
        let said = error.message_ref().unwrap();
        assert_eq!(said.key, "usage-command-status");
        assert_eq!(said.arguments, [("code", "3".into()), ("why", "no network".into())]);
    }
}
