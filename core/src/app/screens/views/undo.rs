//! Changes of the views of deals, noted so that undo takes them back: whatever is done to them, what differs afterwards is
//! what is taken back.

use std::collections::BTreeSet;

use crate::app::foundation::cx::change::Way;
use crate::app::shell::app::{App, SavedView, views_from_text};
use crate::app::tools::undo::settings::{KeptChange, Turned};
use crate::engine::Effect;

use super::views::{PREFIX, view_setting};

impl App {
    /// Changes views, and notes what that changed under the name of the view it is about.
    pub(in crate::app) fn changing_views(
        &mut self,
        label: &str,
        change: impl FnOnce(&mut Self) -> Vec<Effect>,
    ) -> Vec<Effect> {
        let (before, was_open) = (self.views.list.clone(), self.views.current.clone());
        let effects = change(self);
        let after = &self.views.list;
        let names: BTreeSet<&str> = before
            .iter()
            .chain(after)
            .map(|view| view.name.as_str())
            .collect();
        let named = |list: &[SavedView], name: &str| list.iter().find(|view| view.name == name).cloned();
        let turned = |name: &str| {
            let (before, after) = (named(&before, name), named(after, name));
            (before != after).then(|| Turned {
                name: format!("{PREFIX}{name}"),
                before: before.map(|view| self.text_of_view(&view)),
                after: after.map(|view| view_setting(&view).1),
            })
        };
        let settings = names.into_iter().filter_map(turned).collect();
        self.note_kept(KeptChange {
            label: label.to_owned(),
            settings,
            open: (was_open, self.views.current.clone()),
        });
        effects
    }

    /// A view as it is kept: what a later version wrote of it is not lost.
    fn text_of_view(&self, view: &SavedView) -> String {
        let (name, text) = view_setting(view);
        let kept = self.setting(&name).filter(|kept| is_view(kept, view));
        kept.map_or(text, str::to_owned)
    }

    /// Whether the view of a setting is so here; whatever is no view is.
    pub(in crate::app) fn view_is_as(&self, name: &str, wanted: Option<&str>) -> bool {
        let Some(view) = name.strip_prefix(PREFIX) else {
            return true;
        };
        match (self.views.find(view), wanted) {
            (Some(view), Some(text)) => is_view(text, view),
            (view, text) => view.is_none() && text.is_none(),
        }
    }

    /// Takes in the views that a way leads to. The one that was open before is open again, unless the person has gone to
    /// another one since.
    pub(in crate::app) fn take_kept_views(&mut self, way: Way, change: &KeptChange) {
        let mut focus = None;
        let mut any = false;
        for setting in &change.settings {
            let Some(name) = setting.name.strip_prefix(PREFIX) else {
                continue;
            };
            any = true;
            self.views.list.retain(|view| view.name != name);
            let text = match way {
                Way::Back => setting.before.as_deref(),
                Way::Again => setting.after.as_deref(),
            };
            if let Some(views) = text.and_then(|text| views_from_text(text).ok()) {
                self.views.list.extend(views);
                focus = Some(name);
            }
        }
        if !any {
            return;
        }
        let (from, to) = match way {
            Way::Back => (&change.open.1, &change.open.0),
            Way::Again => (&change.open.0, &change.open.1),
        };
        if self.views.current == *from {
            self.views.current.clone_from(to);
        }
        self.views_changed();
        if let Some(name) = focus {
            self.focus_view(name);
        }
    }
}

fn is_view(text: &str, view: &SavedView) -> bool {
    views_from_text(text).is_ok_and(|read| read == std::slice::from_ref(view))
}

/// Whether two texts under this name mean the same.
pub(in crate::app) fn same_kept(name: &str, one: Option<&str>, other: Option<&str>) -> bool {
    if one == other || !name.starts_with(PREFIX) {
        return one == other;
    }
    let read = |text: Option<&str>| text.and_then(|text| views_from_text(text).ok());
    one.is_some() == other.is_some() && read(one) == read(other)
}
