//! What the window needs of whatever does the work behind it. Nothing here waits: a pass of drawing never does.

use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::cx::toast_types::{ActFor, TurnFailure};
use encours_core::engine::{Effect, Leave, Leftover, Snapshot};
use jiff::Timestamp;

use super::{Failure, Given};

/// What does the work behind the window: the engine, or what stands for it until it has started.
pub trait Service {
    /// Hands effects over. Never waits.
    fn submit(&mut self, effects: Vec<Effect>);
    /// The newest snapshot, if there is one. Never waits.
    fn latest(&mut self) -> Option<Arc<Snapshot>>;
    /// Why there will be none, if that is so.
    fn failure(&self) -> Option<&Failure>;
    /// Opens the demo instead of what could not be opened.
    fn begin_demo(&mut self);
    /// Opens what could not be opened with what the person has given: a key, or a passphrase.
    fn sign_in(&mut self, _given: Given) {}
    /// Whether the key was given here, and can be taken off this machine again.
    fn may_sign_out(&self) -> bool {
        false
    }
    /// Takes the key off this machine; what was read and what waits stays. A key is then asked for.
    fn sign_out(&mut self) {}
    /// Leaves what is open and asks for the key anew; nothing is forgotten.
    fn ask_for_key(&mut self) {}
    /// Tries once more what could not be opened, where the configuration is `usable`; else why it is not.
    fn open_again(&mut self, _usable: Result<(), String>) {}
    /// Whether another window has this profile open, and has been raised: then this one goes.
    fn is_elsewhere(&self) -> bool {
        false
    }
    /// Whether the system has told the program to end: then nobody is there to be asked.
    fn told_to_end(&self) -> bool {
        false
    }
    /// Whether to wake the window for what only a close look shows: single requests.
    fn look_closely(&mut self, _closely: bool) {}
    /// Wakes the window after so long, unless what was read meanwhile keeps what it tells true. `of` is the reading that
    /// is told of. Whether it will; if not, the window sees to it.
    fn remind(&mut self, _after: Duration, _of: Option<Timestamp>) -> bool {
        false
    }
    /// The profile, or the host, as far as is known.
    fn who(&self) -> &str;
    /// Begins to open the same for somebody else, beside what is open. Whether there is anybody else to act for.
    fn turn(&mut self, _who: &ActFor) -> bool {
        false
    }
    /// What came of that, once: from then on everything goes to whoever was chosen, or it stays as it was.
    fn turned(&mut self) -> Option<Result<(), TurnFailure>> {
        None
    }
    /// Whether what was left has been closed since this was asked last, so that what waits there can be counted.
    fn put_away(&mut self) -> bool {
        false
    }
    /// Ends in good order, when the window closes; `how` says what becomes of the writes. What is left of them.
    fn close(&mut self, how: Leave) -> Leftover;
}
