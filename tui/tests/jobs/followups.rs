//! The job "which deals have no next step": set, move, finish and undo follow-ups.

use encours_sandbox::Config;

use super::super::pty::{SIZE, TestEnv};
use super::{board, leave};

#[test]
fn each_followup_shortens_the_list_without_next_step() {
    let mut terminal = board(SIZE);
    terminal.press("/followup:none\r");
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("f");
    terminal.wait_for_text("Follow-up on ");
    // A text without a date stays in the form.
    terminal.press("call the owner\r");
    terminal.wait_for_text("Begin with a date");
    terminal.press("\x15tomorrow call the owner");
    terminal.wait_for_text("Due: ");
    terminal.press("\r");
    terminal.wait_for_text("240 deals · 239 shown");
    terminal.press("/\x15has:followup\r");
    terminal.wait_for_text("240 deals · 1 shown");
    terminal.press("f");
    terminal.wait_for_text("call the owner");
    terminal.press("\x15today call the owner\r");
    terminal
        .wait_until("the mark of today", |screen| !screen.contains("Follow-up on ") && screen.contains('◆'));
    terminal.press("\r");
    terminal.wait_until("the line of the deal", |screen| screen.contains("◆ Today – call the owner"));
    terminal.press("t");
    terminal.wait_for_text("done on ");
    terminal.press("u");
    terminal.wait_until("the open follow-up", |screen| !screen.contains("done on "));
    leave(terminal);
}

#[test]
fn the_command_line_and_the_screen_share_followups() {
    let env = TestEnv::new(Config::default());
    let mut terminal = env.open(SIZE);
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("/followup:any\r");
    terminal.wait_for_text("240 deals · 0 shown");
    let deals = env.run_beside(&["deals", "list", "--limit", "1"]);
    let id = deals[0]["id"].as_str().unwrap();
    env.run_beside(&["followups", "set", id, "today", "call"]);
    terminal.wait_for_text("240 deals · 1 shown");
    let listed = env.run_beside(&["followups", "list"]);
    assert_eq!((listed[0]["id"].as_str(), listed[0]["due"].as_str()), (Some(id), Some("today")));
    env.run_beside(&["followups", "done", id]);
    terminal.wait_for_text("240 deals · 0 shown");
    leave(terminal);
}
