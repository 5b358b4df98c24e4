//! Parser from text to terms: alternatives (`or`) of conditions that must all be true, with brackets.

mod condition;
mod data_condition;
mod order;

pub(super) use order::sort_column;

use super::error::QueryError;
use super::field::{Op, QueryField};
use super::field_kind::FieldKinds;
use super::operators::{self, Operator};
use super::{ConditionKind, Query, Term};

/// Longest query in characters: more than users type, and fast to parse on each key press.
const MAX_QUERY_CHARS: usize = 2_000;

/// Maximum number of nested brackets.
const MAX_DEPTH: usize = 20;

pub(super) fn parse_terms(text: &str) -> Result<Vec<Term>, QueryError> {
    match parse_prefix(text, None) {
        (terms, None) => Ok(terms),
        (_, Some(error)) => Err(error),
    }
}

/// Returns the terms before the first invalid one, and its error. Received fields are checked by their known kinds.
pub(super) fn parse_prefix(text: &str, kinds: Option<&FieldKinds>) -> (Vec<Term>, Option<QueryError>) {
    let letters = text.chars().take(MAX_QUERY_CHARS + 1).collect();
    let mut reader = QueryParser { letters, pos: 0, depth: 0, order: Vec::new(), kinds };
    if reader.letters.len() > MAX_QUERY_CHARS {
        return (Vec::new(), Some(QueryError::new(MAX_QUERY_CHARS, "query-too-long")));
    }
    let mut alternatives = vec![Vec::new()];
    let wrong = reader.read_alternatives(&mut alternatives).err();
    let mut terms = join_alternatives(alternatives);
    terms.append(&mut reader.order);
    (terms, wrong)
}

/// Returns alternatives as terms of which all must be true: a single alternative as it is, several as one term.
fn join_alternatives(mut alternatives: Vec<Vec<Term>>) -> Vec<Term> {
    alternatives.retain(|terms| !terms.is_empty());
    if alternatives.len() < 2 {
        return alternatives.pop().unwrap_or_default();
    }
    let mut spans = alternatives.iter().flatten().map(|term| (term.start, term.end));
    let start = spans.next().map_or(0, |(start, _)| start);
    let end = spans.next_back().map_or(start, |(_, end)| end);
    vec![Term::new(any_of(alternatives), start, end)]
}

fn any_of(alternatives: Vec<Vec<Term>>) -> ConditionKind {
    ConditionKind::Any(alternatives.into_iter().map(|terms| Query { terms }).collect())
}

struct QueryParser<'a> {
    letters: Vec<char>,
    pos: usize,
    /// Number of open brackets.
    depth: usize,
    /// Order and limit, which belong to the whole query.
    order: Vec<Term>,
    kinds: Option<&'a FieldKinds>,
}

impl QueryParser<'_> {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.pos).copied()
    }

    /// Returns whether a letter closes an open bracket.
    fn closes(&self, letter: char) -> bool {
        letter == ')' && self.depth > 0
    }

    /// Reads alternatives until the end, the closing bracket, or the first error. `alternatives` has an empty one.
    fn read_alternatives(&mut self, alternatives: &mut Vec<Vec<Term>>) -> Result<(), QueryError> {
        let mut joining = None;
        loop {
            self.skip_spaces();
            if self.peek().is_none_or(|letter| self.closes(letter)) {
                let unfinished =
                    |word: String| Err(operators::operator_error(Operator::And, self.pos, &word));
                return joining.map_or(Ok(()), unfinished);
            }
            let is_empty = alternatives.last().is_none_or(Vec::is_empty);
            if let Some((operator, word)) = self.skip_joining_word(!is_empty && joining.is_none())? {
                joining = Some(word);
                if operator == Operator::Or {
                    alternatives.push(Vec::new());
                }
            } else if self.read_order()? {
                joining = None;
            } else if let Some(term) = self.term()? {
                joining = None;
                alternatives.last_mut().into_iter().for_each(|terms| terms.push(term.clone()));
            }
        }
    }

    /// Skips a joining word, if one is next, and rejects other operators except a negation.
    ///
    /// `may_join` is false if no condition precedes; then a joining word is rejected too.
    fn skip_joining_word(&mut self, may_join: bool) -> Result<Option<(Operator, String)>, QueryError> {
        let word = self.peek_word();
        match Operator::from_word(&word) {
            None | Some(Operator::Not) => Ok(None),
            Some(operator @ (Operator::And | Operator::Or)) if may_join => {
                self.pos += word.chars().count();
                Ok(Some((operator, word)))
            }
            Some(operator) => Err(operators::operator_error(operator, self.pos, &word)),
        }
    }

    /// Returns the letters up to the next space or bracket.
    fn peek_word(&self) -> String {
        let rest = self.letters.get(self.pos..).unwrap_or_default();
        let is_end = |letter: char| letter.is_whitespace() || letter == '(' || self.closes(letter);
        rest.iter().take_while(|letter| !is_end(**letter)).collect()
    }

    /// Reads a term; `None` for empty quotes, which are ignored.
    fn term(&mut self) -> Result<Option<Term>, QueryError> {
        let start = self.pos;
        let word = self.peek_word();
        if Operator::from_word(&word) == Some(Operator::Not) {
            self.pos += word.chars().count();
            self.skip_spaces();
            if self.peek().is_none_or(|letter| self.closes(letter)) {
                return Err(QueryError::new(start, "query-lone-minus").with("word", &word));
            }
            self.skip_joining_word(false)?;
            return Ok(self.term()?.map(|term| Term { negated: !term.negated, start, ..term }));
        }
        let is_comparison = self.letters.get(self.pos + 1) == Some(&'=');
        let sign = self.peek().filter(|sign| matches!(sign, '-' | '−' | '!' | '¬') && !is_comparison);
        if let Some(sign) = sign {
            self.pos += 1;
            if self.peek().is_none_or(|letter| letter.is_whitespace() || matches!(letter, '-' | '−' | ')'))
            {
                return Err(QueryError::new(start, "query-lone-minus").with("word", &sign.to_string()));
            }
            self.skip_joining_word(false)?;
            if Operator::from_word(&self.peek_word()) == Some(Operator::Not) {
                return Err(operators::operator_error(Operator::Not, self.pos, &self.peek_word()));
            }
        }
        let (negated, kind) = match self.peek() {
            Some('(') => (sign.is_some(), self.group()?),
            _ => self.condition(sign.is_some())?,
        };
        let end = self.pos;
        Ok(kind.map(|kind| Term { negated, kind, start, end }))
    }

    /// Reads conditions in brackets; `None` if they are only empty quotes.
    fn group(&mut self) -> Result<Option<ConditionKind>, QueryError> {
        let opening = self.pos;
        if self.depth == MAX_DEPTH {
            return Err(QueryError::new(opening, "query-too-deep"));
        }
        self.pos += 1;
        self.depth += 1;
        let mut alternatives = vec![Vec::new()];
        self.read_alternatives(&mut alternatives)?;
        let inside = self.letters.get(opening + 1..self.pos).unwrap_or_default();
        if self.peek().is_none() {
            return Err(QueryError::new(opening, "query-unclosed-bracket"));
        }
        if inside.iter().all(|letter| letter.is_whitespace()) {
            return Err(QueryError::new(opening, "query-empty-brackets"));
        }
        self.pos += 1;
        self.depth -= 1;
        alternatives.retain(|terms| !terms.is_empty());
        Ok((!alternatives.is_empty()).then(|| any_of(alternatives)))
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.pos += 1;
        }
    }

    /// Reads a name and the operator after it, or nothing without moving.
    ///
    /// A comparison may have spaces around it if the name is a field. After `:` the value must follow directly.
    fn field(&mut self) -> Option<(String, Op)> {
        let start = self.pos;
        let mut at = start;
        while self.letters.get(at).is_some_and(|letter| letter.is_alphanumeric() || *letter == '_') {
            at += 1;
        }
        let name: String = self.letters.get(start..at)?.iter().collect();
        // `12:30` is a word, not a field.
        if !name.chars().any(char::is_alphabetic) {
            return None;
        }
        let after_name = at;
        self.pos = at;
        let op = self.operator();
        let is_apart = self.letters.get(after_name).is_some_and(|letter| letter.is_whitespace());
        if op.is_none() || is_apart && QueryField::by_name(&name).is_none() {
            self.pos = start;
            return None;
        }
        Some((name, op?))
    }

    /// Reads an operator, or nothing without moving. A colon must follow directly; spaces may precede the others.
    fn operator(&mut self) -> Option<Op> {
        let after_name = self.pos;
        let mut at = after_name;
        while self.letters.get(at).is_some_and(|letter| letter.is_whitespace()) {
            at += 1;
        }
        let (op, length) = match (self.letters.get(at)?, self.letters.get(at + 1)) {
            (':', _) if at == after_name => (Op::Equal, 1),
            ('<', Some('=')) => (Op::AtMost, 2),
            ('>', Some('=')) => (Op::AtLeast, 2),
            ('!', Some('=')) | ('<', Some('>')) => (Op::Different, 2),
            ('=', Some('=')) => (Op::Equal, 2),
            ('<', _) => (Op::Less, 1),
            ('>', _) => (Op::More, 1),
            ('=', _) => (Op::Equal, 1),
            ('≤', _) => (Op::AtMost, 1),
            ('≥', _) => (Op::AtLeast, 1),
            ('≠', _) => (Op::Different, 1),
            _ => return None,
        };
        self.pos = at + length;
        Some(op)
    }

    /// Reads unquoted text up to an end mark and rejects signs that look like operators.
    fn unquoted(&mut self, is_end: impl Fn(char) -> bool) -> Result<TypedText, QueryError> {
        let (start, mut closing) = (self.pos, None);
        let typed = self.text(is_end);
        let letters = self.letters.get(start..self.pos).unwrap_or_default();
        for (at, sign) in letters.iter().copied().enumerate() {
            if closing.is_some() {
                closing = closing.filter(|end| *end != sign);
                continue;
            }
            closing = closing_quote(sign);
            let next = letters.get(at + 1).copied();
            if let Some(key) = operators::rejected_sign(sign, next, at == 0) {
                let repeated = next.filter(|next| *next == sign || *next == '=');
                let sign: String = std::iter::once(sign).chain(repeated).collect();
                return Err(QueryError::new(start + at, key).with("word", &sign));
            }
        }
        typed
    }

    /// Reads text up to an end mark; quoted parts (`"…"`, `«…»`, `“…”`) may contain any letter.
    fn text(&mut self, is_end: impl Fn(char) -> bool) -> Result<TypedText, QueryError> {
        let (mut text, mut parts, mut unquoted_count) = (String::new(), 0, 0);
        while let Some(letter) = self.peek().filter(|letter| !is_end(*letter) && !self.closes(*letter)) {
            let quote_start = self.pos;
            self.pos += 1;
            let Some(closing) = closing_quote(letter) else {
                text.push(letter);
                unquoted_count += 1;
                continue;
            };
            parts += 1;
            loop {
                match self.peek() {
                    None => return Err(QueryError::new(quote_start, "query-unclosed-quote")),
                    Some(letter) => {
                        self.pos += 1;
                        if letter == closing {
                            break;
                        }
                        text.push(letter);
                    }
                }
            }
        }
        let quoted = parts == 1 && unquoted_count == 0;
        Ok(TypedText { text, quoted })
    }
}

/// A typed text without its quotes.
struct TypedText {
    text: String,
    /// True if one pair of quotes enclosed the whole text.
    quoted: bool,
}

/// Returns the closing mark of a quotation.
fn closing_quote(opening: char) -> Option<char> {
    match opening {
        '"' => Some('"'),
        '«' => Some('»'),
        '“' => Some('”'),
        _ => None,
    }
}
