//! Toasts and how long each stays.

use std::time::Duration;

use jiff::Timestamp;

use crate::foundation::cx::change::ChangeId;
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::pending_write::WriteId;

/// Duration of a confirmation toast.
pub(crate) const SHORT: Duration = Duration::from_secs(4);
/// Duration of a toast that needs attention.
pub(crate) const LONG: Duration = Duration::from_secs(12);
/// Duration of the toast about an undone change.
pub(crate) const UNDO_TOAST: Duration = Duration::from_secs(4);

/// One toast.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// Its increasing number.
    pub id: u64,
    /// Content.
    pub content: ToastContent,
    /// End of its display. For a scheduled write, this is when the write is sent.
    pub until: Timestamp,
    /// Extended end while the user is looking at it.
    pub extended_until: Option<Timestamp>,
    /// True if the user has switched screens since it appeared.
    pub outlived_screen: bool,
    /// Its write, once that is in the outbox.
    pub(crate) write: Option<WriteId>,
    /// The change that it reports and undo reverts.
    pub(crate) change: Option<ChangeId>,
}

impl Toast {
    /// Returns whether it is still shown.
    pub fn is_visible(&self, now: Timestamp) -> bool {
        self.until > now || self.extended_until.is_some_and(|extended| extended > now)
    }
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::effect::Effect;
    use crate::shell::app::App;
    use crate::text::Lang;

    #[test]
    fn screen_reader_mode_extends_undo_delays() {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut options = Options::new(Lang::En, keymap, TimeZone::UTC);
        options.delete_undo_delay = Duration::from_secs(30);
        let mut app = App::new(options, Timestamp::UNIX_EPOCH);
        app.cx.extend_undo_delays();
        app.cx.extend_undo_delays();
        let options = app.cx.options();
        assert_eq!(options.undo_delay, Duration::from_secs(20));
        assert_eq!(options.confirm_timeout, Duration::from_secs(20));
        assert_eq!(
            options.delete_undo_delay,
            Duration::from_secs(30),
            "a longer undo window stays unchanged"
        );
    }

    #[test]
    fn newer_move_toast_of_a_deal_replaces_the_older() {
        let moved = |record: &str, from: &str, to: &str| {
            ToastContent::moved("Le Parc", (from, to), None).for_record(record)
        };
        let first = moved("a", "sourcing", "screening");
        assert!(first.is_replaced_by(&moved("a", "screening", "dd")));
        let namesake = moved("b", "screening", "dd");
        assert!(!first.is_replaced_by(&namesake), "two deals may have the same name");
    }

    #[test]
    fn countdown_pauses_while_the_user_points_at_its_toast() {
        let at = |tenths: i64| Timestamp::from_millisecond(tenths * 100).unwrap();
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), at(0));
        app.cx.notify(ToastContent::deleting("Le Parc", "a"), Duration::from_secs(10));
        app.tick(at(40));
        let id = app.cx.toasts()[0].id;
        assert_eq!(app.linger(Some(id)).effects, Vec::new(), "the undo window has not lost a second yet");
        app.tick(at(52));
        assert_eq!(app.linger(Some(id)).effects, vec![Effect::ExtendUndoWindows(Duration::from_secs(6))]);
        assert_eq!(app.cx.toasts()[0].until, at(112));
        assert_eq!(app.linger(None).effects, Vec::new());
        app.tick(at(72));
        assert_eq!(app.linger(Some(id)).effects, Vec::new(), "the countdown had resumed, and pauses again");
        assert_eq!(app.cx.toasts()[0].until, at(112));
        app.cx.notify(ToastContent::new("toast-copy-failed"), LONG);
        let word = app.cx.toasts()[1].id;
        app.tick(at(90));
        assert_eq!(app.linger(Some(word)).effects, Vec::new(), "a toast without undo pauses nothing");
    }
}
