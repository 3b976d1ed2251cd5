// swift-tools-version:6.2
import PackageDescription

// A package of somebody who embeds the library: built in release, with the options of its author and not with ours.
// `Tests/checks/embedder.sh` builds and runs it.

let package = Package(
    name: "embedder",
    traits: [.trait(name: "Everything", description: "All traits of the library")],
    dependencies: [
        .package(
            name: "sockeye", path: "../..",
            traits: [
                .trait(name: "Brotli", condition: .when(traits: ["Everything"])),
                .trait(name: "Zstd", condition: .when(traits: ["Everything"])),
                .trait(name: "IDN", condition: .when(traits: ["Everything"])),
                .trait(name: "PublicSuffix", condition: .when(traits: ["Everything"])),
                .trait(name: "DiskCache", condition: .when(traits: ["Everything"])),
                .trait(name: "Archive", condition: .when(traits: ["Everything"])),
                .trait(name: "SecretService", condition: .when(traits: ["Everything"])),
                .trait(name: "FoundationNetworking", condition: .when(traits: ["Everything"])),
                .trait(name: "Logging", condition: .when(traits: ["Everything"])),
                .trait(name: "Metrics", condition: .when(traits: ["Everything"])),
                .trait(name: "Tracing", condition: .when(traits: ["Everything"])),
                .trait(name: "ServiceLifecycle", condition: .when(traits: ["Everything"])),
            ])
    ],
    targets: [
        .executableTarget(name: "ParsersAlone", dependencies: [.product(name: "SockeyeParsers", package: "sockeye")]),
        // By itself, so that it sees nothing of the other modules.
        .target(name: "FirstGuesses", dependencies: [.product(name: "Sockeye", package: "sockeye")]),
        .executableTarget(
            name: "Embedder",
            dependencies: [
                "FirstGuesses",
                .product(name: "Sockeye", package: "sockeye"),
                .product(name: "SockeyeParsers", package: "sockeye"),
                .product(name: "SockeyeEvents", package: "sockeye"),
                .product(name: "SockeyeFoundation", package: "sockeye"),
                .product(name: "SockeyeTesting", package: "sockeye"),
                // What the other traits fill.
                .product(name: "SockeyeTools", package: "sockeye"),
                .product(name: "SockeyeHooks", package: "sockeye"),
            ]),
    ]
)
