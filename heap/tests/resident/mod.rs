//! What the process holds in memory, as the system tells.

/// What is resident, in MiB.
pub fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .unwrap();
    line.trim()
        .strip_suffix("kB")
        .unwrap()
        .trim()
        .parse::<usize>()
        .unwrap()
        / 1024
}
