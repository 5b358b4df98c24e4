//! What a person keeps for themselves and the disk did not take: a note, a view, stars and sleep. It was shown as kept the
//! moment it was asked for; now it is shown as it is, and what was typed stands in its form again.

use crate::app::changes::forms::long_text;
use crate::app::foundation::cx::toast::LONG;
use crate::app::screens::inbox::note;
use crate::app::screens::inbox::triage::{TRIAGE, Triage};
use crate::app::screens::views::views;
use crate::app::shell::app::{App, Change, Layer, ToastKind};
use crate::contract::ids::{DealId, NotificationId};

use super::restore::SESSION;

type Settings = [(String, Option<String>)];

impl App {
    /// Takes back what was said and shown of settings that could not be kept.
    pub(in crate::app) fn settings_not_kept(&mut self, settings: &Settings) {
        // Where one left off is nothing that a person asked to be kept.
        if settings.iter().all(|(name, _)| name == SESSION) {
            return;
        }
        let named = |name: &str| settings.iter().any(|(of, _)| of == name);
        let dropped = self.cx.history.drop_newest(|change| match change {
            Change::Kept(change) => change.settings.iter().any(|setting| named(&setting.name)),
            Change::Slept(_) | Change::Flagged(_) => named(TRIAGE),
            _ => false,
        });
        let label = match dropped {
            Some(Change::Kept(change)) => change.label,
            Some(Change::Slept(slept)) => slept.label,
            Some(Change::Flagged(flagged)) => flagged.label,
            _ => String::new(),
        };
        self.cx.toasts.retain(|toast| !toast.kind.is_of_this_machine());
        self.say(ToastKind::NotKept { label }, LONG);
        self.show_as_kept();
        if self.cx.layer == Layer::None {
            self.type_again(settings);
        }
    }

    /// Shows views, stars and sleep as the disk has them.
    fn show_as_kept(&mut self) {
        let Some(settings) = self.cx.snapshot.settings.clone() else {
            return;
        };
        self.take_views(&settings);
        if self.views.open().is_none() {
            self.views.current = None;
        }
        self.views_changed();
        self.inbox.triage = Triage::of(settings.get(TRIAGE));
        self.look_at_inbox();
    }

    /// Opens the form of what was typed, with that in it.
    fn type_again(&mut self, settings: &Settings) {
        let written = settings
            .iter()
            .find_map(|(name, text)| Some((name, text.as_ref()?)));
        let Some((name, text)) = written else { return };
        if let Some(view) = name.strip_prefix(views::PREFIX) {
            self.ask_view_again(view);
        } else if let Some(Ok(deal)) = name.strip_prefix(long_text::PREFIX).map(DealId::new) {
            self.note_again(deal, text.clone());
        } else if let Some(Ok(id)) = name.strip_prefix(note::PREFIX).map(NotificationId::new) {
            self.note_without_editor(vec![id], text.clone());
        }
    }
}
