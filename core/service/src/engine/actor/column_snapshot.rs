//! Writing and replacing the column snapshot from the engine.

use super::Actor;
use crate::engine::column_snapshot::{AsOf, load_cached_table, log_write_failure, write_snapshot};
use crate::engine::messages::Msg;
use crate::model::table::DealTable;
use crate::store::Revision;

impl Actor {
    /// Loads the rest of the snapshot behind `table` in the background, and sorts its texts. The first sort by a text
    /// column is then as fast as later ones.
    pub(in crate::engine) fn load_rest(&self, table: &DealTable) {
        if !table.columns().has_unloaded() {
            return;
        }
        let (sender, table) = (self.sender.clone(), table.without_delta());
        crate::host::spawn_blocking(move || {
            if !table.columns().load_all() {
                // If the loop has ended, the next start finds the same damage.
                let _ended = sender.send(Msg::SnapshotDamaged(Box::new(table)));
                return;
            }
            table.compute_ranks();
        });
    }

    /// Reloads the deals from the cache after damage was found in the snapshot.
    pub(in crate::engine) fn on_snapshot_damage(&mut self, table: &DealTable) {
        if !self.confirmed.same_columns(table) {
            return;
        }
        let reloaded = load_cached_table(self.store.cache(), &self.settings.zone);
        if let Some((table, revision)) = self.ok_or_report(reloaded) {
            self.write_column_snapshot(&table, revision);
            self.set_confirmed(table);
            self.note_position(revision);
        }
    }

    /// Sorts the texts of a table without deltas and writes its snapshot, in the background.
    pub(in crate::engine) fn write_column_snapshot(&self, table: &DealTable, revision: Revision) {
        let (store, zone, table) = (self.store.clone(), self.settings.zone.clone(), table.clone());
        // Taken now: changes made while the file is written are not in it.
        let as_of = AsOf::with_sync_time(store.cache(), revision);
        let can_write = store.storage_failure().is_none();
        crate::host::spawn_blocking(move || {
            table.compute_ranks();
            if !can_write {
                return;
            }
            match as_of {
                Ok(as_of) => write_snapshot(&store, &table, as_of, &zone),
                Err(error) => log_write_failure(&error),
            }
            if let Err(error) = store.cache().checkpoint() {
                tracing::warn!(%error, "failed to merge the cache's log into its file");
            }
        });
    }
}
