//! Time zone of this device.
//!
//! A system link names the zone and points to its data. Following it reads one file; searching the list of all zones
//! reads six hundred.

use std::ffi::OsStr;
use std::path::Path;

use jiff::tz::TimeZone;

use crate::files;

/// Link to the zone of this device.
const ZONE_LINK: &str = "/etc/localtime";
/// Path component before a zone's name.
const ZONES: &str = "zoneinfo/";

/// Returns the time zone for display: `TZ` if it is set, else this device's.
#[must_use]
pub fn local_zone() -> TimeZone {
    let tz_is_set = ["TZ", "TZDIR"].iter().any(|name| std::env::var_os(name).is_some());
    if tz_is_set && is_unsafe_zone(&std::env::var_os("TZ").unwrap_or_default()) {
        tracing::warn!("failed to read the time zone file named by TZ; using UTC");
        return TimeZone::UTC;
    }
    let linked = if tz_is_set { None } else { zone_of_link(Path::new(ZONE_LINK)) };
    linked.unwrap_or_else(TimeZone::system)
}

/// Returns whether `TZ` names a path that would block or be read without end.
fn is_unsafe_zone(zone: &OsStr) -> bool {
    let name = zone.as_encoded_bytes();
    let path = name.strip_prefix(b":").unwrap_or(name);
    path.starts_with(b"/")
        && std::str::from_utf8(path).is_ok_and(|path| files::check_regular(Path::new(path)).is_err())
}

/// Returns the zone that a link points to, if it is a civil time zone.
fn zone_of_link(link: &Path) -> Option<TimeZone> {
    let target = std::fs::read_link(link).ok()?;
    let (_, name) = target.to_str()?.rsplit_once(ZONES)?;
    // `right/` zones count leap seconds; `posix/` zones are explicit copies without them.
    if name.starts_with("right/") || name.starts_with("posix/") {
        return None;
    }
    TimeZone::tzif(name, &files::read(Path::new(link), files::MAX_USER_FILE).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    /// Minimal zone file: two hours ahead of UTC all year.
    fn zone_file() -> Vec<u8> {
        let mut file = Vec::new();
        for version in [false, true] {
            file.extend(b"TZif2");
            file.extend([0; 15]);
            for count in [0_u32, 0, 0, 0, 1, 5] {
                file.extend(count.to_be_bytes());
            }
            file.extend(7_200_i32.to_be_bytes());
            file.extend([0, 0]);
            file.extend(b"TEST\0");
            if version {
                file.extend(b"\nTEST-2\n");
            }
        }
        file
    }

    #[cfg(unix)]
    #[test]
    fn time_zone_link_provides_name_and_rules() {
        let dir = tempfile::tempdir().unwrap();
        let zones = dir.path().join("zoneinfo/Test");
        std::fs::create_dir_all(&zones).unwrap();
        std::fs::write(zones.join("Place"), zone_file()).unwrap();
        let link = dir.path().join("localtime");
        std::os::unix::fs::symlink(zones.join("Place"), &link).unwrap();
        let zone = zone_of_link(&link).unwrap();
        assert_eq!(zone.iana_name(), Some("Test/Place"));
        let at: Timestamp = "2026-07-01T10:00:00Z".parse().unwrap();
        assert_eq!(zone.to_datetime(at).hour(), 12);
    }

    #[cfg(unix)]
    #[test]
    fn unnamed_zone_links_fall_back_to_the_zone_database() {
        let dir = tempfile::tempdir().unwrap();
        let zones = dir.path().join("zoneinfo/right");
        std::fs::create_dir_all(&zones).unwrap();
        std::fs::write(zones.join("Place"), zone_file()).unwrap();
        std::fs::write(dir.path().join("zoneinfo/Broken"), "no zone").unwrap();
        let links = [
            ("right", zones.join("Place")),
            ("broken", dir.path().join("zoneinfo/Broken")),
            ("nowhere", dir.path().join("zoneinfo/Nowhere")),
        ];
        for (name, target) in links {
            let link = dir.path().join(name);
            std::os::unix::fs::symlink(target, &link).unwrap();
            assert_eq!(zone_of_link(&link), None, "{name}");
        }
        let plain = dir.path().join("plain");
        std::fs::write(&plain, zone_file()).unwrap();
        assert_eq!(zone_of_link(&plain), None);
    }

    #[test]
    fn local_zone_matches_the_system_zone() {
        let (ours, theirs) = (local_zone(), TimeZone::system());
        assert_eq!(ours.iana_name(), theirs.iana_name());
        for at in ["1999-01-01T00:00:00Z", "2026-07-01T10:00:00Z", "2040-12-01T00:00:00Z"] {
            let at: Timestamp = at.parse().unwrap();
            assert_eq!(ours.to_offset(at), theirs.to_offset(at), "{at}");
        }
    }
}
