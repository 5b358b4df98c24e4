//! Localised messages for `config.toml` parser errors.
//!
//! An error that no pattern here matches is quoted in the parser's own English.

use encours_core::config::{INVALID_LIMIT, LIMIT_ORDER, LIMIT_PAIR, PROBABILITY, STATUS};
use encours_core::error::Error;
use encours_core::vocabulary::CodeKind;

use super::error_message;

/// Returns the usage error for a parser message.
///
/// It covers a wrong type, a value out of range, an unknown name and invalid TOML. Other messages are quoted
/// with their position.
pub(super) fn syntax(file: &str, reason: &str) -> Error {
    let Some((line, column, problem)) = split_position(reason) else {
        return error_message::usage("usage-config-syntax", &[("file", file), ("why", reason)]);
    };
    let known_problem =
        wrong_type(problem).or_else(|| out_of_range(problem)).or_else(|| unknown_field(problem));
    let (key, details) = known_problem.unwrap_or_else(|| {
        let is_value = problem.starts_with("invalid value");
        let key = if is_value { "usage-config-value" } else { "usage-config-toml" };
        (key, vec![("why", problem.to_owned())])
    });
    let mut args = vec![("file", file), ("line", line), ("column", column)];
    args.extend(details.iter().map(|(name, text)| (*name, text.as_str())));
    error_message::usage(key, &args)
}

/// Key of a message, and its arguments besides the position.
type MessageParts = (&'static str, Vec<(&'static str, String)>);

/// `invalid type: string "no", expected a boolean`
fn wrong_type(problem: &str) -> Option<MessageParts> {
    // The parser reports a number out of range, or an unknown code, as "invalid value" with the expected text.
    let pattern = [PROBABILITY, INVALID_LIMIT, LIMIT_PAIR, LIMIT_ORDER, STATUS]
        .into_iter()
        .any(|pattern| problem.ends_with(pattern));
    let ranged = pattern.then(|| problem.strip_prefix("invalid value: "));
    let actual = problem.strip_prefix("invalid type: ").or(ranged.flatten())?;
    let (actual, expected) = actual.rsplit_once(", expected ")?;
    let key = match expected {
        "a boolean" => "usage-config-boolean",
        "a string" | "path string" => "usage-config-text",
        "a sequence" => "usage-config-list",
        PROBABILITY => "usage-config-probability",
        INVALID_LIMIT => "usage-config-limit",
        LIMIT_PAIR => "usage-config-limit-pair",
        LIMIT_ORDER => "usage-config-limit-order",
        STATUS => "usage-config-status",
        keys if keys.starts_with("a list of keys") => "usage-config-keys",
        number if number.starts_with(['u', 'i']) && number.len() <= 5 => "usage-config-number",
        _ => return None,
    };
    // `string "no"`, ``floating point `1.5` ``: strip the type name; lists and tables are shown by their
    // brackets.
    let value = match actual {
        "sequence" => "[…]",
        "map" => "{…}",
        _ => actual.get(actual.find(['"', '`', '['])?..)?.trim_matches('`'),
    };
    let mut details = vec![("value", value.to_owned())];
    if expected == STATUS {
        let codes: Vec<&str> = CodeKind::DealStatus.codes().iter().map(|known| known.code).collect();
        details.push(("known", codes.join(", ")));
    }
    Some((key, details))
}

/// ``invalid value: integer `-1`, expected u32``
fn out_of_range(problem: &str) -> Option<MessageParts> {
    let rest = problem.strip_prefix("invalid value: integer `")?;
    let (value, expected) = rest.split_once("`, expected ")?;
    let bits: u32 = expected.strip_prefix('u')?.parse().ok()?;
    let max = 1_u128.checked_shl(bits)?.checked_sub(1)?;
    Some(("usage-config-count", vec![("value", value.to_owned()), ("most", max.to_string())]))
}

/// ``unknown field `themes`, expected one of `lang`, `theme` ``
fn unknown_field(problem: &str) -> Option<MessageParts> {
    let (name, known) = problem.strip_prefix("unknown field `")?.split_once("`, expected ")?;
    let known = known.trim_start_matches("one of ").replace('`', "");
    Some(("usage-config-unknown", vec![("name", name.to_owned()), ("known", known)]))
}

/// Splits a message into line, column and the rest.
fn split_position(reason: &str) -> Option<(&str, &str, &str)> {
    let (line, rest) = reason.strip_prefix("line ")?.split_once(", column ")?;
    let (column, problem) = rest.split_once(": ")?;
    Some((line, column, problem))
}

#[cfg(test)]
mod tests {
    use encours_core::config::{ConfigError, ConfigFile};
    use encours_core::text::{Lang, Messages, plain_spaces};

    use super::*;
    use crate::cli::report::message;

    fn text_in(lang: Lang, text: &str) -> String {
        let Err(ConfigError::Syntax { reason, .. }) = ConfigFile::parse("c.toml".as_ref(), text) else {
            panic!("invalid file was accepted: {text}")
        };
        plain_spaces(&message(&syntax("c.toml", &reason), Messages::new(lang))).into_owned()
    }

    #[test]
    fn wrong_setting_type_is_reported_in_the_users_language() {
        for (text, fr) in [
            ("[settings]\nmouse = \"no\"\n", "c.toml:2:9 : true ou false attendu, et non \"no\""),
            ("[settings]\nlang = 3\n", "c.toml:2:8 : texte entre guillemets attendu, et non 3"),
            ("[settings]\nhistory_days = true\n", "c.toml:2:16 : nombre entier attendu, et non true"),
            ("[settings]\nhistory_days = 1.5\n", "c.toml:2:16 : nombre entier attendu, et non 1.5"),
            ("settings.notify = -0.5\n", "c.toml:1:19 : true ou false attendu, et non -0.5"),
            ("\nsettings.lang.fr = 'x y `z`'\n", "c.toml:2:10 : texte entre guillemets attendu, et non {…}"),
            (
                "settings.history_days = 'a `b` \"c\"'\n",
                "c.toml:1:25 : nombre entier attendu, et non \"a `b` \\\"c\\\"\"",
            ),
            (
                "[profiles.a]\nextra_roots = [\n [],\n]\n",
                "c.toml:3:2 : texte entre guillemets attendu, et non […]",
            ),
            (
                "[settings]\nme = \"A. Martin\"\n",
                "c.toml:2:6 : liste entre crochets attendue, et non \"A. Martin\"",
            ),
            (
                "[settings.keys]\ncopy = \"y\"\n",
                "c.toml:2:8 : liste de touches entre crochets attendue, et non \"y\"",
            ),
            (
                "[pipeline.probability]\nic = 140\n",
                "c.toml:2:6 : probabilité en pourcentage attendue, de 0 à 100, et non 140",
            ),
            (
                "[pipeline]\norder = [\n \"ic\",\n \"Lost\"]\n",
                "c.toml:4:2 : code de statut attendu, tel que le serveur l’envoie (sourcing, screening, \
                 due_diligence, ic, term_sheet, structuring, closing, on_hold, lost…) et une seule fois, et non \"Lost\"",
            ),
            (
                "[pipeline.probability]\nic = \"half\"\n",
                "c.toml:2:6 : probabilité en pourcentage attendue, de 0 à 100, et non \"half\"",
            ),
            (
                "[limits]\nltv = [60, 75]\n",
                "c.toml:2:8 : seuil attendu dans l’unité du serveur, ou en pourcentage entre guillemets (\"60%\") pour un \
                 ratio, et non 60",
            ),
            (
                "[limits]\nltv = 0.6\n",
                "c.toml:2:7 : deux seuils entre crochets attendus, la dernière valeur OK puis la dernière en vigilance, et \
                 non 0.6",
            ),
            (
                "[limits]\nltv = [0.75, 0.6]\n",
                "c.toml:2:7 : le seuil OK doit précéder le seuil de vigilance pour cet indicateur : [0.75, 0.6] est inversé",
            ),
        ] {
            assert_eq!(text_in(Lang::Fr, text), fr);
            assert!(!text_in(Lang::En, text).contains("invalid type"), "{text}");
        }
    }

    #[test]
    fn unknown_setting_error_lists_the_known_settings() {
        let fr = text_in(Lang::Fr, "[settings]\nthemes = \"dark\"\n");
        assert!(fr.contains("themes n’est pas un réglage") && fr.contains("theme,"), "{fr}");
        let range = text_in(Lang::Fr, "[settings]\nhistory_days = -1\n");
        assert_eq!(range, "c.toml:2:16 : nombre entier de 0 à 4294967295 attendu, et non -1");
        let other = text_in(Lang::Fr, "[settings\n");
        assert!(
            other.starts_with("c.toml:1:") && other.contains("TOML non valide : « "),
            "the parser's text is missing: {other}"
        );
    }
}
