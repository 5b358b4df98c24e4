//! The settings of a profile: stored on request and published with every snapshot. They are reloaded after a signal
//! from another process, and at every manual refresh, since a signal can be lost.

use std::sync::Arc;

use jiff::Timestamp;

use crate::engine::actor::Actor;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Loads every setting.
    pub(in crate::engine) fn load_settings(&mut self) {
        // The version is read first: a change in between causes one more load, so none is missed.
        let versions = self.store.settings_versions();
        self.settings_position = self.ok_or_report(versions);
        let loaded = self.store.all_settings();
        if let Some(settings) = self.ok_or_report(loaded) {
            self.view.settings = Some(Arc::new(settings));
            self.view.changed();
        }
        self.load_raised();
    }

    /// Reloads the settings if another process has changed some.
    pub(in crate::engine) fn follow_settings(&mut self) {
        let versions = self.store.settings_versions();
        if let Some(versions) = self.ok_or_report(versions)
            && self.settings_position != Some(versions)
        {
            self.load_settings();
        }
    }

    /// Stores or removes settings, all or none.
    pub(in crate::engine) fn store_settings(&mut self, changed: &[(String, Option<String>)], now: Timestamp) {
        let result = self.store.set_settings(changed, now);
        if self.ok_or_report(result).is_some() {
            self.show_settings(changed);
        } else {
            self.push_event(EventKind::SettingsNotStored { settings: changed.to_vec() });
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

    /// Moves the settings of a temporary deal id to the server's id.
    pub(in crate::engine) fn rename_settings(&mut self, temporary: &str, server_id: &str, now: Timestamp) {
        let renamed = self.store.rename_settings(temporary, server_id, now);
        if let Some(changed) = self.ok_or_report(renamed).filter(|changed| !changed.is_empty()) {
            self.show_settings(&changed);
        }
    }
}
