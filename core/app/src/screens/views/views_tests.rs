//! Tests of saved views and of the restored session.

use crate::foundation::cx::options::Options;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_traits::LOCAL;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Screen;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::testing::*;

#[test]
fn view_is_saved_opened_renamed_and_deleted() {
    let mut app = app();
    app.dispatch(Action::SetFilter("ltv>0.7".into()), test_now());
    run(&mut app, &[A::ToggleTable, A::SaveView]);
    let saved = type_name(&mut app, "  LTV   haute ");
    let (name, text) = saved_settings(&saved, "view/").remove(0);
    assert_eq!(name, "view/LTV haute");
    assert!(text.unwrap().contains("query = \"ltv>0.7\""));
    assert_eq!(app.views.count("LTV haute"), Some(2));
    assert!(!app.views.is_modified(&app.table, &app.pipeline));
    run(&mut app, &[A::Back]);
    assert!(!app.views.is_modified(&app.table, &app.pipeline), "a further Esc keeps the view's filter");
    run(&mut app, &[A::ClearFilter]);
    assert!(app.views.is_modified(&app.table, &app.pipeline), "the filter is cleared");
    run(&mut app, &[A::ToggleTable, A::NextView]);
    assert!(app.views.open().is_none() && !app.table.shows_table());
    run(&mut app, &[A::NextView]);
    assert!(app.table.shows_table() && app.pipeline.board().filter == "ltv>0.7");
    run(&mut app, &[A::Views, A::RenameView]);
    let renamed = saved_settings(&type_name(&mut app, "Haute"), "view/");
    assert_eq!(renamed[0], ("view/LTV haute".into(), None));
    assert_eq!(renamed[1].0, "view/Haute");
    run(&mut app, &[A::Views]);
    let default = saved_settings(&run(&mut app, &[A::DefaultView]), "view/");
    assert!(default[0].1.as_ref().unwrap().contains("default = true"));
    assert_eq!(saved_settings(&run(&mut app, &[A::DeleteView]), "view/"), [("view/Haute".into(), None)]);
    assert!(app.views.list.is_empty());
}

#[test]
fn view_list_focus_follows_saved_renamed_or_pinned_views() {
    let mut app = app();
    let save = |app: &mut App, name: &str| {
        run(app, &[A::SaveView]);
        type_name(app, name);
    };
    for name in ["Alpha", "Bravo", "Charlie"] {
        save(&mut app, name);
    }
    save(&mut app, "Bravo bis");
    run(&mut app, &[A::ScreenViews]);
    assert_eq!(app.server_views.focused_view(&app.views, &app.cx).as_deref(), Some("Bravo bis"));
    run(&mut app, &[A::RenameView]);
    type_name(&mut app, "Zulu");
    assert_eq!(app.server_views.focused_view(&app.views, &app.cx).as_deref(), Some("Zulu"));
    // An unpinned view is listed after the pinned ones.
    run(&mut app, &[A::FocusUp, A::PinView]);
    assert_eq!(app.server_views.focused_view(&app.views, &app.cx).as_deref(), Some("Charlie"));
    // Only the latest undoable change is reported, without earlier ones.
    let of_views = |app: &App| {
        let kinds = app.cx.toasts().iter().map(|toast| toast.content.clone());
        kinds.filter(|content| content.has_trait(LOCAL)).collect::<Vec<_>>()
    };
    assert_eq!(of_views(&app), [ToastContent::about("toast-view-unpinned", "Charlie")]);
    run(&mut app, &[A::ScreenPipeline, A::Views, A::FocusFirst, A::FocusDown, A::PinView]);
    assert_eq!(app.server_views.focused_view(&app.views, &app.cx).as_deref(), Some("Alpha"));
}

#[test]
fn pin_key_hint_matches_the_focused_view() {
    for (lang, pin, unpin) in [(Lang::En, "pin", "unpin"), (Lang::Fr, "épingler", "détacher")] {
        let mut app = app();
        app.cx.options.lang = lang;
        run(&mut app, &[A::SaveView]);
        type_name(&mut app, "Alpha");
        let hint = |app: &App| {
            let hints = crate::shell::view::footer_keys::hints(app).into_iter();
            let mut of = hints.filter(|hint| hint.action == A::PinView);
            of.next().map(|hint| hint.label)
        };
        // In the overlay of the views and on their screen.
        for there in [A::Views, A::ScreenViews] {
            run(&mut app, &[there]);
            app.focus_view("Alpha");
            assert_eq!(hint(&app).as_deref(), Some(unpin), "a new view is pinned");
            run(&mut app, &[A::PinView]);
            assert_eq!(hint(&app).as_deref(), Some(pin));
            run(&mut app, &[A::PinView, A::Back]);
        }
    }
}

#[test]
fn view_names_are_unique_and_one_view_is_default() {
    let mut app = app();
    let text = "[[view]]\nname = \"x\"\ndefault = true\n[[view]]\nname = \"y\"\ndefault = true\n";
    let effects = app.dispatch(Action::ImportViews(text.into()), test_now()).effects;
    assert_eq!(saved_settings(&effects, "view/").len(), 3);
    let defaults = app.views.list.iter().filter(|view| view.default).count();
    assert_eq!(defaults, 1);
    run(&mut app, &[A::Views, A::FocusDown, A::RenameView]);
    assert!(saved_settings(&type_name(&mut app, "y"), "view/").is_empty());
    assert!(matches!(app.cx.overlay(), Overlay::Form(form) if form.error == Some("form-view-taken")));
    let rejected =
        app.dispatch(Action::ImportViews("[[view]]\nname=\"z\"\nquery=\"ltv>a\"".into()), test_now()).effects;
    assert!(saved_settings(&rejected, "view/").is_empty());
    assert_eq!(app.cx.toasts().last().unwrap().content.key, "toast-view-refused");
}

#[test]
fn view_replacement_needs_confirmation_all_deals_is_reserved() {
    let mut app = app();
    let text = "[[view]]\nname = \"x\"\nquery = \"ltv>70%\"\n";
    app.dispatch(Action::ImportViews(text.into()), test_now());
    let error = |app: &App| match app.cx.overlay() {
        Overlay::Form(form) => form.error,
        _ => None,
    };
    run(&mut app, &[A::SaveView]);
    assert!(saved_settings(&type_name(&mut app, "x"), "view/").is_empty());
    assert_eq!(error(&app), Some("form-view-replaces"));
    // Another name needs its own confirmation.
    assert!(saved_settings(&type_name(&mut app, "tous les DEALS"), "view/").is_empty());
    assert_eq!(error(&app), Some("form-view-all"));
    assert!(saved_settings(&type_name(&mut app, "x"), "view/").is_empty());
    assert_eq!(error(&app), Some("form-view-replaces"));
    assert_eq!(saved_settings(&type_name(&mut app, "x"), "view/").len(), 1);
    // The open view is updated without a confirmation.
    run(&mut app, &[A::SaveView]);
    assert_eq!(saved_settings(&type_name(&mut app, "x"), "view/").len(), 1);
    assert_eq!(error(&app), None);
}

#[test]
fn first_start_collapses_inactive_statuses_later_starts_restore() {
    let mut first = app();
    assert!(
        first.pipeline.board().collapsed.contains("lost")
            && first.pipeline.board().collapsed.contains("on_hold")
    );
    first.table.toggle_collapsed(0, &mut first.pipeline, &mut first.cx);
    let effects = run(&mut first, &[A::ToggleTable, A::ScreenPortfolio]);
    let session = saved_settings(&effects, "session").pop().unwrap().1.unwrap();
    let restarted =
        app_with(Snapshot { settings: Some(settings(&[("session", &session)])), ..snapshot(1, table()) });
    assert!(restarted.pipeline.board().collapsed.contains("sourcing") && restarted.table.shows_table());
    assert_eq!(restarted.cx.screen(), Screen::Portfolio);
    let garbled = app_with(Snapshot {
        settings: Some(settings(&[("session", "screen = \"x\""), ("view/x", "[[view]")])),
        ..snapshot(1, table())
    });
    assert!(garbled.pipeline.board().collapsed.contains("lost") && garbled.views.list.is_empty());
}

#[test]
fn default_view_opens_at_start_and_its_count_updates() {
    let view = "[[view]]\nname = \"IC\"\nquery = \"statut:ic\"\ndefault = true\npinned = true";
    let mut app =
        app_with(Snapshot { settings: Some(settings(&[("view/IC", view)])), ..snapshot(1, table()) });
    assert_eq!((app.pipeline.filtered().shown, app.views.current.as_deref()), (2, Some("IC")));
    let mut moved_table = table();
    moved_table.set_row(deal("a", "Le Parc", "closing", 0, None), None);
    app.on_snapshot(Arc::new(Snapshot {
        settings: app.cx.snapshot().settings.clone(),
        ..snapshot(2, moved_table)
    }));
    assert_eq!(app.views.count("IC"), Some(1));
}

#[test]
fn default_view_opens_the_pipeline_whatever_the_last_screen() {
    let start = |default: bool| {
        let view = format!("[[view]]\nname = \"IC\"\nquery = \"statut:ic\"\ndefault = {default}");
        let session = "screen = 8\nlayout = \"table\"\nview = \"IC\"";
        app_with(Snapshot {
            settings: Some(settings(&[("view/IC", &view), ("session", session)])),
            ..snapshot(1, table())
        })
    };
    for (default, screen) in [(true, Screen::Pipeline), (false, Screen::Activity)] {
        let app = start(default);
        assert_eq!(
            (app.cx.screen(), app.views.current.as_deref(), app.pipeline.filtered().shown),
            (screen, Some("IC"), 2)
        );
    }
}

#[test]
fn demo_starts_with_views_and_never_restores_deleted_views() {
    for lang in Lang::ALL {
        let start = |settings: Arc<BTreeMap<String, String>>| {
            let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
            let mut options = Options::new(lang, keymap, TimeZone::UTC);
            options.demo = true;
            options.has_table = true;
            let mut app = App::new(options, test_now());
            let output =
                app.on_snapshot(Arc::new(Snapshot { settings: Some(settings), ..snapshot(1, table()) }));
            (app, output)
        };
        let (mut app, output) = start(Arc::default());
        let saved = saved_settings(&output.effects, "view/");
        assert_eq!(saved.len(), 4, "{saved:?}");
        let views = app.views.list.clone();
        let found: Vec<Option<usize>> = views.iter().map(|view| app.views.count(&view.name)).collect();
        assert!(found.iter().all(|count| count.is_some_and(|count| count > 0)), "{lang:?}: {found:?}");
        for view in &views {
            app.dispatch(Action::OpenView(view.name.clone()), test_now());
            assert_eq!(app.pipeline.board().filter, view.query);
            assert!(app.pipeline.board().filter_error.is_none(), "{}", view.query);
            assert!(!app.views.is_modified(&app.table, &app.pipeline), "{} as it was opened", view.name);
        }
        let settings: BTreeMap<String, String> =
            saved.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
        let (again, output) = start(Arc::new(settings));
        assert_eq!(again.views.list, views, "the views are restored unchanged");
        assert!(crate::shell::testing::saved_settings(&output.effects, "view/").is_empty());
        let (emptied, _) = start(crate::shell::testing::settings(&[("session", "")]));
        assert!(emptied.views.list.is_empty());
    }
}

#[test]
fn view_counts_updated_by_deltas_equal_a_recount() {
    const FILTERS: [&str; 6] = ["parc", "statut:ic", "age>9j", "-statut:ic e", "ltv:nc", ""];
    let view = |(name, filter): (usize, &&str)| format!("[[view]]\nname = \"{name}\"\nquery = '{filter}'\n");
    let views: Vec<String> = FILTERS.iter().enumerate().map(view).collect();
    let views = views.concat();
    let counts = |app: &App| {
        let names = (0..FILTERS.len()).map(|name| name.to_string());
        names.map(|name| app.views.count(&name).unwrap()).collect::<Vec<usize>>()
    };
    let mut followed = app();
    followed.dispatch(Action::ImportViews(views.clone()), test_now());
    let mut deals = table();
    let steps: [&dyn Fn(&mut DealTable); 6] = [
        &|deals| deals.set_row(deal("a", "Le Parc, Lyon", "closing", 0, None), None),
        &|deals| deals.set_row(deal("new", "Parc neuf", "ic", 0, Some("0.5")), None),
        &|deals| deals.remove("c"),
        &|deals| deals.set_row(deal("a", "Autre", "ic", 30, None), None),
        &|deals| deals.remove("new"),
        // Only the state of a write has changed.
        &|deals| deals.set_row(deal("a", "Autre", "ic", 30, None), Some(WriteState::Sending)),
    ];
    for (revision, step) in (2..).zip(steps) {
        step(&mut deals);
        followed.on_snapshot(Arc::new(snapshot(revision, deals.clone())));
        let mut anew = app_with(snapshot(1, deals.clone()));
        anew.dispatch(Action::ImportViews(views.clone()), test_now());
        assert_eq!(counts(&followed), counts(&anew), "after step {revision}");
    }
}

#[test]
fn demo_views_follow_the_language_unless_renamed() {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut options = Options::new(Lang::Fr, keymap, TimeZone::UTC);
    options.demo = true;
    let mut app = App::new(options, test_now());
    app.on_snapshot(Arc::new(snapshot(1, table())));
    let names = |app: &App| -> Vec<String> { app.views.list.iter().map(|view| view.name.clone()).collect() };
    assert!(names(&app).contains(&"En comité".to_owned()), "{:?}", names(&app));
    app.dispatch(Action::OpenView("En comité".into()), test_now());
    run(&mut app, &[A::Views, A::FocusLast, A::RenameView]);
    type_name(&mut app, "Mine");
    let text = saved_settings(&run(&mut app, &[A::SwitchLanguage]), "view/");
    let english = names(&app);
    assert!(english.contains(&"In committee".to_owned()), "{english:?}");
    assert!(english.contains(&"Mine".to_owned()), "{english:?}");
    assert!(!english.contains(&"En comité".to_owned()), "{english:?}");
    assert!(text.contains(&("view/En comité".to_owned(), None)), "{text:?}");
    assert_eq!(app.pipeline.board().filter, "status:ic", "the active filter is translated like the view's");
    assert!(!app.views.is_modified(&app.table, &app.pipeline));
    run(&mut app, &[A::SwitchLanguage]);
    assert!(names(&app).contains(&"En comité".to_owned()));
}

#[test]
fn view_stores_column_layout_without_counting_as_modified() {
    use crate::dataset::column::DealColumn;

    let mut app = app();
    run(&mut app, &[A::ToggleTable, A::SaveView]);
    type_name(&mut app, "Table");
    let size = |app: &mut App, width| {
        let column = DealColumn::Owner;
        app.dispatch(Action::ResizeColumn { column, width }, test_now())
    };
    let text = saved_settings(&size(&mut app, 31).effects, "view/");
    assert!(text[0].1.as_ref().unwrap().contains("31"), "{text:?}");
    let column = DealColumn::Age;
    let text =
        saved_settings(&app.dispatch(Action::MoveColumn { column, before: 1 }, test_now()).effects, "view/");
    assert_eq!(text.len(), 1, "the column's position is saved too");
    assert!(!app.views.is_modified(&app.table, &app.pipeline));
    run(&mut app, &[A::SaveView]);
    type_name(&mut app, "Other");
    size(&mut app, 12);
    app.dispatch(Action::OpenView("Table".into()), test_now());
    assert_eq!(app.table.column_width(DealColumn::Owner, &app.cx), 31);
    assert_eq!(app.table.columns[1], DealColumn::Age);
    // The set of columns belongs to the view, so hiding one needs an explicit save.
    app.dispatch(Action::HideColumn(DealColumn::Age), test_now());
    assert!(app.views.is_modified(&app.table, &app.pipeline));
}

#[test]
fn all_deals_layout_is_independent_of_views_and_restored() {
    use crate::dataset::column::DealColumn;

    let mut app = app();
    run(&mut app, &[A::ToggleTable]);
    let size =
        |app: &mut App, column, width| app.dispatch(Action::ResizeColumn { column, width }, test_now());
    size(&mut app, DealColumn::Owner, 31);
    app.dispatch(Action::MoveColumn { column: DealColumn::Age, before: 1 }, test_now());
    app.dispatch(Action::HideColumn(DealColumn::Class), test_now());
    let own = |app: &App| {
        let (widths, columns) = (&app.table.widths, &app.table.columns);
        (widths.clone(), columns.clone())
    };
    let all = own(&app);
    let view = "[[view]]\nname = \"x\"\nlayout = \"table\"\ncolumns = [\"name\", \"responsable\", \"classe_actif\"]\n";
    app.dispatch(Action::ImportViews(view.into()), test_now());
    app.dispatch(Action::OpenView("x".into()), test_now());
    let effects = size(&mut app, DealColumn::Owner, 12).effects;
    assert_ne!(own(&app), all);
    app.dispatch(Action::OpenView(String::new()), test_now());
    assert_eq!(own(&app), all, "changes in the view do not affect \"all deals\"");
    // The program ends while the view is open.
    let effects = [effects, app.dispatch(Action::OpenView("x".into()), test_now()).effects].concat();
    let session = saved_settings(&effects, "session").pop().unwrap().1.unwrap();
    let views = saved_settings(&effects, "view/").pop().unwrap().1.unwrap();
    let mut restarted = app_with(Snapshot {
        settings: Some(settings(&[("session", &session), ("view/x", &views)])),
        ..snapshot(1, table())
    });
    assert_eq!(restarted.views.current.as_deref(), Some("x"));
    assert_eq!(restarted.table.column_width(DealColumn::Owner, &restarted.cx), 12);
    run(&mut restarted, &[A::PreviousView]);
    assert_eq!(own(&restarted), all);
    // Deleting a view keeps its display; "all deals" is unchanged.
    app.dispatch(Action::OpenView("x".into()), test_now());
    run(&mut app, &[A::Views, A::DeleteView]);
    assert!(app.views.list.is_empty() && own(&app) != all);
    app.dispatch(Action::OpenView(String::new()), test_now());
    assert_eq!(own(&app), all);
}

#[test]
fn old_session_layout_becomes_the_layout_of_all_deals() {
    let session = "layout = \"table\"\ncolumns = [\"name\", \"ltv\"]\n[widths]\nltv = 20\n";
    let mut app = app_with(Snapshot {
        settings: Some(settings(&[("session", session), ("view/x", "[[view]]\nname = \"x\"\n")])),
        ..snapshot(1, table())
    });
    app.dispatch(Action::OpenView("x".into()), test_now());
    app.dispatch(Action::OpenView(String::new()), test_now());
    assert_eq!(app.table.columns.len(), 2);
    assert_eq!(app.table.widths.get("ltv"), Some(&20));
}
