//! What a query asks for besides its conditions on rows: other data, an order, and a limit.

use super::local_test::{FilterNeeds, LocalTest};
use super::{ConditionKind, Query, Term};

impl Query {
    /// Returns the order that the query asks for: names of columns, each with whether it is descending.
    #[must_use]
    pub fn order(&self) -> &[(&'static str, bool)] {
        let keys = self.terms.iter().rev().find_map(|term| match &term.kind {
            ConditionKind::Sort(keys) => Some(keys.as_slice()),
            _ => None,
        });
        keys.unwrap_or_default()
    }

    /// Returns the largest number of deals that the query asks for.
    #[must_use]
    pub fn limit(&self) -> Option<usize> {
        self.terms.iter().rev().find_map(|term| match term.kind {
            ConditionKind::Limit(limit) => Some(limit),
            _ => None,
        })
    }

    /// Returns whether the result depends on data outside the table.
    #[must_use]
    pub fn has_local_terms(&self) -> bool {
        self.has_condition(|kind| matches!(kind, ConditionKind::Local { .. }))
    }

    /// Returns whether the result depends on a state of deals on this device.
    #[must_use]
    pub fn has_marks(&self) -> bool {
        let is_mark =
            |kind: &ConditionKind| matches!(kind, ConditionKind::Local { test: LocalTest::Marks(_), .. });
        self.has_condition(is_mark)
    }

    /// Returns the received fields and changes that the conditions need.
    #[must_use]
    pub fn needs(&self) -> FilterNeeds {
        let mut needs = FilterNeeds::default();
        for (term, _) in self.all_terms() {
            match &term.kind {
                ConditionKind::Local { test: LocalTest::Received(test), .. } => {
                    needs.fields.insert(test.path.clone());
                }
                ConditionKind::Local { test: LocalTest::Change(_), .. } => needs.changes = true,
                _ => {}
            }
        }
        needs
    }

    /// Returns the text of a query with one more condition that must be true.
    #[must_use]
    pub fn text_with(text: &str, condition: &str) -> String {
        let is_condition =
            |term: &&Term| !matches!(term.kind, ConditionKind::Sort(_) | ConditionKind::Limit(_));
        let terms =
            |text: &str| Self::parse(text).map_or(0, |query| query.terms.iter().filter(is_condition).count());
        if let Ok(query) = Self::parse(text)
            && let Some(at) = query.terms.iter().position(|term| !is_condition(&term))
            && terms(text) > 0
        {
            let order = query.terms.get(at).map(|term| text.chars().take(term.end).skip(term.start));
            let rest = Self::text_with(&query.without(text, at), condition);
            return format!("{rest} {}", order.into_iter().flatten().collect::<String>());
        }
        let joined = format!("{} {condition}", text.trim_end()).trim_start().to_owned();
        // Beside alternatives, the condition would belong to the last one.
        if terms(text) == 1 && terms(&joined) == 1 && !text.is_empty() {
            return format!("({}) {condition}", text.trim());
        }
        joined
    }
}
