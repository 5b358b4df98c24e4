//! `export` writes complete, exact and private files, and replaces none without confirmation.

use std::io::Read as _;
use std::path::Path;

use encours_sandbox::{Fault, FaultKind};

use super::support::{TestEnv, test_env};

fn path(env: &TestEnv, name: &str) -> String {
    env.dir.path().join(name).to_string_lossy().into_owned()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Returns one file of a workbook.
fn part(path: &str, name: &str) -> String {
    let mut book = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let mut text = String::new();
    book.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn each_export_format_contains_the_server_data() {
    let env = test_env();
    let (csv, json, xlsx) = (path(&env, "d.csv"), path(&env, "d.json"), path(&env, "d.xlsx"));
    let done = env.run_ok(&["export", "deals", "--to", &csv]).json();
    assert_eq!((&done["records"], &done["file"]), (&40.into(), &csv.as_str().into()));
    assert_eq!(read(&csv).lines().count(), 41, "a head and forty deals");
    env.run_ok(&["export", "deals", "--to", &json]);
    assert_eq!(read(&json), env.run_ok(&["deals", "list", "--all"]).stdout, "byte for byte");
    env.run_ok(&["export", "deals", "--to", &xlsx]);
    let sheet = part(&xlsx, "xl/worksheets/sheet1.xml");
    // The header row is bold, frozen and has filters.
    assert!(part(&xlsx, "xl/styles.xml").contains("<b/>"), "bold");
    let header = sheet.split("</row>").next().unwrap();
    let cells = header.matches("<c r=").count();
    assert!(cells > 0 && cells == header.matches(" s=\"1\"").count(), "{header}");
    assert!(sheet.contains("state=\"frozen\"") && sheet.contains("<autoFilter"), "{header}");
    assert_eq!(sheet.matches("<row ").count(), 41, "a head and forty deals");
    for header in ["classe_actif", "kpi_snapshot.ltv"] {
        assert!(sheet.contains(&format!("<t>{header}</t>")), "{header}");
    }
    assert!(!sheet.contains("<f>"), "no formula");
    for name in ["d.csv", "d.json", "d.xlsx"] {
        let left = std::fs::metadata(env.dir.path().join(name)).unwrap();
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&left.permissions()) & 0o777, 0o600);
        assert!(left.len() > 0);
    }
}

#[test]
fn export_writes_long_decimals_and_formulas_as_text() {
    let env = test_env();
    env.run_ok(&[
        "deals",
        "create",
        "--name",
        "=HYPERLINK(\"x\")",
        "--set",
        "exact=-1.50",
        "--set",
        "long=12345678901234567.89",
    ]);
    let xlsx = path(&env, "d.xlsx");
    env.run_ok(&["export", "deals", "--to", &xlsx]);
    let sheet = part(&xlsx, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<v>-1.5</v>"), "an exact decimal is a number");
    assert!(sheet.contains("<t>12345678901234567.89</t>"), "another is text");
    assert!(sheet.contains("<t>=HYPERLINK") && !sheet.contains("<f>"));
}

#[test]
fn the_portfolio_is_exported_too() {
    let env = test_env();
    let (csv, json, xlsx) = (path(&env, "p.csv"), path(&env, "p.json"), path(&env, "p.xlsx"));
    for file in [&csv, &json, &xlsx] {
        env.run_ok(&["export", "portfolio", "--to", file]);
    }
    assert_eq!(read(&json), env.run_ok(&["portfolio"]).stdout);
    assert_eq!(read(&csv), env.run_ok(&["portfolio", "--format", "csv"]).stdout);
    assert!(part(&xlsx, "xl/workbook.xml").contains("operations_by_status"));
    assert!(part(&xlsx, "xl/worksheets/sheet1.xml").contains("<v>486215400</v>"));
}

#[test]
fn existing_export_file_is_replaced_only_with_yes() {
    let env = test_env();
    let file = path(&env, "d.json");
    std::fs::write(&file, "mine").unwrap();
    let requests_before = env.sandbox.requests().total();
    env.run(&["export", "deals", "--to", &file]).failed(2, "usage");
    assert_eq!((read(&file).as_str(), env.sandbox.requests().total()), ("mine", requests_before));
    env.run_ok(&["export", "deals", "--to", &file, "--yes"]);
    assert!(read(&file).starts_with('['));
}

#[test]
fn failed_export_leaves_no_file() {
    let env = test_env();
    let file = path(&env, "d.csv");
    env.sandbox.faults().add(Fault::new(FaultKind::Status(500)).on("deals_list"));
    let output = env.run(&["export", "deals", "--to", &file, "--timeout", "2"]);
    assert_eq!(output.status, 1, "{}", output.stderr);
    env.sandbox.faults().clear();
    for (to, reason) in [("d.pdf", "ending"), ("none/d.csv", "folder"), ("d", "no ending")] {
        let output = env.run(&["export", "deals", "--to", &path(&env, to)]);
        assert_eq!(output.status, 2, "{reason}: {}", output.stderr);
    }
    assert!(!Path::new(&file).exists());
    let beside: Vec<_> = std::fs::read_dir(env.dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().starts_with(".encours"))
        .collect();
    assert!(beside.is_empty(), "{beside:?}");
}

#[test]
fn without_the_service_the_local_store_is_exported() {
    let env = test_env();
    let file = path(&env, "d.json");
    env.run(&["export", "portfolio", "--to", &file, "--offline"]).failed(10, "unreachable");
    env.run_ok(&["sync"]);
    let requests_before = env.sandbox.requests().total();
    env.offline(&["export", "deals", "--to", &file]);
    let deals: serde_json::Value = serde_json::from_str(&read(&file)).unwrap();
    assert_eq!(deals.as_array().unwrap().len(), 40);
    assert_eq!(env.sandbox.requests().total(), requests_before);
}

#[test]
fn export_follows_the_query_and_column_options() {
    let env = test_env();
    let csv = path(&env, "d.csv");
    env.run_ok(&["export", "deals", "--to", &csv]);
    let header = read(&csv).lines().next().unwrap().to_owned();
    assert!(header.starts_with("id,name,status,") && header.contains("kpi_snapshot.ltv"), "{header}");
    assert!(!read(&csv).contains("{\"\""), "no JSON in a cell");
    let requests_before = ["--query", "status:ic", "--columns", "name,ltv,age"];
    let chosen = path(&env, "q.csv");
    env.run_ok(&[&["export", "deals", "--to", &chosen], &requests_before[..]].concat());
    let listing = env.run_ok(&[&["deals", "list", "--format", "csv"], &requests_before[..]].concat()).stdout;
    assert_eq!(read(&chosen), listing);
    assert!(listing.starts_with("name,ltv,age\r\n") && listing.lines().count() > 1, "{listing}");
    let json = path(&env, "q.json");
    env.run_ok(&["export", "deals", "--to", &json, "--columns", "id,ltv"]);
    let all = env.run_ok(&["deals", "list", "--all", "--columns", "id", "--columns", "ltv"]).stdout;
    assert_eq!(read(&json), all);
    for wrong in [
        &["export", "deals", "--to", &path(&env, "w.csv"), "--columns", "nope"][..],
        &["deals", "list", "--columns", "id,nope"],
        &["export", "portfolio", "--to", &path(&env, "w.csv"), "--columns", "id"],
    ] {
        env.run(wrong).failed(2, "usage");
    }
    assert!(!Path::new(&path(&env, "w.csv")).exists());
}

#[test]
fn overlong_cell_text_is_cut_and_its_deal_named() {
    let env = test_env();
    let long = format!("memo=\"{}\"", "x".repeat(33_000));
    env.run_ok(&["deals", "create", "--name", "Le Parc", "--responsable", "A. Martin", "--set", &long]);
    let xlsx = path(&env, "d.xlsx");
    let output = env.run(&["export", "deals", "--to", &xlsx]);
    assert!(
        output.status == 0 && output.stderr.contains("Le Parc (memo)") && output.stderr.contains("\"cut\""),
        "{}",
        output.stderr
    );
    let sheet = part(&xlsx, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("[cut: 33000 characters]") && sheet.contains("A. Martin"));
}

#[cfg(unix)]
#[test]
fn a_link_is_written_through() {
    let env = test_env();
    let (file, link) = (path(&env, "real.json"), path(&env, "link.json"));
    std::fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink("real.json", &link).unwrap();
    env.run_ok(&["export", "deals", "--to", &link, "--yes"]);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(read(&file).starts_with('['));
}
