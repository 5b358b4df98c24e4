//! How long ago something was read, in words.

use crate::app::foundation::presentation::problem;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::text::Arg;
use crate::text::Words;
use crate::text::date;

/// What was read: in French the word agrees with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The summary, a dashboard.
    One,
    /// The entity, a list.
    She,
    /// The indicators of a deal.
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

/// "lu il y a 4 min", or nothing if it never was.
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
