//! Checks of row changes, in builds with debug assertions. Each change moves the state along an edge of the diagram in
//! ARCHITECTURE.md, and keeps key and bytes unless it makes another write.

use rusqlite::Connection;

use crate::store::{EntryState, OutboxEntry, StoreError};

use super::fetch_entry;

/// A row before its change, which is read for assertions only.
pub(super) struct EntryBeforeChange<'a> {
    step: &'a Connection,
    seq: i64,
    row: Option<OutboxEntry>,
}

impl<'a> EntryBeforeChange<'a> {
    /// Reads the row that a statement is about to change.
    pub(super) fn read(step: &'a Connection, seq: i64) -> Self {
        // A failure is left to the statement, which reports it.
        let read = || fetch_entry(step, seq, None).ok().flatten();
        let row = cfg!(debug_assertions).then(read).flatten();
        Self { step, seq, row }
    }

    /// Asserts that the row may get this state.
    pub(super) fn check(&self, next: EntryState) {
        let may = self.row.as_ref().is_none_or(|row| row.state.may_become(next));
        debug_assert!(may, "{:?} must not become {next:?}", self.row);
    }

    /// Returns the row after the change, in this state and still the same write.
    pub(super) fn after_same_write(
        &self,
        me: Option<i64>,
        next: EntryState,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        self.after(me, next, OutboxEntry::is_same_write)
    }

    /// Returns the row after the change, in this state and as another, unsent write.
    pub(super) fn after_new_write(
        &self,
        me: Option<i64>,
        next: EntryState,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        // The server answers a known key with its first response, so new bytes need a new key.
        self.after(me, next, |was, is| was.key != is.key && !is.ever_sent && !is.outcome_unknown)
    }

    fn after(
        &self,
        me: Option<i64>,
        next: EntryState,
        agrees: impl Fn(&OutboxEntry, &OutboxEntry) -> bool,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        self.check(next);
        let after = fetch_entry(self.step, self.seq, me)?;
        let pair = self.row.as_ref().zip(after.as_ref());
        debug_assert!(pair.is_none_or(|(was, is)| is.state == next && agrees(was, is)), "{pair:?}");
        Ok(after)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Returns the word of a state in the diagram.
    fn word(state: EntryState) -> &'static str {
        match state {
            EntryState::Scheduled => "scheduled",
            EntryState::Waiting => "waiting",
            EntryState::Sending => "sending",
            EntryState::Rejected | EntryState::Conflict => "blocked",
        }
    }

    /// Returns the edges of the diagram in ARCHITECTURE.md.
    fn edges() -> Vec<(String, String)> {
        let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
        let page = above.map(|folder| folder.join("ARCHITECTURE.md")).find(|page| page.exists());
        let page = std::fs::read_to_string(page.unwrap()).unwrap();
        let diagram = page.split_once("stateDiagram-v2").unwrap().1;
        let diagram = diagram.split_once("```").unwrap().0;
        let edge = |line: &str| {
            let (from, rest) = line.split_once(" --> ")?;
            let to = rest.split_once(':').map_or(rest, |(to, _)| to);
            Some((from.trim().to_owned(), to.trim().to_owned()))
        };
        diagram.lines().filter_map(edge).collect()
    }

    #[test]
    fn state_transitions_match_the_diagram() {
        let edges = edges();
        assert!(edges.len() > 10, "the diagram was found");
        let all = ["held", "waiting", "sending", "refused", "conflict"];
        let all = all.map(|name| EntryState::by_name(name).unwrap());
        for from in all {
            for to in all {
                let edge = (word(from).to_owned(), word(to).to_owned());
                // A row may be written again in its state, unless it is in flight or blocked.
                let again = from == to && matches!(from, EntryState::Scheduled | EntryState::Waiting);
                let drawn = edges.contains(&edge) || again;
                assert_eq!(from.may_become(to), drawn, "{from:?} to {to:?}");
            }
        }
    }
}
