// The page over a transcript. Whatever came from outside is shown by textContent alone: no markup is ever made of it.
(() => {
"use strict";
const $ = (id) => document.getElementById(id);
const settings = JSON.parse($("settings").textContent);
const phaseNotes = {
  waiting: "Waiting for a connection", resolving: "Resolving the name", connecting: "Connecting (TCP)",
  tunnelling: "Going through the proxy", securing: "TLS handshake", sending: "Sending the request",
  awaiting: "Waiting for the first byte", receiving: "Receiving",
};
function clause(rfc, section) {
  return { text: `RFC ${rfc} §${section}`, link: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}` };
}
const store = { calls: new Map(), connections: new Map(), attempts: new Map(), lastOfCall: new Map(), dropped: 0, started: "", most: Infinity };
const views = ["Wire", "Bytes", "Heads", "Chunks", "TLS", "Decisions"];
const state = { selected: null, view: "Wire", query: "", isDrawn: false, cost: 0, shape: undefined };

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "on") for (const [event, action] of Object.entries(value)) element.addEventListener(event, action);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

// MARK: Values

function bytesOf(piece) {
  if (!piece.decoded) {
    try { piece.decoded = Uint8Array.from(atob(piece.bytes || ""), (letter) => letter.charCodeAt(0)); }
    catch { piece.decoded = new Uint8Array(); }
  }
  return piece.decoded;
}
const decoder = new TextDecoder("utf-8", { fatal: true });
function textOf(bytes) {
  try { return decoder.decode(bytes); } catch { return Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""); }
}
function time(microseconds) {
  if (microseconds >= 1e6) return `${(microseconds / 1e6).toFixed(2)} s`;
  if (microseconds >= 1e3) return `${(microseconds / 1e3).toFixed(1)} ms`;
  return `${microseconds} µs`;
}
function size(count) {
  if (count >= 1 << 20) return `${(count / (1 << 20)).toFixed(1)} MiB`;
  if (count >= 1024) return `${(count / 1024).toFixed(1)} KiB`;
  return `${count} B`;
}
function plural(count, word) { return `${count} ${word}${count === 1 ? "" : "s"}`; }
// Control characters by their numbers, so that none can change how the rest is shown; those that turn the direction of
// writing around, likewise.
function shown(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (letter) => {
    const code = letter.charCodeAt(0);
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
    return `\\u{${code.toString(16)}}`;
  });
}
function endOf(attempt) {
  const last = (attempt.wire || []).at(-1);
  return attempt.end ?? Math.max(attempt.start, last ? last.t : 0);
}
function sorted(map) { return [...map.values()].sort((one, other) => one.start - other.start || one.id - other.id); }
function title(attempt) {
  if (attempt.method) return `${attempt.method} ${attempt.url}`;
  const call = store.calls.get(attempt.call);
  return call ? call.title : "an answer without a request";
}
function callOf(attempt) { return store.calls.get(attempt.call); }
function span() {
  let end = 1;
  for (const attempt of store.attempts.values()) end = Math.max(end, endOf(attempt));
  return end;
}
function place(element, start, end, whole) {
  element.style.left = `${(100 * start) / whole}%`;
  element.style.width = `${Math.max(0, (100 * (end - start)) / whole)}%`;
}
// Only links to the texts of the RFCs, whatever the data say.
function linkTo(note) {
  if (!note || !note.text) return null;
  if (!/^https:\/\/(www\.rfc-editor\.org|www\.ietf\.org|fetch\.spec\.whatwg\.org)\//.test(note.link || "")) {
    return document.createTextNode(shown(note.text));
  }
  return make("a", { href: note.link, rel: "noopener noreferrer", target: "_blank" }, shown(note.text));
}

// MARK: Search

function haystack(attempt) {
  if (attempt.haystack === undefined) {
    const call = callOf(attempt);
    const parts = [title(attempt), String(attempt.status ?? ""), attempt.failure || "", call?.failure || ""];
    for (const piece of attempt.wire || []) {
      if (!piece.kind.endsWith("TLS")) parts.push(textOf(bytesOf(piece)));
      else parts.push(piece.name || "");
    }
    for (const event of [...(attempt.events || []), ...(call?.events || [])]) parts.push(event.text);
    attempt.haystack = parts.join("\n").toLowerCase();
  }
  return attempt.haystack;
}
function matches(attempt) { return !state.query || haystack(attempt).includes(state.query); }
function marked(text) {
  const parts = [];
  const plain = shown(text);
  const lower = plain.toLowerCase();
  let from = 0;
  // Lowercase may be of another length in rare scripts; then nothing is marked.
  if (state.query && lower.length === plain.length) {
    for (let at = lower.indexOf(state.query); at >= 0 && parts.length < 200; at = lower.indexOf(state.query, from)) {
      if (at > from) parts.push(plain.slice(from, at));
      parts.push(make("mark", null, plain.slice(at, at + state.query.length)));
      from = at + state.query.length;
    }
  }
  parts.push(plain.slice(from));
  return parts;
}

// MARK: Timeline

// The origin and the rest, which stands first where there is little room; a hit that spans both is marked in one piece.
function address(url) {
  const at = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0].length ?? 0;
  const parts = [url.slice(0, at), url.slice(at)];
  const isHit = (text) => shown(text).toLowerCase().includes(state.query);
  if (!at || isHit(url) && !parts.some(isHit)) return marked(url);
  return [make("span", { class: "origin" }, marked(parts[0])), make("span", { class: "path" }, marked(parts[1]))];
}
function outcome(attempt) {
  const isCut = attempt.failure || callOf(attempt)?.failure && endsCall(attempt);
  if (attempt.status && isCut) return [`${attempt.status} cut`, "bad"];
  if (attempt.status) return [String(attempt.status), attempt.status >= 400 ? "bad" : attempt.status < 300 ? "good" : ""];
  if (attempt.failure || callOf(attempt)?.failure) return ["failed", "bad"];
  return [attempt.end === undefined ? "…" : attempt.kind === "aside" ? "" : "none", ""];
}
// Whether its call's failure is this attempt's: the last one's.
function endsCall(attempt) { return store.lastOfCall.get(attempt.call) === attempt.id; }
function bars(attempt, whole) {
  const track = make("span", { class: "track", "aria-hidden": "true" });
  const phases = attempt.phases && attempt.phases.length
    ? attempt.phases
    : [[attempt.kind === "aside" ? "stored" : "awaiting", attempt.start, endOf(attempt)]];
  for (const [name, start, end] of phases) {
    const known = name in phaseNotes;
    const bar = make("i", { class: known ? name : "stored", title: `${known ? phaseNotes[name] : "Stored"}: ${time(end - start)}` });
    place(bar, start, end, whole);
    track.append(bar);
  }
  const took = make("span", { class: "took" }, time(endOf(attempt) - attempt.start));
  const right = (100 * endOf(attempt)) / whole;
  if (right > 80) took.style.right = `${Math.max(0, 100 - (100 * attempt.start) / whole)}%`;
  else took.style.left = `${right}%`;
  if (right > 80 && (100 * attempt.start) / whole < 15) {
    took.classList.add("over");
    took.style.right = "0";
  }
  track.append(took);
  return track;
}
function drawTimeline() {
  const whole = span();
  const list = sorted(store.attempts);
  const hits = list.filter(matches);
  $("found").textContent = state.query ? `${hits.length} of ${list.length}` : "";
  $("empty").hidden = hits.length > 0;
  $("empty").textContent = list.length ? "Nothing matches." : "Nothing was sent.";
  const focused = document.activeElement?.dataset?.attempt;
  $("timeline").replaceChildren(...hits.map((attempt) => {
    const [word, kind] = outcome(attempt);
    const phases = (attempt.phases || []).map(([name, start, end]) => `${phaseNotes[name] || "stored"} ${time(end - start)}`);
    const isSelected = attempt.id === state.selected;
    const name = make("span", { class: "name" },
      make("span", { class: "method" }, shown(attempt.method || (attempt.kind === "aside" ? "—" : ""))),
      make("span", { class: "url", title: shown(title(attempt)) }, address(attempt.url || title(attempt))),
      make("span", { class: kind }, word),
      make("span", { class: "size" }, size(attempt.received || 0)));
    const button = make("button", {
      type: "button", "data-attempt": attempt.id, "aria-current": isSelected ? "true" : null,
      tabindex: isSelected || (hits[0] === attempt && !hits.some((other) => other.id === state.selected)) ? 0 : -1,
      "aria-label": `${shown(title(attempt))}, ${word}, ${size(attempt.received || 0)}, ${time(endOf(attempt) - attempt.start)}. ` + phases.join(", "),
      on: { click: () => select(attempt.id) },
    }, name, bars(attempt, whole));
    return make("li", null, button);
  }));
  if (focused !== undefined) $("timeline").querySelector(`[data-attempt="${Number(focused)}"]`)?.focus();
  $("axis").replaceChildren(...[0, .25, .5, .75, 1].map((part) => {
    const tick = make("span", null, part === 0 ? "0" : time(Math.round(whole * part)));
    tick.style.left = `${100 * part}%`;
    return tick;
  }));
}
function drawLanes() {
  const whole = span();
  const lanes = [...store.connections.values()];
  const byConnection = new Map(lanes.map((connection) => [connection.id, []]));
  for (const attempt of sorted(store.attempts)) byConnection.get(attempt.connection)?.push(attempt);
  $("lanes-section").hidden = lanes.length === 0;
  $("lanes").replaceChildren(...lanes.map((connection) => {
    const lane = make("span", { class: "lane" });
    const carried = byConnection.get(connection.id);
    for (const attempt of carried) {
      const opening = (attempt.phases || []).filter(([name]) => ["resolving", "connecting", "tunnelling", "securing"].includes(name));
      if (opening.length && !attempt.reused) {
        const bar = make("i", { class: "open", title: "opening the connection" });
        place(bar, opening[0][1], opening.at(-1)[2], whole);
        lane.append(bar);
      }
      const sending = (attempt.phases || []).find(([name]) => name === "sending");
      const button = make("button", {
        type: "button", "data-attempt": attempt.id, "aria-current": attempt.id === state.selected ? "true" : null,
        "aria-label": `${attempt.reused ? "reused for " : ""}${shown(title(attempt))}`,
        title: shown(title(attempt)), on: { click: () => select(attempt.id) },
      });
      place(button, sending ? sending[1] : attempt.start, endOf(attempt), whole);
      lane.append(button);
    }
    const reuse = carried.filter((attempt) => attempt.reused).length;
    const facts = [
      plural(carried.length, "request"), reuse ? `reused ${plural(reuse, "time")}` : "not reused",
      connection.tls ? (connection.tls[0] || [])[1] : "plain",
      connection.closed !== undefined ? "closed" : "kept",
    ];
    return make("li", null,
      make("span", { class: "what" }, `${connection.id}: `, shown(connection.peer || connection.name), " ",
        make("span", { class: "soft" }, shown(facts.join(", ")))),
      lane);
  }));
}
function drawSummary() {
  const list = [...store.attempts.values()];
  const received = list.reduce((sum, attempt) => sum + (attempt.received || 0), 0);
  const failed = [...store.calls.values()].filter((call) => call.failure).length;
  const parts = [
    plural(list.length, "request"), plural(store.connections.size, "connection"), `${size(received)} of bodies`,
    time(span()), store.started ? `begun ${store.started.replace(/(\.\d{3})\d+/, "$1")}` : "",
  ];
  if (failed) parts.push(`${failed} failed`);
  if (store.line) parts.push(store.line);
  if (store.dropped) parts.push(`${store.dropped} more were not kept`);
  const heading = settings.title ? `${shown(settings.title)} · ` : "";
  $("summary").textContent = heading + parts.filter(Boolean).join(" · ");
}

// MARK: The selected request

function lines(bytes) {
  const result = [];
  let start = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if (bytes[index] === 10) { result.push(bytes.subarray(start, index + 1)); start = index + 1; }
  }
  if (start < bytes.length) result.push(bytes.subarray(start));
  return result;
}
function split(line) {
  let text = textOf(line);
  let end = "";
  if (text.endsWith("\n")) { end = "\\n"; text = text.slice(0, -1); }
  if (text.endsWith("\r")) { end = "\\r" + end; text = text.slice(0, -1); }
  return [text, end];
}
function noteOn(text, isFirst, isSent) {
  if (isFirst && isSent) {
    return ["The request line: method, target and version", clause("9112", "3")];
  }
  if (isFirst) {
    const code = Number(text.split(" ")[1]);
    const known = settings.statuses[code] || settings.statuses[Math.floor(code / 100)];
    return known ? [`The status line: ${code}, ${known.text}`, { text: known.clause, link: known.link }]
      : ["The status line: not a known status", clause("9112", "4")];
  }
  if (text === "") return ["The empty line: the head ends here", clause("9112", "2.1")];
  const name = text.split(":")[0].trim().toLowerCase();
  const known = Object.hasOwn(settings.fields, name) ? settings.fields[name] : null;
  return known ? [known.text, { text: known.clause, link: known.link }] : ["A field that HTTP itself does not define", clause("9110", "5.1")];
}

function tell(note) {
  $("note").hidden = !note;
  if (!note) return;
  const link = linkTo(note[1]);
  $("note").replaceChildren(shown(note[0]), ...(link ? [" — ", link] : []));
}
function row(children, note, isFirst) {
  const element = make("div", { class: "row", tabindex: isFirst ? 0 : -1, title: note ? note[0] : null }, children);
  if (note) {
    element.addEventListener("focus", () => tell(note));
    element.addEventListener("mouseenter", () => tell(note));
  }
  return element;
}
function isSent(piece) { return piece.kind.startsWith("sent"); }
const titles = {
  sentHead: "request head", sentBody: "request body", receivedHead: "response head", receivedBody: "response body",
  receivedTrailers: "trailers", sentTLS: "TLS", receivedTLS: "TLS",
};
const shownLimit = 64 * 1024;

// The chunks as marks within the whole body on the wire: [start, end, note].
function frames(attempt) {
  return (attempt.chunks || []).map(([offset, length, count], index) => [
    offset, offset + length,
    count ? `Chunk ${index + 1}: its line says ${count} bytes in hexadecimal` : "The last chunk: size zero ends the body",
  ]);
}
// The parts of a piece that begins at `start` within the body, each whole a frame or whole data.
function partsOf(bytes, start, marks) {
  const parts = [];
  let from = 0;
  for (const [begin, end, note] of marks) {
    const low = Math.max(from, begin - start), high = Math.min(bytes.length, end - start);
    if (low >= high) { if (begin - start >= bytes.length) break; continue; }
    if (low > from) parts.push([bytes.subarray(from, low), null]);
    parts.push([bytes.subarray(low, high), note]);
    from = high;
  }
  if (from < bytes.length) parts.push([bytes.subarray(from), null]);
  return parts;
}

function wireView(attempt, limit) {
  const view = make("div", { class: "wire" });
  let isFirst = true;
  let bodyAt = 0;
  let left = limit;
  const marks = frames(attempt);
  for (const piece of attempt.wire || []) {
    const whole = bytesOf(piece);
    const about = `${isSent(piece) ? "→ sent" : "← received"} ${titles[piece.kind] || ""}, ${size(piece.count)}, after ${time(piece.t - attempt.start)}`
      + (piece.name ? `: ${shown(piece.name)}` : "");
    const box = make("div", { class: `piece ${isSent(piece) ? "sent" : "received"}` }, make("div", { class: "about" }, about));
    view.append(box);
    if (piece.kind.endsWith("TLS")) continue;
    const bytes = whole.subarray(0, Math.max(0, left));
    left -= bytes.length;
    if (piece.kind.endsWith("Head") || piece.kind === "receivedTrailers") {
      lines(bytes).forEach((line, index) => {
        const [text, end] = split(line);
        const isLead = index === 0 && piece.kind !== "receivedTrailers";
        const colon = text.indexOf(":");
        const content = !isLead && colon > 0
          ? [make("b", null, marked(text.slice(0, colon))), marked(text.slice(colon))] : marked(text);
        box.append(row([content, make("span", { class: "end", "aria-hidden": "true" }, end)].flat(2),
          noteOn(text, isLead, isSent(piece)), isFirst));
        isFirst = false;
      });
    } else {
      const isBody = piece.kind === "receivedBody";
      for (const [part, note] of partsOf(bytes, isBody ? bodyAt : 0, isBody ? marks : [])) {
        for (const line of lines(part)) {
          const [text, end] = split(line);
          const content = note ? make("span", { class: "frame" }, marked(text)) : marked(text);
          box.append(row([content, make("span", { class: "end", "aria-hidden": "true" }, end)].flat(),
            note ? [note, clause("9112", "7.1")] : ["Part of the body", clause("9110", "6.4")], isFirst));
          isFirst = false;
        }
      }
      if (isBody) bodyAt += piece.count;
    }
    const missing = piece.count - whole.length;
    if (missing > 0) box.append(make("div", { class: "about" }, `${size(missing)} more were counted, not kept`));
    if (whole.length > bytes.length) box.append(make("div", { class: "about" }, `${size(whole.length - bytes.length)} more are not shown here`));
  }
  if (!(attempt.wire || []).length) view.append(make("p", { class: "soft" }, "Nothing went over a wire."));
  return view;
}
function hexView(attempt, limit) {
  const view = make("div", { class: "hex", tabindex: 0, role: "group", "aria-label": "Bytes in hexadecimal and as text" });
  const marks = frames(attempt);
  let left = limit;
  let bodyAt = 0;
  for (const piece of attempt.wire || []) {
    const whole = bytesOf(piece);
    const bytes = whole.subarray(0, Math.max(0, left));
    left -= bytes.length;
    view.append(make("h3", null, `${isSent(piece) ? "→" : "←"} ${piece.name ? shown(piece.name) : titles[piece.kind] || ""}, ${plural(piece.count, "byte")}`));
    const isBody = piece.kind === "receivedBody";
    const kinds = new Array(bytes.length).fill(null);
    if (isBody) {
      for (const [begin, end, note] of marks) {
        for (let at = Math.max(0, begin - bodyAt); at < Math.min(bytes.length, end - bodyAt); at += 1) kinds[at] = note;
      }
    }
    const usual = piece.kind === "sentHead" ? "head" : piece.kind === "receivedHead" || piece.kind === "receivedTrailers" ? "answer" : "";
    for (let start = 0; start < bytes.length; start += 16) {
      const end = Math.min(start + 16, bytes.length);
      const line = make("div", null, make("span", { class: "offset" }, start.toString(16).padStart(6, "0") + "  "));
      const columns = [[], []];
      let from = start;
      for (let at = start + 1; at <= end; at += 1) {
        if (at < end && kinds[at] === kinds[from]) continue;
        const part = Array.from(bytes.subarray(from, at));
        const attributes = { class: kinds[from] ? "frame" : usual || null, title: kinds[from] };
        columns[0].push(make("span", attributes, part.map((byte) => byte.toString(16).padStart(2, "0") + " ").join("")));
        columns[1].push(make("span", attributes, part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·")).join("")));
        from = at;
      }
      line.append(...columns[0], "   ".repeat(start + 16 - end) + " ", ...columns[1]);
      view.append(line);
    }
    if (whole.length > bytes.length) view.append(make("div", { class: "soft" }, `… ${size(whole.length - bytes.length)} more`));
    if (isBody) bodyAt += piece.count;
  }
  if (!(attempt.wire || []).length) view.append("Nothing went over a wire.");
  return view;
}
function headsView(attempt) {
  const view = make("div");
  for (const piece of attempt.wire || []) {
    if (!piece.kind.endsWith("Head") && piece.kind !== "receivedTrailers") continue;
    const all = lines(bytesOf(piece)).map((line) => split(line)[0]);
    const body = make("tbody");
    all.forEach((text, index) => {
      if (text === "") return;
      const isLead = index === 0 && piece.kind !== "receivedTrailers";
      const colon = text.indexOf(":");
      const note = noteOn(text, isLead, isSent(piece));
      const link = linkTo(note[1]);
      body.append(isLead || colon < 0
        ? make("tr", null, make("td", { class: "code", colspan: 2 }, marked(text)), make("td", null, note[0], " "), make("td", null, link))
        : make("tr", null, make("td", { class: "code" }, marked(text.slice(0, colon))),
          make("td", { class: "code" }, marked(text.slice(colon + 1).trim())), make("td", null, shown(note[0])), make("td", null, link)));
    });
    view.append(make("h3", null, `${isSent(piece) ? "→ sent" : "← received"}: ${titles[piece.kind]}`),
      make("table", null, make("thead", null, make("tr", null, make("th", { scope: "col" }, "Field"), make("th", { scope: "col" }, "Value"),
        make("th", { scope: "col" }, "Meaning"), make("th", { scope: "col" }, "Clause"))), body));
  }
  if (!view.childNodes.length) view.append(make("p", { class: "soft" }, "No head was sent or received."));
  return view;
}
function chunksView(attempt, limit) {
  const chunks = attempt.chunks || [];
  if (!chunks.length) {
    return make("div", null, make("p", { class: "soft" },
      "The response is not chunked: its body ends by Content-Length or with the connection (RFC 9112 §6.3)."));
  }
  const strip = make("div", { class: "strip", "aria-hidden": "true" }, chunks.slice(0, 500).map(([, , count]) => {
    const part = make("i", { title: plural(count, "byte") });
    part.style.flexGrow = String(Math.max(count, 0.001));
    return part;
  }));
  const most = Math.min(chunks.length, limit > shownLimit ? 2000 : 200);
  return make("div", null, make("p", null, plural(chunks.length - (chunks.at(-1)[2] === 0 ? 1 : 0), "chunk")
      + (chunks.at(-1)[2] === 0 ? ", and the last one of size zero that ends the body " : "; the last one of size zero never came "),
    linkTo(clause("9112", "7.1"))), strip,
    make("table", null, make("thead", null, make("tr", null, ["Chunk", "Begins at", "Line", "Data"].map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", null, chunks.slice(0, most).map(([offset, length, count], index) => make("tr", null,
        make("td", { class: "number" }, String(index + 1)), make("td", { class: "number" }, `byte ${offset}`),
        make("td", { class: "number" }, plural(length, "byte")), make("td", { class: "number" }, plural(count, "byte")))))),
    most < chunks.length ? make("p", { class: "soft" }, `${chunks.length - most} more`) : null);
}
function tlsView(attempt) {
  const connection = store.connections.get(attempt.connection);
  const messages = (attempt.wire || []).filter((piece) => piece.kind.endsWith("TLS"));
  if (!connection?.tls && !messages.length) return make("div", null, make("p", { class: "soft" }, "This connection is plain TCP, without TLS."));
  const view = make("div");
  if (connection?.tls) {
    view.append(make("table", null, make("tbody", null, connection.tls.map(([name, value]) => make("tr", null,
      make("th", { scope: "row" }, shown(name)), make("td", { class: name === "Warning" || name === "Not verified" ? "bad" : null }, marked(value)))))));
  }
  if (messages.length) {
    view.append(make("h3", null, "Messages"), make("table", null,
      make("thead", null, make("tr", null, ["After", "", "Message", "Size"].map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", null, messages.map((piece) => make("tr", null,
        make("td", { class: "number" }, time(piece.t - attempt.start)), make("td", null, isSent(piece) ? "→ sent" : "← received"),
        make("td", null, marked(piece.name || "")), make("td", { class: "number" }, plural(piece.count, "byte")))))));
  } else {
    view.append(make("p", { class: "soft" }, "The handshake took place with an earlier request on this connection."));
  }
  return view;
}
function decisionsView(attempt) {
  const call = callOf(attempt);
  const rows = [...(attempt.events || []), ...(call?.events || [])].sort((one, other) => one.t - other.t);
  const view = make("div");
  for (const failure of new Set([attempt.failure, call?.failure])) {
    if (failure) view.append(make("p", { class: "bad" }, shown(failure)));
  }
  if (!rows.length) view.append(make("p", { class: "soft" }, "Nothing to tell."));
  else {
    view.append(make("table", null, make("thead", null, make("tr", null, ["After", "What", "Clause"].map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", null, rows.map((event) => make("tr", null, make("td", { class: "number" }, time(Math.max(0, event.t - attempt.start))),
        make("td", null, marked(event.text)), make("td", null, linkTo({ text: event.clause, link: event.link })))))));
  }
  return view;
}
function content(view, attempt, limit) {
  switch (view) {
    case "Wire": return wireView(attempt, limit);
    case "Bytes": return hexView(attempt, limit);
    case "Heads": return headsView(attempt);
    case "Chunks": return chunksView(attempt, limit);
    case "TLS": return tlsView(attempt);
    default: return decisionsView(attempt);
  }
}
function facts(attempt) {
  const connection = store.connections.get(attempt.connection);
  return [
    attempt.status ? `status ${attempt.status}` : attempt.kind === "aside" ? "no request was sent" : "no response",
    `${size(attempt.sent || 0)} sent and ${size(attempt.received || 0)} received in bodies`,
    connection ? `connection ${connection.id} to ${connection.peer || connection.name}${attempt.reused ? ", reused" : ", new"}` : "no connection",
    attempt.closing || "", attempt.cache ? `cache: ${attempt.cache}` : "",
  ].filter(Boolean).join(" · ");
}
// The selected request without its bytes, to tell whether it has changed.
function shape() {
  return JSON.stringify(store.attempts.get(state.selected), (name, value) => (
    ["bytes", "decoded", "haystack"].includes(name) ? undefined : value));
}
function drawDetail(limit = shownLimit) {
  const attempt = store.attempts.get(state.selected);
  state.shape = shape();
  if (!attempt) return;
  $("detail-title").textContent = shown(title(attempt));
  $("facts").textContent = shown(facts(attempt));
  const failure = attempt.failure || callOf(attempt)?.failure;
  if (failure) $("facts").append(make("br"), make("span", { class: "bad" }, shown(failure)));
  tell(null);
  $("tabs").replaceChildren(...views.map((name) => make("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(name === state.view), "aria-controls": "panel",
    tabindex: name === state.view ? 0 : -1, on: { click: () => show(name) },
  }, name)));
  const panel = make("div", { role: "tabpanel", id: "panel", "aria-labelledby": `tab-${state.view}` }, content(state.view, attempt, limit));
  const kept = (attempt.wire || []).reduce((sum, piece) => sum + bytesOf(piece).length, 0);
  if (limit < kept && ["Wire", "Bytes"].includes(state.view)) {
    panel.append(make("button", { type: "button", class: "more", on: { click: () => drawDetail(limit * 8) } }, "Show more"));
  }
  $("panels").replaceChildren(panel);
}
function show(view, isFocused = true) {
  state.view = view;
  drawDetail();
  if (isFocused) $(`tab-${view}`).focus();
}
function select(id) {
  state.selected = id;
  // Only those that change: there may be thousands.
  for (const button of document.querySelectorAll(`[data-attempt]:is([aria-current], [tabindex="0"], [data-attempt="${Number(id)}"])`)) {
    const isSelected = Number(button.dataset.attempt) === id;
    if (isSelected) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
    if (button.closest("#timeline")) button.tabIndex = isSelected ? 0 : -1;
  }
  drawDetail();
}

// MARK: Keyboard

function step(buttons, by) {
  const at = buttons.findIndex((button) => button === document.activeElement || button.getAttribute("aria-current"));
  const next = buttons[Math.min(buttons.length - 1, Math.max(0, at + by))];
  next?.focus();
  return next;
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const target = event.target;
  const isTyping = target === $("search");
  if (target.closest("#held")) return;
  if (event.key === "/" && !isTyping) { event.preventDefault(); $("search").focus(); $("search").select(); return; }
  if (isTyping) {
    if (event.key === "Escape") { $("search").value = ""; search(); }
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      const first = $("timeline").querySelector("button");
      if (first) { select(Number(first.dataset.attempt)); first.focus(); }
    }
    return;
  }
  const jumps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
  // Where nothing has the focus, the keys that a page needs for scrolling stay its own.
  const isOnList = target.closest("#timeline") || target === document.body && event.key.startsWith("Arrow");
  if (isOnList && event.key in jumps) {
    event.preventDefault();
    const next = step([...$("timeline").querySelectorAll("button")], jumps[event.key]);
    if (next) select(Number(next.dataset.attempt));
  } else if (target.closest("#tabs") && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) {
    event.preventDefault();
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -views.length, End: views.length }[event.key];
    show(views[Math.min(views.length - 1, Math.max(0, views.indexOf(state.view) + by))]);
  } else if (isOnList && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    event.preventDefault();
    const by = event.key === "ArrowLeft" ? -1 : 1;
    show(views[Math.min(views.length - 1, Math.max(0, views.indexOf(state.view) + by))], false);
  } else if (target.classList.contains("row") && event.key in jumps) {
    event.preventDefault();
    step([...target.closest(".wire").querySelectorAll(".row")], jumps[event.key]);
  }
});
let searching = null;
function search() {
  state.query = $("search").value.trim().toLowerCase();
  drawTimeline();
  drawDetail();
}
$("search").addEventListener("input", () => { clearTimeout(searching); searching = setTimeout(search, 60); });

// MARK: Printing

// On paper, all requests with their heads, wire and decisions; of many, the first ones.
window.addEventListener("beforeprint", () => {
  $("print").replaceChildren(...sorted(store.attempts).filter(matches).slice(0, 100).map((attempt) => make("article", null,
    make("h2", null, shown(title(attempt))), make("p", null, shown(facts(attempt))),
    wireView(attempt, 8 * 1024), make("h3", null, "Decisions"), decisionsView(attempt))));
});
window.addEventListener("afterprint", () => $("print").replaceChildren());

// MARK: Held messages

// The first one that waits is shown; what is typed stays until it is gone.
const held = { place: "", message: null, isLetGo: false, token: "" };
// Returns why it wasn't done, and says so.
async function ask(path, value) {
  let trouble = "the program that feeds this page is gone";
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Sockeye-Token": held.token }, body: JSON.stringify(value) });
    trouble = answer.ok ? "" : (await answer.text()).trim();
  } catch { /* It is said below. */ }
  $("held-trouble").textContent = shown(trouble);
  return trouble;
}
function drawHeld(data) {
  const places = data.held.filter((place) => /^\d+\/(request|response)$/.test(place));
  const place = places[0] ?? "";
  $("held").hidden = false;
  held.token = data.token;
  $("holding").checked = data.isHolding === true;
  $("held-count").textContent = places.length ? `${places.length} held` : "Nothing is held.";
  if (place === held.place) return;
  if (held.place && !held.isLetGo) $("held-trouble").textContent = "The message that was shown is no longer held.";
  const attempt = store.attempts.get(parseInt(place, 10));
  $("held-title").textContent = place ? `Held: the ${place.split("/")[1]} of ${attempt ? shown(title(attempt)) : place}` : "Held";
  $("held-head").value = data.head;
  $("held-body").value = data.body ?? "";
  $("held-body").hidden = document.querySelector("[for=held-body]").hidden = data.body === null;
  $("held-note").textContent = data.note;
  // As the browser has them: it may have other line ends.
  const message = place ? { head: $("held-head").value, body: $("held-body").value } : null;
  Object.assign(held, { place, message, isLetGo: false });
  // The focus stays where the next one comes.
  $("held-message").hidden = !place && !$("held-message").contains(document.activeElement);
}
async function letGo(value) {
  const { place, message } = held;
  // Until the answer is there, another press does nothing.
  Object.assign(held, { message: null, isLetGo: true });
  const trouble = await ask(`/held/${place}`, value);
  if (trouble && place === held.place) Object.assign(held, { message, isLetGo: false });
}
$("held-pass").addEventListener("click", () => {
  if (!held.message) return;
  const edits = ["head", "body"].filter((name) => $(`held-${name}`).value !== held.message[name]);
  letGo(Object.fromEntries(edits.map((name) => [name, $(`held-${name}`).value])));
});
$("held-drop").addEventListener("click", () => { if (held.message) letGo({ drop: true }); });
$("holding").addEventListener("change", () => ask("/holding", { on: $("holding").checked }));

// MARK: Data

function take(json) {
  const data = typeof json === "string" ? JSON.parse(json) : json;
  if (!data || typeof data !== "object") return;
  if (typeof data.started === "string" && !store.started) store.started = data.started;
  if (Number.isFinite(data.dropped)) store.dropped = data.dropped;
  if (Number.isFinite(data.most)) store.most = data.most;
  if (Array.isArray(data.held)) drawHeld(data);
  for (const kind of ["calls", "connections", "attempts"]) {
    for (const item of Array.isArray(data[kind]) ? data[kind] : []) {
      if (!item || !Number.isFinite(item.id)) continue;
      store[kind].set(item.id, item);
      if (kind === "attempts") store.lastOfCall.set(item.call, Math.max(item.id, store.lastOfCall.get(item.call) ?? item.id));
    }
  }
  // Of one that goes on, the oldest are forgotten.
  for (const id of store.attempts.keys()) {
    if (store.attempts.size <= store.most) break;
    store.attempts.delete(id);
  }
  if (store.connections.size > 2 * store.most) forgetConnections();
}
// Those that nothing is left of. It looks at all requests, so it isn't done for each that comes.
function forgetConnections() {
  if (!Number.isFinite(store.most)) return;
  const used = new Set([...store.attempts.values()].map((attempt) => attempt.connection));
  for (const id of store.connections.keys()) if (!used.has(id)) store.connections.delete(id);
}
function drawLists() {
  const begun = performance.now();
  state.isDrawn = true;
  forgetConnections();
  if (!store.attempts.has(state.selected)) state.selected = sorted(store.attempts)[0]?.id ?? null;
  drawSummary();
  drawTimeline();
  drawLanes();
  state.cost = performance.now() - begun;
}
function draw() {
  drawLists();
  drawDetail();
}
// Goes on with more of the same form: what has a known id replaces it.
window.sockeyeAppend = (json) => {
  take(json);
  if (!state.isDrawn) return;
  state.isDrawn = false;
  // A long list, which takes long to draw, is drawn less often: what comes and what is pressed needs time too.
  setTimeout(() => requestAnimationFrame(() => {
    drawLists();
    // What is being read stays as it is until it changes.
    if (shape() !== state.shape) drawDetail();
  }), state.cost < 20 ? 0 : 5 * state.cost);
};

$("legend").replaceChildren(...Object.entries(phaseNotes).map(([name, text]) => make("li", null, make("i", { class: name }), text)));
take($("data").textContent);
draw();
if (typeof settings.live === "string" && settings.live.startsWith("/")) {
  const source = new EventSource(settings.live);
  const say = (line) => { store.line = line; drawSummary(); };
  source.onmessage = (event) => window.sockeyeAppend(event.data);
  source.onopen = () => say("live");
  source.onerror = () => say("the program that feeds this page is gone; trying again");
}
})();
