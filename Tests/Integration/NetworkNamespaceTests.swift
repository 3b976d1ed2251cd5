import Glibc
import TestSupport
import Testing

/// The network of a machine of its own, which goes away and comes back: two namespaces joined by a pair of interfaces.
@Suite(
    .enabled(
        if: geteuid() == 0 && access("/sbin/ip", X_OK) == 0 && access("/usr/bin/unshare", X_OK) == 0,
        "network namespaces need root, ip (iproute2) and unshare"))
struct NetworkNamespaceTests {
    /// `until COMMAND` waits for it to succeed; `peer COMMAND` runs it in the other namespace; `plug` joins both, 10.9.8.7 here
    /// and 10.9.8.1 there, where `serve` starts a web server on port 8000.
    private static let prelude = #"""
        set -u
        until_() { for i in $(seq 600); do "$@" >/dev/null 2>&1 && return; sleep 0.05; done; echo "gave up: $*"; exit 99; }
        unshare -n sleep 100 >/dev/null 2>&1 & other=$!
        trap 'kill $(jobs -p) 2>/dev/null' EXIT
        peer() { nsenter -t $other -n "$@"; }
        apart() { test "$(readlink /proc/$other/ns/net)" != "$(readlink /proc/self/ns/net)"; }
        until_ apart
        plug() {
            ip link add sa type veth peer name sb netns $other
            peer ip addr add 10.9.8.1/24 dev sb; peer ip link set sb up
            ip addr add 10.9.8.7/24 dev sa; ip link set sa up
        }
        serve() {
            peer ip link set lo up
            (cd "$folder/served"; exec nsenter -t $other -n python3 -m http.server --protocol HTTP/1.1 8000) \
                >/dev/null 2>&1 &
            until_ peer curl -sf http://127.0.0.1:8000/
        }
        ip link set lo up

        """#

    private func run(_ script: String) async throws -> (Program.Outcome, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let served = folder.file("served")
        mkdir(served, 0o755)
        try folder.write("served/file", "here\n")
        let outcome = try await Program.run(
            "/usr/bin/unshare",
            [
                "-n", "/bin/bash", "-c", "sockeye=$0 folder=$1\n" + Self.prelude + script, SideBySide.sockeye,
                folder.path,
            ], seconds: 100)
        return (outcome, folder)
    }

    @Test func watchesWhatComesAndGoes() async throws {
        let (outcome, folder) = try await run(
            #"""
            "$sockeye" --watch-network -m 60 >"$folder/lines" & watcher=$!
            says() { tail -n 1 "$folder/lines" | grep -qE "$1"; }
            until_ says '^loopbackOnly; lo \(loopback\) 127.0.0.1/8'
            plug
            until_ says '^local; .*, sa \(virtual\) 10.9.8.7/24'
            ip route add default via 10.9.8.1
            until_ says '^routed via sa; '
            ip link set sa down
            until_ says '^loopbackOnly; lo [^,]*$'
            ip link set sa up
            until_ says '^local; .*, sa '
            peer ip link set sb down
            until_ says '^loopbackOnly; lo [^,]*$'
            peer ip link set sb up
            until_ says '^local; .*, sa '
            ip link del sa
            until_ says '^loopbackOnly; lo [^,]*$'
            kill $watcher
            echo fine
            """#)
        let lines = String(decoding: (try? folder.read("lines")) ?? [], as: UTF8.self)
        #expect(outcome.text == "fine\n", "\(outcome.errorText)\n\(lines)")
    }

    @Test func holdsARequestUntilThereIsARoute() async throws {
        let (outcome, folder) = try await run(
            #"""
            serve
            "$sockeye" -sv --wait-for-network -m 60 http://10.9.8.1:8000/file >"$folder/out" 2>"$folder/err" & client=$!
            until_ grep -q 'No route yet, waiting for the network: loopbackOnly' "$folder/err"
            plug
            wait $client; echo "exit $?"
            cat "$folder/out"
            """#)
        let errors = String(decoding: (try? folder.read("err")) ?? [], as: UTF8.self)
        #expect(outcome.text == "exit 0\nhere\n", "\(outcome.errorText)\n\(errors)")
    }

    @Test(arguments: [("", 7), ("--wait-for-network", 28)]) func failsOtherwise(
        _ option: String, _ code: Int
    ) async throws {
        let (outcome, _) = try await run(
            #"""
            "$sockeye" -s -m 1 \#(option) http://10.9.8.1:8000/file; echo "exit $?"
            """#)
        #expect(outcome.text == "exit \(code)\n", "\(outcome.errorText)")
    }

    /// The interface is down for a moment between two requests: their connection would survive that, but nobody can know.
    @Test(arguments: [("", "1 0"), ("--wait-for-network", "1 1")])
    func dropsTheConnectionsOfAnInterfaceThatWentAway(_ option: String, _ connections: String) async throws {
        let (outcome, _) = try await run(
            #"""
            plug
            serve
            "$sockeye" -s --rate 30/m \#(option) -w '%{stderr}%{num_connects} ' http://10.9.8.1:8000/file \
                http://10.9.8.1:8000/file >"$folder/out" 2>"$folder/err" & client=$!
            until_ grep -q here "$folder/out"
            ip link set sa down; sleep 0.3; ip link set sa up
            wait $client; echo "exit $?"
            cat "$folder/err"
            """#)
        #expect(outcome.text == "exit 0\n\(connections) ", "\(outcome.errorText)")
    }
}
