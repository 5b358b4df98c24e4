//! Completion of the deal filter: field names, then values from the loaded data.
//!
//! The completion key again replaces the inserted completion by the next one, until something is typed. In a list, an
//! item can be highlighted before it is accepted.

use crate::deals::pipeline::pipeline::{CompletionState, Pipeline};
use crate::deals::pipeline::unknown_values::value_fix;
use crate::foundation::cx::app_cx::AppCx;
use crate::query::{Completions, Query, QueryError};
use crate::vocabulary::CodeKind;

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::step::step;

impl AppCx {
    /// Returns whether the current input supports completion.
    pub fn supports_completion(&self) -> bool {
        self.overlay == Overlay::Filter && !matches!(self.screen, Screen::Notifications | Screen::Explorer)
    }

    /// Removes the "nothing to complete" toast, which is about one word only.
    pub(crate) fn clear_completion_toast(&mut self) {
        let labels = [ActionId::Complete, ActionId::CompletePrevious].map(|id| id.spec().label_key);
        let is_about = |key: &&str| labels.contains(key);
        self.toasts.retain(|toast| !toast.content.disabled_action().is_some_and(|key| is_about(&key)));
    }
}

impl Pipeline {
    /// Returns the candidates for the word being typed; empty outside the deal filter.
    pub fn completions(&self, cx: &AppCx) -> Completions {
        if !cx.supports_completion() {
            return Completions::default();
        }
        if let Some(completion) = self.active_completion() {
            return completion.candidates.clone();
        }
        let text = &self.board.filter;
        let mut candidates = self.with_vocabulary(
            |known| Query::completions(text, text.chars().count(), known, cx.options.lang),
            cx,
        );
        candidates.items.retain(|item| !item.is_empty());
        if candidates.items.is_empty() {
            let fix = if self.board.filter_error.is_some() {
                self.with_vocabulary(|known| Query::fix(text, known, cx.options.lang), cx)
            } else {
                value_fix(text, &cx.snapshot.deals)
            };
            return fix.unwrap_or_default();
        }
        candidates
    }

    /// Returns the correction of the first mistake, while it is what the completion key inserts.
    pub(crate) fn offered_fix(&self, cx: &AppCx) -> Option<String> {
        let candidates = self.completions(cx);
        candidates.items.into_iter().next().filter(|_| candidates.is_fix)
    }

    /// Returns the number of deals with a class or owner that is offered.
    pub(crate) fn value_count(&self, cx: &AppCx, offered: &Completions, item: &str) -> Option<usize> {
        let (deals, lang) = (&cx.snapshot.deals, cx.options.lang);
        let is_class = offered.kind == Some(CodeKind::AssetClass);
        let code = match offered.code(lang, item).filter(|_| is_class) {
            Some(class) => deals.classes().code(class)?,
            None if offered.is_owner => deals.owners().code(item.trim_matches('"'))?,
            None => return None,
        };
        let counts = self.board.value_counts.get_or_init(|| {
            let mut counts = [vec![0; deals.classes().len()], vec![0; deals.owners().len()]];
            for row in deals.rows() {
                for (counts, code) in counts.iter_mut().zip([row.class_code, row.owner_code]) {
                    counts.get_mut(code.index()).into_iter().for_each(|count| *count += 1);
                }
            }
            counts
        });
        counts[usize::from(!is_class)].get(code.index()).copied()
    }

    /// Returns the index of the inserted candidate, if there were several.
    pub fn inserted_completion(&self) -> Option<usize> {
        self.active_completion().map(|completion| completion.chosen)
    }

    /// Returns the completion in progress, unless something was typed since. A single candidate, or a field name that
    /// wants a value, ends it, so the next word is looked up again.
    pub(crate) fn active_completion(&self) -> Option<&CompletionState> {
        let completion = self.completion.as_ref()?;
        let several = completion.candidates.items.len() > 1;
        let is_active = several && !completion.text().ends_with(':');
        (is_active && completion.text() == self.board.filter).then_some(completion)
    }

    /// Returns the errors of the filter to report. While the list offers completions, the word being typed is
    /// unfinished and not an error, unless the user applied it.
    pub fn reported_filter_errors(&self, cx: &AppCx) -> Vec<QueryError> {
        if self.board.filter_error.is_none() {
            return Vec::new();
        }
        let text = &self.board.filter;
        let mut errors = Query::mistakes(text, Some(cx.snapshot.filter_data.kinds()));
        if self.has_completions(cx) && !self.board.filter_applied_invalid {
            let word_start = Query::word_start(text, text.chars().count());
            errors.retain(|error| error.column() < word_start);
        }
        errors
    }

    /// Returns whether the list still offers completions for the word being typed, besides a correction.
    pub fn has_completions(&self, cx: &AppCx) -> bool {
        let candidates = self.completions(cx);
        !candidates.items.is_empty() && !candidates.is_fix
    }

    /// Returns a completion that inserts `candidates` for the word being typed.
    pub(crate) fn start_completion(&self, candidates: Completions) -> CompletionState {
        let letters: Vec<char> = self.board.filter.chars().collect();
        CompletionState {
            around: [
                letters.iter().take(candidates.start).collect(),
                letters.iter().skip(candidates.end).collect(),
            ],
            chosen: 0,
            candidates,
        }
    }

    /// Returns the current line of the list: the highlighted one, else the inserted one.
    pub fn current_completion(&self, cx: &AppCx) -> Option<usize> {
        self.highlighted_completion
            .filter(|_| cx.supports_completion())
            .or_else(|| self.inserted_completion())
    }

    /// Highlights the next or previous completion without accepting it.
    pub(crate) fn highlight_completion(&mut self, by: isize, cx: &mut AppCx) {
        let count = self.completions(cx).items.len();
        let first = if by > 0 { 0 } else { count.saturating_sub(1) };
        let target = self.current_completion(cx).map_or(first, |at| step(at, by, count));
        self.highlighted_completion = Some(target);
    }
}
