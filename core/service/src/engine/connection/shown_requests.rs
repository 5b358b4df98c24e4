//! Selection of the requests to show: the newest, and writes among the older ones. A full sync of many pages must not
//! hide the writes.

use crate::client::LogEntry;
use crate::model::snapshot::RequestLine;

use jiff::Timestamp;

/// Number of requests shown, of any kind.
const SHOWN_REQUESTS: usize = 200;
/// Number of older writes shown in addition.
const SHOWN_WRITES: usize = 200;

/// Returns the lines to show of `lines`, which are oldest first.
pub(in crate::engine) fn newest_lines(
    lines: impl DoubleEndedIterator<Item = RequestLine>,
) -> Vec<RequestLine> {
    let mut shown = Vec::new();
    let mut writes = 0;
    for line in lines.rev() {
        let older = shown.len() >= SHOWN_REQUESTS;
        if older && !line.is_write() {
            continue;
        }
        writes += usize::from(older);
        shown.push(line);
        if writes == SHOWN_WRITES {
            break;
        }
    }
    shown.reverse();
    shown
}

/// Converts a request of this session, which is shown with its query.
pub(in crate::engine) fn request_line(entry: &LogEntry) -> RequestLine {
    let mut line = stored_request(entry);
    if !entry.query.is_empty() {
        line.path = format!("{}?{}", line.path, entry.query);
    }
    line
}

/// Converts a request to its stored form, without the query.
pub(crate) fn stored_request(entry: &LogEntry) -> RequestLine {
    RequestLine {
        at: Timestamp::try_from(entry.at).unwrap_or(Timestamp::UNIX_EPOCH),
        method: entry.method.as_str(),
        path: entry.route.to_string(),
        status: entry.status,
        // The fault as a single word.
        fault: entry.fault.map(|fault| format!("{fault:?}").to_lowercase()),
        attempt: entry.attempt,
        request_id: entry.request_id.as_str().to_owned(),
        took: entry.duration,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::contract::method::Method;

    fn request(at: i64, method: &'static str) -> RequestLine {
        RequestLine {
            at: Timestamp::from_second(at).unwrap(),
            method,
            path: "/deals".to_owned(),
            status: Some(200),
            fault: None,
            attempt: 1,
            request_id: String::new(),
            took: Duration::ZERO,
        }
    }

    #[test]
    fn request_line_includes_the_query() {
        let entry = |query: &str| LogEntry {
            at: std::time::SystemTime::UNIX_EPOCH,
            method: Method::Get,
            route: "/deals".into(),
            query: query.into(),
            operation: None,
            status: Some(200),
            fault: None,
            request_id: crate::contract::ids::RequestId::new("r").unwrap(),
            key: None,
            attempt: 1,
            duration: Duration::ZERO,
        };
        assert_eq!(request_line(&entry("limit=500&offset=0")).path, "/deals?limit=500&offset=0");
        assert_eq!(request_line(&entry("")).path, "/deals");
    }

    #[test]
    fn many_page_requests_do_not_hide_earlier_writes() {
        let before = [request(0, "GET"), request(1, "PUT"), request(2, "GET"), request(3, "DELETE")];
        let pages = (10..400).map(|at| request(at, "GET"));
        let shown = newest_lines(before.into_iter().chain(pages.collect::<Vec<_>>()));
        assert_eq!(shown.len(), SHOWN_REQUESTS + 2);
        let writes: Vec<&str> = shown.iter().filter(|line| line.is_write()).map(|line| line.method).collect();
        assert_eq!(writes, ["PUT", "DELETE"], "oldest first");
        assert!(shown.is_sorted_by_key(|line| line.at));
    }

    #[test]
    fn even_writes_have_an_end() {
        let shown = newest_lines((0..5_000).map(|at| request(at, "PUT")).collect::<Vec<_>>().into_iter());
        assert_eq!(shown.len(), SHOWN_REQUESTS + SHOWN_WRITES);
        assert_eq!(shown.last().map(|line| line.at.as_second()), Some(4_999));
    }
}
