//! What is said once and goes by itself: how long it stays, and what it gives way to.

use std::time::Duration;

use jiff::Timestamp;

use crate::app::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::engine::{Reached, SetAside, WriteId};

/// How long a word of confirmation stays.
pub(in crate::app) const SHORT: Duration = Duration::from_secs(4);
/// How long something that needs a look stays.
pub(in crate::app) const LONG: Duration = Duration::from_secs(12);

/// One toast.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// Its number, growing.
    pub id: u64,
    /// What it says.
    pub kind: ToastKind,
    /// When it goes. For a held write this is the moment at which the write leaves.
    pub until: Timestamp,
    /// Until when it is kept beyond that, because someone is looking at it.
    pub kept: Option<Timestamp>,
    /// Whether the person has gone to another screen since it was said.
    pub carried: bool,
    /// The write it speaks of, once that is in the outbox.
    pub(in crate::app) write: Option<WriteId>,
}

impl Toast {
    /// Whether it is still shown.
    pub fn stays(&self, now: Timestamp) -> bool {
        self.until > now || self.kept.is_some_and(|kept| kept > now)
    }
}

impl ToastKind {
    /// Whether undo takes this very thing back.
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

    /// Whether what it tells of is done, though undo takes it back: nothing of it waits to be sent.
    pub fn stands(&self) -> bool {
        matches!(
            self,
            Self::Discarded { .. }
                | Self::Decided { sent: false, .. }
                | Self::VisitEnded { .. }
                | Self::WouldUndo { .. }
        ) || self.is_of_this_machine()
    }

    /// Whether it tells of what this machine alone keeps: notes, views, the filter, sleep, stars, watched
    /// identifiers.
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

    /// Whether it says something of the screen on which it was said alone, and goes with it. What was written, lost or saved
    /// concerns whoever is on any screen.
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

    /// Whether it speaks of a change or of one taken back that undo does not take back, so that who reads it may be
    /// mistaken about what undo would: then that is named.
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

    /// Whether it goes when `newer` is said: a way back and a way forth, or two refusals, never stand together, nor do two
    /// steps of one record.
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
            // What was left out beside them is still to be read.
            (
                Self::Triaged(Triaged::Watching { passed_over, .. }),
                Self::Triaged(Triaged::Answered { .. }),
            ) => passed_over.is_empty(),
            (Self::Redone { label, .. }, Self::DroppedElsewhere { label: of, .. })
            | (Self::TaskMoved { label, .. }, Self::TaskMoved { label: of, .. }) => label == of,
            // Moved on before it has left: the two are one write, and undo takes the newer step back.
            (Self::Moved { label, to, .. }, Self::Moved { label: of, from, .. }) => label == of && to == from,
            _ => false,
        };
        same || (turn(self) && turn(newer))
            || (word(self) && word(newer))
            || (elsewhere(self) && elsewhere(newer))
    }

    /// Whether it tells of something that went wrong.
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
    use crate::app::foundation::cx::options::Options;
    use crate::app::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::app::shell::app::App;
    use crate::engine::Effect;
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
            "a longer one is left as it is"
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
            app.session.linger(Some(id), &mut app.cx),
            Vec::new(),
            "nothing is lost yet"
        );
        app.tick(at(52));
        assert_eq!(
            app.session.linger(Some(id), &mut app.cx),
            vec![Effect::Prolong(Duration::from_secs(6))]
        );
        assert_eq!(app.cx.toasts()[0].until, at(112));
        assert_eq!(app.session.linger(None, &mut app.cx), Vec::new());
        app.tick(at(72));
        assert_eq!(
            app.session.linger(Some(id), &mut app.cx),
            Vec::new(),
            "it went on meanwhile, and stops anew"
        );
        assert_eq!(app.cx.toasts()[0].until, at(112));
        app.cx.say(ToastKind::CopyFailed, LONG);
        let word = app.cx.toasts()[1].id;
        app.tick(at(90));
        assert_eq!(
            app.session.linger(Some(word), &mut app.cx),
            Vec::new(),
            "a word holds nothing"
        );
    }
}
