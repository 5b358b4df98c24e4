//! What a toast says: facts, not words, so that a switch of language rewords what already stands.

mod inbox;

use std::collections::BTreeSet;

pub use inbox::Triaged;

use crate::app::foundation::cx::bulk_row::BulkVerb;
use crate::app::foundation::cx::theme_choice::ThemeChoice;
use crate::app::foundation::cx::toast_types::{
    ActFor, CopiedBy, CopiedWhat, TurnFailure, Undid, UserRefusal,
};
use crate::app::foundation::dataset::column::Column;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::Screen;
use crate::engine::{LeftAs, Reached, SetAside, WriteProblem};
use crate::error::Why;

/// What a toast says.
#[derive(Clone, Debug, PartialEq)]
pub enum ToastKind {
    /// A deal was moved; undo is open until the toast goes.
    Moved {
        /// The deal's name.
        label: String,
        /// The status it had.
        from: String,
        /// The status it has now.
        to: String,
        /// The owner it was given to along with that, if it was; empty where it has none now.
        owner: Option<String>,
    },
    /// A task was moved; undo is open until the toast goes.
    TaskMoved {
        /// The task's name.
        label: String,
        /// The statut it has now.
        to: String,
    },
    /// A conflict was decided.
    Decided {
        /// The name of the record.
        label: String,
        /// Whether something of this machine's version is sent; else the service keeps what it has.
        sent: bool,
        /// Whether what is sent is held until the toast goes.
        held: bool,
        /// Whether that deletes the record.
        deletes: bool,
        /// Whether that creates the record anew, because it is gone at the service.
        anew: bool,
    },
    /// What changed until now has been seen; undo tells of it again.
    VisitEnded {
        /// How many changes were told of until then.
        changes: usize,
    },
    /// What had been said to be seen is told of again.
    VisitResumed {
        /// How many changes.
        changes: usize,
    },
    /// Something was done with notifications, or with identifiers that are watched.
    Triaged(Triaged),
    /// A deal's owner was changed, or a view of the service; undo is open until the toast goes.
    Edited {
        /// The deal's name.
        label: String,
        /// Whose it was and whose it is, where that is what changed; empty for nobody's.
        owners: Option<[String; 2]>,
    },
    /// A deal will be deleted; undo is open until the toast goes.
    Deleting {
        /// The deal's name.
        label: String,
    },
    /// Writes that were held when the program ended are held again; undo is open until the toast goes.
    HeldAgain {
        /// How many.
        count: usize,
    },
    /// Writes that waited for the service when the program opened have been sent.
    SentSinceOpened {
        /// How many.
        count: usize,
    },
    /// A deal is being created.
    Creating {
        /// The deal's name.
        label: String,
    },
    /// A write that stood is sent again.
    Resending {
        /// The record's name.
        label: String,
    },
    /// What the service refused of a change of many deals is sent again.
    ResendingMany {
        /// How many deals.
        count: usize,
    },
    /// A deal has been created.
    Created {
        /// The deal's name.
        label: String,
        /// Whether the filter in force hides it.
        hidden: bool,
    },
    /// A write was refused.
    Refused {
        /// The record's name.
        label: String,
        /// Why.
        problem: WriteProblem,
    },
    /// A write met a change made elsewhere.
    Conflict {
        /// The record's name.
        label: String,
    },
    /// A change was taken back.
    Undone {
        /// The record's name.
        label: String,
        /// What it was.
        what: Undid,
    },
    /// A move that had left is to be taken back by another one, which the service has not applied yet.
    MovingBack {
        /// The deal's name.
        label: String,
    },
    /// The service has applied it: the time in the status starts again.
    MovedBack {
        /// The deal's name.
        label: String,
    },
    /// A change was made again.
    Redone {
        /// The record's name.
        label: String,
        /// What it was.
        what: Undid,
        /// Whether it is held, as the first time, until the toast goes.
        held: bool,
    },
    /// A change of several was taken back, or made again.
    TurnedMany {
        /// Which deals' changes were turned: until the last of them is, it is told as being done; then none.
        deals: BTreeSet<String>,
        /// How many.
        count: usize,
        /// Whether it was made again; then it is held until the toast goes, as the first time.
        again: bool,
        /// Whether deletions are among it.
        deletes: bool,
        /// Whether it moves deals back that had come to the service in their status: their time there starts again.
        restarts: bool,
    },
    /// Undo, asked for again, would take back what has left and is not seen here.
    WouldUndo {
        /// The record's name; empty where there are several.
        label: String,
        /// How many records.
        count: usize,
        /// Whether deals are moved.
        moves: bool,
    },
    /// A write was given up; undo takes it up again.
    Discarded {
        /// The record's name.
        label: String,
        /// Whether the service may have applied it.
        in_doubt: bool,
    },
    /// A write that had been given up is there again; undo is open until the toast goes.
    TakenUp {
        /// The record's name.
        label: String,
        /// Whether it stands until the person decides, as it did; else it will leave.
        stands: bool,
    },
    /// Nothing was to be taken back or made again: it is so already, and nothing was sent.
    AlreadySo {
        /// The record's name.
        label: String,
        /// Whether the service may have applied what was given up.
        in_doubt: bool,
    },
    /// What was to be taken back, or made again, is left as it is.
    ChangedSince {
        /// The name of what it is about; empty where it is several.
        label: String,
        /// Why.
        left: LeftAs,
    },
    /// What was taken back here stays all the same: another window, or the command line, asked for it as well.
    SameElsewhere {
        /// The record's name.
        label: String,
    },
    /// Another window, or the command line, gave a write up or took it back.
    DroppedElsewhere {
        /// Which write.
        write: crate::engine::WriteId,
        /// The record it was to change.
        record: String,
        /// The record's name.
        label: String,
        /// How far it had come.
        reached: Reached,
    },
    /// A write that was not made in this window is held until the toast goes.
    HeldElsewhere {
        /// Which write.
        write: crate::engine::WriteId,
        /// The record it changes.
        record: String,
        /// The record's name.
        label: String,
        /// Whether it deletes the record.
        deletes: bool,
    },
    /// A deal that was to be deleted had been deleted at the service before.
    GoneAlready {
        /// The deal's name.
        label: String,
    },
    /// What is to be taken back is on its way, until its answer comes.
    Leaving {
        /// The record's name.
        label: String,
    },
    /// It could not be taken back: it had left.
    TooLate {
        /// The record's name.
        label: String,
    },
    /// A deletion has left; the same key creates the deal anew.
    Gone {
        /// The deal's name.
        label: String,
        /// Whether the key is that of undo; else it is that of redo.
        way_back: bool,
    },
    /// What was asked could not be kept on this machine, so it was not done.
    NotKept {
        /// The record's name.
        label: String,
    },
    /// A file of the store was damaged.
    Damaged {
        /// Which one, what was saved of it and where it is.
        found: SetAside,
    },
    /// Something was copied.
    Copied {
        /// What.
        what: CopiedWhat,
        /// Which clipboard took it.
        by: CopiedBy,
    },
    /// No clipboard could take it.
    CopyFailed,
    /// A change of many deals has begun; undo is open until the toast goes.
    BulkBegun {
        /// How many deals.
        count: usize,
        /// What is done to each of them.
        verb: BulkVerb,
    },
    /// What had not left of it was taken back.
    BulkStopped {
        /// How many deals.
        count: usize,
    },
    /// It has ended.
    BulkEnded {
        /// How many deals the service changed.
        done: usize,
        /// How many were refused or in conflict.
        failed: usize,
    },
    /// The person has said who they are, or taken it back.
    MeKnown {
        /// The name; empty if none is known any more.
        name: String,
    },
    /// A view was kept.
    ViewSaved {
        /// Its name.
        name: String,
    },
    /// A view was pinned to the palette, or no longer.
    ViewPinned {
        /// Its name.
        name: String,
        /// Whether it is pinned now.
        pinned: bool,
    },
    /// A view was chosen to open at the start, or no longer.
    ViewAtStart {
        /// Its name.
        name: String,
        /// Whether it is opened then.
        chosen: bool,
    },
    /// A view was deleted.
    ViewDeleted {
        /// Its name.
        name: String,
    },
    /// Views were taken in from a text.
    ViewsImported {
        /// How many.
        count: usize,
    },
    /// A view, or a text of views, can't be kept.
    ViewRefused {
        /// Why.
        detail: String,
    },
    /// A private note was kept, or taken away.
    NoteKept {
        /// Whether it was taken away.
        removed: bool,
    },
    /// Another window had changed a private note while it was written here: both texts are kept.
    NoteOfBoth,
    /// The editor could not be used.
    EditorFailed {
        /// What it is called.
        editor: String,
        /// Why, in words of the system; `None` where there is no such editor.
        why: Option<String>,
    },
    /// A file was written.
    Exported {
        /// Where.
        path: String,
        /// How many rows.
        rows: usize,
    },
    /// A file could not be written.
    ExportFailed {
        /// Why.
        why: Why,
    },
    /// A file that was written, or its folder, could not be opened here.
    OpenFailed {
        /// Which.
        path: String,
        /// Why, in words of the system.
        why: String,
    },
    /// There is no file dialog here.
    DialogMissing {
        /// Why.
        why: String,
    },
    /// Somebody else is acted for from now on.
    ActsFor {
        /// Who.
        who: ActFor,
        /// Who was acted for before.
        before: ActFor,
        /// How many writes stay in the queue of who was acted for before.
        left: usize,
    },
    /// The service refuses what is asked for who is acted for.
    UserRefused {
        /// Who.
        who: ActFor,
        /// What it answers.
        refusal: UserRefusal,
    },
    /// They are acted for already.
    ActsAlready {
        /// Who.
        who: ActFor,
    },
    /// Somebody else could not be turned to; who was acted for still is.
    TurnFailed {
        /// Who was chosen.
        who: ActFor,
        /// Why not.
        why: TurnFailure,
    },
    /// The table was sorted by one column more than it can be: the last one gave way.
    SortReplaced {
        /// By which column it is sorted no longer.
        replaced: Column,
    },
    /// Keys were changed, and are in force.
    KeysChanged,
    /// Keys were not changed: what was written can't be taken.
    KeysRefused {
        /// Why.
        why: String,
    },
    /// Where keys are changed, where there is no editor to do it in.
    KeysStandIn {
        /// The file.
        path: String,
    },
    /// The pointer is listened to from now on, or no longer.
    Pointed {
        /// Whether it is.
        on: bool,
    },
    /// The looks were changed.
    Themed {
        /// Which looks are chosen now.
        theme: ThemeChoice,
    },
    /// Everything is said in the other language from now on: in that one it is told which.
    Translated,
    /// A part of the filter was taken away.
    FilterCleared {
        /// Whether it was all of it.
        whole: bool,
    },
    /// Esc leaves the filter as it is.
    FilterStays,
    /// The action can't be done now.
    Disabled {
        /// Which action of the table, if it is one.
        id: Option<ActionId>,
        /// The key of the reason in the locales.
        reason: &'static str,
    },
    /// The key means nothing here.
    Elsewhere {
        /// What it does elsewhere.
        id: ActionId,
        /// Where.
        screens: Vec<Screen>,
    },
    /// The store could not keep something.
    StoreFailed {
        /// Why.
        why: Why,
    },
}
