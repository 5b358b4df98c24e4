//! Tests that page and image contain what the screen shows.

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::model::flow::{Coverage, FlowFigures, FlowGroup, FlowRequest, StatusFlow};
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_core::vocabulary::StatusOrder;
use jiff::tz::TimeZone;
use std::sync::Arc;

use super::*;
use crate::theme::{FontWeight, TextStyle};

mod trends;

fn app() -> App {
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let options = Options::new(Lang::Fr, keymap, TimeZone::UTC);
    App::new(options, "2026-11-20T08:41:00Z".parse().unwrap())
}

#[test]
fn a_page_is_a_document_with_text_in_it() {
    let bytes = to_pdf(&app(), ExportContent::Portfolio);
    assert!(bytes.starts_with(b"%PDF-1."), "no document");
    assert!(bytes.ends_with(b"%%EOF"), "missing end marker");
    let text = String::from_utf8_lossy(&bytes);
    for part in ["/Type /Page", "/ToUnicode", "/FontFile2", "/Lang (fr)", "/Title"] {
        assert!(text.contains(part), "{part}");
    }
    assert!(bytes.len() < 100_000, "only the letters used are embedded, not {} bytes", bytes.len());
}

#[test]
fn a_picture_is_twice_the_page() {
    let bytes = to_png(&app(), ExportContent::Portfolio).unwrap();
    let image = eframe::icon_data::from_png_bytes(&bytes).unwrap();
    assert_eq!((image.width, image.height), (1684, 1190));
    assert!(image.rgba.chunks(4).any(|pixel| pixel[0] < 80), "the image must not be empty");
}

#[test]
fn charts_picture_omits_the_entity_and_the_journal() {
    for lang in Lang::ALL {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let app = App::new(Options::new(lang, keymap, TimeZone::UTC), app().cx.now());
        let draw_page = |draw: fn(&App, &Theme, &mut RecordedPage)| {
            let mut draw_page = RecordedPage::default();
            draw(&app, &Theme::new(WindowTheme::Light), &mut draw_page);
            draw_page.texts
        };
        let (page, charts) = (draw_page(page::draw_report), draw_page(page::draw_charts));
        let messages = encours_core::text::Messages::new(lang);
        for (key, is_drawn) in
            [("screen-pipeline", true), ("entity-title", false), ("activity-journal", false)]
        {
            let title = messages.get(key).into_owned();
            assert!(page.contains(&title), "{title}: {page:?}");
            assert_eq!(charts.contains(&title), is_drawn, "{title}: {charts:?}");
        }
    }
}

#[test]
fn widths_are_those_of_the_fonts() {
    for weight in [FontWeight::Regular, FontWeight::Medium, FontWeight::SemiBold, FontWeight::Mono] {
        let style = TextStyle::body().with_weight(weight);
        assert!(fonts::font(weight).is_some());
        let width_of = |text: &str| fonts::text_width(text, style);
        assert!((width_of("11") - width_of("88")).abs() < 0.01, "{weight:?}: digits must have equal widths");
        assert!(width_of("Évolution") > 30.0);
    }
}

#[test]
fn long_note_wraps_between_words_without_losing_text() {
    let style = TextStyle::body();
    let note = "2 sans classe communiquée, 1 code inconnu du contrat, compté tel que reçu";
    let lines = canvas::wrap(note, style, 120.0);
    assert!(lines.len() > 2, "{lines:?}");
    assert_eq!(lines.join(" "), note);
    assert!(lines.iter().all(|line| fonts::text_width(line, style) <= 120.0));
    let code = "un_code_du_service_plus_long_que_la_place_qu_il_a";
    let parts = canvas::wrap(code, style, 120.0);
    assert!(parts.len() > 1 && parts.concat() == code, "{parts:?}");
}

#[test]
fn report_shows_absolute_times_and_no_relative_age() {
    let mut app = app();
    app.on_snapshot(std::sync::Arc::new(encours_core::model::snapshot::Snapshot {
        revision: 1,
        portfolio: encours_core::model::fetched::Fetched {
            fetched_at: "2026-11-20T08:40:50Z".parse().ok(),
            ..Default::default()
        },
        ..Default::default()
    }));
    let mut page = RecordedPage::default();
    page::draw_report(&app, &Theme::new(WindowTheme::Light), &mut page);
    let header = page.texts.iter().find(|text| text.starts_with("Établi le")).unwrap();
    assert!(header.contains("20/11/2026") && header.matches("20").count() >= 2, "{header}");
    assert!(!page.texts.iter().any(|text| text.contains("il y a")), "{:?}", page.texts);
}

#[test]
fn a_page_is_read_out_in_its_parts() {
    let bytes = to_pdf(&app(), ExportContent::Portfolio);
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
    // Each pane has exactly one heading, and nothing else is a heading.
    assert_eq!(text.matches("/S /H2").count(), text.matches("/S /Sect").count());
    assert_eq!(text.matches("/S /H1").count(), 1);
}

#[test]
fn report_text_that_is_too_wide_is_scaled_down() {
    let style = TextStyle::body();
    let name = "Logistique et locaux d’activités de la vallée";
    let fitted = canvas::fitting_style(["court", name], style, 150.0);
    assert!(fitted.size < style.size && fonts::text_width(name, fitted) <= 150.0);
    assert_eq!(canvas::fitting_style(["court"], style, 150.0), style);
}

#[test]
fn report_marks_a_sum_that_differs_from_the_total() {
    let summary = |classes: &str| {
        let json = format!(
            r#"{{"total_operations":3,"operations_by_status":{{"en_cours":3}},"operations_by_classe_actif":{{{classes}}},"operations_by_type_investissement":{{"dette_senior":3}}}}"#
        );
        let record = encours_core::contract::record::Record::parse(&json).unwrap();
        let summary =
            encours_core::contract::models::portfolio::PortfolioSummary::from_record(record).unwrap();
        let mut app = app();
        let mut portfolio = encours_core::model::fetched::Fetched::default();
        portfolio.receive(summary, app.cx.now());
        app.on_snapshot(std::sync::Arc::new(encours_core::model::snapshot::Snapshot {
            revision: 1,
            portfolio,
            ..Default::default()
        }));
        let theme = Theme::new(WindowTheme::Light);
        let mut page = RecordedPage::default();
        page::draw_report(&app, &theme, &mut page);
        page.shapes.iter().filter(|color| **color == theme.band_colors.watch).count()
    };
    assert_eq!(summary(r#""bureaux":3"#), 0);
    assert_eq!(summary(r#""bureaux":2"#), 1);
}

/// Returns an application with long server texts and a trend.
fn detailed_app(lang: Lang) -> App {
    use encours_core::contract::models::entity::Entity;
    use encours_core::contract::models::portfolio::PortfolioSummary;
    use encours_core::contract::record::Record;
    use encours_core::model::fetched::Fetched;
    use encours_core::model::history::observed::ObservedHistory;
    use encours_core::model::history::series::Point;
    use encours_core::model::snapshot::Snapshot;
    let summary = r#"{"total_operations":128,"total_nominal":"486215400.00","total_fonds":6,"total_spvs":41,"total_operateurs":57,
        "operations_by_status":{"en_cours":61,"remboursee":17,"un_statut_du_service_que_personne_ne_connait_encore":50},
        "operations_by_classe_actif":{"bureaux":100,"logistique":26},
        "operations_by_type_investissement":{"dette_senior":128}}"#;
    let entity = r#"{"id":"e","name":"Corvane Crédit","type":"societe_gestion","siren":"732829320","mode_reporting":"trimestriel",
        "frequence_reporting":3,"date_reference_reporting":"2026-12-31","risk_threshold":70,"zone_vacances":"Zone C, académie de Paris","ai_enabled":true}"#;
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let now: jiff::Timestamp = "2026-11-22T08:41:00Z".parse().unwrap();
    let mut app = App::new(Options::new(lang, keymap, TimeZone::UTC), now);
    let mut portfolio = Fetched::default();
    portfolio.receive(PortfolioSummary::from_record(Record::parse(summary).unwrap()).unwrap(), now);
    let mut fetched = Fetched::default();
    fetched.receive(Entity::from_record(Record::parse(entity).unwrap()).unwrap(), now);
    let point = |at: &str, value: &str| Point { at: at.parse().unwrap(), value: value.to_owned() };
    let points = vec![point("2026-11-20T08:00:00Z", "120"), point("2026-11-22T08:00:00Z", "128")];
    app.on_snapshot(std::sync::Arc::new(Snapshot {
        revision: 1,
        portfolio,
        entity: fetched,
        history: std::sync::Arc::new(ObservedHistory {
            series: std::sync::Arc::new([("portfolio:total_operations".to_owned(), points)].into()),
            journal: std::sync::Arc::new(vec![
                journal_entry(now, "Les Terrasses des Batignolles et de Clichy, Paris"),
                journal_entry(now, "Le Parc, Lyon"),
            ]),
            ..Default::default()
        }),
        ..Default::default()
    }));
    app
}

/// Returns the journal entry of an applied move.
fn journal_entry(
    at: jiff::Timestamp,
    label: &str,
) -> encours_core::model::history::journal_entry::JournalEntry {
    encours_core::model::history::journal_entry::JournalEntry {
        seq: 1,
        outbox_id: 7,
        key: "k".to_owned(),
        operation: encours_core::contract::operation::OperationId::DealsUpdate,
        record: "a".to_owned(),
        label: label.to_owned(),
        before: Some(r#"{"status":"sourcing"}"#.to_owned()),
        after: Some(r#"{"status":"ic"}"#.to_owned()),
        attempts: 1,
        outcome: encours_core::model::history::journal_entry::WriteOutcome::Applied,
        status: None,
        request_id: None,
        problem: None,
        reason: None,
        requested_at: at,
        at,
    }
}

#[test]
fn report_texts_do_not_overlap_and_are_not_cut() {
    for lang in Lang::ALL {
        let mut page = RecordedPage::default();
        page::draw_report(&detailed_app(lang), &Theme::new(WindowTheme::Light), &mut page);
        assert!(page.texts.len() > 40, "{lang:?}: {}", page.texts.len());
        page.assert_no_overlap(lang);
    }
}

#[test]
fn report_omits_a_hidden_bar_and_names_it() {
    use encours_core::app::screens::portfolio::portfolio::{Chart, LegendAction};
    use encours_core::app::shell::action::Action;
    use encours_core::dataset::breakdown::Breakdown;
    for lang in Lang::ALL {
        let mut app = detailed_app(lang);
        let draw_page = |app: &App| {
            let mut page = RecordedPage::default();
            page::draw_report(app, &Theme::new(WindowTheme::Light), &mut page);
            let text = page.texts.join("\n");
            let bar = Theme::new(WindowTheme::Light).colors.bar;
            (text, page.fills.iter().filter(|color| **color == bar).count())
        };
        let (before, bars) = draw_page(&app);
        let toggle = Action::ChangeLegend {
            chart: Chart::Breakdown(Breakdown::Status),
            series: "remboursee".to_owned(),
            action: LegendAction::Toggle,
        };
        let now = app.cx.now();
        app.dispatch(toggle, now);
        let (after, fewer) = draw_page(&app);
        assert_eq!(fewer + 1, bars, "{lang:?}");
        let label = Breakdown::Status.label(lang, "remboursee");
        let out = encours_core::text::Messages::new(lang)
            .with("series-left-out", &[("names", label.as_str().into()), ("more", 0_usize.into())]);
        assert!(after.contains(&out) && !before.contains(&out), "{lang:?}: {after}");
        for sum in ["Σ 128 = total", "128"] {
            assert!(after.contains(sum), "{lang:?}: {after}");
        }
    }
}

#[test]
fn note_below_a_title_aligns_with_its_left_edge() {
    let mut page = RecordedPage::default();
    page::draw_report(&detailed_app(Lang::Fr), &Theme::new(WindowTheme::Light), &mut page);
    let title = encours_core::text::Messages::new(Lang::Fr).get("trend-title");
    let at = page.texts.iter().position(|text| *text == title).unwrap();
    let (title, note) = (page.rects[at], page.rects[at + 1]);
    assert!(note.top() > title.bottom(), "expected {} below its title", page.texts[at + 1]);
    assert!((note.left() - title.left()).abs() < 0.1, "{note:?} {title:?}");
}

#[test]
fn report_lists_the_deals_of_journal_entries() {
    let mut app = app();
    let entry = journal_entry(app.cx.now(), "Le Parc, Lyon");
    app.on_snapshot(std::sync::Arc::new(encours_core::model::snapshot::Snapshot {
        revision: 1,
        history: std::sync::Arc::new(encours_core::model::history::observed::ObservedHistory {
            journal: std::sync::Arc::new(vec![entry]),
            ..Default::default()
        }),
        ..Default::default()
    }));
    let mut page = RecordedPage::default();
    page::draw_report(&app, &Theme::new(WindowTheme::Light), &mut page);
    assert!(page.texts.iter().any(|text| text.contains("Le Parc, Lyon")), "{:?}", page.texts);
}

#[test]
fn report_groups_bulk_changes_and_counts_omitted_entries() {
    let mut app = app();
    let changes = (0..80).map(|n| journal_entry(app.cx.now(), &format!("Deal {n}")));
    let single = (0..40).map(|n| encours_core::model::history::journal_entry::JournalEntry {
        after: Some(format!(r#"{{"name":"Deal {n}"}}"#)),
        ..journal_entry(app.cx.now(), &format!("Other {n}"))
    });
    let journal: Vec<_> = single.chain(changes).collect();
    app.on_snapshot(std::sync::Arc::new(encours_core::model::snapshot::Snapshot {
        revision: 1,
        history: std::sync::Arc::new(encours_core::model::history::observed::ObservedHistory {
            journal: std::sync::Arc::new(journal),
            ..Default::default()
        }),
        ..Default::default()
    }));
    let mut page = RecordedPage::default();
    page::draw_report(&app, &Theme::new(WindowTheme::Light), &mut page);
    let has_text = |part: &str| page.texts.iter().any(|text| text.contains(part));
    assert!(has_text("80 deals") && !has_text("Deal 79"), "{:?}", page.texts);
    let listed = page.texts.iter().filter(|text| text.starts_with("Other ")).count();
    let left_text = encours_core::text::Messages::new(app.cx.lang())
        .with("report-writes-left", &[("n", (40 - listed).into())]);
    assert!(listed > 0 && has_text(&left_text), "{left_text}: {:?}", page.texts);
}

/// The texts of a page with their areas, and the colours of its shapes.
#[derive(Default)]
struct RecordedPage {
    texts: Vec<String>,
    rects: Vec<egui::Rect>,
    shapes: Vec<egui::Color32>,
    fills: Vec<egui::Color32>,
}

impl RecordedPage {
    /// Asserts that no text is truncated or overlaps another.
    fn assert_no_overlap(&self, lang: Lang) {
        let placed: Vec<_> = self.texts.iter().zip(&self.rects).collect();
        for (at, (text, rect)) in placed.iter().enumerate() {
            assert!(!text.contains('…'), "{lang:?}: {text} is cut");
            for (other_text, other_rect) in &placed[at + 1..] {
                let overlap = rect.shrink(0.3).intersect(other_rect.shrink(0.3));
                assert!(!overlap.is_positive(), "{lang:?}: {text:?} over {other_text:?}");
                let level = (rect.center().y - other_rect.center().y).abs() < 2.0;
                let gap = (other_rect.left() - rect.right()).max(rect.left() - other_rect.right());
                assert!(!level || gap > 3.0, "{lang:?}: {text:?} {gap} from {other_text:?}");
            }
        }
    }
}

impl canvas::Canvas for RecordedPage {
    fn fill(&mut self, _: egui::Rect, color: egui::Color32) {
        self.fills.push(color);
    }
    fn polygon(&mut self, _: &[egui::Pos2], color: egui::Color32) {
        self.shapes.push(color);
    }
    fn line(&mut self, _: &[egui::Pos2], _: f32, _: egui::Color32) {}
    fn text_at(&mut self, at: egui::Pos2, text: &str, face: TextStyle, _: egui::Color32) {
        self.texts.push(text.to_owned());
        // Use the height of capitals above the baseline; the space between lines does not count.
        let size = egui::vec2(fonts::text_width(text, face), face.size * 0.7);
        let top = at - egui::vec2(0.0, size.y);
        self.rects.push(egui::Rect::from_min_size(top, size));
    }
}

#[test]
fn report_ignores_the_filter_and_draws_no_empty_bar() {
    let mut app = app();
    let mut builder = encours_core::model::table::ColumnStoreBuilder::default();
    for (id, status) in [("a", "ic"), ("b", "ic"), ("c", "sourcing")] {
        builder.push(&encours_core::model::table::RowData {
            id: id.into(),
            name: id.into(),
            status: status.into(),
            ..Default::default()
        });
    }
    app.on_snapshot(std::sync::Arc::new(encours_core::model::snapshot::Snapshot {
        revision: 1,
        deals: std::sync::Arc::new(builder.finish()),
        ..Default::default()
    }));
    let draw_page = |app: &App| {
        let mut page = RecordedPage::default();
        page::draw_report(app, &Theme::new(WindowTheme::Light), &mut page);
        (page.texts, page.fills)
    };
    let full_page = draw_page(&app);
    let action = encours_core::app::shell::action::Action::SetFilter("statut:ic".into());
    app.dispatch(action, "2026-11-20T08:41:00Z".parse().unwrap());
    assert_eq!(app.pipeline.filtered().shown, 2);
    assert_eq!(draw_page(&app), full_page);
    let bars = full_page.1.iter().filter(|color| **color == Theme::new(WindowTheme::Light).colors.bar);
    assert_eq!(bars.count(), 2, "expected bars for sourcing and ic only");
}

#[test]
fn bars_that_do_not_fit_on_the_page_are_counted() {
    let texts = |count: usize| {
        let mut app = app();
        app.dispatch(Action::Show(Screen::Flow), app.cx.now());
        let status = |number| StatusFlow {
            status: format!("s{number}"),
            entered: 12,
            lost: 6,
            still_there: 6,
            ..StatusFlow::default()
        };
        let statuses = (0..count).map(status).collect();
        let (order, zone) = (StatusOrder::default(), TimeZone::UTC);
        let figures = FlowFigures {
            request: FlowRequest { since: None, by: None, order, zone },
            coverage: Coverage::default(),
            groups: vec![FlowGroup { statuses, ..FlowGroup::default() }],
            deal_ids: Arc::default(),
        };
        let flow = Some(Arc::new(figures));
        app.on_snapshot(Arc::new(Snapshot { revision: 1, flow, ..Snapshot::default() }));
        let mut page = RecordedPage::default();
        flow::draw_page(&app, &Theme::new(WindowTheme::Light), &mut page);
        page.texts
    };
    let (few, many) = (texts(9), texts(60));
    let is_left_out = |text: &String| text.starts_with("+ ");
    assert!(few.contains(&"s8".to_owned()) && !few.iter().any(is_left_out), "{few:?}");
    let listed = (0..60).filter(|number| many.contains(&format!("s{number}"))).count();
    assert!(listed > 9 && many.contains(&format!("+ {}", 60 - listed)), "{many:?}");
    for texts in [few, many] {
        assert!(!texts.iter().any(|text| text.contains('…') || text.starts_with("Open a line")), "{texts:?}");
    }
}
