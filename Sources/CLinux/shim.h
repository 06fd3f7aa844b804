#ifndef EIDOLON_CLINUX_SHIM_H
#define EIDOLON_CLINUX_SHIM_H

// Linux calls that the Glibc module hides behind feature macros, and flag sets that are macros or enumerations in C.
// Defining _GNU_SOURCE instead would break the import of sockaddr, so the few prototypes stand here.

#include <elf.h>
#include <errno.h>
#include <linux/aio_abi.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

extern long syscall(long number, ...);

/// A variable of the process as `NAME=VALUE`, by its place; NULL behind the last.
static inline const char *clinux_variable(size_t place) {
  extern char **environ;
  return environ ? environ[place] : NULL;
}

/// Gives the pages of freed memory back to the system, of all arenas (malloc_trim(3)); a walk over the heap.
extern int malloc_trim(size_t pad);

/// Where the program lies: what is added to the addresses of its headers; -1 if that cannot be told.
static inline uintptr_t clinux_program_base(const Elf64_Phdr *headers, unsigned long count) {
  if (!headers || getauxval(AT_PHENT) != sizeof *headers) return (uintptr_t)-1;
  // The headers stand behind the file's first bytes, which tells how far the program was moved.
  const char *file = (const char *)headers - sizeof(Elf64_Ehdr);
  for (unsigned long place = 0; place < count; place++) {
    if (headers[place].p_type != PT_LOAD || headers[place].p_offset != 0) continue;
    return __builtin_memcmp(file, ELFMAG, SELFMAG) == 0 ? (uintptr_t)file - headers[place].p_vaddr : (uintptr_t)-1;
  }
  return (uintptr_t)-1;
}

/// Advises on whole pages from `start` to `end` (madvise(2)).
static inline void clinux_advise(uintptr_t start, uintptr_t end, int advice) {
  if (end > start) madvise((void *)start, end - start, advice);
}

/// Lets go of the pages of the program's own code and constants (madvise(2), MADV_DONTNEED); those that are needed again come
/// back from the file. Nothing that can be written is touched.
static inline void clinux_forget_code(void) {
  const Elf64_Phdr *headers = (const Elf64_Phdr *)getauxval(AT_PHDR);
  uintptr_t count = getauxval(AT_PHNUM), page = getauxval(AT_PAGESZ), base = clinux_program_base(headers, count);
  if (page == 0 || base == (uintptr_t)-1) return;
  for (uintptr_t place = 0; place < count; place++) {
    if (headers[place].p_type != PT_LOAD || headers[place].p_flags & PF_W) continue;
    uintptr_t start = base + headers[place].p_vaddr, end = start + headers[place].p_memsz;
    clinux_advise(start & ~(page - 1), end & ~(page - 1), MADV_DONTNEED);
  }
}

/// Makes the pages of the program's variables at once, which a start writes to nearly all: one by one each is a fault or two, and
/// with several threads a message to the other cores (madvise(2), MADV_POPULATE_WRITE; older kernels than 5.14 leave it).
///
/// They are those without content in the file, and of those with content the first behind what is constant after relocation:
/// linkers put them there, and some put constants behind them that are never written.
static inline void clinux_make_variables(void) {
  const uintptr_t limit = 272 << 10;
  const int populate_write = 23;
  const Elf64_Phdr *headers = (const Elf64_Phdr *)getauxval(AT_PHDR);
  uintptr_t count = getauxval(AT_PHNUM), page = getauxval(AT_PAGESZ), base = clinux_program_base(headers, count);
  if (page == 0 || base == (uintptr_t)-1) return;
  uintptr_t constant = 0;
  for (uintptr_t place = 0; place < count; place++)
    if (headers[place].p_type == PT_GNU_RELRO) constant = base + headers[place].p_vaddr + headers[place].p_memsz;
  for (uintptr_t place = 0; place < count; place++) {
    if (headers[place].p_type != PT_LOAD || !(headers[place].p_flags & PF_W)) continue;
    uintptr_t start = base + headers[place].p_vaddr;
    uintptr_t empty = (start + headers[place].p_filesz) & ~(page - 1);
    uintptr_t end = (start + headers[place].p_memsz + page - 1) & ~(page - 1);
    if (constant > start && constant < empty) start = constant;
    start &= ~(page - 1);
    clinux_advise(start, empty - start > limit ? start + limit : empty, populate_write);
    clinux_advise(empty, end, populate_write);
  }
}

/// Accepts a connection whose descriptor is non-blocking and closed on exec from its first moment (accept4(2)).
extern int accept4(int listener, struct sockaddr *address, socklen_t *size, int flags);

/// The flags of accept4(2) and socket(2) for a descriptor that is non-blocking and closed on exec.
static inline int clinux_nonblocking_cloexec(void) {
  return SOCK_NONBLOCK | SOCK_CLOEXEC;
}

/// Adds `descriptor` to `epoll` for `events` (EPOLLIN and so on); `tag` comes back with each of its events.
static inline int clinux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t tag) {
  struct epoll_event event = {.events = events, .data = {.u64 = tag}};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

/// What a connection is registered for, once in its life: edges of everything.
static inline uint32_t clinux_every_edge(void) {
  return (uint32_t)EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
}

/// Names the calling thread for `ps -L` and debuggers, up to 15 characters (prctl(2), PR_SET_NAME).
static inline void clinux_name_thread(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// How many cores the process may run on, by its affinity mask (sched_getaffinity(2)); 1 if that cannot be told.
static inline int clinux_usable_cores(void) {
  unsigned long mask[1024 / sizeof(unsigned long) / 8 * 8];
  long size = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
  int cores = 0;
  for (long word = 0; word < size / (long)sizeof mask[0]; word++) cores += __builtin_popcountl(mask[word]);
  return cores > 0 ? cores : 1;
}

/// What one descriptor is written, and how that went.
struct clinux_piece {
  int descriptor;
  /// Where its bytes begin among all, and how many they are.
  unsigned start, count;
  /// How many of them were taken, or less than 0 an error number.
  int result;
};

enum { clinux_most_pieces = 32 };

/// A context for `clinux_write_pieces`, 0 where the system does not give one (io_setup(2)).
static inline unsigned long clinux_open_writer(void) {
  aio_context_t context = 0;
  return syscall(SYS_io_setup, clinux_most_pieces, &context) == 0 ? context : 0;
}

/// Gives a context back (io_destroy(2)).
static inline void clinux_close_writer(unsigned long context) { syscall(SYS_io_destroy, context); }

/// Writes each piece to its socket in one system call (io_submit(2), which writes to a socket that does not block at once); says
/// how many pieces were tried, from the first on. A broken socket raises SIGPIPE.
static inline int clinux_write_pieces(
    unsigned long context, const unsigned char *bytes, struct clinux_piece *pieces, int count) {
  struct iocb writes[clinux_most_pieces] = {0}, *list[clinux_most_pieces];
  struct io_event ends[clinux_most_pieces];
  if (count > clinux_most_pieces) count = clinux_most_pieces;
  for (int place = 0; place < count; place++) {
    writes[place].aio_data = (uint64_t)place;
    writes[place].aio_fildes = (uint32_t)pieces[place].descriptor;
    writes[place].aio_lio_opcode = IOCB_CMD_PWRITE;
    writes[place].aio_buf = (uint64_t)(uintptr_t)(bytes + pieces[place].start);
    writes[place].aio_nbytes = pieces[place].count;
    list[place] = &writes[place];
    // Until its end is told: what may have been written must not be written again.
    pieces[place].result = -EIO;
  }
  long tried = syscall(SYS_io_submit, context, (long)count, list);
  if (tried <= 0) return 0;
  long ended = 0;
  while (ended < tried) {
    long more = syscall(SYS_io_getevents, context, tried - ended, tried - ended, ends + ended, NULL);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    ended += more;
  }
  for (long place = 0; place < ended; place++) pieces[ends[place].data].result = (int)ends[place].res;
  return (int)tried;
}

#endif
