//! Completion scripts: known values, and files where the argument is a file.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use encours_core::vocabulary::CodeKind;

/// Returns the script for a shell. `profiles` are the names of the configured profiles.
pub(super) fn script(tree: Command, shell: Shell, profiles: &[String]) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_values(tree, profiles), "encours", &mut script);
    if shell == Shell::Bash {
        let text = String::from_utf8_lossy(&script);
        // Bash splits words at `=`, and by default offers files if the script offers nothing.
        let text = text
            .replacen("    prev=\"$3\"\n", EQUALS, 1)
            .replace(" -o bashdefault -o default encours", " encours");
        script = text.into_bytes();
    }
    script
}

/// Bash code that finds the option of a value after `=`.
const EQUALS: &str = r#"    prev="$3"
    if [[ "${prev}" == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    elif [[ "${cur}" == "=" || "${COMP_WORDS[COMP_CWORD]}" == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-1]}"
        cur=""
    fi
"#;

fn with_values(tree: Command, profiles: &[String]) -> Command {
    tree.mut_args(|argument| add_values(argument, profiles))
        .mut_subcommands(|below| with_values(below, profiles))
}

/// Adds completion values to an argument.
fn add_values(argument: Arg, profiles: &[String]) -> Arg {
    if !argument.get_action().takes_values() || !argument.get_possible_values().is_empty() {
        return argument;
    }
    let codes = |code_kind: CodeKind| {
        let codes = code_kind.codes().iter().map(|code| code.code.to_owned());
        codes.collect::<Vec<_>>()
    };
    let known = match argument.get_id().as_str() {
        "profile" => profiles.to_vec(),
        "status" => codes(CodeKind::DealStatus),
        "statut" => codes(CodeKind::TaskStatut),
        "classe_actif" => codes(CodeKind::AssetClass),
        _ => Vec::new(),
    };
    if !known.is_empty() {
        return argument.value_parser(PossibleValuesParser::new(known));
    }
    let name = argument.get_value_names().and_then(|names| names.first());
    let name = name.map_or("", |name| name.as_str());
    let hint = match name.split('.').next() {
        Some("FILE" | "FICHIER") => ValueHint::FilePath,
        Some("DIR" | "RÉPERTOIRE") => ValueHint::DirPath,
        _ => ValueHint::Other,
    };
    argument.value_hint(hint)
}
