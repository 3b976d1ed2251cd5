/*
 * Sends the shims' calls through the fault plan. Included by CSystemShims/System/calls.h, after every system header, in builds
 * with SOCKEYE_FAULTS only, which define _GNU_SOURCE.
 */
#ifndef CFAULTS_FAULT_POINTS_H
#define CFAULTS_FAULT_POINTS_H

#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <zlib.h>

int cfaults_open(const char *path, int flags, ...);
int cfaults_fcntl(int descriptor, int command, ...);
ssize_t cfaults_pread(int descriptor, void *bytes, size_t count, int64_t offset);
ssize_t cfaults_pwrite(int descriptor, const void *bytes, size_t count, int64_t offset);
ssize_t cfaults_read(int descriptor, void *bytes, size_t count);
ssize_t cfaults_write(int descriptor, const void *bytes, size_t count);
int cfaults_fsync(int descriptor);
int cfaults_fdatasync(int descriptor);
int cfaults_syncfs(int descriptor);
int cfaults_ftruncate(int descriptor, int64_t length);
int cfaults_fsetxattr(int descriptor, const char *name, const void *value, size_t size, int flags);
int cfaults_fremovexattr(int descriptor, const char *name);
ssize_t cfaults_fgetxattr(int descriptor, const char *name, void *value, size_t size);
int cfaults_fallocate(int descriptor, int mode, int64_t offset, int64_t length);
int cfaults_sync_file_range(int descriptor, int64_t offset, int64_t length, unsigned flags);
int cfaults_fchmod(int descriptor, mode_t mode);
int cfaults_fchown(int descriptor, uid_t owner, gid_t group);
int cfaults_flock(int descriptor, int operation);
int cfaults_mkdir(const char *path, mode_t mode);
int cfaults_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);
int cfaults_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int cfaults_unlink(const char *path);
int cfaults_stat(const char *path, struct stat *status);
int cfaults_lstat(const char *path, struct stat *status);
int cfaults_fstat(int descriptor, struct stat *status);
int cfaults_access(const char *path, int mode);
char *cfaults_realpath(const char *path, char *resolved);
int cfaults_futimens(int descriptor, const struct timespec times[2]);
int cfaults_fstatvfs(int descriptor, struct statvfs *status);
int cfaults_pipe2(int ends[2], int flags);
ssize_t cfaults_splice(int from, loff_t *from_offset, int to, loff_t *to_offset, size_t count, unsigned flags);
int cfaults_socket(int domain, int type, int protocol);
int cfaults_connect(int descriptor, const struct sockaddr *address, socklen_t length);
int cfaults_getsockopt(int descriptor, int level, int name, void *value, socklen_t *length);
int cfaults_bind(int descriptor, const struct sockaddr *address, socklen_t length);
ssize_t cfaults_send(int descriptor, const void *bytes, size_t count, int flags);
ssize_t cfaults_sendmsg(int descriptor, const struct msghdr *message, int flags);
ssize_t cfaults_recv(int descriptor, void *bytes, size_t count, int flags);
int cfaults_shutdown(int descriptor, int how);
int cfaults_close(int descriptor);
int cfaults_getsockname(int descriptor, struct sockaddr *address, socklen_t *length);
int cfaults_getpeername(int descriptor, struct sockaddr *address, socklen_t *length);
int cfaults_setsockopt(int descriptor, int level, int name, const void *value, socklen_t length);
int cfaults_getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found);
int cfaults_getifaddrs(struct ifaddrs **all);
int cfaults_epoll_create1(int flags);
int cfaults_epoll_ctl(int poller, int operation, int descriptor, struct epoll_event *event);
int cfaults_epoll_wait(int poller, struct epoll_event *events, int capacity, int timeout);
int cfaults_eventfd(unsigned count, int flags);
ssize_t cfaults_signal(int descriptor, const void *bytes, size_t count);
ssize_t cfaults_drain(int descriptor, void *bytes, size_t count);
int cfaults_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context);
int cfaults_sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until);
int cfaults_clock_gettime(clockid_t clock, struct timespec *now);
int cfaults_getrlimit(int resource, struct rlimit *limit);
void *cfaults_malloc(size_t count);
void *cfaults_calloc(size_t count, size_t size);
void *cfaults_realloc(void *old, size_t count);
void cfaults_free(void *pointer);
int cfaults_inflateInit2(z_stream *stream, int window_bits);

#define clock_gettime(...) cfaults_clock_gettime(__VA_ARGS__)
#define open(...) cfaults_open(__VA_ARGS__)
#define fcntl(...) cfaults_fcntl(__VA_ARGS__)
#define pread(...) cfaults_pread(__VA_ARGS__)
#define pwrite(...) cfaults_pwrite(__VA_ARGS__)
#ifdef SOCKEYE_POLLER_H
#define read(...) cfaults_drain(__VA_ARGS__)
#define write(...) cfaults_signal(__VA_ARGS__)
#else
#define read(...) cfaults_read(__VA_ARGS__)
#define write(...) cfaults_write(__VA_ARGS__)
#endif
#define fsync(...) cfaults_fsync(__VA_ARGS__)
#define fdatasync(...) cfaults_fdatasync(__VA_ARGS__)
#define syncfs(...) cfaults_syncfs(__VA_ARGS__)
#define ftruncate(...) cfaults_ftruncate(__VA_ARGS__)
#define fsetxattr(...) cfaults_fsetxattr(__VA_ARGS__)
#define fremovexattr(...) cfaults_fremovexattr(__VA_ARGS__)
#define fgetxattr(...) cfaults_fgetxattr(__VA_ARGS__)
#define fallocate(...) cfaults_fallocate(__VA_ARGS__)
#define sync_file_range(...) cfaults_sync_file_range(__VA_ARGS__)
#define fchmod(...) cfaults_fchmod(__VA_ARGS__)
#define fchown(...) cfaults_fchown(__VA_ARGS__)
#define flock(...) cfaults_flock(__VA_ARGS__)
#define mkdir(...) cfaults_mkdir(__VA_ARGS__)
#define renameat2(...) cfaults_renameat2(__VA_ARGS__)
#define linkat(...) cfaults_linkat(__VA_ARGS__)
#define unlink(...) cfaults_unlink(__VA_ARGS__)
#define stat(...) cfaults_stat(__VA_ARGS__)
#define lstat(...) cfaults_lstat(__VA_ARGS__)
#define fstat(...) cfaults_fstat(__VA_ARGS__)
#define access(...) cfaults_access(__VA_ARGS__)
#define realpath(...) cfaults_realpath(__VA_ARGS__)
#define futimens(...) cfaults_futimens(__VA_ARGS__)
#define fstatvfs(...) cfaults_fstatvfs(__VA_ARGS__)
#define pipe2(...) cfaults_pipe2(__VA_ARGS__)
#define splice(...) cfaults_splice(__VA_ARGS__)
#define socket(...) cfaults_socket(__VA_ARGS__)
#define connect(...) cfaults_connect(__VA_ARGS__)
#define getsockopt(...) cfaults_getsockopt(__VA_ARGS__)
#define bind(...) cfaults_bind(__VA_ARGS__)
#define send(...) cfaults_send(__VA_ARGS__)
#define sendmsg(...) cfaults_sendmsg(__VA_ARGS__)
#define recv(...) cfaults_recv(__VA_ARGS__)
#define shutdown(...) cfaults_shutdown(__VA_ARGS__)
#define close(...) cfaults_close(__VA_ARGS__)
#define getsockname(...) cfaults_getsockname(__VA_ARGS__)
#define getpeername(...) cfaults_getpeername(__VA_ARGS__)
#define setsockopt(...) cfaults_setsockopt(__VA_ARGS__)
#define getaddrinfo(...) cfaults_getaddrinfo(__VA_ARGS__)
#define getifaddrs(...) cfaults_getifaddrs(__VA_ARGS__)
#define epoll_create1(...) cfaults_epoll_create1(__VA_ARGS__)
#define epoll_ctl(...) cfaults_epoll_ctl(__VA_ARGS__)
#define epoll_wait(...) cfaults_epoll_wait(__VA_ARGS__)
#define eventfd(...) cfaults_eventfd(__VA_ARGS__)
#define pthread_create(...) cfaults_pthread_create(__VA_ARGS__)
#define sem_clockwait(...) cfaults_sem_clockwait(__VA_ARGS__)
#define getrlimit(...) cfaults_getrlimit(__VA_ARGS__)
#define malloc(...) cfaults_malloc(__VA_ARGS__)
#define calloc(...) cfaults_calloc(__VA_ARGS__)
#define realloc(...) cfaults_realloc(__VA_ARGS__)
#define free(...) cfaults_free(__VA_ARGS__)
#undef inflateInit2
#define inflateInit2(...) cfaults_inflateInit2(__VA_ARGS__)

#endif
