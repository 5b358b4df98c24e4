//! Spreadsheets dropped on the terminal, which pastes their path.

use std::path::Path;

use encours_core::app::changes::import::view::is_spreadsheet;
use percent_encoding::percent_decode_str;

/// Returns the absolute path of an existing spreadsheet, if a pasted text is nothing else.
///
/// Terminals quote the path, escape it with backslashes, or write a `file://` address.
pub(in crate::terminal) fn dropped_file(text: &str) -> Option<String> {
    let text = text.trim();
    let quoted = ['\'', '"'].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    let address = text.strip_prefix("file://").map(|path| percent_decode_str(path).decode_utf8_lossy());
    let mut is_escaped = false;
    let unescaped = text.chars().filter(|letter| {
        is_escaped = *letter == '\\' && !is_escaped;
        !is_escaped
    });
    let paths =
        [Some(text.into()), quoted.map(Into::into), address, Some(unescaped.collect::<String>().into())];
    let is_file = |path: &std::borrow::Cow<'_, str>| {
        is_spreadsheet(path) && Path::new(&**path).is_absolute() && Path::new(&**path).is_file()
    };
    paths.into_iter().flatten().find(is_file).map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_path_is_found_in_each_usual_form() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("l'été & co.csv");
        std::fs::write(&path, "nom").unwrap();
        let name = path.to_str().unwrap();
        let escaped = name.replace('\'', "\\'").replace(' ', "\\ ").replace('&', "\\&");
        let address = format!("file://{}", name.replace(' ', "%20").replace('é', "%C3%A9"));
        for text in [name, &format!("'{name}' "), &format!("\"{name}\"\n"), &escaped, &address] {
            assert_eq!(dropped_file(text).as_deref(), Some(name), "{text}");
        }
        let folder = dir.path().to_str().unwrap();
        for text in ["ic", "l'été & co.csv", folder, &format!("{folder}/other.csv"), &format!("{name}\nic")]
        {
            assert_eq!(dropped_file(text), None, "{text}");
        }
    }
}
