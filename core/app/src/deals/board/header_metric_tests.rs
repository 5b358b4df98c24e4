//! Metric of the column headers: choice by key, persistence, text.

use crate::deals::board::view::header::column_header;
use crate::deals::board::view::header_metric_text::metric_lines;
use crate::deals::pipeline::column_metric::ColumnMetric;
use crate::deals::pipeline::header_metric::HeaderMetric;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId as A;
use crate::model::effect::Effect;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::view::picker::picker_view;
use crate::text::plain_spaces;

use crate::shell::testing::*;

/// Returns the text in the header of a status.
fn head(app: &App, status: &str) -> Option<String> {
    let columns = app.pipeline.filtered().columns.iter();
    let at = columns.clone().position(|column| column.status == status);
    let full = column_header(app, at.unwrap()).unwrap().metric.full;
    full.map(|full| plain_spaces(&full).into_owned())
}

/// Opens the picker and chooses the line that begins with `begins`.
fn choose(app: &mut App, begins: &str) -> Vec<Effect> {
    run(app, &[A::ChooseMetric]);
    let view = picker_view(app).unwrap();
    let line = |line: &crate::foundation::presentation::picker_view::PickerLine| {
        plain_spaces(&line.label).starts_with(begins)
    };
    let at = view.lines.iter().position(line);
    let at = at.unwrap_or_else(|| panic!("{begins}: {:?}", view.lines));
    app.dispatch(Action::FocusOverlayLine(at), test_now());
    run(app, &[A::Open])
}

#[test]
fn narrow_column_header_keeps_the_metric_name() {
    use crate::deals::board::view::header_metric_text::metric_text;
    use crate::text::width;

    /// Width of a column when four fit in 120.
    const ROOM: usize = 28;
    let mut app = app();
    let metric = ColumnMetric { value: Some("52138400000".parse().unwrap()), covered: 12_345 };
    for (lang, name) in [(Lang::En, "Principal 52.1bn"), (Lang::Fr, "CRD 52,1 Md")] {
        app.cx.options.lang = lang;
        let message = metric_text(&app, metric, 18_234);
        let mut forms = message.full.iter().chain(&message.short);
        let form = forms.find(|form| width(form) <= ROOM).unwrap();
        let form = plain_spaces(form);
        assert!(form.starts_with(name), "{form}");
        let covers = form.ends_with('%') || form.ends_with("18 234");
        assert!(covers, "the coverage must be shown: {form}");
    }
}

#[test]
fn picker_sets_metric_and_aggregate_of_the_header() {
    let mut app = app();
    assert_eq!(head(&app, "sourcing"), None, "no principal was received");
    choose(&mut app, "Indicateur : LTV");
    assert!(matches!(app.cx.overlay(), Overlay::None));
    assert_eq!(head(&app, "sourcing").as_deref(), Some("Moy. LTV 66,5 % · 2 sur 2"));
    choose(&mut app, "Minimum");
    assert_eq!(head(&app, "sourcing").as_deref(), Some("Min. LTV 58,0 % · 2 sur 2"));
    assert_eq!(head(&app, "ic").as_deref(), Some("Min. LTV 76,4 % · 1 sur 2"));
    assert_eq!(head(&app, "lost"), None, "no ratio was received for the status");
    run(&mut app, &[A::SwitchLanguage]);
    assert_eq!(head(&app, "ic").as_deref(), Some("LTV min 76.4% · 1 of 2"));
    run(&mut app, &[A::SwitchLanguage]);
    // The picker starts at the current choice and offers only received keys.
    run(&mut app, &[A::ChooseMetric]);
    let chosen: Vec<String> = metric_lines(&app)
        .into_iter()
        .filter(|line| line.chosen)
        .map(|line| plain_spaces(&line.label).into_owned())
        .collect();
    assert_eq!(chosen.len(), 2);
    assert_eq!(chosen[0], "Minimum");
    assert!(chosen[1].starts_with("Indicateur : LTV"), "{chosen:?}");
    assert!(picker_view(&app).unwrap().lines[3].selected);
    assert_eq!(
        app.pipeline.metric_choices(&app.cx).len(),
        9,
        "seven aggregates, the principal and one ratio"
    );
    run(&mut app, &[A::Back]);
    choose(&mut app, "Aucun");
    assert_eq!(head(&app, "ic"), None);
}

#[test]
fn header_metric_is_stored_in_session_and_view() {
    let mut app = app();
    let text = saved_settings(&choose(&mut app, "Indicateur : LTV"), "session").remove(0).1.unwrap();
    assert!(text.contains("figure = \"ltv:mean\""), "{text}");
    let later =
        app_with(Snapshot { settings: Some(settings(&[("session", &text)])), ..snapshot(1, table()) });
    assert_eq!(head(&later, "ic"), head(&app, "ic"));
    run(&mut app, &[A::SaveView]);
    type_name(&mut app, "LTV");
    choose(&mut app, "Maximum");
    assert!(app.views.is_modified(&app.table, &app.pipeline));
    run(&mut app, &[A::PreviousView, A::NextView]);
    assert!(!app.views.is_modified(&app.table, &app.pipeline));
    assert_eq!(head(&app, "sourcing").as_deref(), Some("Moy. LTV 66,5 % · 2 sur 2"));
    // A metric unknown to this version, or typed by hand, falls back to the default.
    let later = app_with(Snapshot {
        settings: Some(settings(&[("session", "[board]\nfigure = \"ltv:mode\"\n")])),
        ..snapshot(1, table())
    });
    assert_eq!(later.pipeline.header_metric(), HeaderMetric::default());
}

#[test]
fn weighted_metric_names_custom_probabilities_and_coverage() {
    let mut app = app();
    app.cx.options.config_file = Some("/home/a/config.toml".into());
    choose(&mut app, "Pondéré");
    assert!(app.cx.picker().is_some(), "the picker stays open");
    let reason = app.cx.toasts().last().unwrap().content.disabled_reason();
    assert_eq!(reason, Some("reason-no-probability"));
    let note = |app: &App| {
        let lines = metric_lines(app);
        let line = lines.into_iter().find(|line| line.label.starts_with("Pondéré")).unwrap();
        (line.enabled, plain_spaces(&line.note).into_owned())
    };
    assert_eq!(
        note(&app),
        (false, "ajoutez des probabilités sous [pipeline.probability] dans /home/a/config.toml".into())
    );
    run(&mut app, &[A::Back]);
    app.cx.options.probabilities = [("ic".to_owned(), "12.5".parse().unwrap())].into();
    let mut deals = table();
    let mut row = deals.row(deals.find("a").unwrap()).unwrap().to_data();
    row.numbers.push((KpiKey::CrdTotal, "8000000".parse().unwrap()));
    deals.set_row(row, None);
    app.on_snapshot(Arc::new(snapshot(2, deals)));
    assert!(note(&app).0);
    choose(&mut app, "Pondéré par vos probabilités");
    assert_eq!(head(&app, "ic").as_deref(), Some("CRD pondéré 1,0 M · 1 sur 2"));
    assert_eq!(head(&app, "sourcing").as_deref(), Some("Sans probabilité"));
    let at = app.pipeline.filtered().columns.iter().position(|column| column.status == "ic").unwrap();
    let text = column_header(&app, at).unwrap().metric.note.unwrap();
    assert_eq!(plain_spaces(&text), "Pondéré par vos probabilités : 12,5 %");
}
