//! The content of a toast, as data: a message, its arguments, and what it is about. The text is composed when drawn, so
//! a change of language also applies to visible toasts.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::dataset::column::DealColumn;
use crate::error::Reason;
use crate::foundation::cx::toast_traits as traits;
use crate::foundation::cx::toast_types::{ClipboardKind, CopyContent, CurrentUser, SentAtEnd, UndoResult};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::model::pending_write::{PendingWrite, WriteId, WriteProblem, WriteState};
use crate::model::storage_health::QuarantinedFile;

/// The content of a toast.
#[derive(Clone, Debug, PartialEq)]
pub struct ToastContent {
    /// Key of its message.
    pub key: &'static str,
    /// Name shown before the text: of a record, a view or a file. Empty without one.
    pub subject: String,
    /// Arguments of the message, by name.
    pub(crate) args: Vec<(&'static str, ToastArg)>,
    /// Records that it is about. Names are not unique, so a toast is matched by them.
    pub(crate) records: BTreeSet<String>,
    /// Write that is sent when the toast ends.
    pub(crate) sends: Option<SentAtEnd>,
    /// Write of another process that it is about.
    pub(crate) peer_write: Option<WriteId>,
}

/// An argument of a message, as a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ToastArg {
    Count(usize),
    /// Text of the user, the server or the system, and its maximum width.
    Text(String, usize),
    /// Text of another message.
    Message(&'static str),
    /// Text of another message for this number.
    Counted(&'static str, usize),
    /// First key of an action.
    Key(Context, ActionId),
    Status(String),
    ShortStatus(String),
    TaskStatus(String),
    /// Name of an owner; empty for no owner.
    Owner(String),
    /// Status and owner.
    SwimlaneCell(String, String),
    Column(DealColumn),
    User(CurrentUser),
    Error(Reason),
    Problem(WriteProblem),
    Timestamp(Timestamp),
    Screens(Vec<Screen>),
    /// Damaged file, the data repaired from it and its quarantine path.
    File(Box<QuarantinedFile>),
}

impl ToastContent {
    /// Returns a message without a subject.
    pub fn new(key: &'static str) -> Self {
        Self::about(key, "")
    }

    /// Returns a message about the record, view or file with this name.
    pub fn about(key: &'static str, subject: impl Into<String>) -> Self {
        Self {
            key,
            subject: subject.into(),
            args: Vec::new(),
            records: BTreeSet::new(),
            sends: None,
            peer_write: None,
        }
    }

    /// Returns a message about this number of things.
    pub fn counted(key: &'static str, count: usize) -> Self {
        Self::new(key).with_arg("n", ToastArg::Count(count))
    }

    /// Adds an argument.
    pub(crate) fn with_arg(mut self, name: &'static str, arg: ToastArg) -> Self {
        self.args.push((name, arg));
        self
    }

    /// Adds a text argument of at most this width.
    pub(crate) fn with_text_arg(self, name: &'static str, text: impl Into<String>, max_width: usize) -> Self {
        self.with_arg(name, ToastArg::Text(text.into(), max_width))
    }

    /// Adds a record that it is about.
    #[must_use]
    pub fn for_record(mut self, record: impl Into<String>) -> Self {
        self.records.insert(record.into());
        self
    }

    /// Says which write is sent when the toast ends; none without an undo window.
    pub(crate) fn sending(self, sends: impl Into<Option<SentAtEnd>>) -> Self {
        Self { sends: sends.into(), ..self }
    }

    /// Says that a write is sent when the toast ends.
    pub(crate) fn scheduled(self) -> Self {
        self.sending(SentAtEnd::Write)
    }

    /// Returns the message of an unavailable action; `None` for one without an id.
    pub(crate) fn disabled(id: Option<ActionId>, reason: &'static str) -> Self {
        let Some(id) = id else { return Self::new(reason) };
        let action = ToastArg::Message(id.spec().label_key);
        Self::new("toast-disabled").with_arg("action", action).with_arg("why", ToastArg::Message(reason))
    }

    /// Returns the message of a move, with the new owner if it changed too.
    pub(crate) fn moved(label: &str, (from, to): (&str, &str), owner: Option<&str>) -> Self {
        let key = if owner.is_some() { "toast-moved-owner" } else { "toast-moved-from" };
        let content = Self::about(key, label)
            .with_arg("from", ToastArg::ShortStatus(from.to_owned()))
            .with_arg("to", ToastArg::Status(to.to_owned()))
            .scheduled();
        match owner {
            // Both values form one change, and undo reverts both.
            Some(owner) => content.with_arg("owner", ToastArg::Owner(owner.to_owned())),
            None => content,
        }
    }

    /// Returns the message of a changed owner.
    pub(crate) fn given(label: &str, [from, to]: [&str; 2]) -> Self {
        let content = Self::about("toast-given", label).scheduled();
        content
            .with_arg("from", ToastArg::Owner(from.to_owned()))
            .with_arg("to", ToastArg::Owner(to.to_owned()))
    }

    /// Returns the message of a deletion that will be sent.
    pub fn deleting(label: &str, record: &str) -> Self {
        Self::about("toast-deleted", label).for_record(record).sending(SentAtEnd::Deletion)
    }

    /// Returns the message of an undone change; without a name it says "the last one".
    pub(crate) fn undone(label: &str, result: UndoResult) -> Self {
        let key = match result {
            UndoResult::Star if label.is_empty() => "toast-undone-stars",
            _ if label.is_empty() => "toast-undone-last",
            UndoResult::Move => "toast-undone-move",
            UndoResult::Deletion => "toast-undone-deletion",
            UndoResult::Note => "toast-undone-note",
            UndoResult::View => "toast-undone-view",
            UndoResult::Filter => "toast-undone-filter",
            UndoResult::Snooze => "toast-undone-sleep",
            UndoResult::Star => "toast-undone-star",
            UndoResult::Decision => "toast-undone-decision",
            UndoResult::Change => "toast-undone",
        };
        Self::about(key, label)
    }

    /// Returns the message of a redone change.
    pub(crate) fn redone(label: &str, result: UndoResult) -> Self {
        let key = match result {
            UndoResult::Move => "toast-redone-move",
            UndoResult::Note => "toast-redone-note",
            UndoResult::View => "toast-redone-view",
            UndoResult::Filter => "toast-redone-filter",
            UndoResult::Snooze => "toast-redone-sleep",
            UndoResult::Star => "toast-redone-star",
            UndoResult::Deletion | UndoResult::Decision | UndoResult::Change => "toast-redone",
        };
        Self::about(key, label)
    }

    /// Returns the message of a change that is already in the requested state. If `in_doubt`, the server may have
    /// applied the discarded write.
    pub(crate) fn already_so(label: &str, in_doubt: bool) -> Self {
        Self::about(if in_doubt { "toast-already-so-doubt" } else { "toast-already-so" }, label)
    }

    /// Returns the message of a copy: content, and which clipboard has it. Over SSH the user needs to know which
    /// machine has the text. A terminal sends no confirmation, and many ignore the request, so the toast says only that
    /// the text was sent to it.
    pub fn copy_done(content: CopyContent, clipboard: ClipboardKind) -> Self {
        let (copied, handed, count) = match content {
            CopyContent::Text(_) => ("toast-copied", "toast-handed", 0),
            CopyContent::Rows(n) => ("toast-copied-rows", "toast-handed-rows", n),
            CopyContent::Cells(n) => ("toast-copied-cells", "toast-handed-cells", n),
            CopyContent::Views(n) => ("toast-copied-views", "toast-handed-views", n),
            CopyContent::Request => ("toast-copied-request", "toast-handed-request", 0),
            CopyContent::Rejection => ("toast-copied-refusal", "toast-handed-refusal", 0),
            CopyContent::Json => ("toast-copied-json", "toast-handed-json", 0),
            CopyContent::Handover => ("toast-copied-handover", "toast-handed-handover", 0),
        };
        let key = if clipboard == ClipboardKind::Terminal { handed } else { copied };
        let subject = if let CopyContent::Text(text) = content { text } else { String::new() };
        Self { subject, ..Self::counted(key, count) }
    }

    /// Returns the message that no clipboard accepted the content.
    pub fn copy_failed() -> Self {
        Self::new("toast-copy-failed").with_arg("key", ToastArg::Key(Context::Board, ActionId::Export))
    }

    /// Returns the message that Esc keeps the filter.
    pub fn filter_stays() -> Self {
        Self::new("toast-filter-stays").with_arg("key", ToastArg::Key(Context::Board, ActionId::ClearFilter))
    }

    /// Returns whether its message is this one or a variant of it. `family` is a message key without `toast-`.
    pub fn is_variant_of(&self, family: &str) -> bool {
        traits::is_in_family(self.key, family)
    }

    /// Returns whether it is about this record.
    pub fn concerns(&self, record: &str) -> bool {
        self.records.contains(record)
    }

    /// Returns an argument.
    pub(crate) fn find_arg(&self, name: &str) -> Option<&ToastArg> {
        self.args.iter().find(|(known, _)| *known == name).map(|(_, arg)| arg)
    }

    /// Returns a number among its arguments.
    pub fn number_arg(&self, name: &str) -> Option<usize> {
        match self.find_arg(name)? {
            ToastArg::Count(count) => Some(*count),
            _ => None,
        }
    }

    /// Replaces a number among its arguments.
    pub(crate) fn set_number(&mut self, name: &str, number: usize) {
        if let Some((_, arg)) = self.args.iter_mut().find(|(known, _)| *known == name) {
            *arg = ToastArg::Count(number);
        }
    }

    /// Returns whether it says that a sent deletion can only be followed by a new creation.
    pub(crate) fn is_deletion_sent(&self) -> bool {
        self.is_variant_of("gone") && !self.is_variant_of("gone-already")
    }

    /// Returns whether several changes were undone or redone together.
    pub(crate) fn is_undo_of_many(&self) -> bool {
        ["undone-many", "moved-back-many", "redone-many"].iter().any(|family| self.is_variant_of(family))
    }

    /// Returns whether a bulk change has begun.
    pub fn is_bulk_start(&self) -> bool {
        ["bulk-to", "bulk-begun", "bulk-deletes"].iter().any(|family| self.is_variant_of(family))
    }

    /// Returns a text among its arguments.
    pub fn text_arg(&self, name: &str) -> Option<&str> {
        match self.find_arg(name)? {
            ToastArg::Text(text, _) => Some(text),
            _ => None,
        }
    }

    /// Returns the locale key of the reason why an action is unavailable.
    pub fn disabled_reason(&self) -> Option<&'static str> {
        match self.find_arg("why") {
            Some(ToastArg::Message(reason)) if self.is_variant_of("disabled") => Some(reason),
            _ => self.key.starts_with("reason").then_some(self.key),
        }
    }

    /// Returns the label key of the action that is unavailable.
    pub(crate) fn disabled_action(&self) -> Option<&'static str> {
        match self.find_arg("action")? {
            ToastArg::Message(label) if self.is_variant_of("disabled") => Some(label),
            _ => None,
        }
    }

    /// Returns whether a write of another process is scheduled until the toast disappears.
    pub fn is_scheduled_by_peer(&self) -> bool {
        self.peer_write.is_some() && self.sends.is_some()
    }

    /// Returns whether it has this trait.
    pub(crate) fn has_trait(&self, wanted: u16) -> bool {
        let own = if self.is_scheduled_by_peer() {
            traits::SCHEDULED_BY_PEER
        } else {
            traits::traits_for(self.key)
        };
        own & wanted != 0
    }

    /// Returns whether undo reverts this change.
    pub fn is_undoable(&self) -> bool {
        self.has_trait(traits::UNDOABLE | traits::LOCAL)
            || self.is_variant_of("redone") && self.sends.is_some()
    }

    /// Returns whether its change is already complete, although undo can revert it. Nothing waits to be sent.
    pub fn is_complete(&self) -> bool {
        self.has_trait(traits::COMPLETE | traits::LOCAL)
    }

    /// Returns whether the user may mistake it for the next undo. It names a change or an undo that undo does not
    /// revert. The toast then also names the next undo.
    pub fn is_undo_ambiguous(&self) -> bool {
        self.has_trait(traits::AMBIGUOUS) && !self.is_undoable()
    }

    /// Returns whether it reports a problem.
    pub fn is_problem(&self) -> bool {
        self.has_trait(traits::PROBLEM) || self.number_arg("failed").is_some_and(|failed| failed > 0)
    }

    /// Returns whether `newer` replaces it. Toasts about an undo and a redo, two hints, or two steps of one record
    /// never appear together.
    pub fn is_replaced_by(&self, newer: &Self) -> bool {
        let both = |wanted: u16| self.has_trait(wanted) && newer.has_trait(wanted);
        let is_same_record = !self.records.is_disjoint(&newer.records);
        [traits::UNDO, traits::PEER, traits::HINT, traits::WATCH_LIST].into_iter().any(both)
            || newer.has_trait(traits::FILTER) && (self.has_trait(traits::FILTER) || self.is_variant_of("filter-stays"))
            // Keep the toast while it lists words that were left out.
            || self.key == "toast-watching" && (newer.is_variant_of("answered") || newer.is_variant_of("watched-unknown"))
            // Two moves within the undo window become one write, and undo reverts the newer step.
            || is_same_record && both(traits::MOVE)
            || is_same_record && self.required_state().is_some() && self.is_variant_of("redone") && newer.is_variant_of("dropped-elsewhere")
    }

    /// Returns the state of the write for which it holds; `None` if it is not about a single write.
    pub(crate) fn required_state(&self) -> Option<fn(&PendingWrite) -> bool> {
        if self.peer_write.is_some() || self.has_trait(traits::MANY) || self.is_variant_of("redone-many") {
            None
        } else if self.sends.is_some() {
            Some(is_scheduled)
        } else if self.is_variant_of("leaving") {
            Some(|write| write.state == WriteState::Sending)
        } else if self.is_variant_of("moving-back") {
            Some(|write| !write.is_blocked())
        } else {
            self.has_trait(traits::BLOCKED).then_some(PendingWrite::is_blocked)
        }
    }
}

pub(crate) fn is_scheduled(write: &PendingWrite) -> bool {
    matches!(write.state, WriteState::Scheduled { .. })
}
