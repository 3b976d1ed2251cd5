#!/usr/bin/env python3
"""Fails if a test waits for luck: sleeps, or yields or asks again and again, in a file that isn't in this list, or more often
than its line says. A test waits for the thing itself: a Gate, the server's log, an observer's event, FolderWatch, oneEnds,
untilUnlocked, Tally (Tests/Support, SockeyeTesting).

    Tests/checks/patience.py
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WAITS = re.compile(r"\b(?:usleep|nanosleep|sched_yield|eventually)\b|(?<!func )\bsleep\(|\bTask\.yield\b")

# How often at most, and why.
KNOWN = {
    "Adapters/SockeyeHooks/HookTests.swift": (1, "the group doesn't say when it has told its services to end"),
    "Client/SockeyeClient/CancellationTests.swift": (1, "requests are cancelled after so many turns"),
    "Client/SockeyeClient/ConnectionLifeTests.swift": (1, "within a millisecond a connection isn't looked at again"),
    "Client/SockeyeClient/Events/EventScenarios.swift": (1, "the same"),
    "Client/SockeyeClient/LeakTests.swift": (1, "the kernel tells nobody that a descriptor was closed"),
    "Client/SockeyeClient/WebSocket/WebSocketTests.swift": (2, "nothing is received until the time is up; who waits tells nobody"),
    "Client/SockeyeTransfers/Download/JournalLockTests.swift": (1, "two tasks in turn"),
    "Client/SockeyeTransfers/Download/OrderedDigestTests.swift": (1, "the hashing thread tells nobody how far it is"),
    "Client/SockeyeTransfers/Download/TemporaryDownloadTests.swift": (1, "other programs' files come and go in the same folder"),
    "Faults/Bench.swift": (1, "servers and loops close a little later; only the counts of what is held show it"),
    "Integration/Peers/Kerberos.swift": (1, "another program tells nobody that it listens"),
    "Integration/Peers/Microsocks.swift": (1, "another program tells nobody that it listens"),
    "Simulation/Client/User.swift": (3, "in the time of the simulated world"),
    "Simulation/Engine/World.swift": (1, "in which order tasks run is a choice of the world"),
    "Simulation/Network/Line.swift": (1, "the same"),
    "Soak/Soak.swift": (2, "it measures every second"),
    "Support/Eventually.swift": (2, "the one loop of those who wait for what tells nobody"),
    "System/SockeyeIO/EventLoopTests.swift": (9, "the loop's timers and queue are what is tested"),
    "System/SockeyeIO/SocketTests.swift": (4, "tasks that use one socket by turns"),
    "System/SockeyeIO/VirtualTimeTests.swift": (1, "the loop's queue is what is tested"),
    "Tools/SockeyeInspect/OddityTests.swift": (4, "the proxy's log tells nobody that it has grown"),
    "Tools/SockeyeInspect/ProxyTests.swift": (2, "the same"),
}


def main():
    found = {}
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        code = re.sub(r'//.*|"(?:\\.|[^"\\\n])*"', "", path.read_text())
        if count := len(WAITS.findall(code)):
            found[str(path.relative_to(ROOT / "Tests"))] = count
    faults = [
        f"Tests/{name} sleeps, yields or asks again {count} times, not {KNOWN.get(name, (0,))[0]}: wait for the thing itself"
        for name, count in found.items() if count > KNOWN.get(name, (0,))[0]]
    faults += [f"Tests/{name} no longer waits for luck: take it off the list" for name in KNOWN if name not in found]
    for fault in faults:
        print(f"patience: {fault}", file=sys.stderr)
    print(f"patience: {sum(found.values())} waits for time or luck in {len(found)} files, each with its reason")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
