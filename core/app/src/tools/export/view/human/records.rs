//! Export sheets of service records for people. Fields have labels, codes and references have names, days and times
//! have date cells. Nested values become readable lines. Numbers keep every digit.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::contract::json::date_or_time::Moment;
use crate::contract::json::num;
use crate::contract::record::{Record, text_of};
use crate::foundation::presentation::task_status::statut;
use crate::model::resources::resource_kind::Family;
use crate::model::worksheet::{Cell, Sheet};
use crate::open_json::{self, How, Labels};
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, date};
use crate::tools::export::view::machine::records;

/// Builds the explorer's rows that match the filter.
pub(super) fn explored(app: &App) -> Sheet {
    let family = app.explorer.explored_family();
    let shown = Shown::of(app, family);
    let mut sheet = records::explored(app, &|field, raw| shown.cell(field, raw));
    if let Some(family) = family {
        sheet.name = called(app, family);
    }
    shown.headed(sheet)
}

/// Builds the tasks, including pending writes.
pub(super) fn tasks(app: &App) -> Sheet {
    let shown = Shown::of(app, Some(Family::Tasks));
    let statut = |code: &str| Cell::text(&statut(&app.cx, code));
    let mut sheet = records::tasks(app, &|field, raw| shown.cell(field, raw), &statut);
    sheet.name = called(app, Family::Tasks);
    shown.headed(sheet)
}

/// Returns the name of a record family.
fn called(app: &App, family: Family) -> String {
    Words::new(app.cx.lang())
        .get(&format!("family-{}", family.name()))
        .into_owned()
}

/// Formatting context of record values.
struct Shown {
    how: How,
    family: Option<Family>,
    labels: Labels,
    names: BTreeMap<String, Clean>,
}

impl Shown {
    fn of(app: &App, family: Option<Family>) -> Self {
        Self {
            how: app.cx.how(family),
            family,
            labels: app.cx.field_labels(),
            names: app.cx.names_of_records(),
        }
    }

    fn headed(&self, mut sheet: Sheet) -> Sheet {
        for name in &mut sheet.columns {
            *name = self.labels.called(&self.how, name).to_string();
        }
        sheet
    }

    fn cell(&self, field: &str, raw: &RawValue) -> Cell {
        if raw.get().starts_with(['{', '[']) {
            return Cell::text(&self.parts(field, raw));
        }
        let Some(text) = text_of(raw) else {
            return Cell::of_raw(raw);
        };
        if let Some(name) = open_json::coded_name(self.how.lang, self.family, field, &text) {
            return Cell::text(&name);
        }
        match Moment::parse(&text) {
            Some(Moment::Day(day)) => return Cell::Day(day),
            Some(Moment::Instant(at)) => return Cell::Moment(date::local(at, &self.how.zone)),
            None => {}
        }
        if let Some(amount) = num::exact(&text).filter(|_| open_json::is_amount(field)) {
            return Cell::Number(amount);
        }
        // A record's own identifier stays as is, so that the record can be found again.
        match self.names.get(&*text).filter(|_| field != "id") {
            Some(name) => Cell::text(name),
            None => Cell::of_raw(raw),
        }
    }

    /// Formats a nested value on one line.
    fn parts(&self, field: &str, raw: &RawValue) -> String {
        if let Some(list) = open_json::field_value(&self.how, field, raw) {
            return list.to_string();
        }
        let words = Words::new(self.how.lang);
        let whole = format!("{{\"{field}\":{}}}", raw.get());
        let Ok(record) = Record::parse(raw.get()).or_else(|_| Record::parse(&whole)) else {
            return raw.get().to_owned();
        };
        let lines = open_json::readable(&self.how, &self.labels, &record, &[]).into_iter();
        let told = lines.map(|line| {
            let (name, value) = (Arg::from(&line.label), Arg::from(&line.value));
            words.with("export-named", &[("name", name), ("value", value)])
        });
        told.collect::<Vec<_>>().join(" · ")
    }
}
