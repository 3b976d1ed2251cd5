/*
 * The machine's network, as the kernel tells of it: netlink(7), rtnetlink(7).
 * Results as in sockets.h: zero or a count on success, the negated errno on failure.
 */
#ifndef SOCKEYE_NETLINK_H
#define SOCKEYE_NETLINK_H

#include <stdint.h>

/* What can be asked for. */
enum { SOCKEYE_NETLINK_LINKS = 0, SOCKEYE_NETLINK_ADDRESSES = 1, SOCKEYE_NETLINK_ROUTES = 2 };

/* socket(2) and bind(2): a socket that is told of each change of links, addresses and routes. Read it with
   sockeye_receive: -ENOBUFS means that messages were lost. */
int sockeye_netlink_open(void);

/* Asks for all links, addresses or routes, as messages of this number that end with NLMSG_DONE (send(2)). */
int sockeye_netlink_ask(int descriptor, int what, uint32_t number);

/* Whether the network interface is wireless, by /sys/class/net. */
int sockeye_netlink_is_wireless(const char *name);

#endif
