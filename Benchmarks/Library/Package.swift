// swift-tools-version:6.2
import PackageDescription

// The program that benchmarks the library, in a separate package: in one with AsyncHTTPClient it would link Foundation,
// because traits apply to a whole build and a peer's dependencies enable swift-http-types' trait.
let package = Package(
    name: "sockeye-library-benchmark",
    dependencies: [
        .package(name: "sockeye", path: "../..", traits: ["DiskCache"])
    ],
    targets: [
        .target(name: "CHeap", path: "Sources/CHeap"),
        .executableTarget(
            name: "sockeye-bench",
            dependencies: ["CHeap", .product(name: "Sockeye", package: "sockeye")],
            path: "Sources/SockeyeBench",
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
    ]
)
