//! Toasts: how long each stays, and which newer toast replaces it.

use std::time::Duration;

use jiff::Timestamp;

use crate::foundation::cx::toast_content::{InboxToast, ToastContent};
use crate::model::discarded::WriteProgress;
use crate::model::pending_write::WriteId;
use crate::model::storage_health::QuarantinedFile;

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
    pub kind: ToastContent,
    /// End of its display. For a scheduled write, this is when the write is sent.
    pub until: Timestamp,
    /// Extended end while the user is looking at it.
    pub extended_until: Option<Timestamp>,
    /// True if the user has switched screens since it appeared.
    pub outlived_screen: bool,
    /// Its write, once that is in the outbox.
    pub(crate) write: Option<WriteId>,
}

impl Toast {
    /// Returns whether it is still shown.
    pub fn is_visible(&self, now: Timestamp) -> bool {
        self.until > now || self.extended_until.is_some_and(|extended| extended > now)
    }
}

impl ToastContent {
    /// Returns whether undo reverts this change.
    pub fn is_undoable(&self) -> bool {
        matches!(
            self,
            Self::Moved { .. }
                | Self::TaskMoved { .. }
                | Self::Redone { scheduled: true, .. }
                | Self::ManyUndone { redo: true, .. }
                | Self::Edited { .. }
                | Self::Deleting { .. }
                | Self::Rescheduled { .. }
                | Self::Inbox(InboxToast::Marking { .. } | InboxToast::UnreadCleared { .. })
                | Self::BulkStarted { .. }
                | Self::Discarded { .. }
                | Self::ConflictDecided { .. }
                | Self::VisitEnded { changes: 1.. }
                | Self::ConfirmUndo { .. }
        ) || self.is_local_only()
    }

    /// Returns whether its change is already complete, although undo can revert it. Nothing waits to be sent.
    pub fn is_complete(&self) -> bool {
        matches!(
            self,
            Self::Discarded { .. }
                | Self::ConflictDecided { sent: false, .. }
                | Self::VisitEnded { .. }
                | Self::ConfirmUndo { .. }
        ) || self.is_local_only()
    }

    /// Returns whether it concerns local data only: notes, views, the filter, snoozes, stars, watched identifiers.
    pub fn is_local_only(&self) -> bool {
        matches!(
            self,
            Self::NoteSaved { .. }
                | Self::NoteMerged
                | Self::ViewSaved { .. }
                | Self::ViewPinned { .. }
                | Self::StartViewSet { .. }
                | Self::ViewDeleted { .. }
                | Self::ViewsImported { .. }
                | Self::FilterCleared { .. }
                | Self::Inbox(
                    InboxToast::Snoozed { .. }
                        | InboxToast::Woken { .. }
                        | InboxToast::Starred { .. }
                        | InboxToast::MarkedUnread { .. }
                        | InboxToast::Watching { .. }
                        | InboxToast::Unwatched { .. }
                )
        )
    }

    /// Returns whether it concerns only the screen on which it appeared and disappears with it. Toasts about changed,
    /// lost or saved data stay on every screen.
    pub fn is_screen_bound(&self) -> bool {
        matches!(
            self,
            Self::Disabled { .. }
                | Self::WrongScreen { .. }
                | Self::SortReplaced { .. }
                | Self::FilterUnchanged
                | Self::ConfirmUndo { .. }
                | Self::Inbox(
                    InboxToast::Grouped { .. }
                        | InboxToast::Starred { .. }
                        | InboxToast::Woken { .. }
                        | InboxToast::Snoozed { .. }
                        | InboxToast::MarkedUnread { .. }
                        | InboxToast::Watching { .. }
                        | InboxToast::Unwatched { .. }
                        | InboxToast::WatchAnswered { .. }
                )
                | Self::Copied { .. }
                | Self::CopyFailed
                | Self::KeysFile { .. }
        )
    }

    /// Returns whether the user may mistake it for the next undo. It names a change or an undo that undo does not
    /// revert. The toast then also names the next undo.
    pub fn is_undo_ambiguous(&self) -> bool {
        matches!(
            self,
            Self::Undone { .. }
                | Self::RevertingMove { .. }
                | Self::MoveReverted { .. }
                | Self::Redone { scheduled: false, .. }
                | Self::ManyUndone { redo: false, .. }
                | Self::Inbox(InboxToast::Unmarked { .. })
                | Self::VisitResumed { .. }
                | Self::Restored { .. }
                | Self::NothingToChange { .. }
                | Self::UndoSkipped { .. }
                | Self::SameByPeer { .. }
                | Self::ScheduledByPeer { .. }
        )
    }

    /// Returns whether `newer` replaces it. Toasts about an undo and a redo, two hints, or two steps of one record
    /// never appear together.
    pub fn is_replaced_by(&self, newer: &Self) -> bool {
        let is_undo_toast = |kind: &Self| {
            matches!(
                kind,
                Self::Undone { .. }
                    | Self::RevertingMove { .. }
                    | Self::MoveReverted { .. }
                    | Self::Redone { .. }
                    | Self::ManyUndone { .. }
                    | Self::ConfirmUndo { .. }
                    | Self::Inbox(InboxToast::Unmarked { .. })
                    | Self::VisitEnded { .. }
                    | Self::VisitResumed { .. }
                    | Self::Discarded { .. }
                    | Self::Restored { .. }
                    | Self::NothingToChange { .. }
                    | Self::UndoSkipped { .. }
                    | Self::SameByPeer { .. }
                    | Self::BeingSent { .. }
            )
        };
        let is_peer_toast =
            |kind: &Self| matches!(kind, Self::ScheduledByPeer { .. } | Self::DiscardedByPeer { .. });
        let is_hint = |kind: &Self| {
            matches!(
                kind,
                Self::Disabled { .. }
                    | Self::WrongScreen { .. }
                    | Self::ThemeChanged { .. }
                    | Self::LanguageChanged
                    | Self::SortReplaced { .. }
                    | Self::FilterUnchanged
                    | Self::MouseToggled { .. }
                    | Self::Inbox(
                        InboxToast::Grouped { .. } | InboxToast::Starred { .. } | InboxToast::Woken { .. }
                    )
                    | Self::Copied { .. }
                    | Self::AlreadyActing { .. }
            )
        };
        let is_same = match (self, newer) {
            (
                Self::Inbox(InboxToast::Watching { .. } | InboxToast::Unwatched { .. }),
                Self::Inbox(InboxToast::Watching { .. } | InboxToast::Unwatched { .. }),
            )
            | (Self::FilterCleared { .. } | Self::FilterUnchanged, Self::FilterCleared { .. }) => true,
            // Keep the toast while it lists words that were left out.
            (
                Self::Inbox(InboxToast::Watching { ignored, .. }),
                Self::Inbox(InboxToast::WatchAnswered { .. }),
            ) => ignored.is_empty(),
            (Self::Redone { label, .. }, Self::DiscardedByPeer { label: newer_label, .. })
            | (Self::TaskMoved { label, .. }, Self::TaskMoved { label: newer_label, .. }) => {
                label == newer_label
            }
            // Two moves within the undo window become one write, and undo reverts the newer step.
            (Self::Moved { label, to, .. }, Self::Moved { label: newer_label, from, .. }) => {
                label == newer_label && to == from
            }
            _ => false,
        };
        is_same
            || (is_undo_toast(self) && is_undo_toast(newer))
            || (is_hint(self) && is_hint(newer))
            || (is_peer_toast(self) && is_peer_toast(newer))
    }

    /// Returns whether it reports a problem.
    pub fn is_problem(&self) -> bool {
        matches!(
            self,
            Self::Refused { .. }
                | Self::Conflict { .. }
                | Self::TooLate { .. }
                | Self::BeingSent { .. }
                | Self::DeletionSent { .. }
                | Self::Discarded { in_doubt: true, .. }
                | Self::NothingToChange { in_doubt: true, .. }
                | Self::DiscardedByPeer { reached: WriteProgress::InDoubt, .. }
                | Self::NotStored { .. }
                | Self::Damaged { file: QuarantinedFile { is_newer_version: false, .. } }
                | Self::StoreFailed { .. }
                | Self::CopyFailed
                | Self::Inbox(
                    InboxToast::WatchAnswered { unknown: 1.., .. }
                        | InboxToast::MarkingEnded { failed: 1.., .. }
                )
                | Self::ViewRefused { .. }
                | Self::EditorFailed { .. }
                | Self::KeysRefused { .. }
                | Self::ExportFailed { .. }
                | Self::OpenFailed { .. }
                | Self::SwitchFailed { .. }
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
    fn of_two_steps_of_a_deal_the_newer_alone_offers_its_way_back() {
        let moved = |label: &str, from: &str, to: &str| ToastContent::Moved {
            label: label.to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            owner: None,
        };
        let first = moved("Le Parc", "sourcing", "screening");
        assert!(first.is_replaced_by(&moved("Le Parc", "screening", "dd")));
        let (other, namesake) = (moved("Les Quais", "screening", "dd"), moved("Le Parc", "ic", "dd"));
        assert!(!first.is_replaced_by(&other) && !first.is_replaced_by(&namesake));
    }

    #[test]
    fn a_countdown_stands_still_while_someone_looks_at_the_way_back() {
        let at = |tenths: i64| Timestamp::from_millisecond(tenths * 100).unwrap();
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), at(0));
        let label = "Le Parc".to_owned();
        app.cx.notify(ToastContent::Deleting { label }, Duration::from_secs(10));
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
        app.cx.notify(ToastContent::CopyFailed, LONG);
        let word = app.cx.toasts()[1].id;
        app.tick(at(90));
        assert_eq!(app.linger(Some(word)).effects, Vec::new(), "a toast without undo pauses nothing");
    }
}
