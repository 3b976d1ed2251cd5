extension Routes {
    /// The page at `/`.
    static let welcome = """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>Sockeye loopback</title></head>
        <body>
        <h1>It works: you are talking to yourself.</h1>
        <p>This server lives in the same process or at least on the same machine. Try:</p>
        <ul>
        <li><a href="/hello">/hello</a>: a short text</li>
        <li><a href="/sized/1000">/sized/N</a>: N bytes</li>
        <li><a href="/chunked/1000">/chunked/N</a>: N bytes in chunks, with trailers</li>
        <li><a href="/range/1000">/range/N</a>: N bytes; supports Range and If-Range</li>
        <li><a href="/slow/1000/100">/slow/N/MS</a>: N bytes in ten pieces, MS milliseconds before each</li>
        <li><a href="/echo">/echo</a>: what you sent</li>
        <li><a href="/status/418">/status/CODE</a>, <a href="/redirect/3">/redirect/N</a>,
            <a href="/headers/20">/headers/N</a>: various heads</li>
        <li><a href="/close-delimited/1000">/close-delimited/N</a>, <a href="/http10">/http10</a>: HTTP/1.0 bodies</li>
        <li><a href="/continue">/continue</a>, /continue/413, /continue/417: Expect: 100-continue</li>
        <li><a href="/informational">/informational</a>: 103, then 200</li>
        <li><a href="/events/10">/events/N</a>: N server-sent events, three on each connection, then 204</li>
        <li>ws:/ws/echo, /ws/fragments/N, /ws/send/N/SIZE, /ws/close/CODE: WebSockets</li>
        <li>With --serve: /fault/NAME/path spoils the answer to a path; <a href="/faults">/faults</a> lists the names,
            <a href="/ca.pem">/ca.pem</a> is the authority behind those about TLS</li>
        <li><a href="/large/1000000000">/large/N</a>: N zeros, fast</li>
        </ul>
        </body>
        </html>

        """
}
