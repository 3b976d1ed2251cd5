#!/usr/bin/python3
"""Edits what `sockeye --inspect` holds on its live page in Chromium, by keyboard; says what is wrong.

    Tests/Page/held.py URL [PICTURE]

Waits for the request of an exchange and puts a / before its body, then for the answer and changes its phrase to Edited.
"""

import asyncio
import sys

from browser import FOREIGN, Browser, Findings

findings = Findings()
expect = findings.expect
FOCUS = "document.activeElement.id"


async def until(browser, condition, what):
    for _ in range(300):
        if await browser.run(condition):
            return
        await browser.settle()
    expect(False, f"never: {what}")


async def check(url, picture):
    async with Browser() as browser:
        await browser.size(400, 800)
        await browser.open(url)
        await until(browser, "document.getElementById('held-body').value !== ''", "the request's body is shown")
        text = await browser.run("document.getElementById('held').innerText")
        expect("Held: the request of POST http://" in text and "1 held" in text, f"the request isn't named: {text}")
        expect(await browser.run("document.documentElement.scrollWidth <= 400"), "the page is wider than a small screen")
        if picture:
            await browser.picture(picture)
        await browser.run("document.getElementById('held-body').focus()")
        await browser.run("document.getElementById('held-body').setSelectionRange(0, 0)")
        await browser.press("/")
        expect(await browser.run(FOCUS) == "held-body", "/ leads out of the body")
        await browser.press("Tab")
        expect(await browser.run(FOCUS) == "held-pass", f"Tab leads to {await browser.run(FOCUS)}")
        await browser.press("Enter")
        await until(browser, "document.getElementById('held-head').value.startsWith('HTTP/1.1 200 OK')", "the answer is shown")
        expect(await browser.run(FOCUS) == "held-pass", "the focus is lost between two messages")
        await browser.run("document.getElementById('held-head').focus()")
        await browser.run("document.getElementById('held-head').setSelectionRange(13, 15)")
        await browser.type("Edited")
        await browser.run("document.getElementById('held-pass').focus()")
        await browser.press("Enter")
        await until(browser, "document.getElementById('held-count').textContent === 'Nothing is held.'", "the answer is gone")
        expect(await browser.run(FOCUS) == "held-pass", "the focus is lost after the last message")
        await browser.run("document.getElementById('holding').focus()")
        expect(await browser.run("document.getElementById('held-trouble').textContent") == "", "there is trouble")
        await browser.press(" ")
        expect(await browser.run("document.getElementById('holding').checked") is False, "holding can't be switched off")
        expect(await browser.run(FOREIGN) == 0, "there is an element that the page doesn't make")
        expect(browser.dialogs == [], f"dialogs: {browser.dialogs}")
        expect(browser.messages == [], f"messages: {browser.messages}")


asyncio.run(check(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))
findings.report()
