//! The mark of a follow-up that is overdue, due today or due soon.

use crate::foundation::cx::app_cx::AppCx;
use crate::query::local_test::Due;
use crate::text::{MessageArg, Messages, date};
use crate::vocabulary::Band;

/// The mark of a follow-up that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowupMark {
    /// Band whose colour and shape it has.
    pub band: Band,
    /// Day and month.
    pub day: String,
    /// Text for screen readers and tooltips.
    pub label: String,
}

impl FollowupMark {
    /// Returns the mark of a deal; `None` without an open follow-up within seven days.
    #[must_use]
    pub fn for_deal(cx: &AppCx, deal: &str) -> Option<Self> {
        let followup = cx.local_deals.open_followup(deal)?;
        let due = Due::from_date(followup.date, cx.today());
        if due == Due::Later {
            return None;
        }
        let messages = Messages::new(cx.lang());
        let (state, day) = (messages.get(due.key()).into_owned(), date::day_month(followup.date));
        let args = [("due", MessageArg::from(state)), ("day", MessageArg::from(&day))];
        let label = messages.with("followup-mark", &args);
        Some(Self { band: due_band(due), day, label })
    }
}

/// Returns the band whose colour and shape an urgency has.
#[must_use]
pub fn due_band(due: Due) -> Band {
    match due {
        Due::Overdue => Band::Alert,
        Due::Today => Band::Watch,
        Due::Soon | Due::Later => Band::None,
    }
}
