"""Chromium without a window, driven over the DevTools protocol (Debian's chromium and python3-websockets)."""

import asyncio
import base64
import json
import re
import shutil
import sys
import tempfile

import websockets

KEYS = {
    "Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35,
}

# What a transcript's page shows of a request, in order.
VIEWS = ["Wire", "Bytes", "Heads", "Chunks", "TLS", "Decisions"]
# The selected request.
SELECTED = "document.querySelector('#timeline [aria-current=true]')"
# Counts what such a page never makes itself.
FOREIGN = "document.querySelectorAll('img, iframe, object, embed, svg, form, [onclick], [onerror], [onload]').length"


class Findings:
    """What is wrong with a page; `report()` ends the program."""

    def __init__(self):
        self.failures = []

    def expect(self, condition, text):
        if not condition:
            self.failures.append(text)

    def report(self):
        for failure in self.failures:
            print(failure)
        sys.exit(1 if self.failures else 0)


async def use_arrow_keys(browser, expect, count):
    """Expects that the arrow keys work before anything has the focus, on a page of `count` requests."""
    view = "document.querySelector('[role=tab][aria-selected=true]').textContent"
    await browser.press("ArrowRight")
    expect(await browser.run(view) == VIEWS[1], "ArrowRight does not lead to the next view at once")
    await browser.press("ArrowLeft")
    await browser.press("ArrowDown")
    at = await browser.run(f"[...document.querySelectorAll('#timeline button')].indexOf({SELECTED})")
    expect(at == min(1, count - 1), f"ArrowDown leads from the first request to number {at}")
    await browser.press("Home")


class Browser:
    """`async with Browser() as browser:` one page, and what happened in it."""

    async def __aenter__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if not program:
            raise SystemExit("chromium is not installed")
        self.folder = tempfile.mkdtemp(prefix="sockeye-browser-")
        self.process = await asyncio.create_subprocess_exec(
            program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking",
            "--disable-component-update", "--no-first-run", f"--user-data-dir={self.folder}", "--remote-debugging-port=0",
            "about:blank", stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL)
        port = await asyncio.wait_for(self._port(), 60)
        self.drain = asyncio.create_task(self.process.stderr.read())
        self.socket = await websockets.connect(f"ws://127.0.0.1:{port}", max_size=1 << 28)
        self.number, self.answers, self.session = 0, {}, None
        self.requests, self.dialogs, self.messages = [], [], []
        self.loaded = asyncio.Event()
        self.reader = asyncio.create_task(self._read())
        target = (await self.call("Target.createTarget", url="about:blank"))["targetId"]
        self.session = (await self.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            await self.call(f"{domain}.enable")
        return self

    async def _port(self):
        async for line in self.process.stderr:
            found = re.search(rb"ws://127\.0\.0\.1:(\S+)", line)
            if found:
                return found[1].decode()
        raise SystemExit("chromium ended before it listened")

    async def __aexit__(self, *_):
        self.reader.cancel()
        await self.socket.close()
        self.process.kill()
        await self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def _read(self):
        async for text in self.socket:
            message = json.loads(text)
            if "id" in message:
                self.answers.pop(message["id"]).set_result(message)
                continue
            name, values = message.get("method"), message.get("params", {})
            if name == "Network.requestWillBeSent":
                self.requests.append(values["request"]["url"])
            elif name == "Page.javascriptDialogOpening":
                self.dialogs.append(values["message"])
                asyncio.create_task(self.call("Page.handleJavaScriptDialog", accept=True))
            elif name == "Runtime.exceptionThrown":
                self.messages.append(values["exceptionDetails"].get("exception", {}).get("description", "exception"))
            elif name == "Log.entryAdded":
                self.messages.append(values["entry"]["text"])
            elif name == "Page.loadEventFired":
                self.loaded.set()

    async def call(self, method, **parameters):
        self.number += 1
        answer = self.answers[self.number] = asyncio.get_running_loop().create_future()
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        await self.socket.send(json.dumps(message))
        result = await asyncio.wait_for(answer, 60)
        if "error" in result:
            raise RuntimeError(f"{method}: {result['error']}")
        return result["result"]

    async def open(self, url):
        self.loaded.clear()
        self.requests.clear()
        await self.call("Page.navigate", url=url)
        await asyncio.wait_for(self.loaded.wait(), 60)

    async def run(self, script):
        """The value of an expression in the page."""
        result = await self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    async def settle(self):
        """Waits until what is pending in the page was drawn."""
        await self.run("new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 120))")

    async def press(self, key):
        text = key if len(key) == 1 else ""
        values = {"key": key, "windowsVirtualKeyCode": KEYS.get(key, ord(key[0].upper()))}
        if text:
            values["text"] = text
        elif key == "Enter":
            values["text"] = "\r"
        await self.call("Input.dispatchKeyEvent", type="keyDown", **values)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def type(self, text):
        for letter in text:
            await self.press(letter)

    async def size(self, width, height):
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    async def prefer(self, scheme):
        await self.call(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    async def picture(self, file):
        data = await self.call("Page.captureScreenshot", format="png")
        with open(file, "wb") as output:
            output.write(base64.b64decode(data["data"]))

    async def paper(self):
        """The page as PDF."""
        return base64.b64decode((await self.call("Page.printToPDF"))["data"])
