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
pub(crate) fn send_plain(response_data: ApiResponse) -> Response {
    let body = Body::from(response_data.body.clone());
    respond(response_data, body)
}

/// Sends the response with the fault applied.
pub(crate) fn send(
    response_data: ApiResponse,
    fault: Option<WireFault>,
    connection: &ConnectionHandle,
) -> Response {
    match fault {
        None => send_plain(response_data),
        Some(WireFault::Drop) => {
            connection.cut();
            send_plain(response_data)
        }
        Some(WireFault::Truncate) => send_half(response_data, None),
        Some(WireFault::Reset) => send_half(response_data, Some(connection.clone())),
        Some(WireFault::Drip(pause)) => send_in_pieces(response_data, pause),
    }
}

fn respond(response_data: ApiResponse, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = response_data.status;
    if response_data.status == StatusCode::UNPROCESSABLE_ENTITY {
        // The library uses the reason phrase for 422 from before RFC 9110; the contract uses that of the RFC.
        let phrase = ReasonPhrase::from_static(UNPROCESSABLE.as_bytes());
        response.extensions_mut().insert(phrase);
    }
    for (name, value) in response_data.headers {
        response.headers_mut().append(name, value);
    }
    response
}

/// Sends the full length and the first half of the body, then ends the connection.
fn send_half(mut response_data: ApiResponse, reset_connection: Option<ConnectionHandle>) -> Response {
    let length = response_data.body.len();
    let first = response_data.body.slice(..length / 2);
    response_data.headers.push((header::CONTENT_LENGTH, HeaderValue::from(length)));
    let pieces = stream::unfold(0_u8, move |stage| {
        let (first, reset_connection) = (first.clone(), reset_connection.clone());
        async move {
            if stage == 0 {
                return Some((Ok(first), 1));
            }
            // Yield once so that the server flushes the first half before the connection breaks.
            tokio::task::yield_now().await;
            if let Some(connection) = reset_connection {
                connection.reset();
            }
            let broken: Result<Bytes, std::io::Error> = Err(std::io::ErrorKind::ConnectionAborted.into());
            Some((broken, 2))
        }
    });
    respond(response_data, Body::from_stream(pieces))
}

fn send_in_pieces(mut response_data: ApiResponse, pause: Duration) -> Response {
    let body = response_data.body.clone();
    response_data.headers.push((header::CONTENT_LENGTH, HeaderValue::from(body.len())));
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
    respond(response_data, Body::from_stream(pieces))
}
