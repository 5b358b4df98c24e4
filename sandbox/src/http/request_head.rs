//! Rewrites the head of a request into a form that the HTTP library accepts.
//!
//! Client libraries send more than HTTP allows: raw quotes and spaces in an address, control characters in a header.
//! The library would answer these itself, with an empty body and statuses that the contract does not list. Here each
//! such character is accepted as its byte, so that the request reaches its route. A request that still cannot be
//! parsed is replaced by one that only carries the reason, and is answered with a problem.

use axum::http::Uri;

use crate::rules::problem::Problem;

/// The header that carries the reason why a request could not be read. A client's own header of this name is dropped.
pub(super) const MARK: &str = "x-sandbox-unread";

/// Limits: number of header fields, bytes of a head, bytes of an address.
const FIELDS: usize = 99;
pub(super) const LONGEST: usize = 400_000;
const ADDRESS: usize = 65_000;

/// The reason why a request could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The request is not HTTP/1.
    NoHttp,
    /// The `Host` header is missing or repeated (RFC 9112, 3.2).
    NoHost,
    /// The request line or the headers are too long.
    TooLong,
    /// The head began and did not end in time.
    Stalled,
}

impl Trouble {
    const ALL: [Self; 4] = [Self::NoHttp, Self::NoHost, Self::TooLong, Self::Stalled];

    fn word(self) -> &'static str {
        match self {
            Self::NoHttp => "no-http",
            Self::NoHost => "no-host",
            Self::TooLong => "too-long",
            Self::Stalled => "stalled",
        }
    }

    /// Parses the reason from the marker header.
    pub(super) fn marked(value: &[u8]) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|trouble| trouble.word().as_bytes() == value)
    }

    /// Returns the problem sent as the answer.
    pub(super) fn problem(self) -> Problem {
        match self {
            Self::NoHttp => Problem::bad_request("this is no HTTP request that could be read"),
            Self::NoHost => Problem::bad_request("an HTTP/1.1 request names its `Host`, and names it once"),
            Self::TooLong => Problem::invalid("the request line or the headers are longer than is read"),
            Self::Stalled => Problem::invalid("the request began and did not arrive whole in time"),
        }
    }
}

/// The data that follows a head, before the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    /// A body of that many bytes.
    Bytes(u64),
    /// A chunked body, which is the last on its connection: the connection closes with the answer.
    Everything,
}

/// A head that the HTTP library can read, and the data that follows it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) bytes: Vec<u8>,
    pub(super) behind: Behind,
}

/// Makes a head readable; its last line is empty.
pub(super) fn readable(raw: &[u8]) -> Result<Head, Trouble> {
    let mut lines = lines(raw);
    let mut bytes = request_line(lines.next().unwrap_or_default())?;
    let old = bytes.ends_with(b"HTTP/1.0\r\n");
    let (mut length, mut chunked, mut hosts) = (None, false, 0);
    let fields = fields(lines)?;
    if fields.len() > FIELDS {
        return Err(Trouble::TooLong);
    }
    for (name, value) in fields {
        match &*name.to_ascii_lowercase() {
            b"content-length" => {
                let digits = str::from_utf8(&value)
                    .ok()
                    .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
                let sent: u64 = digits.and_then(|text| text.parse().ok()).ok_or(Trouble::NoHttp)?;
                if length.replace(sent).is_some_and(|earlier| earlier != sent) {
                    return Err(Trouble::NoHttp);
                }
                continue;
            }
            b"transfer-encoding" if chunked || old || !value.eq_ignore_ascii_case(b"chunked") => {
                return Err(Trouble::NoHttp);
            }
            b"transfer-encoding" => chunked = true,
            mark if mark == MARK.as_bytes() => continue,
            b"host" => hosts += 1,
            _ => {}
        }
        field(&mut bytes, name, &value);
    }
    let behind = match (length, chunked) {
        (Some(_), true) => return Err(Trouble::NoHttp),
        (None, true) => {
            field(&mut bytes, b"connection", b"close");
            Behind::Everything
        }
        (length, false) => {
            if let Some(length) = length {
                field(&mut bytes, b"content-length", length.to_string().as_bytes());
            }
            Behind::Bytes(length.unwrap_or(0))
        }
    };
    if hosts > 1 || hosts == 0 && !old {
        return Err(Trouble::NoHost);
    }
    bytes.extend_from_slice(b"\r\n");
    if bytes.len() > LONGEST {
        return Err(Trouble::TooLong);
    }
    Ok(Head { bytes, behind })
}

/// Builds a request with the reason for the refusal and, if readable, the request identifier.
pub(super) fn refused(trouble: Trouble, raw: &[u8]) -> Head {
    let mut bytes = b"GET / HTTP/1.1\r\nconnection: close\r\n".to_vec();
    field(&mut bytes, MARK.as_bytes(), trouble.word().as_bytes());
    let id = lines(raw)
        .filter_map(|line| split(line, b':'))
        .find(|(name, _)| name.eq_ignore_ascii_case(b"x-request-id"))
        .map(|(_, value)| shown(value))
        .filter(|value| value.len() < ADDRESS);
    if let Some(id) = id {
        field(&mut bytes, b"x-request-id", &id);
    }
    bytes.extend_from_slice(b"\r\n");
    Head {
        bytes,
        behind: Behind::Everything,
    }
}

/// Returns the lines up to the empty one, without line ends.
fn lines(raw: &[u8]) -> impl Iterator<Item = &[u8]> {
    raw.split(|byte| *byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .take_while(|line| !line.is_empty())
}

fn split(line: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let place = line.iter().position(|byte| *byte == at)?;
    Some((line.get(..place)?, line.get(place + 1..)?))
}

/// Rewrites method, address and version; a space inside the address belongs to the address.
fn request_line(line: &[u8]) -> Result<Vec<u8>, Trouble> {
    let (method, rest) = split(line, b' ').ok_or(Trouble::NoHttp)?;
    let [address, version] = rest
        .rsplitn(2, |byte| *byte == b' ')
        .collect::<Vec<_>>()
        .try_into()
        .map(|[version, address]: [&[u8]; 2]| [address, version])
        .map_err(|_| Trouble::NoHttp)?;
    if !is_token(method) || ![&b"HTTP/1.1"[..], b"HTTP/1.0"].contains(&version) {
        return Err(Trouble::NoHttp);
    }
    let address = escaped(address);
    if address.len() > ADDRESS {
        return Err(Trouble::TooLong);
    }
    if Uri::try_from(&*address).is_err() {
        return Err(Trouble::NoHttp);
    }
    Ok([method, b" ", &*address, b" ", version, b"\r\n"].concat())
}

/// Percent-encodes the characters that an address must not contain; an escape means the same byte (RFC 3986, 2.1).
fn escaped(address: &[u8]) -> Vec<u8> {
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

type Field<'a> = (&'a [u8], Vec<u8>);

/// Parses names and values; a line that begins with white space continues the previous one (RFC 9112, 5.2).
fn fields<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Result<Vec<Field<'a>>, Trouble> {
    let mut fields: Vec<Field<'a>> = Vec::new();
    for line in lines {
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            let (_, value) = fields.last_mut().ok_or(Trouble::NoHttp)?;
            value.push(b' ');
            value.extend(shown(line));
            continue;
        }
        let (name, value) = split(line, b':').ok_or(Trouble::NoHttp)?;
        if !is_token(name) {
            return Err(Trouble::NoHttp);
        }
        if name.len() > ADDRESS {
            return Err(Trouble::TooLong);
        }
        fields.push((name, shown(value)));
    }
    Ok(fields)
}

/// Trims a value and replaces its control characters with U+FFFD.
///
/// No response may repeat a control character (RFC 9110, 5.5).
fn shown(value: &[u8]) -> Vec<u8> {
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

fn field(bytes: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    for piece in [name, b": ", value, b"\r\n"] {
        bytes.extend_from_slice(piece);
    }
}

fn is_token(name: &[u8]) -> bool {
    !name.is_empty()
        && name
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(raw: &str) -> Result<(String, Behind), Trouble> {
        readable(raw.as_bytes()).map(|head| (String::from_utf8(head.bytes).unwrap(), head.behind))
    }

    #[test]
    fn what_http_allows_is_left_as_it_is() {
        let raw = "PUT /v1/a%20b?c=d&e[]='x' HTTP/1.1\r\nHost: a\r\nX-Request-ID: dossier n° 7\r\ncontent-length: 7\r\n\r\n";
        assert_eq!(text(raw), Ok((raw.to_owned(), Behind::Bytes(7))));
    }

    #[test]
    fn a_character_is_the_byte_it_is() {
        let raw = "GET /v1/\"<é>?limit= 5 HTTP/1.1\nHost: a\nX-A: a\u{1}b\u{7f}\n  folded\n\n";
        let expected = "GET /v1/%22%3C%C3%A9%3E?limit=%205 HTTP/1.1\r\nHost: a\r\nX-A: a\u{fffd}b\u{fffd} folded\r\n\r\n";
        assert_eq!(text(raw), Ok((expected.to_owned(), Behind::Bytes(0))));
    }

    #[test]
    fn a_body_in_chunks_is_the_last_of_its_connection() {
        let raw = "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: Chunked\r\n\r\n";
        let (head, behind) = text(raw).unwrap();
        assert!(head.ends_with("connection: close\r\n\r\n"), "{head}");
        assert_eq!(behind, Behind::Everything);
    }

    #[test]
    fn what_is_no_request_says_why() {
        for (raw, trouble) in [
            ("HELLO\r\n\r\n".to_owned(), Trouble::NoHttp),
            ("GET /\r\n\r\n".to_owned(), Trouble::NoHttp),
            ("GET / HTTP/2.0\r\n\r\n".to_owned(), Trouble::NoHttp),
            ("GÉT / HTTP/1.1\r\n\r\n".to_owned(), Trouble::NoHttp),
            ("GET v1 v HTTP/1.1\r\n\r\n".to_owned(), Trouble::NoHttp),
            ("GET / HTTP/1.1\r\n folded\r\n\r\n".to_owned(), Trouble::NoHttp),
            ("GET / HTTP/1.1\r\na b: c\r\n\r\n".to_owned(), Trouble::NoHttp),
            (
                "GET / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n".to_owned(),
                Trouble::NoHttp,
            ),
            (
                "GET / HTTP/1.1\r\ncontent-length: -1\r\n\r\n".to_owned(),
                Trouble::NoHttp,
            ),
            (
                "GET / HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n".to_owned(),
                Trouble::NoHttp,
            ),
            (
                "GET / HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n".to_owned(),
                Trouble::NoHttp,
            ),
            ("GET / HTTP/1.1\r\nx: y\r\n\r\n".to_owned(), Trouble::NoHost),
            (
                "GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n".to_owned(),
                Trouble::NoHost,
            ),
            (
                format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(ADDRESS)),
                Trouble::TooLong,
            ),
            (
                format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(FIELDS + 1)),
                Trouble::TooLong,
            ),
        ] {
            assert_eq!(text(&raw), Err(trouble), "{raw}");
        }
    }

    #[test]
    fn what_spoke_before_hosts_had_names_is_read() {
        let raw = "GET / HTTP/1.0\r\nx: y\r\n\r\n";
        assert_eq!(text(raw).unwrap().0, raw);
    }

    #[test]
    fn a_refusal_carries_the_reason_and_the_identifier() {
        let raw = b"GET / HTTP/9\r\nX-Request-Id: r-1\r\nno colon";
        let head = String::from_utf8(refused(Trouble::NoHttp, raw).bytes).unwrap();
        assert!(
            head.contains("\r\nx-sandbox-unread: no-http\r\nx-request-id: r-1\r\n\r\n"),
            "{head}"
        );
        let forged = "GET / HTTP/1.1\r\nHost: a\r\nX-Sandbox-Unread: stalled\r\n\r\n";
        assert_eq!(text(forged).unwrap().0, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    }
}
