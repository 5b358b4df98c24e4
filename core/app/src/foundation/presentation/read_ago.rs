//! The time since data was loaded, as text.

use crate::foundation::cx::app_cx::AppCx;
use crate::text::{Arg, Words, date};

/// Grammatical form of the loaded item, which the French text agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Masculine singular: the summary, a dashboard.
    One,
    /// Feminine singular: the entity, a list.
    She,
    /// Masculine plural: the ratios of a deal.
    They,
}

impl Of {
    fn agreement(self) -> &'static str {
        match self {
            Self::One => "m",
            Self::She => "f",
            Self::They => "mp",
        }
    }
}

/// Formats the age of loaded data, such as "lu il y a 4 min"; empty if it was never loaded.
pub fn read_ago(cx: &AppCx, of: Of, at: Option<jiff::Timestamp>) -> String {
    let Some(at) = at else { return String::new() };
    let words = Words::new(cx.lang());
    let seconds = (cx.now().as_second() - at.as_second()).max(0) as u64;
    let seconds = if seconds < 60 { seconds / 10 * 10 } else { seconds };
    if seconds == 0 {
        return words.with("read-now", &[("of", Arg::from(of.agreement()))]);
    }
    let args = [
        ("of", Arg::from(of.agreement())),
        ("ago", Arg::from(date::ago(cx.lang(), seconds))),
    ];
    words.with("read-ago", &args)
}
