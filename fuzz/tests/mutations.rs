//! Runs every target on its corpus, on inputs that once failed, and on seeded mutations of both.

#![allow(clippy::expect_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::Path;

use encours_fuzz::TARGETS;
use fastrand::Rng;

/// Longest input in bytes.
const MAX_LENGTH: usize = 4_096;
/// Bytes that mean something in one of the formats.
const SYNTAX: &[u8] = b"{}[]\":,.-+eE0123456789<>=()\x1b;\n\r \xc2\x9b\xe2\x80\xae";

/// Returns the inputs of a target in the repository.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = |kind: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(kind).join(target);
    let files =
        ["corpus", "regressions"].map(folder).into_iter().filter_map(|folder| fs::read_dir(folder).ok());
    let mut files: Vec<_> = files.flatten().flatten().map(|file| file.path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).expect("failed to read an input")).collect()
}

/// Changes an input at up to six places: bytes, their order, and parts of another input.
fn mutate(input: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    for _change in 0..rng.usize(1..=6) {
        let at = rng.usize(0..=input.len());
        match rng.u8(0..6) {
            0 if at < input.len() => input[at] = rng.u8(..),
            1 if at < input.len() => input[at] ^= 1 << rng.u8(0..8),
            2 => input.insert(at, SYNTAX[rng.usize(0..SYNTAX.len())]),
            3 => drop(input.drain(at..(at + rng.usize(1..9)).min(input.len()))),
            4 => {
                let start = rng.usize(0..=other.len());
                let part = &other[start..(start + rng.usize(0..64)).min(other.len())];
                input.splice(at..at, part.iter().copied());
            }
            _ => {
                let part = input[at..(at + rng.usize(0..32)).min(input.len())].repeat(rng.usize(1..4));
                input.splice(at..at, part);
            }
        }
    }
    input.truncate(MAX_LENGTH);
}

fn run(target: &str, mutations: usize) {
    let (_, check) = TARGETS.iter().find(|(name, _)| *name == target).expect("the target exists");
    let corpus = corpus(target);
    assert!(!corpus.is_empty(), "{target} has no corpus");
    for input in &corpus {
        check(input);
    }
    let mut rng = Rng::with_seed(1);
    for _ in 0..mutations {
        let mut input = corpus[rng.usize(0..corpus.len())].clone();
        mutate(&mut input, &corpus[rng.usize(0..corpus.len())], &mut rng);
        let failed = std::panic::catch_unwind(|| check(&input)).is_err();
        assert!(!failed, "{target} fails for {}", input.escape_ascii());
    }
}

macro_rules! targets {
    ($($name:ident: $mutations:literal,)*) => {
        $(#[test]
        fn $name() {
            run(stringify!($name), $mutations);
        })*

        #[test]
        fn every_target_is_run() {
            let run = [$(stringify!($name)),*];
            assert!(TARGETS.iter().map(|(name, _)| *name).eq(run));
        }
    };
}

// About twenty seconds each in a debug build on one core.
targets! {
    problem: 4_000_000,
    page: 1_000_000,
    num: 10_000_000,
    retry_after: 12_000_000,
    query: 60_000,
    config: 700_000,
    views: 1_200_000,
    sanitize: 150_000,
    recovery: 500,
    identifiers: 60_000,
    import: 15_000,
    terminal_input: 1_500_000,
}
