//! The focus and folded columns: what nobody sees never holds it while something is seen.

use super::*;

#[test]
fn after_a_filter_the_focus_is_on_a_card_in_sight() {
    let mut app = app();
    // Right past the last card stands the folded column: the first start folds what is aside.
    run(
        &mut app,
        &[ActionId::FocusRight, ActionId::FocusRight, ActionId::Filter],
    );
    assert_eq!(focus(&app), "");
    app.apply(Action::SetText("vernet".into()), noon());
    assert_eq!(focus(&app), "", "all that is left is folded away");
    app.apply(Action::SetText("ltv>0.7".into()), noon());
    assert_eq!(focus(&app), "a", "the nearest column with something to see");
}
