//! What else a plain word of the filter may mean. It is looked for in names and identifiers alone; where it is also what an
//! owner, a status or a class is called, the condition that finds those is offered with how many deals it leaves. The names
//! that deals have are gone over, not the deals; these are counted once per filter, by their codes first.

use crate::query::{Kind, Meant, Query, Vocabulary};

use crate::app::foundation::dataset::filter_pass::Sieve;
use crate::app::shell::app::App;

/// What else a word of the filter may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherSense {
    /// The condition, as it is written in the filter.
    pub term: String,
    /// The whole filter with the condition in the place of the word.
    pub filter: String,
    /// How many deals that leaves.
    pub count: usize,
}

impl App {
    /// What else a word of the filter in force may mean that leaves any deals.
    pub fn other_sense(&self) -> Option<&OtherSense> {
        if self.pipeline.board.filter_error.is_some() {
            return None;
        }
        let found = self
            .pipeline
            .board
            .other_sense
            .get_or_init(|| self.find_other_sense());
        found.as_ref()
    }

    /// Hands what the person's own data holds to `ask`: its statuses, classes and owners.
    pub(super) fn with_vocabulary<T>(&self, ask: impl FnOnce(&Vocabulary<'_>) -> T) -> T {
        let deals = &self.cx.snapshot.deals;
        let statuses: Vec<&str> = self
            .pipeline
            .known_statuses
            .codes
            .iter()
            .map(String::as_str)
            .collect();
        let classes: Vec<&str> = deals.classes().iter().map(|(_, text)| text).collect();
        let owners: Vec<&str> = deals.owners().iter().map(|(_, text)| text).collect();
        ask(&Vocabulary {
            statuses: &statuses,
            classes: &classes,
            owners: &owners,
        })
    }

    fn find_other_sense(&self) -> Option<OtherSense> {
        let lang = self.lang();
        self.pipeline.board.query.terms().iter().find_map(|term| {
            let Kind::Word(word) = &term.kind else { return None };
            if term.negated {
                return None;
            }
            let offered = self.with_vocabulary(|known| Meant::by(lang, known, word).together(lang, word));
            offered.into_iter().find_map(|condition| {
                let filter = replaced(&self.pipeline.board.filter, (term.start, term.end), &condition);
                let query = self.personal(Query::parse(&filter).ok()?);
                let now = self.observed_now().as_second();
                let left = Sieve::default().kept(&self.cx.snapshot.deals, &query, now);
                let (term, count) = (condition, left.count());
                (count > 0).then_some(OtherSense { term, filter, count })
            })
        })
    }
}

/// A text with something else in the place of some of its letters.
fn replaced(text: &str, (start, end): (usize, usize), by: &str) -> String {
    let before: String = text.chars().take(start).collect();
    let after: String = text.chars().skip(end).collect();
    format!("{before}{by}{after}")
}
