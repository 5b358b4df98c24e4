use super::settings::{NAME_FIELD, SettingsRead, VALUE_FIELD};
use crate::changes::forms::view::form_view;
use crate::foundation::cx::output::{FrontEndRequest, Output};
use crate::foundation::cx::overlay::{Form, Overlay, PaletteItem};
use crate::foundation::cx::overlay_types::{PaletteCommand, ThemeChoice};
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::rule::RuleConfig;
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::testing::*;
use crate::shell::view::picker::picker_view;
use crate::text::Lang;
use crate::vocabulary::setting::{
    SETTING_SECTIONS, SettingDoc, SettingEdit, SettingOrigin, SettingValue, template,
};

/// Returns every setting as a file with these values has it.
fn values(own: &[(&str, &str)]) -> Vec<SettingValue> {
    let all = SETTING_SECTIONS.iter().flat_map(|(section, docs)| docs.iter().map(move |doc| (*section, doc)));
    let value = |(section, doc): (&'static str, &'static SettingDoc)| {
        let key: Vec<String> = template(section, doc).into_iter().map(str::to_owned).collect();
        let own = own.iter().find(|(name, _)| *name == key.join(".")).map(|(_, text)| (*text).to_owned());
        let origin = match (doc.name, &own) {
            ("lang", _) => SettingOrigin::Variable("ENCOURS_LANG"),
            (_, Some(_)) => SettingOrigin::File,
            _ => SettingOrigin::Default,
        };
        SettingValue { doc, key, value: own.clone(), own, origin }
    };
    all.map(value).collect()
}

fn read(app: &App, own: &[(&str, &str)]) -> SettingsRead {
    SettingsRead {
        values: values(own),
        options: Box::new(app.cx.options().clone()),
        rules: RuleConfig::default(),
    }
}

fn settings_app() -> App {
    let mut app = app();
    app.cx.options.lang = Lang::En;
    app.cx.options.config_file = Some("/c/config.toml".into());
    app
}

/// Opens the settings as a front end does.
fn open(app: &mut App, own: &[(&str, &str)]) {
    let output = app.dispatch(Action::Run(A::Settings), test_now());
    assert_eq!(output.requests, [FrontEndRequest::Settings(None)]);
    let read = read(app, own);
    app.on_settings(None, Ok(read));
}

fn focused(app: &App) -> (String, String) {
    let view = picker_view(app).unwrap();
    let (_, line) = view.focused().unwrap();
    (line.label.to_string(), line.note.to_string())
}

fn go_to(app: &mut App, name: &str) {
    let view = picker_view(app).unwrap();
    let line = view.lines.iter().position(|line| *line.label == *name).unwrap();
    app.dispatch(Action::FocusOverlayLine(line), test_now());
}

fn edit_of(output: &Output) -> SettingEdit {
    match output.requests.as_slice() {
        [FrontEndRequest::Settings(Some(edit))] => edit.clone(),
        other => panic!("{other:?}"),
    }
}

fn form(app: &App) -> &Form {
    let Overlay::Form(form) = app.cx.overlay() else { panic!("no form is open") };
    form
}

#[test]
fn settings_are_listed_with_value_default_and_origin() {
    let mut app = app();
    assert_eq!(app.enabled(A::Settings), Err(DisabledReason::NoConfig));
    app = settings_app();
    open(&mut app, &[("settings.theme", "dark")]);
    assert_eq!(focused(&app), ("Default profile".into(), "“default”, if there is one · default".into()));
    go_to(&mut app, "Theme");
    assert_eq!(focused(&app), ("Theme".into(), "dark · config.toml".into()));
    let view = picker_view(&app).unwrap();
    assert!(
        view.summary[1].contains("high-contrast") && view.summary[1].contains("Default: system"),
        "{view:?}"
    );
    go_to(&mut app, "Days of history");
    assert_eq!(focused(&app).1, "730 · default");
    assert!(picker_view(&app).unwrap().summary[1].contains("next start"));
}

#[test]
fn focus_skips_the_headings() {
    let mut app = settings_app();
    open(&mut app, &[]);
    let mut seen = vec![focused(&app).0];
    for _ in 0..80 {
        app.dispatch(Action::Run(A::FocusDown), test_now());
        seen.push(focused(&app).0);
    }
    assert_eq!(seen.last().map(String::as_str), Some("Repetition"));
    for _ in 0..80 {
        app.dispatch(Action::Run(A::FocusUp), test_now());
        seen.push(focused(&app).0);
    }
    assert_eq!(seen.last().map(String::as_str), Some("Default profile"));
    assert!(
        seen.iter().all(|label| !["General", "Pipeline", "Thresholds"].contains(&label.as_str())),
        "{seen:?}"
    );
}

#[test]
fn value_is_changed_in_the_form_applied_and_undone() {
    let mut app = settings_app();
    open(&mut app, &[]);
    go_to(&mut app, "Theme");
    app.dispatch(Action::Run(A::Open), test_now());
    assert_eq!(form(&app).value(VALUE_FIELD), "");
    app.dispatch(Action::SetField(0, "dark".into()), test_now());
    let edit = edit_of(&app.dispatch(Action::Run(A::Open), test_now()));
    assert_eq!((edit.key.join("."), edit.value.as_deref()), ("settings.theme".into(), Some("dark")));
    assert_eq!((edit.seen.as_deref(), edit.is_undo), (None, false));
    let mut written = read(&app, &[("settings.theme", "dark")]);
    written.options.theme = ThemeChoice::Dark;
    // A choice of the session stays, because another setting was changed.
    written.options.ascii = !app.cx.options().ascii;
    let ascii = app.cx.options().ascii;
    let output = app.on_settings(Some(&edit), Ok(written));
    assert!(output.effects.iter().any(|effect| matches!(effect, Effect::SetRules(_))));
    assert_eq!((app.cx.options().theme, app.cx.options().ascii), (ThemeChoice::Dark, ascii));
    assert_eq!(focused(&app), ("Theme".into(), "dark · config.toml".into()));
    app.dispatch(Action::Run(A::Back), test_now());
    let undo = edit_of(&app.dispatch(Action::Run(A::Undo), test_now()));
    assert_eq!((undo.value.as_deref(), undo.seen.as_deref(), undo.is_undo), (None, Some("dark"), true));
    let undone = read(&app, &[]);
    app.on_settings(Some(&undo), Ok(undone));
    assert_eq!(app.cx.overlay(), &Overlay::None);
    let redo = edit_of(&app.dispatch(Action::Run(A::Redo), test_now()));
    assert_eq!((redo.value.as_deref(), redo.seen.as_deref()), (Some("dark"), None));
}

#[test]
fn rejected_value_stays_in_its_field_with_the_reason() {
    let mut app = settings_app();
    open(&mut app, &[]);
    go_to(&mut app, "Days of history");
    app.dispatch(Action::Run(A::Open), test_now());
    app.dispatch(Action::SetText("long".into()), test_now());
    let edit = edit_of(&app.dispatch(Action::Run(A::Open), test_now()));
    app.on_settings(Some(&edit), Err("not a number".into()));
    let view = form_view(&app, form(&app));
    assert_eq!(view.lines[0].error.as_deref(), Some("not a number"));
    assert_eq!(view.lines[0].value.to_string(), "long");
    assert_eq!(picker_view(&app).unwrap().summary, ["not a number"]);
    app.dispatch(Action::Run(A::Back), test_now());
    assert_eq!(focused(&app).0, "Days of history");
}

#[test]
fn overridden_and_secret_settings_are_not_edited() {
    let mut app = settings_app();
    open(&mut app, &[]);
    for name in ["Language", "Proxy"] {
        go_to(&mut app, name);
        app.dispatch(Action::Run(A::Open), test_now());
        assert!(matches!(app.cx.overlay(), Overlay::Picker(_)), "{name}");
    }
}

#[test]
fn new_rule_gets_a_name_and_a_filter() {
    let mut app = settings_app();
    open(&mut app, &[]);
    go_to(&mut app, "Condition");
    app.dispatch(Action::Run(A::Open), test_now());
    assert_eq!(form(&app).fields.len(), 2);
    app.dispatch(Action::SetField(0, "High LTV".into()), test_now());
    app.dispatch(Action::SetField(1, "ltv>70%".into()), test_now());
    assert_eq!(form(&app).value(NAME_FIELD), "High LTV");
    let edit = edit_of(&app.dispatch(Action::Run(A::Open), test_now()));
    assert_eq!(edit.key, ["rules", "High LTV", "when"]);
}

#[test]
fn palette_finds_settings_by_title_and_kind() {
    let mut app = settings_app();
    app.cx.options.lang = Lang::Fr;
    app.dispatch(Action::Run(A::Palette), test_now());
    let mut found = |typed: &str| {
        app.dispatch(Action::SetText(typed.into()), test_now());
        let lines = crate::tools::palette::view::palette_lines(&app);
        lines.into_iter().map(|line| line.label.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(found("devise")[0], "Réglage\u{a0}: Devise");
    assert_eq!(found("theme")[1], "Réglage\u{a0}: Thème", "{:?}", found("theme"));
    for typed in ["réglage devise", "currency", "setting currency", "réglage"] {
        assert!(found(typed).contains(&"Réglage\u{a0}: Devise".to_owned()), "{typed}: {:?}", found(typed));
    }
}

#[test]
fn palette_finds_each_setting_by_its_name() {
    let mut app = settings_app();
    app.dispatch(Action::Run(A::Palette), test_now());
    for doc in SETTING_SECTIONS.iter().flat_map(|(_, docs)| docs.iter()) {
        app.dispatch(Action::SetText(doc.name.replace('_', " ")), test_now());
        let Overlay::Palette(palette) = app.cx.overlay() else { panic!("the palette is closed") };
        let found = palette.items.iter().any(|item| {
            matches!(item, PaletteItem::Command(PaletteCommand::Setting(found), _) if found.name == doc.name)
        });
        let is_of_a_name = matches!(
            doc.name,
            "base_url"
                | "key_id"
                | "as_user"
                | "delegated_header"
                | "credential_command"
                | "extra_roots"
                | "proxy"
                | "requires"
                | "reason"
                | "reason_required"
                | "when"
                | "severity"
                | "repeat"
        );
        assert_eq!(found, !is_of_a_name && doc.name.len() > 2, "{}", doc.name);
    }
}
