//! Completing the query while it is typed: names of fields, then the values that the person's own data holds. What is taken
//! once is changed for the next one by the same key, until something is typed. Where they stand in a list, one of them is
//! pointed at before it is taken.

use crate::app::deals::pipeline::completion_state::{Completing};
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::query::{Completions, Query, QueryError};

use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::step::step;

impl AppCx {
    /// Whether something may complete what is typed here at all.
    pub fn completes(&self) -> bool {
        self.layer == Layer::Filter && !matches!(self.screen, Screen::Notifications | Screen::Explorer)
    }

    /// That nothing completes a word is said of that word alone.
    pub(in crate::app) fn complete_anew(&mut self) {
        self.toasts.retain(|toast| {
            !matches!(
                toast.kind,
                ToastKind::Disabled {
                    id: Some(ActionId::Complete | ActionId::CompletePrevious),
                    ..
                }
            )
        });
    }
}

impl Pipeline {
    /// What may stand in the place of the word being typed in the filter of deals; nothing elsewhere.
    pub fn completions(&self, cx: &AppCx) -> Completions {
        if !cx.completes() {
            return Completions::default();
        }
        if let Some(completing) = self.gone_through() {
            return completing.found.clone();
        }
        let text = &self.board.filter;
        let mut found = self.with_vocabulary(
            |known| Query::completions(text, text.chars().count(), known, cx.options.lang),
            cx,
        );
        found.items.retain(|item| !item.is_empty());
        found
    }

    /// Which of the completions stands in the filter, where one was taken among several.
    pub fn completion_chosen(&self) -> Option<usize> {
        self.gone_through().map(|completing| completing.chosen)
    }

    /// What is gone through, unless something was typed since. What stood alone is taken, and so is the name of a field that
    /// wants a value: what comes next is looked for anew.
    pub(in crate::app) fn gone_through(&self) -> Option<&Completing> {
        let completing = self.completing.as_ref()?;
        let several = completing.found.items.len() > 1;
        let goes_on = several && !completing.text().ends_with(':');
        (goes_on && completing.text() == self.board.filter).then_some(completing)
    }

    /// The mistakes of the filter that are to be told. While a value is chosen from the list, the word being typed is not
    /// ended, and so not wrong yet; asked for as it is, it is.
    pub fn told_filter_errors(&self, cx: &AppCx) -> Vec<QueryError> {
        if self.board.filter_error.is_none() {
            return Vec::new();
        }
        let text = &self.board.filter;
        let mut mistakes = Query::mistakes(text);
        if self.chooses_completion(cx) && !self.board.filter_refused {
            let begun = Query::word_start(text, text.chars().count());
            mistakes.retain(|mistake| mistake.column() < begun);
        }
        mistakes
    }

    /// Whether the word being typed may still be completed from the list.
    pub fn chooses_completion(&self, cx: &AppCx) -> bool {
        !self.completions(cx).items.is_empty()
    }

    /// What was found, in the place of the word being typed.
    pub(in crate::app) fn completing_of(&self, found: Completions) -> Completing {
        let letters: Vec<char> = self.board.filter.chars().collect();
        Completing {
            around: [
                letters.iter().take(found.start).collect(),
                letters.iter().skip(found.end).collect(),
            ],
            chosen: 0,
            found,
        }
    }

    /// Which line of the list of completions is meant: the one pointed at, else the one that was taken.
    pub fn completion_meant(&self, cx: &AppCx) -> Option<usize> {
        self.pointed_completion
            .filter(|_| cx.completes())
            .or_else(|| self.completion_chosen())
    }

    /// Points at the next completion of the list, or the one before; nothing is taken yet.
    pub(in crate::app) fn point_at_completion(&mut self, by: isize, cx: &mut AppCx) {
        let many = self.completions(cx).items.len();
        let first = if by > 0 { 0 } else { many.saturating_sub(1) };
        let to = self.completion_meant(cx).map_or(first, |at| step(at, by, many));
        self.pointed_completion = Some(to);
    }
}
