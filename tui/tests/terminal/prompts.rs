//! Confirmation questions of commands, and the object of the answer.

use encours_sandbox::Config;

use super::pty::TestEnv;

/// The answer to "delete this deal?" applies to the displayed version of the deal.
#[test]
fn prompted_deletion_conflicts_if_the_deal_changed_meanwhile() {
    let env = TestEnv::new(Config { deals: 12, ..Config::default() });
    let listing = env.run_as_other(&["deals", "list", "--status", "sourcing", "--limit", "2"]);
    let [changed, same] = [0, 1].map(|at| listing[at]["id"].as_str().unwrap().to_owned());
    for id in [&changed, &same] {
        assert_eq!(env.run_beside(&["deals", "show", id])["status"], "sourcing");
    }
    env.run_as_other(&["deals", "update", &changed, "--status", "closing"]);
    let deleted = || env.service().requests().count("deals_delete");

    let mut terminal = env.typed(&["deals", "delete", &changed]);
    terminal.wait_for_text("Delete 1 deal from the server? This can’t be undone.");
    terminal.press("y\r");
    terminal.wait_for_text("has changed on the server");
    assert_eq!((terminal.wait_exit(), deleted()), (6, 0));
    let stored = env.run_beside(&["outbox", "list"]);
    assert_eq!(
        (&stored[0]["state"], &stored[0]["base"]["status"], &stored[0]["problem"]["theirs"]["status"]),
        (&"conflict".into(), &"sourcing".into(), &"closing".into()),
        "both sides: {stored}"
    );

    let mut terminal = env.typed(&["deals", "delete", &same]);
    terminal.wait_for_text("Delete 1 deal from the server? This can’t be undone.");
    terminal.press("y\r");
    assert_eq!((terminal.wait_exit(), deleted()), (0, 1));
    // `--yes` asks nothing and deletes the deal in its current version.
    env.run_beside(&["deals", "delete", &changed, "--yes"]);
    assert_eq!(deleted(), 2);
}

/// Exit status 130 means an interrupt; after the answer "no", nothing was interrupted.
#[test]
fn declined_prompt_is_not_an_interruption() {
    let env = TestEnv::new(Config { deals: 12, ..Config::default() });
    let listing = env.run_as_other(&["deals", "list", "--limit", "1"]);
    let id = listing[0]["id"].as_str().unwrap();
    let mut ends = ["n\r", "\r", "\x03"].map(|answer| {
        let mut terminal = env.typed(&["deals", "delete", id]);
        terminal.wait_for_text("Delete 1 deal from the server? This can’t be undone.");
        terminal.press(answer);
        terminal.wait_exit()
    });
    ends.sort_unstable();
    assert_eq!(ends, [1, 1, 130]);
    assert_eq!(env.service().requests().count("deals_delete"), 0);
}
