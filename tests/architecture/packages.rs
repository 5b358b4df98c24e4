//! Checks that the files of the packages name the version of the workspace.

use std::fs;

use super::root;

#[test]
fn package_files_name_the_version_of_the_workspace() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, text) in [
        ("CHANGELOG.md", format!("## [{version}]")),
        ("README.md", format!("Version {version}.")),
        ("dist/fr.encours.Encours.metainfo.xml", format!("<release version=\"{version}\"")),
        ("dist/fr.encours.Encours.yaml", format!("/encours-{version}-x86_64-linux-gnu.tar.gz")),
    ] {
        let content = fs::read_to_string(root().join(file)).expect("failed to read a file");
        assert!(content.contains(&text), "{file} lacks {text}");
    }
}
