use super::*;

const TEXT: &str = "# mine\n[settings]\nlang = \"fr\" # always\nme = [\n  \"A. Martin\", # short\n]\n\n\
                    [pipeline.probability]\nic = 40 # cautious\nclosing = 87.5\n\n[rules.high]\nwhen = \"ltv>70%\"\n\
                    [profiles.acme]\nproxy = \"http://user:secret@proxy\"\n";

struct Config(tempfile::TempDir);

impl Config {
    fn new(text: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("config.toml"), text).unwrap();
        Self(dir)
    }

    fn path(&self) -> std::path::PathBuf {
        self.0.path().join("config.toml")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    fn values(&self, env: &[(&str, &str)]) -> Vec<SettingValue> {
        setting_values(&ConfigFile::load(&self.path()).unwrap(), &env.iter().copied().collect())
    }

    fn own(&self, key: &str) -> Option<String> {
        self.values(&[]).into_iter().find(|value| key_text(&value.key) == key).and_then(|value| value.own)
    }

    /// Changes a setting as a user who sees its current value.
    fn set(&self, key: &str, value: Option<&str>) -> Result<(), String> {
        self.apply(key, value, self.own(key))
    }

    fn apply(&self, key: &str, value: Option<&str>, seen: Option<String>) -> Result<(), String> {
        let edit =
            SettingEdit { key: setting_key(key), value: value.map(str::to_owned), seen, is_undo: false };
        let changed = change_setting(&self.path(), Some(&edit), Lang::En, |_| Ok(()));
        changed.map(|_| ()).map_err(|error| error.text(Lang::En, ToString::to_string))
    }
}

#[test]
fn every_setting_is_listed_with_value_and_origin() {
    let values = Config::new(TEXT).values(&[("ENCOURS_LANG", "en"), ("ENCOURS_ASCII", "0")]);
    let find = |key: &str| values.iter().find(|value| key_text(&value.key) == key).unwrap();
    let shown = |key: &str| (find(key).value.as_deref(), find(key).origin);
    assert_eq!(shown("settings.lang"), (Some("en"), SettingOrigin::Variable("ENCOURS_LANG")));
    assert!(!find("settings.lang").is_editable() && find("settings.theme").is_editable());
    assert_eq!(shown("settings.ascii"), (None, SettingOrigin::Default));
    assert_eq!(shown("settings.me"), (Some("A. Martin"), SettingOrigin::File));
    assert_eq!(shown("pipeline.probability"), (Some("closing = 87.5, ic = 40"), SettingOrigin::File));
    assert_eq!(shown("rules.high.when"), (Some("ltv>70%"), SettingOrigin::File));
    assert_eq!(shown("profiles.acme.proxy"), (Some("…"), SettingOrigin::File));
    assert!(find("rules.NAME.when").needs_name() && find("pipeline.entry.STATUS.reason").needs_name());
}

#[test]
fn change_keeps_comments_and_reads_back_as_typed() {
    let config = Config::new(TEXT);
    for (key, typed) in [
        ("settings.lang", "en"),
        ("settings.me", "A. Martin, \"Martin, Anne\""),
        ("settings.accent", "#0b6bcb"),
        ("settings.history_days", "30"),
        ("settings.currency", "CHF"),
        ("default_profile", "acme"),
        ("settings.notify", "true"),
        ("settings.keys", "copy = [\"y\", \"ctrl-y\"]"),
        ("limits.ltv", "55%, 70%"),
        ("limits.dscr", "1.3, 1.1"),
        ("limits.tolerance", "ltv = \"1%\""),
        ("pipeline.probability", "closing = 90, ic = 40"),
        ("pipeline.entry.lost.reason", "Prix, Concurrence"),
        ("pipeline.entry.ic.reason", "true"),
        ("pipeline.working_days", "true"),
        ("rules.\"High LTV\".when", "ltv>80%"),
        ("rules.high.severity", "warning"),
    ] {
        config.set(key, Some(typed)).unwrap();
        assert_eq!(config.own(key).as_deref(), Some(typed), "{key}");
    }
    let text = config.text();
    for comment in ["# mine", "# short", "lang = \"en\" # always", "ic = 40 # cautious"] {
        assert!(text.contains(comment), "{comment} in {text}");
    }
    for key in ["settings.me", "pipeline.entry.lost.reason", "limits.ltv", "rules.high.when"] {
        config.set(key, None).unwrap();
        assert_eq!(config.own(key), None, "{key}");
    }
    assert!(!config.text().contains("[rules.high]"), "{}", config.text());
}

#[test]
fn elements_that_stay_in_a_list_keep_their_comments() {
    let config = Config::new("[settings]\nme = [\n    \"A. Martin\", # me\n    \"Anne M.\",\n]\n");
    config.set("settings.me", Some("A. Martin, Anne M., J. Roux")).unwrap();
    let text = config.text();
    assert!(text.contains("\"A. Martin\", # me\n    \"Anne M.\"") && text.contains("\"J. Roux\""), "{text}");
    let own = config.own("settings.me");
    assert!(own.as_deref().is_some_and(|own| own.contains("J. Roux")), "{own:?}");
}

#[test]
fn wrong_values_leave_the_file_and_say_why() {
    let config = Config::new(TEXT);
    for (key, typed, why) in [
        ("settings.theme", "mauve", "high-contrast"),
        ("settings.accent", "#12", "#rrggbb"),
        ("settings.notify", "yes", "true, false"),
        ("settings.history_days", "-1", "whole number of days, 0 or more"),
        ("settings.history_days", "long", "whole number of days, 0 or more"),
        ("settings.currency", "chff", "three capital letters, such as EUR"),
        ("default_profile", "nope", "no profile is called nope. Profiles: acme"),
        ("pipeline.probability", "ic = 101", "0 to 100"),
        ("pipeline.order", "Due diligence", "code of a status"),
        ("limits.ltv", "70%, 55%", "before"),
        ("rules.high.when", "ltv>abc", "character 5"),
        ("settings.theme.dark", "x", "settings.theme.dark"),
        ("rules.NAME.when", "ltv>1", "rules.NAME.when"),
    ] {
        let error = config.set(key, Some(typed)).unwrap_err();
        assert!(error.contains(why) && !error.contains("line "), "{key}: {error}");
        assert_eq!(config.text(), TEXT);
    }
}

#[test]
fn change_in_an_editor_meanwhile_is_not_overwritten() {
    let config = Config::new(TEXT);
    let seen = config.own("settings.lang");
    fs::write(config.path(), TEXT.replace("\"fr\"", "\"en\"")).unwrap();
    let error = config.apply("settings.lang", Some("en"), seen).unwrap_err();
    assert!(error.contains("`en`"), "{error}");
    config.set("settings.theme", Some("dark")).unwrap();
    assert!(config.text().contains("lang = \"en\" # always") && config.text().contains("theme = \"dark\""));
}

#[test]
fn unusable_file_gives_a_clear_error_and_stays() {
    let config = Config::new("profiles = 3\n");
    let error = config.apply("settings.lang", Some("fr"), None).unwrap_err();
    assert!(error.contains("line 1"), "{error}");
    assert_eq!(config.text(), "profiles = 3\n");
    let inline = Config::new("settings = { theme = 'dark' }\n");
    inline.set("settings.lang", Some("fr")).unwrap();
    assert_eq!(inline.own("settings.lang").as_deref(), Some("fr"));
    let mut permissions = fs::metadata(inline.path()).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(inline.path(), permissions).unwrap();
    let error = inline.set("settings.lang", Some("en")).unwrap_err();
    assert!(error.contains("config.toml") && error.contains("read-only"), "{error}");
    let missing = tempfile::tempdir().unwrap();
    let fresh = Config(missing);
    fs::write(fresh.path(), "").unwrap();
    fs::remove_file(fresh.path()).unwrap();
    fresh.set("settings.lang", Some("fr")).unwrap();
    assert_eq!(fresh.text(), "[settings]\nlang = \"fr\"\n");
}
