//! Message after the program has ended: writes left in the outbox, and how to see them.

use crate::model::shutdown::UnsentSummary;
use crate::text::{Lang, MessageArg, Messages};

/// Formats the unsent writes, conflicts and rejections that were left; `None` without any.
pub fn exit_message(lang: Lang, unsent: &UnsentSummary) -> Option<String> {
    let messages = Messages::new(lang);
    let texts = [
        ("left-waiting", unsent.waiting),
        ("left-conflicts", unsent.conflicts),
        ("left-refused", unsent.rejected),
    ];
    let texts = texts.into_iter().filter(|(_, n)| *n > 0);
    let texts: Vec<String> =
        texts.map(|(key, n)| messages.with(key, &[("n", MessageArg::from(n))])).collect();
    let list_text = texts.join(&messages.get("left-and"));
    (!list_text.is_empty()).then(|| messages.with("left-see", &[("what", MessageArg::from(list_text))]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_message_names_pending_conflicting_and_rejected_changes() {
        let left = |waiting, conflicts, rejected| UnsentSummary {
            waiting,
            blocked: conflicts + rejected,
            conflicts,
            rejected,
        };
        assert_eq!(exit_message(Lang::En, &left(0, 0, 0)), None);
        assert_eq!(
            exit_message(Lang::En, &left(0, 1, 0)).as_deref(),
            Some("1 conflict to resolve: encours outbox list")
        );
        assert_eq!(
            exit_message(Lang::En, &left(2, 1, 3)).as_deref(),
            Some(
                "2 unsent changes saved in the outbox, 1 conflict to resolve, 3 rejected changes to review: \
                 encours outbox list"
            )
        );
        assert_eq!(
            exit_message(Lang::Fr, &left(1, 2, 1)).as_deref(),
            Some(
                "1 modification non envoyée dans la file d’envoi, 2 conflits à résoudre, 1 modification refusée à revoir\u{a0}: \
                 encours outbox list"
            )
        );
    }
}
