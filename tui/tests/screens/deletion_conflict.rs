//! A deletion in conflict shows both versions of the deal to the user.

use std::sync::Arc;

use encours_core::contract::patch::Fields;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
use encours_core::model::snapshot::Snapshot;
use encours_core::text::{Lang, plain_spaces};

use crate::support::{self, frontend, picture, press};

/// The deal was in the committee with C. Delaunay when deleted; another user has since moved and reassigned it.
fn in_conflict() -> Snapshot {
    let fields = |values: &[(&str, &str)]| {
        let mut fields = Fields::new();
        for (name, value) in values {
            fields.set_text(name, value);
        }
        fields
    };
    let write = PendingWrite {
        id: WriteId(1),
        kind: WriteKind::Delete,
        record: "6f1c08d2-4b7e-4a55-9d10-000000000001".to_owned(),
        label: "Terrain des Ormes, Nantes".to_owned(),
        fields: Fields::new(),
        base: fields(&[
            ("name", "Terrain des Ormes, Nantes"),
            ("status", "ic"),
            ("responsable", "C. Delaunay"),
        ]),
        state: WriteState::Conflict {
            theirs: fields(&[("status", "due_diligence"), ("responsable", "J. Roux")]),
        },
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
        attempts: 1,
        created_at: support::now(),
        key: "key-1".to_owned(),
    };
    Snapshot { writes: Arc::new(vec![write].into()), ..support::snapshot() }
}

fn screen_text(lang: Lang, size: (u16, u16), keys: &str) -> String {
    let mut frontend = frontend(lang, in_conflict(), size);
    press(&mut frontend, keys);
    plain_spaces(&picture(&mut frontend)).into_owned()
}

#[test]
fn deletion_conflict_shows_both_versions() {
    for (lang, reason, choice, base, theirs) in [
        (
            Lang::En,
            "changed on the server since you asked to delete it",
            "delete",
            "Investment committee",
            "Due diligence",
        ),
        (
            Lang::Fr,
            "modifié sur le serveur depuis votre demande de suppression",
            "supprimer",
            "Comité d’investissement",
            "Due diligence",
        ),
    ] {
        for size in [(60, 15), (80, 24), (120, 40)] {
            // On small screens, its fields become visible when they are selected.
            let (first, both) = (screen_text(lang, size, "8"), screen_text(lang, size, "8l"));
            for value in [choice, base, theirs] {
                assert!(first.contains(value), "{size:?} {value}\n{first}");
            }
            for value in ["C. Delaunay", "J. Roux"] {
                assert!(both.contains(value), "{size:?} {value}\n{both}");
            }
            if size.0 >= 120 {
                assert!(first.contains(reason), "{size:?}\n{first}");
            }
        }
    }
    let text = screen_text(Lang::En, (120, 40), "8");
    for row in [
        "Status  seen Investment committee  [mine delete]   server Due diligence",
        "Owner  seen C. Delaunay  [mine delete]   server J. Roux",
    ] {
        assert!(text.contains(row), "{row}\n{text}");
    }
    assert!(!text.contains("Name  seen"), "an unchanged field is not shown\n{text}");
}
