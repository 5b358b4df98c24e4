//! The context of a conflict: changes of the deal at the server while the write waited. It is stored with the blocked
//! write, also for other processes. It shows the user the age of each side and other changed fields. It contains only
//! what this client observed, not what happened unseen between two reads.

use crate::contract::patch::Fields;
use crate::model::conflict_context::ConflictContext;
use crate::model::history::history_entry::EntryKind;
use crate::store::{OutboxEntry, Store, StoreError};
use jiff::Timestamp;

/// Collects the changes of `blocked`'s deal observed from `since` (the request) until `at`. At `at`, the conflict over
/// `disputed` was found. Store the read that found it before this call.
///
/// # Errors
/// Those of the store.
pub(super) fn observed_since(
    store: &Store,
    blocked: &OutboxEntry,
    disputed: &Fields,
    (since, at): (Timestamp, Timestamp),
) -> Result<ConflictContext, StoreError> {
    let entries = store.history().changes_of(&blocked.record, since)?;
    let written = super::entries::entry_conversion::parse_fields(&blocked.body);
    let mut context = ConflictContext { theirs_received_at: Some(at), ..ConflictContext::default() };
    for entry in entries.iter().filter(|entry| !entry.is_ours) {
        match &entry.kind {
            EntryKind::Deleted { .. } => context.base_seen_at = entry.not_before,
            EntryKind::FieldChanged { name, .. } if disputed.touches(name) || written.touches(name) => {
                // The first observed value is the one the user saw.
                context.base_seen_at = context.base_seen_at.or(entry.not_before);
            }
            EntryKind::FieldChanged { name, before, after } if !entry.is_stamp() => {
                context.changed(name, before.as_deref(), after.as_deref());
            }
            _ => {}
        }
    }
    Ok(context)
}
