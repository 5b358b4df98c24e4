//! Actions on the shown time: choose a past date, compare two, return to the present.

use jiff::Timestamp;

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, Overlay};
use crate::foundation::cx::overlay_types::PaletteCommand;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::as_of::{AsOf, end_of_day};
use crate::model::effect::Effect;
use crate::query::date_input::parse_past_date;
use crate::query::is_stop_word;
use crate::text::date;
use crate::tools::palette::typed_commands::OfferedCommand;

/// Form fields: the past date, and the end of the listed changes.
const FIELDS: [&str; 2] = ["as-of", "as-of-until"];

impl AppCx {
    /// Opens the form that asks for a past date. Typed texts that are no such dates are corrected there.
    pub(crate) fn open_as_of_form(&mut self, typed: Option<[String; 2]>) {
        let day_of = |at: Timestamp| date::date_short(date::local(at, &self.options.zone).date());
        let as_of = self.snapshot.as_of;
        let shown = [as_of.map(|as_of| as_of.at), as_of.and_then(|as_of| as_of.until)];
        let error = typed.is_some().then_some("form-as-of-wrong");
        let texts = typed.unwrap_or_else(|| shown.map(|at| at.map(day_of).unwrap_or_default()));
        let fields = FIELDS.into_iter().zip(texts);
        let fields = fields.map(|(name, text)| FormField::text_field(name, text)).collect();
        let form = Form::new(FormPurpose::AsOf, String::new(), fields);
        self.overlay = Overlay::Form(Form { error, ..form });
    }

    /// Shows the dates of the form. If they cannot be shown, the form stays open.
    pub(crate) fn finish_as_of(&mut self, mut form: Form) -> Vec<Effect> {
        if let Some(as_of) = self.as_of_range(FIELDS.map(|field| form.value(field).trim())) {
            return vec![Effect::ShowAsOf(Some(as_of))];
        }
        form.error = Some("form-as-of-wrong");
        self.overlay = Overlay::Form(form);
        Vec::new()
    }

    /// Returns the range of two typed days, in either order; the second may be empty.
    fn as_of_range(&self, [at, until]: [&str; 2]) -> Option<AsOf> {
        let parse = |text| parse_past_date(text, self.today());
        let at = parse(at)?;
        let until = if until.is_empty() { None } else { Some(parse(until)?) };
        let end = |day| end_of_day(day, &self.options.zone);
        let first = end(until.map_or(at, |until| until.min(at)));
        let known = self.snapshot.history.first_observed_at?;
        (known <= first).then(|| AsOf { at: first, until: until.map(|until| end(until.max(at))) })
    }

    /// Parses the dates of `as of 1 November` or, with `lists`, of `compare 1 November 15 November`. Texts that are no
    /// known days go into the form.
    pub(crate) fn past_commands(&self, argument: &str, lists: bool) -> Vec<OfferedCommand> {
        let words: Vec<&str> = argument.split_whitespace().filter(|word| !is_stop_word(word)).collect();
        if argument.is_empty() {
            return Vec::new();
        }
        let split = |end| {
            let (first, last) = words.split_at(end);
            [first.join(" "), last.join(" ")]
        };
        // One date may have several words, and the second one may be missing.
        let ends = words.len().min(if lists { 1 } else { usize::MAX })..=words.len();
        let range = |[at, until]: [String; 2]| self.as_of_range([&at, &until]);
        if let Some(as_of) = ends.clone().rev().map(split).find_map(range) {
            return vec![(PaletteCommand::AsOf(as_of, lists), Ok(()))];
        }
        let is_date = |[at, _]: &[String; 2]| parse_past_date(at, self.today()).is_some();
        let typed = ends.rev().map(split).find(is_date).unwrap_or_else(|| split(words.len()));
        let known = self.snapshot.history.first_observed_at;
        vec![(PaletteCommand::EnterDates(typed), known.map(|_| ()).ok_or(DisabledReason::NotObserved))]
    }
}
