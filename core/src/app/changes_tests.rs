use super::*;

fn read() -> Change {
    Change::Read { ids: Vec::new() }
}

fn existence(id: &str, created: bool) -> Change {
    let mut fields = Fields::new();
    fields.set_text("name", "Le Parc");
    Change::Existence {
        deal: DealId::new(id).unwrap(),
        label: "Le Parc".into(),
        created,
        again: Again {
            fields,
            then: Fields::new(),
        },
        gone: Gone::No,
    }
}

fn gone(history: &mut History, way: Way) -> Option<Gone> {
    match history.next(way) {
        Some(Change::Existence { gone, .. }) => Some(*gone),
        _ => None,
    }
}

#[test]
fn a_new_change_closes_the_way_to_what_was_taken_back() {
    let mut history = History::default();
    history.push(read());
    history.turn(Way::Back);
    assert!(history.can_redo() && !history.can_undo());
    history.push(read());
    assert!(!history.can_redo());
}

#[test]
fn no_more_than_the_depth_is_kept() {
    let mut history = History::default();
    for _ in 0..DEPTH + 5 {
        history.push(read());
    }
    let mut count = 0;
    while history.can_undo() {
        history.turn(Way::Back);
        count += 1;
    }
    assert_eq!(count, DEPTH);
}

#[test]
fn a_deletion_taken_back_in_vain_is_offered_as_a_creation() {
    let mut history = History::default();
    history.push(existence("a", false));
    history.turn(Way::Back);
    history.in_vain("a");
    assert!(history.can_undo() && !history.can_redo());
    assert_eq!(gone(&mut history, Way::Back), Some(Gone::Told));
    history.turn(Way::Back);
    history.rename("a", &DealId::new("new-1").unwrap());
    assert_eq!(
        gone(&mut history, Way::Again),
        Some(Gone::No),
        "it is there again"
    );
}

#[test]
fn a_deletion_that_left_is_known_before_it_is_asked_back() {
    let mut history = History::default();
    history.push(existence("a", false));
    history.deleted("a");
    assert_eq!(gone(&mut history, Way::Back), Some(Gone::Sent));
    history.deleted("a");
    assert_eq!(gone(&mut history, Way::Back), Some(Gone::Sent));
}

#[test]
fn what_could_not_be_kept_is_no_change() {
    let mut history = History::default();
    history.push(existence("a", true));
    history.push(existence("b", false));
    history.not_made("a");
    history.turn(Way::Back);
    assert!(!history.can_undo());
}
