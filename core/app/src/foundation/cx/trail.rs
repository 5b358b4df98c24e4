//! Deals and screens that were opened, for going back and forward, and the recent deals.

use crate::contract::ids::DealId;
use crate::foundation::input::context::Screen;

/// Number of stored places.
const MAX_PLACES: usize = 100;
/// Number of recent deals.
const MAX_RECENT: usize = 12;

/// A screen, with its deal on the screen of one deal.
pub(crate) type Place = (Screen, Option<DealId>);

/// The places that were opened, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    places: Vec<Place>,
    /// Index of the current place.
    at: usize,
    recent: Vec<DealId>,
}

impl Trail {
    /// Records the current place. A new one drops the places after the last.
    pub(crate) fn visit(&mut self, place: Place) {
        if self.places.get(self.at) == Some(&place) {
            return;
        }
        if let Some(deal) = &place.1 {
            self.recent.retain(|other| other != deal);
            self.recent.insert(0, deal.clone());
            self.recent.truncate(MAX_RECENT);
        }
        self.places.truncate(self.at + 1);
        self.places.push(place);
        let excess = self.places.len().saturating_sub(MAX_PLACES);
        self.places.drain(..excess);
        self.at = self.places.len() - 1;
        debug_assert!(self.recent.len() <= MAX_RECENT && self.places.len() <= MAX_PLACES);
    }

    /// Returns the index of the nearest place before or after the current one whose deal `exists`.
    pub(crate) fn neighbour(&self, forward: bool, exists: impl Fn(&DealId) -> bool) -> Option<usize> {
        let current = self.places.get(self.at)?;
        let is_open = |at: &usize| {
            let place = self.places.get(*at);
            place.is_some_and(|place| place != current && place.1.as_ref().is_none_or(&exists))
        };
        if forward {
            (self.at + 1..self.places.len()).find(is_open)
        } else {
            (0..self.at).rev().find(is_open)
        }
    }

    /// Makes a place the current one and returns it.
    pub(crate) fn go_to(&mut self, at: usize) -> Option<Place> {
        let place = self.places.get(at)?.clone();
        self.at = at;
        Some(place)
    }

    /// Returns the recently opened deals, latest first.
    #[must_use]
    pub fn recent(&self) -> &[DealId] {
        &self.recent
    }

    /// Adds the recent deals of an earlier session.
    pub(crate) fn restore(&mut self, recent: &[String]) {
        let earlier = recent.iter().filter_map(|id| DealId::new(id).ok());
        let earlier: Vec<DealId> = earlier.filter(|id| !self.recent.contains(id)).collect();
        self.recent.extend(earlier);
        self.recent.truncate(MAX_RECENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(id: &str) -> Place {
        (Screen::Deal, Some(DealId::new(id).unwrap()))
    }

    fn recent(trail: &Trail) -> Vec<&str> {
        trail.recent().iter().map(DealId::as_str).collect()
    }

    #[test]
    fn back_and_forward_skip_deleted_deals() {
        let mut trail = Trail::default();
        assert_eq!(trail.neighbour(false, |_| true), None);
        for place in [(Screen::Pipeline, None), deal("a"), deal("a"), deal("b"), deal("c")] {
            trail.visit(place);
        }
        let at = trail.neighbour(false, |id| id.as_str() != "b").unwrap();
        assert_eq!(trail.go_to(at), Some(deal("a")));
        trail.visit(deal("a"));
        assert_eq!(trail.neighbour(true, |_| true), Some(2));
        assert_eq!(trail.neighbour(true, |id| id.as_str() != "b"), Some(3));
        trail.visit((Screen::Tasks, None));
        assert_eq!((trail.neighbour(true, |_| true), trail.neighbour(false, |_| true)), (None, Some(1)));
    }

    #[test]
    fn recent_deals_are_distinct_and_bounded() {
        let mut trail = Trail::default();
        for n in [1, 2, 1] {
            trail.visit(deal(&n.to_string()));
        }
        trail.restore(&["2".to_owned(), "9".to_owned()]);
        assert_eq!(recent(&trail), ["1", "2", "9"]);
        for n in 0..300 {
            trail.visit(deal(&n.to_string()));
        }
        assert_eq!(recent(&trail).len(), MAX_RECENT);
        assert_eq!((recent(&trail)[0], trail.places.len()), ("299", MAX_PLACES));
    }
}
