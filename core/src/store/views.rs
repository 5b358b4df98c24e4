//! The views a person keeps here. They hold everything the person chose; one may be bound to a view of the service by
//! its identifier (contract, "Saved view"), which then takes what the contract documents.

use jiff::Timestamp;
use rusqlite::{Row, params};

use super::records::moment;
use super::{Outbox, StoreError};

/// A view kept here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalView {
    /// Its identifier here; not one of the service.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it shows, `deals` or `operations`: an update stays bound to the type of the stored view.
    pub of: String,
    /// Its filters, columns and sort, as a JSON object in a form that is the caller's own.
    pub state: String,
    /// The view of the service it is bound to, if it is.
    pub bound: Option<String>,
    /// Whether it is the one opened first.
    pub is_default: bool,
    /// When it was last changed.
    pub changed_at: Timestamp,
}

const COLUMNS: &str = "id, name, of, state, bound, is_default, changed_at";

impl Outbox {
    /// Keeps a view, new or changed. One that is made the default takes that from the others of its kind.
    pub fn put_view(&self, view: &LocalView) -> Result<(), StoreError> {
        self.step(|step| {
            if view.is_default {
                step.execute("UPDATE view SET is_default = 0 WHERE of = ?1", [&view.of])?;
            }
            step.execute(
                "INSERT INTO view (id, name, of, state, bound, is_default, changed_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (id) DO UPDATE SET name = ?2, of = ?3, state = ?4, bound = ?5, is_default = ?6, changed_at = ?7",
                params![
                    view.id,
                    view.name,
                    view.of,
                    view.state,
                    view.bound,
                    view.is_default,
                    view.changed_at.as_microsecond()
                ],
            )?;
            Ok(())
        })
    }

    /// Every view, in the order in which they were made.
    pub fn views(&self) -> Result<Vec<LocalView>, StoreError> {
        let db = self.lock();
        let mut all = db.prepare_cached(&format!("SELECT {COLUMNS} FROM view ORDER BY seq"))?;
        let mut rows = all.query([])?;
        let mut views = Vec::new();
        while let Some(row) = rows.next()? {
            views.push(read(row)?);
        }
        Ok(views)
    }

    /// Drops a view; whether there was one.
    pub fn drop_view(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.lock().execute("DELETE FROM view WHERE id = ?1", [id])? > 0)
    }
}

fn read(row: &Row<'_>) -> Result<LocalView, StoreError> {
    let id: String = row.get(0)?;
    let changed_at =
        moment(row.get(6)?).ok_or_else(|| StoreError::Unreadable(format!("view {id}: impossible moment")))?;
    Ok(LocalView {
        name: row.get(1)?,
        of: row.get(2)?,
        state: row.get(3)?,
        bound: row.get(4)?,
        is_default: row.get(5)?,
        changed_at,
        id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn views_are_kept_in_order_and_one_of_a_kind_is_the_default() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), Timestamp::UNIX_EPOCH).unwrap();
        let outbox = store.outbox();
        let view = |id: &str, of: &str, is_default| LocalView {
            id: id.into(),
            name: format!("View {id}"),
            of: of.into(),
            state: r#"{"filters":{"q":1.10}}"#.into(),
            bound: None,
            is_default,
            changed_at: Timestamp::UNIX_EPOCH,
        };
        for view in [
            view("b", "deals", true),
            view("a", "deals", true),
            view("c", "operations", true),
        ] {
            outbox.put_view(&view).unwrap();
        }
        let bound = LocalView {
            bound: Some("3f2504e0-4f89-41d3-9a0c-0305e82c3301".into()),
            ..view("b", "deals", false)
        };
        outbox.put_view(&bound).unwrap();
        let views = outbox.views().unwrap();
        assert_eq!(
            views[0], bound,
            "a change keeps its place, its bytes and its binding"
        );
        let defaults: Vec<_> = views
            .iter()
            .map(|view| (view.id.as_str(), view.is_default))
            .collect();
        assert_eq!(defaults, [("b", false), ("a", true), ("c", true)]);
        assert!(outbox.drop_view("a").unwrap() && !outbox.drop_view("a").unwrap());
    }
}
