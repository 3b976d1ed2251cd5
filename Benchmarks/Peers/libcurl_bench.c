/* libcurl_bench sequential URL COUNT | redirects URL COUNT | concurrent URL COUNT CONNECTIONS | fetch URL
 *             | handshakes-whole URL CA COUNT | handshakes-resumed URL CA COUNT
 *
 * sequential: the easy interface with one handle, so one connection. redirects: the same, following redirects and
 * keeping cookies. concurrent: the multi interface on one thread with one handle per connection, driven by
 * curl_multi_poll. handshakes: a new TLS connection for each request, with a whole handshake or a resumed one. Prints requests=N seconds=S cpu=S for the loop only. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t received;

static size_t take(char *bytes, size_t size, size_t count, void *unused) {
    (void)bytes;
    (void)unused;
    received += size * count;
    return size * count;
}

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *what) {
    fprintf(stderr, "libcurl_bench: %s\n", what);
    exit(1);
}

static CURL *handle(const char *url) {
    CURL *easy = curl_easy_init();
    if (!easy) fail("no handle");
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    return easy;
}

static void sequential(const char *url, long count, int followsRedirects) {
    CURL *easy = handle(url);
    if (followsRedirects) {
        curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
        curl_easy_setopt(easy, CURLOPT_COOKIEFILE, "");
    }
    for (long done = 0; done < count; done++) {
        CURLcode code = curl_easy_perform(easy);
        if (code != CURLE_OK) fail(curl_easy_strerror(code));
    }
    curl_easy_cleanup(easy);
}

static void handshakes(const char *url, const char *authority, long count, int resumes) {
    CURL *easy = handle(url);
    curl_easy_setopt(easy, CURLOPT_CAINFO, authority);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, resumes ? 1L : 0L);
    for (long done = 0; done < count; done++) {
        CURLcode code = curl_easy_perform(easy);
        if (code != CURLE_OK) fail(curl_easy_strerror(code));
    }
    curl_easy_cleanup(easy);
}

/* When the loop that counts began. */
static double wall, cpu;

static void start_clocks(void) {
    wall = now(CLOCK_MONOTONIC);
    cpu = now(CLOCK_PROCESS_CPUTIME_ID);
}

/* A first request on each connection opens it and isn't counted. */
static void concurrent(const char *url, long count, long connections) {
    CURLM *multi = curl_multi_init();
    if (!multi) fail("no multi handle");
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, connections);
    long started = 0;
    long done = 0;
    count += connections;
    for (; started < connections; started++) curl_multi_add_handle(multi, handle(url));
    while (done < count) {
        int running = 0;
        if (curl_multi_perform(multi, &running) != CURLM_OK) fail("curl_multi_perform");
        int left = 0;
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left))) {
            if (message->msg != CURLMSG_DONE) continue;
            CURL *easy = message->easy_handle;
            if (message->data.result != CURLE_OK) fail(curl_easy_strerror(message->data.result));
            done++;
            if (done == connections) start_clocks();
            curl_multi_remove_handle(multi, easy);
            if (started < count) {
                started++;
                curl_multi_add_handle(multi, easy);
                running = 1;
            } else {
                curl_easy_cleanup(easy);
            }
        }
        if (done < count && curl_multi_poll(multi, NULL, 0, 1000, NULL) != CURLM_OK) fail("curl_multi_poll");
    }
    curl_multi_cleanup(multi);
}

int main(int words, char **word) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    int isWhole = words == 5 && strcmp(word[1], "handshakes-whole") == 0;
    int isResumed = words == 5 && strcmp(word[1], "handshakes-resumed") == 0;
    int isHandshakes = isWhole || isResumed;
    long count = words > 3 ? strtol(word[isHandshakes ? 4 : 3], NULL, 10) : 1;
    long connections = words > 4 && !isHandshakes ? strtol(word[4], NULL, 10) : 1;
    int isFetch = words == 3 && strcmp(word[1], "fetch") == 0;
    int isSequential = words == 4 && strcmp(word[1], "sequential") == 0;
    int isRedirects = words == 4 && strcmp(word[1], "redirects") == 0;
    int isConcurrent = words == 5 && strcmp(word[1], "concurrent") == 0;
    if (!(isFetch || isSequential || isRedirects || isConcurrent || isHandshakes) || count < 1 || connections < 1) {
        fprintf(stderr, "usage: libcurl_bench sequential|redirects URL COUNT | concurrent URL COUNT CONNECTIONS | fetch URL "
                        "| handshakes-whole|handshakes-resumed URL CA COUNT\n");
        return 2;
    }
    start_clocks();
    if (isHandshakes) {
        handshakes(word[2], word[3], count, isResumed);
    } else if (isConcurrent) {
        concurrent(word[2], count, connections);
    } else {
        sequential(word[2], count, isRedirects);
    }
    if (received == 0) fail("no body came");
    printf("requests=%ld seconds=%.6f cpu=%.6f\n", count, now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - cpu);
    curl_global_cleanup();
    return 0;
}
