"""HTTP archives (HAR 1.2), read by Python's json: what --from-har sends, and what --har wrote of it."""
import json
import pathlib

from known import Ledger

KNOWN = {}


def request(random, number):
    method = random.choice(["GET", "GET", "POST", "PUT", "DELETE"])
    fields = [{"name": f"X-{number}-{index}", "value": random.choice(["v", "v w", "\u00e9", "a: b", '"q"', ""])} for index in range(random.randrange(3))]
    entry = {"method": method, "url": f"http://h{number}.example/r{number}" + random.choice(["", "?a=b", "?\u00e9", "/%41"]),
             "httpVersion": "HTTP/1.1", "cookies": [], "headers": fields, "queryString": [], "headersSize": -1, "bodySize": -1}
    if method in ("POST", "PUT"):
        entry["postData"] = {"mimeType": "text/plain", "text": random.choice(["", "body", "caf\u00e9 \U0001f41f", "a\r\nb"])}
    return entry


def document(random):
    entries = [{"startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 0, "receive": 0},
                "request": request(random, number),
                "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
                             "content": {"size": 4, "mimeType": "text/plain", "text": '{"evil":1}'}, "redirectURL": "",
                             "headersSize": -1, "bodySize": -1}}
               for number in range(random.randrange(1, 5))]
    text = json.dumps({"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": entries}},
                      ensure_ascii=random.randrange(2) == 0, indent=random.choice([None, 2, "\t"]))
    return (b"\xef\xbb\xbf" if random.randrange(6) == 0 else b"") + text.encode()


def percent(url):
    """As UTF-8 in percent-encoding, which the URL Standard and RFC 3987 section 3.1 ask for."""
    path = url.split("/", 3)[3]
    return "/" + "".join(letter if ord(letter) < 128 else "".join(f"%{byte:02X}" for byte in letter.encode()) for letter in path)


def compare(program, server, folder, random, rounds):
    ledger = Ledger("HAR", KNOWN)
    place = pathlib.Path(folder)
    for _ in range(rounds):
        text = document(random)
        (place / "archive").write_bytes(text)
        ended, requests = server.run(program, "--from-har", "archive", "--har", "written", folder=folder)
        entries = [entry["request"] for entry in json.loads(text.decode("utf-8-sig"))["log"]["entries"]]

        def told(request):
            return [(name, value) for name, value in request.fields if name.startswith("X-")]

        ledger.compare([(request.method, request.target.upper(), request.host, told(request), request.body) for request in requests],
                       [(entry["method"], percent(entry["url"]).upper(), entry["url"].split("/")[2],
                         [(field["name"], field["value"].encode()) for field in entry["headers"]],
                         entry.get("postData", {}).get("text", "").encode()) for entry in entries], f"{text!r} {ended.stderr!r}")
        written = [entry["request"] for entry in json.loads((place / "written").read_bytes())["log"]["entries"]]
        ledger.compare([(entry["method"], [(field["name"], field["value"].encode()) for field in entry["headers"] if field["name"].startswith("X-")],
                         entry.get("postData", {}).get("text", "").encode()) for entry in written],
                       [(request.method, told(request), request.body) for request in requests], f"written of {text!r}")
    return ledger
