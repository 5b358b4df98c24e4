//! Owner of pending writes: service, key, entity and delegated user.

/// An identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Base URL of the service.
    pub base_url: String,
    /// Public key identifier.
    pub key_id: String,
    /// Delegated user; empty for none.
    pub user: String,
    /// Slug of the entity; empty while unknown.
    pub entity: String,
}

impl Identity {
    /// Creates the identity of service, key and delegated user, with an unknown entity.
    pub fn new(base_url: &str, key_id: &str, user: Option<&str>) -> Self {
        Self {
            base_url: base_url.trim_end_matches('/').to_owned(),
            key_id: key_id.to_owned(),
            user: user.unwrap_or_default().to_owned(),
            entity: String::new(),
        }
    }
}
