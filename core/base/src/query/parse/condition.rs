//! Parser of one condition: a word, or a field with its operator and value.

use std::sync::Arc;

use crate::query::error::QueryError;
use crate::query::field::{
    ChangeKind, NumberError, Op, QueryField, has_word, parse_days, parse_number, with_unit_of,
};
use crate::query::local_test::{HAS, LocalTest, parse_named};
use crate::query::operators;
use crate::query::value::FieldMatch;
use crate::query::{ConditionKind, Term};
use crate::text::{Lang, Messages, fold};
use crate::vocabulary::{Band, CodeKind, MetricUnit, kpi_limits, may_have_thresholds};

use super::{QueryParser, TypedText, any_of};

impl QueryParser<'_> {
    /// Reads one condition and whether it must be false; `None` for empty quotes, which are ignored.
    pub(super) fn condition(&mut self, negated: bool) -> Result<(bool, Option<ConditionKind>), QueryError> {
        let start = self.pos;
        if let Some(field) = self.received_field() {
            let (inverted, kind) = self.received(field, negated)?;
            return Ok((inverted, Some(kind)));
        }
        let Some((name, op)) = self.field() else {
            return Ok((negated, self.word()?));
        };
        let Some(field) = QueryField::by_name(&name) else {
            return Err(QueryError::new(start, "query-unknown-field").with("field", &name));
        };
        // The value of an equality may be a name; `!=` negates it.
        let is_equality = matches!(op, Op::Equal | Op::Different);
        let inverted = negated != (op == Op::Different);
        if let QueryField::Status | QueryField::Class | QueryField::Owner = field {
            if !is_equality {
                return Err(QueryError::new(start, "query-field-needs-text").with("field", &name));
            }
            return Ok((inverted, Some(self.names(field, &name)?)));
        }
        match field {
            QueryField::Is => return Ok((inverted, Some(self.mark(&name, op)?))),
            QueryField::Change(kind) => {
                let condition = self.change((kind, &name), op)?;
                return Ok((inverted, Some(with_present_status(condition, start, self.pos))));
            }
            _ => {}
        }
        let (text, at) = self.number_text(&name, op)?;
        if is_equality && let Some(kind) = self.named_value(field, (&name, &text), at)? {
            return Ok((inverted, Some(kind)));
        }
        let kind = match field {
            QueryField::Number(key, unit) => {
                let value = read_number(&text, at, (&name, key, unit), op)?;
                let reads = |candidate: &str| parse_number(candidate, unit).is_ok();
                let unreadable = bad_number(at, (&name, unit), op);
                self.reject_split_number(&text, at, unit == MetricUnit::Money, unreadable, reads)?;
                ConditionKind::Number { field: key, op, value }
            }
            QueryField::Followup => {
                let (test, inverted) = LocalTest::parse_followup(&text, op)
                    .ok_or_else(|| QueryError::new(at, "query-bad-followup").with("value", &text))?;
                return Ok((negated != inverted, Some(test.into())));
            }
            QueryField::Has => return Err(QueryError::new(at, "query-bad-has").with("value", &text)),
            QueryField::Check | QueryField::Label => {
                return Err(QueryError::new(at, "query-bad-check").with("value", &text));
            }
            _ => {
                let (days, in_calendar_days) = read_days(&text, at)?;
                let reads = |candidate: &str| parse_days(candidate).is_some();
                self.reject_split_number(&text, at, false, QueryError::new(at, "query-bad-age"), reads)?;
                ConditionKind::Age { op, days, in_calendar_days }
            }
        };
        Ok((negated, Some(kind)))
    }

    /// Reads a word or phrase of the name.
    fn word(&mut self) -> Result<Option<ConditionKind>, QueryError> {
        let start = self.pos;
        let TypedText { text, quoted } = self.unquoted(char::is_whitespace)?;
        let kind = if quoted { ConditionKind::Phrase } else { ConditionKind::Word };
        let text = text.trim();
        // A separate colon has its own error message.
        let rest = self.letters.get(self.pos..).unwrap_or_default();
        let next = rest.iter().find(|letter| !letter.is_whitespace());
        if !quoted && next != Some(&':') && QueryField::is_unambiguous(text) {
            return Err(QueryError::new(start, "query-field-needs-value").with("field", text));
        }
        Ok((!text.is_empty()).then(|| kind(fold(text))))
    }

    /// Returns the condition of a value that is no single number: absent, bands, a range, a kind of local data.
    fn named_value(
        &self,
        field: QueryField,
        (name, text): (&str, &str),
        at: usize,
    ) -> Result<Option<ConditionKind>, QueryError> {
        Ok(Some(match field {
            QueryField::Number(field, _) if is_missing(text) => ConditionKind::Missing { field },
            QueryField::Number(key, unit) => {
                if let Some(bands) = parse_bands(text) {
                    if !may_have_thresholds(key) {
                        return Err(QueryError::new(at, "query-no-band").with("field", name));
                    }
                    let limits = kpi_limits(key).copied();
                    return Ok(Some(ConditionKind::Banded { field: key, bands, limits }));
                }
                let read = |text: &str, at| read_number(text, at, (name, key, unit), Op::AtLeast);
                let kind = |op, value| ConditionKind::Number { field: key, op, value };
                // A comma within a number is a decimal comma, so a list is read only if its text is no number.
                if parse_number(text, unit).is_err()
                    && let Some(values) =
                        text.split(',').map(|part| parse_number(part, unit).ok()).collect::<Option<Vec<_>>>()
                {
                    let term = |value| vec![Term::new(kind(Op::Equal, value), at, self.pos)];
                    return Ok(Some(any_of(values.into_iter().map(term).collect())));
                }
                return self.range((name, text), at, read, kind);
            }
            QueryField::Age if is_missing(text) => ConditionKind::UnknownAge,
            QueryField::Age => {
                return self.range((name, text), at, read_days, |op, (days, in_calendar_days)| {
                    ConditionKind::Age { op, days, in_calendar_days }
                });
            }
            QueryField::Has | QueryField::Label => {
                let test = match field {
                    QueryField::Has => parse_named(&HAS, text),
                    _ => Some(LocalTest::parse_label(text)),
                };
                return Ok(test.map(ConditionKind::from));
            }
            QueryField::Check => {
                let metrics = text.split(',').map(|name| match QueryField::by_name(name.trim()) {
                    Some(QueryField::Number(key, _)) => Some(key),
                    _ => None,
                });
                let any = matches!(&*fold(text), "any" | "tous" | "toutes");
                let metrics = if any { Some(Vec::new()) } else { metrics.collect() };
                let Some(metrics) = metrics else {
                    return Ok(None);
                };
                ConditionKind::Check { metrics, thresholds: Arc::default() }
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the condition of a range such as `60..70%`; one of the bounds may be missing.
    ///
    /// The lower bound takes the unit of the upper one.
    fn range<T: PartialOrd>(
        &self,
        (name, text): (&str, &str),
        at: usize,
        read: impl Fn(&str, usize) -> Result<T, QueryError>,
        kind: impl Fn(Op, T) -> ConditionKind,
    ) -> Result<Option<ConditionKind>, QueryError> {
        let mut bounds = text.split("..");
        let (Some(low), Some(high)) = (bounds.next(), bounds.next()) else { return Ok(None) };
        let high_at = at + low.chars().count() + 2;
        if bounds.next().is_some() {
            let more_at = high_at + high.chars().count();
            return Err(QueryError::new(more_at, "query-two-ranges").with("value", text).with("field", name));
        }
        let (low, high) = (low.trim(), high.trim());
        let low_text = with_unit_of(low, high);
        let bound = |text: &str, at| if text.is_empty() { Ok(None) } else { read(text, at).map(Some) };
        if low_text != low {
            // An unreadable upper bound has no unit to share.
            bound(high, high_at)?;
        }
        let low = if low.is_empty() { None } else { bound(&low_text, at)? };
        let high_value = bound(high, high_at)?;
        if low > high_value && high_value.is_some() {
            let swapped = format!("{name}:{high}..{low_text}");
            return Err(QueryError::new(at, "query-bad-range").with("whole", &swapped));
        }
        let kinds = [(Op::AtLeast, low), (Op::AtMost, high_value)].into_iter();
        let terms = kinds.filter_map(|(op, bound)| Some(Term::new(kind(op, bound?), at, self.pos)));
        let terms: Vec<Term> = terms.collect();
        Ok((!terms.is_empty()).then(|| any_of(vec![terms])))
    }

    /// Reads the text of a number and its position.
    fn number_text(&mut self, name: &str, op: Op) -> Result<(String, usize), QueryError> {
        let (at, TypedText { mut text, .. }) = self.value_text(name, op)?;
        let letters = self.letters.get(at..self.pos).unwrap_or_default();
        if let Some(bracket) = letters.iter().position(|letter| "()[]{}".contains(*letter)) {
            return Err(operators::bracket_error(at + bracket, letters.get(bracket).copied()));
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
        unreadable: QueryError,
        reads: impl Fn(&str) -> bool,
    ) -> Result<(), QueryError> {
        let rest: String = self.letters.get(self.pos..).unwrap_or_default().iter().collect();
        match operators::join_number_parts(number, &rest, groups, &reads) {
            None => Ok(()),
            Some((as_written, joined)) if reads(&joined) => {
                Err(QueryError::new(at, "query-apart").with("value", &as_written).with("whole", &joined))
            }
            Some((as_written, _)) => Err(unreadable.with("value", &as_written)),
        }
    }

    /// Skips a percent sign after a space, as in French: `65 %`. Returns whether there was one.
    fn skip_to_percent(&mut self) -> bool {
        let rest = self.letters.get(self.pos..).unwrap_or_default();
        let spaces = rest.iter().take_while(|letter| letter.is_whitespace()).count();
        let is_end = rest.get(spaces + 1).is_none_or(|letter| letter.is_whitespace() || self.closes(*letter));
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
            let code = |kind| read_code(&text, quoted, kind, at);
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
}

/// Adds the present status to a condition on past ones: it counts even if nothing was observed.
fn with_present_status(condition: ConditionKind, start: usize, end: usize) -> ConditionKind {
    let ConditionKind::Local { test: LocalTest::Change(test), .. } = &condition else { return condition };
    if test.kind != ChangeKind::Was {
        return condition;
    }
    let present = ConditionKind::Status(test.statuses.clone());
    let alternatives = [present, condition].map(|kind| vec![Term::new(kind, start, end)]);
    any_of(alternatives.into())
}

fn read_number(
    text: &str,
    at: usize,
    (name, key, unit): (&str, &str, MetricUnit),
    op: Op,
) -> Result<rust_decimal::Decimal, QueryError> {
    parse_number(text, unit).map_err(|error| {
        // Letters after a colon were meant as a band name, if the field has bands.
        let is_name = may_have_thresholds(key)
            && matches!(op, Op::Equal | Op::Different)
            && text.starts_with(char::is_alphabetic);
        let error = match error {
            NumberError::Unreadable if is_name => QueryError::new(at, "query-bad-band"),
            NumberError::Unreadable => bad_number(at, (name, unit), op),
            NumberError::Percent if text.trim_start().starts_with(['-', '−']) => {
                QueryError::new(at, "query-negative")
            }
            NumberError::Percent => QueryError::new(at, "query-percent"),
        };
        error.with("value", text)
    })
}

/// Returns the error of an unreadable number, with an example of its field.
fn bad_number(at: usize, (name, unit): (&str, MetricUnit), op: Op) -> QueryError {
    let example = match unit {
        MetricUnit::Fraction { .. } => "65%",
        MetricUnit::Multiple => "1.2",
        MetricUnit::Points => "50",
        MetricUnit::Money => "10M",
    };
    QueryError::new(at, "query-bad-number").with("example", &format!("{name}{}{example}", op.sign()))
}

/// Reads a code; the beginning of several is an error.
pub(super) fn read_code(
    text: &str,
    quoted: bool,
    kind: CodeKind,
    at: usize,
) -> Result<FieldMatch, QueryError> {
    FieldMatch::code(text, quoted, kind).map_err(|candidates| {
        let error = QueryError::new(at, "query-ambiguous").with("value", text.trim());
        error.with("candidates", &candidates.join(", "))
    })
}

fn read_days(text: &str, at: usize) -> Result<(i64, bool), QueryError> {
    parse_days(text).ok_or_else(|| QueryError::new(at, "query-bad-age").with("value", text))
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

/// Returns whether the text means an absent value: `ltv:aucun`, `age:none`, `ltv:empty`.
pub(super) fn is_missing(text: &str) -> bool {
    let words = "aucun aucune none nc n.c. np n/p n/a empty vide";
    has_word(words, &fold(text))
}
