//! The settings of a profile: kept when a front end asks, shown with every snapshot. They are a person's own, so they
//! are read again whenever the person asks for everything again: the other front end may have kept some too.

use std::sync::Arc;

use jiff::Timestamp;

use super::actor::Actor;

impl Actor {
    /// Reads every setting.
    pub(super) fn load_settings(&mut self) {
        let read = self.store.kept_settings();
        if let Some(settings) = self.kept(read) {
            self.view.settings = Some(Arc::new(settings));
            self.view.changed();
        }
    }

    /// Keeps or forgets some, all of them or none.
    pub(super) fn keep_settings(&mut self, changed: &[(String, Option<String>)], now: Timestamp) {
        let kept = self.store.keep_settings(changed, now);
        if self.kept(kept).is_some() {
            self.show_settings(changed);
        }
    }

    fn show_settings(&mut self, changed: &[(String, Option<String>)]) {
        let settings = Arc::make_mut(self.view.settings.get_or_insert_default());
        for (name, value) in changed {
            match value {
                Some(value) => settings.insert(name.clone(), value.clone()),
                None => settings.remove(name),
            };
        }
        self.view.changed();
    }

    /// What is kept of a deal that only this machine knew goes with it to the identifier that the service gave it.
    pub(super) fn rename_settings(&mut self, temporary: &str, born: &str, now: Timestamp) {
        let renamed = self.store.rename_settings(temporary, born, now);
        if let Some(changed) = self.kept(renamed).filter(|changed| !changed.is_empty()) {
            self.show_settings(&changed);
        }
    }
}
