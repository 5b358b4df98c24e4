//! The content of a toast, as data. The text is composed when drawn, so a change of language also applies to visible
//! toasts.

mod inbox;

use std::collections::BTreeSet;

pub use inbox::InboxToast;

use crate::dataset::column::DealColumn;
use crate::error::Reason;
use crate::foundation::cx::bulk_row::BulkOp;
use crate::foundation::cx::theme_choice::ThemeChoice;
use crate::foundation::cx::toast_types::{
    ActFor, ClipboardKind, CopyContent, SwitchFailure, UndoResult, UserRefusal,
};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::model::discarded::WriteProgress;
use crate::model::pending_write::WriteProblem;
use crate::model::snapshot::UndoSkipReason;
use crate::model::storage_health::QuarantinedFile;

/// The content of a toast.
#[derive(Clone, Debug, PartialEq)]
pub enum ToastContent {
    /// A deal was moved; undo is available until the toast disappears.
    Moved {
        /// The deal's name.
        label: String,
        /// The status it had.
        from: String,
        /// The status it has now.
        to: String,
        /// New owner, if the move also assigned one; empty if the owner was removed.
        owner: Option<String>,
    },
    /// A task was moved; undo is available until the toast disappears.
    TaskMoved {
        /// The task's name.
        label: String,
        /// The status it has now.
        to: String,
    },
    /// A conflict was decided.
    ConflictDecided {
        /// Name of the record.
        label: String,
        /// True if local values are sent; otherwise the server keeps its values.
        sent: bool,
        /// True if the write is scheduled until the toast disappears.
        scheduled: bool,
        /// True if the write deletes the record.
        deletes: bool,
        /// True if the write creates the record again, because it was deleted on the server.
        recreates: bool,
    },
    /// The changes until now were marked as seen; undo lists them again.
    VisitEnded {
        /// Number of changes listed until then.
        changes: usize,
    },
    /// Changes that were marked as seen are listed again.
    VisitResumed {
        /// Number of changes.
        changes: usize,
    },
    /// An action on notifications or watched identifiers.
    Inbox(InboxToast),
    /// A deal's owner, or a saved view of the server, was changed. Undo is available until the toast disappears.
    Edited {
        /// The deal's name.
        label: String,
        /// Previous and new owner, if the owner changed; empty for no owner.
        owners: Option<[String; 2]>,
    },
    /// A deal will be deleted; undo is available until the toast disappears.
    Deleting {
        /// The deal's name.
        label: String,
    },
    /// Writes that were scheduled at the last exit are scheduled again. Undo is available until the toast disappears.
    Rescheduled {
        /// Number of writes.
        count: usize,
    },
    /// Writes that were waiting at start-up have been sent.
    SentSinceOpened {
        /// Number of writes.
        count: usize,
    },
    /// A deal is being created.
    Creating {
        /// The deal's name.
        label: String,
    },
    /// A blocked write is sent again.
    Resending {
        /// The record's name.
        label: String,
    },
    /// The refused writes of a bulk change are sent again.
    ResendingMany {
        /// Number of deals.
        count: usize,
    },
    /// A deal has been created.
    Created {
        /// The deal's name.
        label: String,
        /// True if the current filter hides it.
        hidden: bool,
    },
    /// A write was refused.
    Refused {
        /// The record's name.
        label: String,
        /// Reason of the refusal.
        problem: WriteProblem,
    },
    /// A write conflicts with a change made elsewhere.
    Conflict {
        /// The record's name.
        label: String,
    },
    /// A change was undone.
    Undone {
        /// The record's name.
        label: String,
        /// Kind of change.
        kind: UndoResult,
    },
    /// A sent move is being reverted. The server has not applied the reverting write yet.
    RevertingMove {
        /// The deal's name.
        label: String,
    },
    /// The server has moved the deal back; its time in the status starts again.
    MoveReverted {
        /// The deal's name.
        label: String,
    },
    /// A change was redone.
    Redone {
        /// The record's name.
        label: String,
        /// Kind of change.
        kind: UndoResult,
        /// True if it is scheduled, as the first time, until the toast disappears.
        scheduled: bool,
    },
    /// Several changes were undone or redone together.
    ManyUndone {
        /// Deals whose undo or redo is in progress. Empty once all are done.
        deals: BTreeSet<String>,
        /// Number of writes.
        count: usize,
        /// True for a redo. It is then scheduled until the toast disappears, as the first time.
        redo: bool,
        /// True if deletions are among the changes.
        deletes: bool,
        /// True if it moves deals back whose status the server had already applied. Their time in the status starts
        /// again.
        restarts: bool,
    },
    /// Confirmation before undo reverts a sent change that the current screen does not show.
    ConfirmUndo {
        /// Record name; empty if there are several.
        label: String,
        /// Number of records.
        count: usize,
        /// True if deals are moved.
        moves: bool,
    },
    /// A write was discarded; undo restores it.
    Discarded {
        /// The record's name.
        label: String,
        /// True if the server may have applied it.
        in_doubt: bool,
    },
    /// A discarded write was restored. Undo is available until the toast disappears.
    Restored {
        /// The record's name.
        label: String,
        /// True if the write is blocked again until the user decides; otherwise it will be sent.
        blocked: bool,
    },
    /// Undo or redo had nothing to do, and nothing was sent.
    NothingToChange {
        /// The record's name.
        label: String,
        /// True if the server may have applied the discarded write.
        in_doubt: bool,
    },
    /// An undo or redo was skipped; the record stays unchanged.
    UndoSkipped {
        /// Name of the record; empty if there are several.
        label: String,
        /// Reason.
        reason: UndoSkipReason,
    },
    /// A change stays although it was undone here: another window or the command line requested it too.
    SameByPeer {
        /// The record's name.
        label: String,
    },
    /// Another window or the command line discarded or cancelled a write.
    DiscardedByPeer {
        /// Id of the write.
        write: crate::model::pending_write::WriteId,
        /// Record that it was to change.
        record: String,
        /// The record's name.
        label: String,
        /// Last known state of the write.
        reached: WriteProgress,
    },
    /// A write of another process is scheduled until the toast disappears.
    ScheduledByPeer {
        /// Id of the write.
        write: crate::model::pending_write::WriteId,
        /// Record that it changes.
        record: String,
        /// The record's name.
        label: String,
        /// True if it deletes the record.
        deletes: bool,
    },
    /// A deal to be deleted had already been deleted on the server.
    AlreadyDeleted {
        /// The deal's name.
        label: String,
    },
    /// The write to undo is being sent; undo must wait for its answer.
    BeingSent {
        /// The record's name.
        label: String,
    },
    /// Undo failed, because the write had already been sent.
    TooLate {
        /// The record's name.
        label: String,
    },
    /// A deletion has been sent; the same key now creates the deal again.
    DeletionSent {
        /// The deal's name.
        label: String,
        /// True if that key is undo, false if it is redo.
        by_undo: bool,
    },
    /// A requested change was not made, because it could not be stored on this machine.
    NotStored {
        /// The record's name.
        label: String,
    },
    /// A file of the store was damaged.
    Damaged {
        /// The damaged file, the data repaired from it and its quarantine path.
        file: QuarantinedFile,
    },
    /// Something was copied.
    Copied {
        /// Content that was copied.
        content: CopyContent,
        /// Clipboard that received it.
        clipboard: ClipboardKind,
    },
    /// No clipboard accepted the content.
    CopyFailed,
    /// A bulk change has begun; undo is available until the toast disappears.
    BulkStarted {
        /// Number of deals.
        count: usize,
        /// The change made to each of them.
        op: BulkOp,
    },
    /// The unsent part of a bulk change was cancelled.
    BulkStopped {
        /// Number of deals.
        count: usize,
    },
    /// A bulk change has ended.
    BulkEnded {
        /// Number of deals that the server changed.
        done: usize,
        /// Number of deals that were refused or in conflict.
        failed: usize,
    },
    /// The user has set or removed their own name.
    OwnNameSet {
        /// Name; empty if it was removed.
        name: String,
    },
    /// A view was saved.
    ViewSaved {
        /// Its name.
        name: String,
    },
    /// A view was pinned to the palette, or unpinned.
    ViewPinned {
        /// Its name.
        name: String,
        /// True if it is pinned now.
        pinned: bool,
    },
    /// A view was chosen as the start view, or no longer is.
    StartViewSet {
        /// Its name.
        name: String,
        /// True if it opens at start-up.
        chosen: bool,
    },
    /// A view was deleted.
    ViewDeleted {
        /// Its name.
        name: String,
    },
    /// Views were imported from a text.
    ViewsImported {
        /// Number of writes.
        count: usize,
    },
    /// A view, or a text of views, cannot be saved.
    ViewRefused {
        /// Reason.
        detail: String,
    },
    /// A private note was saved or removed.
    NoteSaved {
        /// True if it was removed.
        removed: bool,
    },
    /// Another window had changed a private note during editing here; both texts are kept.
    NoteMerged,
    /// The external editor failed.
    EditorFailed {
        /// Name of the editor.
        editor: String,
        /// Error message of the system; `None` if the editor does not exist.
        error: Option<String>,
    },
    /// A file was written.
    Exported {
        /// Path of the file.
        path: String,
        /// Number of rows.
        rows: usize,
    },
    /// A file could not be written.
    ExportFailed {
        /// Reason.
        reason: Reason,
    },
    /// An exported file, or its folder, could not be opened on this machine.
    OpenFailed {
        /// Path.
        path: String,
        /// Error message of the system.
        error: String,
    },
    /// This system has no file dialog.
    DialogMissing {
        /// Reason.
        error: String,
    },
    /// The delegated user was switched.
    UserSwitched {
        /// New user.
        user: ActFor,
        /// Previous user.
        before: ActFor,
        /// Number of pending writes that stay in the previous user's outbox.
        pending: usize,
    },
    /// The server refuses requests for the delegated user.
    UserRefused {
        /// New user.
        user: ActFor,
        /// Kind of refusal.
        refusal: UserRefusal,
    },
    /// The chosen user is already the current one.
    AlreadyActing {
        /// New user.
        user: ActFor,
    },
    /// Switching the user failed; the current user stays.
    SwitchFailed {
        /// The chosen user.
        user: ActFor,
        /// Reason.
        failure: SwitchFailure,
    },
    /// A new sort column replaced the last one, because the table has its maximum.
    SortReplaced {
        /// Column that was replaced.
        replaced: DealColumn,
    },
    /// Key bindings were changed and are in force.
    KeysChanged,
    /// Key bindings were not changed, because the new ones are invalid.
    KeysRefused {
        /// Reason.
        error: String,
    },
    /// Path of the file with the key bindings, in place of an editor.
    KeysFile {
        /// Path of the file.
        path: String,
    },
    /// Mouse support was switched on or off.
    MouseToggled {
        /// True if it is on.
        on: bool,
    },
    /// The theme was changed.
    ThemeChanged {
        /// The new theme.
        theme: ThemeChoice,
    },
    /// The language was switched; the toast names the new one in that language.
    LanguageChanged,
    /// A part of the filter was removed.
    FilterCleared {
        /// True if all of it was removed.
        complete: bool,
    },
    /// Esc keeps the filter.
    FilterUnchanged,
    /// The action is unavailable now.
    Disabled {
        /// Action id, if it is in the action table.
        id: Option<ActionId>,
        /// Locale key of the reason.
        reason: &'static str,
    },
    /// The key does nothing on this screen.
    WrongScreen {
        /// Its action on other screens.
        id: ActionId,
        /// These screens.
        screens: Vec<Screen>,
    },
    /// The local storage failed to save something.
    StoreFailed {
        /// Reason.
        reason: Reason,
    },
}
