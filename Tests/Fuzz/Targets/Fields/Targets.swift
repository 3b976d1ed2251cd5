// Links: HTTPTypes SockeyeBytes SockeyeURL SockeyeFields SockeyeHTTP1 CHostNames

let targets: [Target] = [
    ("response", Check.response),
    ("urls", Check.urls),
    ("dispositions", Check.dispositions),
    ("links", Check.links),
    ("media-types", Check.mediaTypes),
    ("dates", Check.dates),
    ("ranges", Check.ranges),
    ("tags", Check.tags),
]
