//! One directory per profile, so that servers, keys and delegated users never mix.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Returns the directory of a profile under `data_dir`. The name has the server's host, to be readable, and a hash of
/// the profile's identity, to be unique. It contains no key in clear text.
pub fn profile_dir(data_dir: &Path, base_url: &str, key_id: &str, user: Option<&str>) -> PathBuf {
    let mut hash = Sha256::new();
    for part in [base_url.trim_end_matches('/'), key_id, user.unwrap_or_default()] {
        // The length prefix prevents that two different triples hash the same bytes.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    let digest = hash.finalize();
    let mut name = readable(base_url);
    name.push('-');
    name.extend(digest.iter().take(8).map(|byte| format!("{byte:02x}")));
    data_dir.join("profiles").join(name)
}

/// Returns host and port, in characters that every file system accepts.
fn readable(base_url: &str) -> String {
    let host_and_path = base_url.split_once("://").map_or(base_url, |(_, host_and_path)| host_and_path);
    let host = host_and_path.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    let mut name: String = host
        .chars()
        .take(48)
        .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c.to_ascii_lowercase() } else { '-' })
        .collect();
    if name.trim_matches(['.', '-']).is_empty() {
        "service".clone_into(&mut name);
    }
    name.trim_matches(['.', '-']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(base_url: &str, key_id: &str, user: Option<&str>) -> String {
        profile_dir(Path::new("/d"), base_url, key_id, user).file_name().unwrap().to_str().unwrap().to_owned()
    }

    #[test]
    fn the_name_is_stable_and_readable() {
        let one = name("https://api.example.com/v1", "key_1", None);
        assert_eq!(one, name("https://api.example.com/v1/", "key_1", None));
        assert!(one.starts_with("api.example.com-"), "{one}");
        assert!(!one.contains("key_1"));
    }

    #[test]
    fn each_part_makes_another_profile() {
        let base = name("https://api.example.com/v1", "key_1", None);
        assert_ne!(base, name("https://api.example.com/v2", "key_1", None));
        assert_ne!(base, name("https://api.example.com/v1", "key_2", None));
        assert_ne!(base, name("https://api.example.com/v1", "key_1", Some("u")));
        assert_ne!(name("https://h/a", "bc", None), name("https://h/ab", "c", None));
    }

    #[test]
    fn a_hostile_address_stays_inside_the_directory() {
        for url in ["", "..", "https://../..", "file:///etc", "https://a:b@host/x", "https://[::1]:8080/v1"] {
            let name = name(url, "k", None);
            assert!(!name.starts_with('.') && !name.contains(['/', '\\', ':', '@']), "{url}: {name}");
        }
    }
}
