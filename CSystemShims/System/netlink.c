#define _GNU_SOURCE
#include "netlink.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "calls.h"

int sockeye_netlink_open(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (descriptor < 0) return -errno;
    struct sockaddr_nl name = {
        .nl_family = AF_NETLINK,
        .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE,
    };
    if (bind(descriptor, (const struct sockaddr *)&name, sizeof name) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    return -error;
}

int sockeye_netlink_ask(int descriptor, int what, uint32_t number) {
    static const uint16_t types[] = {RTM_GETLINK, RTM_GETADDR, RTM_GETROUTE};
    struct {
        struct nlmsghdr header;
        struct rtgenmsg body;
    } request;
    memset(&request, 0, sizeof request);
    request.header.nlmsg_len = NLMSG_LENGTH(sizeof request.body);
    request.header.nlmsg_type = types[what < 0 || what > SOCKEYE_NETLINK_ROUTES ? 0 : what];
    request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    request.header.nlmsg_seq = number;
    request.body.rtgen_family = AF_UNSPEC;
    ssize_t sent;
    do {
        sent = send(descriptor, &request, request.header.nlmsg_len, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : 0;
}

int sockeye_netlink_is_wireless(const char *name) {
    char path[64];
    /* The kernel refuses names with a slash, and names of more than 15 bytes. */
    int length = snprintf(path, sizeof path, "/sys/class/net/%s/phy80211", name);
    return length > 0 && (size_t)length < sizeof path && strchr(name, '/') == NULL && access(path, F_OK) == 0;
}
