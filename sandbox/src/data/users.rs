//! The sample users of the entity: approved or not, allowlisted or not, readers and writers.

use rusqlite::{Connection, params};

/// Identifier, external identifier, approved, read-only, on the sample allowlist.
const USERS: [(&str, &str, bool, bool, bool); 8] = [
    ("u-martin", "ext-1001", true, false, true),
    ("u-nguyen", "ext-1002", true, false, true),
    ("u-delaunay", "ext-1003", true, false, true),
    ("u-roux", "ext-1004", true, false, true),
    ("u-benali", "ext-1005", true, false, true),
    ("u-ferrand", "ext-1006", true, true, true),
    ("u-petit", "ext-1007", false, false, true),
    ("u-girard", "ext-1008", true, false, false),
];

/// Returns the sample users of the entity, who own views, dashboards and preferences.
///
/// Some cannot be delegated users: one is not approved, one is not on the key's allowlist.
pub fn ids() -> impl Iterator<Item = &'static str> {
    USERS.iter().map(|(id, ..)| *id)
}

/// Returns whether the sample allowlist names the user; it applies when none is configured.
pub(crate) fn is_on_sample_allowlist(id: &str) -> bool {
    USERS.iter().any(|(known, _, _, _, listed)| *known == id && *listed)
}

pub(crate) fn generate(db: &Connection) -> rusqlite::Result<()> {
    let mut insert =
        db.prepare("INSERT INTO user (id, external_id, approved, read_only) VALUES (?1, ?2, ?3, ?4)")?;
    for (id, external, approved, read_only, _) in USERS {
        insert.execute(params![id, external, approved, read_only])?;
    }
    Ok(())
}
