/* bulk
 *
 * An HTTP server that is never the limit: GET /SIZE sends SIZE bytes from one buffer, PUT drops the body in the kernel with
 * MSG_TRUNC. Prints its port on the first line; a thread for each connection; forgives nothing and checks little, since only
 * the programs that are measured speak to it. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { content_size = 512 << 10, head_size = 16 << 10, piece_size = 1 << 20 };

/* The bytes that are sent. They stay in the processor's cache: copying them takes a sixth less time than sendfile(2) from a file
 * in memory, which looks up every page. */
static const char content[content_size];

static int send_all(int connection, const char *text) {
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t sent = send(connection, text, length, MSG_NOSIGNAL);
        if (sent < 0) return -1;
        text += sent;
        length -= (size_t)sent;
    }
    return 0;
}

static int give(int connection, long long size) {
    char head[128];
    snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Length: %lld\r\n\r\n", size);
    if (send_all(connection, head) < 0) return -1;
    while (size > 0) {
        ssize_t sent = send(connection, content, size < content_size ? (size_t)size : content_size, MSG_NOSIGNAL);
        if (sent <= 0) return -1;
        size -= sent;
    }
    return 0;
}

static int take(int connection, long long size) {
    while (size > 0) {
        ssize_t dropped = recv(connection, NULL, size < piece_size ? (size_t)size : piece_size, MSG_TRUNC);
        if (dropped <= 0) return -1;
        size -= dropped;
    }
    return send_all(connection, "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
}

/* Answers one request; `used` bytes of the head's buffer are left for the next. */
static int answer(int connection, char *head, size_t *used) {
    char *end = NULL;
    while (!(end = memmem(head, *used, "\r\n\r\n", 4))) {
        if (*used == head_size) return -1;
        ssize_t count = recv(connection, head + *used, head_size - *used, 0);
        if (count <= 0) return -1;
        *used += (size_t)count;
    }
    *end = 0;
    size_t rest = *used - (size_t)(end + 4 - head);
    int outcome = -1;
    if (strncmp(head, "GET /", 5) == 0) {
        outcome = give(connection, atoll(head + 5));
    } else if (strncmp(head, "PUT ", 4) == 0) {
        char *length = strcasestr(head, "\r\nContent-Length:");
        long long size = length ? atoll(length + 17) : -1;
        if (strcasestr(head, "\r\nExpect:") && send_all(connection, "HTTP/1.1 100 Continue\r\n\r\n") < 0) return -1;
        if (size >= (long long)rest) outcome = take(connection, size - (long long)rest);
        rest = 0;
    }
    memmove(head, end + 4, rest);
    *used = rest;
    return outcome;
}

static void *serve(void *argument) {
    int connection = (int)(intptr_t)argument;
    char *head = malloc(head_size);
    size_t used = 0;
    while (head && answer(connection, head, &used) == 0) {
    }
    free(head);
    close(connection);
    return NULL;
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) < 0 || listen(listener, 128) < 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) < 0) {
        perror("bulk");
        return 1;
    }
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    for (;;) {
        int connection = accept(listener, NULL, NULL);
        if (connection < 0) continue;
        int yes = 1;
        setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)connection) != 0) {
            close(connection);
            continue;
        }
        pthread_detach(thread);
    }
}
