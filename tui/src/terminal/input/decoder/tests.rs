use proptest::prelude::*;

use super::*;

/// Replies of terminals to queries: colours, clipboard, identity, capabilities, cursor and focus, and
/// unterminated strings.
const REPLIES: &[&str] = &[
    "\x1b]10;rgb:dcdc/dcdc/dcdc\x1b\\",
    "\x1b]11;rgb:1e1e/1e1e/2e2e\x07",
    "\x1b]4;1;rgb:cccc/0000/0000\x1b\\",
    "\x1b]52;c;cTpxdWl0Cg==\x07",
    "\x1b]52;;\x1b\\",
    "\x1b]lEncours q\x1b\\",
    "\x1b]L3\x1b\\",
    "\x1bP>|XTerm(370)\x1b\\",
    "\x1bP1+r544e=787465726d\x1b\\",
    "\x1bP0+r\x1b\\",
    "\x1bP1$r0;4m\x1b\\",
    "\x1bP!|00000000\x1b\\",
    "\x1b_Gi=31;OK\x1b\\",
    "\x1b[?1;2c",
    "\x1b[?62;22c",
    "\x1b[>0;276;0c",
    "\x1b[>41;370;0c",
    "\x1b[12;40R",
    "\x1b[?12;40;1R",
    "\x1b[0;0R",
    "\x1b[0n",
    "\x1b[?997;1n",
    "\x1b[?2026;2$y",
    "\x1b[4;1$y",
    "\x1b[8;24;80t",
    "\x1b[48;24;80;480;960t",
    "\x1b[>4;2m",
    "\x1b[?1u",
    "\x1b[I",
    "\x1b[O",
    "\x1b[<0;0;0M",
    "\x1b[?q",
];

/// Returns the keys decoded from pieces, each with the milliseconds before it.
fn keys(pieces: &[(&[u8], u64)]) -> Vec<Event> {
    let mut now = Instant::now();
    let mut decoder = Decoder::new(now.checked_sub(REPLY_WINDOW).unwrap_or(now));
    let mut events = Vec::new();
    for (bytes, after) in pieces {
        let at = now + Duration::from_millis(*after);
        while let Some(decides) = decoder.deadline().filter(|decides| *decides <= at) {
            decoder.expire(decides);
        }
        now = at;
        decoder.feed(bytes, now);
        events.extend(std::iter::from_fn(|| decoder.next_event()));
    }
    if let Some(decides) = decoder.deadline() {
        decoder.expire(decides);
    }
    events.extend(std::iter::from_fn(|| decoder.next_event()));
    events
}

fn key(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn letters(text: &str) -> Vec<Event> {
    text.chars().map(|letter| key(KeyCode::Char(letter))).collect()
}

#[test]
fn replies_are_no_keys_wherever_they_are_cut() {
    for reply in REPLIES {
        let full = format!("a{reply}b");
        for cut in 1..full.len() {
            let (first, second) = full.as_bytes().split_at(cut);
            for after in [0, 20, 90] {
                assert_eq!(keys(&[(first, 0), (second, after)]), letters("ab"), "{full:?} cut at {cut}");
            }
        }
        let bytes: Vec<(&[u8], u64)> = full.as_bytes().chunks(1).map(|byte| (byte, 25)).collect();
        assert_eq!(keys(&bytes), letters("ab"), "{full:?} byte by byte");
    }
}

#[test]
fn slow_reply_produces_at_most_an_escape_key() {
    let esc = key(KeyCode::Esc);
    for reply in REPLIES.iter().filter(|reply| !matches!(reply.as_bytes()[2], b'l' | b'L')) {
        for pause in [60, 101, 250, 480] {
            // A single letter, long after the start of a string, is a key.
            let (escape, rest) = reply.as_bytes().split_at(1);
            let size = if rest[0] == b'[' { 1 } else { 3 };
            let pieces = std::iter::once(escape).chain(rest.chunks(size));
            let bytes: Vec<(&[u8], u64)> = pieces.map(|piece| (piece, pause)).collect();
            let read = keys(&bytes);
            let expected = if pause < 100 { &[][..] } else { std::slice::from_ref(&esc) };
            assert_eq!(read, expected, "{reply:?} every {pause} ms");
        }
        // Sequences that users cannot type are allowed a longer pause.
        let (first, second) = reply.as_bytes().split_at(reply.len() - 1);
        if first != b"\x1b[" {
            assert_eq!(keys(&[(first, 0), (second, 3_000)]), [], "{reply:?}");
        }
    }
}

#[test]
fn decoder_waits_longer_for_escape_while_replies_are_due() {
    let now = Instant::now();
    let mut decoder = Decoder::new(now);
    decoder.feed(b"\x1b", now);
    decoder.expire(now + Duration::from_millis(400));
    decoder.feed(b"]11;rgb:1/2/3\x07", now + Duration::from_millis(400));
    assert_eq!(decoder.next_event(), None);
    let now = now + REPLY_WINDOW;
    decoder.feed(b"\x1b", now);
    assert_eq!(decoder.deadline(), Some(now + ESC_TIMEOUT));
}

#[test]
fn lone_escape_does_not_swallow_later_typing() {
    let esc = key(KeyCode::Esc);
    assert_eq!(keys(&[(b"\x1b", 0)]), vec![esc.clone()]);
    assert_eq!(keys(&[(b"\x1b\x1b", 0)]), vec![esc.clone(), esc.clone()]);
    let twice = keys(&[(b"\x1b\x1b", 0), (b"q", 0)]);
    assert_eq!(twice, [esc.clone(), esc.clone(), key(KeyCode::Char('q'))]);
    let reply = keys(&[(b"\x1b\x1b]11;rgb:1/2/3\x07", 0)]);
    assert_eq!(reply, std::slice::from_ref(&esc), "the second began a reply");
    for after in [40, 150, 2_000] {
        for typed in ["j", "]", "[", "[[", "]]", "P", "O", "_", "é", "\\q", "]a", "[2q", "X1"] {
            let pieces: Vec<String> =
                std::iter::once('\x1b').chain(typed.chars()).map(String::from).collect();
            let pieces: Vec<(&[u8], u64)> = pieces.iter().map(|piece| (piece.as_bytes(), after)).collect();
            let mut expected = vec![esc.clone()];
            expected.extend(letters(typed));
            let read: Vec<Event> = keys(&pieces)
                .into_iter()
                .map(|event| match event {
                    Event::Key(one) => key(one.code),
                    other => other,
                })
                .collect();
            assert_eq!(read, expected, "Esc and {typed:?} every {after} ms");
        }
    }
}

#[test]
fn keys_are_keys_wherever_they_are_cut() {
    let with = |code, modifiers| Event::Key(KeyEvent::new(code, modifiers));
    let cases = [
        ("\x1b[A", key(KeyCode::Up)),
        ("\x1bOB", key(KeyCode::Down)),
        ("\x1bOP", key(KeyCode::F(1))),
        ("\x1b[[A", key(KeyCode::F(1))),
        ("\x1b[15~", key(KeyCode::F(5))),
        ("\x1b[3~", key(KeyCode::Delete)),
        ("\x1b[1;5C", with(KeyCode::Right, KeyModifiers::CONTROL)),
        ("\x1b[1;2S", with(KeyCode::F(4), KeyModifiers::SHIFT)),
        ("\x1b[Z", with(KeyCode::BackTab, KeyModifiers::SHIFT)),
        ("\x1b[112;5u", with(KeyCode::Char('p'), KeyModifiers::CONTROL)),
        ("\x1bx", with(KeyCode::Char('x'), KeyModifiers::ALT)),
        ("\x1b\r", with(KeyCode::Enter, KeyModifiers::ALT)),
        ("é", key(KeyCode::Char('é'))),
        ("\x1b[200~a\x1b]11;q\r\n\x1b[201~", Event::Paste("a\x1b]11;q\r\n".to_owned())),
        (
            "\x1b[<0;10;5M",
            Event::Mouse(MouseEvent {
                kind: MouseEventKind::Down(MouseButton::Left),
                column: 9,
                row: 4,
                modifiers: KeyModifiers::NONE,
            }),
        ),
    ];
    for (bytes, event) in cases {
        for cut in 1..bytes.len() {
            let (first, second) = bytes.as_bytes().split_at(cut);
            let read = keys(&[(first, 0), (second, 20), (b"b", 0)]);
            assert_eq!(read, vec![event.clone(), key(KeyCode::Char('b'))], "{bytes:?} cut at {cut}");
        }
    }
    // An arrow key whose ESC arrived early on a slow line is still an arrow key.
    assert_eq!(keys(&[(b"\x1b", 0), (b"[A", 300)]), vec![key(KeyCode::Esc), key(KeyCode::Up)]);
    assert_eq!(keys(&[(b"\x1b]", 0)]), vec![with(KeyCode::Char(']'), KeyModifiers::ALT)]);
}

/// Returns the text with eight-bit controls, raw or in UTF-8.
fn with_c1_controls(text: &str, utf_8: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut letters = text.bytes();
    while let Some(byte) = letters.next() {
        if byte != ESC {
            bytes.push(byte);
            continue;
        }
        if utf_8 {
            bytes.push(UTF_8_OF_CONTROLS);
        }
        bytes.extend(letters.next().map(|letter| letter + 0x40));
    }
    bytes
}

#[test]
fn replies_with_c1_controls_produce_no_keys() {
    for reply in REPLIES {
        for utf_8 in [false, true] {
            let full = with_c1_controls(&format!("a{reply}b\x1b\\c\x1bD"), utf_8);
            for cut in 1..full.len() {
                let (first, second) = full.split_at(cut);
                for after in [0, 20, 90, 600] {
                    let read = keys(&[(first, 0), (second, after)]);
                    assert_eq!(read, letters("abc"), "{full:?} cut at {cut}, {after} ms");
                }
            }
        }
    }
    for utf_8 in [false, true] {
        let keys_of = |text: &str| keys(&[(&with_c1_controls(text, utf_8), 0)]);
        assert_eq!(keys_of("\x1b[A\x1bOB"), [key(KeyCode::Up), key(KeyCode::Down)]);
        let paste = keys_of("\x1b[200~a\x1b[201~b");
        assert_eq!(paste, [Event::Paste("a".to_owned()), key(KeyCode::Char('b'))]);
    }
    // UTF-8 characters that contain such bytes stay characters, in a title too.
    assert_eq!(keys(&[("рыћ“✓".as_bytes(), 0)]), letters("рыћ“✓"));
    assert_eq!(keys(&[("\x1b]2;Л✓✜\x07k".as_bytes(), 0)]), letters("k"));
    assert_eq!(keys(&[(b"\x1b", 0), (b"\x9cq", 20)]), [key(KeyCode::Esc), key(KeyCode::Char('q'))]);
    assert_eq!(keys(&[(b"\x1b[M \x9b\x9dq", 0)]).pop(), Some(key(KeyCode::Char('q'))));
}

#[test]
fn unterminated_string_does_not_swallow_later_keys() {
    // A control key ends the string at once; otherwise the timeout does.
    assert_eq!(keys(&[(b"\x1b]11;rgb:1e1e", 0), (b"\r", 0)]), vec![key(KeyCode::Enter)]);
    assert_eq!(keys(&[(b"\x1b]11;rgb:1e1e", 0), (b"jk", 5_001)]), letters("jk"));
    assert_eq!(keys(&[(b"\x1b]11;rgb:1e1e\x1b[A", 0)]), vec![key(KeyCode::Up)]);
    assert_eq!(keys(&[(b"\x1b[?62;2", 0), (b"jk", 5_001)]), letters("jk"));
    // A single key press ends it at once.
    for begun in [&b"\x1b]11;rgb:1e1e"[..], b"\x1bP1+r54", b"\x1b_Gi=31", b"\x9d11;rgb", b"\x901+r"] {
        let pieces: [(&[u8], u64); 3] = [(begun, 0), ("é".as_bytes(), 60), (b"j", 10)];
        assert_eq!(keys(&pieces), letters("éj"), "{begun:?}");
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_block_later_keys(
        pieces in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..12), 0_u64..700), 0..12)
    ) {
        let mut pieces: Vec<(&[u8], u64)> = pieces.iter().map(|(bytes, after)| (bytes.as_slice(), *after)).collect();
        // End a possible paste, and wait for the timeout.
        pieces.push((PASTE_END, 5_001));
        pieces.push((b"q", 5_001));
        prop_assert_eq!(keys(&pieces).pop(), Some(key(KeyCode::Char('q'))));
    }

    #[test]
    fn replies_among_keys_leave_the_keys(
        chosen in prop::collection::vec(0..REPLIES.len(), 1..4),
        cuts in prop::collection::vec((2_usize..9, 0_u64..95), 1..30),
    ) {
        let text: Vec<String> = chosen.iter().map(|at| format!("k{}", REPLIES[*at])).collect();
        let text = text.concat();
        let mut rest = text.as_bytes();
        let mut pieces = Vec::new();
        for (size, after) in cuts.iter().cycle() {
            let (piece, left) = rest.split_at((*size).min(rest.len()));
            pieces.push((piece, *after));
            rest = left;
            if rest.is_empty() {
                break;
            }
        }
        prop_assert_eq!(keys(&pieces), letters(&"k".repeat(chosen.len())));
    }
}
