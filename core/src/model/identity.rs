//! Whose writes wait: service, key, entity and delegated user.

/// One identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Address of the service.
    pub base_url: String,
    /// Public key identifier.
    pub key_id: String,
    /// The delegated user; empty for none.
    pub user: String,
    /// The entity's slug; empty while it is not known.
    pub entity: String,
}

impl Identity {
    /// Service, key and delegated user, of an entity that is not known yet.
    pub fn new(base_url: &str, key_id: &str, user: Option<&str>) -> Self {
        Self {
            base_url: base_url.trim_end_matches('/').to_owned(),
            key_id: key_id.to_owned(),
            user: user.unwrap_or_default().to_owned(),
            entity: String::new(),
        }
    }
}
