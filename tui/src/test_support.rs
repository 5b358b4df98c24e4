//! What tests of this crate share.

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::text::Lang;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// A desk that has read nothing, in English, with the keys it comes with.
pub fn app() -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let options = Options::new(Lang::En, keymap, TimeZone::UTC);
    App::new(options, Timestamp::UNIX_EPOCH)
}
