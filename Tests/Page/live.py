#!/usr/bin/python3
"""Opens the live page of `sockeye --inspect` in Chromium; says what is wrong.

    Tests/Page/live.py URL REQUESTS [PICTURE]

Waits until the page shows so many requests, looks at each by keyboard, and then that nothing of what they carried ran.
"""

import asyncio
import sys

from browser import FOREIGN, VIEWS, Browser, Findings, use_arrow_keys

findings = Findings()
expect = findings.expect


async def check(url, count, picture):
    async with Browser() as browser:
        await browser.size(1280, 1000)
        await browser.open(url)
        rows = "[...document.querySelectorAll('#timeline button')].filter((row) => row.textContent.includes('200')).length"
        for _ in range(300):
            if await browser.run(rows) == count:
                break
            await browser.settle()
        expect(await browser.run(rows) == count, f"{await browser.run(rows)} answered requests, not {count}")
        expect("live" in await browser.run("document.getElementById('summary').textContent"), "the page does not say that it is live")
        await use_arrow_keys(browser, expect, count)
        for number in range(count):
            for view in VIEWS:
                expect(await browser.run("document.querySelector('[role=tabpanel]').textContent.length > 5"),
                       f"row {number}: the view {view} is empty")
                expect(await browser.run(FOREIGN) == 0, f"row {number}, {view}: there is an element that the page doesn't make")
                await browser.press("ArrowRight")
            text = await browser.run("document.querySelector('[role=tabpanel]').textContent")
            expect("not forwarded" in text and "RFC 9110" in text, f"row {number}: the decisions lack what the proxy did: {text}")
            for _ in VIEWS:
                await browser.press("ArrowLeft")
            await browser.press("ArrowDown")
        if picture:
            await browser.picture(picture)
        expect(await browser.run("document.title") == "Sockeye: what went over the wire", "the title changed")
        foreign = [address for address in browser.requests if not address.startswith(url)]
        expect(foreign == [], f"the page asked for {foreign}")
        expect(browser.dialogs == [], f"dialogs: {browser.dialogs}")
        expect(browser.messages == [], f"messages: {browser.messages}")


asyncio.run(check(sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None))
findings.report()
