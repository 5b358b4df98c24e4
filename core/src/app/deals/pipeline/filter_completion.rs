//! Completing the query while it is typed: names of fields, then the values that the person's own data holds. What is taken
//! once is changed for the next one by the same key, until something is typed. Where they stand in a list, one of them is
//! pointed at before it is taken.

use crate::query::{Completions, Query, QueryError};

use crate::app::foundation::input::step::step;
use crate::app::shell::app::{ActionId, App, Layer, Screen, ToastKind};

/// What is being gone through.
#[derive(Clone, Debug)]
pub(in crate::app) struct Completing {
    /// What may stand there, as it was found for what had been typed.
    found: Completions,
    /// What stands before and after it.
    around: [String; 2],
    /// Which of them stands there.
    chosen: usize,
}

impl Completing {
    fn text(&self) -> String {
        let [before, after] = &self.around;
        let item = self.found.items.get(self.chosen).map_or("", String::as_str);
        format!("{before}{item}{after}")
    }
}

impl App {
    /// Whether something may complete what is typed here at all.
    pub fn completes(&self) -> bool {
        self.cx.layer == Layer::Filter && !matches!(self.cx.screen, Screen::Notifications | Screen::Explorer)
    }

    /// What may stand in the place of the word being typed in the filter of deals; nothing elsewhere.
    pub fn completions(&self) -> Completions {
        if !self.completes() {
            return Completions::default();
        }
        if let Some(completing) = self.gone_through() {
            return completing.found.clone();
        }
        let text = &self.pipeline.board.filter;
        let mut found = self.with_vocabulary(|known| {
            Query::completions(text, text.chars().count(), known, self.cx.options.lang)
        });
        found.items.retain(|item| !item.is_empty());
        found
    }

    /// Which of the completions stands in the filter, where one was taken among several.
    pub fn completion_chosen(&self) -> Option<usize> {
        self.gone_through().map(|completing| completing.chosen)
    }

    /// What is gone through, unless something was typed since. What stood alone is taken, and so is the name of a field that
    /// wants a value: what comes next is looked for anew.
    fn gone_through(&self) -> Option<&Completing> {
        let completing = self.pipeline.completing.as_ref()?;
        let several = completing.found.items.len() > 1;
        let goes_on = several && !completing.text().ends_with(':');
        (goes_on && completing.text() == self.pipeline.board.filter).then_some(completing)
    }

    /// The mistakes of the filter that are to be told. While a value is chosen from the list, the word being typed is not
    /// ended, and so not wrong yet; asked for as it is, it is.
    pub fn told_filter_errors(&self) -> Vec<QueryError> {
        if self.pipeline.board.filter_error.is_none() {
            return Vec::new();
        }
        let text = &self.pipeline.board.filter;
        let mut mistakes = Query::mistakes(text);
        if self.chooses_completion() && !self.pipeline.board.filter_refused {
            let begun = Query::word_start(text, text.chars().count());
            mistakes.retain(|mistake| mistake.column() < begun);
        }
        mistakes
    }

    /// Whether the word being typed may still be completed from the list.
    pub fn chooses_completion(&self) -> bool {
        !self.completions().items.is_empty()
    }

    /// What was found, in the place of the word being typed.
    fn completing_of(&self, found: Completions) -> Completing {
        let letters: Vec<char> = self.pipeline.board.filter.chars().collect();
        Completing {
            around: [
                letters.iter().take(found.start).collect(),
                letters.iter().skip(found.end).collect(),
            ],
            chosen: 0,
            found,
        }
    }

    /// Takes the likeliest completion; once more the next one, or the one before.
    pub(in crate::app) fn complete(&mut self, forward: bool) {
        let completing = if let Some(mut completing) = self.gone_through().cloned() {
            let many = completing.found.items.len();
            completing.chosen = (completing.chosen + if forward { 1 } else { many - 1 }) % many;
            completing
        } else {
            let found = self.completions();
            if found.items.is_empty() {
                return;
            }
            let last = found.items.len() - 1;
            let chosen = self
                .pipeline
                .pointed_completion
                .unwrap_or(if forward { 0 } else { last });
            Completing {
                chosen: chosen.min(last),
                ..self.completing_of(found)
            }
        };
        self.set_filter(completing.text());
        self.pipeline.completing = Some(completing);
    }

    /// Which line of the list of completions is meant: the one pointed at, else the one that was taken.
    pub fn completion_meant(&self) -> Option<usize> {
        self.pipeline
            .pointed_completion
            .filter(|_| self.completes())
            .or_else(|| self.completion_chosen())
    }

    /// Whether the word being typed has begun: a key that goes on elsewhere where there is none completes none.
    pub fn completes_a_word(&self) -> bool {
        let begun = self.pipeline.board.filter.chars().next_back();
        let begun = begun.is_some_and(|last| !last.is_whitespace());
        self.enabled(ActionId::Complete).is_ok() && (begun || self.completion_meant().is_some())
    }

    /// Points at the next completion of the list, or the one before; nothing is taken yet.
    pub(in crate::app) fn point_at_completion(&mut self, by: isize) {
        let many = self.completions().items.len();
        let first = if by > 0 { 0 } else { many.saturating_sub(1) };
        let to = self.completion_meant().map_or(first, |at| step(at, by, many));
        self.pipeline.pointed_completion = Some(to);
    }

    /// Takes the completion that is pointed at, if one is.
    pub(in crate::app) fn takes_pointed_completion(&mut self) -> bool {
        let pointed = self.pipeline.pointed_completion.filter(|_| self.completes());
        if let Some(at) = pointed {
            self.take_completion(at);
        }
        pointed.is_some()
    }

    /// Takes one of the completions as it is. What comes after it can begin at once: the values of a field whose name it is,
    /// else the next word.
    pub(in crate::app) fn take_completion(&mut self, at: usize) {
        let mut completing = match self.gone_through() {
            Some(completing) => completing.clone(),
            None => self.completing_of(self.completions()),
        };
        if at >= completing.found.items.len() {
            return;
        }
        completing.chosen = at;
        let text = completing.text();
        let names = text.ends_with([':', '<', '>']);
        let gap = if names { "" } else { " " };
        self.set_filter(format!("{text}{gap}"));
    }

    /// That nothing completes a word is said of that word alone.
    pub(super) fn complete_anew(&mut self) {
        self.cx.toasts.retain(|toast| {
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
