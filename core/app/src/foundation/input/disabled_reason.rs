//! Reasons why an action is unavailable. A disabled action is never hidden; it shows its reason.

/// The reason an action is disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        match self {
            Self::DealDeleted => "reason-deal-gone",
            Self::NoFocus => "reason-no-deal",
            Self::FirstStatus => "reason-first-status",
            Self::LastStatus => "reason-last-status",
            Self::NextStatusInactive => "reason-status-aside",
            Self::NothingToUndo => "reason-nothing-to-undo",
            Self::NothingDeleted => "reason-nothing-deleted",
            Self::RecreatedAlready => "reason-recreated-already",
            Self::KeyFromElsewhere => "reason-no-key-here",
            Self::SignedIn => "reason-signed-in",
            Self::NothingToRedo => "reason-nothing-to-redo",
            Self::NoNotification => "reason-no-notification",
            Self::ListOnly => "reason-list-alone",
            Self::AlreadyRead => "reason-already-read",
            Self::NotMarkedYet => "reason-not-read-yet",
            Self::NotesDiffer => "reason-notes-differ",
            Self::NothingUnread => "reason-nothing-unread",
            Self::NoWrite => "reason-no-write",
            Self::BeingSent => "reason-being-sent",
            Self::LockedWrite => "reason-profile-read-only",
            Self::NoConflict => "reason-no-conflict",
            Self::NotCreatedYet => "reason-not-created-yet",
            Self::CloseFirst => "reason-close-first",
            Self::NotHere => "reason-not-here",
            Self::NothingSelected => "reason-nothing-selected",
            Self::FieldReadOnly => "reason-field-read-only",
            Self::AgeComputed => "reason-age-figured",
            Self::MetricComputed => "reason-indicator-figured",
            Self::NothingToChange => "reason-already-so",
            Self::NotImported => "reason-not-imported",
            Self::DroppedInPlace => "reason-dropped-in-place",
            Self::DroppedOutside => "reason-dropped-outside",
            Self::DroppedOnNoStatus => "reason-dropped-on-no-status",
            Self::DroppedOnOtherClass => "reason-dropped-on-other-class",
            Self::NoBulkRunning => "reason-nothing-runs",
            Self::NoBulkFailure => "reason-nothing-failed",
            Self::NoWritePermission => "reason-may-not-write-deals",
            Self::NoFollowup => "reason-no-followup",
            Self::CompareCount => "reason-compare-count",
            Self::NothingOpened => "reason-nothing-opened",
            Self::NoView => "reason-no-view",
            Self::NoViews => "reason-no-views",
            Self::FilterInvalid => "reason-filter-unread",
            Self::NoFilter => "reason-no-filter",
            Self::NoKnownDeal => "reason-no-deal-named",
            Self::NothingToOpen => "reason-nothing-to-open",
            Self::NothingToCopy => "reason-nothing-to-copy",
            Self::NoEditor => "reason-no-editor",
            Self::NoTable => "reason-no-table",
            Self::TableOnly => "reason-table-alone",
            Self::NotACode => "reason-not-a-code",
            Self::NotGrouped => "reason-not-grouped",
            Self::BoardOnly => "reason-board-alone",
            Self::Loading => "reason-being-read",
            Self::NoTask => "reason-no-task",
            Self::NoServiceView => "reason-no-service-view",
            Self::NotWatchable => "reason-not-watchable",
            Self::NotWatched => "reason-not-watched",
            Self::LastPage => "reason-last-page",
            Self::FirstPage => "reason-first-page",
            Self::NoRecordOpen => "reason-nothing-shown",
            Self::WindowOnly => "reason-window-only",
            Self::TaskKeysDiffer => "reason-task-not-carried",
            Self::NothingToComplete => "reason-nothing-to-complete",
            Self::SessionLoading => "reason-not-open-yet",
            Self::StoreOpening => "reason-being-opened",
            Self::NoTrend => "reason-no-trend",
            Self::LastSeries => "reason-last-series",
            Self::NoProbability => "reason-no-probability",
            Self::NoExport => "reason-no-export",
            Self::NothingToExport => "reason-nothing-to-export",
            Self::NoStatusChosen => "reason-no-status-chosen",
            Self::NoConfig => "reason-no-config",
            Self::NoOwnName => "reason-no-own-name",
            Self::StartedOffline => "reason-withheld",
            Self::PastShown => "reason-past-shown",
            Self::PresentShown => "reason-present-shown",
            Self::NotObserved => "reason-not-observed",
        }
    }
}
