//! Groups of the table: headings with subtotals, collapsed by keys and by the mouse.

use encours_core::text::Lang;

use crate::support::{frontend, picture, press, snapshot};

/// Returns the lines that show a heading.
fn headings(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.contains('▾') || line.contains("▸ ")).map(str::trim_end).collect()
}

#[test]
fn table_shows_groups_with_subtotals_and_collapses_them() {
    for (lang, status, statistic) in
        [(Lang::En, "Investment committee", "(Median)"), (Lang::Fr, "Comité d’investissement", "(Médiane)")]
    {
        let mut frontend = frontend(lang, snapshot(), (140, 40));
        press(&mut frontend, "vlO");
        assert!(picture(&mut frontend).contains('▾'));
        press(&mut frontend, "Z");
        let text = picture(&mut frontend);
        assert!(!text.contains('▾'), "{text}");
        let heading = headings(&text).into_iter().find(|line| line.contains(status)).unwrap_or_default();
        assert!(heading.contains('%') && heading.contains(" · "), "{text}");
        press(&mut frontend, "AA");
        assert!(picture(&mut frontend).contains(statistic));
        press(&mut frontend, "g<enter>");
        assert!(picture(&mut frontend).contains('▾'));
    }
}

#[test]
fn narrow_table_shows_whole_headings() {
    let mut frontend = frontend(Lang::En, snapshot(), (60, 16));
    press(&mut frontend, "vlOg");
    let text = picture(&mut frontend);
    let heading = headings(&text).first().map(ToString::to_string).unwrap_or_default();
    assert!(heading.contains(" · ") && heading.contains('%'), "{text}");
}
