//! Temporary directories that only this account may enter, gone when they are dropped.

use std::io;

use tempfile::TempDir;

/// Makes a private directory among the system's temporary ones.
pub(super) fn directory(prefix: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn nobody_else_may_enter() {
        let dir = super::directory("encours-test-").unwrap();
        assert_eq!(dir.path().metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }
}
