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

    /// Keeps or forgets one.
    pub(super) fn keep_setting(&mut self, name: &str, value: Option<&str>, now: Timestamp) {
        let kept = self.store.keep_setting(name, value, now);
        if self.kept(kept).is_none() {
            return;
        }
        let settings = Arc::make_mut(self.view.settings.get_or_insert_default());
        match value {
            Some(value) => settings.insert(name.to_owned(), value.to_owned()),
            None => settings.remove(name),
        };
        self.view.changed();
    }
}
