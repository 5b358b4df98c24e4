//! The results of the checks, as a table for users or records for scripts.

use crate::cli::prelude::*;
use crate::cli::report::{self, detail};
use std::borrow::Cow;

/// Result of a check.
#[derive(Debug, Clone, Copy)]
pub(super) enum CheckStatus {
    Good,
    /// Works, but the user should know something.
    Warning,
    Failed(ErrorKind),
}

impl CheckStatus {
    fn key(self) -> &'static str {
        match self {
            Self::Good => "cli-doctor-good",
            Self::Warning => "cli-doctor-attention",
            Self::Failed(_) => "cli-doctor-failed",
        }
    }
}

/// Findings so far.
pub(super) struct Findings {
    pub(super) messages: &'static Messages,
    /// True if the output is a table for users; scripts get codes and English.
    pub(super) is_table: bool,
    pub(super) records: Vec<Record>,
    pub(super) first_error: Option<ErrorKind>,
}

impl Findings {
    pub(super) fn add(
        &mut self,
        check: &str,
        verdict: CheckStatus,
        detail: &str,
        advice: Option<&str>,
    ) -> CommandResult {
        if let CheckStatus::Failed(kind) = verdict {
            self.first_error.get_or_insert(kind);
        }
        let mut fields = Fields::new();
        fields
            .set("check", &self.name(check))
            .set("result", &self.name(verdict.key()))
            .set("detail", detail)
            .set("advice", &advice.map(|advice| self.messages.get(advice)).unwrap_or_default());
        self.records.push(fields.to_record()?);
        Ok(())
    }

    pub(super) fn good(&mut self, check: &str, detail: &str) -> CommandResult {
        self.add(check, CheckStatus::Good, detail, None)
    }

    pub(super) fn warn(&mut self, check: &str, detail: &str, advice: &str) -> CommandResult {
        self.add(check, CheckStatus::Warning, detail, Some(advice))
    }

    pub(super) fn fail(&mut self, check: &str, kind: ErrorKind, detail: &str, advice: &str) -> CommandResult {
        self.add(check, CheckStatus::Failed(kind), detail, Some(advice))
    }

    pub(super) fn name<'k>(&self, key: &'k str) -> Cow<'k, str> {
        match key.strip_prefix("cli-doctor-") {
            Some(code) if !self.is_table => Cow::Borrowed(code),
            _ => self.messages.get(key),
        }
    }

    /// Reports that no secret exists in its configured location.
    pub(super) fn add_missing_secret(&mut self, check: &str, location: String) -> CommandResult {
        let args = [("place", location.into())];
        let missing = self.messages.with("cli-doctor-not-there", &args);
        self.fail(check, ErrorKind::Auth, &missing, "cli-error-auth-do")
    }

    pub(super) fn add_failure(&mut self, check: &str, error: &Error) -> CommandResult {
        let name = match error.disk_error() {
            Some(_) => report::name(error),
            None if error.is_intercepted() => report::name(error),
            None => error.kind().name().replace('_', "-"),
        };
        let advice = format!("cli-error-{name}-do");
        self.add_failure_with(check, error, &advice)
    }

    pub(super) fn add_failure_with(&mut self, check: &str, error: &Error, advice: &str) -> CommandResult {
        let text = detail(error, self.messages).filter(|_| self.is_table);
        let text = text.unwrap_or_else(|| error.to_string());
        self.fail(check, error.kind(), &text, advice)
    }
}
