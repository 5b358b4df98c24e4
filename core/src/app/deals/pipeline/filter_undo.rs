//! Undo of a cleared filter, so that one key does not lose a saved view's filter.

use std::time::Duration;

use crate::engine::{Effect, LeftAs};

use crate::app::foundation::cx::change::Way;
use crate::app::foundation::cx::toast::LONG;
use crate::app::shell::app::{App, Change, Screen, ToastKind, Undid};

impl App {
    /// Sets the filter from anywhere but its line; where that only takes away from it, undo brings it back.
    pub(in crate::app) fn narrow_less(&mut self, after: String) {
        let before = self.pipeline.board.filter.clone();
        let parts: Vec<&str> = before.split_whitespace().collect();
        let only_less =
            after.len() < before.len() && after.split_whitespace().all(|part| parts.contains(&part));
        self.set_filter(after.clone());
        if only_less {
            let whole = after.is_empty();
            let of = None;
            self.cx.history.push(Change::Filter { of, before, after });
            self.say(ToastKind::FilterCleared { whole }, LONG);
        }
    }

    /// Whether the pipeline's filter is in sight.
    pub(in crate::app) fn sees_filter(&self) -> bool {
        self.cx.screen == Screen::Pipeline || (self.cx.screen == Screen::Deal && self.cx.options.beside)
    }

    /// Goes a way with a filter, where it is seen. One that is otherwise by now is left as it is.
    pub(in crate::app) fn turn_filter(&mut self, way: Way, before: String, after: &str) -> Vec<Effect> {
        let (from, to) = match way {
            Way::Back => (after, before.as_str()),
            Way::Again => (before.as_str(), after),
        };
        if self.pipeline.board.filter != from {
            self.cx.history.drop_turned(way);
            let left = LeftAs::Changed;
            self.say(ToastKind::ChangedSince { label: before, left }, LONG);
            return Vec::new();
        }
        let effects = if self.sees_filter() {
            Vec::new()
        } else {
            self.show(Screen::Pipeline)
        };
        self.set_filter(to.to_owned());
        self.say_gone(way, before, Undid::Filter, Duration::ZERO);
        effects
    }
}
