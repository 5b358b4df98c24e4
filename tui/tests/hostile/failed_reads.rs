//! A disk read that fails once: an input error is not damage, and no file is quarantined.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::Command;

use super::server::{CliOutput, Reply, Server, files};

/// A library that makes the database read number `FAILED_READ` fail with `EIO`.
const SHIM: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int count;

static int fails(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 3 || strncmp(path + length - 3, ".db", 3)) return 0;
    return __sync_add_and_fetch(&count, 1) == atoi(getenv("FAILED_READ"));
}

ssize_t read(int fd, void *into, size_t most) {
    static ssize_t (*real)(int, void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "read");
    if (fails(fd)) { errno = EIO; return -1; }
    return real(fd, into, most);
}

ssize_t pread(int fd, void *into, size_t most, off_t at) {
    static ssize_t (*real)(int, void *, size_t, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "pread");
    if (fails(fd)) { errno = EIO; return -1; }
    return real(fd, into, most, at);
}

ssize_t pread64(int fd, void *into, size_t most, off64_t at) {
    static ssize_t (*real)(int, void *, size_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "pread64");
    if (fails(fd)) { errno = EIO; return -1; }
    return real(fd, into, most, at);
}

/* How many reads there were, for the test to know that it failed one. */
__attribute__((destructor)) static void tell(void) {
    FILE *told = fopen(getenv("READS_TOLD"), "w");
    if (told) { fprintf(told, "%d", count); fclose(told); }
}
"#;

fn shim(dir: &Path) -> PathBuf {
    let (source, server_views) = (dir.join("shim.c"), dir.join("shim.so"));
    std::fs::write(&source, SHIM).unwrap();
    let built = Command::new("gcc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(&server_views)
        .arg(&source)
        .arg("-ldl")
        .status()
        .unwrap();
    assert!(built.success());
    server_views
}

#[test]
fn single_failed_read_is_not_reported_as_damage() {
    let server = Server::start(|request, _| {
        let first = request.number("offset").unwrap_or(0) == 0;
        Reply::json(
            200,
            if request.target.contains("/deals") && first {
                r#"{"items":[{"id":"d1","name":"x","status":"ic"}],"total":1}"#
            } else {
                r#"{"items":[],"total":1}"#
            },
        )
    });
    server.run(&["deals", "list"]).assert_ok();
    server.run(&["deals", "update", "d1", "--status", "closing", "--offline"]).failed(8, "queued");
    let whole = server.run(&["deals", "list", "--offline"]);
    let dir = tempfile::tempdir().unwrap();
    let (server_views, told) = (shim(dir.path()), dir.path().join("told"));
    let mut failed = 0;
    for line in [&["deals", "list", "--offline"][..], &["outbox", "list"], &["doctor", "--offline"]] {
        for number in 1..=200 {
            let output = CliOutput::from_output(
                server
                    .command(line)
                    .env("LD_PRELOAD", &server_views)
                    .env("FAILED_READ", number.to_string())
                    .env("READS_TOLD", &told)
                    .output()
                    .unwrap(),
            );
            let reads: usize = std::fs::read_to_string(&told).unwrap().parse().unwrap();
            if reads < number {
                assert!(number > 5, "{line:?}: {reads} reads, of which none failed");
                break;
            }
            failed += 1;
            assert!(
                !output.stderr.contains("damaged") && !output.stdout.contains("damaged"),
                "{line:?}, read {number}: {output:?}"
            );
            for (path, _) in files(server.dir.path()) {
                let name = path.to_string_lossy().into_owned();
                assert!(!name.contains("damaged"), "{line:?}, read {number}: {name}");
            }
        }
    }
    assert!(failed > 20, "{failed} reads failed");
    assert_eq!(server.run(&["deals", "list", "--offline"]).stdout, whole.stdout);
    assert_eq!(server.run(&["outbox", "list"]).json().as_array().unwrap().len(), 1);
}
