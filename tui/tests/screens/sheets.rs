//! Sheets of the table: frequency, description and pivot, and the deals behind their cells.

use encours_core::text::Lang;

use crate::support::{frontend, picture, press, snapshot};

#[test]
fn sheets_show_numbers_and_lead_to_the_deals() {
    for (lang, frequency, pivot) in [
        (Lang::En, "Frequency: Status", "Status × Asset class: Deals"),
        (Lang::Fr, "Fréquence", "Statut × Classe"),
    ] {
        let mut frontend = frontend(lang, snapshot(), (140, 40));
        press(&mut frontend, "vlF");
        let text = picture(&mut frontend);
        assert!(text.contains(frequency) && text.contains('%'), "{text}");
        press(&mut frontend, "<esc>P");
        let text = picture(&mut frontend);
        assert!(text.contains(pivot) && text.contains("Total"), "{text}");
        press(&mut frontend, "G<enter>");
        assert!(picture(&mut frontend).contains("class"), "the filter has the column’s condition");
        press(&mut frontend, "I");
        let text = picture(&mut frontend);
        assert!(text.contains("LTV") && text.contains("quartile"), "{text}");
    }
}

#[test]
fn narrow_sheet_scrolls_to_its_focused_column() {
    let mut frontend = frontend(Lang::En, snapshot(), (60, 16));
    press(&mut frontend, "vI");
    assert!(!picture(&mut frontend).contains("Average"));
    press(&mut frontend, "lllllllll");
    let text = picture(&mut frontend);
    assert!(text.contains("Average") && text.contains("Column"), "{text}");
}
