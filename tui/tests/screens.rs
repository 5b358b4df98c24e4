//! Every screen at every relevant size, from the real engine on the real sandbox.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

#[path = "screens/cursor_key_bytes.rs"]
mod cursor_key_bytes;
#[path = "screens/deletion_conflict.rs"]
mod deletion_conflict;
#[path = "screens/groups.rs"]
mod groups;
#[path = "screens/idle_lock.rs"]
mod idle_lock;
#[path = "screens/import.rs"]
mod import;
#[path = "screens/message_order.rs"]
mod message_order;
#[path = "screens/messages.rs"]
mod messages;
#[path = "screens/past.rs"]
mod past;
#[path = "screens/rules.rs"]
mod rules;
#[path = "screens/settings.rs"]
mod settings;
#[path = "screens/sheets.rs"]
mod sheets;
#[path = "screens/small_terminals.rs"]
mod small_terminals;
#[path = "screens/stable_layout.rs"]
mod stable_layout;
#[path = "screens/storage_notices.rs"]
mod storage_notices;
mod support;
#[path = "screens/swimlanes.rs"]
mod swimlanes;
#[path = "screens/toasts.rs"]
mod toasts;
#[path = "screens/warnings.rs"]
mod warnings;
#[path = "screens/working_days.rs"]
mod working_days;

use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::text::Lang;
use encours_sandbox::Config;
use support::service::LiveFrontend;

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);
const TINY: (u16, u16) = (40, 12);
const SIZES: [(u16, u16); 3] = [SMALL, LARGE, TINY];

#[test]
fn pipeline() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press("lljj");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn pipeline_in_english_with_a_filter() {
    let mut service = LiveFrontend::new(Lang::En, SMALL);
    service.press("/status:ic ltv>0.6<enter>");
    insta::assert_snapshot!(service.pictures(&[SMALL, LARGE]));
}

#[test]
fn pipeline_with_an_invalid_or_unmatched_filter() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press("/ltv>abc");
    let wrong = service.pictures(&[SMALL]);
    service.press("<ctrl-u>nulle part<enter>");
    let nothing = service.pictures(&SIZES);
    insta::assert_snapshot!(wrong + &nothing);
}

#[test]
fn pipeline_with_a_pending_move_and_a_collapsed_column() {
    let mut service = LiveFrontend::new(Lang::Fr, LARGE);
    service.press("lzlL");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn deal() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.open("parc lyon");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn deal_in_english_with_a_pending_write() {
    let mut service = LiveFrontend::new(Lang::En, SMALL);
    service.open("parc lyon");
    service.press("e<ctrl-u>A. Martin<enter><tab><tab>");
    insta::assert_snapshot!(service.pictures(&[SMALL, LARGE]));
}

#[test]
fn portfolio() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press("3");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn portfolio_on_a_wide_terminal() {
    let mut service = LiveFrontend::new(Lang::Fr, WIDE);
    service.press("3");
    insta::assert_snapshot!(service.pictures(&[WIDE]));
}

#[test]
fn portfolio_in_english() {
    let mut service = LiveFrontend::new(Lang::En, SMALL);
    service.press("3<tab>");
    insta::assert_snapshot!(service.pictures(&[SMALL]));
}

#[test]
fn notifications() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press("4jj");
    service.list(ResourceKind::Alerts);
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn notifications_armed() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press("4X");
    service.list(ResourceKind::Alerts);
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn notifications_in_english_with_one_marked() {
    let mut service = LiveFrontend::new(Lang::En, SMALL);
    service.press("4x<tab>");
    service.list(ResourceKind::Alerts);
    insta::assert_snapshot!(service.pictures(&[SMALL]));
}

/// The keys that change three rows.
///
/// They add a note to the second row, mark a read one as unread, and select the first two.
const SHIFT: &str = "4jcRappeler mardi<enter>lUhgVj";

#[test]
fn notifications_with_note_local_unread_mark_and_selection() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press(SHIFT);
    service.list(ResourceKind::Alerts);
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn the_same_notifications_in_english() {
    let mut service = LiveFrontend::new(Lang::En, SMALL);
    service.press(SHIFT);
    service.list(ResourceKind::Alerts);
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn activity_with_a_pending_write() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press("L8");
    let address = service.sandbox.base_url().to_owned();
    let pictures = service.pictures(&SIZES);
    insta::assert_snapshot!(pictures.replace(&address, "http://127.0.0.1:00000/v1"));
}

#[test]
fn help() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press("?");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn palette() {
    let mut service = LiveFrontend::new(Lang::En, SMALL);
    service.press(":mo");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn menu_of_statuses() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press("m");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn form_of_a_new_deal() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press("nÎlot<tab>");
    insta::assert_snapshot!(service.pictures(&[SMALL, TINY]));
}

const WIDE: (u16, u16) = (200, 60);

#[test]
fn table() {
    let mut service = LiveFrontend::new(Lang::Fr, LARGE);
    service.press("vlllllsjj");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn table_in_english_with_a_filter_and_a_selection() {
    let mut service = LiveFrontend::new(Lang::En, WIDE);
    service.press("v/ltv>65%<enter>lllllsj j j ");
    insta::assert_snapshot!(service.pictures(&[LARGE, WIDE]));
}

#[test]
fn columns_of_the_table() {
    let mut service = LiveFrontend::new(Lang::Fr, LARGE);
    service.press("vCjj Gk ");
    insta::assert_snapshot!(service.pictures(&[SMALL, TINY]));
}

#[test]
fn pipeline_with_a_selection_partly_hidden_by_the_filter() {
    let mut service = LiveFrontend::new(Lang::Fr, LARGE);
    service.press(" jVjjVl / comm<enter>");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn filter_highlights_its_matches() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press("/parc<enter>");
    insta::assert_snapshot!(service.pictures(&[SMALL]));
    let theme = encours_tui::theme::Theme::new(
        encours_core::app::foundation::cx::overlay_types::ThemeChoice::System,
        support::plain(),
    );
    let (buffer, _) = service.frontend.draw();
    let matched = theme.matched().add_modifier;
    let letters: String = buffer
        .content
        .iter()
        .filter(|cell| cell.modifier.contains(matched))
        .map(ratatui::buffer::Cell::symbol)
        .collect();
    assert!(letters.contains("Parc"), "{letters:?}");
}

#[test]
fn bulk_change_before_and_after_confirmation() {
    let mut service = LiveFrontend::new(Lang::Fr, LARGE);
    service.press("/statut:ic<enter><ctrl-a><esc><ctrl-a>m");
    service.press("<down><enter>");
    let plan = service.pictures(&SIZES);
    service.press("<enter>");
    let run = service.pictures(&[SMALL]);
    insta::assert_snapshot!(plan + &run);
}

#[test]
fn saved_views() {
    let mut service = LiveFrontend::new(Lang::Fr, LARGE);
    service.press("/ltv>65%<enter>vlllllsWLTV haute<enter><esc>v/age>10j<enter>WImmobiles<enter>w");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn copy_picker_and_its_toast() {
    let mut service = LiveFrontend::new(Lang::En, SMALL);
    service.press("Y");
    let ways = service.pictures(&[SMALL]);
    service.press("jj<enter>");
    let request = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}";
    let pictures = ways + &service.pictures(&[SMALL]);
    insta::with_settings!({filters => vec![(request, "REQUEST-ID")]}, { insta::assert_snapshot!(pictures) });
}

#[test]
fn deal_with_a_local_note() {
    let mut service = LiveFrontend::new(Lang::Fr, LARGE);
    service.open("parc lyon");
    service.press("cRappeler mardi<enter>");
    insta::assert_snapshot!(service.pictures(&[LARGE]));
}

#[test]
fn agenda_by_day() {
    let mut service = LiveFrontend::new(Lang::Fr, LARGE);
    service.open("parc lyon");
    service.press("fdemain rappeler<enter>0");
    service.list(ResourceKind::Tasks);
    insta::assert_snapshot!(service.pictures(&[LARGE, SMALL]));
}

#[test]
fn a_command_with_its_argument() {
    let mut service = LiveFrontend::new(Lang::Fr, SMALL);
    service.press(" j :déplacer com");
    insta::assert_snapshot!(service.pictures(&[SMALL]));
}

#[test]
fn without_utf_8_the_table_is_ascii_alone() {
    let mut frontend = support::frontend(Lang::Fr, support::snapshot(), SMALL);
    support::press(&mut frontend, "v j ");
    let look = encours_tui::theme::TerminalCaps { utf8: false, ..support::plain() };
    let mut ascii = encours_tui::terminal::Frontend::new(frontend.app().clone(), look, SMALL);
    let picture = support::picture(&mut ascii);
    assert!(picture.is_ascii(), "{picture}");
    insta::assert_snapshot!(picture);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn no_size_and_no_keys_break_a_screen(
        keys in proptest::collection::vec((0..support::PRESSED.len(), 0_u16..160, 0_u16..60), 1..40),
    ) {
        let mut front = support::frontend(Lang::Fr, support::snapshot(), LARGE);
        for (key, columns, rows) in keys {
            support::press(&mut front, support::PRESSED[key]);
            front.event(crossterm::event::Event::Resize(columns, rows), support::now());
            let (buffer, cursor) = front.draw();
            proptest::prop_assert_eq!((buffer.area.width, buffer.area.height), (columns, rows));
            proptest::prop_assert!(cursor.is_none_or(|at| at.x < columns && at.y < rows));
        }
    }
}

#[test]
fn screen_before_the_first_sync() {
    let mut frontend = support::frontend(Lang::Fr, encours_core::model::snapshot::Snapshot::default(), SMALL);
    insta::assert_snapshot!(support::picture(&mut frontend));
}

#[test]
fn pipeline_without_any_deals() {
    let mut service = LiveFrontend::with(Lang::Fr, SMALL, Config { deals: 0, ..Config::default() });
    insta::assert_snapshot!(service.pictures(&[SMALL]));
}

#[test]
fn rejected_server_access_shows_the_reason() {
    let config = Config { scopes: Some(vec!["notifications:read".to_owned()]), ..Config::default() };
    let mut service = LiveFrontend::unread(Lang::Fr, SMALL, config);
    service.wait("a refusal", |s| {
        s.deals_error.is_some() && s.portfolio.error.is_some() && s.inbox.fetched_at.is_some()
    });
    let board = service.pictures(&[SMALL]);
    service.press("3");
    let pictures = board + &service.pictures(&[SMALL]);
    // Only request ids differ between runs.
    let request = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}";
    insta::with_settings!({filters => vec![(request, "REQUEST-ID")]}, { insta::assert_snapshot!(pictures) });
}

#[test]
fn too_small_terminal_shows_the_required_size() {
    let mut service = LiveFrontend::new(Lang::Fr, (20, 5));
    insta::assert_snapshot!(service.picture());
}
