//! Figures of the flow, from an invented history of half a year.

use encours_core::flow::log::FlowLog;
use encours_core::model::flow::{FlowFigures, FlowRequest};
use encours_core::model::history::history_entry::{EntryKind, HistoryEntry};
use encours_core::model::table::DealTable;
use encours_core::vocabulary::StatusOrder;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

const PATH: [&str; 7] =
    ["sourcing", "screening", "due_diligence", "ic", "term_sheet", "structuring", "closing"];
/// Hours between two syncs.
const GAP: i64 = 6;

/// Returns the figures until a time. A third of the deals closes, a fifth is lost, the others are under way.
pub fn figures(deals: &DealTable, until: Timestamp) -> FlowFigures {
    let mut entries = Vec::new();
    for (at, row) in deals.rows().take(180).enumerate() {
        let at = i64::try_from(at).unwrap();
        let mut hours = at * 23;
        let mut add = |hours: i64, kind: EntryKind, known: bool| {
            let observed = until - SignedDuration::from_hours(24 * 182 - hours);
            let not_before = known.then(|| observed - SignedDuration::from_hours(GAP));
            let deal = row.id.to_owned();
            let (is_ours, maybe_ours) = (false, false);
            entries.push(HistoryEntry { seq: 0, deal, kind, not_before, at: observed, is_ours, maybe_ours });
        };
        let body = format!("{{\"status\":\"sourcing\",\"classe_actif\":\"{}\"}}", row.class);
        add(hours, EntryKind::FirstSeen { body, status_since: None }, at > 12);
        let reached = if at % 3 == 0 { 6 } else { at % 6 };
        for step in 1..=reached {
            hours += 30 + (at * 37 + step * 53) % 190;
            let is_last = step == reached && at % 5 == 1;
            let to = if is_last { "lost" } else { PATH[usize::try_from(step).unwrap()] };
            if hours < 24 * 182 {
                let after = Some(format!("\"{to}\""));
                add(hours, EntryKind::FieldChanged { name: "status".into(), before: None, after }, true);
            }
        }
    }
    entries.sort_by_key(|entry: &HistoryEntry| entry.at);
    let mut log = FlowLog::default();
    for entry in &entries {
        log.apply(entry);
    }
    let (order, zone) = (StatusOrder::default(), TimeZone::UTC);
    encours_core::flow::figures(&log, FlowRequest { since: None, by: None, order, zone }, until)
}
