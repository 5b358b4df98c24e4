//! What is said for a moment hides nothing that is needed meanwhile, and letters go where they are read.

use encours_core::view::text::{Lang, plain_spaces};

use crate::support::{front, now, picture, press, snapshot};

fn shown(size: (u16, u16), keys: &str) -> Vec<String> {
    let mut front = front(Lang::Fr, snapshot(), size);
    press(&mut front, keys);
    let picture = plain_spaces(&picture(&mut front)).into_owned();
    picture.lines().map(str::to_owned).collect()
}

#[test]
fn the_freshness_is_seen_while_something_is_said() {
    for keys in ["4x", "4G", "5", "6", "7", "8", "3"] {
        for size in [(80, 24), (40, 12)] {
            // The move of a deal, told on whatever screen one goes to.
            let rows = shown(size, &format!("1L{keys}"));
            let status = &rows[usize::from(size.1) - 2];
            assert!(
                status.contains("✓ à jour"),
                "{keys} {size:?}\n{}",
                rows.join("\n")
            );
            assert!(
                rows.iter().any(|row| row.contains("u annuler")),
                "{keys} {size:?}: the way back is in sight\n{}",
                rows.join("\n")
            );
        }
    }
}

#[test]
fn what_is_said_goes_when_its_time_is_over() {
    let mut front = front(Lang::Fr, snapshot(), (80, 24));
    press(&mut front, "4x");
    let said = |front: &mut encours_tui::terminal::Front| picture(front).contains("annuler");
    assert!(said(&mut front));
    let hold = front.app().options().hold;
    front.tick(now().checked_add(hold).unwrap());
    assert!(!said(&mut front), "the hold is over");
    assert!(picture(&mut front).contains("à jour"));
}

#[test]
fn letters_typed_on_the_line_for_another_user_are_none_of_the_lists_keys() {
    for typed in ["kim", "j.doe", "g"] {
        let rows = shown((80, 24), &format!(":Agir pour un utilisateur<enter>G{typed}")).join("\n");
        assert!(
            rows.contains("Identifiant de l’utilisateur") && rows.contains(typed),
            "{typed}\n{rows}"
        );
    }
}
