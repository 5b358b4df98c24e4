//! Size of the terminal in cells, with a default if it is unknown.
//!
//! Serial lines and containers have none.

/// Default columns and rows.
const DEFAULT_SIZE: (u16, u16) = (80, 24);

/// Returns columns and rows: from the terminal, else from `COLUMNS` and `LINES`, else 80 and 24.
pub fn size() -> (u16, u16) {
    let reported = crossterm::terminal::size().unwrap_or_default();
    with_fallback(reported, |name| std::env::var(name).ok())
}

fn with_fallback((columns, rows): (u16, u16), var: impl Fn(&str) -> Option<String>) -> (u16, u16) {
    let or = |reported: u16, name: &str, usual: u16| {
        let set = || var(name).and_then(|text| text.trim().parse().ok());
        Some(reported)
            .filter(|cells| *cells > 0)
            .or_else(|| set().filter(|cells| *cells > 0))
            .unwrap_or(usual)
    };
    (or(columns, "COLUMNS", DEFAULT_SIZE.0), or(rows, "LINES", DEFAULT_SIZE.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreported_size_falls_back_to_environment_then_default() {
        let with = |reported, columns: &'static str, lines: &'static str| {
            with_fallback(reported, move |name| {
                Some(if name == "COLUMNS" { columns } else { lines }.to_owned())
            })
        };
        assert_eq!(with((0, 0), "100", " 30 "), (100, 30));
        assert_eq!(with((0, 0), "0", "-3"), (80, 24));
        assert_eq!(with((0, 0), "70000", ""), (80, 24));
        assert_eq!(with((132, 0), "100", "30"), (132, 30));
        assert_eq!(with((0, 50), "x", "30"), (80, 50));
        assert_eq!(with_fallback((0, 0), |_| None), (80, 24));
    }
}
