//! Actions on the shown time: choose a past date, compare two, return to the present.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Overlay};
use crate::foundation::cx::overlay_types::PaletteCommand;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::as_of::{AsOf, end_of_day};
use crate::model::effect::Effect;
use crate::query::date_input::parse_past_date;
use crate::query::is_stop_word;
use crate::text::date;
use crate::tools::palette::typed_commands::OfferedCommand;

/// Form fields: the past date, and the end of the listed changes.
const AT_FIELD: &str = "as-of";
const UNTIL_FIELD: &str = "as-of-until";

impl AppCx {
    /// Opens the form that asks for a past date.
    pub(crate) fn open_as_of_form(&mut self) {
        let day_of = |at: Timestamp| date::date_short(date::local(at, &self.options.zone).date());
        let as_of = self.snapshot.as_of;
        let field = |name, at: Option<Timestamp>| FormField {
            name,
            value: FormValue::Text { text: at.map(day_of).unwrap_or_default(), known: Vec::new() },
        };
        let until = as_of.and_then(|as_of| as_of.until);
        let fields = vec![field(AT_FIELD, as_of.map(|as_of| as_of.at)), field(UNTIL_FIELD, until)];
        self.overlay = Overlay::Form(Form::new(FormPurpose::AsOf, String::new(), fields));
    }

    /// Shows the dates of the form. If they cannot be shown, the form stays open.
    pub(crate) fn finish_as_of(&mut self, mut form: Form) -> Vec<Effect> {
        let until = form.value(UNTIL_FIELD).trim();
        let at = parse_past_date(form.value(AT_FIELD), self.today());
        let end = parse_past_date(until, self.today());
        let range = at.filter(|_| until.is_empty() || end.is_some());
        if let Some(as_of) = range.and_then(|at| self.as_of_range(at, end).ok()) {
            return vec![Effect::ShowAsOf(Some(as_of))];
        }
        form.error = Some("form-as-of-wrong");
        self.overlay = Overlay::Form(form);
        Vec::new()
    }

    /// Returns the range of two days, in either order.
    pub(crate) fn as_of_range(&self, at: Date, until: Option<Date>) -> Result<AsOf, DisabledReason> {
        let (first, last) = match until {
            Some(until) => (at.min(until), Some(at.max(until))),
            None => (at, None),
        };
        let end = |day| end_of_day(day, &self.options.zone);
        let known = self.snapshot.history.first_observed_at;
        if known.is_none_or(|known| end(first) < known) {
            return Err(DisabledReason::NotObserved);
        }
        Ok(AsOf { at: end(first), until: last.map(end) })
    }

    /// Parses `as of 1 November`: the argument is a date, perhaps after small words.
    pub(crate) fn as_of_commands(&self, argument: &str) -> Vec<OfferedCommand> {
        let words: Vec<&str> = argument.split_whitespace().filter(|word| !is_stop_word(word)).collect();
        let at = parse_past_date(&words.join(" "), self.today());
        let offer = |at| (PaletteCommand::AsOf(at), self.as_of_range(at, None).map(|_| ()));
        at.map(offer).into_iter().collect()
    }

    /// Parses `compare 1 November 15 November`: two dates, or one to be compared with the present.
    pub(crate) fn compare_commands(&self, argument: &str) -> Vec<OfferedCommand> {
        let words: Vec<&str> = argument.split_whitespace().filter(|word| !is_stop_word(word)).collect();
        let parse = |words: &[&str]| parse_past_date(&words.join(" "), self.today());
        let dates = (1..=words.len()).rev().find_map(|end| {
            let (first, last) = words.split_at(end);
            let until = parse(last);
            Some((parse(first)?, until)).filter(|_| last.is_empty() || until.is_some())
        });
        let offer =
            |(at, until)| (PaletteCommand::Compare(at, until), self.as_of_range(at, until).map(|_| ()));
        dates.map(offer).into_iter().collect()
    }
}
