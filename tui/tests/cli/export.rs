//! `export` writes complete, exact and private files, and replaces none without confirmation.

use std::io::Read as _;
use std::path::Path;

use encours_sandbox::{Fault, FaultKind};

use super::support::{TestEnv, test_env};

fn path(place: &TestEnv, name: &str) -> String {
    place.dir.path().join(name).to_string_lossy().into_owned()
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
fn each_format_holds_what_the_service_sent() {
    let place = test_env();
    let (csv, json, xlsx) = (
        path(&place, "d.csv"),
        path(&place, "d.json"),
        path(&place, "d.xlsx"),
    );
    let done = place.run_ok(&["export", "deals", "--to", &csv]).json();
    assert_eq!(
        (&done["records"], &done["file"]),
        (&40.into(), &csv.as_str().into())
    );
    assert_eq!(read(&csv).lines().count(), 41, "a head and forty deals");
    place.run_ok(&["export", "deals", "--to", &json]);
    assert_eq!(
        read(&json),
        place.run_ok(&["deals", "list", "--all"]).stdout,
        "byte for byte"
    );
    place.run_ok(&["export", "deals", "--to", &xlsx]);
    let sheet = part(&xlsx, "xl/worksheets/sheet1.xml");
    // The header row is bold, frozen and has filters.
    assert!(part(&xlsx, "xl/styles.xml").contains("<b/>"), "bold");
    let head = sheet.split("</row>").next().unwrap();
    let cells = head.matches("<c r=").count();
    assert!(cells > 0 && cells == head.matches(" s=\"1\"").count(), "{head}");
    assert!(
        sheet.contains("state=\"frozen\"") && sheet.contains("<autoFilter"),
        "{head}"
    );
    assert_eq!(sheet.matches("<row ").count(), 41, "a head and forty deals");
    for head in ["classe_actif", "kpi_snapshot.ltv"] {
        assert!(sheet.contains(&format!("<t>{head}</t>")), "{head}");
    }
    assert!(!sheet.contains("<f>"), "no formula");
    for name in ["d.csv", "d.json", "d.xlsx"] {
        let left = std::fs::metadata(place.dir.path().join(name)).unwrap();
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&left.permissions()) & 0o777,
            0o600
        );
        assert!(left.len() > 0);
    }
}

#[test]
fn what_a_spreadsheet_would_round_or_run_is_text() {
    let place = test_env();
    place.run_ok(&[
        "deals",
        "create",
        "--name",
        "=HYPERLINK(\"x\")",
        "--set",
        "exact=-1.50",
        "--set",
        "long=12345678901234567.89",
    ]);
    let xlsx = path(&place, "d.xlsx");
    place.run_ok(&["export", "deals", "--to", &xlsx]);
    let sheet = part(&xlsx, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<v>-1.5</v>"), "an exact decimal is a number");
    assert!(sheet.contains("<t>12345678901234567.89</t>"), "another is text");
    assert!(sheet.contains("<t>=HYPERLINK") && !sheet.contains("<f>"));
}

#[test]
fn the_portfolio_is_exported_too() {
    let place = test_env();
    let (csv, json, xlsx) = (
        path(&place, "p.csv"),
        path(&place, "p.json"),
        path(&place, "p.xlsx"),
    );
    for file in [&csv, &json, &xlsx] {
        place.run_ok(&["export", "portfolio", "--to", file]);
    }
    assert_eq!(read(&json), place.run_ok(&["portfolio"]).stdout);
    assert_eq!(read(&csv), place.run_ok(&["portfolio", "--format", "csv"]).stdout);
    assert!(part(&xlsx, "xl/workbook.xml").contains("operations_by_status"));
    assert!(part(&xlsx, "xl/worksheets/sheet1.xml").contains("<v>486215400</v>"));
}

#[test]
fn a_file_that_is_there_stays_unless_it_is_said() {
    let place = test_env();
    let file = path(&place, "d.json");
    std::fs::write(&file, "mine").unwrap();
    let asked = place.sandbox.requests().total();
    place.run(&["export", "deals", "--to", &file]).failed(2, "usage");
    assert_eq!(
        (read(&file).as_str(), place.sandbox.requests().total()),
        ("mine", asked)
    );
    place.run_ok(&["export", "deals", "--to", &file, "--yes"]);
    assert!(read(&file).starts_with('['));
}

#[test]
fn a_file_is_whole_or_not_there() {
    let place = test_env();
    let file = path(&place, "d.csv");
    place
        .sandbox
        .faults()
        .add(Fault::new(FaultKind::Status(500)).on("deals_list"));
    let ran = place.run(&["export", "deals", "--to", &file, "--timeout", "2"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    place.sandbox.faults().clear();
    for (to, why) in [("d.pdf", "ending"), ("none/d.csv", "folder"), ("d", "no ending")] {
        let ran = place.run(&["export", "deals", "--to", &path(&place, to)]);
        assert_eq!(ran.status, 2, "{why}: {}", ran.stderr);
    }
    assert!(!Path::new(&file).exists());
    let beside: Vec<_> = std::fs::read_dir(place.dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().starts_with(".encours"))
        .collect();
    assert!(beside.is_empty(), "{beside:?}");
}

#[test]
fn without_the_service_the_local_store_is_exported() {
    let place = test_env();
    let file = path(&place, "d.json");
    place
        .run(&["export", "portfolio", "--to", &file, "--offline"])
        .failed(10, "unreachable");
    place.run_ok(&["sync"]);
    let asked = place.sandbox.requests().total();
    place.offline(&["export", "deals", "--to", &file]);
    let deals: serde_json::Value = serde_json::from_str(&read(&file)).unwrap();
    assert_eq!(deals.as_array().unwrap().len(), 40);
    assert_eq!(place.sandbox.requests().total(), asked);
}

#[test]
fn a_spreadsheet_gets_a_column_a_figure_the_deals_asked_for_and_the_fields_asked_for() {
    let place = test_env();
    let csv = path(&place, "d.csv");
    place.run_ok(&["export", "deals", "--to", &csv]);
    let head = read(&csv).lines().next().unwrap().to_owned();
    assert!(
        head.starts_with("id,name,status,") && head.contains("kpi_snapshot.ltv"),
        "{head}"
    );
    assert!(!read(&csv).contains("{\"\""), "no JSON in a cell");
    let asked = ["--query", "status:ic", "--columns", "name,ltv,age"];
    let chosen = path(&place, "q.csv");
    place.run_ok(&[&["export", "deals", "--to", &chosen], &asked[..]].concat());
    let listed = place
        .run_ok(&[&["deals", "list", "--format", "csv"], &asked[..]].concat())
        .stdout;
    assert_eq!(read(&chosen), listed);
    assert!(
        listed.starts_with("name,ltv,age\r\n") && listed.lines().count() > 1,
        "{listed}"
    );
    let json = path(&place, "q.json");
    place.run_ok(&["export", "deals", "--to", &json, "--columns", "id,ltv"]);
    let all = place
        .run_ok(&["deals", "list", "--all", "--columns", "id", "--columns", "ltv"])
        .stdout;
    assert_eq!(read(&json), all);
    for wrong in [
        &[
            "export",
            "deals",
            "--to",
            &path(&place, "w.csv"),
            "--columns",
            "nope",
        ][..],
        &["deals", "list", "--columns", "id,nope"],
        &[
            "export",
            "portfolio",
            "--to",
            &path(&place, "w.csv"),
            "--columns",
            "id",
        ],
    ] {
        place.run(wrong).failed(2, "usage");
    }
    assert!(!Path::new(&path(&place, "w.csv")).exists());
}

#[test]
fn a_text_that_no_cell_holds_is_cut_and_its_deal_named() {
    let place = test_env();
    let long = format!("memo=\"{}\"", "x".repeat(33_000));
    place.run_ok(&[
        "deals",
        "create",
        "--name",
        "Le Parc",
        "--responsable",
        "A. Martin",
        "--set",
        &long,
    ]);
    let xlsx = path(&place, "d.xlsx");
    let ran = place.run(&["export", "deals", "--to", &xlsx]);
    assert!(
        ran.status == 0 && ran.stderr.contains("Le Parc (memo)") && ran.stderr.contains("\"cut\""),
        "{}",
        ran.stderr
    );
    let sheet = part(&xlsx, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("[cut: 33000 characters]") && sheet.contains("A. Martin"));
}

#[cfg(unix)]
#[test]
fn a_link_is_written_through() {
    let place = test_env();
    let (file, link) = (path(&place, "real.json"), path(&place, "link.json"));
    std::fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink("real.json", &link).unwrap();
    place.run_ok(&["export", "deals", "--to", &link, "--yes"]);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(read(&file).starts_with('['));
}
