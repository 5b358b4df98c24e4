//! Small terminals still show all necessary information.

use std::sync::Arc;

use encours_core::contract::models::kpi::KpiKey;
use encours_core::contract::patch::Fields;
use encours_core::error::ErrorKind;
use encours_core::model::discovery::DiscoveryState;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteProblem, WriteState};
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::model::resources::resource_list::ResourceList;
use encours_core::model::snapshot::Snapshot;
use encours_core::model::watched::{Origin, Watched};
use encours_core::text::{Lang, plain_spaces};

use crate::support::{self, frontend, picture, press};

fn screen_text(lang: Lang, snapshot: Snapshot, size: (u16, u16), keys: &str) -> String {
    let mut frontend = frontend(lang, snapshot, size);
    press(&mut frontend, keys);
    plain_spaces(&picture(&mut frontend)).into_owned()
}

#[test]
fn unknown_watched_id_shows_reason_and_available_actions() {
    let reason = "no notification 12345678-1234-1234-1234-123456789abc is known to this entity";
    let watched = Watched {
        id: "12345678-1234-1234-1234-123456789abc".to_owned(),
        origin: Origin::Entered,
        added_at: support::now(),
        checked_at: Some(support::now()),
        status: Some(404),
        reason: Some(reason.to_owned()),
    };
    let list = ResourceList {
        status: DiscoveryState::default().list_status(ResourceKind::Notifications),
        records: Arc::default(),
        watched: Arc::new(vec![watched]),
        fetched_at: Some(support::now()),
        error: None,
        loading: false,
    };
    let snapshot = || Snapshot {
        resources: Arc::new([(ResourceKind::Notifications, list.clone())].into()),
        ..support::snapshot()
    };
    let text = screen_text(Lang::En, snapshot(), (80, 24), "4G");
    let (_, preview) = text.split_once("Preview").unwrap();
    let bare = preview.replace(['│', '\n', ' '], "");
    let output: String = reason.split(' ').collect();
    assert!(bare.contains(&output), "{text}");
    assert!(preview.contains("D stops watching · r retries"), "{text}");
    let text = screen_text(Lang::En, snapshot(), (120, 40), "4G");
    assert!(text.contains("D stops watching · r retries"), "{text}");
}

pub fn rejected() -> Snapshot {
    let fields = |value: &str| {
        let mut fields = Fields::new();
        fields.set_text("status", value);
        fields
    };
    let problem = WriteProblem {
        recovered: false,
        kind: ErrorKind::Forbidden,
        status: Some(403),
        title: "Forbidden".to_owned(),
        detail: "this key lacks the scope deals:write".to_owned(),
        scope: None,
        route_id: None,
        reason_code: None,
        request_id: Some("01a2052a-2134-712e-a178-ba41c35a689e".to_owned()),
    };
    let write = |id| PendingWrite {
        id: WriteId(id),
        kind: WriteKind::Update,
        record: "6f1c08d2-4b7e-4a55-9d10-000000000001".to_owned(),
        label: "Terrain des Ormes, Nantes".to_owned(),
        fields: fields("screening"),
        base: fields("sourcing"),
        state: WriteState::Rejected(Arc::new(problem.clone())),
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
        attempts: 1,
        created_at: support::now(),
        key: format!("key-{id}"),
    };
    Snapshot { writes: Arc::new(vec![write(1), write(2), write(3)].into()), ..support::snapshot() }
}

#[test]
fn rejected_write_shows_its_full_reason_at_80_columns() {
    for lang in Lang::ALL {
        let text = screen_text(lang, rejected(), (80, 24), "8");
        let full: Vec<&str> = text.lines().filter(|line| !line.contains('…')).collect();
        let output = full.join("\n");
        assert!(output.contains("Sourcing → "), "{text}");
        assert!(output.contains("this key lacks the scope deals:write"), "{text}");
        assert!(output.contains("01a2052a-2134-712e-a178-ba41c35a689e"), "{text}");
    }
}

#[test]
fn small_header_shows_user_and_demo_on_every_screen() {
    for screen in (1..=9).chain([0]) {
        let mut snapshot = support::snapshot();
        snapshot.user = "u-martin".into();
        let keymap = encours_core::app::foundation::input::keymap::Keymap::defaults(
            encours_core::app::foundation::input::keymap::FrontEnd::Terminal,
        )
        .unwrap();
        let mut options =
            encours_core::app::foundation::cx::options::Options::new(Lang::Fr, keymap, support::zone());
        options.demo = true;
        let mut app = encours_core::app::shell::app::App::new(options, support::now());
        app.on_snapshot(Arc::new(snapshot));
        let mut frontend = encours_tui::terminal::Frontend::new(app, support::plain(), (40, 12));
        press(&mut frontend, &screen.to_string());
        let text = picture(&mut frontend);
        let header = text.lines().next().unwrap();
        assert!(header.contains("u-martin") && header.contains("Démo"), "{screen}: {header}");
        if screen == 1 {
            assert!(header.contains("4·9"), "what is unread: {header}");
        }
    }
}

#[test]
fn small_terminal_shows_the_number_of_panes() {
    for (keys, env) in [("6", "Tab 1/4"), ("6<tab>", "Tab 2/4"), ("8", "Tab 1/4"), ("8<tab><tab>", "Tab 3/4")]
    {
        let text = screen_text(Lang::En, support::snapshot(), (40, 12), keys);
        assert!(text.contains(env), "{keys}\n{text}");
    }
}

/// Returns the row of tabs on each of the main screens.
fn tabs(lang: Lang, user: &str, size: (u16, u16)) -> Vec<String> {
    let of = |key: &str| {
        let snapshot = Snapshot { user: user.into(), ..support::snapshot() };
        let full = screen_text(lang, snapshot, size, key);
        full.lines().next().unwrap_or_default().to_owned()
    };
    ["1", "3", "4", "5", "6", "7", "8", "9", "0"].map(of).to_vec()
}

#[test]
fn tab_names_are_the_same_on_all_screens() {
    for lang in Lang::ALL {
        // With the longest user name not all tab names fit; then only the current tab may have one more.
        for (user, width, besides) in
            [("", 80, 0), ("u-martin", 80, 0), ("u-martin", 100, 0), ("u-delaunay-berthier", 80, 1)]
        {
            let rows = tabs(lang, user, (width, 24));
            let named = |row: &String| {
                let words = row.split_whitespace();
                // A tight row has no blank between number and name.
                words.filter(|word| word.contains(char::is_alphabetic)).count()
            };
            let counts: Vec<usize> = rows.iter().map(named).collect();
            assert!(
                counts.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= besides),
                "{width} {user}\n{}",
                rows.join("\n")
            );
        }
    }
}

#[test]
fn status_date_shows_its_year_at_every_size() {
    for lang in Lang::ALL {
        for size in [(80, 24), (60, 20), (40, 12)] {
            let full = screen_text(lang, support::snapshot(), size, "<enter>");
            let age = match lang {
                Lang::Fr => "Ancienneté",
                Lang::En => "In status",
            };
            let line = full.lines().find(|line| line.contains(age));
            let line = line.unwrap_or_else(|| panic!("{size:?}\n{full}"));
            assert!(line.contains("/2026") && !line.contains('…'), "{size:?} {line}");
        }
    }
}

#[test]
fn wide_terminal_shows_neighbouring_deals_beside_the_open_deal() {
    for (size, beside) in [((200, 60), true), ((120, 40), false)] {
        let mut frontend = frontend(Lang::En, support::snapshot(), size);
        press(&mut frontend, "<enter>");
        let before = plain_spaces(&picture(&mut frontend)).into_owned();
        press(&mut frontend, "J");
        let after = plain_spaces(&picture(&mut frontend)).into_owned();
        let header = after.lines().nth(2).unwrap_or_default().trim();
        let name = header.split("  ").next().unwrap_or_default();
        assert!(!name.is_empty() && !before.lines().nth(2).is_some_and(|head| head.contains(name)));
        assert_eq!(before.contains(name), beside, "{name} at {size:?}\n{before}");
    }
}

#[test]
fn a_question_bears_no_number_of_its_answers() {
    let full = screen_text(Lang::En, support::snapshot(), (80, 24), "4s");
    let title = full.lines().find(|line| line.contains("╭─ ▸ "));
    let title = title.unwrap_or_else(|| panic!("{full}"));
    assert!(!title.contains(|letter: char| letter.is_ascii_digit()), "{title}");
}

/// Returns a conflict over two fields, followed by a rejected write.
fn in_conflict() -> Snapshot {
    let fields = |status: &str, owner: &str| {
        let mut fields = Fields::new();
        fields.set_text("status", status);
        fields.set_text("responsable", owner);
        fields
    };
    let writes = rejected().writes;
    let mut writes: Vec<PendingWrite> = writes.iter().cloned().collect();
    writes[0].base = fields("ic", "C. Delaunay");
    writes[0].fields = fields("structuring", "A. Martin");
    writes[0].state = WriteState::Conflict { theirs: fields("due_diligence", "J. Roux") };
    Snapshot { writes: Arc::new(writes.into()), ..support::snapshot() }
}

#[test]
fn conflict_shows_its_three_values_at_every_size() {
    for (lang, base, service) in [
        (Lang::Fr, "Comité d’investissement", "serveur    Due diligence"),
        (Lang::En, "Investment committee", "server    Due diligence"),
    ] {
        for size in [(40, 12), (40, 24), (60, 15), (80, 24), (120, 40)] {
            let bare = |keys: &str| {
                let text = screen_text(lang, in_conflict(), size, keys);
                let rows = text.lines().map(|row| row.trim_matches(['│', '┃', ' ', '▌']).to_owned());
                let words: Vec<String> = rows.collect();
                (text.clone(), words.join(" ").split_whitespace().collect::<Vec<_>>().join(" "))
            };
            let (text, output) = bare("8");
            for value in [base, "Structuration", "Structuring", "Due diligence"] {
                let other = matches!((lang, value), (Lang::Fr, "Structuring") | (Lang::En, "Structuration"));
                assert!(other || output.contains(value), "{size:?} {value}\n{text}");
            }
            assert!(size.0 > 40 || text.contains(service), "{size:?}\n{text}");
            // The other field becomes visible when it is selected.
            let (text, output) = bare("8l");
            for value in ["C. Delaunay", "A. Martin", "J. Roux"] {
                assert!(output.contains(value), "{size:?} {value}\n{text}");
            }
        }
    }
}

#[test]
fn small_terminal_shows_why_a_write_was_rejected() {
    for lang in Lang::ALL {
        let text = screen_text(lang, rejected(), (40, 12), "8");
        let empty = text.lines().filter(|row| row.replace(['│', ' '], "").is_empty());
        assert_eq!(empty.count(), 0, "{text}");
        assert!(text.contains("403") || text.contains("deals:write"), "{text}");
    }
}

#[test]
fn help_without_a_match_points_to_the_palette() {
    for size in [(40, 12), (80, 24)] {
        let text = screen_text(Lang::En, support::snapshot(), size, "?/zebra");
        let bare: String = text.replace(['│', '\n'], " ");
        let words: Vec<&str> = bare.split_whitespace().collect();
        let output = words.join(" ");
        assert!(output.contains("No match here. The palette (:) searches everywhere."), "{text}");
    }
}

#[test]
fn hidden_panes_are_named_with_their_key() {
    for (keys, behind) in [
        ("8", "Tab Change journal · Permissions"),
        ("8<tab><tab>", "Tab Requests · Permissions"),
        ("8<tab><tab><tab>", "Tab Requests · Change journal"),
    ] {
        let text = screen_text(Lang::En, support::snapshot(), (80, 24), keys);
        assert!(text.contains(behind), "{keys}: {text}");
    }
}

#[test]
fn deletion_is_called_permanent_at_every_size() {
    for (lang, output) in [(Lang::Fr, "puis définitif."), (Lang::En, "then it’s permanent.")] {
        for size in [(40, 12), (80, 24)] {
            let text = screen_text(lang, support::snapshot(), size, "<enter>d");
            let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "│").collect();
            assert!(words.join(" ").contains(output), "{text}");
        }
    }
}

#[test]
fn armed_mark_key_shows_its_count_at_every_size() {
    for (lang, size, output) in [
        (Lang::Fr, (40, 12), "Encore X : 9 lues"),
        (Lang::En, (40, 12), "X again: mark 9"),
        (Lang::En, (80, 24), "X again: mark 9 as read"),
    ] {
        let text = screen_text(lang, support::snapshot(), size, "4X");
        let out = if lang == Lang::Fr { "Échap annuler" } else { "Esc to cancel" };
        assert!(text.contains(output) && text.contains(out), "{text}");
    }
}

#[test]
fn narrow_cards_show_metrics_alike_for_every_owner() {
    let text = screen_text(Lang::Fr, support::snapshot(), (80, 24), "");
    let rows: Vec<&str> =
        text.lines().filter(|row| row.contains("Delaunay") || row.contains("aucun")).collect();
    assert!(rows.iter().any(|row| row.contains("aucun ")), "{text}");
    for row in rows {
        let shapes = row.matches(['●', '◆', '▲', '○']).count();
        assert_eq!(row.matches(" LTV ").count(), shapes, "{text}");
    }
    let wide = screen_text(Lang::Fr, support::snapshot(), (160, 36), "");
    assert!(wide.contains("sans responsable"), "{wide}");
}

#[test]
fn matches_in_collapsed_columns_name_the_expand_key() {
    for size in [(40, 12), (80, 24), (200, 60)] {
        let text = screen_text(Lang::En, support::snapshot(), size, "/status:lost<enter>z");
        assert!(text.contains("All are collapsed"), "{text}");
        assert!(text.contains("Lost") && text.contains("z expands."), "{text}");
        let text = screen_text(Lang::En, support::snapshot(), size, "/status:lost<enter>zz");
        assert!(!text.contains("All are collapsed"), "{text}");
        assert!(text.contains("LTV"), "its cards: {text}");
    }
}

#[test]
fn out_of_range_symbol_is_explained_where_visible() {
    let slipped = || {
        let known = support::snapshot();
        let mut deals = known.deals.as_ref().clone();
        let mut row = deals.row(0).unwrap().to_data();
        row.numbers = vec![(KpiKey::Ltv, "69.97".parse().unwrap())];
        deals.set_row(row, None);
        Snapshot { deals: Arc::new(deals), ..known }
    };
    for (lang, meant) in [(Lang::Fr, "! hors plage"), (Lang::En, "! out of range")] {
        for size in [(80, 24), (40, 12)] {
            let text = screen_text(lang, slipped(), size, "vlllllsj");
            assert!(text.contains(meant), "{text}");
        }
        let text = screen_text(lang, support::snapshot(), (80, 24), "vlllllsj");
        assert!(!text.contains(meant), "none is seen: {text}");
    }
}
