//! hyper_bench sequential URL COUNT | concurrent URL COUNT CONNECTIONS | fetch URL [CA] | handshakes-whole URL CA COUNT
//!
//! hyper's client on one thread, with OpenSSL for TLS. native-tls resumes no session, so each handshake is a whole one.
//! Prints requests=N seconds=S cpu=S for the loop only.

use hyper::body::HttpBody;
use hyper::client::HttpConnector;
use hyper::{Body, Client, Uri};
use hyper_tls::HttpsConnector;
use std::time::Instant;

type Fault = Box<dyn std::error::Error + Send + Sync>;
type Connecting = Client<HttpsConnector<HttpConnector>, Body>;

fn cpu() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: clock_gettime(2) writes the structure that it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

async fn get(client: &Connecting, url: &Uri) -> Result<(), Fault> {
    let mut response = client.get(url.clone()).await?;
    let mut size = 0;
    while let Some(chunk) = response.body_mut().data().await {
        size += chunk?.len();
    }
    if response.status() != 200 || size == 0 {
        return Err(format!("{} with {} bytes", response.status(), size).into());
    }
    Ok(())
}

async fn get_all(client: &Connecting, url: &Uri, share: usize, connections: usize) -> Result<(), Fault> {
    let tasks: Vec<_> = (0..connections)
        .map(|_| {
            let (client, url) = (client.clone(), url.clone());
            tokio::spawn(async move {
                for _ in 0..share {
                    get(&client, &url).await?;
                }
                Ok::<(), Fault>(())
            })
        })
        .collect();
    for task in tasks {
        task.await??;
    }
    Ok(())
}

async fn run(words: &[String]) -> Result<(), Fault> {
    let usage = "usage: see main.rs";
    let word = |index: usize| words.get(index).map(String::as_str).unwrap_or("");
    let (kind, url) = (word(1), word(2).parse::<Uri>()?);
    let (count, connections, authority) = match kind {
        "sequential" => (word(3).parse()?, 1, ""),
        "concurrent" => (word(3).parse()?, word(4).parse()?, ""),
        "fetch" => (1, 1, word(3)),
        "handshakes-whole" => (word(4).parse()?, 1, word(3)),
        _ => return Err(usage.into()),
    };
    if count < 1usize || connections < 1usize {
        return Err(usage.into());
    }
    let mut tls = native_tls::TlsConnector::builder();
    if !authority.is_empty() {
        tls.add_root_certificate(native_tls::Certificate::from_pem(&std::fs::read(authority)?)?);
    }
    let mut http = HttpConnector::new();
    http.enforce_http(false);
    http.set_nodelay(true);
    let connector = HttpsConnector::from((http, tls.build()?.into()));
    let kept = if kind == "handshakes-whole" { 0 } else { connections };
    let client = Client::builder().pool_max_idle_per_host(kept).build::<_, Body>(connector);
    if kind != "fetch" {
        get_all(&client, &url, 1, connections).await?;
    }
    let share = count / connections;
    let (wall, used) = (Instant::now(), cpu());
    get_all(&client, &url, share, connections).await?;
    println!("requests={} seconds={:.6} cpu={:.6}", share * connections, wall.elapsed().as_secs_f64(), cpu() - used);
    Ok(())
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    if let Err(fault) = runtime.block_on(run(&words)) {
        eprintln!("hyper_bench: {fault}");
        std::process::exit(1);
    }
}
