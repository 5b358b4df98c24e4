//! Undo of a cleared filter of records.

use std::time::Duration;

use crate::app::foundation::cx::change::Way;
use crate::app::foundation::cx::toast::LONG;
use crate::app::shell::app::{App, Change, Screen, Source, ToastKind, Undid};
use crate::engine::{Effect, LeftAs};

impl App {
    /// Shows all rows again; undo brings the filter back.
    pub(in crate::app) fn clear_rows_filter(&mut self) {
        let before = self.explorer.filter.clone();
        self.filter_rows(String::new());
        let (of, after) = (self.focused_source(), String::new());
        self.cx.history.push(Change::Filter { of, before, after });
        self.say(ToastKind::FilterCleared { whole: true }, LONG);
    }

    /// Goes a way with the filter of a source, where it is shown. One that is otherwise by now is left as it is.
    pub(in crate::app) fn turn_rows_filter(
        &mut self,
        way: Way,
        source: &Source,
        before: String,
        after: &str,
    ) -> Vec<Effect> {
        let (from, to) = match way {
            Way::Back => (after, before.as_str()),
            Way::Again => (before.as_str(), after),
        };
        let elsewhere = self.focused_source().as_ref() != Some(source);
        let known = !elsewhere || self.sources().contains(source);
        // Another source has no filter yet: to that of this one leads the way back alone.
        let stands = if elsewhere { "" } else { &self.explorer.filter };
        if !known || stands != from {
            self.cx.history.drop_turned(way);
            let left = LeftAs::Changed;
            self.say(ToastKind::ChangedSince { label: before, left }, LONG);
            return Vec::new();
        }
        let effects = if elsewhere {
            self.open_source(source)
        } else if self.cx.screen == Screen::Explorer {
            Vec::new()
        } else {
            self.show(Screen::Explorer)
        };
        self.filter_rows(to.to_owned());
        self.say_gone(way, before, Undid::Filter, Duration::ZERO);
        effects
    }
}
