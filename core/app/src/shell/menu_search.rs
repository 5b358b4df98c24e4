//! Search by letters in the status menu, by name or code. Without a match no line is focused, so that Enter cannot move
//! a deal to an unintended status.

use super::app::App;
use crate::foundation::cx::overlay::{Menu, Overlay};
use crate::foundation::input::context::Context;
use crate::foundation::input::key::{Key, KeyCode};
use crate::foundation::presentation::task_status::task_status_label;
use crate::foundation::search::ranking::{WORD_START, rank};
use crate::shell::action::Action;

use crate::text::fold;
use crate::vocabulary;

impl App {
    /// Returns the search in the status menu after a key; `None` if the key is no part of it. Bound keys keep their
    /// action until the search has begun; after that every letter is part of the search.
    pub(super) fn searched(&self, key: Key) -> Option<Action> {
        let Overlay::Menu(menu) = &self.cx.overlay else {
            return None;
        };
        let acts = self.cx.options.keymap.action(Context::Menu, key).is_some();
        let mut typed = menu.typed.clone();
        match key {
            Key { code: KeyCode::Char(letter), ctrl: false, alt: false, .. }
                if !typed.is_empty() || !acts && !letter.is_whitespace() =>
            {
                typed.push(letter);
            }
            Key { code: KeyCode::Backspace, .. } if !typed.is_empty() => {
                typed.pop();
            }
            _ => return None,
        }
        Some(Action::SearchMenu(typed))
    }

    pub(crate) fn search_menu(&mut self, typed: String) {
        let best_match = self.best_menu_match(&typed);
        if let Overlay::Menu(menu) = &mut self.cx.overlay {
            menu.selected = best_match;
            menu.typed = typed;
        }
    }

    /// Returns the name of a deal or task status in the menu.
    pub(crate) fn menu_label(&self, menu: &Menu, status: &str) -> String {
        match menu.task {
            Some(_) => task_status_label(&self.cx, status),
            None => vocabulary::deal_status(self.cx.lang(), status).into_owned(),
        }
    }

    /// Returns the current status that a menu marks for its deal or task.
    pub(crate) fn menu_status(&self, menu: &Menu) -> String {
        let statut = |id: &str| {
            let mut all = self.tasks.columns.iter().flat_map(|column| &column.items);
            all.find(|item| item.id == id)?.text("statut")
        };
        let now = match (&menu.deal, &menu.task) {
            (_, Some(task)) => statut(task),
            (Some(deal), None) => self.cx.current_intended_status(deal.as_str()),
            (None, None) => None,
        };
        now.unwrap_or_else(|| menu.from.clone())
    }

    /// Returns the index of the best match by name or code for the typed text; `None` for an empty text.
    fn best_menu_match(&self, typed: &str) -> Option<usize> {
        let Overlay::Menu(menu) = &self.cx.overlay else {
            return None;
        };
        let search = fold(typed.trim());
        let ranked = menu.statuses.iter().enumerate().filter_map(|(at, status)| {
            let by_code = rank(&fold(status), &search).map(|rank| rank.max(WORD_START));
            let by_name = rank(&fold(&self.menu_label(menu, status)), &search);
            Some((by_name.into_iter().chain(by_code).min()?, at))
        });
        ranked.min().filter(|_| !search.is_empty()).map(|(_, at)| at)
    }
}
