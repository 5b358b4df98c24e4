//! From text to terms.

use crate::text::{Lang, Words, fold};
use crate::vocabulary::{Band, Family, kpi_limits, may_be_limited};

use super::error::QueryError;
use super::field::{Field, NumberFault, Op, days, number};
use super::value::Value;
use super::{Kind, Term};

/// More than anyone types, and little enough to be parsed at every key.
const LIMIT: usize = 2_000;

pub(super) fn terms(text: &str) -> Result<Vec<Term>, QueryError> {
    match readable(text) {
        (terms, None) => Ok(terms),
        (_, Some(error)) => Err(error),
    }
}

/// The terms before the first that cannot be read, and what is wrong with that one.
pub(super) fn readable(text: &str) -> (Vec<Term>, Option<QueryError>) {
    let mut reader = Reader {
        letters: text.chars().take(LIMIT + 1).collect(),
        at: 0,
    };
    if reader.letters.len() > LIMIT {
        return (Vec::new(), Some(QueryError::new(LIMIT, "query-too-long")));
    }
    let bracket = reader.brackets().err();
    let mut terms = Vec::new();
    let wrong = loop {
        match reader.term() {
            Ok(Some(term)) => match reader.joins(&terms, &term) {
                Ok(()) => terms.push(term),
                Err(error) => break Some(error),
            },
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    // What comes first is mended first.
    let before = |wrong: &QueryError, bracket: &QueryError| wrong.column < bracket.column;
    let bracket = match (bracket, &wrong) {
        (Some(bracket), Some(wrong)) if before(wrong, &bracket) => None,
        (bracket, _) => bracket,
    };
    let Some(bracket) = bracket else {
        return (terms, wrong);
    };
    terms.retain(|term| term.end <= bracket.column);
    (terms, Some(bracket))
}

struct Reader {
    letters: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    /// Brackets stand in names, in pairs. Conditions are in none: all of them hold, so that there is nothing to group.
    fn brackets(&self) -> Result<(), QueryError> {
        let (mut open, mut closing) = (Vec::new(), None);
        for (at, letter) in self.letters.iter().enumerate() {
            match (letter, closing) {
                (letter, Some(end)) => closing = Some(end).filter(|end| letter != end),
                ('"', None) => closing = Some('"'),
                ('«', None) => closing = Some('»'),
                ('“', None) => closing = Some('”'),
                ('(', None) => {
                    let inside = self.letters.get(at + 1..).unwrap_or_default().to_vec();
                    let mut inside = Self {
                        letters: inside,
                        at: 0,
                    };
                    let asks = inside
                        .field()
                        .is_some_and(|(name, _)| Field::named(&name).is_some());
                    if asks {
                        return Err(QueryError::new(at, "query-no-groups"));
                    }
                    open.push(at);
                }
                (')', None) if open.pop().is_none() => {
                    return Err(QueryError::new(at, "query-unopened-bracket"));
                }
                _ => {}
            }
        }
        match open.pop() {
            Some(at) => Err(QueryError::new(at, "query-unclosed-bracket")),
            None => Ok(()),
        }
    }

    /// The next term that asks something, if there is one.
    fn term(&mut self) -> Result<Option<Term>, QueryError> {
        loop {
            self.skip_spaces();
            if self.peek().is_none() {
                return Ok(None);
            }
            let start = self.at;
            let negated = matches!(self.peek(), Some('-' | '−'));
            if negated {
                self.at += 1;
                if self.peek().is_none_or(char::is_whitespace) {
                    return Err(QueryError::new(start, "query-lone-minus"));
                }
            }
            let (negated, kind) = self.condition(negated)?;
            if let Some(kind) = kind {
                let end = self.at;
                return Ok(Some(Term {
                    negated,
                    kind,
                    start,
                    end,
                }));
            }
        }
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// One condition. `None` for a quoted nothing, which asks nothing.
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
                        // Letters after a colon were to name a band, where the figure has any.
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
                    Kind::Number {
                        field: key,
                        op,
                        value,
                    }
                }
                Field::Age => {
                    let (text, at) = self.number_text(&name, op)?;
                    let days = days(&text)
                        .ok_or_else(|| QueryError::new(at, "query-bad-age").with("value", &text))?;
                    Kind::Age { op, days }
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
        let word = self.text(char::is_whitespace)?;
        Ok((
            negated,
            (!word.trim().is_empty()).then(|| Kind::Word(fold(word.trim()))),
        ))
    }

    /// What is wrong with a word that was meant to join two conditions, which the language has no word for. In capitals, or as
    /// a sign, it is none of a name; else it may be one (*Côte d'Or*), unless it stands between two conditions on fields.
    fn joins(&self, before: &[Term], term: &Term) -> Result<(), QueryError> {
        let letters = |from, to| self.letters.get(from..to).unwrap_or_default();
        let word: String = letters(term.start, term.end).iter().collect();
        let meant = match word.as_str() {
            "OR" | "OU" | "|" | "||" => true,
            "or" | "ou" => {
                let mut after = Self {
                    letters: letters(term.end, self.letters.len()).to_vec(),
                    at: 0,
                };
                after.skip_spaces();
                let asks = after
                    .field()
                    .is_some_and(|(name, _)| Field::named(&name).is_some());
                asks && before
                    .last()
                    .is_some_and(|term| !matches!(term.kind, Kind::Word(_)))
            }
            _ => false,
        };
        let last = letters(term.end, self.letters.len())
            .iter()
            .all(|letter| letter.is_whitespace());
        if meant && !before.is_empty() && !last {
            return Err(QueryError::new(term.start, "query-no-or").with("word", &word));
        }
        Ok(())
    }

    /// A name and the operator after it, or nothing: then the reader stays where it is. A comparison may have spaces
    /// around it where the name is a field's; after `:` the value follows at once.
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

    /// The text of a number and where it begins.
    fn number_text(&mut self, name: &str, op: Op) -> Result<(String, usize), QueryError> {
        if op != Op::Equal {
            self.skip_spaces();
        }
        let at = self.at;
        let mut text = self.text(char::is_whitespace)?;
        if text.trim().is_empty() {
            return Err(QueryError::new(at, "query-field-needs-value").with("field", name));
        }
        if self.skip_to_percent() {
            text.push('%');
        }
        Ok((text, at))
    }

    /// Takes a percent sign that stands apart from its number, as French has it: `65 %`. Whether there was one.
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

    /// The values of a text field, separated by commas.
    fn names(&mut self, field: Field, name: &str) -> Result<Kind, QueryError> {
        let mut values = Vec::new();
        loop {
            let at = self.at;
            let text = self.text(|letter| letter.is_whitespace() || letter == ',')?;
            if text.trim().is_empty() {
                return Err(QueryError::new(at, "query-field-needs-value").with("field", name));
            }
            let code = |family| {
                Value::code(&text, family).map_err(|candidates| {
                    QueryError::new(at, "query-ambiguous")
                        .with("value", text.trim())
                        .with("candidates", &candidates.join(", "))
                })
            };
            values.push(match field {
                Field::Status => code(Family::DealStatus)?,
                Field::Class => code(Family::AssetClass)?,
                _ => Value::owner(&text),
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

    /// Text up to an end mark; quoted parts (`"…"`, `«…»`, `“…”`) hold any letter.
    fn text(&mut self, ends: impl Fn(char) -> bool) -> Result<String, QueryError> {
        let mut text = String::new();
        while let Some(letter) = self.peek().filter(|letter| !ends(*letter)) {
            let opened = self.at;
            self.at += 1;
            let closing = match letter {
                '"' => '"',
                '«' => '»',
                '“' => '”',
                _ => {
                    text.push(letter);
                    continue;
                }
            };
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
        Ok(text)
    }
}

/// `ltv:alerte`, `ltv:watch,alert`: bands by the words that stand on the screen, in either language.
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

/// `ltv:aucun`, `ltv:none`, `ltv:nc`: not communicated.
fn is_missing(text: &str) -> bool {
    matches!(
        fold(text).as_str(),
        "aucun" | "aucune" | "none" | "nc" | "n.c." | "np" | "n/p" | "n/a"
    )
}
