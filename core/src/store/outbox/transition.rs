//! Checks of row changes, in builds with debug assertions. Each change moves the state along an edge of the diagram in
//! ARCHITECTURE.md, and keeps key and bytes unless it makes another write.

use rusqlite::Connection;

use crate::store::{Row, RowState};

use super::one;

/// A row before its change; empty if unreadable, or without debug assertions.
pub(super) struct Before(Option<Row>);

impl Before {
    /// Reads the row that a statement is about to change.
    pub(super) fn of(step: &Connection, seq: i64) -> Self {
        // A failure is left to the statement, which reports it.
        let read = || one(step, seq, None).ok().flatten();
        Self(cfg!(debug_assertions).then(read).flatten())
    }

    /// Asserts that the row may get this state.
    pub(super) fn check(&self, next: RowState) {
        debug_assert!(
            self.0.as_ref().is_none_or(|row| row.state.may_become(next)),
            "{:?} must not become {next:?}",
            self.0
        );
    }

    /// Asserts that the row, read after the change, is in this state and still the same write.
    pub(super) fn check_same(&self, after: &Row, next: RowState) {
        self.check(next);
        debug_assert_eq!(after.state, next);
        debug_assert!(
            self.0.as_ref().is_none_or(|row| row.is_same_write(after)),
            "{:?} became {after:?}",
            self.0
        );
    }

    /// Asserts that the row, read after the change, is another, unsent write in this state.
    pub(super) fn check_other(&self, after: &Row, next: RowState) {
        self.check(next);
        debug_assert!(after.state == next && !after.ever_sent && !after.doubtful);
        // The server answers a known key with its first answer, so new bytes need a new key.
        debug_assert!(
            self.0.as_ref().is_none_or(|row| row.key != after.key),
            "{after:?} keeps its key"
        );
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const ALL: [RowState; 5] = [
        RowState::Held,
        RowState::Waiting,
        RowState::Sending,
        RowState::Refused,
        RowState::Conflict,
    ];

    /// Returns the word of a state in the diagram.
    fn word(state: RowState) -> &'static str {
        match state {
            RowState::Held => "scheduled",
            RowState::Waiting => "waiting",
            RowState::Sending => "sending",
            RowState::Refused | RowState::Conflict => "blocked",
        }
    }

    /// Returns the edges of the diagram in ARCHITECTURE.md.
    fn edges() -> Vec<(String, String)> {
        let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
        let page = above
            .map(|folder| folder.join("ARCHITECTURE.md"))
            .find(|page| page.exists());
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
    fn a_state_changes_along_the_edges_of_the_diagram_alone() {
        let edges = edges();
        assert!(edges.len() > 10, "the diagram was found");
        for from in ALL {
            for to in ALL {
                let edge = (word(from).to_owned(), word(to).to_owned());
                // A row may be written again in its state, unless it is in flight or blocked.
                let again = from == to && matches!(from, RowState::Held | RowState::Waiting);
                let drawn = edges.contains(&edge) || again;
                assert_eq!(from.may_become(to), drawn, "{from:?} to {to:?}");
            }
        }
    }
}
