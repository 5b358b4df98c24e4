//! Writes that left, were not taken and wait on their own for another try while the connection is well: whoever looks at
//! nothing else than that the service answers would take them for about to leave.

use jiff::Timestamp;

use crate::app::shell::app::App;
use crate::model::pending_write::WriteState;
use crate::model::snapshot::Connection;
use crate::text::date;

/// Those writes.
pub(in crate::app) struct Untaken {
    /// How many they are.
    pub(crate) count: usize,
    /// When the first of them is tried again, on the clock.
    pub(crate) at: String,
}

impl Untaken {
    /// Those there are; `None` where there is none, or where what is wrong with the connection says it of all.
    pub(crate) fn of(app: &App) -> Option<Self> {
        let snapshot = app.cx.snapshot();
        if !matches!(snapshot.connection, Connection::Online | Connection::Slow { .. }) {
            return None;
        }
        let again: Vec<Timestamp> = snapshot
            .writes
            .iter()
            .filter_map(|write| match write.state {
                WriteState::Waiting { not_before } if write.attempts > 0 && not_before > app.cx.now() => {
                    Some(not_before)
                }
                _ => None,
            })
            .collect();
        let first = again.iter().min()?;
        Some(Self {
            count: again.len(),
            at: date::time_seconds(date::local(*first, &app.cx.options().zone).time()),
        })
    }
}
