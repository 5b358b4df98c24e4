//! Warns about unknown owners.
//!
//! The service accepts any text as an owner, so a typo would create a new one. A name that no loaded deal has is
//! flagged before it is saved, with the closest known name.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::search::nearness::name_distance;
use crate::text::fold;

/// Result for a name that no loaded deal has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOwner {
    /// The closest known name, if any is close enough.
    pub nearest: Option<String>,
}

impl AppCx {
    /// Returns the warning for a name that no loaded deal has. An empty name never warns.
    pub fn unknown_owner(&self, name: &str) -> Option<UnknownOwner> {
        let name = crate::text::single_line::one_line(name);
        let known = || self.snapshot.deals.owners().iter().map(|(_, known)| known);
        if name.is_empty() || known().any(|known| known == name) {
            return None;
        }
        let folded = fold(&name);
        let by_distance = known()
            .filter(|known| !known.is_empty())
            .filter_map(|known| Some((name_distance(&folded, &fold(known))?, known)));
        Some(UnknownOwner {
            nearest: by_distance.min_by_key(|(distance, _)| *distance).map(|(_, known)| known.to_owned()),
        })
    }
}
