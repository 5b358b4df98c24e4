//! Undo of local settings: private notes and deal views. They are never sent, so a change consists of settings with old
//! and new values. A setting that another process has changed since is left alone.

use crate::changes::forms::forms::FormsState;
use crate::changes::forms::long_text;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Change, Way};
use crate::foundation::cx::change_types::{KeptChange, Turned};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::cx::toast_types::Undid;
use crate::model::effect::Effect;
use crate::model::snapshot::LeftAs;
use crate::screens::inbox::note;
use crate::screens::views::undo::same_kept;
use crate::screens::views::views;
use crate::screens::views::views::Views;

impl Turned {
    /// Returns the start and end value of an undo or redo step.
    pub(crate) fn ends(&self, way: Way) -> (Option<&str>, Option<&str>) {
        let (before, after) = (self.before.as_deref(), self.after.as_deref());
        match way {
            Way::Back => (after, before),
            Way::Again => (before, after),
        }
    }
}

impl KeptChange {
    /// Returns the kind of change.
    pub(crate) fn what(&self) -> Undid {
        let first = self.settings.first().map_or("", |setting| setting.name.as_str());
        if first.starts_with(views::PREFIX) {
            Undid::View
        } else if first.starts_with(long_text::PREFIX) || first.starts_with(note::PREFIX) {
            Undid::Note
        } else {
            Undid::Change
        }
    }

    /// Replaces a deal's temporary identifier in the setting keys.
    pub(crate) fn rename(&mut self, was: &str, now: &str) {
        for setting in &mut self.settings {
            let prefix = setting.name.strip_suffix(was).filter(|rest| rest.ends_with('/'));
            if let Some(prefix) = prefix {
                setting.name = format!("{prefix}{now}");
            }
        }
    }
}

impl AppCx {
    /// Adds a change to the undo history, unless it changes nothing.
    pub(crate) fn note_kept(&mut self, mut change: KeptChange) {
        change.settings.retain(|setting| setting.before != setting.after);
        if !change.settings.is_empty() {
            self.history.push(Change::Kept(Box::new(change)));
        }
    }

    /// Returns a saved setting.
    pub(crate) fn setting(&self, name: &str) -> Option<&str> {
        let settings = self.snapshot.settings.as_ref()?;
        settings.get(name).map(String::as_str)
    }
}

impl FormsState {
    /// Saves equal notes under several names, with undo; `label` names the subject.
    pub(crate) fn keep_notes(
        &mut self,
        label: String,
        names: Vec<String>,
        value: Option<&String>,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let mut both = false;
        let turned = |name: String| {
            let (after, with_other) = self.with_other(&name, value, cx);
            both |= with_other;
            let before = cx.setting(&name).map(str::to_owned);
            Turned { name, before, after }
        };
        let settings: Vec<Turned> = names.into_iter().map(turned).collect();
        self.opened_notes.clear();
        let changed = settings.iter().filter(|setting| setting.before != setting.after);
        let effects: Vec<Effect> = changed
            .map(|setting| Effect::Keep {
                name: setting.name.clone(),
                value: setting.after.clone(),
            })
            .collect();
        if effects.is_empty() {
            if both {
                let left = LeftAs::Changed;
                cx.say(ToastKind::ChangedSince { label, left }, LONG);
            }
            return effects;
        }
        cx.note_kept(KeptChange {
            label,
            settings,
            open: (None, None),
        });
        if both {
            cx.say(ToastKind::NoteOfBoth, LONG);
            return effects;
        }
        let removed = value.is_none();
        let lasts = if removed {
            LONG
        } else {
            crate::foundation::cx::toast::SHORT
        };
        cx.say(ToastKind::NoteKept { removed }, lasts);
        effects
    }
}

impl Views {
    /// Returns whether a setting has this value. A local change that is still being saved counts as saved.
    pub(crate) fn is_kept_as(&self, name: &str, wanted: Option<&str>, cx: &AppCx) -> bool {
        let known = cx.awaits_engine() || same_kept(name, cx.setting(name), wanted);
        known && self.view_is_as(name, wanted)
    }
}
