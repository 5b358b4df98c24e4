//! Rewrites the head of a request into a form that the HTTP library accepts.
//!
//! Client libraries send more than HTTP allows: raw quotes and spaces in an address, control characters in a header.
//! The library would answer these itself, with an empty body and statuses that the contract does not list. Here each
//! such character is accepted as its byte, so that the request reaches its route. A request that still cannot be
//! parsed is replaced by one that only carries the reason, and is answered with a problem.

use axum::http::Uri;

use crate::rules::problem::ApiProblem;

/// The header that carries the reason why a request could not be read. A client's own header of this name is dropped.
pub(super) const MARKER_HEADER: &str = "x-sandbox-unread";

/// Limits: number of header fields, bytes of a head, bytes of an address.
const MAX_HEADERS: usize = 99;
pub(super) const MAX_HEAD: usize = 400_000;
const MAX_ADDRESS: usize = 65_000;

/// The reason why a request could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeadError {
    /// The request is not HTTP/1.
    NotHttp,
    /// The `Host` header is missing or repeated (RFC 9112, 3.2).
    BadHost,
    /// The request line or the headers are too long.
    TooLong,
    /// The head began and did not end in time.
    Stalled,
}

impl HeadError {
    const ALL: [Self; 4] = [Self::NotHttp, Self::BadHost, Self::TooLong, Self::Stalled];

    fn code(self) -> &'static str {
        match self {
            Self::NotHttp => "no-http",
            Self::BadHost => "no-host",
            Self::TooLong => "too-long",
            Self::Stalled => "stalled",
        }
    }

    /// Parses the reason from the marker header.
    pub(super) fn from_marker(value: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|head_error| head_error.code().as_bytes() == value)
    }

    /// Returns the problem sent as the response.
    pub(super) fn problem(self) -> ApiProblem {
        match self {
            Self::NotHttp => ApiProblem::bad_request("this is not a readable HTTP request"),
            Self::BadHost => {
                ApiProblem::bad_request("an HTTP/1.1 request names its `Host`, and names it once")
            }
            Self::TooLong => ApiProblem::invalid("the request line or the headers are longer than is read"),
            Self::Stalled => ApiProblem::invalid("the request began and did not arrive whole in time"),
        }
    }
}

/// The data that follows a head, before the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BodyLength {
    /// A body of that many bytes.
    Bytes(u64),
    /// A chunked body, which is the last on its connection: the connection closes with the response.
    UntilClose,
}

/// A head that the HTTP library can read, and the data that follows it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RequestHead {
    pub(super) bytes: Vec<u8>,
    pub(super) body: BodyLength,
}

/// Makes a head readable; its last line is empty.
pub(super) fn normalise(raw: &[u8]) -> Result<RequestHead, HeadError> {
    let mut lines = lines(raw);
    let mut bytes = request_line(lines.next().unwrap_or_default())?;
    let is_http_1_0 = bytes.ends_with(b"HTTP/1.0\r\n");
    let (mut length, mut chunked, mut hosts) = (None, false, 0);
    let fields = parse_headers(lines)?;
    if fields.len() > MAX_HEADERS {
        return Err(HeadError::TooLong);
    }
    for (name, value) in fields {
        match &*name.to_ascii_lowercase() {
            b"content-length" => {
                let digits =
                    str::from_utf8(&value).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
                let content_length: u64 =
                    digits.and_then(|text| text.parse().ok()).ok_or(HeadError::NotHttp)?;
                if length.replace(content_length).is_some_and(|earlier| earlier != content_length) {
                    return Err(HeadError::NotHttp);
                }
                continue;
            }
            b"transfer-encoding" if chunked || is_http_1_0 || !value.eq_ignore_ascii_case(b"chunked") => {
                return Err(HeadError::NotHttp);
            }
            b"transfer-encoding" => chunked = true,
            name_lower if name_lower == MARKER_HEADER.as_bytes() => continue,
            b"host" => hosts += 1,
            _ => {}
        }
        push_header(&mut bytes, name, &value);
    }
    let body_length = match (length, chunked) {
        (Some(_), true) => return Err(HeadError::NotHttp),
        (None, true) => {
            push_header(&mut bytes, b"connection", b"close");
            BodyLength::UntilClose
        }
        (length, false) => {
            if let Some(length) = length {
                push_header(&mut bytes, b"content-length", length.to_string().as_bytes());
            }
            BodyLength::Bytes(length.unwrap_or(0))
        }
    };
    if hosts > 1 || hosts == 0 && !is_http_1_0 {
        return Err(HeadError::BadHost);
    }
    bytes.extend_from_slice(b"\r\n");
    if bytes.len() > MAX_HEAD {
        return Err(HeadError::TooLong);
    }
    Ok(RequestHead { bytes, body: body_length })
}

/// Builds a request with the reason for the rejection and, if readable, the request identifier.
pub(super) fn rejected_head(head_error: HeadError, raw: &[u8]) -> RequestHead {
    let mut bytes = b"GET / HTTP/1.1\r\nconnection: close\r\n".to_vec();
    push_header(&mut bytes, MARKER_HEADER.as_bytes(), head_error.code().as_bytes());
    let id = lines(raw)
        .filter_map(|line| split_at_byte(line, b':'))
        .find(|(name, _)| name.eq_ignore_ascii_case(b"x-request-id"))
        .map(|(_, value)| clean_value(value))
        .filter(|value| value.len() < MAX_ADDRESS);
    if let Some(id) = id {
        push_header(&mut bytes, b"x-request-id", &id);
    }
    bytes.extend_from_slice(b"\r\n");
    RequestHead { bytes, body: BodyLength::UntilClose }
}

/// Returns the lines up to the empty one, without line ends.
fn lines(raw: &[u8]) -> impl Iterator<Item = &[u8]> {
    raw.split(|byte| *byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .take_while(|line| !line.is_empty())
}

fn split_at_byte(line: &[u8], separator: u8) -> Option<(&[u8], &[u8])> {
    let position = line.iter().position(|byte| *byte == separator)?;
    Some((line.get(..position)?, line.get(position + 1..)?))
}

/// Rewrites method, address and version; a space inside the address belongs to the address.
fn request_line(line: &[u8]) -> Result<Vec<u8>, HeadError> {
    let (method, rest) = split_at_byte(line, b' ').ok_or(HeadError::NotHttp)?;
    let [address, version] = rest
        .rsplitn(2, |byte| *byte == b' ')
        .collect::<Vec<_>>()
        .try_into()
        .map(|[version, address]: [&[u8]; 2]| [address, version])
        .map_err(|_| HeadError::NotHttp)?;
    if !is_token(method) || ![&b"HTTP/1.1"[..], b"HTTP/1.0"].contains(&version) {
        return Err(HeadError::NotHttp);
    }
    let address = escape_address(address);
    if address.len() > MAX_ADDRESS {
        return Err(HeadError::TooLong);
    }
    if Uri::try_from(&*address).is_err() {
        return Err(HeadError::NotHttp);
    }
    Ok([method, b" ", &*address, b" ", version, b"\r\n"].concat())
}

/// Percent-encodes the characters that an address must not contain; an escape means the same byte (RFC 3986, 2.1).
fn escape_address(address: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(address.len());
    for byte in address {
        if byte.is_ascii_graphic() && !b"\"#<>\\^`{|}".contains(byte) {
            out.push(*byte);
        } else {
            out.extend_from_slice(format!("%{byte:02X}").as_bytes());
        }
    }
    out
}

type HeaderField<'a> = (&'a [u8], Vec<u8>);

/// Parses names and values; a line that begins with white space continues the previous one (RFC 9112, 5.2).
fn parse_headers<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Result<Vec<HeaderField<'a>>, HeadError> {
    let mut fields: Vec<HeaderField<'a>> = Vec::new();
    for line in lines {
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            let (_, value) = fields.last_mut().ok_or(HeadError::NotHttp)?;
            value.push(b' ');
            value.extend(clean_value(line));
            continue;
        }
        let (name, value) = split_at_byte(line, b':').ok_or(HeadError::NotHttp)?;
        if !is_token(name) {
            return Err(HeadError::NotHttp);
        }
        if name.len() > MAX_ADDRESS {
            return Err(HeadError::TooLong);
        }
        fields.push((name, clean_value(value)));
    }
    Ok(fields)
}

/// Trims a value and replaces its control characters with U+FFFD.
///
/// No response may repeat a control character (RFC 9110, 5.5).
fn clean_value(value: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.len());
    for byte in value.trim_ascii() {
        if byte.is_ascii_control() && *byte != b'\t' {
            out.extend_from_slice("\u{fffd}".as_bytes());
        } else {
            out.push(*byte);
        }
    }
    out
}

fn push_header(bytes: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    for piece in [name, b": ", value, b"\r\n"] {
        bytes.extend_from_slice(piece);
    }
}

fn is_token(name: &[u8]) -> bool {
    !name.is_empty()
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(raw: &str) -> Result<(String, BodyLength), HeadError> {
        normalise(raw.as_bytes()).map(|request| (String::from_utf8(request.bytes).unwrap(), request.body))
    }

    #[test]
    fn valid_request_heads_stay_unchanged() {
        let raw = "PUT /v1/a%20b?c=d&e[]='x' HTTP/1.1\r\nHost: a\r\nX-Request-ID: dossier n° 7\r\ncontent-length: 7\r\n\r\n";
        assert_eq!(text(raw), Ok((raw.to_owned(), BodyLength::Bytes(7))));
    }

    #[test]
    fn a_character_is_the_byte_it_is() {
        let raw = "GET /v1/\"<é>?limit= 5 HTTP/1.1\nHost: a\nX-A: a\u{1}b\u{7f}\n  folded\n\n";
        let expected = "GET /v1/%22%3C%C3%A9%3E?limit=%205 HTTP/1.1\r\nHost: a\r\nX-A: a\u{fffd}b\u{fffd} folded\r\n\r\n";
        assert_eq!(text(raw), Ok((expected.to_owned(), BodyLength::Bytes(0))));
    }

    #[test]
    fn chunked_body_is_the_last_of_its_connection() {
        let raw = "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: Chunked\r\n\r\n";
        let (head, body) = text(raw).unwrap();
        assert!(head.ends_with("connection: close\r\n\r\n"), "{head}");
        assert_eq!(body, BodyLength::UntilClose);
    }

    #[test]
    fn invalid_request_heads_are_rejected_with_a_reason() {
        for (raw, head_error) in [
            ("HELLO\r\n\r\n".to_owned(), HeadError::NotHttp),
            ("GET /\r\n\r\n".to_owned(), HeadError::NotHttp),
            ("GET / HTTP/2.0\r\n\r\n".to_owned(), HeadError::NotHttp),
            ("GÉT / HTTP/1.1\r\n\r\n".to_owned(), HeadError::NotHttp),
            ("GET v1 v HTTP/1.1\r\n\r\n".to_owned(), HeadError::NotHttp),
            ("GET / HTTP/1.1\r\n folded\r\n\r\n".to_owned(), HeadError::NotHttp),
            ("GET / HTTP/1.1\r\na b: c\r\n\r\n".to_owned(), HeadError::NotHttp),
            (
                "GET / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n".to_owned(),
                HeadError::NotHttp,
            ),
            ("GET / HTTP/1.1\r\ncontent-length: -1\r\n\r\n".to_owned(), HeadError::NotHttp),
            (
                "GET / HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n".to_owned(),
                HeadError::NotHttp,
            ),
            ("GET / HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n".to_owned(), HeadError::NotHttp),
            ("GET / HTTP/1.1\r\nx: y\r\n\r\n".to_owned(), HeadError::BadHost),
            ("GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n".to_owned(), HeadError::BadHost),
            (format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(MAX_ADDRESS)), HeadError::TooLong),
            (format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MAX_HEADERS + 1)), HeadError::TooLong),
        ] {
            assert_eq!(text(&raw), Err(head_error), "{raw}");
        }
    }

    #[test]
    fn http_1_0_request_without_host_is_accepted() {
        let raw = "GET / HTTP/1.0\r\nx: y\r\n\r\n";
        assert_eq!(text(raw).unwrap().0, raw);
    }

    #[test]
    fn a_rejection_carries_the_reason_and_the_identifier() {
        let raw = b"GET / HTTP/9\r\nX-Request-Id: r-1\r\nno colon";
        let head = String::from_utf8(rejected_head(HeadError::NotHttp, raw).bytes).unwrap();
        assert!(head.contains("\r\nx-sandbox-unread: no-http\r\nx-request-id: r-1\r\n\r\n"), "{head}");
        let forged = "GET / HTTP/1.1\r\nHost: a\r\nX-Sandbox-Unread: stalled\r\n\r\n";
        assert_eq!(text(forged).unwrap().0, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    }
}
