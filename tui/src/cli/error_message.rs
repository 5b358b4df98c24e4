//! Errors of the command line: localised for users, English for scripts and logs.

use encours_core::error::{Error, ErrorKind};

/// Creates an error of a kind with a localised message.
pub(super) fn localized(kind: ErrorKind, key: &'static str, arguments: &[(&'static str, &str)]) -> Error {
    Error::localized(kind, key, arguments)
}

/// Creates an error for bad arguments or configuration.
pub(super) fn usage(key: &'static str, arguments: &[(&'static str, &str)]) -> Error {
    localized(ErrorKind::Usage, key, arguments)
}

/// Creates an error for a write that stays in the outbox, with the reason.
pub(super) fn queued(key: &'static str) -> Error {
    localized(ErrorKind::Queued, key, &[])
}

#[cfg(test)]
mod tests {
    use encours_core::text::{Lang, Messages};

    use super::super::report::message;
    use super::*;

    #[test]
    fn usage_error_is_localised_but_english_for_scripts() {
        let error = usage("usage-sort-field", &[("field", "lt\u{1b}[31mv")]);
        assert!(error.to_string().starts_with("--sort: records have no field"), "{error}");
        let french = message(&error, Messages::new(Lang::Fr));
        assert!(
            french.contains("les enregistrements n’ont pas de champ") && !french.contains('\u{1b}'),
            "{french}"
        );
        let plain = Error::usage("as it is");
        assert_eq!(message(&plain, Messages::new(Lang::Fr)), "as it is");
    }

    #[test]
    fn replaced_error_message_is_not_localised() {
        let error = queued("usage-offline-write").with_message("other");
        assert_eq!(message(&error, Messages::new(Lang::Fr)), "other");
    }
}
