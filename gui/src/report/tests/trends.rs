//! Tests that exported trends contain what the window shows.

use encours_core::app::screens::portfolio::portfolio::{Chart, LegendAction};
use encours_core::app::shell::action::Action;
use encours_core::model::history::series::Point;
use encours_core::text::Messages;

use super::*;

/// Returns the application of `detailed_app` with recorded numbers of funds and deals.
fn app_with_counts(lang: Lang) -> App {
    let mut app = detailed_app(lang);
    let point = |at: &str, value: &str| Point { at: at.parse().unwrap(), value: value.to_owned() };
    let steps =
        |from: &str, to: &str| vec![point("2026-11-20T08:00:00Z", from), point("2026-11-22T08:00:00Z", to)];
    let mut snapshot = encours_core::model::snapshot::Snapshot::clone(app.cx.snapshot());
    snapshot.revision += 1;
    snapshot.history = std::sync::Arc::new(encours_core::model::history::observed::ObservedHistory {
        series: std::sync::Arc::new(
            [
                ("portfolio:total_operations".to_owned(), steps("120", "128")),
                ("portfolio:total_fonds".to_owned(), steps("4", "6")),
                ("deals:sourcing".to_owned(), steps("31", "37")),
                ("deals:ic".to_owned(), steps("12", "14")),
                ("deals:lost".to_owned(), steps("40", "43")),
            ]
            .into(),
        ),
        ..Default::default()
    });
    app.on_snapshot(std::sync::Arc::new(snapshot));
    app
}

fn record_page(app: &App, draw: fn(&App, &Theme, &mut RecordedPage)) -> RecordedPage {
    let mut page = RecordedPage::default();
    draw(app, &Theme::new(WindowTheme::Light), &mut page);
    page
}

fn show_series(app: &mut App, series: usize) {
    let now = app.cx.now();
    app.dispatch(Action::ShowSeries(series), now);
}

#[test]
fn page_and_picture_draw_the_number_that_is_shown() {
    for lang in Lang::ALL {
        let mut app = app_with_counts(lang);
        let messages = Messages::new(lang);
        for (at, key) in ["portfolio-operations", "portfolio-funds"].into_iter().enumerate() {
            show_series(&mut app, at);
            let name = format!("{} ", messages.get(key));
            for draw in [page::draw_report, page::draw_charts] {
                let texts = record_page(&app, draw).texts.join("\n");
                let title = messages.get("trend-title");
                let (_, pane) = texts.split_once(&*title).unwrap();
                let pane = pane.trim_start();
                assert!(pane.starts_with(&name), "{lang:?} {key}: {pane}");
            }
        }
    }
}

#[test]
fn charts_picture_draws_status_trend_and_names_hidden_series() {
    for lang in Lang::ALL {
        let mut app = app_with_counts(lang);
        show_series(&mut app, 2);
        let names = ["sourcing", "ic", "lost"]
            .map(|code| encours_core::vocabulary::deal_status(lang, code).into_owned());
        let pane = |app: &App| {
            let texts = record_page(app, page::draw_charts).texts;
            let title = Messages::new(lang).get("trend-title");
            let at = texts.iter().position(|text| *text == title).unwrap();
            texts[at..].to_vec()
        };
        let all = pane(&app);
        for (name, count) in names.iter().zip(["37", "14", "43"]) {
            let at = all.iter().position(|text| text == name);
            let at = at.unwrap_or_else(|| panic!("{lang:?}: {name} in {all:?}"));
            assert_eq!(all[at + 1], count, "{lang:?}: {name}");
        }
        let toggle = Action::ChangeLegend {
            chart: Chart::Statuses,
            series: "lost".to_owned(),
            action: LegendAction::Toggle,
        };
        let now = app.cx.now();
        app.dispatch(toggle, now);
        let fewer = pane(&app);
        assert!(!fewer.contains(&names[2]), "{lang:?}: {fewer:?}");
        let args = [("names", names[2].as_str().into()), ("more", 0_usize.into())];
        let out = Messages::new(lang).with("series-left-out", &args);
        assert!(fewer.join(" ").contains(&out), "{lang:?}: {fewer:?}");
        // The page has no space for the status lines, so it shows the last number.
        let page = record_page(&app, page::draw_report).texts.join("\n");
        assert!(page.contains(&*Messages::new(lang).get("portfolio-funds")), "{page}");
    }
}

#[test]
fn the_lines_of_the_statuses_stay_in_their_pane() {
    for lang in Lang::ALL {
        let mut app = app_with_counts(lang);
        show_series(&mut app, 2);
        record_page(&app, page::draw_charts).assert_no_overlap(lang);
    }
}
