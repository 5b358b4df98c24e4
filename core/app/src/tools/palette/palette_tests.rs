//! Tests of the palette's search and its sections.

use crate::foundation::cx::overlay::{Overlay, PaletteGroup, PaletteItem};
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::input::commands::{ActionId, ActionId as A};
use crate::foundation::input::context::Group;
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::text::plain_spaces;
use crate::tools::palette::view::count_text;

fn groups(app: &App) -> Vec<PaletteGroup> {
    let Overlay::Palette(palette) = app.cx.overlay() else { panic!("failed to find the open palette") };
    let mut groups: Vec<PaletteGroup> = palette.items.iter().map(PaletteItem::group).collect();
    groups.dedup();
    groups
}

#[test]
fn tab_cycles_palette_sections_and_the_count_shows_totals() {
    let mut app = app();
    run(&mut app, &[A::Palette]);
    app.dispatch(Action::SetText("pa".into()), test_now());
    let all = groups(&app);
    assert!(all.contains(&PaletteGroup::Actions) && all.contains(&PaletteGroup::Deals), "{all:?}");
    let count = plain_spaces(&count_text(&app)).into_owned();
    let (found, total) = count.split_once(" sur ").unwrap();
    assert!(found.parse::<usize>().unwrap() < total.parse::<usize>().unwrap(), "{count}");
    let mut seen = Vec::new();
    for _ in 0..all.len() {
        run(&mut app, &[A::NextPane]);
        seen.extend(groups(&app));
    }
    assert_eq!(seen, all, "one section at a time");
    assert!(count_text(&app).contains(':'), "{}", count_text(&app));
    run(&mut app, &[A::NextPane]);
    assert_eq!(groups(&app), all);
    run(&mut app, &[A::PreviousPane]);
    assert_eq!(groups(&app).len(), 1);
}

#[test]
fn screens_and_actions_rank_before_deals_by_word_start() {
    let mut app = app();
    let mut builder = ColumnStoreBuilder::default();
    for row in [
        deal("a", "Portes de Flandre, Lille", "ic", 12, None),
        deal("b", "Vues sur Seine, Rouen", "ic", 10, None),
    ] {
        builder.push(&row);
    }
    app.on_snapshot(Arc::new(snapshot(2, builder.finish())));
    let labels = |app: &mut App, text: &str| -> Vec<String> {
        result_lines(app, text).into_iter().map(|(label, ..)| label).collect()
    };
    let port = labels(&mut app, "por");
    assert_eq!(port[0], "Portefeuille", "{port:?}");
    assert!(port.contains(&"Portes de Flandre, Lille".to_owned()), "{port:?}");
    // Also by a word inside an action's name.
    let view = labels(&mut app, "vue");
    let deal = view.iter().position(|label| label == "Vues sur Seine, Rouen").unwrap();
    assert!(view[..deal].iter().any(|label| label.ends_with("vue")), "{view:?}");
    // A text that starts no action's word finds the deal first.
    assert_eq!(labels(&mut app, "portes")[0], "Portes de Flandre, Lille");
    run(&mut app, &[A::Palette]);
    app.dispatch(Action::SetText("por".into()), test_now());
    let shown = groups(&app);
    let place = |group| shown.iter().position(|it| *it == group);
    assert!(place(PaletteGroup::Screens) < place(PaletteGroup::Deals), "{shown:?}");
    let mut narrowed = Vec::new();
    for _ in 0..shown.len() {
        run(&mut app, &[A::NextPane]);
        narrowed.extend(groups(&app));
    }
    assert_eq!(narrowed, shown, "Tab visits the sections in display order");
}

#[test]
fn fuzzy_deal_matches_rank_after_every_command() {
    let mut app = app();
    let mut builder = ColumnStoreBuilder::default();
    for row in [
        deal("a", "Maison Arquebuse, Lyon", "ic", 12, None),
        deal("b", "Tour Hémisphère, Massy", "ic", 10, None),
    ] {
        builder.push(&row);
    }
    app.on_snapshot(Arc::new(snapshot(2, builder.finish())));
    let mut labels = |text: &str| -> Vec<String> {
        result_lines(&mut app, text).into_iter().map(|(label, ..)| label).collect()
    };
    // A command of another screen contains it; the deal has its letters only at the start of two words.
    let marks = labels("marq");
    assert!(!marks.is_empty() && !marks.contains(&"Maison Arquebuse, Lyon".to_owned()), "{marks:?}");
    // Both match by spread letters only.
    let theme = labels("thm");
    assert!(theme.len() > 1, "{theme:?}");
    assert_eq!(theme.last().unwrap(), "Tour Hémisphère, Massy", "{theme:?}");
    assert_eq!(labels("maarqu"), ["Maison Arquebuse, Lyon"], "only if no other result matches");
}

/// Types a line into the palette and presses Enter `times` times. Returns the saved settings, and whether the palette
/// still asks.
fn saved_by_command(line: &str, times: usize) -> (Vec<(String, Option<String>)>, bool) {
    let mut app = app();
    run(&mut app, &[A::Palette]);
    app.dispatch(Action::SetText(line.into()), test_now());
    let effects = run(&mut app, &vec![A::Open; times]);
    (saved_settings(&effects, "me"), matches!(app.cx.overlay(), Overlay::Palette(_)))
}

#[test]
fn own_name_must_be_known_or_confirmed() {
    let name = |name: &str| vec![("me".to_owned(), Some(name.to_owned()))];
    for verb in ["i am", "je suis", "I am ", "Je suis"] {
        assert_eq!(saved_by_command(verb, 1), (Vec::new(), true), "{verb}");
        assert_eq!(saved_by_command(verb, 3), (Vec::new(), true), "{verb}: the name is missing");
    }
    assert_eq!(saved_by_command("i am martin", 1), (name("A. Martin"), false));
    assert_eq!(saved_by_command("je suis A. Marton", 1), (Vec::new(), true), "the name is unknown");
    assert_eq!(saved_by_command("je suis A. Marton", 2), (name("A. Marton"), false));
    // The verb alone asks for a name, so it is not disabled.
    let asked = crate::tools::palette::view::palette_lines(&{
        let mut app = app();
        run(&mut app, &[A::Palette]);
        app.dispatch(Action::SetText("je suis".into()), test_now());
        app
    });
    assert!(asked[0].enabled && asked[0].note.contains("un nom"), "{asked:?}");
    // The line explains why Enter did nothing and what the next one does.
    let mut app = app();
    let lines = result_lines(&mut app, "je suis A. Marton");
    assert!(lines[0].1.contains("A. Martin"), "{lines:?}");
    run(&mut app, &[A::Palette]);
    app.dispatch(Action::SetText("je suis A. Marton".into()), test_now());
    run(&mut app, &[A::Open]);
    let note = crate::tools::palette::view::palette_lines(&app)[0].note.clone();
    assert!(note.contains("à nouveau"), "{note}");
    app.dispatch(Action::SetText("je suis A. Marto".into()), test_now());
    assert_eq!(
        saved_settings(&run(&mut app, &[A::Open]), "me"),
        [],
        "another name needs its own confirmation"
    );
}

#[test]
fn help_lists_inbox_actions_in_the_notifications_group() {
    let mut app = app();
    run(&mut app, &[A::ScreenNotifications, A::Help]);
    let groups = crate::tools::help::view::help::help_groups(&app);
    let messages = crate::text::Messages::new(app.cx.lang());
    let title = messages.get(Group::Notifications.label_key());
    let lines = &groups.iter().find(|group| group.title == title).unwrap().lines;
    let label = messages.get(A::AddIds.spec().label_key);
    assert!(lines.iter().any(|line| line.label == label), "{lines:?}");
}

fn result_lines(app: &mut App, text: &str) -> Vec<(String, String, bool)> {
    run(app, &[A::Palette]);
    app.dispatch(Action::SetText(text.into()), test_now());
    let lines = crate::tools::palette::view::palette_lines(app);
    app.dispatch(Action::CloseOverlay, test_now());
    let lines = lines.into_iter();
    lines.map(|line| (line.label.to_string(), plain_spaces(&line.note).into_owned(), line.enabled)).collect()
}

#[test]
fn palette_finds_actions_of_other_screens_with_their_place() {
    let mut app = app();
    run(&mut app, &[A::ScreenPortfolio]);
    let owner = result_lines(&mut app, "responsable");
    let edit = owner.iter().find(|(label, ..)| label == "Modifier").unwrap();
    assert!(!edit.2 && edit.1.starts_with("sur : ") && edit.1.contains("Tableau"), "{edit:?}");
    // Two letters match too many words for that, so actions available here come first.
    assert!(result_lines(&mut app, "mo").iter().all(|(label, ..)| label != "Modifier"));
    run(&mut app, &[A::ScreenPipeline]);
    let owner = result_lines(&mut app, "responsable");
    assert!(owner.iter().any(|(label, _, may)| label == "Modifier" && *may));
}

#[test]
fn recreate_entry_is_disabled_with_a_reason_without_deletions() {
    let mut app = app();
    let lines = result_lines(&mut app, "recreer");
    assert!(matches!(lines.as_slice(), [(_, why, false)] if why == "aucune suppression n’a été envoyée"));
    assert!(result_lines(&mut app, "deconnecter").is_empty(), "the terminal does not offer it");
}

#[test]
fn palette_finds_display_options_by_their_label() {
    let chosen = |is_split_view: bool, line: &str| {
        let mut app = app();
        app.cx.options.split_view = is_split_view;
        app.dispatch(Action::SetSwimlanes(Swimlanes::Class), test_now());
        run(&mut app, &[A::Palette]);
        app.dispatch(Action::SetText(line.into()), test_now());
        run(&mut app, &[A::Open]);
        (app.pipeline.board_layout().swimlanes, matches!(app.cx.overlay(), Overlay::Palette(_)))
    };
    assert_eq!(chosen(true, "sans couloirs"), (Swimlanes::None, false));
    assert_eq!(chosen(true, "couloirs par resp"), (Swimlanes::Owner, false));
    assert_eq!(chosen(true, "lanes by asset class"), (Swimlanes::Class, false));
    assert_eq!(chosen(false, "sans couloirs"), (Swimlanes::None, false));
}

#[test]
fn enter_without_results_leaves_the_palette_open() {
    let mut app = app();
    run(&mut app, &[A::Palette]);
    app.dispatch(Action::SetText("qzxv".into()), test_now());
    assert!(groups(&app).is_empty());
    assert!(run(&mut app, &[A::Open]).is_empty());
    let Overlay::Palette(palette) = app.cx.overlay() else { panic!("the palette closed without a result") };
    assert_eq!(palette.query, "qzxv");
}

#[test]
fn deal_section_states_how_many_it_shows() {
    let mut builder = ColumnStoreBuilder::default();
    for n in 0..9 {
        builder.push(&deal(&format!("d{n}"), &format!("Tour Boréale {n}"), "ic", 40 - n, None));
    }
    let mut app = app_with(snapshot(1, builder.finish()));
    let headings = |app: &mut App, text: &str| -> Vec<String> {
        app.dispatch(Action::SetText(text.into()), test_now());
        let lines = crate::tools::palette::view::palette_lines(app);
        lines.into_iter().filter_map(|line| line.heading).collect()
    };
    run(&mut app, &[ActionId::Palette]);
    assert!(headings(&mut app, "boreale").contains(&"Deals, les 8 premiers".to_owned()));
    assert!(headings(&mut app, "boreale 3").contains(&"Deals".to_owned()));
    app.dispatch(Action::SetText("boreale".into()), test_now());
    let Overlay::Palette(palette) = app.cx.overlay() else { panic!("failed to find the open palette") };
    assert_eq!(palette.items.len(), 8, "the heading states the shown number");
}

#[test]
fn records_of_loaded_lists_are_found_and_opened() {
    use crate::model::resources::resource_kind::ResourceKind;
    use crate::records::lists::lists_tests::list;

    let mut app = app();
    run(&mut app, &[A::Palette]);
    let loads = |app: &mut App, text: &str| {
        let effects = app.dispatch(Action::SetText(text.into()), test_now()).effects;
        effects.contains(&crate::model::effect::Effect::LoadResources(ResourceKind::Tasks))
    };
    assert!(!loads(&mut app, "no") && loads(&mut app, "not") && !loads(&mut app, "notai"));
    run(&mut app, &[A::Back]);
    let mut loaded = snapshot(2, table());
    let task = r#"{"id":"t1","title":"Relancer le notaire"}"#;
    let operator = r#"{"id":"o1","nom":"Société Orphée"}"#;
    let resources = [(ResourceKind::Tasks, task), (ResourceKind::Operateurs, operator)];
    let resources = resources.map(|(kind, record)| (kind, list(kind, &[record], &[])));
    loaded.resources = Arc::new(resources.into());
    app.on_snapshot(Arc::new(loaded));
    for (text, kind, id) in
        [("orphee", ResourceKind::Operateurs, "o1"), ("notaire relancer", ResourceKind::Tasks, "t1")]
    {
        run(&mut app, &[A::Palette]);
        app.dispatch(Action::SetText(text.into()), test_now());
        let Overlay::Palette(palette) = app.cx.overlay() else { panic!("failed to find the open palette") };
        let is_found = |item: &PaletteItem| matches!(item, PaletteItem::Record(found, other, _) if (*found, &**other) == (kind, id));
        let at =
            palette.items.iter().position(is_found).unwrap_or_else(|| panic!("{text}: {:?}", palette.items));
        app.dispatch(Action::FocusOverlayLine(at), test_now());
        run(&mut app, &[A::Open]);
        assert!(matches!(app.cx.overlay(), Overlay::Picker(_)), "{:?}", app.cx.overlay());
        run(&mut app, &[A::Back]);
    }
}
