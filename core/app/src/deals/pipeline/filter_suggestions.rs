//! Alternative meanings of a plain word in the filter.
//!
//! A plain word matches names and identifiers only. If it also names an owner, status or class, that condition is
//! offered with the number of deals it finds. The search scans distinct names, not deals; deals are counted once per
//! filter, by code first.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::pipeline::word_sense::OtherSense;
use crate::foundation::cx::app_cx::AppCx;
use crate::query::{Kind, Meant, Query, Vocabulary};

use crate::dataset::filter_pass::Sieve;

impl Pipeline {
    /// Returns an alternative meaning of a filter word that finds deals.
    pub fn other_sense<'a>(&'a self, cx: &'a AppCx) -> Option<&'a OtherSense> {
        if self.board.filter_error.is_some() {
            return None;
        }
        let found = self.board.other_sense.get_or_init(|| self.find_other_sense(cx));
        found.as_ref()
    }

    /// Calls `ask` with the statuses, classes and owners of the loaded data.
    pub(crate) fn with_vocabulary<T>(&self, ask: impl FnOnce(&Vocabulary<'_>) -> T, cx: &AppCx) -> T {
        let deals = &cx.snapshot.deals;
        let statuses: Vec<&str> = self.known_statuses.codes.iter().map(String::as_str).collect();
        let classes: Vec<&str> = deals.classes().iter().map(|(_, text)| text).collect();
        let owners: Vec<&str> = deals.owners().iter().map(|(_, text)| text).collect();
        ask(&Vocabulary {
            statuses: &statuses,
            classes: &classes,
            owners: &owners,
        })
    }

    fn find_other_sense(&self, cx: &AppCx) -> Option<OtherSense> {
        let lang = cx.lang();
        self.board.query.terms().iter().find_map(|term| {
            let Kind::Word(word) = &term.kind else { return None };
            if term.negated {
                return None;
            }
            let offered = self.with_vocabulary(|known| Meant::by(lang, known, word).together(lang, word), cx);
            offered.into_iter().find_map(|condition| {
                let filter = replaced(&self.board.filter, (term.start, term.end), &condition);
                let query = self.personal(Query::parse(&filter).ok()?, cx);
                let now = cx.observed_now().as_second();
                let left = Sieve::default().kept(&cx.snapshot.deals, &query, now);
                let (term, count) = (condition, left.count());
                (count > 0).then_some(OtherSense { term, filter, count })
            })
        })
    }
}

/// Replaces a range of characters in a text.
fn replaced(text: &str, (start, end): (usize, usize), by: &str) -> String {
    let before: String = text.chars().take(start).collect();
    let after: String = text.chars().skip(end).collect();
    format!("{before}{by}{after}")
}
