//! What surrounds the window: files, the file dialog, the system's looks, notices on the desktop, the other window of
//! the same profile. Rule of the room: whatever may wait, for a disk, a bus or a person, does so on a thread of its own
//! and answers by a channel; where a part of the desktop is missing, the window goes on without it.

mod dbus;
mod dialog;
mod export;
mod notifications;
mod open_path;
pub mod preferences;
pub mod single_instance;
mod system_theme;
pub mod window_state;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::tools::export::export::Export;

pub use notifications::Notices;

use crate::startup::Waker;

/// What comes back from outside the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Something for the application to do.
    Act(Action),
    /// A place chosen in the file dialog.
    Place(String),
    /// The system's looks are these; `None` where it has no preference.
    Looks(Option<egui::Theme>),
    /// Whether the system asks for less motion.
    Still(bool),
    /// The window is wanted in front.
    Raise,
}

/// The way from the window to what surrounds it, and back.
#[derive(Clone)]
pub struct Outside {
    sender: Sender<Answer>,
    waker: Waker,
    /// What opens files and folders here; `None` where nothing surrounds the window.
    opener: Option<&'static str>,
}

impl std::fmt::Debug for Outside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outside").finish_non_exhaustive()
    }
}

impl Outside {
    /// A way and its end, where the answers arrive. `waker` is called for each.
    #[must_use]
    pub fn new(waker: Waker) -> (Self, Receiver<Answer>) {
        let (sender, answers) = channel();
        let outside = Self {
            sender,
            waker,
            opener: Some(open_path::PROGRAM),
        };
        (outside, answers)
    }

    /// A way that nobody wakes for: answers are found when they are looked for, and nothing is opened.
    #[must_use]
    pub fn quiet() -> (Self, Receiver<Answer>) {
        let (outside, answers) = Self::new(Arc::new(|| {}));
        (
            Self {
                opener: None,
                ..outside
            },
            answers,
        )
    }

    /// Hands an answer in. A window that has gone wants none.
    pub fn answer(&self, answer: Answer) {
        if self.sender.send(answer).is_ok() {
            (self.waker)();
        }
    }

    /// Writes what is to be exported.
    pub fn export(&self, app: &App, export: Export) {
        let (app, own) = (app.clone(), self.clone());
        self.apart("encours-export", move || {
            own.answer(Answer::Act(export::write(&app, export)));
        });
    }

    /// Opens a file that was written, or its folder, as the system does; says why it is not.
    pub fn open(&self, path: String) {
        let own = self.clone();
        self.apart("encours-open", move || {
            let outcome = match own.opener {
                Some(program) => open_path::open(program, &path),
                None => Err(open_path::PROGRAM.to_owned()),
            };
            if let Err(why) = outcome {
                own.answer(Answer::Act(Action::OpenFailed { path, why }));
            }
        });
    }

    /// Asks for a place in the system's file dialog; says why there is none instead.
    pub fn choose_place(&self, title: &str, path: &str) {
        let (title, path, own) = (title.to_owned(), path.to_owned(), self.clone());
        self.apart("encours-dialog", move || match dialog::save(&title, &path) {
            Ok(Some(place)) => own.answer(Answer::Place(place)),
            Ok(None) => {}
            Err(error) => {
                tracing::info!(%error, "there is no file dialog");
                let why = error.to_string();
                own.answer(Answer::Act(Action::DialogMissing { why }));
            }
        });
    }

    /// Follows the system's looks, and its wish for less motion, from now on.
    pub fn follow_looks(&self) {
        let own = self.clone();
        self.apart("encours-looks", move || {
            if let Err(error) = system_theme::follow(|answer| own.answer(answer)) {
                tracing::info!(%error, "the system does not say which looks it wants");
            }
        });
    }

    fn apart(&self, name: &str, work: impl FnOnce() + Send + 'static) {
        let started = std::thread::Builder::new().name(name.to_owned()).spawn(work);
        if let Err(error) = started {
            let why = error.to_string().into();
            self.answer(Answer::Act(Action::ExportFailed { export: None, why }));
        }
    }
}
