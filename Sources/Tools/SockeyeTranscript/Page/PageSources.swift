// swift-format-ignore-file
// Written by docs/page/generate.py from page.html, page.css, notes.js and page.js there and MeaningTable.swift: change those.

enum PageSources {
    static let styleDigest = "io/2HHWH621ajWa2HcoTrD1BgWC15lDlnI0LpbyBnJ0="
    static let scriptDigest = "bAqbAFykHVOn3n9KOB/rUETV1loLJsC5arpB2CvN3lI="

    static let page = ###"""
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{policy}}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Sockeye: what went over the wire</title>
<style>{{style}}</style>
</head>
<body>
<a class="skip" href="#detail">Skip to the selected request</a>
<header>
  <h1>What went over the wire</h1>
  <p id="summary"></p>
  <div class="tools" role="search">
    <label for="search">Search</label>
    <input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="URL, status, field or body"
      aria-describedby="found" aria-keyshortcuts="/">
    <span id="found" role="status"></span>
    <span class="keys" aria-hidden="true"><kbd>/</kbd> search <kbd>↑</kbd><kbd>↓</kbd> requests
      <kbd>←</kbd><kbd>→</kbd> views</span>
  </div>
</header>
<main>
  <section aria-labelledby="timeline-title">
    <h2 id="timeline-title">Timeline</h2>
    <ul id="legend" aria-label="Colours of the phases"></ul>
    <div id="axis" aria-hidden="true"></div>
    <ol id="timeline" aria-label="Requests, in the order of their beginning"></ol>
    <p id="empty" hidden></p>
  </section>
  <section aria-labelledby="lanes-title" id="lanes-section">
    <h2 id="lanes-title">Connections</h2>
    <ol id="lanes" aria-label="Connections, and the requests that each carried"></ol>
  </section>
  <section aria-labelledby="detail-title" id="detail" tabindex="-1">
    <h2 id="detail-title">No request selected</h2>
    <p id="facts"></p>
    <div id="tabs" role="tablist" aria-label="Views of the selected request"></div>
    <div id="panels"></div>
    <aside id="note" role="status" aria-label="Note on the line in focus" hidden></aside>
  </section>
  <section id="print" aria-hidden="true"></section>
  <noscript><p>This page shows its data by a script, which your browser does not run.</p></noscript>
</main>
<script type="application/json" id="settings">{{settings}}</script>
<script type="application/json" id="data">{{data}}</script>
<script>{{script}}</script>
</body>
</html>

"""###

    static let style = ###"""

:root {
  --back: #fbfaf8; --card: #ffffff; --ink: #1d2329; --soft: #5b6570; --line: #d8d5cf;
  --pick: #e9f0fa; --mono: ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  --waiting: #9aa3ad; --resolving: #2f7f86; --connecting: #c96a12; --tunnelling: #8a6d3b; --securing: #8b4fb0;
  --sending: #b08900; --awaiting: #3f8f4f; --receiving: #1f5fbf; --stored: #777f88;
  --sent: #1f5fa8; --received: #8a2d60; --frame: #b35900; --bad: #b3261e; --good: #2c7a3d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14181c; --card: #1c2127; --ink: #e6e9ec; --soft: #9ba6b1; --line: #343c45;
    --pick: #223042; --waiting: #6d7780; --resolving: #4fb3bb; --connecting: #f0a04b; --tunnelling: #c5a467;
    --securing: #c08ae0; --sending: #e0c050; --awaiting: #6fc17f; --receiving: #5c95f0; --stored: #98a1aa;
    --sent: #8abcf5; --received: #f08ec0; --frame: #f2b05e; --bad: #ff8a80; --good: #7fd08f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.2rem; max-width: 88rem; background: var(--back); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
}
h1 { font-size: 1.35rem; margin: 0; }
h2 { font-size: 1.02rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: .92rem; margin: 1rem 0 .3rem; }
p { margin: .2rem 0 .6rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; margin: .9rem 0; }
section#print { display: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .3rem; background: var(--card); padding: .3rem .6rem; z-index: 3; }
#summary, #facts, .keys, .soft { color: var(--soft); }
.tools { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: center; }
.tools input {
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: 6px;
  padding: .25rem .5rem; width: min(24rem, 100%);
}
kbd { font: .8em var(--mono); border: 1px solid var(--line); border-radius: 4px; padding: 0 .3em; margin: 0 .1em; }
.keys { margin-left: auto; font-size: .85rem; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 1px; }
ol, ul { list-style: none; margin: 0; padding: 0; }
#legend { display: flex; flex-wrap: wrap; gap: .2rem .9rem; font-size: .82rem; color: var(--soft); }
#legend i { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .35em; }
#axis { position: relative; height: 1.2rem; margin-left: 43%; font: .72rem var(--mono); color: var(--soft); }
#axis span { position: absolute; white-space: nowrap; transform: translateX(-50%); }
#axis span:last-child { transform: translateX(-100%); }
#timeline button {
  display: grid; grid-template-columns: minmax(0, 43%) 1fr; width: 100%; padding: .12rem 0; border: 0; background: none;
  color: inherit; font: inherit; text-align: left; cursor: pointer; align-items: center; border-radius: 4px;
}
#timeline button:hover { background: color-mix(in srgb, var(--line) 35%, transparent); }
#timeline button[aria-current="true"] { background: var(--pick); }
.name { display: grid; grid-template-columns: 3.6rem minmax(0, 1fr) 4.6rem 4.8rem; gap: .5rem; padding: 0 .5rem; font-size: .87rem; }
.name .url { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.name .method { font-weight: 600; }
.name .size { text-align: right; color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; }
.bad { color: var(--bad); font-weight: 600; }
.good { color: var(--good); }
.track { position: relative; height: 1.15rem; border-left: 1px solid var(--line); }
.track i, .lane button { position: absolute; top: .2rem; height: .75rem; min-width: 2px; border-radius: 2px; }
.track .took { position: absolute; top: 0; font: .72rem/1.15rem var(--mono); color: var(--soft); padding: 0 .35rem; white-space: nowrap; }
.track .over { background: var(--card); border-radius: 3px; }
.waiting { background: var(--waiting); } .resolving { background: var(--resolving); }
.connecting { background: var(--connecting); } .tunnelling { background: var(--tunnelling); }
.securing { background: var(--securing); } .sending { background: var(--sending); }
.awaiting { background: var(--awaiting); } .receiving { background: var(--receiving); }
.stored { background: var(--stored); }
#lanes li { display: grid; grid-template-columns: minmax(0, 43%) 1fr; font-size: .87rem; align-items: center; }
#lanes .what { padding: 0 .5rem; overflow-wrap: anywhere; }
.lane { position: relative; height: 1.5rem; border-left: 1px solid var(--line);
  background: linear-gradient(var(--line), var(--line)) 0 50% / 100% 1px no-repeat; }
.lane button { border: 1px solid var(--card); background: var(--receiving); cursor: pointer; padding: 0; height: 1rem; }
.lane button[aria-current="true"] { background: var(--ink); }
.lane button:focus-visible { z-index: 2; }
.lane .open { position: absolute; top: .45rem; height: .6rem; min-width: 2px; background: var(--connecting); opacity: .75; }
#tabs { display: flex; flex-wrap: wrap; gap: .15rem; border-bottom: 1px solid var(--line); margin-bottom: .6rem; }
#tabs button {
  font: inherit; color: var(--soft); background: none; border: 0; border-bottom: 3px solid transparent;
  padding: .3rem .7rem; cursor: pointer;
}
#tabs button[aria-selected="true"] { color: var(--ink); border-color: var(--ink); }
.wire { font: .82rem/1.5 var(--mono); overflow-x: auto; }
.wire .piece { border-left: 3px solid var(--line); padding-left: .6rem; margin: .35rem 0; }
.wire .sent { border-color: var(--sent); } .wire .received { border-color: var(--received); }
.wire .about { color: var(--soft); font: .78rem system-ui, sans-serif; }
.wire .row { white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 3px; min-height: 1.5em; }
.wire .row:hover, .wire .row:focus { background: var(--pick); }
.wire .row b { color: var(--sent); font-weight: 600; }
.wire .received .row b { color: var(--received); }
.wire .end { color: var(--soft); opacity: .65; }
.wire .frame { color: var(--frame); font-weight: 600; }
.hex { font: .8rem/1.45 var(--mono); overflow-x: auto; white-space: pre; }
.hex .offset { color: var(--soft); }
.hex .head { color: var(--sent); } .hex .answer { color: var(--received); } .hex .frame { color: var(--frame); font-weight: 600; }
table { border-collapse: collapse; width: 100%; font-size: .87rem; }
th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; }
td.code { font: .82rem/1.5 var(--mono); }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.strip { display: flex; height: 1.1rem; border: 1px solid var(--line); margin: .3rem 0 .6rem; overflow: hidden; }
.strip i { display: block; min-width: 1px; background: var(--receiving); border-right: 1px solid var(--card); }
.strip i:nth-child(even) { background: var(--awaiting); }
.more { font: inherit; margin: .4rem 0; }
a { color: var(--sent); }
mark { background: #ffe08a; color: #1d2329; }
#note {
  position: sticky; bottom: .5rem; background: var(--ink); color: var(--back); border-radius: 6px; padding: .45rem .8rem;
  margin-top: .6rem; font-size: .87rem; overflow-wrap: anywhere;
}
#note a { color: inherit; }
@media (max-width: 46rem) {
  body { padding: .5rem; }
  #timeline button, #lanes li { grid-template-columns: 1fr; }
  #axis { margin-left: 0; }
  .keys { display: none; }
}
@media print {
  :root {
    --back: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --pick: #fff; --sent: #003c7d;
    --received: #6d0d3c; --frame: #7a3d00;
  }
  body { max-width: none; padding: 0; font-size: 10pt; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  section { border: 0; padding: 0; break-inside: auto; }
  #detail, .tools, .skip, .more { display: none; }
  section#print { display: block; }
  h2, h3 { break-after: avoid; }
  .wire .row, .hex { white-space: pre-wrap; }
}

"""###

    static let script = ###"""

"use strict";
// The tables of what fields and statuses mean, fieldNotes and statusNotes, are made of MeaningTable.swift by generate.py.
const statusClasses = ["", "interim, the final response follows", "success", "redirection: more to do", "the client's fault",
  "the server's fault"];
const phaseNotes = {
  waiting: "Waiting for a connection", resolving: "Resolving the name", connecting: "Connecting (TCP)",
  tunnelling: "Going through the proxy", securing: "TLS handshake", sending: "Sending the request",
  awaiting: "Waiting for the first byte", receiving: "Receiving",
};
function clause(rfc, section) {
  return rfc ? { text: `RFC ${rfc} §${section}`, link: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}` } : null;
}
const fieldNotes = {
  "a-im": ["Asks for changes in one of these forms", "RFC 3229 §10.5.3", "https://www.rfc-editor.org/rfc/rfc3229.html#section-10.5.3"],
  "accept": ["Which media types are welcome", "RFC 9110 §12.5.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.1"],
  "accept-ch": ["Which hints about the client the server wants", "RFC 8942 §3.1", "https://www.rfc-editor.org/rfc/rfc8942.html#section-3.1"],
  "accept-charset": ["Which charsets are welcome; obsolete", "RFC 9110 §12.5.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.2"],
  "accept-encoding": ["Which codings of the body can be undone", "RFC 9110 §12.5.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.3"],
  "accept-language": ["Which languages are welcome", "RFC 9110 §12.5.4", "https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.4"],
  "accept-patch": ["Which kinds of changes PATCH may send", "RFC 5789 §3.1", "https://www.rfc-editor.org/rfc/rfc5789.html#section-3.1"],
  "accept-post": ["Which media types POST may send", "RFC 9110 §9.3.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-9.3.3"],
  "accept-ranges": ["Whether parts of the content can be asked for", "RFC 9110 §14.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-14.3"],
  "access-control-allow-credentials": ["Whether pages of other origins may read answers to requests with credentials", "Fetch", "https://fetch.spec.whatwg.org/#http-access-control-allow-credentials"],
  "access-control-allow-headers": ["Which fields pages of other origins may send", "Fetch", "https://fetch.spec.whatwg.org/#http-access-control-allow-headers"],
  "access-control-allow-methods": ["Which methods pages of other origins may use", "Fetch", "https://fetch.spec.whatwg.org/#http-access-control-allow-methods"],
  "access-control-allow-origin": ["Pages of which origins may read the answer, in a browser", "Fetch", "https://fetch.spec.whatwg.org/#http-access-control-allow-origin"],
  "access-control-expose-headers": ["Which fields pages of other origins may read", "Fetch", "https://fetch.spec.whatwg.org/#http-access-control-expose-headers"],
  "access-control-max-age": ["How long a browser may remember these permissions", "Fetch", "https://fetch.spec.whatwg.org/#http-access-control-max-age"],
  "access-control-request-headers": ["Which fields the page wants to send", "Fetch", "https://fetch.spec.whatwg.org/#http-access-control-request-headers"],
  "access-control-request-method": ["Which method the page wants to use", "Fetch", "https://fetch.spec.whatwg.org/#http-access-control-request-method"],
  "age": ["How many seconds the answer has been in caches", "RFC 9111 §5.1", "https://www.rfc-editor.org/rfc/rfc9111.html#section-5.1"],
  "allow": ["Which methods the resource knows", "RFC 9110 §10.2.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-10.2.1"],
  "alt-svc": ["Where else the same site can be reached, perhaps by HTTP/2 or 3", "RFC 7838 §3", "https://www.rfc-editor.org/rfc/rfc7838.html#section-3"],
  "authentication-info": ["What follows from a login that succeeded", "RFC 9110 §11.6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-11.6.3"],
  "authorization": ["The client's credentials for the server", "RFC 9110 §11.6.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-11.6.2"],
  "cache-control": ["What caches may do with the message", "RFC 9111 §5.2", "https://www.rfc-editor.org/rfc/rfc9111.html#section-5.2"],
  "cache-status": ["What the caches on the way did", "RFC 9211 §2", "https://www.rfc-editor.org/rfc/rfc9211.html#section-2"],
  "cdn-cache-control": ["What the caches of a delivery network may do", "RFC 9213 §3.1", "https://www.rfc-editor.org/rfc/rfc9213.html#section-3.1"],
  "clear-site-data": ["What a browser is to forget about the site", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "connection": ["What is for this connection only, and whether it closes", "RFC 9110 §7.6.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-7.6.1"],
  "content-digest": ["Digests of the content as sent", "RFC 9530 §2", "https://www.rfc-editor.org/rfc/rfc9530.html#section-2"],
  "content-disposition": ["Whether it is a file to save, and by which name", "RFC 6266 §4", "https://www.rfc-editor.org/rfc/rfc6266.html#section-4"],
  "content-encoding": ["How the content is compressed", "RFC 9110 §8.4", "https://www.rfc-editor.org/rfc/rfc9110.html#section-8.4"],
  "content-language": ["For readers of which language it is", "RFC 9110 §8.5", "https://www.rfc-editor.org/rfc/rfc9110.html#section-8.5"],
  "content-length": ["How many bytes the body has", "RFC 9110 §8.6", "https://www.rfc-editor.org/rfc/rfc9110.html#section-8.6"],
  "content-location": ["The URL of this very representation", "RFC 9110 §8.7", "https://www.rfc-editor.org/rfc/rfc9110.html#section-8.7"],
  "content-range": ["Which part of the content this is, and how long the whole is", "RFC 9110 §14.4", "https://www.rfc-editor.org/rfc/rfc9110.html#section-14.4"],
  "content-security-policy": ["What a page may load and run, in a browser", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "content-type": ["What kind of content it is", "RFC 9110 §8.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-8.3"],
  "cookie": ["What the server asked the client to remember", "RFC 6265bis §4.2", "https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-4.2"],
  "cross-origin-opener-policy": ["Whether pages of other origins share the window's group, in a browser", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "cross-origin-resource-policy": ["Which origins may embed it, in a browser", "Fetch", "https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header"],
  "date": ["When the message was made", "RFC 9110 §6.6.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.6.1"],
  "depth": ["How deep into a collection the request goes", "RFC 4918 §10.2", "https://www.rfc-editor.org/rfc/rfc4918.html#section-10.2"],
  "destination": ["Where COPY or MOVE leads", "RFC 4918 §10.3", "https://www.rfc-editor.org/rfc/rfc4918.html#section-10.3"],
  "digest": ["Digests of the content; replaced by Repr-Digest", "RFC 3230 §4.3.2", "https://www.rfc-editor.org/rfc/rfc3230.html#section-4.3.2"],
  "dpop": ["Proves that the client holds the key of its token", "RFC 9449 §4", "https://www.rfc-editor.org/rfc/rfc9449.html#section-4"],
  "early-data": ["The request came before the TLS handshake was done", "RFC 8470 §5.1", "https://www.rfc-editor.org/rfc/rfc8470.html#section-5.1"],
  "etag": ["Names this version of the content, for ranges and caches", "RFC 9110 §8.8.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-8.8.3"],
  "expect": ["Asks whether the body is wanted before it is sent", "RFC 9110 §10.1.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-10.1.1"],
  "expires": ["Until when the answer is fresh, if Cache-Control doesn't say", "RFC 9111 §5.3", "https://www.rfc-editor.org/rfc/rfc9111.html#section-5.3"],
  "forwarded": ["Whom a proxy asks for", "RFC 7239 §4", "https://www.rfc-editor.org/rfc/rfc7239.html#section-4"],
  "from": ["The address of the person behind the client", "RFC 9110 §10.1.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-10.1.2"],
  "host": ["Which site of the server is meant", "RFC 9110 §7.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-7.2"],
  "if": ["Which locks and versions the request counts on", "RFC 4918 §10.4", "https://www.rfc-editor.org/rfc/rfc4918.html#section-10.4"],
  "if-match": ["Only if the version is one of these", "RFC 9110 §13.1.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-13.1.1"],
  "if-modified-since": ["Only if it has changed since", "RFC 9110 §13.1.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-13.1.3"],
  "if-none-match": ["Only if the version is none of these", "RFC 9110 §13.1.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-13.1.2"],
  "if-range": ["The part only if the version is this, else the whole", "RFC 9110 §13.1.5", "https://www.rfc-editor.org/rfc/rfc9110.html#section-13.1.5"],
  "if-unmodified-since": ["Only if it hasn't changed since", "RFC 9110 §13.1.4", "https://www.rfc-editor.org/rfc/rfc9110.html#section-13.1.4"],
  "im": ["How the answer is made from an older version", "RFC 3229 §10.5.2", "https://www.rfc-editor.org/rfc/rfc3229.html#section-10.5.2"],
  "keep-alive": ["How long the server keeps the connection; a hint", "RFC 9112 §9.3", "https://www.rfc-editor.org/rfc/rfc9112.html#section-9.3"],
  "last-modified": ["When the content last changed", "RFC 9110 §8.8.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-8.8.2"],
  "link": ["Related resources", "RFC 8288 §3", "https://www.rfc-editor.org/rfc/rfc8288.html#section-3"],
  "location": ["Where it is, or where to go next", "RFC 9110 §10.2.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-10.2.2"],
  "lock-token": ["The lock that is given or freed", "RFC 4918 §10.5", "https://www.rfc-editor.org/rfc/rfc4918.html#section-10.5"],
  "max-forwards": ["How many proxies may pass TRACE or OPTIONS on", "RFC 9110 §7.6.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-7.6.2"],
  "nel": ["How a browser reports failures of the network", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "origin": ["The origin of the page that asks", "RFC 6454 §7", "https://www.rfc-editor.org/rfc/rfc6454.html#section-7"],
  "overwrite": ["Whether COPY or MOVE may replace what is there", "RFC 4918 §10.6", "https://www.rfc-editor.org/rfc/rfc4918.html#section-10.6"],
  "permissions-policy": ["Which features of a browser a page may use", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "pragma": ["No-cache for caches that know HTTP/1.0 only", "RFC 9111 §5.4", "https://www.rfc-editor.org/rfc/rfc9111.html#section-5.4"],
  "prefer": ["What the client would like, if possible", "RFC 7240 §2", "https://www.rfc-editor.org/rfc/rfc7240.html#section-2"],
  "preference-applied": ["Which of those wishes came true", "RFC 7240 §3", "https://www.rfc-editor.org/rfc/rfc7240.html#section-3"],
  "priority": ["How urgent it is", "RFC 9218 §5", "https://www.rfc-editor.org/rfc/rfc9218.html#section-5"],
  "proxy-authenticate": ["The proxy wants credentials in one of these schemes", "RFC 9110 §11.7.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-11.7.1"],
  "proxy-authentication-info": ["What follows from a login at the proxy", "RFC 9110 §11.7.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-11.7.3"],
  "proxy-authorization": ["The client's credentials for the proxy", "RFC 9110 §11.7.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-11.7.2"],
  "proxy-connection": ["An old mistake for Connection; ignored", "RFC 9112 §C.2.2", "https://www.rfc-editor.org/rfc/rfc9112.html#appendix-C.2.2"],
  "proxy-status": ["What the proxies on the way ran into", "RFC 9209 §2", "https://www.rfc-editor.org/rfc/rfc9209.html#section-2"],
  "range": ["Which part of the content is wanted", "RFC 9110 §14.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-14.2"],
  "referer": ["The page that led there", "RFC 9110 §10.1.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-10.1.3"],
  "referrer-policy": ["What a browser may put into Referer", "RFC 9110 §10.1.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-10.1.3"],
  "refresh": ["When a browser is to load the page again", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "report-to": ["Where a browser sends its reports", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "repr-digest": ["Digests of the whole representation", "RFC 9530 §3", "https://www.rfc-editor.org/rfc/rfc9530.html#section-3"],
  "retry-after": ["When to come back", "RFC 9110 §10.2.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-10.2.3"],
  "sec-websocket-accept": ["Proves that the server understood the handshake", "RFC 6455 §11.3.3", "https://www.rfc-editor.org/rfc/rfc6455.html#section-11.3.3"],
  "sec-websocket-extensions": ["Which extensions of WebSocket are used, such as compression", "RFC 6455 §11.3.2", "https://www.rfc-editor.org/rfc/rfc6455.html#section-11.3.2"],
  "sec-websocket-key": ["A random value for the server to answer", "RFC 6455 §11.3.1", "https://www.rfc-editor.org/rfc/rfc6455.html#section-11.3.1"],
  "sec-websocket-protocol": ["What the messages mean", "RFC 6455 §11.3.4", "https://www.rfc-editor.org/rfc/rfc6455.html#section-11.3.4"],
  "sec-websocket-version": ["The version of WebSocket: 13", "RFC 6455 §11.3.5", "https://www.rfc-editor.org/rfc/rfc6455.html#section-11.3.5"],
  "server": ["The server's software", "RFC 9110 §10.2.4", "https://www.rfc-editor.org/rfc/rfc9110.html#section-10.2.4"],
  "server-timing": ["How long the server took for what", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "set-cookie": ["Asks the client to remember this", "RFC 6265bis §4.1", "https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-4.1"],
  "sourcemap": ["Where the source of a script is", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "strict-transport-security": ["The host is to be asked over TLS only from now on", "RFC 6797 §6.1", "https://www.rfc-editor.org/rfc/rfc6797.html#section-6.1"],
  "surrogate-control": ["What the caches before the server may do; older than CDN-Cache-Control", "RFC 9213 §1", "https://www.rfc-editor.org/rfc/rfc9213.html#section-1"],
  "te": ["Which transfer codings can be undone, and whether trailers are welcome", "RFC 9110 §10.1.4", "https://www.rfc-editor.org/rfc/rfc9110.html#section-10.1.4"],
  "timeout": ["How long a lock is wanted", "RFC 4918 §10.7", "https://www.rfc-editor.org/rfc/rfc4918.html#section-10.7"],
  "timing-allow-origin": ["Pages of which origins may see the times, in a browser", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "trailer": ["Which fields come after the body", "RFC 9110 §6.6.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.6.2"],
  "transfer-encoding": ["How the body is framed on this connection", "RFC 9112 §6.1", "https://www.rfc-editor.org/rfc/rfc9112.html#section-6.1"],
  "tus-resumable": ["The version of the tus protocol for uploads", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "upgrade": ["Which other protocol the connection could carry", "RFC 9110 §7.8", "https://www.rfc-editor.org/rfc/rfc9110.html#section-7.8"],
  "upgrade-insecure-requests": ["The client would rather have https", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "upload-complete": ["Whether the upload ends with this body", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "upload-length": ["How long the upload will be in the end", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "upload-offset": ["Where in the upload this body goes", "RFC 9110 §6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-6.3"],
  "user-agent": ["The client's software", "RFC 9110 §10.1.5", "https://www.rfc-editor.org/rfc/rfc9110.html#section-10.1.5"],
  "vary": ["Which fields of the request the answer depends on", "RFC 9110 §12.5.5", "https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.5"],
  "via": ["The proxies on the way", "RFC 9110 §7.6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-7.6.3"],
  "want-content-digest": ["Which digests of the content are welcome", "RFC 9530 §4", "https://www.rfc-editor.org/rfc/rfc9530.html#section-4"],
  "want-repr-digest": ["Which digests of the representation are welcome", "RFC 9530 §4", "https://www.rfc-editor.org/rfc/rfc9530.html#section-4"],
  "warning": ["What is odd about a cached answer; obsolete", "RFC 9111 §5.5", "https://www.rfc-editor.org/rfc/rfc9111.html#section-5.5"],
  "www-authenticate": ["The server wants credentials in one of these schemes", "RFC 9110 §11.6.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-11.6.1"],
  "x-content-type-options": ["A browser isn't to guess the kind of content", "Fetch", "https://fetch.spec.whatwg.org/#x-content-type-options-header"],
  "x-forwarded-for": ["Whom a proxy asks for; older than Forwarded", "RFC 7239 §5.2", "https://www.rfc-editor.org/rfc/rfc7239.html#section-5.2"],
  "x-forwarded-host": ["The Host that the client sent to the proxy", "RFC 7239 §5.3", "https://www.rfc-editor.org/rfc/rfc7239.html#section-5.3"],
  "x-forwarded-proto": ["The scheme that the client used with the proxy", "RFC 7239 §5.4", "https://www.rfc-editor.org/rfc/rfc7239.html#section-5.4"],
  "x-frame-options": ["Whether pages may frame it, in a browser", "RFC 7034 §2", "https://www.rfc-editor.org/rfc/rfc7034.html#section-2"],
};
const statusNotes = {
  "100": ["The body is welcome", "RFC 9110 §15.2.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.2.1"],
  "101": ["The connection now carries another protocol", "RFC 9110 §15.2.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.2.2"],
  "102": ["The server is still working on it", "RFC 2518 §10.1", "https://www.rfc-editor.org/rfc/rfc2518.html#section-10.1"],
  "103": ["What the final answer will probably link to", "RFC 8297 §2", "https://www.rfc-editor.org/rfc/rfc8297.html#section-2"],
  "200": ["It worked", "RFC 9110 §15.3.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.3.1"],
  "201": ["Something new was made", "RFC 9110 §15.3.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.3.2"],
  "202": ["It will be done later", "RFC 9110 §15.3.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.3.3"],
  "203": ["A proxy changed the answer", "RFC 9110 §15.3.4", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.3.4"],
  "204": ["It worked, and there is nothing to show", "RFC 9110 §15.3.5", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.3.5"],
  "205": ["It worked; the form is to be emptied", "RFC 9110 §15.3.6", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.3.6"],
  "206": ["The part that was asked for", "RFC 9110 §15.3.7", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.3.7"],
  "207": ["Several results, in the body", "RFC 4918 §11.1", "https://www.rfc-editor.org/rfc/rfc4918.html#section-11.1"],
  "208": ["Listed before", "RFC 5842 §7.1", "https://www.rfc-editor.org/rfc/rfc5842.html#section-7.1"],
  "226": ["The changes since an older version", "RFC 3229 §10.4.1", "https://www.rfc-editor.org/rfc/rfc3229.html#section-10.4.1"],
  "300": ["There are several; choose one", "RFC 9110 §15.4.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.1"],
  "301": ["It has moved for good", "RFC 9110 §15.4.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.2"],
  "302": ["It is elsewhere for now", "RFC 9110 §15.4.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.3"],
  "303": ["The result is elsewhere, to be fetched with GET", "RFC 9110 §15.4.4", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.4"],
  "304": ["What the client has is still good", "RFC 9110 §15.4.5", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.5"],
  "305": ["Use this proxy; obsolete", "RFC 9110 §15.4.6", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.6"],
  "307": ["It is elsewhere for now; method and body stay", "RFC 9110 §15.4.8", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.8"],
  "308": ["It has moved for good; method and body stay", "RFC 9110 §15.4.9", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.9"],
  "400": ["The server can't make sense of the request", "RFC 9110 §15.5.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.1"],
  "401": ["Credentials are needed, or were wrong", "RFC 9110 §15.5.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.2"],
  "402": ["Reserved for payments", "RFC 9110 §15.5.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.3"],
  "403": ["It is forbidden, and credentials won't help", "RFC 9110 §15.5.4", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.4"],
  "404": ["There is nothing there, or nobody is to know", "RFC 9110 §15.5.5", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.5"],
  "405": ["The resource doesn't know the method", "RFC 9110 §15.5.6", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.6"],
  "406": ["There is nothing that the client would accept", "RFC 9110 §15.5.7", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.7"],
  "407": ["The proxy needs credentials", "RFC 9110 §15.5.8", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.8"],
  "408": ["The request took too long", "RFC 9110 §15.5.9", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.9"],
  "409": ["It conflicts with the state of the resource", "RFC 9110 §15.5.10", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.10"],
  "410": ["It is gone for good", "RFC 9110 §15.5.11", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.11"],
  "411": ["The server wants a Content-Length", "RFC 9110 §15.5.12", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.12"],
  "412": ["A condition of the request is false", "RFC 9110 §15.5.13", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.13"],
  "413": ["The body is too large", "RFC 9110 §15.5.14", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.14"],
  "414": ["The URL is too long", "RFC 9110 §15.5.15", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.15"],
  "415": ["The body is of the wrong kind", "RFC 9110 §15.5.16", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.16"],
  "416": ["The part that was asked for doesn't exist", "RFC 9110 §15.5.17", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.17"],
  "417": ["The expectation can't be met", "RFC 9110 §15.5.18", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.18"],
  "418": ["Unused; a joke of RFC 2324", "RFC 9110 §15.5.19", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.19"],
  "421": ["This server doesn't answer for the host", "RFC 9110 §15.5.20", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.20"],
  "422": ["The body is well-formed, and wrong", "RFC 9110 §15.5.21", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.21"],
  "423": ["It is locked", "RFC 4918 §11.3", "https://www.rfc-editor.org/rfc/rfc4918.html#section-11.3"],
  "424": ["It failed because something before it did", "RFC 4918 §11.4", "https://www.rfc-editor.org/rfc/rfc4918.html#section-11.4"],
  "425": ["Too early: ask again after the handshake", "RFC 8470 §5.2", "https://www.rfc-editor.org/rfc/rfc8470.html#section-5.2"],
  "426": ["Use another protocol", "RFC 9110 §15.5.22", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.22"],
  "428": ["The request has to be conditional", "RFC 6585 §3", "https://www.rfc-editor.org/rfc/rfc6585.html#section-3"],
  "429": ["Too many requests", "RFC 6585 §4", "https://www.rfc-editor.org/rfc/rfc6585.html#section-4"],
  "431": ["The fields are too large", "RFC 6585 §5", "https://www.rfc-editor.org/rfc/rfc6585.html#section-5"],
  "451": ["It is unavailable for legal reasons", "RFC 7725 §3", "https://www.rfc-editor.org/rfc/rfc7725.html#section-3"],
  "500": ["The server failed", "RFC 9110 §15.6.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6.1"],
  "501": ["The server doesn't know the method", "RFC 9110 §15.6.2", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6.2"],
  "502": ["The server behind the gateway answered badly", "RFC 9110 §15.6.3", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6.3"],
  "503": ["The server is busy or down for now", "RFC 9110 §15.6.4", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6.4"],
  "504": ["The server behind the gateway didn't answer in time", "RFC 9110 §15.6.5", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6.5"],
  "505": ["The server doesn't speak this version", "RFC 9110 §15.6.6", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6.6"],
  "506": ["The server's choices lead in a circle", "RFC 2295 §8.1", "https://www.rfc-editor.org/rfc/rfc2295.html#section-8.1"],
  "507": ["The server has no room left", "RFC 4918 §11.5", "https://www.rfc-editor.org/rfc/rfc4918.html#section-11.5"],
  "508": ["The server ran in a circle", "RFC 5842 §7.2", "https://www.rfc-editor.org/rfc/rfc5842.html#section-7.2"],
  "510": ["An extension is missing; obsolete", "RFC 2774 §7", "https://www.rfc-editor.org/rfc/rfc2774.html#section-7"],
  "511": ["The network wants a login first", "RFC 6585 §6", "https://www.rfc-editor.org/rfc/rfc6585.html#section-6"],
};
// The page over a transcript. Whatever came from outside is shown by textContent alone: no markup is ever made of it.
(() => {
const $ = (id) => document.getElementById(id);
const store = { calls: new Map(), connections: new Map(), attempts: new Map(), lastOfCall: new Map(), dropped: 0, started: "", most: Infinity };
const views = ["Wire", "Bytes", "Heads", "Chunks", "TLS", "Decisions"];
const state = { selected: null, view: "Wire", query: "", isDrawn: false };

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
      make("span", { class: "url", title: shown(title(attempt)) }, marked(attempt.url || title(attempt))),
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
  const settings = pageSettings.title ? `${shown(pageSettings.title)} · ` : "";
  $("summary").textContent = settings + parts.filter(Boolean).join(" · ");
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
    const known = statusNotes[code];
    const meaning = known ? known[0] : statusClasses[Math.floor(code / 100)] || "not a known status";
    return [`The status line: ${code || "?"}, ${meaning}`, known ? { text: known[1], link: known[2] } : clause("9112", "4")];
  }
  if (text === "") return ["The empty line: the head ends here", clause("9112", "2.1")];
  const name = text.split(":")[0].trim().toLowerCase();
  const given = given_notes()[name];
  if (given) return [given.text, given.clause ? { text: given.clause, link: given.link } : null];
  const known = Object.hasOwn(fieldNotes, name) ? fieldNotes[name] : null;
  return known ? [known[0], { text: known[1], link: known[2] }] : ["A field that HTTP itself does not define", clause("9110", "5.1")];
}
// Notes that come with the data, by the name of the field in lowercase.
function given_notes() { return store.notes || {}; }

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
const mostShown = 64 * 1024;

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
  const most = Math.min(chunks.length, limit > mostShown ? 2000 : 200);
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
function drawDetail(limit = mostShown) {
  const attempt = store.attempts.get(state.selected);
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
  for (const button of document.querySelectorAll("[data-attempt]")) {
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

// MARK: Data

function take(json) {
  const data = typeof json === "string" ? JSON.parse(json) : json;
  if (!data || typeof data !== "object") return;
  if (typeof data.started === "string" && !store.started) store.started = data.started;
  if (Number.isFinite(data.dropped)) store.dropped = data.dropped;
  if (Number.isFinite(data.most)) store.most = data.most;
  if (data.notes && typeof data.notes === "object") store.notes = Object.assign(Object.create(null), data.notes);
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
  if (!Number.isFinite(store.most)) return;
  // And with them the connections that nothing is left of.
  const used = new Set([...store.attempts.values()].map((attempt) => attempt.connection));
  for (const id of store.connections.keys()) if (!used.has(id)) store.connections.delete(id);
}
function draw() {
  state.isDrawn = true;
  if (!store.attempts.has(state.selected)) state.selected = sorted(store.attempts)[0]?.id ?? null;
  drawSummary();
  drawTimeline();
  drawLanes();
  drawDetail();
}
// Goes on with more of the same form: what has a known id replaces it.
window.sockeyeAppend = (json) => {
  const shape = () => JSON.stringify(store.attempts.get(state.selected), (name, value) => (
    ["bytes", "decoded", "haystack"].includes(name) ? undefined : value));
  const before = shape();
  take(json);
  if (!state.isDrawn) return;
  state.isDrawn = false;
  requestAnimationFrame(() => {
    state.isDrawn = true;
    if (!store.attempts.has(state.selected)) state.selected = sorted(store.attempts)[0]?.id ?? null;
    drawSummary();
    drawTimeline();
    drawLanes();
    // What is being read stays as it is until it changes.
    if (shape() !== before) drawDetail();
  });
};

const pageSettings = JSON.parse($("settings").textContent);
$("legend").replaceChildren(...Object.entries(phaseNotes).map(([name, text]) => make("li", null, make("i", { class: name }), text)));
take($("data").textContent);
draw();
if (typeof pageSettings.live === "string" && pageSettings.live.startsWith("/")) {
  const source = new EventSource(pageSettings.live);
  const say = (line) => { store.line = line; drawSummary(); };
  source.onmessage = (event) => window.sockeyeAppend(event.data);
  source.onopen = () => say("live");
  source.onerror = () => say("the program that feeds this page is gone; trying again");
}
})();

"""###
}
