//! All mistakes of a query at once, so that the user can fix them together.

use super::{FieldKinds, Query, QueryError};

/// Most mistakes reported: a text with more is not a filter.
const MAX_MISTAKES: usize = 6;

impl Query {
    /// Returns all mistakes of a query, from left to right.
    #[must_use]
    pub fn mistakes(text: &str, kinds: Option<&FieldKinds>) -> Vec<QueryError> {
        let mut letters: Vec<char> = text.chars().collect();
        let mut errors = Vec::new();
        while errors.len() < MAX_MISTAKES {
            let remaining: String = letters.iter().collect();
            let (_, _, Some(error)) = Self::parse_prefix(&remaining, kinds) else {
                break;
            };
            // Replace the condition by a word, so that the rest keeps its columns and operators; brackets by spaces.
            let (start, end) = condition_span(&letters, error.column());
            let is_bracket = letters.get(start).is_some_and(|letter| "()[]{}".contains(*letter));
            let opening = letters.get(start).copied().filter(|_| error.key != "query-unclosed-bracket");
            let closes = |letter: &&mut char| {
                [('(', ')'), ('[', ']'), ('{', '}')].contains(&(opening.unwrap_or(' '), **letter))
            };
            letters.iter_mut().skip(end).find(closes).into_iter().for_each(|partner| *partner = ' ');
            errors.push(error);
            if start >= end {
                break;
            }
            let letter = if is_bracket { ' ' } else { 'x' };
            letters.get_mut(start..end).into_iter().flatten().for_each(|old| *old = letter);
        }
        errors.sort_by_key(QueryError::column);
        // A value that began with a bracket is now absent.
        errors.dedup_by_key(|error| error.column());
        errors
    }
}

/// Returns the condition at `at`: its word, with a field before a separate operator.
pub(super) fn condition_span(letters: &[char], at: usize) -> (usize, usize) {
    let blank = |at: usize| letters.get(at).is_none_or(|letter| letter.is_whitespace());
    let last_before = |from: usize| (0..from).rev().find(|at| !blank(*at));
    let text: String = letters.iter().collect();
    let word = |at: usize| Query::word_start(&text, at + 1);
    let at = at.min(letters.len());
    let Some(inside) = (if blank(at) { last_before(at) } else { Some(at) }) else {
        return (0, 0);
    };
    if letters.get(inside).is_some_and(|letter| "()[]{}".contains(*letter)) {
        return (inside, inside + 1);
    }
    let mut start = word(inside);
    let operator = |at: &usize| letters.get(*at).is_some_and(|letter| "<>=≤≥≠!".contains(*letter));
    // In `ltv > abc` and `ltv >abc`, the word before the operator is the field.
    while let Some(before) = last_before(start)
        && (operator(&before) || operator(&start))
    {
        start = word(before);
    }
    let mut quoted = false;
    let end = (inside.max(start)..letters.len()).find(|at| {
        quoted ^= letters.get(*at) == Some(&'"') && *at > inside;
        (blank(*at) || letters.get(*at) == Some(&')')) && !quoted
    });
    (start, end.unwrap_or(letters.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Lang, Messages};

    fn columns(text: &str) -> Vec<usize> {
        Query::mistakes(text, None).iter().map(QueryError::column).collect()
    }

    #[test]
    fn every_mistake_is_found_at_its_own_place() {
        assert_eq!(columns("status:ic ltv>65%"), [0_usize; 0]);
        assert_eq!(columns("foo:x parc ltv>abc bar:y"), [0, 15, 19]);
        assert_eq!(columns("ltv > abc age>x"), [6, 14]);
        assert_eq!(columns("ltv>abc status:"), [4, 15]);
        assert_eq!(columns("foo:\"a b\" bar:\"c d\""), [0, 10]);
        assert_eq!(columns("(foo:x or parc) and (lyon or bar:y)"), [1, 29]);
        assert_eq!(columns("(parc or foo:x"), [0, 9]);
        assert_eq!(columns("[status:ic] parc(lyon) status:(ic) ltv>70%) ()"), [0, 16, 30, 42, 44]);
        let told = Query::mistakes("foo:x bar:y", None);
        let said: Vec<String> = told.iter().map(|it| it.message(Messages::new(Lang::En))).collect();
        assert!(said[0].contains("foo") && said[1].contains("bar"), "{said:?}");
    }

    #[test]
    fn any_text_ends() {
        for text in ["", " ", "-", "\"", "ltv>", "> > >", "a:b c:d e:f g:h i:j k:l m:n", "((((", "= ="] {
            assert!(Query::mistakes(text, None).len() <= MAX_MISTAKES, "{text}");
        }
    }
}
