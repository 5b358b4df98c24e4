//! Suggestions under a field: matching known values, then the typed text as a new value.
//!
//! Enter and leaving the field both accept the highlighted line, so the highlighted value is the saved one.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormPurpose, FormValue, Overlay};
use crate::foundation::input::step::step;
use crate::foundation::search::edit_distance::{name_distance, split_words};
use crate::text::fold;
use crate::text::single_line::one_line;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suggestion {
    /// A value found in the data.
    Known(String),
    /// The typed text, as a value that does not exist yet.
    New(String),
}

/// Maximum number of known values offered.
const MAX_SUGGESTIONS: usize = 6;

/// Returns the rank of a known value for the typed text, best first; `None` if they do not match.
fn rank(name: &str, typed: &str) -> Option<(usize, usize)> {
    let (folded, folded_typed) = (fold(name), fold(typed));
    let is_prefix = |word: &str| word.starts_with(&folded_typed);
    let words = split_words(&folded);
    // Initials and names match in any order: `s benali`, `Roux J`.
    let words_begin = || {
        let mut typed_words = split_words(&folded_typed).into_iter().peekable();
        typed_words.peek().is_some()
            && typed_words.all(|word| words.iter().any(|name_word| name_word.starts_with(word)))
    };
    let distance = name_distance(&folded_typed, &folded);
    let checks = [
        name == typed,
        folded == folded_typed,
        is_prefix(&folded) || words.iter().any(|word| is_prefix(word)),
        folded.contains(&folded_typed),
        words_begin(),
        // Match typing errors, except in short text, which is too ambiguous.
        folded_typed.len() > 3 && distance.is_some(),
    ];
    let best = checks.iter().position(|passed| *passed)?;
    // Rank similar names by distance.
    let is_similar = best == checks.len() - 1;
    Some((best, distance.filter(|_| is_similar).unwrap_or_default()))
}

impl Form {
    /// Returns the typed search text; `None` if it is empty or unchanged since the form opened.
    fn search_text(&self) -> Option<String> {
        let field = self.fields.get(self.focus)?;
        let typed = one_line(field.text().get(field.suggestion_start()..)?);
        let unchanged = match &self.purpose {
            FormPurpose::EditDeal { shown_owner, .. } => one_line(shown_owner) == typed,
            FormPurpose::Labels { before, .. } => before.join(", ") == field.text(),
            _ => false,
        };
        (!typed.is_empty() && !unchanged).then_some(typed)
    }

    /// Returns the suggestions for the focused field.
    pub fn suggestions(&self) -> Vec<Suggestion> {
        let known = match self.fields.get(self.focus).map(|field| &field.value) {
            Some(FormValue::Text { known, .. }) if !known.is_empty() => known,
            _ => return Vec::new(),
        };
        let Some(typed) = self.search_text() else {
            return known.iter().take(MAX_SUGGESTIONS).cloned().map(Suggestion::Known).collect();
        };
        let ranked = known.iter().filter_map(|name| Some((rank(name, &typed)?, name)));
        let mut matches: Vec<((usize, usize), &String)> = ranked.collect();
        matches.sort_by_key(|(rank, _)| *rank);
        let new = (!known.contains(&typed)).then_some(Suggestion::New(typed));
        let matches = matches.into_iter().take(MAX_SUGGESTIONS);
        matches.map(|(_, name)| Suggestion::Known(name.clone())).chain(new).collect()
    }

    /// Returns the highlighted line: the one pointed at, else the first after typing.
    pub fn highlighted(&self) -> Option<usize> {
        let first = || self.search_text().map(|_| 0);
        self.suggestion.or_else(first).filter(|at| *at < self.suggestions().len())
    }
}

impl AppCx {
    /// Puts a suggestion into the field; a new value then counts as known.
    pub(crate) fn take_suggestion(&mut self, at: usize) {
        let Overlay::Form(form) = &mut self.overlay else {
            return;
        };
        let (focus, suggestion) = (form.focus, form.suggestions().into_iter().nth(at));
        form.suggestion = None;
        let name = match suggestion {
            Some(Suggestion::Known(name)) => name,
            Some(Suggestion::New(name)) => {
                if let Some(FormValue::Text { known, .. }) = form.fields.get_mut(focus).map(|f| &mut f.value)
                {
                    known.push(name.clone());
                }
                name
            }
            None => return,
        };
        let field = form.fields.get(focus);
        let others = field.and_then(|field| field.text().get(..field.suggestion_start())).unwrap_or_default();
        let name = if others.is_empty() { name } else { format!("{others} {name}") };
        self.set_field(focus, name);
    }

    /// Moves the highlight. Returns whether it moved, or the form has no other field.
    pub(crate) fn highlight_suggestion(&mut self, by: isize) -> bool {
        let Overlay::Form(form) = &mut self.overlay else {
            return false;
        };
        let count = form.suggestions().len();
        let now = form.highlighted();
        let target = match now {
            _ if count == 0 => return false,
            Some(at) => Some(step(at, by, count)),
            None => (by > 0).then_some(0),
        };
        if target != now {
            form.suggestion = target;
        }
        target != now || form.fields.len() == 1
    }

    /// Focuses the next empty field after a suggestion was accepted. Returns whether there is one.
    pub(crate) fn focus_next_empty(&mut self) -> bool {
        let Overlay::Form(form) = &mut self.overlay else {
            return false;
        };
        let empty = |at: &usize| form.fields.get(*at).is_some_and(|field| field.text().trim().is_empty());
        let next = (form.focus + 1..form.fields.len()).find(empty);
        form.focus = next.unwrap_or(form.focus);
        next.is_some()
    }
}

/// Result for a name that no loaded deal has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOwner {
    /// The closest known name, if any is close enough.
    pub nearest: Option<String>,
}

impl AppCx {
    /// Returns the warning for a name that no loaded deal has. An empty name never warns.
    pub fn unknown_owner(&self, name: &str) -> Option<UnknownOwner> {
        let name = crate::text::single_line::one_line(name);
        let known = || self.snapshot.deals.owners().iter().map(|(_, known)| known);
        if name.is_empty() || known().any(|known| known == name) {
            return None;
        }
        let folded = fold(&name);
        let by_distance = known()
            .filter(|known| !known.is_empty())
            .filter_map(|known| Some((name_distance(&folded, &fold(known))?, known)));
        Some(UnknownOwner {
            nearest: by_distance.min_by_key(|(distance, _)| *distance).map(|(_, known)| known.to_owned()),
        })
    }
}
