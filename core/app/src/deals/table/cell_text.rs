//! Text of a table cell.

use crate::dataset::column::DealColumn;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::presentation::age::age_text;
use crate::model::table::DealRow;
use crate::text::{Lang, Messages};
use crate::vocabulary;

/// Returns the text of a cell; `None` if nothing was received.
pub fn cell_text(cx: &AppCx, row: &DealRow<'_>, column: DealColumn) -> Option<String> {
    let lang = cx.lang();
    let non_empty = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    match column {
        DealColumn::Name => non_empty(row.name),
        DealColumn::Id => non_empty(row.service_id()),
        DealColumn::Owner => non_empty(row.owner),
        DealColumn::Status => {
            non_empty(row.status).map(|code| vocabulary::deal_status(lang, &code).into_owned())
        }
        DealColumn::Class => non_empty(row.class).map(|code| class_label(lang, &code)),
        DealColumn::Age => row.since.map(|since| age_text(lang, since, cx.observed_now().as_second())),
        DealColumn::Kpi(key) => {
            let value = row.number(key)?;
            let currency = cx.options().currency.as_deref();
            Some(vocabulary::kpi_value_compact(lang, key.name(), value, currency))
        }
    }
}

/// Returns the name of a class, or the text for a missing one.
pub fn class_label(lang: Lang, code: &str) -> String {
    if code.is_empty() {
        return Messages::new(lang).get("class-none").into_owned();
    }
    vocabulary::asset_class(lang, code).into_owned()
}
