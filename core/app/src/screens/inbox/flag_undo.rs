//! Local flags of notifications with undo: stars, snoozes, notifications kept unread.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::{SettingChange, SettingsPlace};
use crate::screens::inbox::inbox::InboxState;

impl InboxState {
    /// Sets or clears a flag of notifications, with undo.
    pub(crate) fn set_flags(
        &mut self,
        place: SettingsPlace,
        ids: Vec<String>,
        after: Option<&str>,
        cx: &mut AppCx,
    ) {
        let to_item = |name: String| {
            let before = self.flag(&place, &name, cx);
            SettingChange { name, before, after: after.map(str::to_owned) }
        };
        let items: Vec<SettingChange> =
            ids.into_iter().map(to_item).filter(|item| item.before != item.after).collect();
        for item in &items {
            self.write_flag(&place, &item.name, after);
        }
        let rows = &cx.snapshot.inbox.items;
        let label = match items.as_slice() {
            [single] => rows.iter().find(|row| row.id.as_str() == single.name).map(|row| row.title.clone()),
            _ => None,
        };
        cx.push_settings(label.unwrap_or_default(), place, items, (None, None));
    }

    /// Returns a flag of a notification. The end of a snooze that is over counts as none.
    pub(crate) fn flag(&self, place: &SettingsPlace, id: &str, cx: &AppCx) -> Option<String> {
        let has = match place {
            SettingsPlace::Snooze => {
                let until = self.triage.snoozed_until(id, cx.now)?;
                return Some(until.as_second().to_string());
            }
            SettingsPlace::Star => self.triage.starred.contains(id),
            _ => self.triage.has_unread_flag(id),
        };
        has.then(String::new)
    }

    /// Writes a flag of a notification.
    pub(crate) fn write_flag(&mut self, place: &SettingsPlace, id: &str, value: Option<&str>) {
        let all = match place {
            SettingsPlace::Snooze => {
                self.triage.snoozed.remove(id);
                let until = value.and_then(|until| until.parse().ok());
                return self.triage.snoozed.extend(until.map(|until| (id.to_owned(), until)));
            }
            SettingsPlace::Star => &mut self.triage.starred,
            _ => return self.triage.set_unread_flag(id, value.is_some()),
        };
        if value.is_some() {
            all.insert(id.to_owned());
        } else {
            all.remove(id);
        }
    }
}
