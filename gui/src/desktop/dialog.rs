//! The system's file dialog, through the desktop portal, without loading a toolkit.
//!
//! Without a portal, the user types the path.

use std::collections::HashMap;
use std::path::Path;

use zbus::blocking::Proxy;
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};

const PORTAL_NAME: &str = "org.freedesktop.portal.Desktop";

/// Asks for a file to open or where to save; returns `None` if the user cancels.
pub(super) fn ask_path(title: &str, path: &str, opens: bool) -> zbus::Result<Option<String>> {
    let connection = super::dbus::connect_to(PORTAL_NAME)?;
    let save_path = Path::new(path);
    let name = save_path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let token = format!("encours{}", std::process::id());
    let unique_name = connection.unique_name().map(ToString::to_string).unwrap_or_default();
    let unique_name = unique_name.trim_start_matches(':').replace('.', "_");
    // Subscribe before the request: the response may arrive at once.
    let handle = format!("/org/freedesktop/portal/desktop/request/{unique_name}/{token}");
    let request = Proxy::new(&connection, PORTAL_NAME, handle, "org.freedesktop.portal.Request")?;
    let mut signals = request.receive_signal("Response")?;
    let mut options: HashMap<&str, Value<'_>> = HashMap::new();
    options.insert("handle_token", token.as_str().into());
    if !opens {
        options.insert("current_name", name.into());
    }
    if let Some(folder) = save_path.parent().and_then(Path::to_str).filter(|folder| !folder.is_empty()) {
        let mut bytes = folder.as_bytes().to_vec();
        bytes.push(0);
        options.insert("current_folder", bytes.into());
    }
    let chooser = Proxy::new(
        &connection,
        PORTAL_NAME,
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.FileChooser",
    )?;
    let _handle: OwnedObjectPath =
        chooser.call(if opens { "OpenFile" } else { "SaveFile" }, &("", title, options))?;
    let Some(signal) = signals.next() else {
        return Ok(None);
    };
    let (code, results): (u32, HashMap<String, OwnedValue>) = signal.body().deserialize()?;
    if code != 0 {
        return Ok(None);
    }
    let uris: Option<Vec<String>> =
        results.get("uris").and_then(|value| value.try_clone().ok()).and_then(|value| value.try_into().ok());
    Ok(uris.and_then(|uris| uris.first().and_then(|uri| path_of(uri))))
}

/// Returns the path of a `file:` address.
fn path_of(uri: &str) -> Option<String> {
    let encoded = uri.strip_prefix("file://")?;
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut remaining = encoded.bytes();
    while let Some(byte) = remaining.next() {
        if byte == b'%' {
            let hex = [remaining.next()?, remaining.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_a_path() {
        assert_eq!(path_of("file:///home/a%20b/%C3%A9t%C3%A9.csv").as_deref(), Some("/home/a b/été.csv"));
        assert_eq!(path_of("https://x/y"), None);
        assert_eq!(path_of("file:///a%2"), None);
    }
}
