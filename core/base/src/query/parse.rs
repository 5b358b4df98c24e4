//! Parser from text to terms.

use crate::text::{Lang, Words, fold};
use crate::vocabulary::{Band, Family, Unit, kpi_limits, may_be_limited};

use super::error::QueryError;
use super::field::{Field, NumberFault, Op, days, number};
use super::operators::{self, Operator};
use super::value::Value;
use super::{Kind, Term};

/// Longest query in characters: more than users type, and fast to parse on each key press.
const LIMIT: usize = 2_000;

pub(super) fn terms(text: &str) -> Result<Vec<Term>, QueryError> {
    match readable(text) {
        (terms, None) => Ok(terms),
        (_, Some(error)) => Err(error),
    }
}

/// Returns the terms before the first invalid one, and its error.
pub(super) fn readable(text: &str) -> (Vec<Term>, Option<QueryError>) {
    let mut reader = Reader {
        letters: text.chars().take(LIMIT + 1).collect(),
        at: 0,
    };
    if reader.letters.len() > LIMIT {
        return (Vec::new(), Some(QueryError::new(LIMIT, "query-too-long")));
    }
    let mut terms = Vec::new();
    let wrong = reader.read(&mut terms).err();
    (terms, wrong)
}

struct Reader {
    letters: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    /// Reads terms until the end, or the first error.
    fn read(&mut self, terms: &mut Vec<Term>) -> Result<(), QueryError> {
        let mut joining = None;
        loop {
            self.skip_spaces();
            if self.peek().is_none() {
                let unfinished = |word: String| Err(operators::refusal(Operator::And, self.at, &word));
                return joining.map_or(Ok(()), unfinished);
            }
            if let Some(word) = self.joined(!terms.is_empty() && joining.is_none())? {
                joining = Some(word);
            } else if let Some(term) = self.term()? {
                joining = None;
                terms.push(term);
            }
        }
    }

    /// Skips a joining word, if one is next, and rejects other operators.
    ///
    /// `joins` is false if no condition precedes; then a joining word is rejected too.
    fn joined(&mut self, joins: bool) -> Result<Option<String>, QueryError> {
        let word = self.ahead();
        match Operator::of(&word) {
            None => Ok(None),
            Some(Operator::And) if joins => {
                self.at += word.chars().count();
                Ok(Some(word))
            }
            Some(operator) => Err(operators::refusal(operator, self.at, &word)),
        }
    }

    /// Returns the letters up to the next space.
    fn ahead(&self) -> String {
        let rest = self.letters.get(self.at..).unwrap_or_default();
        rest.iter().take_while(|letter| !letter.is_whitespace()).collect()
    }

    /// Reads a term; `None` for empty quotes, which are ignored.
    fn term(&mut self) -> Result<Option<Term>, QueryError> {
        let start = self.at;
        let negated = matches!(self.peek(), Some('-' | '−'));
        if negated {
            self.at += 1;
            if self
                .peek()
                .is_none_or(|letter| letter.is_whitespace() || matches!(letter, '-' | '−'))
            {
                return Err(QueryError::new(start, "query-lone-minus"));
            }
            self.joined(false)?;
        }
        let (negated, kind) = self.condition(negated)?;
        let end = self.at;
        Ok(kind.map(|kind| Term {
            negated,
            kind,
            start,
            end,
        }))
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Reads one condition; `None` for empty quotes, which are ignored.
    fn condition(&mut self, negated: bool) -> Result<(bool, Option<Kind>), QueryError> {
        let start = self.at;
        if let Some((name, op)) = self.field() {
            let Some(field) = Field::named(&name) else {
                return Err(QueryError::new(start, "query-unknown-field").with("field", &name));
            };
            let kind = match field {
                Field::Number(key, unit) => {
                    let (text, at) = self.number_text(&name, op)?;
                    if matches!(op, Op::Equal | Op::Different) && is_missing(&text) {
                        return Ok((
                            negated != (op == Op::Different),
                            Some(Kind::Missing { field: key }),
                        ));
                    }
                    if matches!(op, Op::Equal | Op::Different)
                        && let Some(bands) = bands(&text)
                    {
                        if !may_be_limited(key) {
                            return Err(QueryError::new(at, "query-no-band").with("field", &name));
                        }
                        return Ok((
                            negated != (op == Op::Different),
                            Some(Kind::Banded {
                                field: key,
                                bands,
                                limits: kpi_limits(key).copied(),
                            }),
                        ));
                    }
                    let value = number(&text, unit).map_err(|fault| {
                        // Letters after a colon were meant as a band name, if the field has bands.
                        let names = may_be_limited(key)
                            && matches!(op, Op::Equal | Op::Different)
                            && text.starts_with(char::is_alphabetic);
                        let key = match fault {
                            NumberFault::Unreadable if names => "query-bad-band",
                            NumberFault::Unreadable => "query-bad-number",
                            NumberFault::Percent if text.trim_start().starts_with(['-', '−']) => {
                                "query-negative"
                            }
                            NumberFault::Percent => "query-percent",
                        };
                        QueryError::new(at, key).with("value", &text)
                    })?;
                    let reads = |whole: &str| number(whole, unit).is_ok();
                    self.in_one_piece(&text, at, unit == Unit::Money, "query-bad-number", reads)?;
                    Kind::Number {
                        field: key,
                        op,
                        value,
                    }
                }
                Field::Age => {
                    let (text, at) = self.number_text(&name, op)?;
                    if matches!(op, Op::Equal | Op::Different) && is_missing(&text) {
                        return Ok((negated != (op == Op::Different), Some(Kind::Ageless)));
                    }
                    let counted = days(&text)
                        .ok_or_else(|| QueryError::new(at, "query-bad-age").with("value", &text))?;
                    self.in_one_piece(&text, at, false, "query-bad-age", |whole| days(whole).is_some())?;
                    Kind::Age { op, days: counted }
                }
                Field::Status | Field::Class | Field::Owner => {
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
        let Written { text, quoted } = self.bare(char::is_whitespace)?;
        let kind = if quoted { Kind::Phrase } else { Kind::Word };
        let text = text.trim();
        // A separate colon has its own error message.
        let rest = self.letters.get(self.at..).unwrap_or_default();
        let next = rest.iter().find(|letter| !letter.is_whitespace());
        if !quoted && next != Some(&':') && Field::is_only_a_name(text) {
            return Err(QueryError::new(start, "query-field-needs-value").with("field", text));
        }
        Ok((negated, (!text.is_empty()).then(|| kind(fold(text)))))
    }

    /// Reads a name and the operator after it, or nothing without moving.
    ///
    /// A comparison may have spaces around it if the name is a field. After `:` the value must follow directly.
    fn field(&mut self) -> Option<(String, Op)> {
        let start = self.at;
        let mut at = start;
        while self
            .letters
            .get(at)
            .is_some_and(|letter| letter.is_alphanumeric() || *letter == '_')
        {
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
        if at > after_name && Field::named(&name).is_none() {
            return None;
        }
        self.at = at + length;
        Some((name, op))
    }

    /// Reads the text of a number and its position.
    fn number_text(&mut self, name: &str, op: Op) -> Result<(String, usize), QueryError> {
        if op != Op::Equal {
            self.skip_spaces();
        }
        let at = self.at;
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
    fn in_one_piece(
        &self,
        number: &str,
        at: usize,
        groups: bool,
        unreadable: &'static str,
        reads: impl Fn(&str) -> bool,
    ) -> Result<(), QueryError> {
        let rest: String = self.letters.get(self.at..).unwrap_or_default().iter().collect();
        match operators::pieces(number, &rest, groups, &reads) {
            None => Ok(()),
            Some((written, whole)) if reads(&whole) => Err(QueryError::new(at, "query-apart")
                .with("value", &written)
                .with("whole", &whole)),
            Some((written, _)) => Err(QueryError::new(at, unreadable).with("value", &written)),
        }
    }

    /// Skips a percent sign after a space, as in French: `65 %`. Returns whether there was one.
    fn skip_to_percent(&mut self) -> bool {
        let rest = self.letters.get(self.at..).unwrap_or_default();
        let spaces = rest.iter().take_while(|letter| letter.is_whitespace()).count();
        let ends = rest.get(spaces + 1).is_none_or(|letter| letter.is_whitespace());
        let stands = spaces > 0 && rest.get(spaces) == Some(&'%') && ends;
        if stands {
            self.at += spaces + 1;
        }
        stands
    }

    /// Reads the comma-separated values of a text field.
    fn names(&mut self, field: Field, name: &str) -> Result<Kind, QueryError> {
        let mut values = Vec::new();
        loop {
            let at = self.at;
            let Written { text, quoted } = self.bare(|letter| letter.is_whitespace() || letter == ',')?;
            if text.trim().is_empty() {
                return Err(QueryError::new(at, "query-field-needs-value").with("field", name));
            }
            let code = |family| {
                Value::code(&text, quoted, family).map_err(|candidates| {
                    QueryError::new(at, "query-ambiguous")
                        .with("value", text.trim())
                        .with("candidates", &candidates.join(", "))
                })
            };
            values.push(match field {
                Field::Status => code(Family::DealStatus)?,
                Field::Class => code(Family::AssetClass)?,
                _ => Value::owner(&text, quoted),
            });
            if self.peek() != Some(',') {
                break;
            }
            self.at += 1;
        }
        Ok(match field {
            Field::Status => Kind::Status(values),
            Field::Class => Kind::Class(values),
            _ => Kind::Owner(values),
        })
    }

    /// Reads unquoted text up to an end mark and rejects signs that look like operators.
    fn bare(&mut self, ends: impl Fn(char) -> bool) -> Result<Written, QueryError> {
        let (start, mut closing) = (self.at, None);
        let written = self.text(ends);
        let letters = self.letters.get(start..self.at).unwrap_or_default();
        for (at, sign) in letters.iter().copied().enumerate() {
            if closing.is_some() {
                closing = closing.filter(|end| *end != sign);
                continue;
            }
            closing = closing_of(sign);
            let next = letters.get(at + 1).copied();
            if let Some(key) = operators::refused(sign, next, at == 0) {
                let twice = next.filter(|next| *next == sign || *next == '=');
                let sign: String = std::iter::once(sign).chain(twice).collect();
                return Err(QueryError::new(start + at, key).with("word", &sign));
            }
        }
        written
    }

    /// Reads text up to an end mark; quoted parts (`"…"`, `«…»`, `“…”`) may contain any letter.
    fn text(&mut self, ends: impl Fn(char) -> bool) -> Result<Written, QueryError> {
        let (mut text, mut parts, mut bare) = (String::new(), 0, 0);
        while let Some(letter) = self.peek().filter(|letter| !ends(*letter)) {
            let opened = self.at;
            self.at += 1;
            let Some(closing) = closing_of(letter) else {
                text.push(letter);
                bare += 1;
                continue;
            };
            parts += 1;
            loop {
                match self.peek() {
                    None => return Err(QueryError::new(opened, "query-unclosed-quote")),
                    Some(letter) => {
                        self.at += 1;
                        if letter == closing {
                            break;
                        }
                        text.push(letter);
                    }
                }
            }
        }
        let quoted = parts == 1 && bare == 0;
        Ok(Written { text, quoted })
    }
}

/// A typed text without its quotes.
struct Written {
    text: String,
    /// True if one pair of quotes enclosed the whole text.
    quoted: bool,
}

/// Returns the closing mark of a quotation.
fn closing_of(opening: char) -> Option<char> {
    match opening {
        '"' => Some('"'),
        '«' => Some('»'),
        '“' => Some('”'),
        _ => None,
    }
}

/// Parses band names in either language: `ltv:alerte`, `ltv:watch,alert`.
fn bands(text: &str) -> Option<Vec<Band>> {
    let one = |word: &str| {
        let wanted = fold(word.trim());
        let named = |band: &Band| {
            Lang::ALL
                .iter()
                .any(|lang| fold(&Words::new(*lang).get(band.key())) == wanted)
        };
        [Band::Ok, Band::Watch, Band::Alert, Band::Outside]
            .into_iter()
            .find(named)
    };
    text.split(',').map(one).collect()
}

/// Returns whether the text means an absent value: `ltv:aucun`, `age:none`, `ltv:nc`.
fn is_missing(text: &str) -> bool {
    matches!(
        fold(text).as_str(),
        "aucun" | "aucune" | "none" | "nc" | "n.c." | "np" | "n/p" | "n/a"
    )
}
