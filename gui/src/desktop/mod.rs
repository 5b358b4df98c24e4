//! Desktop integration: files, file dialog, system theme, notifications, single instance.
//!
//! Anything that may block on a disk, a bus or the user runs on its own thread and answers through a channel. If a
//! desktop service is missing, the window works without it.

mod dbus;
#[cfg(not(any(target_os = "macos", windows)))]
mod dialog;
#[cfg(any(target_os = "macos", windows))]
mod native;
#[cfg(not(any(target_os = "macos", windows)))]
mod notification_bus;
mod notifications;
pub mod preferences;
pub mod single_instance;
mod system_theme;
pub mod window_state;

use std::io::Write as _;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use encours_core::app::foundation::cx::overlay_types::{Export, ExportContent, ExportFormat};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::tools::pack::view::pack_document;
use encours_core::contract::ids::NotificationId;
use encours_core::engine::PackReader;
use encours_core::error::{Error, Reason};
use encours_core::export::{self, atomic_file};
use encours_core::spreadsheet;

pub use notifications::DesktopNotifier;

#[cfg(any(target_os = "macos", windows))]
use native::{ask_path, show_notifications};
#[cfg(not(any(target_os = "macos", windows)))]
use {dialog::ask_path, notification_bus::show_notifications};

use encours_core::link::Link;

use crate::report;
use crate::startup::WakeFn;

/// A message from the desktop to the window.
#[derive(Clone, Debug, PartialEq)]
pub enum DesktopEvent {
    /// An action for the application.
    Action(Action),
    /// A path chosen in the file dialog.
    ChosenPath(String),
    /// The system's theme; `None` if it has no preference.
    SystemTheme(Option<egui::Theme>),
    /// True if the system asks for reduced motion.
    ReducedMotion(bool),
    /// A request to bring the window to the front, and to open a link.
    Raise(Option<Link>),
}

/// A desktop notification to show.
#[derive(Clone, Debug, PartialEq)]
struct DesktopNotification {
    /// The notification it is about; `None` for a summary.
    notification_id: Option<NotificationId>,
    /// The title.
    title: String,
}

/// The window's connection to the desktop services.
#[derive(Clone)]
pub struct Desktop {
    sender: Sender<DesktopEvent>,
    waker: WakeFn,
    /// True if files and folders can be opened; false in tests.
    can_open: bool,
}

impl std::fmt::Debug for Desktop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outside").finish_non_exhaustive()
    }
}

impl Desktop {
    /// Creates the connection and the receiver of its responses. Calls `waker` for each response.
    #[must_use]
    pub fn new(wake: WakeFn) -> (Self, Receiver<DesktopEvent>) {
        let (sender, events) = channel();
        let desktop = Self { sender, waker: wake, can_open: true };
        (desktop, events)
    }

    /// Creates a connection that wakes no window and opens no files, for tests.
    #[must_use]
    pub fn for_tests() -> (Self, Receiver<DesktopEvent>) {
        let (desktop, events) = Self::new(Arc::new(|| {}));
        (Self { can_open: false, ..desktop }, events)
    }

    /// Sends a response to the window, which may already have closed.
    pub fn send_event(&self, event: DesktopEvent) {
        if self.sender.send(event).is_ok() {
            (self.waker)();
        }
    }

    /// Writes an export file. `reader` reads the data of a pack.
    pub fn export(&self, app: &App, export: Export, reader: Option<PackReader>) {
        let (app, this) = (app.clone(), self.clone());
        self.spawn("encours-export", move || {
            this.send_event(DesktopEvent::Action(write_file(&app, export, reader.as_ref())));
        });
    }

    /// Reads a spreadsheet to import.
    pub fn read_table(&self, path: String, sheet: String) {
        let this = self.clone();
        self.spawn("encours-import", move || {
            let named = Some(sheet.as_str()).filter(|sheet| !sheet.is_empty());
            let table = spreadsheet::read(&atomic_file::expand_path(&path), named);
            let outcome = table.map(Arc::new).map_err(|error| Reason::from(&error));
            this.send_event(DesktopEvent::Action(Action::ImportRead { path, sheet, outcome }));
        });
    }

    /// Opens a written file or its folder with the system's program; reports a failure.
    pub fn open(&self, path: String) {
        let this = self.clone();
        self.spawn("encours-open", move || {
            let opened =
                if this.can_open { open::that(&path) } else { Err(std::io::ErrorKind::Unsupported.into()) };
            if let Err(error) = opened {
                this.send_event(DesktopEvent::Action(Action::OpenFailed { path, error: error.to_string() }));
            }
        });
    }

    /// Asks for a path in the system's file dialog, of an existing file if `opens`; reports if there is none.
    pub fn choose_path(&self, title: &str, path: &str, opens: bool) {
        let (title, path, this) = (title.to_owned(), path.to_owned(), self.clone());
        self.spawn("encours-dialog", move || match ask_path(&title, &path, opens) {
            Ok(Some(chosen_path)) => this.send_event(DesktopEvent::ChosenPath(chosen_path)),
            Ok(None) => {}
            Err(error) => {
                tracing::info!(%error, "failed to open the file dialog");
                let reason = error.to_string();
                this.send_event(DesktopEvent::Action(Action::DialogMissing { error: reason }));
            }
        });
    }

    /// Follows the system's theme and its reduced-motion setting from now on.
    pub fn follow_appearance(&self) {
        let this = self.clone();
        self.spawn("encours-looks", move || {
            if let Err(error) = system_theme::follow_settings(|event| this.send_event(event)) {
                tracing::info!(%error, "failed to read the desktop settings");
            }
        });
    }

    fn spawn(&self, name: &str, work: impl FnOnce() + Send + 'static) {
        let started = std::thread::Builder::new().name(name.to_owned()).spawn(work);
        if let Err(error) = started {
            let reason = error.to_string().into();
            self.send_event(DesktopEvent::Action(Action::ExportFailed { export: None, reason }));
        }
    }
}

/// Writes the file and returns its outcome; replaces an existing file only if requested.
fn write_file(app: &App, export: Export, reader: Option<&PackReader>) -> Action {
    let path = atomic_file::expand_path(&export.path);
    let outcome = atomic_file::write_export(&path, export.overwrite, |file, sibling| {
        export.check_ending()?;
        if export.content == ExportContent::Pack {
            let document = pack_document(app, reader.map(|read| &**read))?;
            file.write_all(&export::document_bytes(&document, export.format.extension())?)?;
            return Ok(0);
        }
        if let Some((flows, form)) =
            encours_core::app::tools::export::view::requested_export::requested_content(app, &export)
        {
            return export::write(flows, form, file, sibling);
        }
        let bytes = match export.format {
            ExportFormat::Pdf => report::to_pdf(app, export.content),
            _ => report::to_png(app, export.content).map_err(Error::unexpected)?,
        };
        file.write_all(&bytes)?;
        Ok(0)
    });
    export.into_action(&path, outcome)
}
