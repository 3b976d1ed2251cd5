/// The live page. Everything that came over the network is put into it as text, never as markup.
enum PageText {
    static let html = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>sockeye --inspect</title>
        <link rel="stylesheet" href="/page.css">
        <script src="/page.js" defer></script>
        </head>
        <body>
        <header>
        <h1>sockeye --inspect</h1>
        <label>Find <input id="find" type="search" accesskey="f" placeholder="method, URL, status"></label>
        <span id="state" role="status">connecting …</span>
        </header>
        <main>
        <table aria-label="Exchanges">
        <thead><tr><th>#<th>Method<th>URL<th>Status<th>Sent<th>Received<th>Time</tr></thead>
        <tbody id="list"></tbody>
        </table>
        <section id="details" aria-live="polite" tabindex="-1">
        <p>Send a program's requests through this proxy: <code id="hint"></code>. Select one with a click, or with the arrow
        keys; / goes to the search.</p>
        </section>
        </main>
        </body>
        </html>

        """

    static let style = """
        :root { color-scheme: light dark; --line: #8884; --mark: #38f3; --bad: #c22; }
        @media (prefers-color-scheme: dark) { :root { --bad: #f77; } }
        * { box-sizing: border-box; }
        body { margin: 0; font: 14px/1.4 system-ui, sans-serif; }
        header { display: flex; flex-wrap: wrap; gap: 1em; align-items: baseline; padding: .5em 1em;
          border-bottom: 1px solid var(--line); }
        h1 { font-size: 1em; margin: 0; }
        h2 { font-size: 1em; margin: 1em 0 .3em; }
        #state { margin-left: auto; opacity: .7; }
        main { display: grid; grid-template-columns: 1fr 1fr; height: calc(100vh - 3em); }
        main > * { overflow: auto; }
        table { border-collapse: collapse; width: 100%; display: block; }
        th, td { text-align: left; padding: .2em .6em; border-bottom: 1px solid var(--line); white-space: nowrap; }
        td:nth-child(3) { max-width: 20vw; overflow: hidden; text-overflow: ellipsis; font-family: monospace; }
        td:nth-child(n+5), th:nth-child(n+5) { text-align: right; }
        tr[aria-selected=true] { background: var(--mark); }
        tr:focus { outline: 2px solid #38f; outline-offset: -2px; }
        .bad { color: var(--bad); }
        #details { padding: 0 1em 1em; border-left: 1px solid var(--line); }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); padding: .5em; margin: 0; }
        @media (max-width: 60em) { main { grid-template-columns: 1fr; height: auto; } #details { border-left: 0; } }
        @media print { main { display: block; height: auto; } }

        """

    static let script = #"""
        "use strict";
        const rows = new Map(), most = 500;
        const list = document.getElementById("list"), details = document.getElementById("details");
        const find = document.getElementById("find"), state = document.getElementById("state");
        let selected = null;
        document.getElementById("hint").textContent = "http_proxy=" + location.origin + " curl http://…";

        function element(name, text, className) {
          const made = document.createElement(name);
          if (text !== undefined) made.textContent = text;
          if (className) made.className = className;
          return made;
        }
        function size(bytes) {
          if (bytes < 10000) return bytes + " B";
          return bytes < 1e7 ? (bytes / 1024).toFixed(0) + " KiB" : (bytes / 1048576).toFixed(0) + " MiB";
        }
        function matches(item) {
          const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
          const text = [item.method, item.url, item.status || "", item.kind, item.failure || ""].join(" ").toLowerCase();
          return words.every(word => text.includes(word));
        }
        function draw(entry) {
          const item = entry.item, bad = item.failure || item.status >= 400;
          const time = item.milliseconds === undefined ? "…" : item.milliseconds.toFixed(0) + " ms";
          const status = item.status || (item.failure ? "failed" : "…");
          const cells = [item.id, item.method, item.url, status, size(item.sentBytes), size(item.receivedBytes), time];
          entry.row.replaceChildren(...cells.map((text, index) => element("td", text, bad && index === 3 ? "bad" : "")));
          entry.row.children[2].title = item.url;
          entry.row.hidden = !matches(item);
        }
        function sockeyeAppend(item) {
          let entry = rows.get(item.id);
          if (!entry) {
            const row = element("tr");
            row.tabIndex = 0;
            row.setAttribute("aria-selected", "false");
            row.addEventListener("click", () => select(item.id));
            row.addEventListener("focus", () => select(item.id));
            entry = { row };
            rows.set(item.id, entry);
            list.append(row);
            if (rows.size > most) {
              const [oldest, old] = rows.entries().next().value;
              old.row.remove();
              rows.delete(oldest);
            }
          }
          entry.item = item;
          draw(entry);
          if (selected === item.id) show(item.id);
        }
        function octets(base64) { return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0)); }
        function text(bytes) {
          try { return new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch { return null; }
        }
        function hex(bytes) {
          const lines = [];
          for (let at = 0; at < Math.min(bytes.length, 65536); at += 16) {
            const part = [...bytes.slice(at, at + 16)];
            lines.push(at.toString(16).padStart(8, "0") + "  "
              + part.map(byte => byte.toString(16).padStart(2, "0")).join(" ").padEnd(48) + " "
              + part.map(byte => byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".").join(""));
          }
          return lines.join("\n");
        }
        function pane(title, message, isTunnel) {
          const parts = [element("h2", title)];
          const head = octets(message.head), body = octets(message.body);
          if (head.length) {
            // As the octets are, one character each, if they aren't UTF-8.
            parts.push(element("pre", (text(head) ?? String.fromCharCode(...head)).replace(/\r\n/g, "\n").trimEnd()));
          }
          if (message.bodyBytes) {
            const cut = body.length < message.bodyBytes ? ", of which the first " + body.length + " are shown" : "";
            parts.push(element("h2", message.bodyBytes + (isTunnel ? " bytes, unread" : " bytes of body" + cut)));
            if (body.length) {
              const plain = text(body);
              parts.push(element("pre", plain !== null && !/[\0-\x08\x0e-\x1f]/.test(plain) ? plain : hex(body)));
            }
          }
          return parts;
        }
        async function show(id) {
          const answer = await fetch("/exchanges/" + id);
          if (selected !== id || !answer.ok) return;
          const item = await answer.json();
          if (selected !== id) return;
          const parts = [element("h2", item.method + " " + item.url)];
          if (item.failure) parts.push(element("p", item.failure, "bad"));
          if (item.notes.length) {
            const notes = element("ul");
            notes.append(...item.notes.map(note => element("li", note)));
            parts.push(notes);
          }
          const isTunnel = item.kind === "tunnel" || item.kind === "upgraded";
          parts.push(...pane("What the program sent", item.sent, isTunnel));
          parts.push(...pane("What it got", item.received, isTunnel));
          details.replaceChildren(...parts);
        }
        function select(id) {
          if (selected === id) return;
          rows.get(selected)?.row.setAttribute("aria-selected", "false");
          selected = id;
          rows.get(id)?.row.setAttribute("aria-selected", "true");
          show(id);
        }
        find.addEventListener("input", () => { for (const entry of rows.values()) draw(entry); });
        document.addEventListener("keydown", event => {
          if (event.key === "/" && event.target !== find) { event.preventDefault(); find.focus(); return; }
          if (event.key === "Escape") {
            find.value = "";
            find.dispatchEvent(new Event("input"));
            list.firstChild?.focus();
            return;
          }
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (!step || event.target === details) return;
          const shown = [...list.children].filter(row => !row.hidden);
          const at = shown.findIndex(row => row.getAttribute("aria-selected") === "true");
          const next = shown[Math.max(0, Math.min(shown.length - 1, at + step))];
          if (next) { event.preventDefault(); next.focus(); }
        });
        const source = new EventSource("/events");
        source.onopen = () => { state.textContent = "live"; };
        source.onerror = () => { state.textContent = "the proxy is gone; trying again …"; };
        source.onmessage = event => sockeyeAppend(JSON.parse(event.data));

        """#
}
