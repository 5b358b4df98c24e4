use super::*;
use crate::foundation::cx::change::DeletionState;

fn read() -> UndoableChange {
    UndoableChange::new("", ChangeKind::MarkedRead { ids: Vec::new(), local_ids: Vec::new() })
}

fn existence(id: &str, created: bool) -> UndoableChange {
    let mut fields = Fields::new();
    fields.set_text("name", "Le Parc");
    let recreate = RecreateFields { fields, on_update: Fields::new() };
    UndoableChange::existence(DealId::new(id).unwrap(), "Le Parc", created, recreate)
}

fn deletion_state(history: &mut UndoHistory, direction: Direction) -> Option<DeletionState> {
    match history.next_mut(direction).map(|change| &change.kind) {
        Some(ChangeKind::Existence { deletion, .. }) => Some(*deletion),
        _ => None,
    }
}

#[test]
fn new_change_after_undo_clears_redo() {
    let mut history = UndoHistory::default();
    history.push(read());
    history.move_next(Direction::Undo);
    assert!(history.can_redo() && !history.can_undo());
    history.push(read());
    assert!(!history.can_redo());
}

#[test]
fn undo_history_is_limited_to_its_maximum_depth() {
    let mut history = UndoHistory::default();
    for _ in 0..MAX_CHANGES + 5 {
        history.push(read());
    }
    let mut count = 0;
    while history.can_undo() {
        history.move_next(Direction::Undo);
        count += 1;
    }
    assert_eq!(count, MAX_CHANGES);
}

#[test]
fn late_undo_of_a_deletion_becomes_a_creation() {
    let mut history = UndoHistory::default();
    history.push(existence("a", false));
    history.move_next(Direction::Undo);
    history.revert_late_undo("a");
    assert!(history.can_undo() && !history.can_redo());
    assert_eq!(deletion_state(&mut history, Direction::Undo), Some(DeletionState::UserNotified));
    history.move_next(Direction::Undo);
    history.rename_deal("a", &DealId::new("new-1").unwrap());
    assert_eq!(
        deletion_state(&mut history, Direction::Redo),
        Some(DeletionState::NotSent),
        "the deal exists again"
    );
}

#[test]
fn sent_deletion_is_known_before_undo_is_requested() {
    let mut history = UndoHistory::default();
    history.push(existence("a", false));
    history.mark_deletion_sent("a");
    assert_eq!(deletion_state(&mut history, Direction::Undo), Some(DeletionState::Sent));
    history.mark_deletion_sent("a");
    assert_eq!(deletion_state(&mut history, Direction::Undo), Some(DeletionState::Sent));
}

#[test]
fn failed_local_saves_leave_the_undo_history() {
    let mut history = UndoHistory::default();
    history.push(existence("a", true));
    history.push(existence("b", false));
    history.drop_unstored("a");
    history.move_next(Direction::Undo);
    assert!(!history.can_undo());
}

fn texts(pairs: &[(&str, &str)]) -> Fields {
    let mut fields = Fields::new();
    for (name, value) in pairs {
        fields.set_text(name, value);
    }
    fields
}

const SEEN: [(&str, &str); 2] = [("owner", "A"), ("status", "sourcing")];
const WANTED: [(&str, &str); 2] = [("owner", "B"), ("status", "screening")];

fn edit() -> UndoableChange {
    step(&SEEN, &WANTED)
}

fn step(before: &[(&str, &str)], after: &[(&str, &str)]) -> UndoableChange {
    UndoableChange::of_deal(DealId::new("a").unwrap(), "Le Parc", texts(before), texts(after))
}

#[test]
fn undo_after_a_conflict_restores_the_server_values() {
    let theirs = texts(&[("owner", "C"), ("status", "closing")]);
    let both = ["owner".to_owned(), "status".to_owned()].into();
    let mut history = UndoHistory::default();
    history.push(UndoableChange::new("", ChangeKind::Many(vec![edit(), read()])));
    history.on_conflict_decided("a", (&texts(&SEEN), &texts(&WANTED)), &theirs, &both);
    let Some(ChangeKind::Many(changes)) = history.next_mut(Direction::Undo).map(|it| &it.kind) else {
        panic!("expected a change of fields");
    };
    let ChangeKind::Fields { before, after, .. } = &changes[0].kind else {
        panic!("expected a change of fields");
    };
    assert_eq!(before, &theirs);
    assert_eq!(after, &texts(&[("owner", "B"), ("status", "screening")]));

    // Field by field: fields that keep the server's value were not changed, so undo skips them.
    let mut history = UndoHistory::default();
    history.push(edit());
    let sides = (&texts(&SEEN), &texts(&WANTED));
    history.on_conflict_decided("another", sides, &theirs, &BTreeSet::new());
    history.on_conflict_decided("a", sides, &theirs, &["status".to_owned()].into());
    let change = history.next_mut(Direction::Undo).map(|change| &change.kind);
    let Some(ChangeKind::Fields { before, after, .. }) = change else {
        panic!("expected a change of fields");
    };
    assert_eq!(before, &texts(&[("status", "closing")]));
    assert_eq!(after, &texts(&[("status", "screening")]));
    history.on_conflict_decided("a", sides, &theirs, &BTreeSet::new());
    assert!(!history.can_undo(), "no field of it was changed");
}

#[test]
fn undo_skips_values_discarded_in_a_conflict_resolution() {
    let theirs = texts(&[("owner", "C"), ("status", "lost")]);
    let steps = || {
        let mut history = UndoHistory::default();
        // This one was sent as a separate write.
        history.push(step(&[("status", "new")], &[("status", "sourcing")]));
        history.push(step(&[("status", "sourcing")], &[("status", "ic")]));
        history.push(step(&[("status", "ic")], &[("status", "screening")]));
        history.push(step(&[("owner", "A")], &[("owner", "B")]));
        history
    };
    let sides = (&texts(&SEEN), &texts(&WANTED));
    let back = |history: &mut UndoHistory| {
        let fields = match history.next_mut(Direction::Undo).map(|change| &change.kind) {
            Some(ChangeKind::Fields { before, after, .. }) => Some((before.clone(), after.clone())),
            _ => None,
        };
        history.move_next(Direction::Undo);
        fields
    };
    let left = (texts(&[("status", "new")]), texts(&[("status", "sourcing")]));
    // The status keeps the server's value.
    let mut history = steps();
    history.on_conflict_decided("a", sides, &theirs, &["owner".to_owned()].into());
    let owner = (texts(&[("owner", "C")]), texts(&[("owner", "B")]));
    assert_eq!(back(&mut history), Some(owner));
    assert_eq!(back(&mut history), Some(left.clone()));
    assert!(!history.can_undo());
    // The status keeps the user's value: one undo leads straight to the server's value.
    let mut history = steps();
    history.on_conflict_decided("a", sides, &theirs, &["status".to_owned()].into());
    let status = (texts(&[("status", "lost")]), texts(&[("status", "screening")]));
    assert_eq!(back(&mut history), Some(status));
    assert_eq!(back(&mut history), Some(left));
    assert!(!history.can_undo());
}

#[test]
fn sent_deletion_can_be_undone_beneath_later_changes() {
    let mut history = UndoHistory::default();
    history.push(existence("a", false));
    assert_eq!(history.recreatable_deal(), None, "the deletion can still be cancelled");
    history.mark_deletion_sent("a");
    history.push(existence("b", true));
    history.push(read());
    assert_eq!(history.recreatable_deal().map(DealId::as_str), Some("a"));
    assert!(history.raise_sent_deletion(None));
    assert_eq!(deletion_state(&mut history, Direction::Undo), Some(DeletionState::UserNotified));
    history.move_next(Direction::Undo);
    assert!(!history.raise_sent_deletion(None), "the deal is already being created again");
    assert!(history.can_undo(), "later changes stay in the history");
}
