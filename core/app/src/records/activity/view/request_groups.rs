//! Collapses similar reads into one line of the request log.
//!
//! The pages of one sync then do not hide problems. Failed requests and writes keep their own line.

use std::time::Duration;

use jiff::Timestamp;

use crate::model::snapshot::RequestLine;

/// Maximum time between a request and the newest of its line.
const GROUP_SPAN: Duration = Duration::from_mins(1);
/// Maximum gap between two requests of the same sync, for any number of pages.
const MAX_GAP: Duration = Duration::from_secs(20);

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestGroup {
    /// Method and path, with `{id}` for identifiers that differ.
    pub route: String,
    /// Indices of its requests in the log, newest first; at least one.
    pub lines: Vec<usize>,
}

/// Returns the log as lines, newest first. `requests` is newest first.
pub fn group_requests(requests: &[&RequestLine]) -> Vec<RequestGroup> {
    // The kind of each read, with its newest and oldest time.
    let mut groups: Vec<(Option<String>, [Timestamp; 2], RequestGroup)> = Vec::new();
    for (at, line) in requests.iter().enumerate() {
        let kind = read_kind(line);
        let within = |time: Timestamp, span| time.duration_since(line.at).unsigned_abs() <= span;
        let is_near =
            |[newest, oldest]: [Timestamp; 2]| within(newest, GROUP_SPAN) || within(oldest, MAX_GAP);
        let matching = groups
            .iter_mut()
            .find(|(group_kind, range, _)| group_kind.is_some() && *group_kind == kind && is_near(*range));
        if let Some((_, [_, oldest], group)) = matching {
            *oldest = line.at;
            group.lines.push(at);
            let is_same_path = requests.get(group.lines[0]).is_some_and(|first| first.path == line.path);
            if !is_same_path && let Some(kind) = &kind {
                group.route.clone_from(kind);
            }
            continue;
        }
        let group = RequestGroup { route: format!("{} {}", line.method, line.path), lines: vec![at] };
        groups.push((kind, [line.at; 2], group));
    }
    groups.into_iter().map(|(_, _, group)| group).collect()
}

/// Returns the kind of a successful read; `None` for any other request.
fn read_kind(line: &RequestLine) -> Option<String> {
    let is_success = line.status.is_some_and(|status| status < 400);
    (is_success && line.method == "GET").then(|| {
        let path = line.path.split('?').next().unwrap_or_default();
        let segments: Vec<&str> =
            path.split('/').map(|segment| if looks_like_id(segment) { "{id}" } else { segment }).collect();
        format!("GET {}", segments.join("/"))
    })
}

/// Returns whether a path segment looks like an identifier and not like a route name.
fn looks_like_id(segment: &str) -> bool {
    segment.len() >= 8 && segment.chars().any(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(second: i64, method: &'static str, path: &str, status: u16) -> RequestLine {
        RequestLine {
            at: Timestamp::from_second(1_000 + second).unwrap(),
            method,
            path: path.to_owned(),
            status: Some(status),
            fault: None,
            attempt: 1,
            request_id: String::new(),
            took: Duration::ZERO,
        }
    }

    fn grouped(lines: &[RequestLine]) -> Vec<(String, usize)> {
        let newest: Vec<&RequestLine> = lines.iter().collect();
        group_requests(&newest).into_iter().map(|fold| (fold.route, fold.lines.len())).collect()
    }

    #[test]
    fn pages_of_a_refresh_group_into_a_single_line() {
        let log = [
            line(9, "GET", "/deals", 200),
            line(8, "GET", "/entity", 200),
            line(7, "GET", "/deals", 200),
            line(-80, "GET", "/deals", 200),
        ];
        let deals = "GET /deals".to_owned();
        assert_eq!(grouped(&log), [(deals.clone(), 2), ("GET /entity".into(), 1), (deals, 1)]);
    }

    #[test]
    fn each_full_sync_groups_into_its_own_line() {
        let pages = (0..40).map(|page| line(1_000 - page * 10, "GET", "/deals", 200));
        let write = line(590, "PUT", "/deals/1f3b5d7a-0000", 200);
        let before = (0..3).map(|page| line(500 - page, "GET", "/deals", 200));
        let log: Vec<RequestLine> = pages.chain([write]).chain(before).collect();
        let lines: Vec<usize> = grouped(&log).into_iter().map(|(_, count)| count).collect();
        assert_eq!(lines, [40, 1, 3]);
    }

    #[test]
    fn failed_and_writing_requests_are_not_grouped() {
        let log = [
            line(3, "GET", "/deals", 500),
            line(2, "GET", "/deals", 500),
            line(1, "PUT", "/deals/1f3b5d7a-0000", 200),
            line(0, "PUT", "/deals/1f3b5d7a-0000", 200),
        ];
        assert_eq!(grouped(&log).len(), 4);
    }

    #[test]
    fn request_group_of_one_record_keeps_its_identifier() {
        let one = [
            line(1, "GET", "/deals/1f3b5d7a-0000/notes", 200),
            line(0, "GET", "/deals/1f3b5d7a-0000/notes", 200),
        ];
        assert_eq!(grouped(&one), [("GET /deals/1f3b5d7a-0000/notes".to_owned(), 2)]);
        let two = [one[0].clone(), line(0, "GET", "/deals/9a8b7c6d-1111/notes", 200)];
        assert_eq!(grouped(&two), [("GET /deals/{id}/notes".to_owned(), 2)]);
    }
}
