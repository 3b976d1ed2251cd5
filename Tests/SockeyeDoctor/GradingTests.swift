import Testing

@testable import SockeyeDoctor

/// The gradings as tables, without a server.
struct GradingTests {}
