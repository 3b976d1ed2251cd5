#!/usr/bin/python3
"""Opens a transcript's page in Chromium and uses it by keyboard; says what is wrong.

    Tests/Page/check.py PAGE.html REQUESTS [PICTURES]

REQUESTS is how many the page must show. With PICTURES, a folder, screenshots are left there. Whatever is in the page, nothing of
it may run: no dialog, no request, no new element of a kind that the page doesn't make, and the title stays.
"""

import asyncio
import pathlib
import sys

from browser import FOREIGN, SELECTED, VIEWS, Browser, Findings, use_arrow_keys

TITLE = "Sockeye: what went over the wire"
# The smallest contrast of a duration with what is under it (WCAG 2.2, 1.4.3): its own ground, a bar, or the row's.
LEAST_CONTRAST = """(() => {
  const colour = (element) => getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number);
  const isClear = (element) => colour(element)[3] === 0;
  const part = (value) => value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([red, green, blue]) => 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  const contrasts = [...document.querySelectorAll(".track .took")].map((label) => {
    const box = label.getBoundingClientRect();
    const bars = [...label.parentElement.querySelectorAll("i")].filter((bar) => {
      const other = bar.getBoundingClientRect();
      return other.left < box.right - 6 && other.right > box.left + 6;
    });
    let grounds = isClear(label) ? bars : [label];
    if (!grounds.length) {
      let ground = label;
      while (isClear(ground)) ground = ground.parentElement;
      grounds = [ground];
    }
    const ink = light(getComputedStyle(label).color.match(/[\\d.]+/g).map(Number));
    return Math.min(...grounds.map((ground) => {
      const other = light(colour(ground));
      return (Math.max(ink, other) + 0.05) / (Math.min(ink, other) + 0.05);
    }));
  });
  return Math.min(...contrasts);
})()"""
findings = Findings()
expect = findings.expect


async def check(page, count, pictures):
    async with Browser() as browser:
        await browser.size(1280, 1000)
        url = pathlib.Path(page).resolve().as_uri()
        await browser.open(url)
        rows = "document.querySelectorAll('#timeline button').length"

        # A list of thousands takes seconds to draw on a slow machine, and is drawn after five times as long.
        async def reach(number):
            for _ in range(2000):
                if await browser.run(rows) == number:
                    break
                await browser.settle()

        focus = "document.activeElement.id || document.activeElement.dataset.attempt || document.activeElement.tagName"
        expect(await browser.run(rows) == count, f"{await browser.run(rows)} rows, not {count}")

        await use_arrow_keys(browser, expect, count)

        # Each request and each view, by keyboard alone.
        await browser.run("document.querySelector('#timeline button').focus()")
        for number in range(count):
            selected = await browser.run("document.querySelector('#timeline [aria-current=true]').dataset.attempt")
            expect(await browser.run(focus) == selected, f"row {number}: the focus is not on the selected row")
            expect(await browser.run("document.querySelectorAll('#timeline [tabindex=\"0\"]').length") == 1,
                   f"row {number}: not one row is in the order of Tab")
            for view in VIEWS:
                shown = await browser.run("document.querySelector('[role=tab][aria-selected=true]').textContent")
                expect(shown == view, f"row {number}: the view is {shown}, not {view}")
                expect(await browser.run("document.querySelector('[role=tabpanel]').textContent.length > 5"),
                       f"row {number}: the view {view} is empty")
                expect(await browser.run(FOREIGN) == 0, f"row {number}, {view}: there is an element that the page doesn't make")
                if pictures:
                    await browser.picture(f"{pictures}/{number}-{view}.png")
                await browser.press("ArrowRight")
            for _ in VIEWS:
                await browser.press("ArrowLeft")
            if number + 1 < count:
                await browser.press("ArrowDown")
        expect(await browser.run("document.querySelectorAll('script').length") == 3, "there are more scripts than the page's")

        # The tabs themselves, and the lines of the wire with their notes.
        await browser.run("document.querySelector('[role=tab][tabindex=\"0\"]').focus()")
        await browser.press("End")
        expect(await browser.run("document.activeElement.textContent") == "Decisions", "End does not lead to the last tab")
        await browser.press("Home")
        await browser.press("Home")
        lines = await browser.run("document.querySelectorAll('.wire .row').length")
        if lines > 1:
            await browser.run("document.querySelector('.wire .row[tabindex=\"0\"]').focus()")
            note = await browser.run("document.getElementById('note').textContent")
            expect(len(note) > 10, "the line in focus has no note")
            await browser.press("ArrowDown")
            expect(await browser.run("document.getElementById('note').textContent") != note, "the note did not follow the focus")

        # Search.
        await browser.run("document.activeElement.blur()")
        await browser.press("/")
        expect(await browser.run(focus) == "search", "/ does not lead to the search")
        await browser.type("no such text")
        await reach(0)
        expect(await browser.run(rows) == 0, "a search for nothing finds something")
        await browser.press("Escape")
        await reach(count)
        expect(await browser.run(rows) == count, "Escape does not end the search")
        await browser.press("ArrowDown")
        expect((await browser.run(focus) or "").isdigit(), "ArrowDown does not lead from the search to the requests")

        # More data.
        await browser.run("""sockeyeAppend(JSON.stringify({sockeye: 1, attempts: [{id: 900000, kind: "exchange", method: "PUT",
            url: "http://appended/<img src=x onerror=alert(1)>", start: 1, end: 9, phases: [], wire: [], chunks: [], events: []}]}))""")
        await reach(count + 1)
        expect(await browser.run(rows) == count + 1, "sockeyeAppend added no row")
        expect(await browser.run(FOREIGN) == 0, "what was appended became an element")

        # Each duration can be read where it stands, and no selection looks like an error.
        for scheme in ["dark", "light"]:
            await browser.prefer(scheme)
            least = await browser.run(LEAST_CONTRAST)
            expect(least >= 4.5, f"{scheme}: a duration has a contrast of {least}")
            pick = await browser.run(f"getComputedStyle({SELECTED}).backgroundColor.match(/\\d+/g).map(Number)")
            expect(pick[2] >= pick[0], f"{scheme}: the selected row is red: {pick}")

        # Light and dark, small and on paper.
        color = "getComputedStyle(document.body).backgroundColor"
        light = await browser.run(color)
        await browser.prefer("dark")
        expect(await browser.run(color) != light, "the page is not dark when the user prefers it")
        if pictures:
            await browser.picture(f"{pictures}/dark.png")
        await browser.prefer("light")
        paper = await browser.paper()
        expect(paper.startswith(b"%PDF") and len(paper) > 10_000, "the page cannot be printed")
        if pictures:
            pathlib.Path(f"{pictures}/page.pdf").write_bytes(paper)
        places = """(() => {
          const row = document.querySelector("#timeline button");
          const [origin, path] = [".origin", ".path"].map((name) => row.querySelector(name).getBoundingClientRect());
          return [origin.left, path.left, path.right, row.getBoundingClientRect().right];
        })()"""
        origin, path, _, _ = await browser.run(places)
        expect(origin < path, "a URL does not begin with its origin")
        await browser.size(400, 800)
        expect(await browser.run("document.documentElement.scrollWidth <= 400"), "the page is wider than a small screen")
        origin, path, end, edge = await browser.run(places)
        expect(path < origin and path + 30 < end < edge, f"on a small screen, the path is at {path} to {end}, the origin at {origin}")
        if pictures:
            await browser.picture(f"{pictures}/small.png")

        # Many that come one by one, as of --inspect: the last ones take no longer than the first, on any machine.
        await browser.size(1280, 1000)
        took = await browser.run("""(async () => {
          const took = [];
          for (let id = 1; id <= 1000; id += 100) {
            const begin = performance.now();
            for (let next = id; next < id + 100; next += 1) sockeyeAppend(JSON.stringify({sockeye: 1,
              connections: [{id: 1, name: "h:80", opened: 1}], attempts: [{id: 10000 + next, kind: "exchange", method: "GET",
                url: `http://h/${next}`, status: 200, start: next, end: next + 9, phases: [["awaiting", next, next + 9]], wire: [],
                chunks: [], events: []}]}));
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            took.push(performance.now() - begin);
          }
          return took;
        })()""")
        await reach(count + 1001)
        expect(await browser.run(rows) == count + 1001, f"{await browser.run(rows)} rows, not {count + 1001}")
        # A long list isn't drawn each time: most of the time is left for what comes and for the keys.
        drawn = await browser.run("""(async () => {
          // To draw it takes long, however fast the machine is.
          const now = performance.now.bind(performance);
          let [drawn, late] = [0, 0];
          performance.now = () => now() + (late += 300);
          const watch = new MutationObserver(() => { drawn += 1; });
          watch.observe(document.getElementById("timeline"), { childList: true });
          for (let id = 1; id <= 60; id += 1) {
            sockeyeAppend({sockeye: 1, attempts: Array.from({length: 100}, (_, index) => ({id: 20000 + 100 * id + index, kind: "exchange",
              method: "GET", url: "http://h/", start: 1, end: 9, phases: [], wire: [], chunks: [], events: []}))});
            await new Promise((done) => requestAnimationFrame(done));
          }
          watch.disconnect();
          delete performance.now;
          return drawn;
        })()""")
        expect(drawn <= 30, f"of 60 times that something came, the list was drawn {drawn} times")
        await reach(count + 7001)
        expect(await browser.run(rows) == count + 7001, f"{await browser.run(rows)} rows, not {count + 7001}")
        expect(sorted(took[-3:])[1] < 10 * sorted(took[:3])[1], f"hundreds of requests took {took} ms: ever longer")

        # Of one that goes on, the oldest are forgotten, and their connections with them.
        await browser.run("""for (let id = 1; id <= 4; id += 1) sockeyeAppend({sockeye: 1, most: 2,
            connections: [{id: 800000 + id, name: "h:80", opened: 1}], attempts: [{id: 900000 + id, kind: "exchange", method: "GET",
            connection: 800000 + id, url: "http://h/", start: id, end: 9, phases: [], wire: [], chunks: [], events: []}]})""")
        await reach(2)
        expect(await browser.run(rows) == 2, f"{await browser.run(rows)} rows are left, not 2")
        lanes = await browser.run("document.querySelectorAll('#lanes > li').length")
        expect(lanes == 2, f"{lanes} connections are left, not 2")

        await browser.settle()
        expect(await browser.run("document.title") == TITLE, "the title changed")
        expect(browser.requests == [url], f"the page asked for {browser.requests[1:]}")
        expect(browser.dialogs == [], f"dialogs: {browser.dialogs}")
        expect(browser.messages == [], f"messages: {browser.messages}")


asyncio.run(check(sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None))
findings.report()
