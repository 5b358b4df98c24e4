//! Tests of everyday phrases typed into the palette, and their first result.

use crate::foundation::cx::overlay::{Overlay, PaletteItem};
use crate::foundation::cx::overlay_types::PaletteCommand;
use crate::foundation::input::commands::ActionId as A;
use crate::shell::action::Action;
use crate::text::Messages;

use crate::shell::testing::*;

/// Phrase, and the message key of its expected first result.
type Phrases = &'static [(&'static str, &'static str)];

const FRENCH: Phrases = &[
    ("supprimer un dossier", "action-delete-deal"),
    ("supprimer le deal", "action-delete-deal"),
    ("effacer l’affaire", "action-delete-deal"),
    ("jeter à la corbeille", "action-delete-deal"),
    ("un dossier à supprimer", "action-delete-deal"),
    ("delete a deal", "action-delete-deal"),
    ("nouveau deal", "action-new-deal"),
    ("nouveau dossier", "action-new-deal"),
    ("nouvelle affaire", "action-new-deal"),
    ("créer une opportunité", "action-new-deal"),
    ("ajouter un deal", "action-new-deal"),
    ("modifier le dossier", "action-edit-deal"),
    ("changer de responsable", "action-edit-deal"),
    ("changer le statut d’un deal", "action-move-to"),
    ("déplacer le dossier", "action-move-to"),
    ("haut contraste", "theme-high-contrast"),
    ("contraste élevé", "theme-high-contrast"),
    ("mode sombre", "theme-dark"),
    ("thème sombre", "theme-dark"),
    ("passer en mode nuit", "theme-dark"),
    ("noir et blanc", "theme-mono"),
    ("dark mode", "theme-dark"),
    ("imprimer", "action-export"),
    ("imprimer en PDF", "action-export"),
    ("exporter vers Excel", "action-export"),
    ("télécharger la liste", "action-export"),
    ("annuler la dernière action", "action-undo"),
    ("défaire", "action-undo"),
    ("langue anglais", "action-switch-language"),
    ("passer en anglais", "action-switch-language"),
    ("quitter l’application", "action-quit"),
    ("fermer le programme", "action-quit"),
    ("exit", "action-quit"),
    ("rafraîchir les données", "action-refresh"),
    ("rechercher un dossier", "action-filter"),
    ("ajouter une note", "action-local-note"),
    ("enregistrer le filtre", "action-save-view"),
    ("aller au portefeuille", "screen-portfolio"),
    ("voir les tâches", "screen-tasks"),
    ("ouvrir les notifications", "screen-notifications"),
    ("où sont les notifications", "screen-notifications"),
    ("suprimer le dossier", "action-delete-deal"),
    ("supprimer le dossier maintenant", "action-delete-deal"),
];

const ENGLISH: Phrases = &[
    ("delete a deal", "action-delete-deal"),
    ("remove the record", "action-delete-deal"),
    ("throw a deal away", "action-delete-deal"),
    ("erase", "action-delete-deal"),
    ("supprimer un dossier", "action-delete-deal"),
    ("new deal", "action-new-deal"),
    ("add a deal", "action-new-deal"),
    ("create a new opportunity", "action-new-deal"),
    ("edit the deal", "action-edit-deal"),
    ("change the owner", "action-edit-deal"),
    ("change the status", "action-move-to"),
    ("move a deal", "action-move-to"),
    ("high contrast", "theme-high-contrast"),
    ("dark mode", "theme-dark"),
    ("switch to the dark theme", "theme-dark"),
    ("light mode", "theme-light"),
    ("black and white", "theme-mono"),
    ("print pdf", "action-export"),
    ("print", "action-export"),
    ("export to Excel", "action-export"),
    ("download the list", "action-export"),
    ("undo the last change", "action-undo"),
    ("switch to French", "action-switch-language"),
    ("exit the app", "action-quit"),
    ("close the program", "action-quit"),
    ("refresh the data", "action-refresh"),
    ("write a note", "action-local-note"),
    ("show the portfolio", "screen-portfolio"),
    ("go to tasks", "screen-tasks"),
    ("keyboard shortcuts", "action-help"),
    ("delete the deal right now", "action-delete-deal"),
    ("mute notifications", "screen-notifications"),
    ("act for", "action-act-for-user"),
    ("acting as", "action-act-for-user"),
];

/// Returns the message key of the palette's first result.
fn first_result(app: &mut App, phrase: &str) -> Option<&'static str> {
    app.dispatch(Action::SetText(phrase.into()), test_now());
    let Overlay::Palette(palette) = app.cx.overlay() else { panic!("failed to find the open palette") };
    palette.items.first().and_then(|item| match item {
        PaletteItem::Action(id, _) => Some(id.spec().label_key),
        PaletteItem::Screen(screen) => Some(screen.label_key()),
        PaletteItem::Part(screen_part) => Some(screen_part.label_key),
        PaletteItem::Command(PaletteCommand::Theme(theme), _) => Some(theme.label_key()),
        PaletteItem::Command(..)
        | PaletteItem::Deal { .. }
        | PaletteItem::View(_)
        | PaletteItem::Record(..) => None,
    })
}

fn app_in(lang: Lang) -> App {
    let mut app = app();
    app.cx.options.export_formats = vec![crate::foundation::cx::overlay_types::ExportFormat::Csv];
    if app.cx.lang() != lang {
        run(&mut app, &[A::SwitchLanguage]);
    }
    run(&mut app, &[A::Palette]);
    app
}

#[test]
fn palette_answers_everyday_phrases_first() {
    let mut wrong = Vec::new();
    for (lang, phrases) in [(Lang::Fr, FRENCH), (Lang::En, ENGLISH)] {
        let mut app = app_in(lang);
        for (phrase, key) in phrases {
            let first = first_result(&mut app, phrase);
            if first != Some(*key) {
                wrong.push(format!("{phrase} ({}): {first:?}, not {key}", lang.code()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn window_finds_sign_out_by_any_common_phrase() {
    for (lang, phrases) in [
        (Lang::Fr, ["se déconnecter", "deconnexion", "log out"]),
        (Lang::En, ["log out", "sign out", "logout from the app"]),
    ] {
        let mut app = app_in(lang);
        app.cx.options.split_view = true;
        for phrase in phrases {
            assert_eq!(first_result(&mut app, phrase), Some("action-sign-out"), "{phrase}");
        }
    }
}

#[test]
fn nonsense_text_finds_nothing() {
    for lang in Lang::ALL {
        let mut app = app_in(lang);
        for nonsense in
            ["qzxv", "asdf qwer", "blorp le frotz", "zz", "xyzzy plugh", "lorem ipsum dolor", "lyon tour zzz"]
        {
            assert_eq!(first_result(&mut app, nonsense), None, "{nonsense}");
            let Overlay::Palette(palette) = app.cx.overlay() else {
                panic!("failed to find the open palette")
            };
            assert!(palette.items.is_empty(), "{nonsense}: {:?}", palette.items);
        }
    }
}

#[test]
fn palette_shows_partial_matches_only_without_full_ones() {
    let mut app = app_in(Lang::Fr);
    let mut builder = ColumnStoreBuilder::default();
    builder.push(&deal("a", "Vente Export, Lille", "ic", 12, None));
    builder.push(&deal("b", "Tour Horizon, Lyon", "ic", 12, None));
    app.on_snapshot(Arc::new(snapshot(2, builder.finish())));
    let mut found = |phrase: &str| {
        app.dispatch(Action::SetText(phrase.into()), test_now());
        let lines = crate::tools::palette::view::palette_lines(&app).into_iter();
        lines.map(|line| line.label.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(found("export lille"), ["Vente Export, Lille"], "no partial match is listed");
    // Small words must match deals that contain them, and are ignored otherwise.
    assert_eq!(found("tour de lyon"), ["Tour Horizon, Lyon"]);
    let partly = found("exporter lille");
    let label = |key| Messages::new(Lang::Fr).get(key).into_owned();
    assert_eq!(partly.first(), Some(&label("action-export")), "{partly:?}");
    assert!(!partly.contains(&"Vente Export, Lille".to_owned()), "{partly:?}");
}

#[test]
fn palette_commands_ignore_prepositions() {
    let mut app = app_in(Lang::Fr);
    let mut command = |phrase: &str| {
        app.dispatch(Action::SetText(phrase.into()), test_now());
        match app.cx.overlay() {
            Overlay::Palette(palette) => palette.items.first().cloned(),
            _ => panic!("failed to find the open palette"),
        }
    };
    for phrase in ["move ic", "move to ic", "déplacer vers ic", "déplacer vers le ic"] {
        let moved = command(phrase);
        let to = |item: &PaletteItem| matches!(item, PaletteItem::Command(PaletteCommand::Move(status), _) if status == "ic");
        assert!(moved.as_ref().is_some_and(to), "{phrase}: {moved:?}");
    }
    let sorted = command("trier par ltv");
    assert!(matches!(sorted, Some(PaletteItem::Command(PaletteCommand::Sort(_), _))), "{sorted:?}");
}

#[test]
fn the_help_is_looked_through_as_the_palette_is() {
    let mut app = app();
    run(&mut app, &[A::Help, A::Filter]);
    let mut lines = |phrase: &str| {
        app.dispatch(Action::SetText(phrase.into()), test_now());
        let groups = crate::tools::help::view::help::help_groups(&app).into_iter();
        let lines = groups.flat_map(|group| group.lines);
        lines.map(|line| line.label).collect::<Vec<_>>()
    };
    let delete = |lines: &[String]| lines.iter().any(|label| label.starts_with("Supprimer"));
    for phrase in ["supprimer un dossier", "jeter le deal", "jeter un dossier maintenant"] {
        let found = lines(phrase);
        assert!(delete(&found), "{phrase}: {found:?}");
    }
    assert!(lines("qzxv plugh").is_empty());
}
