//! Tests of the discovery steps and their stored results.

use super::*;
use crate::error::Error;

fn at(hours: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + hours * 3_600).unwrap()
}

fn description(paths: &[&str]) -> Description {
    let paths: Vec<String> = paths
        .iter()
        .map(|path| {
            format!("\"{path}\":{{\"get\":{{\"parameters\":[{{\"name\":\"page\",\"in\":\"query\"}}]}}}}")
        })
        .collect();
    let body = format!("{{\"openapi\":\"3.1.0\",\"paths\":{{{}}}}}", paths.join(","));
    Description::parse(body.as_bytes(), "/v1").unwrap()
}

fn answer(status: u16, family: Family, at: Timestamp) -> Answer {
    let path = family.list().spec().path;
    Answer::of_error(path, &Error::of_status(status, None), family.is_delegated(), at).unwrap()
}

#[test]
fn the_description_comes_first_then_one_probe_for_what_nobody_names() {
    let mut known = Knowledge::default();
    assert_eq!(known.next(Family::Tasks, at(0)), Step::Describe);
    known.learn_description(description(&["/notifications"]), at(0));
    assert_eq!(known.next(Family::Notifications, at(1)), Step::Read);
    assert_eq!(
        known.next(Family::Operations, at(1)),
        Step::Read,
        "the contract names it"
    );
    assert_eq!(known.next(Family::Tasks, at(1)), Step::Probe);
    assert_eq!(
        known.next(Family::Tasks, at(24)),
        Step::Describe,
        "a day later it is read again"
    );
    let mode = |family| known.standing(family).mode;
    assert_eq!(mode(Family::Notifications), Mode::Discovered);
    assert_eq!(mode(Family::Operations), Mode::Documented);
    assert_eq!(mode(Family::Tasks), Mode::Unknown);
    assert_eq!(known.standing(Family::Notifications).form, PageForm::Page);
}

#[test]
fn without_a_description_the_ladder_goes_on() {
    let mut known = Knowledge::default();
    known.learn_no_description(answer(404, Family::Tasks, at(0)));
    assert_eq!(known.next(Family::Tasks, at(100)), Step::Probe);
    assert_eq!(known.next(Family::Tasks, at(24 * 7)), Step::Describe);
}

#[test]
fn every_answer_leads_somewhere_and_expires() {
    let mut known = Knowledge::default();
    known.learn_description(description(&[]), at(0));
    for (status, step, mode) in [
        (404, Step::Watch, Mode::Watched),
        (403, Step::Refused, Mode::Forbidden),
        (422, Step::Refused, Mode::NeedsParameters),
    ] {
        known.learn(Family::Tasks, answer(status, Family::Tasks, at(0)));
        assert_eq!(known.next(Family::Tasks, at(1)), step, "{status}");
        assert_eq!(known.standing(Family::Tasks).mode, mode);
    }
    known.learn(Family::Tasks, answer(503, Family::Tasks, at(0)));
    assert!(matches!(known.next(Family::Tasks, at(0)), Step::Wait(_)));
    assert_eq!(known.next(Family::Tasks, at(1)), Step::Probe);
    known.learn(Family::Tasks, Answer::open("/tasks", 200, at(1)));
    assert_eq!(known.next(Family::Tasks, at(10_000)), Step::Read);
    assert_eq!(known.standing(Family::Tasks).mode, Mode::Probed);
}

#[test]
fn a_named_list_that_is_not_there_is_watched() {
    let mut known = Knowledge::default();
    known.learn(Family::SavedViews, answer(404, Family::SavedViews, at(0)));
    let standing = known.standing(Family::SavedViews);
    assert_eq!(standing.answer.unwrap().verdict, Verdict::Ambiguous);
    assert_eq!(standing.mode, Mode::Watched);
    known.learn(Family::Operations, answer(404, Family::Operations, at(0)));
    assert_eq!(known.standing(Family::Operations).mode, Mode::Watched);
}

#[test]
fn of_two_copies_the_later_answer_holds() {
    let mut known = Knowledge::default();
    let mut copy = known.clone();
    known.learn(Family::Alerts, answer(403, Family::Alerts, at(2)));
    copy.learn_description(description(&["/tasks"]), at(1));
    copy.learn(Family::Alerts, answer(404, Family::Alerts, at(1)));
    copy.learn(Family::Fonds, answer(404, Family::Fonds, at(1)));
    known.absorb(copy);
    let mode = |family| known.standing(family).mode;
    assert_eq!(mode(Family::Alerts), Mode::Forbidden);
    assert_eq!(mode(Family::Fonds), Mode::Watched);
    assert_eq!(mode(Family::Tasks), Mode::Discovered);
    assert_eq!(known.unkept.len(), 4);
}

#[test]
fn an_open_route_is_written_once_a_day() {
    let mut known = Knowledge::default();
    for hour in 0..48 {
        known.learn(Family::Alerts, Answer::open("/alerts", 200, at(hour)));
    }
    assert_eq!(known.unkept.len(), 2);
}
