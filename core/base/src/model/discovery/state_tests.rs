//! Tests of the discovery steps and their stored results.

use super::*;
use crate::error::Error;

fn at(hours: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + hours * 3_600).unwrap()
}

fn description(paths: &[&str]) -> ApiDescription {
    let paths: Vec<String> = paths
        .iter()
        .map(|path| {
            format!("\"{path}\":{{\"get\":{{\"parameters\":[{{\"name\":\"page\",\"in\":\"query\"}}]}}}}")
        })
        .collect();
    let body = format!("{{\"openapi\":\"3.1.0\",\"paths\":{{{}}}}}", paths.join(","));
    ApiDescription::parse(body.as_bytes(), "/v1").unwrap()
}

fn outcome(status: u16, kind: ResourceKind, at: Timestamp) -> ProbeOutcome {
    let path = kind.list_operation().spec().path;
    ProbeOutcome::from_error(path, &Error::from_status(status, None), kind.is_delegated(), at).unwrap()
}

#[test]
fn discovery_fetches_the_description_then_probes_unnamed_lists() {
    let mut known = DiscoveryState::default();
    assert_eq!(known.next_probe(ResourceKind::Tasks, at(0)), NextProbe::FetchDescription);
    known.set_description(description(&["/notifications"]), at(0));
    assert_eq!(known.next_probe(ResourceKind::Notifications, at(1)), NextProbe::LoadList);
    assert_eq!(
        known.next_probe(ResourceKind::Operations, at(1)),
        NextProbe::LoadList,
        "the contract names it"
    );
    assert_eq!(known.next_probe(ResourceKind::Tasks, at(1)), NextProbe::Probe);
    assert_eq!(
        known.next_probe(ResourceKind::Tasks, at(24)),
        NextProbe::FetchDescription,
        "a day later it is read again"
    );
    let mode = |kind| known.list_status(kind).mode;
    assert_eq!(mode(ResourceKind::Notifications), ListMode::Discovered);
    assert_eq!(mode(ResourceKind::Operations), ListMode::Documented);
    assert_eq!(mode(ResourceKind::Tasks), ListMode::Unknown);
    assert_eq!(known.list_status(ResourceKind::Notifications).form, PageForm::Page);
}

#[test]
fn discovery_continues_without_a_description() {
    let mut known = DiscoveryState::default();
    known.set_no_description(outcome(404, ResourceKind::Tasks, at(0)));
    assert_eq!(known.next_probe(ResourceKind::Tasks, at(100)), NextProbe::Probe);
    assert_eq!(known.next_probe(ResourceKind::Tasks, at(24 * 7)), NextProbe::FetchDescription);
}

#[test]
fn every_probe_response_determines_a_mode_and_expires() {
    let mut known = DiscoveryState::default();
    known.set_description(description(&[]), at(0));
    for (status, step, mode) in [
        (404, NextProbe::LoadWatched, ListMode::Watched),
        (403, NextProbe::Rejected, ListMode::Forbidden),
        (422, NextProbe::Rejected, ListMode::NeedsParameters),
    ] {
        known.set_outcome(ResourceKind::Tasks, outcome(status, ResourceKind::Tasks, at(0)));
        assert_eq!(known.next_probe(ResourceKind::Tasks, at(1)), step, "{status}");
        assert_eq!(known.list_status(ResourceKind::Tasks).mode, mode);
    }
    known.set_outcome(ResourceKind::Tasks, outcome(503, ResourceKind::Tasks, at(0)));
    assert!(matches!(known.next_probe(ResourceKind::Tasks, at(0)), NextProbe::Wait(_)));
    assert_eq!(known.next_probe(ResourceKind::Tasks, at(1)), NextProbe::Probe);
    known.set_outcome(ResourceKind::Tasks, ProbeOutcome::for_open_route("/tasks", 200, at(1)));
    assert_eq!(known.next_probe(ResourceKind::Tasks, at(10_000)), NextProbe::LoadList);
    assert_eq!(known.list_status(ResourceKind::Tasks).mode, ListMode::Probed);
}

#[test]
fn a_named_list_that_is_not_there_is_watched() {
    let mut known = DiscoveryState::default();
    known.set_outcome(ResourceKind::SavedViews, outcome(404, ResourceKind::SavedViews, at(0)));
    let standing = known.list_status(ResourceKind::SavedViews);
    assert_eq!(standing.outcome.unwrap().result, ProbeResult::Ambiguous);
    assert_eq!(standing.mode, ListMode::Watched);
    known.set_outcome(ResourceKind::Operations, outcome(404, ResourceKind::Operations, at(0)));
    assert_eq!(known.list_status(ResourceKind::Operations).mode, ListMode::Watched);
}

#[test]
fn merged_discovery_states_keep_the_later_response() {
    let mut known = DiscoveryState::default();
    let mut copy = known.clone();
    known.set_outcome(ResourceKind::Alerts, outcome(403, ResourceKind::Alerts, at(2)));
    copy.set_description(description(&["/tasks"]), at(1));
    copy.set_outcome(ResourceKind::Alerts, outcome(404, ResourceKind::Alerts, at(1)));
    copy.set_outcome(ResourceKind::Fonds, outcome(404, ResourceKind::Fonds, at(1)));
    known.merge(copy);
    let mode = |kind| known.list_status(kind).mode;
    assert_eq!(mode(ResourceKind::Alerts), ListMode::Forbidden);
    assert_eq!(mode(ResourceKind::Fonds), ListMode::Watched);
    assert_eq!(mode(ResourceKind::Tasks), ListMode::Discovered);
    assert_eq!(known.unsaved.len(), 4);
}

#[test]
fn an_open_route_is_written_once_a_day() {
    let mut known = DiscoveryState::default();
    for hour in 0..48 {
        known.set_outcome(ResourceKind::Alerts, ProbeOutcome::for_open_route("/alerts", 200, at(hour)));
    }
    assert_eq!(known.unsaved.len(), 2);
}
