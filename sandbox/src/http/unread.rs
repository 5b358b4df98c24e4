//! Requests that are no HTTP: the library below answers them by itself, with an empty body and statuses that the
//! contract does not list. On the wire a problem of the contract takes that answer's place.

use crate::{
    OpenPoints,
    rules::problem::{Asked, Problem, title},
};

/// A problem on its way out in the place of the library's own answer.
#[derive(Debug)]
pub(crate) struct Unread {
    pub(crate) answer: Vec<u8>,
    pub(crate) sent: usize,
}

impl Unread {
    /// The problem for what the library is about to write, if that is an answer of its own: it alone has no body
    /// under these statuses, and no body of this service can look like it, for JSON holds no line breaks in strings.
    pub(crate) fn instead_of(begun: &[u8]) -> Option<Self> {
        let head = str::from_utf8(begun).ok()?;
        let (first, rest) = head.split_once("\r\n")?;
        let status = first
            .strip_prefix("HTTP/1.1 ")
            .or_else(|| first.strip_prefix("HTTP/1.0 "))?;
        if !(rest.ends_with("\r\n\r\n") && rest.to_ascii_lowercase().contains("content-length: 0\r\n")) {
            return None;
        }
        let problem = match status.split(' ').next()? {
            "400" => Problem::bad_request("this is no HTTP request that could be read"),
            "414" | "431" => Problem::invalid("the request line or the headers are longer than is read"),
            _ => return None,
        };
        let answer = problem.answer(Asked {
            open: &OpenPoints::default(),
            route: None,
            request_id: None,
        });
        let mut bytes = format!(
            "HTTP/1.1 {} {}\r\nconnection: close\r\ncache-control: no-store\r\n",
            problem.status,
            title(problem.status)
        )
        .into_bytes();
        for (name, value) in &answer.headers {
            bytes.extend_from_slice(name.as_str().as_bytes());
            bytes.extend_from_slice(b": ");
            bytes.extend_from_slice(value.as_bytes());
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(format!("content-length: {}\r\n\r\n", answer.body.len()).as_bytes());
        bytes.extend_from_slice(&answer.body);
        Some(Self {
            answer: bytes,
            sent: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_librarys_own_refusals_are_replaced() {
        let own = |status: &str| {
            format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\ndate: x\r\n\r\n")
        };
        for (status, title) in [
            ("400 Bad Request", "HTTP/1.1 400 Bad Request"),
            ("414 URI Too Long", "HTTP/1.1 422 Unprocessable Content"),
            (
                "431 Request Header Fields Too Large",
                "HTTP/1.1 422 Unprocessable Content",
            ),
        ] {
            let unread = Unread::instead_of(own(status).as_bytes()).unwrap();
            let text = String::from_utf8(unread.answer).unwrap();
            assert!(text.starts_with(title), "{text}");
            assert!(
                text.contains("content-type: application/problem+json\r\n"),
                "{text}"
            );
        }
        for other in [
            own("404 Not Found"),
            own("200 OK"),
            own("400 Bad Request").replace("length: 0", "length: 7"),
            "{\"name\":\"HTTP/1.1 400 Bad Request\"}".to_owned(),
        ] {
            assert!(Unread::instead_of(other.as_bytes()).is_none(), "{other}");
        }
    }
}
