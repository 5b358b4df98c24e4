//! Parser of the order and the limit of a query: `sort:ltv desc limit:20`.

use super::QueryParser;
use crate::query::error::QueryError;
use crate::query::field::{Op, QueryField, has_word};
use crate::query::{ConditionKind, Term};
use crate::text::fold;

/// Largest number of sort keys, as in a saved view.
const MAX_KEYS: usize = 4;

impl QueryParser<'_> {
    /// Reads an order or a limit, and returns whether there was one.
    pub(super) fn read_order(&mut self) -> Result<bool, QueryError> {
        let start = self.pos;
        let field = self.field().map(|(name, op)| (QueryField::by_name(&name), name, op));
        let Some((Some(field @ (QueryField::Sort | QueryField::Limit)), name, op)) = field else {
            self.pos = start;
            return Ok(false);
        };
        if self.depth > 0 {
            return Err(QueryError::new(start, "query-order-inside").with("field", &name));
        }
        let at = self.pos;
        let text = self.text(char::is_whitespace)?.text;
        if op != Op::Equal || text.is_empty() {
            return Err(QueryError::new(at, "query-field-needs-value").with("field", &name));
        }
        let kind = if field == QueryField::Sort {
            self.sort_keys(&text).ok_or("query-bad-sort").map(ConditionKind::Sort)
        } else {
            let limit = text.parse().ok().filter(|limit| *limit > 0);
            limit.ok_or("query-bad-limit").map(ConditionKind::Limit)
        };
        let kind = kind.map_err(|key| QueryError::new(at, key).with("value", &text))?;
        self.order.push(Term::new(kind, start, self.pos));
        Ok(true)
    }

    /// Reads sort keys such as `status,-ltv`, and a direction after a space.
    fn sort_keys(&mut self, text: &str) -> Option<Vec<(&'static str, bool)>> {
        let key = |text: &str| {
            let (text, is_descending) =
                text.strip_prefix(['-', '−']).map_or((text, false), |rest| (rest, true));
            let (name, direction) = text.split_once(':').unwrap_or((text, ""));
            let direction = if direction.is_empty() { Some(is_descending) } else { descending(direction) };
            Some((sort_column(name)?, direction?))
        };
        let mut keys: Vec<(&'static str, bool)> = text.split(',').map(key).collect::<Option<_>>()?;
        let end = self.pos;
        self.skip_spaces();
        match (descending(&self.peek_word()), keys.last_mut()) {
            (Some(direction), Some(last)) => {
                last.1 = direction;
                self.pos += self.peek_word().chars().count();
            }
            _ => self.pos = end,
        }
        (keys.len() <= MAX_KEYS).then_some(keys)
    }
}

/// Returns whether a word means descending; `None` if it is not a direction.
fn descending(word: &str) -> Option<bool> {
    let word = fold(word);
    let words = [("desc descending decroissant", true), ("asc ascending croissant", false)];
    words.into_iter().find(|(words, _)| has_word(words, &word)).map(|(_, descending)| descending)
}

/// Returns the contract's name of a column that deals are sorted by.
pub(in crate::query) fn sort_column(name: &str) -> Option<&'static str> {
    Some(match QueryField::by_name(name) {
        Some(QueryField::Status) => "status",
        Some(QueryField::Class) => "classe_actif",
        Some(QueryField::Owner) => "responsable",
        Some(QueryField::Age) => "age",
        Some(QueryField::Followup) => "followup",
        Some(QueryField::Number(key, _)) => key,
        None if has_word("name nom", &fold(name)) => "name",
        _ => return None,
    })
}
