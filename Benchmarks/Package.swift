// swift-tools-version:6.2
import PackageDescription

// The programs that `run.py` compares with sockeye, in a separate package, so that the product never depends on its
// peers. All have the same command line:
//
//     PROGRAM sequential URL COUNT                one request after another on one connection
//     PROGRAM concurrent URL COUNT CONNECTIONS    COUNT requests over that many connections, one event loop
//     PROGRAM fetch URL                           one body, streamed and discarded
//     PROGRAM websocket URL COUNT                 COUNT messages of 64 bytes, each echoed before the next
//     PROGRAM websocket-receive URL COUNT         COUNT messages received
//
// and print one line: requests=N seconds=S cpu=S (of the loop only, without start-up and warm-up request).

let package = Package(
    name: "sockeye-benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "asynchttpclient-bench",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Sources/AsyncHTTPClientBench"
        ),
        .executableTarget(name: "urlsession-bench", path: "Sources/URLSessionBench"),
        .executableTarget(
            name: "nio-websocket-bench",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            path: "Sources/NIOWebSocketBench"
        ),
    ]
)
