//! TLS with the test's own certificates.
//!
//! They are rejected by default and accepted if a profile trusts their authority, but only for their host.

use std::path::Path;
use std::sync::Arc;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::server::{CliOutput, Reply, SECRET, Server, bare, token};

/// A minimal X.690 encoder for certificates.
mod der {
    pub fn tagged(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
        let content = parts.concat();
        let mut out = vec![tag];
        match content.len() {
            short @ 0..128 => out.push(u8::try_from(short).unwrap()),
            middling @ 128..256 => out.extend([0x81, u8::try_from(middling).unwrap()]),
            long => {
                out.push(0x82);
                out.extend(u16::try_from(long).unwrap().to_be_bytes());
            }
        }
        out.extend(content);
        out
    }

    pub fn sequence(parts: &[&[u8]]) -> Vec<u8> {
        tagged(0x30, parts)
    }

    pub fn bits(bytes: &[u8]) -> Vec<u8> {
        tagged(0x03, &[&[0], bytes])
    }
}

/// An authority or a server, with its key.
struct Identity {
    key: EcdsaKeyPair,
    pkcs8: Vec<u8>,
    name: Vec<u8>,
}

/// The contents of a server's certificate.
struct Leaf {
    host: &'static str,
    from: &'static str,
    to: &'static str,
}

const TODAY: Leaf = Leaf { host: "localhost", from: "200101000000Z", to: "491231235959Z" };

impl Identity {
    fn new(name: &str) -> Self {
        let pkcs8 =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new()).unwrap();
        // One attribute: commonName, as UTF-8 text.
        let common = der::sequence(&[&[6, 3, 0x55, 4, 3], &der::tagged(0x0c, &[name.as_bytes()])]);
        Self {
            key: EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref()).unwrap(),
            pkcs8: pkcs8.as_ref().to_vec(),
            name: der::sequence(&[&der::tagged(0x31, &[&common])]),
        }
    }

    /// Signs a certificate for `subject` with `extensions`.
    fn certify(&self, subject: &Self, serial: u8, (from, to): (&str, &str), extensions: &[&[u8]]) -> Vec<u8> {
        // ecdsa-with-SHA256
        let algorithm = der::sequence(&[&[6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2]]);
        // id-ecPublicKey on prime256v1
        let curve = der::sequence(&[
            &[6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1],
            &[6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7],
        ]);
        let public = der::sequence(&[&curve, &der::bits(subject.key.public_key().as_ref())]);
        let validity =
            der::sequence(&[&der::tagged(0x17, &[from.as_bytes()]), &der::tagged(0x17, &[to.as_bytes()])]);
        let body = der::sequence(&[
            &[0xa0, 3, 2, 1, 2],
            &[2, 1, serial],
            &algorithm,
            &self.name,
            &validity,
            &subject.name,
            &public,
            &der::tagged(0xa3, &[&der::sequence(extensions)]),
        ]);
        let signature = self.key.sign(&SystemRandom::new(), &body).unwrap();
        der::sequence(&[&body, &algorithm, &der::bits(signature.as_ref())])
    }

    /// Returns the authority's self-signed certificate.
    fn root(&self) -> Vec<u8> {
        // basicConstraints, critical: an authority
        let authority = der::sequence(&[
            &[6, 3, 0x55, 0x1d, 0x13, 1, 1, 0xff],
            &der::tagged(4, &[&der::sequence(&[&[1, 1, 0xff]])]),
        ]);
        self.certify(self, 1, (TODAY.from, TODAY.to), &[&authority])
    }

    fn leaf(&self, server: &Self, leaf: &Leaf) -> Vec<u8> {
        // subjectAltName: one DNS name
        let names = der::sequence(&[&der::tagged(0x82, &[leaf.host.as_bytes()])]);
        let alternative = der::sequence(&[&[6, 3, 0x55, 0x1d, 0x11], &der::tagged(4, &[&names])]);
        self.certify(server, 2, (leaf.from, leaf.to), &[&alternative])
    }
}

/// Encodes a certificate as PEM (RFC 7468).
fn pem(certificate: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in certificate.chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, at| bits << 8 | usize::from(*group.get(at).unwrap_or(&0)));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit <= group.len() { char::from(DIGITS[value]) } else { '=' });
        }
    }
    let lines: Vec<_> = text.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).unwrap()).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}

/// Starts a service behind TLS.
fn service(certificate: Vec<u8>, key: &Identity) -> Server {
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.pkcs8.clone()));
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![CertificateDer::from(certificate)], key)
        .unwrap();
    let config = Arc::new(config);
    Server::start_over(
        "https",
        move |connection| StreamOwned::new(ServerConnection::new(config.clone()).unwrap(), connection),
        |request, _| {
            Reply::json(200, if request.is_exchange() { token(1) } else { r#"{"id":"e1"}"#.to_owned() })
        },
    )
}

/// Asserts that an error gives the reason in plain words, without library names.
fn assert_plain_words(error: &serde_json::Value, reason: &str) {
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("not secure") && message.contains(reason), "{message}");
    let text = message.split(" (request ").next().unwrap_or_default();
    for word in ["http", "::", "Error", "{", "(", "peer certificate", "rustls"] {
        assert!(!text.contains(word), "{word}: {message}");
    }
}

fn entity(dir: &Path, service: &Server, roots: &str) -> CliOutput {
    entity_with(dir, service, roots, &[])
}

fn entity_with(dir: &Path, service: &Server, roots: &str, vars: &[(&str, &Path)]) -> CliOutput {
    std::fs::create_dir_all(dir.join("config")).unwrap();
    let text = format!(
        "[profiles.default]\nbase_url = \"{}\"\nkey_id = \"k\"\n{roots}\n",
        service.base_url.replace("127.0.0.1", "localhost")
    );
    std::fs::write(dir.join("config/config.toml"), text).unwrap();
    CliOutput::from_output(
        bare(dir)
            .env("ENCOURS_SECRET", SECRET)
            .envs(vars.iter().copied())
            .args(["entity", "--timeout", "10"])
            .output()
            .unwrap(),
    )
}

#[test]
fn extra_root_certificate_is_trusted_if_configured() {
    let (authority, server) = (Identity::new("Encours test authority"), Identity::new("localhost"));
    let service = service(authority.leaf(&server, &TODAY), &server);
    let dir = tempfile::tempdir().unwrap();

    let error = entity(dir.path(), &service, "").failed(10, "unreachable");
    assert_plain_words(&error, "trust the authority");
    assert!(service.requests().is_empty(), "nothing was sent to a stranger");

    std::fs::write(dir.path().join("config/own.pem"), pem(&authority.root())).unwrap();
    entity(dir.path(), &service, "extra_roots = [\"own.pem\"]").assert_ok();
    assert_eq!(service.requests().len(), 2);

    let other = Identity::new("Encours test authority");
    std::fs::write(dir.path().join("config/other.pem"), pem(&other.root())).unwrap();
    entity(dir.path(), &service, "extra_roots = [\"other.pem\"]").failed(10, "unreachable");
    assert_eq!(service.requests().len(), 2);
}

#[test]
fn certificate_variables_are_used_and_invalid_paths_named() {
    let (authority, server) = (Identity::new("Encours test authority"), Identity::new("localhost"));
    let service = service(authority.leaf(&server, &TODAY), &server);
    let dir = tempfile::tempdir().unwrap();
    let (certificates, none) = (dir.path().join("certificates"), dir.path().join("none"));
    std::fs::create_dir(&certificates).unwrap();
    let file = certificates.join("own.pem");
    std::fs::write(&file, pem(&authority.root())).unwrap();
    let list = std::env::join_paths([&none, &certificates]).unwrap();
    for (variable, path) in [
        ("SSL_CERT_FILE", file.as_path()),
        ("SSL_CERT_DIR", &certificates),
        ("SSL_CERT_DIR", Path::new(&list)),
    ] {
        entity_with(dir.path(), &service, "", &[(variable, path)]).assert_ok();
    }
    for (variable, path) in [("SSL_CERT_FILE", &none), ("SSL_CERT_DIR", &none), ("SSL_CERT_DIR", &file)] {
        // A variable that names a certificate does not excuse the other one.
        let vars = [("SSL_CERT_FILE", file.as_path()), (variable, path)];
        let error = entity_with(dir.path(), &service, "", &vars).failed(2, "usage");
        let message = error["message"].as_str().unwrap();
        let named = [variable, &path.display().to_string()];
        assert!(named.iter().all(|name| message.contains(name)), "{message}");
    }
}

#[test]
fn trusted_authority_does_not_excuse_wrong_host_or_date() {
    let (authority, server) = (Identity::new("Encours test authority"), Identity::new("x"));
    for (leaf, reason) in [
        (Leaf { host: "elsewhere.example", ..TODAY }, "for elsewhere.example, not for this host"),
        (Leaf { to: "210101000000Z", ..TODAY }, "has expired"),
        (Leaf { from: "491231000000Z", ..TODAY }, "not valid yet"),
    ] {
        let service = service(authority.leaf(&server, &leaf), &server);
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("config")).unwrap();
        std::fs::write(dir.path().join("config/own.pem"), pem(&authority.root())).unwrap();
        let error = entity(dir.path(), &service, "extra_roots = [\"own.pem\"]").failed(10, "unreachable");
        assert_plain_words(&error, reason);
        assert!(service.requests().is_empty());
    }
}

#[test]
fn unreadable_certificates_are_a_configuration_error() {
    let (authority, server) = (Identity::new("a"), Identity::new("localhost"));
    let service = service(authority.leaf(&server, &TODAY), &server);
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("config")).unwrap();
    std::fs::write(
        dir.path().join("config/bad.pem"),
        "-----BEGIN CERTIFICATE-----\n!!\n-----END CERTIFICATE-----\n",
    )
    .unwrap();
    for roots in ["extra_roots = [\"missing.pem\"]", "extra_roots = [\"bad.pem\"]"] {
        entity(dir.path(), &service, roots).failed(2, "usage");
    }
}

#[test]
fn plain_http_stays_on_this_machine() {
    let dir = tempfile::tempdir().unwrap();
    for url in ["http://api.partner.invalid/v1", "http://10.0.0.1/v1", "http://localhost.partner.invalid/v1"]
    {
        let output = CliOutput::from_output(
            bare(dir.path())
                .env("ENCOURS_SECRET", SECRET)
                .args(["entity", "--base-url", url, "--key-id", "k"])
                .output()
                .unwrap(),
        );
        output.failed(2, "usage");
    }
}

#[test]
fn server_without_tls_is_reported_as_such() {
    let plain = Server::start(|_, _| Reply::json(200, "{}"));
    let url = plain.base_url.replace("http://", "https://");
    let error = plain.run(&["entity", "--base-url", &url, "--timeout", "5"]).failed(10, "unreachable");
    assert_plain_words(&error, "support TLS");
}
