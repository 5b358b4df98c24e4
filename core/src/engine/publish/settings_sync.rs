//! The settings of a profile: kept when a front end asks, shown with every snapshot. Another program that keeps some rings,
//! and they are read again then; and whenever the person asks for everything again, since a ring may be lost.

use std::sync::Arc;

use jiff::Timestamp;

use crate::engine::actor::Actor;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Reads every setting.
    pub(in crate::engine) fn load_settings(&mut self) {
        // Asked before they are read: what is kept in between is read once more, and nothing is missed.
        let foreign = self.store.foreign_settings();
        self.settings_followed = self.kept(foreign);
        let read = self.store.kept_settings();
        if let Some(settings) = self.kept(read) {
            self.view.settings = Some(Arc::new(settings));
            self.view.changed();
        }
    }

    /// Reads the settings again if another program has kept some.
    pub(in crate::engine) fn follow_settings(&mut self) {
        let foreign = self.store.foreign_settings();
        if let Some(foreign) = self.kept(foreign)
            && self.settings_followed != Some(foreign)
        {
            self.load_settings();
        }
    }

    /// Keeps or forgets some, all of them or none.
    pub(in crate::engine) fn keep_settings(&mut self, changed: &[(String, Option<String>)], now: Timestamp) {
        let kept = self.store.keep_settings(changed, now);
        if self.kept(kept).is_some() {
            self.show_settings(changed);
        } else {
            self.tell(EventKind::SettingsNotKept {
                settings: changed.to_vec(),
            });
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
    pub(in crate::engine) fn rename_settings(&mut self, temporary: &str, born: &str, now: Timestamp) {
        let renamed = self.store.rename_settings(temporary, born, now);
        if let Some(changed) = self.kept(renamed).filter(|changed| !changed.is_empty()) {
            self.show_settings(&changed);
        }
    }
}
