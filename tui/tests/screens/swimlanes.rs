//! Swimlanes and metrics on the terminal's board.

use encours_core::text::Lang;

use crate::support::{frontend, picture, press, snapshot};

#[test]
fn swimlanes_cross_the_columns_and_scroll_with_the_focus() {
    for size in [(140, 40), (80, 24), (60, 16)] {
        let mut frontend = frontend(Lang::En, snapshot(), size);
        press(&mut frontend, "O");
        for key in ["", "G", "l", "g", "jjj"] {
            press(&mut frontend, key);
            let text = picture(&mut frontend);
            assert!(
                text.lines().any(|line| line.contains(" deals · ") && line.contains("──")),
                "{key}: {text}"
            );
            assert!(text.contains('▌'), "the focused card is visible after {key}: {text}");
        }
        press(&mut frontend, "OO");
        assert!(!picture(&mut frontend).contains(" deals · Principal"), "no swimlanes");
    }
}

#[test]
fn metrics_of_a_high_terminal_are_hidden_by_a_key() {
    let mut frontend = frontend(Lang::En, snapshot(), (140, 40));
    assert!(picture(&mut frontend).contains("Slow deals"));
    press(&mut frontend, "M");
    assert!(!picture(&mut frontend).contains("Slow deals"));
    press(&mut frontend, "vM");
    assert!(picture(&mut frontend).contains("Slow deals"));
}
