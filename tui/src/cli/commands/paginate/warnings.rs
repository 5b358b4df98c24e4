//! What a walk learned of a list beside its records, and how that is said.

use encours_core::contract::json::schema_error::ShapeError;
use encours_core::error::Error;
use encours_core::text::Arg;

use super::super::super::Failure;
use super::super::super::context::Context;
use super::super::super::report::{followed_by, message};

/// What a walk told beside the records.
#[derive(Debug, Default)]
pub(in super::super) struct Seen {
    /// Elements that are no records, and why.
    pub(in super::super) rejected: Vec<ShapeError>,
    /// Records that are not as documented, and how.
    pub(in super::super) odd: Vec<ShapeError>,
    /// How many records came, where the service sent the same again instead of the next page and counts none.
    pub(in super::super) unpaged: Option<u64>,
    /// Whether the contract documents how the list pages.
    pub(in super::super) pages: bool,
    /// Whether the list moved while it was read.
    pub(in super::super) moved: bool,
    /// How many different records came, where the service counts more, or says that more follow, and the list was
    /// wanted whole.
    pub(in super::super) short: Option<u64>,
    /// Size of the whole list, where the service says so.
    pub(in super::super) total: Option<u64>,
    /// Why it was not read to its end, after something of it had come.
    pub(in super::super) broken: Option<Error>,
}

/// That a list did not come whole.
fn incomplete(missing: String) -> Failure {
    Failure::Named("incomplete", Error::protocol(missing))
}

/// That a list could not be read to its end, of which what came before is printed.
pub(in super::super) fn broken(why: Error) -> Failure {
    Failure::Named("partial", why)
}

impl Seen {
    /// Says what the person should know about the list, after it has been written.
    pub(in super::super) fn tell(&self, context: &Context) -> Result<(), Failure> {
        let words = context.report.told();
        // A list that ended as lists end has come whole; that it is fewer than announced is said, by itself or with what
        // else is wrong, and is a failure for those who want it to be.
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
                // A route without documented pages may well send all it has each time.
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

    /// For those who can do nothing with a part of the list.
    pub(in super::super) fn whole(mut self) -> Result<Self, Error> {
        match self.broken.take() {
            Some(why) => Err(why),
            None => Ok(self),
        }
    }

    /// Adds what another walk told.
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
