package import SockeyeClient

extension Transcript.Event {
    /// The event in words; `nil` for those that only count bytes or end something.
    package init?(_ event: ClientEvent, at time: Int) {
        if ["sentBody", "receivedBody", "measured", "ended"].contains(event.name) { return nil }
        let clause = event.clause
        self.init(
            time: time, name: event.name, text: "\(event)", clause: clause.map { "\($0)" }, link: clause?.link)
    }
}

extension Transcript {
    /// The event, with the secrets of the URLs in its text masked unless they are kept.
    func masked(_ event: Event) -> Event {
        var event = event
        event.text = masked(event.text)
        return event
    }

    /// A text for people, such as why something failed, likewise.
    func masked(_ text: String) -> String { mask?.masked(text: text) ?? text }
}
