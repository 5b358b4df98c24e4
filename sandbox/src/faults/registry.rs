//! The active faults. They can be changed while the service runs.

use std::sync::{Arc, Mutex};

use crate::lock::lock;

use super::{Fault, FaultKind};

/// The operation that faults without a route skip, so that clients can sign in first.
const EXCHANGE: &str = "auth_token_exchange";

/// The longest cooldown of the fault `ban`, in seconds.
const MAX_BAN: u64 = 3_600;

/// The active faults of a running sandbox. Clones share the same list.
#[derive(Debug, Clone, Default)]
pub struct Faults(Arc<Mutex<Vec<Fault>>>);

impl Faults {
    pub(crate) fn new(faults: Vec<Fault>) -> Self {
        Self(Arc::new(Mutex::new(faults)))
    }

    /// Adds a fault.
    pub fn add(&self, fault: impl Into<Fault>) {
        lock(&self.0).push(fault.into());
    }

    /// Replaces all active faults.
    pub fn replace(&self, faults: Vec<Fault>) {
        *lock(&self.0) = faults;
    }

    /// Removes all faults.
    pub fn clear(&self) {
        lock(&self.0).clear();
    }

    /// Returns the active faults, with the number of times left.
    pub fn active(&self) -> Vec<Fault> {
        lock(&self.0).clone()
    }

    /// Returns the faults that apply to a request of this operation, counting each use.
    pub(crate) fn take_matching(&self, id: &str, method: &str, path: &str) -> Vec<FaultKind> {
        let mut faults = lock(&self.0);
        let mut matching = Vec::new();
        faults.retain_mut(|fault| {
            let applies = match fault.route.as_deref() {
                None => (id == EXCHANGE) == fault.kind.is_exchange_only(),
                Some(route) => route == id || route.split_once(' ') == Some((method, path)),
            };
            if !applies {
                return true;
            }
            match &mut fault.times {
                Some(0) => return false,
                Some(times) => *times -= 1,
                None => {}
            }
            matching.push(fault.kind.clone());
            if let FaultKind::Ban(seconds) = &mut fault.kind {
                *seconds = seconds.saturating_mul(2).min(MAX_BAN);
            }
            fault.times != Some(0)
        });
        matching
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_applies_to_its_route_and_number_of_requests() {
        let faults = Faults::new(vec![
            "status=503@deals_list:2".parse().unwrap(),
            "delay=5@POST /deals".parse().unwrap(),
        ]);
        let list = || faults.take_matching("deals_list", "GET", "/deals");
        let create = || faults.take_matching("deals_create", "POST", "/deals");
        assert_eq!(list(), [FaultKind::Status(503)]);
        assert_eq!(faults.active()[0].times, Some(1));
        assert_eq!(list(), [FaultKind::Status(503)]);
        assert_eq!(list(), []);
        assert_eq!((create(), create()), (vec![FaultKind::Delay(5)], vec![FaultKind::Delay(5)]));
        assert_eq!(faults.active().len(), 1);
        faults.clear();
        assert_eq!(create(), []);
    }

    #[test]
    fn a_ban_grows_with_every_call() {
        let faults = Faults::new(vec!["ban=900@entity_get".parse().unwrap()]);
        let strike = || faults.take_matching("entity_get", "GET", "/entity");
        let waits: Vec<_> = (0..4).flat_map(|_| strike()).collect();
        assert_eq!(waits, [900, 1_800, 3_600, 3_600].map(FaultKind::Ban));
    }

    #[test]
    fn exchange_faults_affect_no_other_route() {
        let faults = Faults::new(vec!["token-lifetime=2".parse().unwrap()]);
        assert_eq!(faults.take_matching("entity_get", "GET", "/entity"), []);
        assert_eq!(faults.take_matching(EXCHANGE, "POST", "/auth/token"), [FaultKind::TokenLifetime(2)]);
    }

    #[test]
    fn fault_without_a_route_skips_the_token_exchange() {
        let faults = Faults::default();
        faults.add(FaultKind::Html502);
        assert_eq!(faults.take_matching("auth_token_exchange", "POST", "/auth/token"), []);
        assert_eq!(faults.take_matching("entity_get", "GET", "/entity"), [FaultKind::Html502]);
        faults.replace(vec![Fault::new(FaultKind::Html502).on("auth_token_exchange")]);
        assert_eq!(faults.take_matching("auth_token_exchange", "POST", "/auth/token"), [FaultKind::Html502]);
        assert_eq!(faults.take_matching("entity_get", "GET", "/entity"), []);
    }
}
