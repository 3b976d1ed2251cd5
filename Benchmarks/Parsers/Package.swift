// swift-tools-version:6.2
import PackageDescription

// A separate package, so that depending on Sockeye doesn't pull in the peers it is compared with.
let package = Package(
    name: "parser-benchmarks",
    dependencies: [.package(name: "sockeye", path: "../..")],
    targets: [
        .target(
            name: "CSimdjson",
            cxxSettings: [.unsafeFlags(["-O3", "-march=native"])],
            linkerSettings: [.linkedLibrary("simdjson"), .linkedLibrary("stdc++")]
        ),
        .target(name: "SampleData", swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "ParserBenchmarks",
            dependencies: ["CSimdjson", "SampleData", .product(name: "SockeyeParsers", package: "sockeye")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        // Without Foundation and the peers, whose memory would count too.
        .executableTarget(
            name: "StreamedElements",
            dependencies: [
                "SampleData", .product(name: "Sockeye", package: "sockeye"),
                .product(name: "SockeyeParsers", package: "sockeye"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
    ],
    cxxLanguageStandard: .cxx17
)
