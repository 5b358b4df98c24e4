//! Every screen at every size worth showing, from the real engine on the real sandbox.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use encours_core::view::text::Lang;
use encours_sandbox::Config;
use support::service::Service;

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);
const TINY: (u16, u16) = (40, 12);
const SIZES: [(u16, u16); 3] = [SMALL, LARGE, TINY];

#[test]
fn pipeline() {
    let mut service = Service::new(Lang::Fr, SMALL);
    service.press("lljj");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn pipeline_in_english_with_a_filter() {
    let mut service = Service::new(Lang::En, SMALL);
    service.press("/status:ic ltv>0.6<enter>");
    insta::assert_snapshot!(service.pictures(&[SMALL, LARGE]));
}

#[test]
fn pipeline_with_a_filter_that_is_wrong_or_leaves_nothing() {
    let mut service = Service::new(Lang::Fr, SMALL);
    service.press("/ltv>abc");
    let wrong = service.pictures(&[SMALL]);
    service.press("<ctrl-u>nulle part<enter>");
    let nothing = service.pictures(&SIZES);
    insta::assert_snapshot!(wrong + &nothing);
}

#[test]
fn pipeline_with_a_move_that_waits_and_a_folded_column() {
    let mut service = Service::new(Lang::Fr, LARGE);
    service.press("lzlL");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn deal() {
    let mut service = Service::new(Lang::Fr, SMALL);
    service.open("parc lyon");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn deal_in_english_with_a_write_that_waits() {
    let mut service = Service::new(Lang::En, SMALL);
    service.open("parc lyon");
    service.press("e<ctrl-u>A. Martin<enter><tab><tab>");
    insta::assert_snapshot!(service.pictures(&[SMALL, LARGE]));
}

#[test]
fn portfolio() {
    let mut service = Service::new(Lang::Fr, SMALL);
    service.press("3");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn portfolio_in_english() {
    let mut service = Service::new(Lang::En, SMALL);
    service.press("3<tab>");
    insta::assert_snapshot!(service.pictures(&[SMALL]));
}

#[test]
fn notifications() {
    let mut service = Service::new(Lang::Fr, SMALL);
    service.press("4jj");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn notifications_armed() {
    let mut service = Service::new(Lang::Fr, SMALL);
    service.press("4X");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn notifications_in_english_with_one_marked() {
    let mut service = Service::new(Lang::En, SMALL);
    service.press("4x<tab>");
    insta::assert_snapshot!(service.pictures(&[SMALL]));
}

#[test]
fn activity_with_a_write_that_waits() {
    let mut service = Service::new(Lang::Fr, SMALL);
    service.press("L8");
    let address = service.sandbox.base_url().to_owned();
    let pictures = service.pictures(&SIZES);
    insta::assert_snapshot!(pictures.replace(&address, "http://127.0.0.1:00000/v1"));
}

#[test]
fn help() {
    let mut service = Service::new(Lang::Fr, SMALL);
    service.press("?");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn palette() {
    let mut service = Service::new(Lang::En, SMALL);
    service.press(":mo");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn menu_of_statuses() {
    let mut service = Service::new(Lang::Fr, SMALL);
    service.press("m");
    insta::assert_snapshot!(service.pictures(&SIZES));
}

#[test]
fn form_of_a_new_deal() {
    let mut service = Service::new(Lang::Fr, SMALL);
    service.press("nÎlot<tab>");
    insta::assert_snapshot!(service.pictures(&[SMALL, TINY]));
}

#[test]
fn before_anything_has_been_read() {
    let mut front = support::front(Lang::Fr, encours_core::engine::Snapshot::default(), SMALL);
    insta::assert_snapshot!(support::picture(&mut front));
}

#[test]
fn a_pipeline_that_holds_nothing() {
    let mut service = Service::with(
        Lang::Fr,
        SMALL,
        Config {
            deals: 0,
            ..Config::default()
        },
    );
    insta::assert_snapshot!(service.pictures(&[SMALL]));
}

#[test]
fn a_service_that_cannot_be_used_says_why() {
    let config = Config {
        scopes: Some(vec!["notifications:read".to_owned()]),
        ..Config::default()
    };
    let mut service = Service::unread(Lang::Fr, SMALL, config);
    service.wait("a refusal", |s| {
        s.deals_error.is_some() && s.portfolio.error.is_some() && s.inbox.read_at.is_some()
    });
    let board = service.pictures(&[SMALL]);
    service.press("3");
    let pictures = board + &service.pictures(&[SMALL]);
    // Request ids are the only thing that differs from run to run.
    let request = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}";
    insta::with_settings!({filters => vec![(request, "REQUEST-ID")]}, { insta::assert_snapshot!(pictures) });
}

#[test]
fn a_terminal_that_is_too_small_says_how_large_it_must_be() {
    let mut service = Service::new(Lang::Fr, (20, 5));
    insta::assert_snapshot!(service.picture());
}
