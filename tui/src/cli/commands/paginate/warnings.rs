//! Findings of a walk besides the records, and their warnings.

use encours_core::contract::json::schema_error::ShapeError;
use encours_core::error::Error;
use encours_core::text::Arg;

use super::super::super::Failure;
use super::super::super::context::Context;
use super::super::super::report::{followed_by, message};

/// Findings of a walk besides the records.
#[derive(Debug, Default)]
pub(in super::super) struct Seen {
    /// Reasons for elements that are not records.
    pub(in super::super) rejected: Vec<ShapeError>,
    /// Deviations of records from the documentation.
    pub(in super::super) odd: Vec<ShapeError>,
    /// Number of records, if the service repeated a page and gave no total.
    pub(in super::super) unpaged: Option<u64>,
    /// True if the contract documents the paging of the list.
    pub(in super::super) pages: bool,
    /// True if the list changed during the walk.
    pub(in super::super) moved: bool,
    /// Number of distinct records, if a whole list had fewer than the service announced.
    pub(in super::super) short: Option<u64>,
    /// Total of the whole list, if the service gives it.
    pub(in super::super) total: Option<u64>,
    /// Error that ended the walk after some records.
    pub(in super::super) broken: Option<Error>,
}

/// Returns the failure for an incomplete list.
fn incomplete(missing: String) -> Failure {
    Failure::Named("incomplete", Error::protocol(missing))
}

/// Returns the failure for a list that broke off after its first records were printed.
pub(in super::super) fn broken(why: Error) -> Failure {
    Failure::Named("partial", why)
}

impl Seen {
    /// Prints the warnings, after the list has been written.
    pub(in super::super) fn tell(&self, context: &Context) -> Result<(), Failure> {
        let words = context.report.told();
        // A list that ended regularly but is shorter than announced is a warning. With `--strict` or other
        // defects it is an error.
        let fails = context.global.strict || !self.rejected.is_empty() || !self.odd.is_empty();
        let fewer = |key: &str, said: &[(&str, Arg<'_>)]| {
            if fails {
                return Some(words.with(key, said));
            }
            context.report.warning("incomplete", key, said);
            None
        };
        let missing = match (self.short, self.total, self.unpaged) {
            (Some(received), Some(total), _) => {
                let said = [("received", received.into()), ("total", total.into())];
                fewer("cli-note-fewer", &said)
            }
            (Some(received), None, _) => fewer("cli-note-ended-early", &[("received", received.into())]),
            (None, _, Some(received)) => {
                let said = [("received", received.into())];
                // A route without documented pages may send its whole list each time.
                if !self.pages {
                    context.report.warning("not_paged", "cli-note-not-paged", &said);
                }
                self.pages.then(|| words.with("cli-note-not-paged", &said))
            }
            _ if self.moved && self.rejected.is_empty() && self.broken.is_none() => {
                context
                    .report
                    .remark(&context.report.words().get("cli-doubt-list-moved"));
                None
            }
            _ => None,
        };
        let odd = match (self.rejected.first(), self.odd.first()) {
            (Some(first), _) => Some((self.rejected.len(), "cli-unread-elements", first)),
            (None, Some(first)) => Some((self.odd.len(), "cli-odd-elements", first)),
            (None, None) => None,
        };
        let odd = odd.map(|(count, key, why)| {
            let why = message(&Error::from(why.clone()), words);
            format!("{} ({why})", words.with(key, &[("n", count.into())]))
        });
        let with_odd = |said: String| match &odd {
            Some(odd) => followed_by(&said, odd),
            None => said,
        };
        match (&self.broken, missing) {
            (Some(why), _) if odd.is_none() => Err(broken(why.clone())),
            (Some(why), _) => {
                let said = with_odd(message(why, words));
                Err(broken(why.clone().with_message(said)))
            }
            (None, Some(missing)) => Err(incomplete(with_odd(missing))),
            (None, None) if !self.rejected.is_empty() => Err(incomplete(with_odd(String::new()))),
            (None, None) if odd.is_some() => {
                Err(Failure::Named("odd", Error::protocol(with_odd(String::new()))))
            }
            (None, None) => Ok(()),
        }
    }

    /// Turns a broken walk into an error, for callers that cannot use a partial list.
    pub(in super::super) fn whole(mut self) -> Result<Self, Error> {
        match self.broken.take() {
            Some(why) => Err(why),
            None => Ok(self),
        }
    }

    /// Merges the findings of another walk.
    pub(in super::super) fn and(&mut self, other: Self) {
        self.rejected.extend(other.rejected);
        self.odd.extend(other.odd);
        self.moved |= other.moved;
        self.pages |= other.pages;
        self.unpaged = self.unpaged.or(other.unpaged);
        self.broken = self.broken.take().or(other.broken);
        if other.short.is_some() {
            (self.short, self.total) = (other.short, other.total);
        }
    }
}
