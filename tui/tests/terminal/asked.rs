//! Confirmation questions of commands, and the object of the answer.

use encours_sandbox::Config;

use super::pty::TestEnv;

/// The answer to "delete this deal?" applies to the displayed version of the deal.
#[test]
fn a_deletion_that_was_asked_about_ends_no_deal_that_somebody_else_changed_meanwhile() {
    let place = TestEnv::new(Config {
        deals: 12,
        ..Config::default()
    });
    let listed = place.run_as_other(&["deals", "list", "--status", "sourcing", "--limit", "2"]);
    let [changed, same] = [0, 1].map(|at| listed[at]["id"].as_str().unwrap().to_owned());
    for id in [&changed, &same] {
        assert_eq!(place.run_beside(&["deals", "show", id])["status"], "sourcing");
    }
    place.run_as_other(&["deals", "update", &changed, "--status", "closing"]);
    let deleted = || place.service().requests().count("deals_delete");

    let mut terminal = place.typed(&["deals", "delete", &changed]);
    terminal.wait_for_text("Delete 1 deal from the server? This can’t be undone.");
    terminal.press("y\r");
    terminal.wait_for_text("has changed on the server");
    assert_eq!((terminal.wait_exit(), deleted()), (6, 0));
    let kept = place.run_beside(&["outbox", "list"]);
    assert_eq!(
        (
            &kept[0]["state"],
            &kept[0]["base"]["status"],
            &kept[0]["problem"]["theirs"]["status"]
        ),
        (&"conflict".into(), &"sourcing".into(), &"closing".into()),
        "both sides: {kept}"
    );

    let mut terminal = place.typed(&["deals", "delete", &same]);
    terminal.wait_for_text("Delete 1 deal from the server? This can’t be undone.");
    terminal.press("y\r");
    assert_eq!((terminal.wait_exit(), deleted()), (0, 1));
    // `--yes` asks nothing and deletes the deal in its current version.
    place.run_beside(&["deals", "delete", &changed, "--yes"]);
    assert_eq!(deleted(), 2);
}

/// Exit status 130 means an interrupt; after the answer "no", nothing was interrupted.
#[test]
fn an_answer_of_no_is_no_interruption() {
    let place = TestEnv::new(Config {
        deals: 12,
        ..Config::default()
    });
    let listed = place.run_as_other(&["deals", "list", "--limit", "1"]);
    let id = listed[0]["id"].as_str().unwrap();
    let mut ends = ["n\r", "\r", "\x03"].map(|answer| {
        let mut terminal = place.typed(&["deals", "delete", id]);
        terminal.wait_for_text("Delete 1 deal from the server? This can’t be undone.");
        terminal.press(answer);
        terminal.wait_exit()
    });
    ends.sort_unstable();
    assert_eq!(ends, [1, 1, 130]);
    assert_eq!(place.service().requests().count("deals_delete"), 0);
}
