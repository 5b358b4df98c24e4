//! Taking back what a person keeps on this machine alone: private notes and views of deals. Nothing of it is sent, so each
//! change is a few settings, as they were and as they are. What has been changed since by another window is left as it is.

use crate::app::changes::forms::forms::FormsState;
use crate::app::changes::forms::long_text;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::change::{Change, Way};
use crate::app::foundation::cx::change_types::{KeptChange, Turned};
use crate::app::foundation::cx::toast::LONG;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::cx::toast_types::Undid;
use crate::app::screens::inbox::note;
use crate::app::screens::views::undo::same_kept;
use crate::app::screens::views::views;
use crate::app::screens::views::views::Views;
use crate::engine::{Effect, LeftAs};

impl Turned {
    /// Where a way leads from, and where to.
    pub(in crate::app) fn ends(&self, way: Way) -> (Option<&str>, Option<&str>) {
        let (before, after) = (self.before.as_deref(), self.after.as_deref());
        match way {
            Way::Back => (after, before),
            Way::Again => (before, after),
        }
    }
}

impl KeptChange {
    /// What was changed.
    pub(in crate::app) fn what(&self) -> Undid {
        let first = self.settings.first().map_or("", |setting| setting.name.as_str());
        if first.starts_with(views::PREFIX) {
            Undid::View
        } else if first.starts_with(long_text::PREFIX) || first.starts_with(note::PREFIX) {
            Undid::Note
        } else {
            Undid::Change
        }
    }

    /// What was kept of a deal that had a temporary id goes with it to the one that it got.
    pub(in crate::app) fn rename(&mut self, was: &str, now: &str) {
        for setting in &mut self.settings {
            let prefix = setting.name.strip_suffix(was).filter(|rest| rest.ends_with('/'));
            if let Some(prefix) = prefix {
                setting.name = format!("{prefix}{now}");
            }
        }
    }
}

impl AppCx {
    /// Notes a change, so that undo takes it back; one that changes nothing is none.
    pub(in crate::app) fn note_kept(&mut self, mut change: KeptChange) {
        change.settings.retain(|setting| setting.before != setting.after);
        if !change.settings.is_empty() {
            self.history.push(Change::Kept(Box::new(change)));
        }
    }

    /// A setting as it is kept.
    pub(in crate::app) fn setting(&self, name: &str) -> Option<&str> {
        let settings = self.snapshot.settings.as_ref()?;
        settings.get(name).map(String::as_str)
    }
}

impl FormsState {
    /// Keeps these notes, all of them the same, so that undo takes them back; `label` names the one thing they are about.
    pub(in crate::app) fn keep_notes(
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
            crate::app::foundation::cx::toast::SHORT
        };
        cx.say(ToastKind::NoteKept { removed }, lasts);
        effects
    }
}

impl Views {
    /// Whether something is kept so. What was asked for and is still on its way to the disk is believed.
    pub(in crate::app) fn is_kept_as(&self, name: &str, wanted: Option<&str>, cx: &AppCx) -> bool {
        let known = cx.awaits_engine() || same_kept(name, cx.setting(name), wanted);
        known && self.view_is_as(name, wanted)
    }
}
