//! Writing and replacing the column snapshot from the engine.

use super::Actor;
use crate::engine::column_snapshot::{AsOf, keep, made_of, unkept};
use crate::engine::messages::Msg;
use crate::model::table::DealTable;
use crate::store::Revision;

impl Actor {
    /// Loads the rest of the snapshot behind `table` in the background, and sorts its texts. The first sort by a text
    /// column is then as fast as later ones.
    pub(in crate::engine) fn read_on(&self, table: &DealTable) {
        if !table.columns().wait() {
            return;
        }
        let (me, table) = (self.me.clone(), table.without_patches());
        tokio::task::spawn_blocking(move || {
            if !table.columns().read() {
                // If the loop has ended, the next start finds the same damage.
                let _ended = me.send(Msg::Unsound(Box::new(table)));
                return;
            }
            table.put_in_order();
        });
    }

    /// Reloads the deals from the cache after damage was found in the snapshot.
    pub(in crate::engine) fn take_unsound(&mut self, table: &DealTable) {
        if !self.confirmed.same_columns(table) {
            return;
        }
        let made = made_of(self.store.cache(), &self.settings.zone);
        if let Some((table, revision)) = self.kept(made) {
            self.keep_image(&table, revision);
            self.adopt(table);
            self.followed_to(revision);
        }
    }

    /// Sorts the texts of a table without deltas and writes its snapshot, in the background.
    pub(in crate::engine) fn keep_image(&self, table: &DealTable, revision: Revision) {
        let (store, zone, table) = (self.store.clone(), self.settings.zone.clone(), table.clone());
        // Taken now: changes made while the file is written are not in it.
        let as_of = AsOf::now(store.cache(), revision);
        let kept = store.hindrance().is_none();
        tokio::task::spawn_blocking(move || {
            table.put_in_order();
            if !kept {
                return;
            }
            match as_of {
                Ok(as_of) => keep(&store, &table, as_of, &zone),
                Err(error) => unkept(&error),
            }
            if let Err(error) = store.cache().settle() {
                tracing::warn!(%error, "failed to merge the cache's log into its file");
            }
        });
    }
}
