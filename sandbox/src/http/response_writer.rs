//! Sends a response, either whole or distorted by a fault.

use std::time::Duration;

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use bytes::Bytes;
use futures_util::stream;
use hyper::ext::ReasonPhrase;

use crate::faults::WireFault;
use crate::http_types::ApiResponse;
use crate::rules::problem::UNPROCESSABLE;

use super::ConnectionHandle;

/// The number of pieces of a dripping body.
const PIECES: usize = 16;

/// Sends the response unchanged.
pub(crate) fn send_plain(answer: ApiResponse) -> Response {
    let body = Body::from(answer.body.clone());
    respond(answer, body)
}

/// Sends the response with the fault applied.
pub(crate) fn send(answer: ApiResponse, wire: Option<WireFault>, line: &ConnectionHandle) -> Response {
    match wire {
        None => send_plain(answer),
        Some(WireFault::Drop) => {
            line.cut();
            send_plain(answer)
        }
        Some(WireFault::Truncate) => send_half(answer, None),
        Some(WireFault::Reset) => send_half(answer, Some(line.clone())),
        Some(WireFault::Drip(pause)) => send_in_pieces(answer, pause),
    }
}

fn respond(answer: ApiResponse, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = answer.status;
    if answer.status == StatusCode::UNPROCESSABLE_ENTITY {
        // The library uses the reason phrase for 422 from before RFC 9110; the contract uses that of the RFC.
        let phrase = ReasonPhrase::from_static(UNPROCESSABLE.as_bytes());
        response.extensions_mut().insert(phrase);
    }
    for (name, value) in answer.headers {
        response.headers_mut().append(name, value);
    }
    response
}

/// Sends the full length and the first half of the body, then ends the connection.
fn send_half(mut answer: ApiResponse, reset: Option<ConnectionHandle>) -> Response {
    let length = answer.body.len();
    let first = answer.body.slice(..length / 2);
    answer
        .headers
        .push((header::CONTENT_LENGTH, HeaderValue::from(length)));
    let pieces = stream::unfold(0_u8, move |step| {
        let (first, reset) = (first.clone(), reset.clone());
        async move {
            if step == 0 {
                return Some((Ok(first), 1));
            }
            // Yield once so that the server flushes the first half before the connection breaks.
            tokio::task::yield_now().await;
            if let Some(line) = reset {
                line.reset();
            }
            let broken: Result<Bytes, std::io::Error> = Err(std::io::ErrorKind::ConnectionAborted.into());
            Some((broken, 2))
        }
    });
    respond(answer, Body::from_stream(pieces))
}

fn send_in_pieces(mut answer: ApiResponse, pause: Duration) -> Response {
    let body = answer.body.clone();
    answer
        .headers
        .push((header::CONTENT_LENGTH, HeaderValue::from(body.len())));
    let size = body.len().div_ceil(PIECES).max(1);
    let pieces = stream::unfold(0_usize, move |at| {
        let body = body.clone();
        async move {
            if at >= body.len() {
                return None;
            }
            if at > 0 {
                tokio::time::sleep(pause).await;
            }
            let end = (at + size).min(body.len());
            Some((Ok::<_, std::io::Error>(body.slice(at..end)), end))
        }
    });
    respond(answer, Body::from_stream(pieces))
}
