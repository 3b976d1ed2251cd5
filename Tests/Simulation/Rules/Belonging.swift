/// The rule that secrets are sent only where they belong.
enum Belonging {
    static func check(_ head: RequestParser.Head, of operation: Operation, at place: Place) {
        let world = operation.world
        if head.values("host") != [place.authority] {
            world.breaks("operation \(operation.number) names \(head.values("host")) at \(place.url)")
        }
        for value in head.values("authorization") {
            let isOwn = value == "Bearer own\(operation.number)" && operation.place == place
            let isTheClients = value == World.credentialField && world.credentialPlace == place
            if !isOwn, !isTheClients { world.breaks("operation \(operation.number) shows \(value) at \(place.url)") }
        }
        // The request is made when the operation begins, and may wait for a connection then.
        for value in head.values("cookie") {
            if let fault = world.cookies.fault(in: value, at: place, second: operation.began / 1_000_000_000) {
                world.breaks("operation \(operation.number) sends \(fault) to \(place.url)")
            }
        }
        for value in head.values("referer") where value.hasPrefix("https:") && !place.isSecure {
            world.breaks("operation \(operation.number) tells \(place.url) of \(value)")
        }
    }
}
