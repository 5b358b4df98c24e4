//! Opens the state. A new state is generated in one transaction; an existing file is used unchanged.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::dates::Calendar;
use super::{
    PageCursors, alerts, deals, fields, misc_records, notifications, portfolio, schema, tasks, users, views,
};
use crate::{Config, Error, ServiceProfile};

/// The state, with the cached page positions that speed up reading it.
#[derive(Debug)]
pub(crate) struct StateDb {
    pub(crate) db: Connection,
    pub(crate) page_cursors: PageCursors,
}

impl StateDb {
    /// Opens the configured file, or generates a state in memory.
    pub(crate) fn open(config: &Config, now: Timestamp) -> Result<Self, Error> {
        Self::open_or_generate(config, now).map_err(|error| match (error, &config.data) {
            (Error::State(busy), Some(path)) if busy.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                Error::InUse { path: path.clone() }
            }
            (error, _) => error,
        })
    }

    fn open_or_generate(config: &Config, now: Timestamp) -> Result<Self, Error> {
        let mut db = match &config.data {
            None => Connection::open_in_memory()?,
            Some(path) => open_file(path)?,
        };
        if let Some(state) =
            config.data.as_deref().and_then(|path| check_file(&db, path, config.profile).transpose())
        {
            state?;
        } else {
            generate_state(&mut db, config, now)?;
        }
        db.execute_batch("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;")?;
        db.set_prepared_statement_cache_capacity(64);
        Ok(Self { db, page_cursors: PageCursors::default() })
    }

    /// Returns a metadata value of the state.
    pub(crate) fn meta(&self, key: &str) -> rusqlite::Result<Option<String>> {
        self.db.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0)).optional()
    }

    /// Stores a metadata value of the state.
    pub(crate) fn set_meta(&self, key: &str, value: &str) -> rusqlite::Result<()> {
        self.db.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)", [key, value])?;
        Ok(())
    }
}

/// Opens the file, which only its owner may read because it contains the key's secret.
fn open_file(path: &Path) -> Result<Connection, Error> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    encours_core::files::open_with(path, &mut options)
        .map_err(|source| Error::File { path: path.to_owned(), source })?;
    let db = Connection::open(path)?;
    // Two services on one file would miss each other's writes, so the first one locks it.
    db.busy_timeout(std::time::Duration::ZERO)?;
    db.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    Ok(db)
}

/// Checks the contents of a state file.
///
/// Returns `Some` if it contains a state of this version and profile, `None` if it is empty, an error otherwise.
fn check_file(db: &Connection, path: &Path, profile: ServiceProfile) -> Result<Option<()>, Error> {
    let not_state_file =
        |description: String| Error::NotStateFile { path: path.to_owned(), found: description };
    let pragma = |name: &str| db.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let id = match pragma("application_id") {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
            return Err(not_state_file(error.to_string()));
        }
        id => id?,
    };
    let tables: i64 = db.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        return Ok(None);
    }
    if id != schema::APPLICATION_ID {
        return Err(not_state_file("a database of another program".to_owned()));
    }
    let version = pragma("user_version")?;
    if version != schema::VERSION {
        return Err(not_state_file(format!("version {version} of the tables, not {}", schema::VERSION)));
    }
    let description: String =
        db.query_row("SELECT value FROM meta WHERE key = 'profile'", [], |row| row.get(0))?;
    if description != profile.as_str() {
        return Err(Error::OtherProfile { path: path.to_owned(), found: description });
    }
    Ok(Some(()))
}

fn generate_state(db: &mut Connection, config: &Config, now: Timestamp) -> Result<(), Error> {
    if config.data.is_some() {
        db.pragma_update(None, "journal_mode", "WAL")?;
    }
    let calendar = Calendar::new(now);
    let tx = db.transaction()?;
    tx.pragma_update(None, "application_id", schema::APPLICATION_ID)?;
    tx.pragma_update(None, "user_version", schema::VERSION)?;
    tx.execute_batch(schema::TABLES)?;
    tx.execute("INSERT INTO meta (key, value) VALUES ('profile', ?1)", params![config.profile.as_str()])?;
    deals::generate(
        &tx,
        config.deals,
        config.seed,
        config.profile,
        config.spec_gaps.omit_unset_fields,
        &calendar,
    )?;
    portfolio::generate(&tx, config.seed, config.profile, &calendar)?;
    notifications::generate(&tx, config.seed, config.profile, &calendar)?;
    tasks::generate(&tx, config.seed, config.profile, &calendar)?;
    alerts::generate(&tx, config.seed, config.profile, &calendar)?;
    fields::generate(&tx, config.seed, config.profile)?;
    users::generate(&tx)?;
    views::generate(&tx, config.seed, config.profile)?;
    misc_records::generate(&tx, config.seed, &calendar)?;
    tx.execute_batch(schema::INDEXES)?;
    tx.commit()?;
    Ok(())
}
