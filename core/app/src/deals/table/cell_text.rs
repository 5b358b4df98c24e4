//! Text of a table cell.

use crate::dataset::column::Column;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::presentation::age::age_text;
use crate::model::table::DealRow;
use crate::text::{Lang, Words};
use crate::vocabulary;

/// Returns the text of a cell; `None` if nothing was received.
pub fn text(cx: &AppCx, row: &DealRow<'_>, column: Column) -> Option<String> {
    let lang = cx.lang();
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    match column {
        Column::Name => given(row.name),
        Column::Id => given(row.service_id()),
        Column::Owner => given(row.owner),
        Column::Status => given(row.status).map(|code| vocabulary::deal_status(lang, &code).into_owned()),
        Column::Class => given(row.class).map(|code| class_label(lang, &code)),
        Column::Age => row
            .since
            .map(|since| age_text(lang, since, cx.observed_now().as_second())),
        Column::Kpi(key) => {
            let value = row.number(key)?;
            let currency = cx.options().currency.as_deref();
            Some(vocabulary::kpi_value_compact(lang, key.name(), value, currency))
        }
    }
}

/// Returns the name of a class, or the text for a missing one.
pub fn class_label(lang: Lang, code: &str) -> String {
    if code.is_empty() {
        return Words::new(lang).get("class-none").into_owned();
    }
    vocabulary::asset_class(lang, code).into_owned()
}
