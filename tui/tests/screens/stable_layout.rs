//! Click targets and labels stay in place and keep their meaning.
//!
//! The tests cover footer keys, tabs, the progress of a bulk action under a filter, and uncut numbers and words.

use std::sync::Arc;

use crossterm::event::{Event, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use encours_core::contract::models::kpi::KpiKey;
use encours_core::model::effect::Effect;
use encours_core::model::snapshot::Snapshot;
use encours_core::model::table::{ColumnStoreBuilder, RowData};
use encours_core::text::{Lang, plain_spaces};
use encours_tui::terminal::Frontend;

use crate::support::service::LiveFrontend;
use crate::support::{frontend, now, picture, press, rows, snapshot};

fn click(frontend: &mut Frontend, (column, row): (usize, usize)) {
    let event = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: column as u16,
        row: row as u16,
        modifiers: KeyModifiers::NONE,
    };
    frontend.event(Event::Mouse(event), now());
}

/// Returns the column and the row of a text.
fn position_of(frontend: &mut Frontend, text: &str) -> (usize, usize) {
    let screen = rows(&frontend.draw().0);
    let found = screen.iter().enumerate().rev().find_map(|(y, row)| {
        let (before, _) = row.split_once(text)?;
        Some((before.chars().count(), y))
    });
    found.unwrap_or_else(|| panic!("{text} in\n{}", screen.join("\n")))
}

/// Returns the statuses that were requested.
fn moved_lines(frontend: &mut Frontend) -> Vec<String> {
    let effects = frontend.take_effects();
    let updates = effects.into_iter().filter_map(|effect| match effect {
        Effect::Update { fields, .. } => fields.text("status").map(std::borrow::Cow::into_owned),
        _ => None,
    });
    updates.collect()
}

#[test]
fn click_on_a_footer_key_triggers_only_its_action() {
    let second = || {
        let mut frontend = frontend(Lang::En, snapshot(), (120, 40));
        press(&mut frontend, "l");
        frontend.draw();
        frontend
    };
    let (x, y) = position_of(&mut second(), "H L ");
    for (column, wanted) in [(x, Some("sourcing")), (x + 2, Some("due_diligence")), (x + 5, None)] {
        let mut frontend = second();
        frontend.take_effects();
        click(&mut frontend, (column, y));
        assert_eq!(moved_lines(&mut frontend), Vec::from_iter(wanted.map(str::to_owned)), "{column}");
    }
}

#[test]
fn no_tab_moves_when_a_write_begins_to_wait() {
    for lang in Lang::ALL {
        for size in [(120, 40), (100, 30), (80, 24)] {
            let mut service = LiveFrontend::new(lang, size);
            let before = rows(&service.frontend.draw().0).remove(0);
            service.press("L");
            let after = rows(&service.frontend.draw().0).remove(0);
            let places = |row: &str| {
                (1..=9)
                    .map(|n| Some(row.split_once(&format!(" {n} "))?.0.chars().count()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(places(&before), places(&after), "{before}\n{after}");
            assert_ne!(before, after, "one waits");
        }
    }
}

#[test]
fn marking_progress_stays_visible_under_a_filter() {
    let mut service = LiveFrontend::new(Lang::En, (120, 40));
    service.press("4XX");
    service.press("/ltv<enter>");
    let screen = service.picture();
    assert!(screen.contains("/ ltv") && screen.contains(" pending"), "{screen}");
    service.press("<backspace>");
    let screen = service.picture();
    assert!(screen.contains(" pending") && screen.contains("Esc to stop"), "{screen}");
    assert!(!screen.contains("/ ltv"), "{screen}");
    service.press("<esc>");
    assert!(!service.picture().contains("Esc to stop"));
}

/// Builds many deals, some without a ratio or an owner.
fn many() -> Snapshot {
    let mut builder = ColumnStoreBuilder::default();
    for number in 0..12_000_u32 {
        builder.push(&RowData {
            id: format!("6f1c08d2-4b7e-4a55-9d10-{number:012}"),
            name: format!("Le Parc {number}, Lyon"),
            status: "ic".to_owned(),
            numbers: (number % 3 > 0).then(|| (KpiKey::Ltv, "0.62".parse().unwrap())).into_iter().collect(),
            ..RowData::default()
        });
    }
    Snapshot {
        deals: Arc::new(builder.finish()),
        status_totals: Arc::new([("ic".to_owned(), 12_000)].into()),
        ..snapshot()
    }
}

#[test]
fn table_footer_shows_coverage_without_cutting_a_metric() {
    for size in [(80, 24), (120, 40)] {
        let mut frontend = frontend(Lang::Fr, many(), size);
        press(&mut frontend, "v");
        let screen = plain_spaces(&picture(&mut frontend)).into_owned();
        let footer: Vec<&str> = screen.lines().rev().take(8).collect();
        assert!(footer.iter().any(|row| row.contains("66 %")), "{screen}");
        assert!(!footer.iter().any(|row| row.contains("/12…") || row.contains("/1…")), "{screen}");
    }
}

#[test]
fn missing_owner_label_fits_in_the_table() {
    for size in [(80, 24), (120, 40)] {
        let mut frontend = frontend(Lang::Fr, many(), size);
        press(&mut frontend, "v");
        let screen = picture(&mut frontend);
        assert!(screen.contains("aucun") && !screen.contains("sans respon"), "{screen}");
    }
}

#[test]
fn no_line_of_the_help_is_cut() {
    for lang in Lang::ALL {
        for size in [(80, 24), (120, 40)] {
            let mut frontend = frontend(lang, snapshot(), size);
            press(&mut frontend, "?");
            let lines = encours_core::app::tools::help::view::help::help_groups(frontend.app());
            let lines = lines.iter().flat_map(|group| &group.lines);
            let texts: Vec<String> =
                lines.map(|line| format!("{} {} {:?}", line.keys, line.label, line.reason)).collect();
            for _ in 0..80 {
                let screen = picture(&mut frontend);
                // The content behind the help may be cut.
                let inside =
                    screen.lines().filter_map(|row| Some(row.split_once('│')?.1.rsplit_once(['│', '┃'])?.0));
                let open = inside.flat_map(str::split_whitespace).filter(|word| word.ends_with('…'));
                for word in open {
                    assert!(texts.iter().any(|text| text.contains(word)), "{word}\n{screen}");
                }
                press(&mut frontend, "j");
            }
        }
    }
}
