//! File dialog and notifications of macOS and Windows.

use std::convert::Infallible;
use std::path::Path;
use std::sync::mpsc::Receiver;

use super::{Desktop, DesktopNotification};

/// Asks for a file to open or where to save; returns `None` if the user cancels.
pub(super) fn ask_path(title: &str, path: &str, opens: bool) -> Result<Option<String>, Infallible> {
    let path = Path::new(path);
    let mut dialog = rfd::FileDialog::new().set_title(title);
    if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
        dialog = dialog.set_file_name(name);
    }
    if let Some(folder) = path.parent() {
        dialog = dialog.set_directory(folder);
    }
    let chosen = if opens { dialog.pick_file() } else { dialog.save_file() };
    Ok(chosen.and_then(|chosen_path| chosen_path.into_os_string().into_string().ok()))
}

/// Shows the notifications that arrive until the window closes. A click on one has no effect.
pub(super) fn show_notifications(
    notices: &Receiver<DesktopNotification>,
    _desktop: &Desktop,
) -> notify_rust::error::Result<()> {
    for notice in notices {
        notify_rust::Notification::new().appname("Encours").summary(&notice.title).show()?;
    }
    Ok(())
}
