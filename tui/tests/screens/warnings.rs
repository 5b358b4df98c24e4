//! Warnings are visible: failed checks, filter matches in collapsed columns, values out of range.

use encours_core::contract::models::kpi::KpiKey;
use encours_core::model::snapshot::{Coverage, Snapshot};
use encours_core::model::table::{ColumnStoreBuilder, RowData};
use encours_core::text::{Lang, plain_spaces};

use crate::support::service::LiveFrontend;
use crate::support::{frontend, now, picture, press};

fn deal(id: &str, name: &str, status: &str, numbers: &[(KpiKey, &str)]) -> RowData {
    RowData {
        id: format!("6f1c08d2-4b7e-4a55-9d10-00000000000{id}"),
        name: name.to_owned(),
        status: status.to_owned(),
        numbers: numbers.iter().map(|(key, value)| (*key, value.parse().unwrap())).collect(),
        ..RowData::default()
    }
}

/// Returns three deals: a percentage sent as a fraction, a correct one, one on hold.
fn snapshot() -> Snapshot {
    let mut builder = ColumnStoreBuilder::default();
    let slip = [
        (KpiKey::Ltv, "69.97"),
        (KpiKey::CrdTotal, "2994716"),
        (KpiKey::CrdSenior, "2000000"),
        (KpiKey::ValeurVenale, "4280000"),
        (KpiKey::Noi, "200000"),
        (KpiKey::ServiceDette, "0"),
    ];
    for row in [
        deal("1", "Halle Galilée, Lorient", "ic", &slip),
        deal("2", "Le Parc, Lyon", "ic", &[(KpiKey::Ltv, "0.62")]),
        deal("3", "Îlot Sainte-Croix, Le Havre", "on_hold", &[]),
    ] {
        builder.push(&row);
    }
    Snapshot {
        revision: 1,
        deals: builder.finish().into(),
        coverage: Coverage { fetched: 3, total: Some(3), complete_at: Some(now()), ..Coverage::default() },
        settings: Some(std::sync::Arc::default()),
        ..Snapshot::default()
    }
}

fn screen_text(lang: Lang, size: (u16, u16), keys: &str) -> String {
    let mut frontend = frontend(lang, snapshot(), size);
    press(&mut frontend, keys);
    plain_spaces(&picture(&mut frontend)).into_owned()
}

#[test]
fn metric_arithmetic_is_checked_on_the_deal_screen() {
    for size in [(200, 60), (120, 40), (100, 30), (80, 24)] {
        let screen = screen_text(Lang::Fr, size, "/galilee<enter><enter><tab>");
        for words in ["pourcentage saisi comme fraction ?", "= 70,0 %", "Test contraignant"] {
            assert!(screen.contains(words), "{words} at {size:?}\n{screen}");
        }
    }
    let screen = screen_text(Lang::Fr, (120, 40), "/galilee<enter><enter>");
    for words in [
        "LTV senior (calculée) 46,7 %",
        "Taux de rendement implicite 4,7 %",
        "NOI ÷ service de la dette n. s.",
    ] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
}

#[test]
fn matches_in_a_collapsed_column_are_shown() {
    for size in [(120, 40), (100, 30)] {
        let screen = screen_text(Lang::Fr, size, "/ilot<enter>");
        for part in ["▸En pause", "▌Îlot Sainte-Croix"] {
            assert!(screen.contains(part), "{size:?}\n{screen}");
        }
    }
}

#[test]
fn long_filter_warning_replaces_the_status_line() {
    for keys in ["/owner:me<enter>", "/owner:me<enter>v"] {
        let screen = screen_text(Lang::En, (80, 24), keys);
        let message = screen.lines().find(|row| row.contains("tell Encours who you are"));
        let message = message.unwrap_or_else(|| panic!("{screen}"));
        assert!(message.contains("type “i am First Last” in the palette"), "{screen}");
        for status in ["up to date", "OK", "offline", "loading"] {
            assert!(!message.contains(status), "{status} in {message}");
        }
    }
}

#[test]
fn filter_errors_appear_on_submit_or_after_the_word() {
    for size in [(120, 40), (80, 24)] {
        let unknown = "unknown field: “foo”";
        let output = [
            ("/foo:bar ltv>", unknown),
            ("/foo:bar ltv><enter>", unknown),
            ("/foo:bar l", unknown),
            ("/status:<enter>", "“status” needs a value"),
        ];
        for (keys, reason) in output {
            let screen = screen_text(Lang::En, size, keys);
            assert!(screen.contains(reason) && !screen.contains("Tab  "), "{keys}\n{screen}");
        }
        // While a filter is being typed, completions are shown instead of the error.
        let screen = screen_text(Lang::En, size, "/status:");
        assert!(screen.contains("Tab  ") && !screen.contains("needs a value"), "{screen}");
    }
}

#[test]
fn out_of_range_value_is_shown_with_own_symbol() {
    for (size, keys, number) in [((200, 60), "vlll", "! 6 997 %"), ((80, 24), "vlllll", "6 997")] {
        let screen = screen_text(Lang::Fr, size, keys);
        assert!(screen.contains(number), "{size:?}\n{screen}");
        assert!(screen.contains("○ n. c."), "{size:?}\n{screen}");
    }
}

#[test]
fn disabled_action_toast_is_shown_as_an_error() {
    let screen = screen_text(Lang::Fr, (120, 40), "/nulle part<enter>e");
    assert!(screen.contains("× Modifier : placez-vous sur un deal"), "{screen}");
}

#[test]
fn undo_without_changes_is_not_a_success() {
    let screen = screen_text(Lang::Fr, (120, 40), "u");
    assert!(screen.contains("× Annuler : rien à annuler"), "{screen}");
    assert!(!screen.contains("✓ Annuler"), "{screen}");
}

#[test]
fn portfolio_table_shows_if_only_one_value_exists() {
    let mut service = LiveFrontend::new(Lang::En, (120, 40));
    service.press("3t");
    let screen = service.picture();
    assert!(screen.contains("Only one value so far"), "{screen}");
}

#[test]
fn grouped_notifications_are_not_called_selected() {
    let mut frontend = frontend(Lang::En, crate::support::snapshot(), (80, 24));
    press(&mut frontend, "4Y");
    let screen = picture(&mut frontend);
    assert!(screen.contains("3 grouped notifications") && !screen.contains("selected"), "{screen}");
}

#[test]
fn small_terminal_shows_full_totals_and_counts_hidden_totals() {
    for (lang, names) in
        [(Lang::En, " Operations  Nominal  Funds  SPVs"), (Lang::Fr, " Opérations  Nominal  Fonds  SPV")]
    {
        let mut frontend = frontend(lang, crate::support::snapshot(), (40, 12));
        press(&mut frontend, "3");
        let screen = picture(&mut frontend);
        let header = screen.lines().nth(1).unwrap();
        assert!(header.starts_with(names), "{screen}");
        assert!(header.trim_end().ends_with("+1") && !header.contains('…'), "{screen}");
    }
}
