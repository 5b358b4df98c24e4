//! Taking back what a person keeps on this machine alone: private notes and views of deals. Nothing of it is sent, so each
//! change is a few settings, as they were and as they are. What has been changed since by another window is left as it is.

use crate::engine::{Effect, LeftAs};

use crate::app::changes::forms::long_text;
use crate::app::foundation::cx::change::Way;
use crate::app::foundation::cx::toast::LONG;
use crate::app::screens::inbox::note;
use crate::app::screens::views::undo::same_kept;
use crate::app::screens::views::views;
use crate::app::shell::app::{App, Change, ToastKind, Undid};

/// A change of what is kept here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptChange {
    /// The name of what was changed; empty where it is several at once.
    pub(in crate::app) label: String,
    pub(in crate::app) settings: Vec<Turned>,
    /// The view that was open before and after it.
    pub(in crate::app) open: (Option<String>, Option<String>),
}

/// A setting before and after a change; `None` where there was none.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Turned {
    pub(in crate::app) name: String,
    pub(in crate::app) before: Option<String>,
    pub(in crate::app) after: Option<String>,
}

impl Turned {
    /// Where a way leads from, and where to.
    fn ends(&self, way: Way) -> (Option<&str>, Option<&str>) {
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

impl App {
    /// Notes a change, so that undo takes it back; one that changes nothing is none.
    pub(in crate::app) fn note_kept(&mut self, mut change: KeptChange) {
        change.settings.retain(|setting| setting.before != setting.after);
        if !change.settings.is_empty() {
            self.cx.history.push(Change::Kept(Box::new(change)));
        }
    }

    /// A setting as it is kept.
    pub(in crate::app) fn setting(&self, name: &str) -> Option<&str> {
        let settings = self.cx.snapshot.settings.as_ref()?;
        settings.get(name).map(String::as_str)
    }

    /// Keeps these notes, all of them the same, so that undo takes them back; `label` names the one thing they are about.
    pub(in crate::app) fn keep_notes(
        &mut self,
        label: String,
        names: Vec<String>,
        value: Option<&String>,
    ) -> Vec<Effect> {
        let mut both = false;
        let turned = |name: String| {
            let (after, with_other) = self.with_other(&name, value);
            both |= with_other;
            let before = self.setting(&name).map(str::to_owned);
            Turned { name, before, after }
        };
        let settings: Vec<Turned> = names.into_iter().map(turned).collect();
        self.forms.opened_notes.clear();
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
                self.say(ToastKind::ChangedSince { label, left }, LONG);
            }
            return effects;
        }
        self.note_kept(KeptChange {
            label,
            settings,
            open: (None, None),
        });
        if both {
            self.say(ToastKind::NoteOfBoth, LONG);
            return effects;
        }
        let removed = value.is_none();
        let lasts = if removed {
            LONG
        } else {
            crate::app::foundation::cx::toast::SHORT
        };
        self.say(ToastKind::NoteKept { removed }, lasts);
        effects
    }

    /// Goes a way with what is kept here.
    pub(super) fn turn_kept(&mut self, way: Way, change: &KeptChange) -> Vec<Effect> {
        let stands = |wanted: fn((_, _)) -> _| {
            change
                .settings
                .iter()
                .all(|setting| self.is_kept_as(&setting.name, wanted(setting.ends(way))))
        };
        let label = change.label.clone();
        if !stands(|(from, _)| from) {
            let so = stands(|(_, to)| to);
            self.cx.history.drop_turned(way);
            let said = if so {
                let in_doubt = false;
                ToastKind::AlreadySo { label, in_doubt }
            } else {
                let left = LeftAs::Changed;
                ToastKind::ChangedSince { label, left }
            };
            self.say(said, LONG);
            return Vec::new();
        }
        let to = change
            .settings
            .iter()
            .map(|setting| (setting.name.clone(), setting.ends(way).1.map(str::to_owned)));
        let effects = to.map(|(name, value)| Effect::Keep { name, value }).collect();
        self.take_kept_views(way, change);
        self.say_gone(way, label, change.what(), std::time::Duration::ZERO);
        effects
    }

    /// Whether something is kept so. What was asked for and is still on its way to the disk is believed.
    fn is_kept_as(&self, name: &str, wanted: Option<&str>) -> bool {
        let known = self.awaits_engine() || same_kept(name, self.setting(name), wanted);
        known && self.view_is_as(name, wanted)
    }
}
