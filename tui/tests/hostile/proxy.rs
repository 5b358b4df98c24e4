//! The system's proxy: used for the service, never for this machine.

use std::io::{BufReader, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};

use super::server::{Ran, Reply, Request, SECRET, Server, bare, read};

/// A proxy that refuses every tunnel, and tells what it was asked for.
fn proxy() -> (String, Receiver<Request>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = format!("http://user:canary-proxy@{}", listener.local_addr().unwrap());
    let (tell, asked) = channel();
    std::thread::spawn(move || {
        for mut connection in listener.incoming().map_while(Result::ok) {
            let mut reader = BufReader::new(connection.try_clone().unwrap());
            if let Some(request) = read(&mut reader) {
                let _ = tell.send(request);
                let _ = connection.write_all(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
            }
        }
    });
    (address, asked)
}

fn elsewhere(dir: &std::path::Path) -> std::process::Command {
    let mut command = bare(dir);
    command
        .env("ENCOURS_BASE_URL", "https://api.partner.invalid/v1")
        .env("ENCOURS_KEY_ID", "k")
        .env("ENCOURS_SECRET", SECRET)
        .args(["entity", "--timeout", "3"]);
    command
}

#[test]
fn the_systems_proxy_is_asked_for_a_tunnel_and_sees_nothing_else() {
    for variable in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"] {
        let (address, asked) = proxy();
        let dir = tempfile::tempdir().unwrap();
        let ran = Ran::of(elsewhere(dir.path()).env(variable, &address).output().unwrap());
        ran.failed(10, "unreachable");
        let request = asked.recv().unwrap();
        assert_eq!(
            (request.method.as_str(), request.target.as_str()),
            ("CONNECT", "api.partner.invalid:443"),
            "{variable}"
        );
        assert!(request.header("authorization").is_none());
        assert!(!ran.err.contains("canary"), "{ran:?}");
    }
}

#[test]
fn a_profile_may_name_another_proxy() {
    let (address, asked) = proxy();
    let (unused, never) = proxy();
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("config")).unwrap();
    let text = format!(
        "[profiles.default]\nbase_url = \"https://api.partner.invalid/v1\"\nkey_id = \"k\"\nproxy = \"{address}\"\n"
    );
    std::fs::write(dir.path().join("config/config.toml"), text).unwrap();
    let ran = Ran::of(
        elsewhere(dir.path())
            .env("HTTPS_PROXY", &unused)
            .output()
            .unwrap(),
    );
    ran.failed(10, "unreachable");
    assert_eq!(asked.recv().unwrap().method, "CONNECT");
    assert!(never.try_recv().is_err());
    assert!(!ran.err.contains("canary"), "{ran:?}");
    // One that cannot be used is told without the password in it.
    std::fs::write(
        dir.path().join("config/config.toml"),
        "[profiles.default]\nproxy = \"ht!tp://u:canary-proxy@\"\n",
    )
    .unwrap();
    let ran = Ran::of(elsewhere(dir.path()).output().unwrap());
    ran.failed(2, "usage");
    assert!(!ran.err.contains("canary"), "{ran:?}");
}

#[test]
fn what_stays_on_this_machine_passes_no_proxy() {
    let (address, asked) = proxy();
    let server = Server::start(|_, _| Reply::json(200, r#"{"id":"e1"}"#));
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        let ran = Ran::of(
            server
                .command(&["entity"])
                .env(variable, &address)
                .output()
                .unwrap(),
        );
        ran.good();
    }
    assert!(asked.try_recv().is_err());
}
