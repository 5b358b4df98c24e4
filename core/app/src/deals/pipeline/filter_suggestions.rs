//! Alternative meanings of a plain word in the filter.
//!
//! A plain word matches names and identifiers only. If it also names an owner, status or class, that condition is
//! offered with the number of deals it finds. The search scans distinct names, not deals; deals are counted once per
//! filter, by code first.

use crate::deals::pipeline::board_state::AlternativeSense;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::query::{ConditionKind, KnownValues, Query, Suggestions, replace_chars};

use crate::dataset::filter_pass::FilterPass;

impl Pipeline {
    /// Returns an alternative meaning of a filter word that finds deals.
    pub fn alternative_sense<'a>(&'a self, cx: &'a AppCx) -> Option<&'a AlternativeSense> {
        if self.board.filter_error.is_some() {
            return None;
        }
        let sense = self.board.alternative.get_or_init(|| self.find_alternative(cx));
        sense.as_ref()
    }

    /// Calls `use_vocabulary` with the statuses, classes and owners of the loaded data.
    pub(crate) fn with_vocabulary<T>(
        &self,
        use_vocabulary: impl FnOnce(&KnownValues<'_>) -> T,
        cx: &AppCx,
    ) -> T {
        let deals = &cx.snapshot.deals;
        let statuses: Vec<&str> = self.known_statuses.codes.iter().map(String::as_str).collect();
        let classes: Vec<&str> = deals.classes().iter().map(|(_, text)| text).collect();
        let owners: Vec<&str> = deals.owners().iter().map(|(_, text)| text).collect();
        let data = &cx.snapshot.filter_data;
        let fields: Vec<(&str, usize)> =
            data.names().iter().map(|(name, count)| (name.as_str(), *count)).collect();
        let values = |path: &str| data.values(path);
        let labels: Vec<&str> = cx.local_deals.label_counts().into_iter().map(|(label, _)| label).collect();
        use_vocabulary(&KnownValues {
            statuses: &statuses,
            classes: &classes,
            owners: &owners,
            labels: &labels,
            fields: &fields,
            kinds: Some(data.kinds()),
            values: Some(&values),
        })
    }

    fn find_alternative(&self, cx: &AppCx) -> Option<AlternativeSense> {
        let lang = cx.lang();
        self.board.query.all_terms().into_iter().find_map(|(term, negated)| {
            let ConditionKind::Word(word) = &term.kind else {
                return None;
            };
            if negated {
                return None;
            }
            let conditions = self.with_vocabulary(
                |vocabulary| Suggestions::for_word(lang, vocabulary, word).combined_conditions(lang, word),
                cx,
            );
            conditions.into_iter().find_map(|condition| {
                let filter = replace_chars(&self.board.filter, term.start..term.end, &condition);
                let query = self.personalize(Query::parse(&filter).ok()?, cx);
                let matches = FilterPass::default().matching_rows(&cx.snapshot.deals, &query, cx.age_clock());
                let (term, count) = (condition, matches.count());
                (count > 0).then_some(AlternativeSense { term, filter, count })
            })
        })
    }
}
