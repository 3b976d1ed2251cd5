// swift-tools-version:6.2
import PackageDescription

// The program that measures the library, in a package of its own: beside AsyncHTTPClient it would be linked with
// Foundation, because traits are one for a whole build and a peer's dependencies switch swift-http-types' on.
let package = Package(
    name: "sockeye-library-benchmark",
    dependencies: [
        .package(name: "sockeye", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "sockeye-bench",
            dependencies: [.product(name: "Sockeye", package: "sockeye")],
            path: "Sources/SockeyeBench",
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        )
    ]
)
