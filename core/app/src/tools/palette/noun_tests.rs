//! Tests that the palette finds the contract's and the users' terms. They work from every screen, in both languages,
//! with or without accents.

use crate::foundation::cx::overlay::{Overlay, PaletteItem};
use crate::foundation::cx::overlay_types::PaletteCommand;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::screens::explorer::explorer::RECORDS;
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::text::{Messages, fold};
use crate::tools::palette::targets::all_parts;

/// Term or its beginning, and the message key of the expected result.
type Nouns = &'static [(&'static str, &'static str)];

const FRENCH: Nouns = &[
    // Resources of the contract.
    ("entité", "entity-title"),
    ("siren", "entity-title"),
    ("seuil de risque", "entity-title"),
    ("reporting", "entity-title"),
    ("portefeuille", "screen-portfolio"),
    ("synthèse", "screen-portfolio"),
    ("nominal", "screen-portfolio"),
    ("deals", "screen-pipeline"),
    ("pipeline", "screen-pipeline"),
    ("kanban", "screen-pipeline"),
    ("notes", "deal-notes"),
    ("vues enregistrées", "family-saved-views"),
    ("tableaux de bord", "family-custom-dashboards"),
    ("dashboard", "family-custom-dashboards"),
    ("tâches", "screen-tasks"),
    ("définitions de champs", "family-field-definitions"),
    ("dictionnaire", "family-field-definitions"),
    ("alertes", "family-alerts"),
    ("préf", "preferences-title"),
    ("pref", "preferences-title"),
    ("préférences d'alerte", "preferences-title"),
    ("sévérité", "preferences-title"),
    ("notifications", "screen-notifications"),
    ("kpi", "deal-pane-kpi"),
    ("ltv", "deal-pane-kpi"),
    ("dscr", "deal-pane-kpi"),
    ("noi", "deal-pane-kpi"),
    ("capital restant dû", "deal-pane-kpi"),
    ("valeur vénale", "deal-pane-kpi"),
    ("score de risque", "deal-pane-kpi"),
    ("opérations", "family-operations"),
    ("fonds", "family-fonds"),
    ("spv", "family-spvs"),
    ("opérateurs", "family-operateurs"),
    ("enrichissement", "family-operateurs"),
    ("remboursement", "area-refunds"),
    ("rcci", "area-rcci"),
    ("extraction", "area-ai-extraction"),
    ("recommandations", "area-workflows"),
    ("workflow", "area-workflows"),
    ("taxonomies", "family-taxonomies"),
    ("imports", "area-imports"),
    ("identifiants externes", "area-external-identifiers"),
    ("données personnelles", "area-personal-data"),
    ("rgpd", "area-personal-data"),
    ("postman", "area-description"),
    // Authentication, rights, limits.
    ("scopes", "activity-rights"),
    ("droits", "activity-rights"),
    ("capacités", "activity-rights"),
    ("jeton", "screen-activity"),
    ("utilis", "action-act-for-user"),
    ("délégué", "action-act-for-user"),
    ("idempotency", "activity-journal"),
    ("x-request-id", "activity-requests"),
    ("limite de débit", "screen-activity"),
    // Daily work.
    ("outbox", "activity-outbox"),
    ("file d'envoi", "activity-outbox"),
    ("conflits", "activity-outbox"),
    ("hors ligne", "activity-outbox"),
    ("journal", "activity-journal"),
    ("requêtes", "activity-requests"),
    ("statut", "action-move-to"),
    ("responsable", "action-edit-deal"),
    ("réattribuer", "action-edit-deal"),
    ("créer", "action-new-deal"),
    ("rechercher", "action-filter"),
    ("filtre", "action-filter"),
    ("tableau", "action-toggle-table"),
    ("trier", "action-turn-order"),
    ("annuler", "action-undo"),
    ("rétablir", "action-redo"),
    ("nouveautés", "action-show-since"),
    ("historique", "deal-history"),
    ("ancienneté", "deal-history"),
    ("seuils", "deal-pane-kpi"),
    ("vérifications", "deal-pane-kpi"),
    ("simulation", "deal-pane-kpi"),
    ("concentration", "breakdown-by-class"),
    ("répartition", "breakdown-by-status"),
    ("tendance", "trend-title"),
    ("évolution", "trend-title"),
    ("commentaire", "action-local-note"),
    ("en masse", "action-show-bulk"),
    ("excel", "action-export"),
    ("pdf", "action-export"),
    ("rapport", "action-export"),
    ("presse-papiers", "action-copy"),
    ("relève", "action-copy-as"),
    ("report", "inbox-tab-snoozed"),
    ("étoiles", "inbox-tab-starred"),
    ("non lues", "inbox-tab-unread"),
    ("rafales", "frequency-title"),
    ("identifiants suivis", "screen-notifications"),
    ("synchroniser", "action-refresh"),
    ("raccourcis", "action-help"),
    ("langue", "action-switch-language"),
    ("english", "action-switch-language"),
    ("thème", "action-switch-theme"),
    ("contraste", "theme-high-contrast"),
    ("clair", "theme-light"),
    ("sombre", "theme-dark"),
    ("ascii", "command-ascii-on"),
    ("souris", "command-mouse-off"),
    ("mouse", "command-mouse-off"),
    ("pointeur", "command-mouse-off"),
    ("français", "action-switch-language"),
    ("anglais", "action-switch-language"),
    ("quitter", "action-quit"),
];

const ENGLISH: Nouns = &[
    ("entity", "entity-title"),
    ("risk threshold", "entity-title"),
    ("portfolio", "screen-portfolio"),
    ("summary", "screen-portfolio"),
    ("deals", "screen-pipeline"),
    ("board", "screen-pipeline"),
    ("notes", "deal-notes"),
    ("saved views", "family-saved-views"),
    ("custom dashboards", "family-custom-dashboards"),
    ("tasks", "screen-tasks"),
    ("field definitions", "family-field-definitions"),
    ("alerts", "family-alerts"),
    ("alert pref", "preferences-title"),
    ("pref", "preferences-title"),
    ("severity", "preferences-title"),
    ("notifications", "screen-notifications"),
    ("inbox", "screen-notifications"),
    ("kpi", "deal-pane-kpi"),
    ("ltv", "deal-pane-kpi"),
    ("debt yield", "deal-pane-kpi"),
    ("market value", "deal-pane-kpi"),
    ("operations", "family-operations"),
    ("funds", "family-fonds"),
    ("spvs", "family-spvs"),
    ("operators", "family-operateurs"),
    ("siren", "family-operateurs"),
    ("refunds", "area-refunds"),
    ("rcci", "area-rcci"),
    ("ai extraction", "area-ai-extraction"),
    ("recommendations", "area-workflows"),
    ("taxonomies", "family-taxonomies"),
    ("imports", "area-imports"),
    ("external identifiers", "area-external-identifiers"),
    ("personal data", "area-personal-data"),
    ("gdpr", "area-personal-data"),
    ("postman", "area-description"),
    ("scopes", "activity-rights"),
    ("allowlist", "activity-rights"),
    ("capabilities", "activity-rights"),
    ("token", "screen-activity"),
    ("delegated user", "action-act-for-user"),
    ("switch user", "action-act-for-user"),
    ("rate limit", "screen-activity"),
    ("outbox", "activity-outbox"),
    ("conflicts", "activity-outbox"),
    ("queue", "activity-outbox"),
    ("journal", "activity-journal"),
    ("request log", "activity-requests"),
    ("status", "action-move-to"),
    ("owner", "action-edit-deal"),
    ("reassign", "action-edit-deal"),
    ("create", "action-new-deal"),
    ("search", "action-filter"),
    ("sort", "action-turn-order"),
    ("undo", "action-undo"),
    ("diff", "action-show-since"),
    ("history", "deal-history"),
    ("stage age", "deal-history"),
    ("time in status", "deal-history"),
    ("thresholds", "deal-pane-kpi"),
    ("cross-checks", "deal-pane-kpi"),
    ("what if", "deal-pane-kpi"),
    ("hhi", "breakdown-by-class"),
    ("trend", "trend-title"),
    ("comment", "action-local-note"),
    ("bulk", "action-show-bulk"),
    ("spreadsheet", "action-export"),
    ("clipboard", "action-copy"),
    ("handover", "action-copy-as"),
    ("snoozed", "inbox-tab-snoozed"),
    ("starred", "inbox-tab-starred"),
    ("unread", "inbox-tab-unread"),
    ("bursts", "frequency-title"),
    ("sync", "action-refresh"),
    ("shortcuts", "action-help"),
    ("language", "action-switch-language"),
    ("english", "action-switch-language"),
    ("french", "action-switch-language"),
    ("anglais", "action-switch-language"),
    ("mouse", "command-mouse-off"),
    ("contrast", "theme-high-contrast"),
    ("light", "theme-light"),
    ("dark", "theme-dark"),
    ("quit", "action-quit"),
];

/// Returns the message keys of the palette's results.
fn result_keys(app: &App) -> Vec<&'static str> {
    let Overlay::Palette(palette) = app.cx.overlay() else { panic!("failed to find the open palette") };
    let keys = palette.items.iter().filter_map(|item| match item {
        PaletteItem::Action(id, _) => Some(id.spec().label_key),
        PaletteItem::Screen(screen) => Some(screen.label_key()),
        PaletteItem::Part(screen_part) => Some(screen_part.label_key),
        PaletteItem::Command(PaletteCommand::Theme(theme), _) => Some(theme.label_key()),
        PaletteItem::Command(PaletteCommand::Ascii(true), _) => Some("command-ascii-on"),
        PaletteItem::Command(PaletteCommand::Mouse(false), _) => Some("command-mouse-off"),
        PaletteItem::Command(..)
        | PaletteItem::Deal { .. }
        | PaletteItem::View(_)
        | PaletteItem::Record(..) => None,
    });
    keys.collect()
}

#[test]
fn palette_finds_every_domain_noun() {
    let mut lost = Vec::new();
    for (lang, nouns) in [(Lang::Fr, FRENCH), (Lang::En, ENGLISH)] {
        let mut app = app();
        if app.cx.lang() != lang {
            run(&mut app, &[A::SwitchLanguage]);
        }
        run(&mut app, &[A::Palette]);
        for (noun, key) in nouns {
            for typed in [(*noun).to_owned(), fold(noun), noun.to_uppercase()] {
                app.dispatch(Action::SetText(typed.clone()), test_now());
                let found = result_keys(&app);
                if !found.contains(key) {
                    lost.push(format!("{typed} ({}): {key} not in {found:?}", lang.code()));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn each_part_is_found_by_name_and_opened() {
    for lang in Lang::ALL {
        for part in all_parts() {
            let mut app = app();
            if app.cx.lang() != lang {
                run(&mut app, &[A::SwitchLanguage]);
            }
            run(&mut app, &[A::Palette]);
            let name = Messages::new(lang).get(part.label_key).into_owned();
            app.dispatch(Action::SetText(name.clone()), test_now());
            let Overlay::Palette(palette) = app.cx.overlay() else {
                panic!("failed to find the open palette")
            };
            let expected = |item: &PaletteItem| *item == PaletteItem::Part(part);
            let at = palette.items.iter().position(expected);
            app.dispatch(Action::FocusOverlayLine(at.expect(&name)), test_now());
            run(&mut app, &[A::Open]);
            assert_eq!(app.cx.screen(), part.screen(), "{name}");
        }
    }
}

#[test]
fn explorer_list_loads_only_when_opened() {
    let mut app = app();
    run(&mut app, &[A::Palette]);
    app.dispatch(Action::SetText("remboursements".into()), test_now());
    let effects = app.dispatch(Action::Run(A::Open), test_now()).effects;
    let read: Vec<&Effect> = effects.iter().filter(|effect| matches!(effect, Effect::LoadRoute(_))).collect();
    assert!(matches!(read[..], [Effect::LoadRoute(asked)] if asked.path == "/refunds"), "{effects:?}");
    assert_eq!((app.cx.screen(), app.cx.pane()), (Screen::Explorer, RECORDS));
}
