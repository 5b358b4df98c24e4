//! The first login on a terminal: mistyped input is asked for again, correct input only once.

use encours_sandbox::{Config, Sandbox};

use super::pty::{Terminal, TerminalSetup};

const PASSPHRASE: &str = "une phrase de passe";

#[test]
fn first_login_repeats_the_address_question_after_an_error() {
    let sandbox = Sandbox::start(Config { deals: 12, ..Config::default() }).unwrap();
    let mut terminal = Terminal::start(&TerminalSetup {
        args: &["--lang", "en"],
        vars: &[("DBUS_SESSION_BUS_ADDRESS", "unix:path=/no/such/bus")],
        ..TerminalSetup::default()
    });
    terminal.wait_for_text("2  login");
    terminal.press("2\r");
    terminal.wait_for_text("Address of the server");
    let short = sandbox.base_url().trim_end_matches("/v1");
    terminal.press(&format!("{short}\r"));
    // The reason, and the same question again.
    terminal.wait_until("the question again", |screen| screen.matches("Address of the server").count() == 2);
    terminal.press(&format!("{}\r", sandbox.base_url()));
    terminal.wait_for_text("Public ID of the key");
    terminal.press(&format!("{}\r", sandbox.key_id()));
    terminal.wait_for_text("Secret (typing is hidden)");
    terminal.press(&format!("{}\r", sandbox.secret().expose()));
    terminal.wait_for_text("New passphrase for the secret");
    terminal.press(&format!("{PASSPHRASE}\r"));
    terminal.wait_for_text("Same passphrase again");
    terminal.press(&format!("{PASSPHRASE}\r"));
    // No further question: the full screen opens and syncs.
    terminal.wait_for_text("12 deals");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
}
