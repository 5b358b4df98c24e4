//! Toasts: how long each stays, and which newer toast replaces it.

use std::time::Duration;

use jiff::Timestamp;

use crate::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::model::discarded::Reached;
use crate::model::pending_write::WriteId;
use crate::model::storage_health::SetAside;

/// Duration of a confirmation toast.
pub(crate) const SHORT: Duration = Duration::from_secs(4);
/// Duration of a toast that needs attention.
pub(crate) const LONG: Duration = Duration::from_secs(12);

/// One toast.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// Its increasing number.
    pub id: u64,
    /// Content.
    pub kind: ToastKind,
    /// End of its display. For a scheduled write, this is when the write is sent.
    pub until: Timestamp,
    /// Extended end while the user is looking at it.
    pub kept: Option<Timestamp>,
    /// True if the user has switched screens since it appeared.
    pub carried: bool,
    /// Its write, once that is in the outbox.
    pub(crate) write: Option<WriteId>,
}

impl Toast {
    /// Returns whether it is still shown.
    pub fn stays(&self, now: Timestamp) -> bool {
        self.until > now || self.kept.is_some_and(|kept| kept > now)
    }
}

impl ToastKind {
    /// Returns whether undo reverts this change.
    pub fn undoable(&self) -> bool {
        matches!(
            self,
            Self::Moved { .. }
                | Self::TaskMoved { .. }
                | Self::Redone { held: true, .. }
                | Self::TurnedMany { again: true, .. }
                | Self::Edited { .. }
                | Self::Deleting { .. }
                | Self::HeldAgain { .. }
                | Self::Triaged(Triaged::Marking { .. } | Triaged::LetGo { .. })
                | Self::BulkBegun { .. }
                | Self::Discarded { .. }
                | Self::Decided { .. }
                | Self::VisitEnded { changes: 1.. }
                | Self::WouldUndo { .. }
        ) || self.is_of_this_machine()
    }

    /// Returns whether its change is already complete, although undo can revert it. Nothing waits to be sent.
    pub fn stands(&self) -> bool {
        matches!(
            self,
            Self::Discarded { .. }
                | Self::Decided { sent: false, .. }
                | Self::VisitEnded { .. }
                | Self::WouldUndo { .. }
        ) || self.is_of_this_machine()
    }

    /// Returns whether it concerns local data only: notes, views, the filter, snoozes, stars, watched identifiers.
    pub fn is_of_this_machine(&self) -> bool {
        matches!(
            self,
            Self::NoteKept { .. }
                | Self::NoteOfBoth
                | Self::ViewSaved { .. }
                | Self::ViewPinned { .. }
                | Self::ViewAtStart { .. }
                | Self::ViewDeleted { .. }
                | Self::ViewsImported { .. }
                | Self::FilterCleared { .. }
                | Self::Triaged(
                    Triaged::Snoozed { .. }
                        | Triaged::Woken { .. }
                        | Triaged::Starred { .. }
                        | Triaged::HeldUnread { .. }
                        | Triaged::Watching { .. }
                        | Triaged::Forgotten { .. }
                )
        )
    }

    /// Returns whether it concerns only the screen on which it appeared and disappears with it. Toasts about changed,
    /// lost or saved data stay on every screen.
    pub fn is_of_its_screen(&self) -> bool {
        matches!(
            self,
            Self::Disabled { .. }
                | Self::Elsewhere { .. }
                | Self::SortReplaced { .. }
                | Self::FilterStays
                | Self::WouldUndo { .. }
                | Self::Triaged(
                    Triaged::Grouped { .. }
                        | Triaged::Starred { .. }
                        | Triaged::Woken { .. }
                        | Triaged::Snoozed { .. }
                        | Triaged::HeldUnread { .. }
                        | Triaged::Watching { .. }
                        | Triaged::Forgotten { .. }
                        | Triaged::Answered { .. }
                )
                | Self::Copied { .. }
                | Self::CopyFailed
                | Self::KeysStandIn { .. }
        )
    }

    /// Returns whether the user may mistake it for the next undo. It names a change or an undo that undo does not
    /// revert. The toast then also names the next undo.
    pub fn leaves_in_doubt(&self) -> bool {
        matches!(
            self,
            Self::Undone { .. }
                | Self::MovingBack { .. }
                | Self::MovedBack { .. }
                | Self::Redone { held: false, .. }
                | Self::TurnedMany { again: false, .. }
                | Self::Triaged(Triaged::Unmarked { .. })
                | Self::VisitResumed { .. }
                | Self::TakenUp { .. }
                | Self::AlreadySo { .. }
                | Self::ChangedSince { .. }
                | Self::SameElsewhere { .. }
                | Self::HeldElsewhere { .. }
        )
    }

    /// Returns whether `newer` replaces it. Toasts about an undo and a redo, two hints, or two steps of one record
    /// never appear together.
    pub fn gives_way_to(&self, newer: &Self) -> bool {
        let turn = |kind: &Self| {
            matches!(
                kind,
                Self::Undone { .. }
                    | Self::MovingBack { .. }
                    | Self::MovedBack { .. }
                    | Self::Redone { .. }
                    | Self::TurnedMany { .. }
                    | Self::WouldUndo { .. }
                    | Self::Triaged(Triaged::Unmarked { .. })
                    | Self::VisitEnded { .. }
                    | Self::VisitResumed { .. }
                    | Self::Discarded { .. }
                    | Self::TakenUp { .. }
                    | Self::AlreadySo { .. }
                    | Self::ChangedSince { .. }
                    | Self::SameElsewhere { .. }
                    | Self::Leaving { .. }
            )
        };
        let elsewhere =
            |kind: &Self| matches!(kind, Self::HeldElsewhere { .. } | Self::DroppedElsewhere { .. });
        let word = |kind: &Self| {
            matches!(
                kind,
                Self::Disabled { .. }
                    | Self::Elsewhere { .. }
                    | Self::Themed { .. }
                    | Self::Translated
                    | Self::SortReplaced { .. }
                    | Self::FilterStays
                    | Self::Pointed { .. }
                    | Self::Triaged(
                        Triaged::Grouped { .. } | Triaged::Starred { .. } | Triaged::Woken { .. }
                    )
                    | Self::Copied { .. }
                    | Self::ActsAlready { .. }
            )
        };
        let same = match (self, newer) {
            (
                Self::Triaged(Triaged::Watching { .. } | Triaged::Forgotten { .. }),
                Self::Triaged(Triaged::Watching { .. } | Triaged::Forgotten { .. }),
            )
            | (Self::FilterCleared { .. } | Self::FilterStays, Self::FilterCleared { .. }) => true,
            // Keep the toast while it lists words that were left out.
            (
                Self::Triaged(Triaged::Watching { passed_over, .. }),
                Self::Triaged(Triaged::Answered { .. }),
            ) => passed_over.is_empty(),
            (Self::Redone { label, .. }, Self::DroppedElsewhere { label: of, .. })
            | (Self::TaskMoved { label, .. }, Self::TaskMoved { label: of, .. }) => label == of,
            // Two moves within the undo window become one write, and undo reverts the newer step.
            (Self::Moved { label, to, .. }, Self::Moved { label: of, from, .. }) => label == of && to == from,
            _ => false,
        };
        same || (turn(self) && turn(newer))
            || (word(self) && word(newer))
            || (elsewhere(self) && elsewhere(newer))
    }

    /// Returns whether it reports a problem.
    pub fn is_problem(&self) -> bool {
        matches!(
            self,
            Self::Refused { .. }
                | Self::Conflict { .. }
                | Self::TooLate { .. }
                | Self::Leaving { .. }
                | Self::Gone { .. }
                | Self::Discarded { in_doubt: true, .. }
                | Self::AlreadySo { in_doubt: true, .. }
                | Self::DroppedElsewhere {
                    reached: Reached::InDoubt,
                    ..
                }
                | Self::NotKept { .. }
                | Self::Damaged {
                    found: SetAside { newer: false, .. },
                }
                | Self::StoreFailed { .. }
                | Self::CopyFailed
                | Self::Triaged(
                    Triaged::Answered { unknown: 1.., .. } | Triaged::MarksEnded { failed: 1.., .. }
                )
                | Self::ViewRefused { .. }
                | Self::EditorFailed { .. }
                | Self::KeysRefused { .. }
                | Self::ExportFailed { .. }
                | Self::OpenFailed { .. }
                | Self::TurnFailed { .. }
                | Self::UserRefused { .. }
                | Self::BulkEnded { failed: 1.., .. }
        )
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
    fn who_hears_the_screen_has_more_time_to_take_something_back() {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut options = Options::new(Lang::En, keymap, TimeZone::UTC);
        options.hold_delete = Duration::from_secs(30);
        let mut app = App::new(options, Timestamp::UNIX_EPOCH);
        app.cx.read_aloud();
        app.cx.read_aloud();
        let options = app.cx.options();
        assert_eq!(options.hold, Duration::from_secs(20));
        assert_eq!(options.armed, Duration::from_secs(20));
        assert_eq!(
            options.hold_delete,
            Duration::from_secs(30),
            "a longer undo window stays unchanged"
        );
    }

    #[test]
    fn of_two_steps_of_a_deal_the_newer_alone_offers_its_way_back() {
        let moved = |label: &str, from: &str, to: &str| ToastKind::Moved {
            label: label.to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            owner: None,
        };
        let first = moved("Le Parc", "sourcing", "screening");
        assert!(first.gives_way_to(&moved("Le Parc", "screening", "dd")));
        let (other, namesake) = (
            moved("Les Quais", "screening", "dd"),
            moved("Le Parc", "ic", "dd"),
        );
        assert!(!first.gives_way_to(&other) && !first.gives_way_to(&namesake));
    }

    #[test]
    fn a_countdown_stands_still_while_someone_looks_at_the_way_back() {
        let at = |tenths: i64| Timestamp::from_millisecond(tenths * 100).unwrap();
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), at(0));
        let label = "Le Parc".to_owned();
        app.cx.say(ToastKind::Deleting { label }, Duration::from_secs(10));
        app.tick(at(40));
        let id = app.cx.toasts()[0].id;
        assert_eq!(
            app.linger(Some(id)).effects,
            Vec::new(),
            "the undo window has not lost a second yet"
        );
        app.tick(at(52));
        assert_eq!(
            app.linger(Some(id)).effects,
            vec![Effect::Prolong(Duration::from_secs(6))]
        );
        assert_eq!(app.cx.toasts()[0].until, at(112));
        assert_eq!(app.linger(None).effects, Vec::new());
        app.tick(at(72));
        assert_eq!(
            app.linger(Some(id)).effects,
            Vec::new(),
            "the countdown had resumed, and pauses again"
        );
        assert_eq!(app.cx.toasts()[0].until, at(112));
        app.cx.say(ToastKind::CopyFailed, LONG);
        let word = app.cx.toasts()[1].id;
        app.tick(at(90));
        assert_eq!(
            app.linger(Some(word)).effects,
            Vec::new(),
            "a toast without undo pauses nothing"
        );
    }
}
