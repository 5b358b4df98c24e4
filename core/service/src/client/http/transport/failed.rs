//! Classification of transport failures, with messages that the user can act on.
//!
//! The library's own types and texts are not shown.

use std::error::Error as StdError;
use std::io;

use rustls::{AlertDescription, CertificateError, Error as Tls, InvalidMessage};

use super::AttemptError;
use super::proxy::Proxy;
use crate::client::http::retry::AttemptFailure;
use crate::error::{Error, NetworkError};
use crate::text::{Lang, MessageArg, Messages};

/// Classifies a failure without a complete response. `ended` is the fault for a closed connection.
pub(super) fn classify(error: &reqwest::Error, ended: NetworkError, proxy: Option<&Proxy>) -> AttemptError {
    let reason = root_cause(error);
    let attempt_error = |error| AttemptError { failure: AttemptFailure::Answered, error };
    if error.is_builder() {
        return attempt_error(Error::usage(format!("the request cannot be built: {reason}")));
    }
    if let Some(proxy) = proxy.filter(|_| is_before_tunnel(error)) {
        return classify_proxy(proxy, error, &reason);
    }
    let tls = find_cause::<Tls>(error);
    if let Some(tls) = tls {
        let (key, argument) = tls_message(tls);
        let (failure, fault) = if error.is_connect() {
            (AttemptFailure::NotSent, NetworkError::Tls)
        } else {
            (AttemptFailure::Lost, ended)
        };
        return AttemptError { failure, error: localized_error(fault, key, &[("names", &argument)]) };
    }
    // The library has no type for this error.
    if error.is_connect() && reason == "tls handshake eof" {
        return AttemptError {
            failure: AttemptFailure::NotSent,
            error: localized_error(NetworkError::Tls, "cli-net-tls-ended", &[]),
        };
    }
    let unconnected = error.is_connect() || error.is_dns();
    if let Some(proxy) = proxy.filter(|_| unconnected) {
        return classify_proxy(proxy, error, &reason);
    }
    let (failure, fault) = if error.is_dns() {
        (AttemptFailure::NotSent, NetworkError::Dns)
    } else if error.is_connect() && error.is_timeout() {
        (AttemptFailure::NotSent, NetworkError::Timeout)
    } else if error.is_connect() {
        (AttemptFailure::NotSent, NetworkError::Connect)
    } else if error.is_timeout() {
        (AttemptFailure::Lost, NetworkError::Timeout)
    } else if find_cause::<hyper::Error>(error).is_some_and(hyper::Error::is_parse) {
        return attempt_error(Error::protocol(format!("the response is not HTTP: {reason}")));
    } else if is_decode_error(error) {
        return attempt_error(Error::protocol("the response's compression is damaged"));
    } else {
        (AttemptFailure::Lost, ended)
    };
    let key = match (fault, io_error_kind(error)) {
        (NetworkError::Connect, Some(io::ErrorKind::ConnectionRefused)) => "cli-net-refused",
        (NetworkError::Connect, Some(io::ErrorKind::NetworkUnreachable | io::ErrorKind::HostUnreachable)) => {
            "cli-net-no-way"
        }
        (_, Some(io::ErrorKind::ConnectionReset)) => "cli-net-reset",
        (NetworkError::Dns, _) => "cli-net-name",
        (NetworkError::Reset | NetworkError::Cut, _) => "cli-net-ended",
        (NetworkError::Timeout, _) => "cli-net-silent",
        (NetworkError::Connect | NetworkError::Tls | NetworkError::ProxySignIn, _) => "cli-net-none",
    };
    let message = match fault {
        NetworkError::Dns => "the host name cannot be resolved",
        NetworkError::Timeout if failure == AttemptFailure::NotSent => "no connection in time",
        NetworkError::Timeout => "no response in time",
        NetworkError::Reset | NetworkError::Cut => "the connection ended before the response did",
        NetworkError::Connect | NetworkError::Tls | NetworkError::ProxySignIn => "no connection",
    };
    AttemptError {
        failure,
        error: Error::unreachable(fault, format!("{message}: {reason}"))
            .with_message_ref(key, &[("why", &reason)]),
    }
}

/// Classifies a connection failure behind a proxy, which is not the service operator's problem.
fn classify_proxy(proxy: &Proxy, error: &reqwest::Error, reason: &str) -> AttemptError {
    let tunnel = reason.strip_prefix("tunnel error: ");
    let (failure, fault, key) = match tunnel {
        // Repeating a wrong password could lock the account at the proxy.
        Some("proxy authorization required") => {
            (AttemptFailure::Answered, NetworkError::ProxySignIn, "cli-net-proxy-sign-in")
        }
        Some(_) => (AttemptFailure::NotSent, NetworkError::Connect, "cli-net-proxy-refuses"),
        None if error.is_dns() => (AttemptFailure::NotSent, NetworkError::Dns, "cli-net-proxy"),
        None => (AttemptFailure::NotSent, NetworkError::Connect, "cli-net-proxy"),
    };
    let arguments = [
        ("proxy", proxy.address()),
        ("from", proxy.origin().to_owned()),
        ("why", tunnel.unwrap_or(reason).to_owned()),
    ];
    let arguments: Vec<(&'static str, &str)> =
        arguments.iter().map(|(name, text)| (*name, &**text)).collect();
    AttemptError { failure, error: localized_error(fault, key, &arguments) }
}

/// Builds an error whose diagnostic text is its English message.
pub(super) fn localized_error(
    fault: NetworkError,
    key: &'static str,
    arguments: &[(&'static str, &str)],
) -> Error {
    let args: Vec<(&str, MessageArg<'_>)> =
        arguments.iter().map(|(name, text)| (*name, (*text).into())).collect();
    Error::unreachable(fault, Messages::new(Lang::En).with(key, &args)).with_message_ref(key, arguments)
}

/// Returns whether the connection to the proxy failed before the tunnel was requested.
///
/// The library offers only its text to detect this.
fn is_before_tunnel(error: &reqwest::Error) -> bool {
    let mut next = error.source();
    while let Some(inner) = next {
        if inner.to_string() == "tunnel error: failed to create underlying connection" {
            return true;
        }
        next = inner.source();
    }
    false
}

/// Returns the message key and argument for an insecure connection.
fn tls_message(error: &Tls) -> (&'static str, String) {
    let key = match error {
        Tls::InvalidCertificate(wrong) => return certificate_message(wrong),
        Tls::NoCertificatesPresented => "cli-net-tls-none",
        Tls::InvalidMessage(InvalidMessage::InvalidContentType | InvalidMessage::UnknownProtocolVersion) => {
            "cli-net-tls-plain"
        }
        Tls::PeerIncompatible(_)
        | Tls::AlertReceived(
            AlertDescription::ProtocolVersion
            | AlertDescription::HandshakeFailure
            | AlertDescription::InsufficientSecurity,
        ) => "cli-net-tls-versions",
        Tls::AlertReceived(AlertDescription::UnrecognisedName) => "cli-net-tls-name",
        Tls::AlertReceived(
            AlertDescription::CertificateRequired
            | AlertDescription::BadCertificate
            | AlertDescription::UnknownCA
            | AlertDescription::AccessDenied,
        ) => "cli-net-tls-client",
        Tls::InvalidMessage(_)
        | Tls::InappropriateMessage { .. }
        | Tls::InappropriateHandshakeMessage { .. }
        | Tls::PeerMisbehaved(_)
        | Tls::DecryptError => "cli-net-tls-garbled",
        _ => "cli-net-tls-other",
    };
    (key, String::new())
}

/// Returns the message key and argument for an invalid certificate.
fn certificate_message(wrong: &CertificateError) -> (&'static str, String) {
    use CertificateError as C;
    let key = match wrong {
        C::Expired | C::ExpiredContext { .. } => "cli-net-tls-expired",
        C::NotValidYet | C::NotValidYetContext { .. } => "cli-net-tls-not-yet",
        C::UnknownIssuer => "cli-net-tls-issuer",
        C::NotValidForNameContext { presented, .. } if !presented.is_empty() => {
            let names: Vec<&str> = presented.iter().map(|name| host_in_name(name)).take(3).collect();
            return ("cli-net-tls-host", names.join(", "));
        }
        C::NotValidForName | C::NotValidForNameContext { .. } => "cli-net-tls-no-host",
        C::Revoked => "cli-net-tls-revoked",
        C::InvalidPurpose | C::InvalidPurposeContext { .. } => "cli-net-tls-purpose",
        _ => "cli-net-tls-certificate",
    };
    (key, String::new())
}

/// Returns the host in a certificate name, which the library formats as `DnsName("a.example")`.
fn host_in_name(name: &str) -> &str {
    let inner = name.split_once('(').and_then(|(_, inner)| inner.strip_suffix(')'));
    inner.map_or(name, |inner| inner.trim_matches('"'))
}

/// Finds an error of a type among the causes, also inside an I/O error.
fn find_cause<'e, T: StdError + 'static>(error: &'e (dyn StdError + 'static)) -> Option<&'e T> {
    let mut next = Some(error);
    while let Some(error) = next {
        let carried = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let inner =
            error.downcast_ref::<T>().or_else(|| carried.and_then(|carried| find_cause::<T>(carried)));
        if inner.is_some() {
            return inner;
        }
        next = error.source();
    }
    None
}

/// Returns the I/O error kind if the cause is an OS error.
///
/// The user gets our own message; the OS error number stays in the diagnostic text.
fn io_error_kind(error: &reqwest::Error) -> Option<io::ErrorKind> {
    let mut cause = error.source();
    while let Some(inner) = cause {
        let system = inner.downcast_ref::<io::Error>();
        if let Some(system) = system.filter(|system| system.raw_os_error().is_some()) {
            return Some(system.kind());
        }
        cause = inner.source();
    }
    None
}

/// Returns the innermost cause's text without documentation URLs. Outer causes repeat the request URL.
pub(super) fn root_cause(error: &reqwest::Error) -> String {
    let mut cause = error.source();
    while let Some(inner) = cause.and_then(StdError::source) {
        cause = Some(inner);
    }
    let text = cause.map_or_else(|| "unknown cause".to_owned(), ToString::to_string);
    match text.split_once(": https://") {
        Some((without_url, _)) => without_url.to_owned(),
        None => text,
    }
}

/// Returns whether the body arrived but cannot be decompressed.
fn is_decode_error(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(inner) = cause {
        // A decoder error has its own type, or a text without a source; network errors have an OS error or a source.
        let own_words = |error: &io::Error| {
            error.kind() == io::ErrorKind::Other
                && error.get_ref().is_some_and(|wrapped| wrapped.source().is_none())
        };
        if inner
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::InvalidData || own_words(error))
        {
            return true;
        }
        cause = inner.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use rustls::pki_types::{ServerName, UnixTime};
    use rustls::{InconsistentKeys, PeerIncompatible, PeerMisbehaved};

    use super::*;

    #[test]
    fn insecure_connections_have_their_own_messages() {
        use AlertDescription as A;
        let cases = [
            (Tls::InvalidCertificate(CertificateError::Expired), "cli-net-tls-expired"),
            (Tls::NoCertificatesPresented, "cli-net-tls-none"),
            (Tls::InvalidMessage(InvalidMessage::InvalidContentType), "cli-net-tls-plain"),
            (Tls::InvalidMessage(InvalidMessage::UnknownProtocolVersion), "cli-net-tls-plain"),
            (Tls::PeerIncompatible(PeerIncompatible::NoCipherSuitesInCommon), "cli-net-tls-versions"),
            (Tls::AlertReceived(A::ProtocolVersion), "cli-net-tls-versions"),
            (Tls::AlertReceived(A::UnrecognisedName), "cli-net-tls-name"),
            (Tls::AlertReceived(A::UnknownCA), "cli-net-tls-client"),
            (Tls::InvalidMessage(InvalidMessage::InvalidCcs), "cli-net-tls-garbled"),
            (Tls::PeerMisbehaved(PeerMisbehaved::TooMuchEarlyDataReceived), "cli-net-tls-garbled"),
            (Tls::DecryptError, "cli-net-tls-garbled"),
            (Tls::InconsistentKeys(InconsistentKeys::Unknown), "cli-net-tls-other"),
        ];
        for (error, key) in cases {
            assert_eq!(tls_message(&error), (key, String::new()), "{error:?}");
        }
    }

    #[test]
    fn invalid_certificates_name_their_hosts() {
        use CertificateError as C;
        let moment = UnixTime::since_unix_epoch(std::time::Duration::ZERO);
        let expected = ServerName::try_from("service.example").unwrap();
        let other_host =
            |presented: Vec<String>| C::NotValidForNameContext { expected: expected.clone(), presented };
        let names = ["a", "b", "c", "d"].map(|name| format!("DnsName(\"{name}.example\")"));
        let cases = [
            (C::Expired, "expired", ""),
            (C::ExpiredContext { time: moment, not_after: moment }, "expired", ""),
            (C::NotValidYet, "not-yet", ""),
            (C::UnknownIssuer, "issuer", ""),
            (other_host(names.to_vec()), "host", "a.example, b.example, c.example"),
            (other_host(vec!["Other".into()]), "host", "Other"),
            (other_host(Vec::new()), "no-host", ""),
            (C::NotValidForName, "no-host", ""),
            (C::Revoked, "revoked", ""),
            (C::InvalidPurpose, "purpose", ""),
            (C::BadEncoding, "certificate", ""),
        ];
        for (error, key, argument) in cases {
            assert_eq!(
                certificate_message(&error),
                (format!("cli-net-tls-{key}").as_str(), argument.to_owned()),
                "{error:?}"
            );
        }
    }

    #[test]
    fn cause_is_found_inside_an_io_error() {
        let inner = io::Error::other(Tls::DecryptError);
        let outer = io::Error::other(inner);
        assert_eq!(find_cause::<Tls>(&outer), Some(&Tls::DecryptError));
        assert_eq!(find_cause::<Tls>(&io::Error::other("plain")), None);
    }
}
