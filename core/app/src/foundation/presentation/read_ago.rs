//! The time since data was loaded, as text.

use crate::foundation::cx::app_cx::AppCx;
use crate::text::{MessageArg, Messages, date};

/// Grammatical form of the loaded item, which the French text agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Masculine singular: the summary, a dashboard.
    Masculine,
    /// Feminine singular: the entity, a list.
    Feminine,
    /// Masculine plural: the ratios of a deal.
    MasculinePlural,
}

impl Agreement {
    fn code(self) -> &'static str {
        match self {
            Self::Masculine => "m",
            Self::Feminine => "f",
            Self::MasculinePlural => "mp",
        }
    }
}

/// Formats the age of loaded data, such as "chargé il y a 4 min"; empty if it was never loaded.
pub fn loaded_ago(cx: &AppCx, agreement: Agreement, at: Option<jiff::Timestamp>) -> String {
    let Some(at) = at else { return String::new() };
    let messages = Messages::new(cx.lang());
    let seconds = (cx.now().as_second() - at.as_second()).max(0) as u64;
    let seconds = if seconds < 60 { seconds / 10 * 10 } else { seconds };
    if seconds == 0 {
        return messages.with("read-now", &[("of", MessageArg::from(agreement.code()))]);
    }
    let args = [
        ("of", MessageArg::from(agreement.code())),
        ("ago", MessageArg::from(date::ago(cx.lang(), seconds))),
    ];
    messages.with("read-ago", &args)
}
