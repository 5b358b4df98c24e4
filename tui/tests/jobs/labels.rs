//! Stars, labels, comparison and checks in the terminal.

use super::super::pty::SIZE;
use super::{board, leave};

#[test]
fn stars_and_labels_are_set_by_key_and_filtered() {
    let mut terminal = board(SIZE);
    terminal.press("*");
    terminal.wait_for_text("starred, on this device only");
    terminal.press("#");
    terminal.wait_for_text("Labels of ");
    terminal.press("lender, urgent\r");
    terminal.wait_for_text("labels saved");
    terminal.press("/is:starred label:lender\r");
    terminal.wait_for_text("240 deals · 1 shown");
    terminal.press("v");
    terminal.wait_for_text("★");
    terminal.press("\r");
    terminal.wait_for_text("lender, urgent");
    // Alt+Left returns to the table, Alt+Right to the deal.
    terminal.press("\x1b[1;3D");
    terminal.wait_until("the table is back", |screen| !screen.contains("lender, urgent"));
    terminal.press("\x1b[1;3C");
    terminal.wait_for_text("lender, urgent");
    leave(terminal);
}

#[test]
fn checks_and_comparison_are_lists_over_the_board() {
    let mut terminal = board(SIZE);
    terminal.press("%");
    terminal.wait_for_text("beyond its threshold");
    terminal.press("\r");
    terminal.wait_until("the deals of the check", |screen| !screen.contains("240 deals · 240 shown"));
    terminal.press("v =");
    terminal.wait_for_text("select two to four deals first");
    terminal.press("j =");
    terminal.wait_for_text("Compare 2 deals");
    terminal.wait_for_text("≠");
    terminal.press("\x1b");
    leave(terminal);
}
