//! The help over a screen: which screen's keys it shows, what can't be done there now, what is looked for in it.

use crate::app::changes::forms::forms::FormsState;
use crate::app::deals::table::table::TableState;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::query::fold;
use crate::text::Words;

use crate::app::changes::forms::edited_text::Edit;
use crate::app::changes::forms::edited_text::EditWhat;
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::toast::LONG;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::commands::{ACTIONS, ActionId, ActionSpec};
use crate::app::foundation::input::context::{Context, Screen};
use crate::app::foundation::input::step::turn;
use crate::app::foundation::search::names::{Called, Kind};
use crate::app::foundation::search::ranking::{Typed, holds_as_many, partly, rank_of};

impl AppCx {
    /// Whether an action that the locales name under `key` answers `needle` (folded) as the palette has it: by its name, by
    /// another word for it, or by letters spread over its name.
    pub fn answers(&self, key: &'static str, needle: &str) -> bool {
        rank_of(self.options.lang, key, Kind::Action, &Typed::new(needle)).is_some()
    }

    /// The actions of `keys` that hold the most of the words of `needle` (folded), where none answers it whole.
    pub fn answers_partly(
        &self,
        keys: impl Iterator<Item = &'static str>,
        needle: &str,
    ) -> Vec<&'static str> {
        let (lang, typed) = (self.options.lang, Typed::new(needle));
        let ranked = |key| Some((partly(lang, &Called::by_key(key, Kind::Action), &typed)?, key));
        let found: Vec<(u8, &str)> = keys.filter_map(ranked).collect();
        let best = found.iter().map(|(rank, _)| *rank).min().unwrap_or_default();
        let most = found.into_iter().filter(|(rank, _)| holds_as_many(*rank, best));
        most.map(|(_, key)| key).collect()
    }

    /// The keys of the next screen, or of the one before.
    pub(in crate::app) fn turn_help(&mut self, forward: bool) {
        if let Layer::Help { screen, scroll, .. } = &mut self.layer {
            let here = Screen::ALL.iter().position(|one| one == screen).unwrap_or(0);
            let next = turn(here, forward, Screen::ALL.len());
            *screen = Screen::ALL.get(next).copied().unwrap_or(*screen);
            *scroll = 0;
        }
    }

    /// Shows the help whole again. Returns whether something was looked for.
    pub(in crate::app) fn forget_looked_for(&mut self) -> bool {
        let Layer::Help {
            query,
            typing,
            scroll,
            ..
        } = &mut self.layer
        else {
            return false;
        };
        let looked = *typing || !query.is_empty();
        if looked {
            query.clear();
            (*typing, *scroll) = (false, 0);
        }
        looked
    }

    /// The screen whose keys the help shows; the one shown, where no help is.
    pub fn helped_screen(&self) -> Screen {
        match self.layer {
            Layer::Help { screen, .. } => screen,
            _ => self.screen,
        }
    }
}

impl TableState {
    /// The place whose keys the help shows.
    pub fn helped_context(&self, cx: &AppCx) -> Context {
        let screen = cx.helped_screen();
        if screen == Screen::Pipeline && self.shown {
            return Context::Table;
        }
        screen.context()
    }

    /// Whether an action of the table means something in the place whose keys the help shows, and has a key there.
    pub fn helps(&self, spec: &ActionSpec, cx: &AppCx) -> bool {
        let context = self.helped_context(cx);
        let applies = spec
            .contexts
            .iter()
            .any(|c| *c == context || *c == Context::Screens);
        let pane = matches!(spec.id, ActionId::NextPane | ActionId::PreviousPane);
        applies
            && !cx.options.keymap.keys(context, spec.id).is_empty()
            && (!pane || cx.turns_panes_on(cx.helped_screen()))
    }
}

impl FormsState {
    /// Lets the person change keys in their own editor, at the first action that the help has found; says where keys are
    /// changed, where there is no editor.
    pub(in crate::app) fn begin_edit_keys(&mut self, table: &mut TableState, cx: &mut AppCx) {
        let Some(path) = cx.options.config_file.clone() else {
            return;
        };
        if !cx.options.editor {
            cx.say(ToastKind::KeysStandIn { path }, LONG);
            return;
        }
        let wanted = match &cx.layer {
            Layer::Help { query, .. } => fold(query.trim()),
            _ => String::new(),
        };
        let words = Words::new(cx.options.lang);
        let named = |spec: &&ActionSpec| {
            let text = fold(&format!("{} {}", words.get(spec.label_key), spec.name));
            table.helps(spec, cx) && wanted.split_whitespace().all(|word| text.contains(word))
        };
        let found = ACTIONS.iter().find(named).filter(|_| !wanted.is_empty());
        self.to_edit = Some(Edit {
            what: EditWhat::Keys(found.map(|spec| spec.id)),
            // The file is the front end's to read.
            text: String::new(),
        });
    }
}
