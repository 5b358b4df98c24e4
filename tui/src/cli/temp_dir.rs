//! Private temporary directories, deleted when they are dropped.

use std::io;

use tempfile::TempDir;

/// Creates a private directory in the system's temporary directory.
pub(super) fn create_private(prefix: &str) -> io::Result<TempDir> {
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
    fn private_temp_dir_has_mode_700() {
        let dir = super::create_private("encours-test-").unwrap();
        assert_eq!(dir.path().metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }
}
