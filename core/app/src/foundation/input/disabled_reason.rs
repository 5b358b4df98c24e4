//! Reasons why an action is unavailable. A disabled action is never hidden; it shows its reason.

/// The reason an action is disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[cfg_attr(test, derive(strum::VariantArray))]
#[strum(serialize_all = "kebab-case", prefix = "reason-")]
pub enum DisabledReason {
    /// The deal no longer exists.
    DealDeleted,
    /// Nothing has the focus.
    NoFocus,
    /// The card is in the first column.
    FirstStatus,
    /// The card is in the last column.
    LastStatus,
    /// The next status pauses or closes the deal, so it must be chosen by name.
    NextStatusInactive,
    /// The undo history is empty.
    NothingToUndo,
    /// No deletion has been sent.
    NothingDeleted,
    /// A deal with the name of the deleted one has been created since.
    RecreatedAlready,
    /// The key was not entered on this device; it comes from a command or the environment.
    KeyFromElsewhere,
    /// The server accepts the current key.
    SignedIn,
    /// The redo history is empty.
    NothingToRedo,
    /// The deal has no follow-up, or it is done.
    NoFollowup,
    /// Not two to four deals are selected.
    CompareCount,
    /// No other deal or screen was open before or after.
    NothingOpened,
    /// No notification has the focus.
    NoNotification,
    /// The action concerns the whole list, but something else has the focus.
    ListOnly,
    /// The notification is already read.
    AlreadyRead,
    /// The server does not have the notification as read yet.
    NotMarkedYet,
    /// The selected items have different notes.
    NotesDiffer,
    /// No unread notification is shown.
    NothingUnread,
    /// No write has the focus.
    NoWrite,
    /// The write is being sent.
    BeingSent,
    /// The write belongs to another identity or to a newer version.
    LockedWrite,
    /// The focused write is not in conflict.
    NoConflict,
    /// The deal is being created, and the server has not assigned an id yet.
    NotCreatedYet,
    /// The overlay must be closed first.
    CloseFirst,
    /// It does not apply on this screen.
    NotHere,
    /// No deal is selected.
    NothingSelected,
    /// The contract does not allow writing this field of a deal.
    FieldReadOnly,
    /// The age is computed locally from the time of the status change.
    AgeComputed,
    /// The server computes the metrics of a deal.
    MetricComputed,
    /// The deal already has this value.
    NothingToChange,
    /// The row of an import breaks a rule or is uncertain.
    NotImported,
    /// The card was dropped where it was grabbed.
    DroppedInPlace,
    /// The card was dropped outside the columns.
    DroppedOutside,
    /// The card was dropped on the column for deals without a status.
    DroppedOnNoStatus,
    /// The card was dropped on the swimlane of another class. Only the server can change the class.
    DroppedOnOtherClass,
    /// No bulk change is running.
    NoBulkRunning,
    /// The bulk change has no rejected writes.
    NoBulkFailure,
    /// The key lacks the permission to write deals.
    NoWritePermission,
    /// "All deals" is not a saved view.
    NoView,
    /// No view has been saved.
    NoViews,
    /// The filter is invalid.
    FilterInvalid,
    /// No filter is set.
    NoFilter,
    /// The focused item has no further details.
    NothingToOpen,
    /// The notification does not concern a known deal.
    NoKnownDeal,
    /// There is nothing to copy.
    NothingToCopy,
    /// This front end has no external editor.
    NoEditor,
    /// This front end does not show the table.
    NoTable,
    /// The action concerns the table, but the board is shown.
    TableOnly,
    /// Deals can be grouped by codes only.
    NotACode,
    /// The table has no groups.
    NotGrouped,
    /// The action concerns the board, but the table is shown.
    BoardOnly,
    /// The data is still being loaded.
    Loading,
    /// No task has the focus.
    NoTask,
    /// No saved view of the server has the focus.
    NoServiceView,
    /// This list does not support watched identifiers.
    NotWatchable,
    /// The focused item is not watched.
    NotWatched,
    /// The server's response has no next page.
    LastPage,
    /// No earlier page was loaded.
    FirstPage,
    /// No record or route is open.
    NoRecordOpen,
    /// Only the window can change the size of its text.
    WindowOnly,
    /// The typed word has no completion.
    NothingToComplete,
    /// Tasks are moved with other keys.
    TaskKeysDiffer,
    /// The session is still loading.
    SessionLoading,
    /// The local store of the chosen user is being opened.
    StoreOpening,
    /// No history of values exists yet.
    NoTrend,
    /// A chart shows at least one series.
    LastSeries,
    /// Your organisation has not configured a probability for any status.
    NoProbability,
    /// This front end writes no files, but the command line does.
    NoExport,
    /// The screen has nothing to export.
    NothingToExport,
    /// No target status has been chosen.
    NoStatusChosen,
    /// The session does not use a configuration file.
    NoConfig,
    /// No name of the user is known.
    NoOwnName,
    /// The program was started without access to the server.
    StartedOffline,
    /// A past time is shown, which cannot be changed.
    PastShown,
    /// The present is shown already.
    PresentShown,
    /// Nothing was observed until that date.
    NotObserved,
}

impl DisabledReason {
    /// Returns the locale key of its text.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;
    use crate::text::{Lang, Messages};

    #[test]
    fn every_reason_has_a_text() {
        for reason in DisabledReason::VARIANTS {
            assert!(Lang::ALL.iter().all(|lang| Messages::new(*lang).has(reason.key())), "{}", reason.key());
        }
    }
}
