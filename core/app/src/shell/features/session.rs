//! `App` methods for the session.

mod settings;

use crate::contract::ids::DealId;
use crate::deals::table::column_settings::AllDealsColumns;
use crate::foundation::cx::change::ChangeKind;
use crate::foundation::cx::output::Output;
use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_traits::LOCAL;
use crate::foundation::input::context::Screen;
use crate::link::Link;
use crate::model::effect::Effect;
use crate::screens::inbox::triage::TRIAGE_KEY;
use crate::screens::views::saved_view::Layout;
use crate::screens::views::views::is_all_deals;
use crate::shell::app::App;
use crate::tools::session::actions::UnsavedSettings;
use crate::tools::session::restore::{SESSION_KEY, SavedSession};
use crate::tools::session::session::QuitAnswer;
use crate::vocabulary::{CodeKind, is_inactive_status};

impl App {
    /// Keeps a toast open while the pointer is on it. Also pauses the undo window of its change. With `None` the
    /// countdown continues.
    pub fn linger(&mut self, toast: Option<u64>) -> Output {
        self.session.set_hovered_toast(toast, &mut self.cx);
        self.cx.finish(false)
    }

    /// Returns the effect that saves the session, if it has changed.
    pub(crate) fn save_session(&mut self) -> Option<Effect> {
        let saved = self.session.restored.as_ref()?;
        let now = self.views.session_to_save(&self.table, &self.pipeline, &self.cx);
        if *saved == now {
            return None;
        }
        let value = toml::to_string(&now).ok();
        self.session.restored = Some(now);
        Some(Effect::SaveSetting { name: SESSION_KEY.to_owned(), value })
    }

    /// Restores the saved session once it is loaded. Changes that the user has made meanwhile stay.
    pub(crate) fn restore(&mut self) {
        if self.session.restored.is_some() {
            return;
        }
        let Some(settings) = self.cx.snapshot.settings.clone() else {
            return;
        };
        self.pipeline.take_me(crate::deals::pipeline::pipeline::stored_own_name(&settings));
        self.views.take_views(&settings, &mut self.cx);
        if self.cx.options.demo && self.views.list.is_empty() && !settings.contains_key(SESSION_KEY) {
            self.views.add_sample_views(&mut self.pipeline, &mut self.cx);
        }
        // Unreadable session text, from a later version or a damaged disk, is ignored: it holds only the display state.
        let saved = settings.get(SESSION_KEY).and_then(|text| toml::from_str::<SavedSession>(text).ok());
        let saved = saved.unwrap_or_default();
        self.pipeline.board.collapsed = saved.collapsed.clone().unwrap_or_else(|| {
            let known = CodeKind::DealStatus.codes().iter().map(|status| status.code);
            known.filter(|code| is_inactive_status(code)).map(str::to_owned).collect()
        });
        self.table.widths.clone_from(&saved.widths);
        self.views.all_deals = match &saved.all {
            Some(all) => AllDealsColumns::from(all),
            None if saved.view.is_none() => AllDealsColumns::from_stored(&saved.columns, &saved.widths),
            None => AllDealsColumns::default(),
        };
        self.table.apply_layout(saved.board.clone(), &mut self.pipeline, &mut self.cx);
        let is_unchanged = (self.cx.screen == Screen::Pipeline || self.user_switch.switched_here)
            && self.pipeline.board.filter.is_empty()
            && !self.table.shown;
        if is_unchanged {
            self.restore_session(&saved);
        }
        self.cx.trail.restore(&saved.recent);
        self.session.restored = Some(self.views.session_to_save(&self.table, &self.pipeline, &self.cx));
        if let Some(link) = self.session.link.take() {
            let effects = self.open_link(link);
            self.cx.output.effects.extend(effects);
        }
    }

    /// Opens the deal or view of a link; before the session is restored, afterwards.
    pub(crate) fn open_link(&mut self, link: Link) -> Vec<Effect> {
        if self.session.restored.is_none() {
            self.session.link = Some(link);
            return Vec::new();
        }
        // A link comes from outside, and must not discard what is being typed.
        if matches!(self.cx.overlay, Overlay::Form(_)) {
            self.cx.notify(ToastContent::new("toast-link-form"), LONG);
            return Vec::new();
        }
        match link {
            Link::Deal(deal) => self.open_deal(deal),
            Link::View(name) if is_all_deals(&name) => self.show_view(""),
            Link::View(name) if self.views.list.iter().any(|view| view.name == name) => self.show_view(&name),
            Link::View(name) => {
                self.cx.notify(ToastContent::new("toast-link-view").with_text_arg("name", name, 80), LONG);
                Vec::new()
            }
        }
    }

    pub(crate) fn restore_session(&mut self, saved: &SavedSession) {
        let columns = saved.columns.iter().filter_map(|text| text.parse().ok()).collect();
        let sort = saved.sort.iter().filter_map(|text| text.parse().ok()).collect();
        self.table.set_table(columns, sort, &mut self.pipeline, &mut self.cx);
        self.table.show_table(saved.layout == Layout::Table, &mut self.pipeline, &mut self.cx);
        let default = self.views.list.iter().find(|view| view.default).map(|view| view.name.clone());
        // A default view must be visible, so it takes precedence over the saved screen.
        let opens = default.is_some();
        if let Some(view) = default.or_else(|| saved.view.clone()) {
            self.views.open_view(&view, &mut self.table, &mut self.pipeline, &mut self.cx);
        }
        // After a switch of the delegated user, the screen stays.
        if self.user_switch.switched_here || opens {
            return;
        }
        let screen = Screen::ALL.iter().copied().find(|screen| Some(screen.number()) == saved.screen);
        let deal = saved.deal.as_deref().and_then(|id| DealId::new(id).ok());
        match (screen, deal) {
            (Some(Screen::Deal), Some(deal)) => {
                let effects = self.open_deal(deal);
                self.cx.output.effects.extend(effects);
            }
            (Some(Screen::Deal) | None, _) => {}
            (Some(screen), _) => {
                let effects = self.show(screen);
                self.cx.output.effects.extend(effects);
            }
        }
    }

    /// Quits, after a prompt if writes are scheduled. A second request to quit during the prompt keeps all changes and
    /// quits.
    pub(crate) fn begin_quit(&mut self) {
        self.forms.save_draft(&mut self.cx);
        if self.cx.is_quit_prompt_open() {
            self.session.quit_with_answer(QuitAnswer::Keep, &mut self.cx);
        } else if self.session.can_quit_silently(&self.bulk_change, &self.cx) {
            self.session.quitting = true;
        } else {
            self.deletion.disarm(&mut self.cx);
            self.session.quit_state.prev_overlay = std::mem::take(&mut self.cx.overlay);
            self.open_picker(PickerKind::ConfirmQuit);
            self.cx.pause_during_prompt();
        }
    }

    /// Reverts messages and state of settings that could not be saved.
    pub(crate) fn on_settings_unsaved(&mut self, settings: &UnsavedSettings) {
        // The user did not ask to save the session state.
        if settings.iter().all(|(name, _)| name == SESSION_KEY) {
            return;
        }
        let is_unsaved = |name: &str| settings.iter().any(|(key, _)| key == name);
        let dropped = self.cx.history.drop_newest(|change| match &change.kind {
            ChangeKind::Settings(change) if change.place.is_of_notifications() => is_unsaved(TRIAGE_KEY),
            ChangeKind::Settings(change) => change.items.iter().any(|item| is_unsaved(&item.name)),
            _ => false,
        });
        self.cx.toasts.retain(|toast| !toast.content.has_trait(LOCAL));
        self.cx.notify_not_stored(dropped.as_ref().map_or("", |change| &change.label));
        self.views.reload_stored(&mut self.inbox, &mut self.pipeline, &mut self.cx);
        if self.cx.overlay == Overlay::None {
            self.forms.reopen_unsaved(settings, &mut self.cx);
        }
    }

    /// Asks whether to carry out deletions that were pending in an earlier run.
    pub(crate) fn ask_pending_deletions(&mut self) {
        if self.cx.scheduled_deletions().next().is_none() || self.cx.overlay != Overlay::None {
            return;
        }
        self.open_picker(PickerKind::ConfirmDeletions);
        self.cx.pause_during_prompt();
    }
}
