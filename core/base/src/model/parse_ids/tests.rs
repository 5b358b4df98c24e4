use super::*;

const ONE: &str = "0f2d1111-2222-4333-8444-555555559c01";
const TWO: &str = "11111111-2222-3333-4444-555555555555";

fn parse(text: &str) -> ParsedIds {
    parse_pasted(ResourceKind::Notifications, text)
}

fn ids(text: &str) -> Vec<String> {
    parse(text).ids
}

fn ids_of_file(bytes: &[u8]) -> Vec<String> {
    parse_file(ResourceKind::Notifications, bytes).unwrap().ids
}

#[test]
fn lists_addresses_tables_and_json_all_give_identifiers() {
    for text in [
        "a1\nb2",
        "a1, b2;a1",
        "<a1>\n\"b2\"\n",
        "- a1\n> b2.",
        "{a1}\n=\"b2\"",
        "https://host/v1/notifications/a1?x=1 /notifications/b2/actions/read",
        "[a1](https://host/notifications/a1)\n[b2](https://host/notifications/b2).",
        "\u{feff}id,title\r\na1,\"x, y\"\r\nb2,z\r\n",
        "title;ID\nx;a1\ny;b2\n",
        "sep=;\nx;Identifiant\n1;=\"a1\"\n2;\"=\"\"b2\"\"\"\n",
        "title\tid\nx\ta1\ny\tb2",
        "id\na1\nb2",
        "id,title↵a1,Le Parc↵b2,Lyon",
        "id;titre↵a1;Le Parc, Lyon↵b2;\"x; y\"",
        "a1↵b2",
        r#"["a1","b2"]"#,
        r#"[{"id":"a1"},{"id":"b2"}]"#,
        r#"{"items":[{"id":"a1"},{"id":"b2"}],"total":2}"#,
        "{\"id\":\"a1\"}\n{\"id\":\"b2\"}\n",
    ] {
        assert_eq!(ids(text), ["a1", "b2"], "{text}");
    }
    assert_eq!(ids(r#"{"id":"a","read":false}"#), ["a"]);
    assert_eq!(ids("/notifications/a%2Fb"), ["a/b"]);
    assert_eq!(ids("id\nabc"), ["abc"], "a column says what it holds");
}

#[test]
fn uuid_is_found_in_any_surrounding_text() {
    let upper = ONE.to_uppercase();
    let (head, tail) = ONE.split_at(20);
    for text in [
        format!("\"{ONE}\"."),
        format!("{{{upper}}}"),
        format!("=\"{ONE}\""),
        format!("see <{ONE}>."),
        format!("<{ONE}>,"),
        format!("id={ONE}"),
        format!("?id={ONE}&x=1"),
        format!("urn:uuid:{ONE}"),
        format!("notification:{ONE};"),
        format!("« {ONE} »"),
        format!("**{ONE}** and `{ONE}`"),
        format!("[the notice](https://host/v1/notifications/{ONE})."),
        format!("<https://host/v1/notifications/{ONE}>"),
        format!("https://host/v1/notifications/{head}\n{tail}"),
        format!("<https://host/v1/notifications/\n{ONE}>"),
        format!("> https://host/v1/notifications/{head}\n> {tail} and so on"),
        format!("as said {head}=\r\n{tail} above"),
        format!("https://safe.example/?url=https%3A%2F%2Fhost%2Fnotifications%2F{ONE}&data=05%7C{TWO}%7C"),
        "0f2d1111\u{2011}2222\u{2011}4333\u{2011}8444\u{2011}5555\u{ad}55559c01".to_owned(),
        format!("title;x\nLe Parc;{ONE}\n"),
        format!("-{ONE}"),
        format!("_{ONE}_"),
        format!("idé{ONE}"),
        format!("idée{ONE}"),
        format!("id{ONE}"),
        format!("{ONE}la"),
        format!("deal{ONE}x"),
        format!("deal-{ONE}-x"),
        format!("{ONE}_2"),
        format!("{ONE}deal"),
    ] {
        assert_eq!(ids(&text), [ONE], "{text}");
        if !text.contains(['\n', ';', ',']) {
            assert_eq!(ids(&format!("id;titre\n{text};x")), [ONE], "in a column: {text}");
            assert_eq!(parse_typed(ResourceKind::Notifications, &text).ids, [ONE], "typed: {text}");
        }
    }
}

#[test]
fn partial_uuids_are_not_parsed_as_ids() {
    for text in [
        "00000000-0000-=\n0000 is no whole one".to_owned(),
        format!("a{ONE}"),
        format!("{ONE}f"),
        format!("0{ONE}"),
        format!("{ONE}-2"),
        format!("a{ONE}, {ONE}f"),
        format!("id\na{ONE}\n{ONE}-2"),
        format!("{ONE}-{TWO}"),
        "0f2d1111-2222-4333-8444-\n11111111-2222-3333-4444-".to_owned(),
        format!("https://host/v1/deals/{ONE}"),
        format!("https://host/v1/alerts/{ONE}"),
    ] {
        assert_eq!(ids(&text), [""; 0], "{text}");
    }
}

#[test]
fn only_identifiers_are_read_from_an_email() {
    let mail = format!(
        "Bonjour,\nvoici https://x.example/notifications/{ONE}, et {TWO}. Merci avant le 15 !\n-- \nA. Martin, 06 12 34 56 78\nhttps://x.example/contact"
    );
    let read = parse(&mail);
    assert_eq!(read.ids, [ONE, TWO]);
    assert_eq!(read.rejected, []);
    assert!(read.ignored.iter().any(|word| word == "Bonjour"));
    let words = parse("bonjour tout le monde");
    assert_eq!((words.ids.len(), words.rejected.len()), (0, 0));
    let list = parse(&format!("Bonjour\n{TWO}\nn-17\n75008\n"));
    assert_eq!(list.ids, [TWO, "n-17"]);
    let word = |word: &str| (word.to_owned(), IdRejection::PlainWord);
    assert_eq!(list.rejected, [word("75008")]);
    assert_eq!(list.ignored, ["Bonjour"], "a word alone is none of the list");
    let mail = format!("Subject: {ONE}\r\n\r\nhello\r\n");
    let read = parse_file(ResourceKind::Notifications, mail.as_bytes()).unwrap();
    assert_eq!((read.ids.as_slice(), read.rejected.len()), (&[ONE.to_owned()][..], 0));
    let alone = parse("Bonjour,\nvoici l'identifiant :\nn-17\nMerci avant le 15, a1\n2026-11-20\n10h30 ?");
    assert_eq!(alone.ids, ["n-17"], "alone on its line");
}

#[test]
fn plain_word_is_not_an_identifier() {
    for text in ["hello", "hello\nworld", "2026-11-20", "06.12.34.56.78", "1,5 M€"] {
        assert_eq!(ids(text), [""; 0], "{text}");
    }
    assert_eq!(parse_typed(ResourceKind::Notifications, "hello").ids, ["hello"], "typed as one, it is");
    assert_eq!(parse_typed(ResourceKind::Notifications, "two words").ids, [""; 0]);
    let address = parse_typed(ResourceKind::Notifications, "https://host/v1/alerts/x");
    assert_eq!(address.ids, [""; 0]);
}

#[test]
fn words_around_identifiers_are_ignored_and_reported() {
    let read = parse(&format!("{ONE} {TWO} pas-un-id"));
    assert_eq!(read.ids, [ONE, TWO]);
    assert_eq!(read.rejected, []);
    assert_eq!(read.ignored, ["pas-un-id"]);
}

#[test]
fn unparsable_ids_are_returned_as_rejected() {
    let read = parse("a1\nhttps://host/v1/alerts/b, ..");
    assert_eq!(read.ids, ["a1"]);
    assert_eq!(
        read.rejected,
        [
            ("https://host/v1/alerts/b".to_owned(), IdRejection::OtherAddress),
            ("..".to_owned(), IdRejection::Malformed(IdError::Dots))
        ]
    );
    assert_eq!(parse_pasted(ResourceKind::Alerts, ""), ParsedIds::default());
}

fn mail(heads: &str, body: &str) -> String {
    format!(
        "Received: by x (id {TWO})\r\nMessage-ID: <{TWO}@x.example>\r\nFrom: A <a@x.example>\r\nSubject: Avis\r\nMIME-Version: 1.0\r\n{heads}\r\n\r\n{body}"
    )
}

#[test]
fn mail_is_decoded_as_it_is_encoded() {
    let (head, tail) = ONE.split_at(14);
    let quoted = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable";
    let html = "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable";
    let base64 = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64";
    // Voici : 0f2d1111-2222-4333-8444-555555559c01 (é)
    let body64 = "Vm9pY2kgOiAwZjJkMTExMS0yMjIyLTQzMzMtODQ0NC01NTU1NTU1NTljMDEgKMOpKQ==";
    let several = "Content-Type: multipart/alternative; boundary=b";
    for (heads, body) in [
        (quoted, format!("Voici l=E2=80=99avis https://host/notifications/{head}=\r\n{tail}?a=3Db")),
        (
            html,
            format!("<p>Voici <a href=3D\"https://host/notifications/{ONE}\">la=\r\n notification</a></p>"),
        ),
        (base64, body64.to_owned()),
        (
            several,
            format!(
                "--b\r\n{quoted}\r\n\r\nid=3D{head}=\r\n{tail}\r\n--b\r\n{html}\r\n\r\n<b>{ONE}</b>\r\n--b--\r\n"
            ),
        ),
        (
            "Content-Type: multipart/mixed; boundary=b",
            format!("--b\r\nContent-Type: text/csv\r\n\r\nid;deal\r\n{ONE};{TWO}\r\n--b--\r\n"),
        ),
    ] {
        let whole = mail(heads, &body);
        assert_eq!(ids(&whole), [ONE], "{whole}");
        assert_eq!(ids(&whole.replace("\r\n", "↵")), [ONE], "pasted into one line: {whole}");
        let mailbox = format!("From a@x.example Sat Nov 28 07:00:00 2026\n{whole}\n");
        assert_eq!(ids(&mailbox), [ONE], "{mailbox}");
    }
    let headless = format!("Voici l=E2=80=99avis n=C2=B0=\r\n {head}=\r\n{tail}=20!\r\n");
    assert_eq!(ids(&headless), [ONE]);
}

#[test]
fn files_of_any_text_encoding_are_read() {
    let text = format!("Numéro : {ONE}\r\nmerci");
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    assert_eq!(ids_of_file(&latin), [ONE]);
    let wide: Vec<u16> = text.encode_utf16().collect();
    for bytes in [
        wide.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<u8>>(),
        wide.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
    ] {
        assert_eq!(ids_of_file(&bytes), [ONE], "without a mark");
    }
    let four: Vec<char> = format!("\u{feff}{text} 🏗").chars().collect();
    for bytes in [
        four.iter().flat_map(|c| u32::from(*c).to_le_bytes()).collect::<Vec<u8>>(),
        four.iter().flat_map(|c| u32::from(*c).to_be_bytes()).collect(),
    ] {
        assert_eq!(ids_of_file(&bytes), [ONE], "of four bytes");
    }
    let marked =
        [0xfe_ff].into_iter().chain(format!("id\t titre\n{ONE}\té").encode_utf16().collect::<Vec<_>>());
    let marked: Vec<u8> = marked.flat_map(u16::to_le_bytes).collect();
    assert_eq!(ids_of_file(&marked), [ONE]);
    for bytes in [&b"PK\x03\x04\x14\0\0\0"[..], b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n\0\0"] {
        assert_eq!(parse_file(ResourceKind::Notifications, bytes), None);
    }
}

#[test]
fn html_page_is_read_by_its_text_and_links() {
    let page = format!(
        "<!DOCTYPE html><html><head><style>p{{}}</style></head><body><div id=\"x1\">Voici&nbsp;<A HREF='/v1/notifications/{ONE}'>la</A>, <b>{TWO}</b> <a href=\"https://host/deals/{TWO}9\">x</a></div></body></html>"
    );
    let mut read = ids(&page);
    read.sort_unstable();
    assert_eq!(read, [ONE, TWO]);
}

proptest::proptest! {
    #[test]
    fn any_bytes_end(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200), text in "[-0-9a-f=\n >/\"<&]{0,120}") {
        let _ = parse_file(ResourceKind::Notifications, &bytes);
        let _ = parse(&text);
    }
}
