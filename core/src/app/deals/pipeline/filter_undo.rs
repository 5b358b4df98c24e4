//! A filter that was taken away, or a part of it, and that taken back: whole views are lost by one key otherwise.

use std::time::Duration;

use crate::engine::LeftAs;

use crate::app::foundation::cx::change::Way;
use crate::app::foundation::cx::toast::LONG;
use crate::app::shell::app::{App, Change, ToastKind, Undid};

impl App {
    /// Sets the filter from anywhere but its line; where that only takes away from it, undo brings it back.
    pub(in crate::app) fn narrow_less(&mut self, after: String) {
        let before = self.board.filter.clone();
        let parts: Vec<&str> = before.split_whitespace().collect();
        let only_less =
            after.len() < before.len() && after.split_whitespace().all(|part| parts.contains(&part));
        self.set_filter(after.clone());
        if only_less {
            let whole = after.is_empty();
            self.history.push(Change::Filter { before, after });
            self.say(ToastKind::FilterCleared { whole }, LONG);
        }
    }

    /// Goes a way with a filter. One that is otherwise by now is left as it is.
    pub(in crate::app) fn turn_filter(&mut self, way: Way, before: String, after: &str) {
        let (from, to) = match way {
            Way::Back => (after, before.as_str()),
            Way::Again => (before.as_str(), after),
        };
        if self.board.filter != from {
            self.history.drop_turned(way);
            let left = LeftAs::Changed;
            self.say(ToastKind::ChangedSince { label: before, left }, LONG);
            return;
        }
        self.set_filter(to.to_owned());
        self.say_gone(way, before, Undid::Filter, Duration::ZERO);
    }
}
