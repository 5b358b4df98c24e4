//! Requests as raw bytes on a socket, which an HTTP library would fix or refuse.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "everything here runs inside tests, where a panic is a failed test"
)]

use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::reference_client::HttpReply;

/// Sends bytes to a service and reads until the connection closes, at most ten seconds.
pub async fn send(base_url: &str, request: &[u8]) -> HttpReply {
    let address = base_url.strip_prefix("http://").unwrap().strip_suffix("/v1").unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let (mut reader, mut writer) = stream.split();
    let mut bytes = Vec::new();
    let exchange = async {
        // The service may answer and close before it has read everything, so a failed write is ignored.
        let (write_result, read) = tokio::join!(writer.write_all(request), reader.read_to_end(&mut bytes));
        drop(write_result);
        read
    };
    let read = tokio::time::timeout(Duration::from_secs(10), exchange)
        .await
        .expect("the service answers and closes within ten seconds");
    read.unwrap();
    parse_reply(&bytes)
}

/// Builds a request with `Connection: close` and the length of its body.
pub fn request(method: &str, target: &str, headers: &[(&str, &[u8])], body: &[u8]) -> Vec<u8> {
    let mut bytes =
        format!("{method} {target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n").into_bytes();
    for (name, value) in headers {
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(b": ");
        bytes.extend_from_slice(value);
        bytes.extend_from_slice(b"\r\n");
    }
    if !body.is_empty() {
        bytes.extend_from_slice(format!("content-length: {}\r\n", body.len()).as_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    bytes
}

fn parse_reply(bytes: &[u8]) -> HttpReply {
    let end = bytes
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap_or_else(|| panic!("no head: {}", String::from_utf8_lossy(bytes)));
    // Header values need not be UTF-8.
    let mut lines = bytes[..end].split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let status_line = std::str::from_utf8(lines.next().unwrap()).unwrap();
    let (status, phrase) = status_line.split_once(' ').unwrap().1.split_once(' ').unwrap();
    let status = status.parse().unwrap();
    // The contract and HTTP libraries differ only in this phrase.
    assert!(status != 422 || phrase == "Unprocessable Content", "{status_line}");
    let headers = lines
        .map(|line| {
            let colon = line.iter().position(|byte| *byte == b':').unwrap();
            let value = line[colon + 1..].trim_ascii();
            (HeaderName::from_bytes(&line[..colon]).unwrap(), HeaderValue::from_bytes(value).unwrap())
        })
        .collect();
    HttpReply { status, headers, text: String::from_utf8(bytes[end + 4..].to_vec()).unwrap() }
}
