//! Parser from text to terms.

use std::sync::Arc;

use crate::text::{Lang, Messages, fold};
use crate::vocabulary::{Band, CodeKind, MetricUnit, kpi_limits, may_have_thresholds};

use super::error::QueryError;
use super::field::{NumberError, Op, QueryField, parse_days, parse_number};
use super::local_test::LocalTest;
use super::operators::{self, Operator};
use super::value::FieldMatch;
use super::{ConditionKind, Term};

/// Longest query in characters: more than users type, and fast to parse on each key press.
const MAX_QUERY_CHARS: usize = 2_000;

pub(super) fn parse_terms(text: &str) -> Result<Vec<Term>, QueryError> {
    match parse_prefix(text) {
        (terms, None) => Ok(terms),
        (_, Some(error)) => Err(error),
    }
}

/// Returns the terms before the first invalid one, and its error.
pub(super) fn parse_prefix(text: &str) -> (Vec<Term>, Option<QueryError>) {
    let mut reader = QueryParser { letters: text.chars().take(MAX_QUERY_CHARS + 1).collect(), pos: 0 };
    if reader.letters.len() > MAX_QUERY_CHARS {
        return (Vec::new(), Some(QueryError::new(MAX_QUERY_CHARS, "query-too-long")));
    }
    let mut terms = Vec::new();
    let wrong = reader.read_terms(&mut terms).err();
    (terms, wrong)
}

struct QueryParser {
    letters: Vec<char>,
    pos: usize,
}

impl QueryParser {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.pos).copied()
    }

    /// Reads terms until the end, or the first error.
    fn read_terms(&mut self, terms: &mut Vec<Term>) -> Result<(), QueryError> {
        let mut joining = None;
        loop {
            self.skip_spaces();
            if self.peek().is_none() {
                let unfinished =
                    |word: String| Err(operators::operator_error(Operator::And, self.pos, &word));
                return joining.map_or(Ok(()), unfinished);
            }
            if let Some(word) = self.skip_joining_word(!terms.is_empty() && joining.is_none())? {
                joining = Some(word);
            } else if let Some(term) = self.term()? {
                joining = None;
                terms.push(term);
            }
        }
    }

    /// Skips a joining word, if one is next, and rejects other operators.
    ///
    /// `may_join` is false if no condition precedes; then a joining word is rejected too.
    fn skip_joining_word(&mut self, may_join: bool) -> Result<Option<String>, QueryError> {
        let word = self.peek_word();
        match Operator::from_word(&word) {
            None => Ok(None),
            Some(Operator::And) if may_join => {
                self.pos += word.chars().count();
                Ok(Some(word))
            }
            Some(operator) => Err(operators::operator_error(operator, self.pos, &word)),
        }
    }

    /// Returns the letters up to the next space.
    fn peek_word(&self) -> String {
        let rest = self.letters.get(self.pos..).unwrap_or_default();
        rest.iter().take_while(|letter| !letter.is_whitespace()).collect()
    }

    /// Reads a term; `None` for empty quotes, which are ignored.
    fn term(&mut self) -> Result<Option<Term>, QueryError> {
        let start = self.pos;
        let negated = matches!(self.peek(), Some('-' | '−'));
        if negated {
            self.pos += 1;
            if self.peek().is_none_or(|letter| letter.is_whitespace() || matches!(letter, '-' | '−')) {
                return Err(QueryError::new(start, "query-lone-minus"));
            }
            self.skip_joining_word(false)?;
        }
        let (negated, kind) = self.condition(negated)?;
        let end = self.pos;
        Ok(kind.map(|kind| Term { negated, kind, start, end }))
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.pos += 1;
        }
    }

    /// Reads one condition; `None` for empty quotes, which are ignored.
    fn condition(&mut self, negated: bool) -> Result<(bool, Option<ConditionKind>), QueryError> {
        let start = self.pos;
        if let Some((name, op)) = self.field() {
            let Some(field) = QueryField::by_name(&name) else {
                return Err(QueryError::new(start, "query-unknown-field").with("field", &name));
            };
            let kind = match field {
                QueryField::Number(key, unit) => {
                    let (text, at) = self.number_text(&name, op)?;
                    if matches!(op, Op::Equal | Op::Different) && is_missing(&text) {
                        return Ok((
                            negated != (op == Op::Different),
                            Some(ConditionKind::Missing { field: key }),
                        ));
                    }
                    if matches!(op, Op::Equal | Op::Different)
                        && let Some(bands) = parse_bands(&text)
                    {
                        if !may_have_thresholds(key) {
                            return Err(QueryError::new(at, "query-no-band").with("field", &name));
                        }
                        return Ok((
                            negated != (op == Op::Different),
                            Some(ConditionKind::Banded {
                                field: key,
                                bands,
                                limits: kpi_limits(key).copied(),
                            }),
                        ));
                    }
                    let value = parse_number(&text, unit).map_err(|number_error| {
                        // Letters after a colon were meant as a band name, if the field has bands.
                        let names = may_have_thresholds(key)
                            && matches!(op, Op::Equal | Op::Different)
                            && text.starts_with(char::is_alphabetic);
                        let key = match number_error {
                            NumberError::Unreadable if names => "query-bad-band",
                            NumberError::Unreadable => "query-bad-number",
                            NumberError::Percent if text.trim_start().starts_with(['-', '−']) => {
                                "query-negative"
                            }
                            NumberError::Percent => "query-percent",
                        };
                        QueryError::new(at, key).with("value", &text)
                    })?;
                    let reads = |candidate: &str| parse_number(candidate, unit).is_ok();
                    self.reject_split_number(
                        &text,
                        at,
                        unit == MetricUnit::Money,
                        "query-bad-number",
                        reads,
                    )?;
                    ConditionKind::Number { field: key, op, value }
                }
                QueryField::Age => {
                    let (text, at) = self.number_text(&name, op)?;
                    if matches!(op, Op::Equal | Op::Different) && is_missing(&text) {
                        return Ok((negated != (op == Op::Different), Some(ConditionKind::UnknownAge)));
                    }
                    let day_count = parse_days(&text)
                        .ok_or_else(|| QueryError::new(at, "query-bad-age").with("value", &text))?;
                    self.reject_split_number(&text, at, false, "query-bad-age", |candidate| {
                        parse_days(candidate).is_some()
                    })?;
                    ConditionKind::Age { op, days: day_count }
                }
                QueryField::Followup | QueryField::Has => {
                    let (text, at) = self.number_text(&name, op)?;
                    let parsed = match field {
                        QueryField::Followup => LocalTest::parse_followup(&text, op),
                        _ => LocalTest::parse_has(&text)
                            .filter(|_| matches!(op, Op::Equal | Op::Different))
                            .map(|test| (test, op == Op::Different)),
                    };
                    let key = if field == QueryField::Has { "query-bad-has" } else { "query-bad-followup" };
                    let (test, inverted) =
                        parsed.ok_or_else(|| QueryError::new(at, key).with("value", &text))?;
                    return Ok((
                        negated != inverted,
                        Some(ConditionKind::Local { test, deals: Arc::default() }),
                    ));
                }
                QueryField::Status | QueryField::Class | QueryField::Owner => {
                    let negated = match op {
                        Op::Equal => negated,
                        Op::Different => !negated,
                        _ => {
                            return Err(QueryError::new(start, "query-field-needs-text").with("field", &name));
                        }
                    };
                    return Ok((negated, Some(self.names(field, &name)?)));
                }
            };
            return Ok((negated, Some(kind)));
        }
        let TypedText { text, quoted } = self.unquoted(char::is_whitespace)?;
        let kind = if quoted { ConditionKind::Phrase } else { ConditionKind::Word };
        let text = text.trim();
        // A separate colon has its own error message.
        let rest = self.letters.get(self.pos..).unwrap_or_default();
        let next = rest.iter().find(|letter| !letter.is_whitespace());
        if !quoted && next != Some(&':') && QueryField::is_unambiguous(text) {
            return Err(QueryError::new(start, "query-field-needs-value").with("field", text));
        }
        Ok((negated, (!text.is_empty()).then(|| kind(fold(text)))))
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
        if at > after_name && QueryField::by_name(&name).is_none() {
            return None;
        }
        self.pos = at + length;
        Some((name, op))
    }

    /// Reads the text of a number and its position.
    fn number_text(&mut self, name: &str, op: Op) -> Result<(String, usize), QueryError> {
        if op != Op::Equal {
            self.skip_spaces();
        }
        let at = self.pos;
        let mut text = self.text(char::is_whitespace)?.text;
        if text.trim().is_empty() {
            return Err(QueryError::new(at, "query-field-needs-value").with("field", name));
        }
        if self.skip_to_percent() {
            text.push('%');
        }
        Ok((text, at))
    }

    /// Rejects a number whose unit or further digits are separate.
    ///
    /// As words they would be searched in names.
    fn reject_split_number(
        &self,
        number: &str,
        at: usize,
        groups: bool,
        unreadable: &'static str,
        reads: impl Fn(&str) -> bool,
    ) -> Result<(), QueryError> {
        let rest: String = self.letters.get(self.pos..).unwrap_or_default().iter().collect();
        match operators::join_number_parts(number, &rest, groups, &reads) {
            None => Ok(()),
            Some((as_written, joined)) if reads(&joined) => {
                Err(QueryError::new(at, "query-apart").with("value", &as_written).with("whole", &joined))
            }
            Some((as_written, _)) => Err(QueryError::new(at, unreadable).with("value", &as_written)),
        }
    }

    /// Skips a percent sign after a space, as in French: `65 %`. Returns whether there was one.
    fn skip_to_percent(&mut self) -> bool {
        let rest = self.letters.get(self.pos..).unwrap_or_default();
        let spaces = rest.iter().take_while(|letter| letter.is_whitespace()).count();
        let is_end = rest.get(spaces + 1).is_none_or(|letter| letter.is_whitespace());
        let has_percent = spaces > 0 && rest.get(spaces) == Some(&'%') && is_end;
        if has_percent {
            self.pos += spaces + 1;
        }
        has_percent
    }

    /// Reads the comma-separated values of a text field.
    fn names(&mut self, field: QueryField, name: &str) -> Result<ConditionKind, QueryError> {
        let mut values = Vec::new();
        loop {
            let at = self.pos;
            let TypedText { text, quoted } =
                self.unquoted(|letter| letter.is_whitespace() || letter == ',')?;
            if text.trim().is_empty() {
                return Err(QueryError::new(at, "query-field-needs-value").with("field", name));
            }
            let code = |kind| {
                FieldMatch::code(&text, quoted, kind).map_err(|candidates| {
                    QueryError::new(at, "query-ambiguous")
                        .with("value", text.trim())
                        .with("candidates", &candidates.join(", "))
                })
            };
            values.push(match field {
                QueryField::Status => code(CodeKind::DealStatus)?,
                QueryField::Class => code(CodeKind::AssetClass)?,
                _ => FieldMatch::owner(&text, quoted),
            });
            if self.peek() != Some(',') {
                break;
            }
            self.pos += 1;
        }
        Ok(match field {
            QueryField::Status => ConditionKind::Status(values),
            QueryField::Class => ConditionKind::Class(values),
            _ => ConditionKind::Owner(values),
        })
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
        while let Some(letter) = self.peek().filter(|letter| !is_end(*letter)) {
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

/// Parses band names in either language: `ltv:alerte`, `ltv:watch,alert`.
fn parse_bands(text: &str) -> Option<Vec<Band>> {
    let parse_band = |word: &str| {
        let folded = fold(word.trim());
        let is_named =
            |band: &Band| Lang::ALL.iter().any(|lang| fold(&Messages::new(*lang).get(band.key())) == folded);
        [Band::Ok, Band::Watch, Band::Alert, Band::Outside].into_iter().find(is_named)
    };
    text.split(',').map(parse_band).collect()
}

/// Returns whether the text means an absent value: `ltv:aucun`, `age:none`, `ltv:nc`.
fn is_missing(text: &str) -> bool {
    matches!(fold(text).as_str(), "aucun" | "aucune" | "none" | "nc" | "n.c." | "np" | "n/p" | "n/a")
}
