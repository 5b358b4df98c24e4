//! Who started the process, as far as it matters to who stops it.
//!
//! A process group may be stopped where somebody of its session outside of it started one of it: a shell with jobs,
//! which sees the stop and can make it go on (POSIX.1-2024, 3.264, "orphaned process group").

/// Whether a shell would see that the process group was stopped.
#[cfg(target_os = "linux")]
pub fn has_shell() -> bool {
    let Some(own) = Member::read("self") else {
        return false;
    };
    let mut parent = own.parent;
    while let Some(member) = Member::read(&parent.to_string()) {
        if member.group != own.group {
            return member.session == own.session;
        }
        parent = member.parent;
    }
    false
}

/// What `/proc` tells of a process. Its numbers are zero for what lies outside of a container, which the system calls
/// behind [`rustix`] have no value for.
#[cfg(target_os = "linux")]
#[derive(Debug, PartialEq, Eq)]
struct Member {
    parent: u32,
    group: u32,
    session: u32,
}

#[cfg(target_os = "linux")]
impl Member {
    fn read(process: &str) -> Option<Self> {
        Self::parse(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// The name, which may hold anything, ends with the last bracket; state, parent, group and session follow.
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

/// Whether a shell would see that the process group was stopped. Only the parent is looked at.
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
    use super::Member;

    #[test]
    fn a_name_with_brackets_hides_nothing() {
        let member = |parent, group, session| {
            Some(Member {
                parent,
                group,
                session,
            })
        };
        assert_eq!(Member::parse("7 (a) S 1 2) S 5 6 4 34816 7 0"), member(5, 6, 4));
        // The parent of the first process of a container lies outside of it.
        assert_eq!(Member::parse("1 (sh) R 0 1 0 0 -1"), member(0, 1, 0));
        assert_eq!(Member::parse("7 (cut"), None);
    }
}
