use std::sync::{Arc, Mutex};

use encours_core::text::is_unsafe;

use super::*;

#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A name with sequences for clipboard, cursor, colours, hidden text and reading direction.
const HOSTILE: &str = "a\u{1b}]52;c;cm0gLXJm\u{7}b\u{9b}31mc\u{202e}d\re\nf\u{200b}\u{7f}\u{2028}é";

fn written(format: OutputFormat, terminal: bool, write: impl Fn(&mut Out)) -> String {
    let buffer = SharedBuffer::default();
    let style = OutputStyle { format, terminal, ..OutputStyle::plain(Lang::En, Timestamp::UNIX_EPOCH) };
    let mut out = Out::new(Box::new(buffer.clone()), style);
    write(&mut out);
    let bytes = buffer.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

/// Returns a record with as many raw control characters as JSON allows.
fn hostile() -> Record {
    let name = serde_json::to_string(HOSTILE).unwrap();
    let raw = name.replace("\\u007f", "\u{7f}");
    Record::parse(format!("{{\"id\":\"1\",\"name\":{raw},\"{}\":[{raw}]}}", "k\u{9b}2J\u{202e}")).unwrap()
}

/// A named way to print hostile text.
type PrintCase<'a> = (&'a str, &'a dyn Fn(&mut Out));

#[test]
fn terminal_output_is_escaped_and_json_stays_equal() {
    let record = |out: &mut Out| out.record(OutputKind::Deal, &hostile()).unwrap();
    let list = |out: &mut Out| {
        let mut list = out.list(OutputKind::Other);
        list.push_page([hostile(), hostile()]).unwrap();
        list.finish().unwrap();
    };
    let value = |out: &mut Out| out.value(&format!("[{}]", hostile().as_str())).unwrap();
    let several = |out: &mut Out| {
        out.begin_group();
        record(out);
        record(out);
        out.end_group().unwrap();
    };
    let text = |out: &mut Out| out.text(HOSTILE.as_bytes()).unwrap();
    let ways: [PrintCase<'_>; 5] =
        [("record", &record), ("list", &list), ("value", &value), ("several", &several), ("text", &text)];
    for format in [OutputFormat::Table, OutputFormat::Json, OutputFormat::Ndjson, OutputFormat::Csv] {
        for (name, write) in &ways {
            let printed = written(format, true, write);
            let wrong: Vec<char> =
                printed.replace("\r\n", "\n").chars().filter(|c| is_unsafe(*c) && *c != '\n').collect();
            assert!(wrong.is_empty(), "{format:?} {name}: {wrong:?} in {printed:?}");
            let piped = written(format, false, write);
            if matches!(format, OutputFormat::Json | OutputFormat::Ndjson) && *name != "text" {
                let read = |text: &str| {
                    let values = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
                    values.map(Result::unwrap).collect::<Vec<_>>()
                };
                assert_eq!(read(&printed), read(&piped), "{name}");
            }
            if format != OutputFormat::Table {
                assert!(piped.contains('\u{9b}'), "a pipe must get unchanged bytes: {format:?} {name}");
            }
        }
    }
}
