//! What a walk learned of a list beside its records, and how that is said.

use encours_core::contract::shape::ShapeError;
use encours_core::error::{Error, ErrorKind};

use super::super::super::Failure;
use super::super::super::context::Context;

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
}

/// Says that a list did not come whole.
pub(in super::super) fn incomplete(context: &Context, missing: String) -> Failure {
    context.report.error_as("incomplete", &Error::protocol(missing));
    Failure::Reported(ErrorKind::Protocol)
}

impl Seen {
    /// Says what the person should know about the list, after it has been written.
    pub(in super::super) fn tell(&self, context: &Context) -> Result<(), Failure> {
        let words = context.report.told();
        let missing = match (self.short, self.total, self.unpaged) {
            // Fewer records than the service counts must not pass for all of them, whoever reads the result.
            (Some(received), Some(total), _) => {
                let said = [("received", received.into()), ("total", total.into())];
                Some(words.with("cli-note-incomplete", &said))
            }
            (Some(received), None, _) => {
                Some(words.with("cli-note-ended-early", &[("received", received.into())]))
            }
            (None, _, Some(received)) => {
                let said = [("received", received.into())];
                // A route without documented pages may well send all it has each time.
                if !self.pages {
                    context.report.warning("not_paged", "cli-note-not-paged", &said);
                }
                self.pages.then(|| words.with("cli-note-not-paged", &said))
            }
            _ if self.moved && self.rejected.is_empty() => {
                context
                    .report
                    .remark(&context.report.words().get("cli-doubt-list-moved"));
                None
            }
            _ => None,
        };
        let mut told = Ok(());
        if let Some(missing) = missing {
            told = Err(incomplete(context, missing));
        }
        let odd = match (self.rejected.first(), self.odd.first()) {
            (Some(first), _) => Some((self.rejected.len(), "records", first)),
            (None, Some(first)) => Some((self.odd.len(), "as documented", first)),
            (None, None) => None,
        };
        let Some((count, what, first)) = odd else {
            return told;
        };
        if !self.rejected.is_empty() {
            let words = context.report.words();
            context
                .report
                .remark(&words.with("cli-unread-elements", &[("n", self.rejected.len().into())]));
        }
        let error = Error::protocol(format!("{count} elements of the list are not {what}: {first}"));
        context.report.error(&error);
        Err(Failure::Reported(ErrorKind::Protocol))
    }

    /// Adds what another walk told.
    pub(in super::super) fn and(&mut self, other: Self) {
        self.rejected.extend(other.rejected);
        self.odd.extend(other.odd);
        self.moved |= other.moved;
        self.pages |= other.pages;
        self.unpaged = self.unpaged.or(other.unpaged);
        if other.short.is_some() {
            (self.short, self.total) = (other.short, other.total);
        }
    }
}
