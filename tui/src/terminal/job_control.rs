//! Detects whether a shell with job control started the process.
//!
//! A process group may be stopped only if the parent of one of its processes is outside it, but in the same
//! session. Such a shell notices the stop and can resume it (POSIX.1-2024, 3.264, "orphaned process group").

/// Returns whether a shell would notice that the process group was stopped.
#[cfg(target_os = "linux")]
pub fn has_shell() -> bool {
    let Some(own) = ProcessStat::read("self") else {
        return false;
    };
    let mut parent = own.parent;
    while let Some(member) = ProcessStat::read(&parent.to_string()) {
        if member.group != own.group {
            return member.session == own.session;
        }
        parent = member.parent;
    }
    false
}

/// Data of a process from `/proc`.
///
/// Numbers are zero for processes outside a container; the system calls behind [`rustix`] have no value for
/// these.
#[cfg(target_os = "linux")]
#[derive(Debug, PartialEq, Eq)]
struct ProcessStat {
    parent: u32,
    group: u32,
    session: u32,
}

#[cfg(target_os = "linux")]
impl ProcessStat {
    fn read(process: &str) -> Option<Self> {
        Self::parse(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// Parses the line. The name may contain anything and ends with the last bracket; state, parent, group and
    /// session follow.
    fn parse(stat: &str) -> Option<Self> {
        let (_, rest) = stat.rsplit_once(") ")?;
        let mut numbers = rest.split(' ').skip(1).map(str::parse);
        Some(Self {
            parent: numbers.next()?.ok()?,
            group: numbers.next()?.ok()?,
            session: numbers.next()?.ok()?,
        })
    }
}

/// Returns whether a shell would notice that the process group was stopped. Checks only the parent.
#[cfg(all(unix, not(target_os = "linux")))]
pub fn has_shell() -> bool {
    use rustix::process::{getpgid, getpgrp, getppid, getsid};
    let Some(parent) = getppid() else {
        return false;
    };
    getpgid(Some(parent)).is_ok_and(|group| group != getpgrp())
        && getsid(Some(parent)).is_ok_and(|session| getsid(None).is_ok_and(|own| session == own))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::ProcessStat;

    #[test]
    fn process_name_with_brackets_is_parsed_correctly() {
        let member = |parent, group, session| Some(ProcessStat { parent, group, session });
        assert_eq!(ProcessStat::parse("7 (a) S 1 2) S 5 6 4 34816 7 0"), member(5, 6, 4));
        // In a container, the parent of the first process is outside.
        assert_eq!(ProcessStat::parse("1 (sh) R 0 1 0 0 -1"), member(0, 1, 0));
        assert_eq!(ProcessStat::parse("7 (cut"), None);
    }
}
