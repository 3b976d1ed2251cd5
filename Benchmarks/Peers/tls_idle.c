/* tls_idle PORT COUNT
 *
 * Opens COUNT TLS connections to 127.0.0.1:PORT with nothing but OpenSSL, in the mode that gives buffers back, and prints what
 * each takes of the heap once all are idle: requests=N seconds=S cpu=S each=BYTES. */
#include <arpa/inet.h>
#include <malloc.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static size_t heap(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static SSL *open_one(SSL_CTX *context, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
    SSL *tls = SSL_new(context);
    if (!tls || !SSL_set_fd(tls, connection) || SSL_connect(tls) != 1) fail("SSL_connect");
    const char *request = "GET /small HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    char reply[4096];
    if (SSL_write(tls, request, (int)strlen(request)) <= 0) fail("SSL_write");
    size_t length = 0;
    while (length < 1024) {
        int count = SSL_read(tls, reply, sizeof reply);
        if (count <= 0) fail("SSL_read");
        length += (size_t)count;
    }
    return tls;
}

int main(int words, char **word) {
    long count = words == 3 ? strtol(word[2], NULL, 10) : 0;
    if (count < 1) {
        fprintf(stderr, "usage: tls_idle PORT COUNT\n");
        return 2;
    }
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (!context) fail("SSL_CTX_new");
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    int port = atoi(word[1]);
    open_one(context, port);
    size_t before = heap();
    double wall = now(CLOCK_MONOTONIC);
    double cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    for (long opened = 0; opened < count; opened++) open_one(context, port);
    printf("requests=%ld seconds=%.6f cpu=%.6f each=%zu\n", count, now(CLOCK_MONOTONIC) - wall,
           now(CLOCK_PROCESS_CPUTIME_ID) - cpu, (heap() - before) / (size_t)count);
    return 0;
}
