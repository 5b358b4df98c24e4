//! Finds language and format options before the command line is parsed.
//!
//! An invalid line and a request for help need a response in the right language and format. Both options are
//! therefore searched without parsing the rest.

use std::ffi::OsString;

use clap::ValueEnum;

use super::args::Global;

/// Returns the options that affect answers, as far as found; the last one wins.
pub(super) fn prescan(line: &[OsString]) -> Global {
    let mut global = Global::default();
    let mut args = line.iter().filter_map(|arg| arg.to_str());
    while let Some(arg) = args.next() {
        if arg == "--" {
            break;
        }
        let (option, value) = match arg.split_once('=') {
            Some((option, value)) => (option, Some(value)),
            None => (arg, None),
        };
        let mut value = || value.or_else(|| args.next()).unwrap_or_default();
        match option {
            "--format" => global.format = parse_choice(value()).or(global.format),
            "--lang" => global.lang = parse_choice(value()).or(global.lang),
            "--color" => global.color = parse_choice(value()).or(global.color),
            "--config-dir" => global.config_dir = Some(value().into()),
            _ => {}
        }
    }
    global
}

fn parse_choice<T: ValueEnum>(name: &str) -> Option<T> {
    T::from_str(name, false).ok()
}

#[cfg(test)]
mod tests {
    use super::super::args::{CliLang, OutputFormat};
    use super::*;

    fn scanned(args: &[&str]) -> Global {
        let line: Vec<OsString> = args.iter().map(OsString::from).collect();
        prescan(&line)
    }

    #[test]
    fn prescan_finds_both_option_forms_in_any_position() {
        let first = scanned(&["encours", "--lang", "fr", "deal", "--format=ndjson"]);
        assert_eq!(first.lang, Some(CliLang::Fr));
        assert_eq!(first.format, Some(OutputFormat::Ndjson));
        let last = scanned(&["encours", "--lang=fr", "x", "--lang", "en", "--config-dir", "c"]);
        assert_eq!(last.lang, Some(CliLang::En));
        assert_eq!(last.config_dir.as_deref(), Some(std::path::Path::new("c")));
    }

    #[test]
    fn prescan_ignores_invalid_values_and_arguments_after_dashes() {
        assert_eq!(scanned(&["encours", "--format", "xml"]).format, None);
        assert_eq!(scanned(&["encours", "--", "--lang", "fr"]).lang, None);
        assert_eq!(scanned(&["encours", "--lang"]).lang, None);
    }
}
