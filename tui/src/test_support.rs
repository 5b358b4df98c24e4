//! Helpers for the tests of this crate.

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::text::Lang;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Returns an application without data, in English, with the default keys.
pub fn app() -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let options = Options::new(Lang::En, keymap, TimeZone::UTC);
    App::new(options, Timestamp::UNIX_EPOCH)
}
