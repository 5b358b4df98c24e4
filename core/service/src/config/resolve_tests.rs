//! Tests of resolving options, environment and profile into a connection.

use super::*;

const URL: &str = "https://api.example.com/v1";

fn file(text: &str) -> ConfigFile {
    ConfigFile::parse(Path::new("config.toml"), text).unwrap()
}

fn acme() -> ConfigFile {
    file(
        "[profiles.acme]\nbase_url = 'https://api.example.com/v1'\nkey_id = 'k-1'\nas_user = 'u-1'\n\
         credential_command = 'vault'\n",
    )
}

fn resolve(options: Options, env: &[(&str, &str)], file: &ConfigFile) -> Result<Connection, ConfigError> {
    let env: Environment = env.iter().copied().collect();
    let options = Options { config_dir: Some("/c".into()), data_dir: Some("/d".into()), ..options };
    Connection::resolve(&options.or_from_env(&env), &env, file)
}

fn named(profile: &str) -> Options {
    Options { profile: Some(profile.into()), ..Options::default() }
}

#[test]
fn a_key_of_the_environment_needs_no_profile() {
    let env = [("ENCOURS_BASE_URL", URL), ("ENCOURS_KEY_ID", "k-9"), ("ENCOURS_SECRET", "s")];
    let connection = resolve(Options::default(), &env, &file("")).unwrap();
    assert_eq!((connection.base_url.as_str(), connection.key_id.as_str()), (URL, "k-9"));
    assert!(matches!(connection.secret, SecretSource::Fixed(_)));
    assert!(connection.store_dir.starts_with("/d/profiles"));
    assert_eq!(connection.label(), "api.example.com");
}

#[test]
fn options_win_over_environment_and_environment_over_profile() {
    let options = Options { key_id: Some("k-option".into()), ..named("acme") };
    let env = [("ENCOURS_KEY_ID", "k-env"), ("ENCOURS_AS_USER", "u-env")];
    let connection = resolve(options, &env, &acme()).unwrap();
    assert_eq!(connection.key_id, "k-option");
    assert_eq!(connection.as_user.unwrap().id.as_str(), "u-env");
}

#[test]
fn profile_supplies_the_unspecified_options() {
    let connection = resolve(named("acme"), &[], &acme()).unwrap();
    assert_eq!(connection.as_user.as_ref().unwrap().id.as_str(), "u-1");
    assert!(matches!(connection.secret, SecretSource::Command(_)));
    assert_eq!(connection.client_config().unwrap().delegated_user.unwrap().header, DelegatedUser::HEADER);
}

#[test]
fn overridden_server_or_key_uses_neither_store_nor_command() {
    let own = resolve(named("acme"), &[], &acme()).unwrap();
    let other_server = Options { base_url: Some("https://other.example.com/v1".into()), ..named("acme") };
    let renewed = Options { key_id: Some("k-2".into()), ..named("acme") };
    for options in [other_server, renewed] {
        let other = resolve(options, &[], &acme()).unwrap();
        assert_ne!(other.store_dir, own.store_dir);
        assert!(matches!(other.secret, SecretSource::Keyring(_)));
    }
}

#[test]
fn secret_file_takes_precedence_over_the_keyring() {
    let dir = tempfile::tempdir().unwrap();
    let resolve = |env: &[(&str, &str)]| {
        let env: Environment = env.iter().copied().collect();
        let options = Options {
            base_url: Some(URL.into()),
            key_id: Some("k".into()),
            config_dir: Some(dir.path().to_owned()),
            data_dir: Some(dir.path().to_owned()),
            ..Options::default()
        };
        let path = secret_file(&options.paths().unwrap(), &BaseUrl::parse(URL).unwrap(), "k", &env);
        (Connection::resolve(&options, &env, &file("")).unwrap().secret, path)
    };
    let (secret, sealed) = resolve(&[]);
    assert!(matches!(secret, SecretSource::Keyring(_)));
    // A file in place of the directory is reported; the keyring is not used instead.
    #[cfg(unix)]
    {
        let above = sealed.path().parent().unwrap();
        std::fs::write(above, "").unwrap();
        let SecretSource::File(file) = resolve(&[]).0 else {
            panic!("{} is not looked at", above.display());
        };
        let told = file.check().unwrap_err().to_string();
        assert!(told.contains(&format!("{} cannot be read", above.display())), "{told}");
        std::fs::remove_file(above).unwrap();
    }
    std::fs::create_dir_all(sealed.path().parent().unwrap()).unwrap();
    std::fs::write(sealed.path(), "{}").unwrap();
    assert!(matches!(resolve(&[]).0, SecretSource::File(file) if !file.can_open()));
    let given = resolve(&[(PASSPHRASE_VARIABLE, "canary")]).0;
    assert!(!format!("{given:?}").contains("canary"));
    assert!(matches!(given, SecretSource::File(file) if file.can_open()));
    assert!(matches!(resolve(&[("ENCOURS_SECRET", "s")]).0, SecretSource::Fixed(_)));
}

#[test]
fn relative_certificate_paths_resolve_beside_the_config_file() {
    let profiles = "[profiles.default]\nbase_url = 'https://api.example.com/v1'\nkey_id = 'k'\n\
                    extra_roots = ['own.pem', '/etc/other.pem']\nproxy = 'http://p:3128'\n";
    let file = ConfigFile::parse(Path::new("/c/config.toml"), profiles).unwrap();
    let connection = resolve(Options::default(), &[], &file).unwrap();
    assert_eq!(connection.extra_roots, [Path::new("/c/own.pem"), Path::new("/etc/other.pem")]);
    let through = Proxy::parse("http://p:3128", "[profiles.default] proxy").unwrap();
    assert_eq!(connection.route, ProxyRoute::Through(through));
}

#[test]
fn proxy_comes_from_the_first_set_variable() {
    let route = |url: &str, set: &[(&str, &str)]| {
        let mut env = vec![("ENCOURS_BASE_URL", url), ("ENCOURS_KEY_ID", "k"), ("ENCOURS_SECRET", "s")];
        env.extend(set);
        resolve(Options::default(), &env, &file("")).map(|connection| connection.route)
    };
    let through = |host: &str, from: &str| ProxyRoute::Through(Proxy::parse(host, from).unwrap());
    let cases: [(&[(&str, &str)], ProxyRoute); 9] = [
        (&[], ProxyRoute::System),
        (&[("HTTP_PROXY", "http://p"), ("http_proxy", "htp://p")], ProxyRoute::System),
        (&[("HTTPS_PROXY", "http://p"), ("ALL_PROXY", "q")], through("p", "HTTPS_PROXY")),
        (&[("HTTPS_PROXY", ""), ("https_proxy", " p\r")], through("p", "https_proxy")),
        (
            &[("HTTPS_PROXY", " "), ("https_proxy", "\t \r\n"), ("ALL_PROXY", "p"), ("all_proxy", "q")],
            through("p", "ALL_PROXY"),
        ),
        (&[("all_proxy", "'p'")], through("p", "all_proxy")),
        (&[("HTTPS_PROXY", "p"), ("NO_PROXY", "api.example.com")], ProxyRoute::Direct),
        (&[("HTTPS_PROXY", "htp://p"), ("no_proxy", "*.example.com")], ProxyRoute::Direct),
        (&[("HTTPS_PROXY", "p"), ("no_proxy", "example.org")], through("p", "HTTPS_PROXY")),
    ];
    for (set, expected) in cases {
        assert_eq!(route(URL, set).unwrap(), expected, "{set:?}");
    }
    let bad = [("HTTPS_PROXY", "htp://canary"), ("ALL_PROXY", "http://p")];
    let error = route(URL, &bad).unwrap_err().to_string();
    assert!(error.contains("HTTPS_PROXY") && !error.contains("canary"), "{error}");
    assert_eq!(route("http://localhost/v1", &bad).unwrap(), ProxyRoute::Direct);
}

#[test]
fn missing_or_invalid_options_are_reported() {
    assert!(matches!(resolve(Options::default(), &[], &file("")), Err(ConfigError::NoBaseUrl)));
    let env = [("ENCOURS_BASE_URL", URL)];
    assert!(matches!(resolve(Options::default(), &env, &file("")), Err(ConfigError::NoKeyId)));
    assert!(matches!(resolve(named("b"), &env, &acme()), Err(ConfigError::UnknownProfile { .. })));
    let env = [("ENCOURS_BASE_URL", URL), ("ENCOURS_KEY_ID", "k"), ("ENCOURS_AS_USER", "a\nb")];
    assert!(matches!(resolve(Options::default(), &env, &file("")), Err(ConfigError::Value { .. })));
}

#[test]
fn debug_never_shows_the_secret() {
    let env = [("ENCOURS_BASE_URL", URL), ("ENCOURS_KEY_ID", "k"), ("ENCOURS_SECRET", "canary-90")];
    let shown = format!("{:?}", resolve(Options::default(), &env, &file("")).unwrap());
    assert!(!shown.contains("canary"), "{shown}");
}

#[test]
fn users_of_a_keys_profiles_get_their_own_store() {
    let file = file(
        "[profiles.acme]\nbase_url = 'https://api.example.com/v1'\nkey_id = 'k-1'\nas_user = 'u-2'\n\
         delegated_header = 'X-Partner-User'\n\
         [profiles.again]\nbase_url = 'https://api.example.com/v1/'\nkey_id = 'k-1'\nas_user = 'u-1'\n\
         [profiles.same]\nbase_url = 'https://api.example.com/v1'\nkey_id = 'k-1'\nas_user = 'u-2'\n\
         [profiles.broken]\nbase_url = 'https://api.example.com/v1'\nkey_id = 'k-1'\nas_user = ' u'\n\
         [profiles.other]\nbase_url = 'https://api.example.com/v1'\nkey_id = 'k-2'\nas_user = 'u-3'\n",
    );
    let here = resolve(named("acme"), &[("ENCOURS_SECRET", "s")], &file).unwrap();
    let users: Vec<&str> = here.users.iter().map(UserId::as_str).collect();
    assert_eq!(users, ["u-1", "u-2"]);
    let other = here.for_user(Some(&UserId::new("u-9").unwrap()));
    let there = other.client_config().unwrap().delegated_user.unwrap();
    assert_eq!((there.id.as_str(), there.header.as_str()), ("u-9", "X-Partner-User"));
    let alone = here.for_user(None);
    assert_eq!(alone.client_config().unwrap().delegated_user, None);
    assert!(
        alone.store_dir != here.store_dir
            && other.store_dir != here.store_dir
            && alone.store_dir != other.store_dir
    );
    let back = alone.for_user(Some(&UserId::new("u-2").unwrap()));
    assert_eq!((back.store_dir, back.as_user), (here.store_dir, here.as_user));
}

#[test]
fn profile_user_applies_with_server_and_key_from_environment() {
    let file = file("[profiles.default]\nas_user = 'u-1'\n");
    let env = [("ENCOURS_BASE_URL", URL), ("ENCOURS_KEY_ID", "k-9"), ("ENCOURS_SECRET", "s")];
    let connection = resolve(Options::default(), &env, &file).unwrap();
    assert_eq!(connection.users, [UserId::new("u-1").unwrap()]);
}
