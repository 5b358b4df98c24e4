//! `App` methods for the session.

use crate::contract::ids::DealId;
use crate::deals::table::column_settings::AllDeals;
use crate::foundation::cx::change::Change;
use crate::foundation::cx::output::Output;
use crate::foundation::cx::overlay::Layer;
use crate::foundation::cx::sheet::SheetKind;
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::screens::inbox::triage::TRIAGE;
use crate::screens::views::saved_view::Layout;
use crate::shell::app::App;
use crate::tools::session::leave_answer::LeaveAnswer;
use crate::tools::session::restore::{Kept, SESSION};
use crate::tools::session::save_failures::Settings;
use crate::vocabulary::{Family, status_is_aside};

impl App {
    /// Keeps a toast open while the pointer is on it. Also pauses the undo window of its change. With `None` the
    /// countdown continues.
    pub fn linger(&mut self, toast: Option<u64>) -> Output {
        self.session.linger(toast, &mut self.cx);
        self.cx.finish(false)
    }

    /// Returns the effect that saves the session, if it has changed.
    pub(crate) fn keep_session(&mut self) -> Option<Effect> {
        let kept = self.session.restored.as_ref()?;
        let now = self.views.to_keep(&self.table, &self.pipeline, &self.cx);
        if *kept == now {
            return None;
        }
        let value = toml::to_string(&now).ok();
        self.session.restored = Some(now);
        Some(Effect::Keep {
            name: SESSION.to_owned(),
            value,
        })
    }

    /// Restores the saved session once it is loaded. Changes that the user has made meanwhile stay.
    pub(crate) fn restore(&mut self) {
        if self.session.restored.is_some() {
            return;
        }
        let Some(settings) = self.cx.snapshot.settings.clone() else {
            return;
        };
        self.pipeline
            .take_me(crate::deals::pipeline::me::kept_me(&settings));
        self.views.take_views(&settings, &mut self.cx);
        if self.cx.options.demo && self.views.list.is_empty() && !settings.contains_key(SESSION) {
            self.views.begin_with_views(&mut self.pipeline, &mut self.cx);
        }
        // Unreadable session text, from a later version or a damaged disk, is ignored: it holds only the display state.
        let kept = settings
            .get(SESSION)
            .and_then(|text| toml::from_str::<Kept>(text).ok());
        let kept = kept.unwrap_or_default();
        self.pipeline.board.folded = kept.folded.clone().unwrap_or_else(|| {
            let known = Family::DealStatus.codes().iter().map(|status| status.code);
            known
                .filter(|code| status_is_aside(code))
                .map(str::to_owned)
                .collect()
        });
        self.table.widths.clone_from(&kept.widths);
        self.views.all = match &kept.all {
            Some(all) => AllDeals::from(all),
            None if kept.view.is_none() => AllDeals::read(&kept.columns, &kept.widths),
            None => AllDeals::default(),
        };
        self.table
            .take_look(kept.board.clone(), &mut self.pipeline, &mut self.cx);
        let untouched = (self.cx.screen == Screen::Pipeline || self.acting.came)
            && self.pipeline.board.filter.is_empty()
            && !self.table.shown;
        if untouched {
            self.take_up(&kept);
        }
        self.session.restored = Some(self.views.to_keep(&self.table, &self.pipeline, &self.cx));
    }

    pub(crate) fn take_up(&mut self, kept: &Kept) {
        let columns = kept.columns.iter().filter_map(|text| text.parse().ok()).collect();
        let sort = kept.sort.iter().filter_map(|text| text.parse().ok()).collect();
        self.table
            .set_table(columns, sort, &mut self.pipeline, &mut self.cx);
        self.table
            .show_table(kept.layout == Layout::Table, &mut self.pipeline, &mut self.cx);
        let default = self
            .views
            .list
            .iter()
            .find(|view| view.default)
            .map(|view| view.name.clone());
        // A default view must be visible, so it takes precedence over the saved screen.
        let opens = default.is_some();
        if let Some(view) = default.or_else(|| kept.view.clone()) {
            self.views
                .open_view(&view, &mut self.table, &mut self.pipeline, &mut self.cx);
        }
        // After a switch of the delegated user, the screen stays.
        if self.acting.came || opens {
            return;
        }
        let screen = Screen::ALL
            .into_iter()
            .find(|screen| Some(screen.number()) == kept.screen);
        let deal = kept.deal.as_deref().and_then(|id| DealId::new(id).ok());
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
    pub(crate) fn leave(&mut self) {
        self.forms.keep_draft(&mut self.cx);
        if self.cx.asks_to_leave() {
            self.session.answer_leaving_with(LeaveAnswer::Keep, &mut self.cx);
        } else if self.session.nothing_to_ask(&self.bulk_change, &self.cx) {
            self.session.quitting = true;
        } else {
            self.deletion.disarm(&mut self.cx);
            self.session.leaving.under = std::mem::take(&mut self.cx.layer);
            self.open_sheet(SheetKind::Leave);
            self.cx.hold_while_asking();
        }
    }

    /// Reverts messages and state of settings that could not be saved.
    pub(crate) fn settings_not_kept(&mut self, settings: &Settings) {
        // The user did not ask to save the session state.
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
        self.cx.say(ToastKind::NotKept { label }, LONG);
        self.views
            .show_as_kept(&mut self.inbox, &mut self.pipeline, &mut self.cx);
        if self.cx.layer == Layer::None {
            self.forms.type_again(settings, &mut self.cx);
        }
    }

    /// Asks whether to carry out deletions that were pending in an earlier run.
    pub(crate) fn ask_kept_deletions(&mut self) {
        if self.cx.held_deletions().next().is_none() || self.cx.layer != Layer::None {
            return;
        }
        self.open_sheet(SheetKind::KeptDeletions);
        self.cx.hold_while_asking();
    }
}
