//! The page and the picture hold what the screen says.

use encours_core::app::{FrontEnd, Keymap, Options};
use encours_core::view::text::Lang;
use jiff::tz::TimeZone;

use super::*;
use crate::theme::{Face, Weight};

fn app() -> App {
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let options = Options::new(Lang::Fr, keymap, TimeZone::UTC);
    App::new(options, "2026-11-20T08:41:00Z".parse().unwrap())
}

#[test]
fn a_page_is_a_document_with_text_in_it() {
    let bytes = pdf(&app());
    assert!(bytes.starts_with(b"%PDF-1."), "no document");
    assert!(bytes.ends_with(b"%%EOF"), "not ended");
    let text = String::from_utf8_lossy(&bytes);
    for part in ["/Type /Page", "/ToUnicode", "/FontFile2", "/Lang (fr)", "/Title"] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn a_picture_is_twice_the_page() {
    let bytes = png(&app()).unwrap();
    let image = eframe::icon_data::from_png_bytes(&bytes).unwrap();
    assert_eq!((image.width, image.height), (1684, 1190));
    assert!(
        image.rgba.chunks(4).any(|pixel| pixel[0] < 80),
        "something is drawn"
    );
}

#[test]
fn widths_are_those_of_the_fonts() {
    for weight in [Weight::Regular, Weight::Medium, Weight::SemiBold, Weight::Mono] {
        let face = Face::body().weighing(weight);
        assert!(letters::font(weight).is_some());
        let of = |text: &str| letters::width(text, face);
        assert!((of("11") - of("88")).abs() < 0.01, "{weight:?}: figures line up");
        assert!(of("Évolution") > 30.0);
    }
}

#[test]
fn a_note_is_broken_between_words_and_nothing_of_it_is_lost() {
    let face = Face::body();
    let note = "2 sans classe communiquée, 1 code inconnu du contrat, compté tel que reçu";
    let lines = canvas::lines(note, face, 120.0);
    assert!(lines.len() > 2, "{lines:?}");
    assert_eq!(lines.join(" "), note);
    assert!(lines.iter().all(|line| letters::width(line, face) <= 120.0));
}

#[test]
fn the_page_says_hours_and_never_how_long_ago() {
    let mut app = app();
    app.absorb(std::sync::Arc::new(encours_core::engine::Snapshot {
        revision: 1,
        portfolio: encours_core::engine::Remote {
            read_at: "2026-11-20T08:40:50Z".parse().ok(),
            ..Default::default()
        },
        ..Default::default()
    }));
    let mut said = Said::default();
    page::report(&app, &Look::new(Theme::Light), &mut said);
    let head = said
        .texts
        .iter()
        .find(|text| text.starts_with("Établi le"))
        .unwrap();
    assert!(
        head.contains("20/11/2026") && head.matches("20").count() >= 2,
        "{head}"
    );
    assert!(
        !said.texts.iter().any(|text| text.contains("il y a")),
        "{:?}",
        said.texts
    );
}

#[test]
fn a_page_is_read_out_in_its_parts() {
    let bytes = pdf(&app());
    let text = String::from_utf8_lossy(&bytes);
    for part in [
        "/StructTreeRoot",
        "/MarkInfo",
        "/Marked true",
        "/ParentTree",
        "/S /Document",
        "/S /Sect",
        "/S /H1",
        "/S /H2",
        "/S /P",
        "/StructParents 0",
    ] {
        assert!(text.contains(part), "{part}");
    }
    // Each pane has a title, and nothing is a heading besides.
    assert_eq!(text.matches("/S /H2").count(), text.matches("/S /Sect").count());
    assert_eq!(text.matches("/S /H1").count(), 1);
}

#[test]
fn what_is_too_long_for_its_place_gets_smaller_and_not_cut() {
    let face = Face::body();
    let name = "Logistique et locaux d’activités de la vallée";
    let fitted = canvas::fitted(name, face, 150.0);
    assert!(fitted.size < face.size && letters::width(name, fitted) <= 150.0);
    assert_eq!(canvas::fitted("court", face, 150.0), face);
}

#[test]
fn a_sum_that_does_not_agree_keeps_its_sign_on_paper() {
    let summary = |classes: &str| {
        let json = format!(
            r#"{{"total_operations":3,"operations_by_status":{{"en_cours":3}},"operations_by_classe_actif":{{{classes}}},"operations_by_type_investissement":{{"dette_senior":3}}}}"#
        );
        let record = encours_core::contract::record::Record::parse(&json).unwrap();
        let summary = encours_core::contract::portfolio::PortfolioSummary::from_record(record).unwrap();
        let mut app = app();
        let mut portfolio = encours_core::engine::Remote::default();
        portfolio.receive(summary, app.now());
        app.absorb(std::sync::Arc::new(encours_core::engine::Snapshot {
            revision: 1,
            portfolio,
            ..Default::default()
        }));
        let look = Look::new(Theme::Light);
        let mut said = Said::default();
        page::report(&app, &look, &mut said);
        said.shapes
            .iter()
            .filter(|color| **color == look.bands.watch)
            .count()
    };
    assert_eq!(summary(r#""bureaux":3"#), 0);
    assert_eq!(summary(r#""bureaux":2"#), 1);
}

#[test]
fn the_page_carries_what_was_written() {
    let mut app = app();
    let entry = encours_core::engine::JournalEntry {
        seq: 1,
        outbox_id: 7,
        key: "k".to_owned(),
        operation: encours_core::contract::operation::OperationId::DealsUpdate,
        record: "a".to_owned(),
        label: "Le Parc, Lyon".to_owned(),
        before: Some(r#"{"status":"sourcing"}"#.to_owned()),
        after: Some(r#"{"status":"ic"}"#.to_owned()),
        attempts: 1,
        outcome: encours_core::engine::Outcome::Applied,
        status: None,
        request_id: None,
        problem: None,
        asked_at: app.now(),
        at: app.now(),
    };
    app.absorb(std::sync::Arc::new(encours_core::engine::Snapshot {
        revision: 1,
        observed: std::sync::Arc::new(encours_core::engine::Observed {
            journal: std::sync::Arc::new(vec![entry]),
            ..Default::default()
        }),
        ..Default::default()
    }));
    let mut said = Said::default();
    page::report(&app, &Look::new(Theme::Light), &mut said);
    assert!(
        said.texts.iter().any(|text| text.contains("Le Parc, Lyon")),
        "{:?}",
        said.texts
    );
}

/// What is written on a page, and in which colours shapes are filled.
#[derive(Default)]
struct Said {
    texts: Vec<String>,
    shapes: Vec<egui::Color32>,
}

impl canvas::Canvas for Said {
    fn fill(&mut self, _: egui::Rect, _: egui::Color32) {}
    fn shape(&mut self, _: &[egui::Pos2], color: egui::Color32) {
        self.shapes.push(color);
    }
    fn line(&mut self, _: &[egui::Pos2], _: f32, _: egui::Color32) {}
    fn write(&mut self, _: egui::Pos2, text: &str, _: Face, _: egui::Color32) {
        self.texts.push(text.to_owned());
    }
}
