/*
 * A WebSocket server on loopback (RFC 6455), for the rows about WebSockets: it returns every frame, or sends what the path
 * asks for, and does as little else as it can, so that the client is what is measured. Prints its port.
 *
 *     /echo               returns each frame until the client closes
 *     /send/COUNT/SIZE    after a first message, sends COUNT binary ones of SIZE bytes, then a close frame
 *
 * It trusts its client: only for benchmarks.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BUFFER_BYTES = 4 << 20 };
static unsigned char input[BUFFER_BYTES], output[BUFFER_BYTES + 16];

static void send_all(int socket, const unsigned char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0) exit(0);
        bytes += sent;
        count -= (size_t)sent;
    }
}

/* Writes a frame's header; returns its length. */
static size_t header(unsigned char *bytes, unsigned char first, size_t length) {
    bytes[0] = first;
    if (length < 126) {
        bytes[1] = (unsigned char)length;
        return 2;
    }
    size_t count = length < 65536 ? 2 : 8;
    bytes[1] = count == 2 ? 126 : 127;
    for (size_t index = 0; index < count; index++) bytes[2 + index] = (unsigned char)(length >> (8 * (count - 1 - index)));
    return 2 + count;
}

/* Reads the request's head, answers it, and leaves the path in `path`. */
static void shake_hands(int socket, char *path, size_t capacity) {
    char head[8192];
    size_t count = 0;
    while (count < 4 || memcmp(head + count - 4, "\r\n\r\n", 4) != 0) {
        if (count + 1 >= sizeof head || recv(socket, head + count, 1, 0) != 1) exit(0);
        count++;
    }
    head[count] = 0;
    char *field = strcasestr(head, "\r\nSec-WebSocket-Key:");
    if (field == NULL || sscanf(head, "GET %1023s", path) != 1 || capacity < 1024) exit(1);
    char key[128] = {0};
    if (sscanf(field + 20, " %64s", key) != 1) exit(1);
    strcat(key, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    unsigned char digest[SHA_DIGEST_LENGTH], accept[64];
    SHA1((unsigned char *)key, strlen(key), digest);
    EVP_EncodeBlock(accept, digest, sizeof digest);
    char answer[256];
    int length = snprintf(answer, sizeof answer,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Accept: %s\r\n\r\n", accept);
    send_all(socket, (unsigned char *)answer, (size_t)length);
}

static void echo(int socket) {
    size_t count = 0;
    while (1) {
        ssize_t got = recv(socket, input + count, sizeof input - count, 0);
        if (got <= 0) exit(0);
        count += (size_t)got;
        size_t used = 0, made = 0;
        while (count - used >= 6) {
            unsigned char *frame = input + used;
            size_t length = frame[1] & 0x7F, start = 2;
            if (length >= 126) {
                size_t bytes = length == 126 ? 2 : 8;
                if (count - used < 2 + bytes + 4) break;
                length = 0;
                for (size_t index = 0; index < bytes; index++) length = length << 8 | frame[2 + index];
                start += bytes;
            }
            if (count - used - start < 4 + length) break;
            unsigned char *mask = frame + start, *payload = mask + 4;
            for (size_t index = 0; index < length; index++) payload[index] ^= mask[index & 3];
            made += header(output + made, frame[0], length);
            memcpy(output + made, payload, length);
            made += length;
            used += start + 4 + length;
            if ((frame[0] & 0x0F) == 8) {
                send_all(socket, output, made);
                exit(0);
            }
        }
        send_all(socket, output, made);
        memmove(input, input + used, count - used);
        count -= used;
    }
}

static void give(int socket, long messages, size_t size) {
    if (size > BUFFER_BYTES) exit(1);
    size_t length = header(output, 0x82, size);
    memset(output + length, 'x', size);
    if (recv(socket, input, sizeof input, 0) <= 0) exit(0);
    while (messages-- > 0) send_all(socket, output, length + size);
    unsigned char close_frame[] = {0x88, 2, 1000 >> 8, 1000 & 0xFF};
    send_all(socket, close_frame, sizeof close_frame);
    while (recv(socket, input, sizeof input, 0) > 0) {}
    exit(0);
}

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof name;
    if (bind(listener, (struct sockaddr *)&name, sizeof name) != 0 || listen(listener, 64) != 0
        || getsockname(listener, (struct sockaddr *)&name, &length) != 0)
        return 1;
    printf("%d\n", ntohs(name.sin_port));
    fflush(stdout);
    while (1) {
        int socket = accept(listener, NULL, NULL);
        if (socket < 0) continue;
        if (fork() != 0) {
            close(socket);
            continue;
        }
        int on = 1;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        char path[1024];
        shake_hands(socket, path, sizeof path);
        long messages;
        size_t size;
        if (sscanf(path, "/send/%ld/%zu", &messages, &size) == 2) give(socket, messages, size);
        echo(socket);
    }
}
