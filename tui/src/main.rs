//! The binary `encours`.

fn main() -> std::process::ExitCode {
    encours_tui::cli::main(std::env::args_os())
}
