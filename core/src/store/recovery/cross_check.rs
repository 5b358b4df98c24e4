//! What else is known of writes that the outbox can no longer tell about. The journal: those that are done must not come
//! back, and those that were tried and left waiting must not be missed in silence. What was dropped: given up or taken
//! back, a write stays so, unless it was taken up again since.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use crate::model::journal_entry::Outcome;
use crate::store::files::open;

use super::record_format::{DROPPED, OUTBOX, Shape};
use super::{KEY, SEQ};

/// What is known of each write.
#[derive(Debug, Default)]
pub(super) struct Witness {
    /// By its key the last word of the journal, and the number it had.
    journal: HashMap<String, (i64, Option<Outcome>)>,
    /// By its number, which it keeps under another key, when it was not to be sent before as it was dropped.
    dropped: HashMap<i64, i64>,
}

impl Witness {
    /// Asks the journal in `history`. One that cannot be read says nothing; that is found out where it is opened.
    pub(super) fn ask(history: &Path, dropped: &BTreeMap<i64, Vec<Value>>) -> Self {
        let stood = |(seq, row): (&i64, &Vec<Value>)| Some((*seq, not_before(row, &DROPPED)?));
        Self {
            journal: Self::read(history).unwrap_or_default(),
            dropped: dropped.iter().filter_map(stood).collect(),
        }
    }

    fn read(history: &Path) -> rusqlite::Result<HashMap<String, (i64, Option<Outcome>)>> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if open::is_empty(history) {
            return Ok(HashMap::new());
        }
        let db = Connection::open_with_flags(history, flags)?;
        let mut said = db.prepare("SELECT idem_key, outbox_id, outcome FROM journal ORDER BY seq")?;
        let mut rows = said.query([])?;
        let mut last = HashMap::new();
        while let Some(row) = rows.next()? {
            let outcome: String = row.get(2)?;
            last.insert(row.get(0)?, (row.get(1)?, Outcome::by_name(&outcome)));
        }
        Ok(last)
    }

    /// Whether the write of this row is over: applied, given up, or taken back.
    pub(super) fn is_over(&self, row: &[Value]) -> bool {
        let ended = match row.get(KEY) {
            Some(Value::Text(key)) => self.journal.get(key),
            _ => None,
        };
        // What is taken up again waits anew: it is not to be sent before a later moment than when it was dropped.
        let dropped = seq(row).and_then(|seq| self.dropped.get(&seq));
        // What a newer change replaced goes on under another key.
        ended.is_some_and(|(_, outcome)| is_end(*outcome) || *outcome == Some(Outcome::Replaced))
            || dropped.is_some_and(|at| not_before(row, &OUTBOX).is_none_or(|row| row <= *at))
    }

    /// Which of the writes that are `heard_of` are neither among `rows` nor over; those that were tried and left waiting
    /// are among them.
    pub(super) fn missed(
        &self,
        heard_of: impl IntoIterator<Item = i64>,
        rows: &BTreeMap<i64, Vec<Value>>,
    ) -> usize {
        let mut over: HashMap<i64, bool> = HashMap::new();
        let mut refused: HashSet<i64> = HashSet::new();
        for (seq, outcome) in self.journal.values() {
            // One that was refused waits for the person, or was dropped as soon as that was told: which, the journal does
            // not say, and what is not known to have waited is not missed.
            if *outcome == Some(Outcome::Refused) {
                refused.insert(*seq);
            }
            // A write that was decided anew has another key and the same number.
            let over = over.entry(*seq).or_insert(false);
            *over |= is_end(*outcome);
        }
        over.extend(self.dropped.keys().map(|seq| (*seq, true)));
        let waiting = over
            .iter()
            .filter(|(seq, over)| !**over && !refused.contains(*seq))
            .map(|(seq, _)| *seq);
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
    matches!(
        outcome,
        Some(Outcome::Applied | Outcome::Found | Outcome::Discarded | Outcome::Withdrawn)
    )
}

fn not_before(row: &[Value], shape: &Shape) -> Option<i64> {
    match row.get(shape.not_before) {
        Some(Value::Integer(at)) => Some(*at),
        _ => None,
    }
}

/// The number of a row as it is kept.
pub(super) fn seq(row: &[Value]) -> Option<i64> {
    match row.get(SEQ) {
        Some(Value::Integer(seq)) => Some(*seq),
        _ => None,
    }
}
