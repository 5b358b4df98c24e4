//! Owners that nobody has yet. Any text is a name to the service, so a typing error on thirty deals looks like a person:
//! a name met nowhere is told as such before it is given, with the one it may have been meant to be.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::search::nearness::nearness;
use crate::text::fold;

/// What is known of a name that no deal carries yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stranger {
    /// The known name that is nearest to it, if one is near.
    pub nearest: Option<String>,
}

impl AppCx {
    /// Whether a name is one that no deal carries yet. Nobody is no stranger.
    pub fn stranger(&self, name: &str) -> Option<Stranger> {
        let name = crate::text::single_line::one_line(name);
        let known = || self.snapshot.deals.owners().iter().map(|(_, known)| known);
        if name.is_empty() || known().any(|known| known == name) {
            return None;
        }
        let folded = fold(&name);
        let near = known()
            .filter(|known| !known.is_empty())
            .filter_map(|known| Some((nearness(&folded, &fold(known))?, known)));
        Some(Stranger {
            nearest: near
                .min_by_key(|(far, _)| *far)
                .map(|(_, known)| known.to_owned()),
        })
    }
}
