//! What the journal says of writes that the outbox can no longer tell about: those that are done must not come back, and
//! those that were tried and left waiting must not be missed in silence.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use super::{KEY, SEQ};
use crate::store::Outcome;

/// The last word of the journal on each write, by its key.
#[derive(Debug, Default)]
pub(super) struct Witness(HashMap<String, (i64, Option<Outcome>)>);

impl Witness {
    /// Asks the journal in `history`. One that cannot be read says nothing; that is found out where it is opened.
    pub(super) fn ask(history: &Path) -> Self {
        Self::read(history).unwrap_or_default()
    }

    fn read(history: &Path) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(history, flags)?;
        let mut said = db.prepare("SELECT idem_key, outbox_id, outcome FROM journal ORDER BY seq")?;
        let mut rows = said.query([])?;
        let mut last = HashMap::new();
        while let Some(row) = rows.next()? {
            let outcome: String = row.get(2)?;
            last.insert(row.get(0)?, (row.get(1)?, Outcome::by_name(&outcome)));
        }
        Ok(Self(last))
    }

    /// Whether the write of this row is over: applied, or given up.
    pub(super) fn is_over(&self, row: &[Value]) -> bool {
        let Some(Value::Text(key)) = row.get(KEY) else {
            return false;
        };
        self.0.get(key).is_some_and(|(_, outcome)| is_end(*outcome))
    }

    /// Which of the writes that are `heard_of` are neither among `rows` nor over; those that were tried and left waiting
    /// are among them.
    pub(super) fn missed(
        &self,
        heard_of: impl IntoIterator<Item = i64>,
        rows: &BTreeMap<i64, Vec<Value>>,
    ) -> usize {
        let mut over: HashMap<i64, bool> = HashMap::new();
        for (seq, outcome) in self.0.values() {
            // A write that was decided anew has another key and the same number.
            let over = over.entry(*seq).or_insert(false);
            *over |= is_end(*outcome);
        }
        let waiting = over.iter().filter(|(_, over)| !**over).map(|(seq, _)| *seq);
        let mut known: Vec<i64> = heard_of
            .into_iter()
            .filter(|seq| !over.get(seq).copied().unwrap_or_default())
            .chain(waiting)
            .filter(|seq| !rows.contains_key(seq))
            .collect();
        known.sort_unstable();
        known.dedup();
        known.len()
    }
}

fn is_end(outcome: Option<Outcome>) -> bool {
    matches!(outcome, Some(Outcome::Applied | Outcome::Discarded))
}

/// The number of a row as it is kept.
pub(super) fn seq(row: &[Value]) -> Option<i64> {
    match row.get(SEQ) {
        Some(Value::Integer(seq)) => Some(*seq),
        _ => None,
    }
}
