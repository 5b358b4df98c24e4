//! Measures how long data generation and paging through the deal list over HTTP take.
//!
//! `cargo run --release -p encours-sandbox --example measure -- 100000`

use std::time::{Duration, Instant};

use encours_sandbox::{Config, Sandbox};
use hmac::{Hmac, KeyInit, Mac};

/// Deals per page.
const PAGE: u32 = 500;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deals = std::env::args().nth(1).map_or(Ok(100_000), |text| text.parse())?;
    let begun = Instant::now();
    let sandbox = Sandbox::start(Config { deals, ..Config::default() })?;
    println!("{deals} deals: listening after {:?}", begun.elapsed());

    let http = reqwest::Client::builder().no_proxy().build()?;
    let now = sandbox.now().as_second();
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(sandbox.secret().expose().as_bytes())?;
    mac.update(format!("SERVICE-EXTERNAL-API-TOKEN-V1\n{}\n{now}\nmeasure", sandbox.key_id()).as_bytes());
    let signature =
        mac.finalize().into_bytes().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
    let body = format!(
        r#"{{"key_id":"{}","timestamp":{now},"nonce":"measure","signature":"{signature}"}}"#,
        sandbox.key_id()
    );
    let exchange =
        http.post(format!("{}/auth/token", sandbox.base_url())).header("content-type", "application/json");
    let token: serde_json::Value = serde_json::from_str(&exchange.body(body).send().await?.text().await?)?;
    let bearer = token["access_token"].as_str().ok_or("no bearer")?;

    let (begun, mut bytes, mut slowest) = (Instant::now(), 0, Duration::ZERO);
    for offset in (0..deals).step_by(PAGE as usize) {
        let page = Instant::now();
        let url = format!("{}/deals?limit={PAGE}&offset={offset}", sandbox.base_url());
        bytes += http.get(url).bearer_auth(bearer).send().await?.bytes().await?.len();
        slowest = slowest.max(page.elapsed());
    }
    println!(
        "crawled {} MB in pages of {PAGE} in {:?}, slowest page {slowest:?}",
        bytes / 1_000_000,
        begun.elapsed()
    );

    let jump = Instant::now();
    let url = format!("{}/deals?status=lost&limit={PAGE}&offset={}", sandbox.base_url(), deals / 10);
    http.get(url).bearer_auth(bearer).send().await?.bytes().await?;
    println!("a jump into a filtered list: {:?}", jump.elapsed());
    Ok(())
}
