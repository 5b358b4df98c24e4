//! The meaning of each message of a toast for undo, for other toasts and for the screen.

/// Undo reverts the change.
pub(super) const UNDOABLE: u16 = 1;
/// The change is complete, although undo can revert it.
pub(super) const COMPLETE: u16 = 1 << 1;
/// It concerns local data only: notes, views, the filter, snoozes, stars, watched identifiers.
pub(crate) const LOCAL: u16 = 1 << 2;
/// It concerns only the screen on which it appeared and disappears with it. Toasts about changed, lost or saved data
/// stay on every screen.
pub(crate) const SCREEN: u16 = 1 << 3;
/// The user may mistake it for the next undo.
pub(super) const AMBIGUOUS: u16 = 1 << 4;
/// It is about an undo, a redo, or a change that ends one.
pub(super) const UNDO: u16 = 1 << 5;
/// It is about a write of another process.
pub(super) const PEER: u16 = 1 << 6;
/// It is a hint about the last key.
pub(super) const HINT: u16 = 1 << 7;
/// It reports a problem.
pub(super) const PROBLEM: u16 = 1 << 8;
/// Its text is a sentence, so a colon follows the subject.
pub(crate) const SENTENCE: u16 = 1 << 9;
/// It reports a change of one record's fields.
pub(crate) const EDIT: u16 = 1 << 10;
/// It reports a move.
pub(super) const MOVE: u16 = 1 << 11;
/// It is about several writes.
pub(crate) const MANY: u16 = 1 << 12;
/// It is about a blocked write.
pub(super) const BLOCKED: u16 = 1 << 13;
/// It reports a cleared filter.
pub(super) const FILTER: u16 = 1 << 14;
/// It reports a change of the watch list.
pub(super) const WATCH_LIST: u16 = 1 << 15;

/// The traits of a scheduled write of another process, whatever its message.
pub(super) const SCHEDULED_BY_PEER: u16 = AMBIGUOUS | PEER;

/// The traits of each message: keys without `toast-`. An entry holds for its variants too; the first that fits counts.
const TRAITS: &[(&str, u16)] = &[
    ("moved-back", AMBIGUOUS | UNDO),
    ("moving-back", AMBIGUOUS | UNDO),
    ("moved", UNDOABLE | EDIT | MOVE),
    ("edited", UNDOABLE | EDIT),
    ("given", UNDOABLE | EDIT),
    ("deleted", UNDOABLE),
    ("decided-theirs", UNDOABLE | COMPLETE),
    ("decided", UNDOABLE),
    ("will-be-recreated", UNDOABLE),
    ("visit-seen", UNDOABLE | COMPLETE | UNDO),
    ("visit-ended", COMPLETE | UNDO),
    ("visit-resumed", AMBIGUOUS | UNDO),
    ("undone", AMBIGUOUS | UNDO | SENTENCE),
    ("redone", AMBIGUOUS | UNDO | SENTENCE),
    ("would", UNDOABLE | COMPLETE | UNDO | SCREEN),
    ("discarded-doubt", UNDOABLE | COMPLETE | UNDO | PROBLEM),
    ("discarded", UNDOABLE | COMPLETE | UNDO),
    ("taken-up", AMBIGUOUS | UNDO | BLOCKED),
    ("already-so-doubt", AMBIGUOUS | UNDO | PROBLEM),
    ("already-so", AMBIGUOUS | UNDO),
    ("changed-since", AMBIGUOUS | UNDO | SENTENCE),
    ("left", AMBIGUOUS | UNDO | SENTENCE),
    ("same-elsewhere", AMBIGUOUS | UNDO | SENTENCE),
    ("dropped-elsewhere-doubt", PEER | PROBLEM),
    ("dropped-elsewhere", PEER),
    ("refused", PROBLEM | SENTENCE | BLOCKED),
    ("conflict", PROBLEM | SENTENCE | BLOCKED),
    ("leaving", UNDO | PROBLEM),
    ("too-late", PROBLEM),
    ("gone-already", 0),
    ("gone", PROBLEM),
    ("not-kept", PROBLEM),
    ("store-failed", PROBLEM),
    ("held-again", UNDOABLE | MANY),
    ("bulk-deletes", UNDOABLE | MANY),
    ("bulk-begun", UNDOABLE | MANY),
    ("bulk-to", UNDOABLE | MANY),
    ("marking", UNDOABLE | MANY),
    ("let-go", UNDOABLE),
    ("unmarked", AMBIGUOUS | UNDO),
    ("held", LOCAL | SCREEN),
    ("snoozed", LOCAL | SCREEN),
    ("unsnoozed", LOCAL | SCREEN | HINT),
    ("starred", LOCAL | SCREEN | HINT),
    ("unstarred", LOCAL | SCREEN | HINT),
    ("watching", LOCAL | SCREEN | WATCH_LIST),
    ("forgotten", LOCAL | SCREEN | WATCH_LIST),
    ("answered-unknown", SCREEN | PROBLEM),
    ("answered", SCREEN),
    ("apart", SCREEN | HINT),
    ("grouped", SCREEN | HINT),
    ("note", LOCAL),
    ("view-refused", PROBLEM),
    ("view", LOCAL),
    ("views-imported", LOCAL),
    ("filter-stays", SCREEN | HINT),
    ("filter", LOCAL | FILTER),
    ("sort-replaced", SCREEN | HINT),
    ("copy-failed", SCREEN | PROBLEM),
    ("copied", SCREEN | HINT),
    ("handed", SCREEN | HINT),
    ("editor", PROBLEM | SENTENCE),
    ("export-failed", PROBLEM),
    ("open-failed", PROBLEM),
    ("user-unknown", PROBLEM),
    ("turn", PROBLEM),
    ("acts-already", HINT),
    ("keys-refused", PROBLEM),
    ("rules-off", PROBLEM),
    ("keys-stand-in", SCREEN),
    ("mouse", HINT),
    ("language", HINT),
    ("disabled", SCREEN | HINT),
    ("elsewhere", SCREEN | HINT),
    ("reason", SCREEN | HINT),
    ("theme", HINT),
    ("watched-unknown", SCREEN | PROBLEM),
    ("error", PROBLEM),
    ("kept-damaged-file", PROBLEM),
];

/// Returns the traits of the message with this key.
pub(super) fn traits_for(key: &str) -> u16 {
    TRAITS.iter().find(|(family, _)| is_in_family(key, family)).map_or(0, |(_, traits)| *traits)
}

/// Returns whether a message is that of the family or a variant of it.
pub(super) fn is_in_family(key: &str, family: &str) -> bool {
    let name = key.strip_prefix("toast-").unwrap_or(key);
    name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}
