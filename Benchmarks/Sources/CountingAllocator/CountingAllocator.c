#include "CountingAllocator.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define ALLOCATOR_IS_TAKEN 1
#endif
#endif

// Sanitizers have an allocator of their own, and other C libraries have no alternative names for theirs.
#if defined(__linux__) && defined(__GLIBC__) && !defined(ALLOCATOR_IS_TAKEN)

#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static atomic_bool isCounting = false;
static atomic_long allocations = 0;

static inline void count(void) {
  if (atomic_load_explicit(&isCounting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  }
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count();
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  count();
  void *allocated = __libc_memalign(alignment, size);
  if (allocated == NULL) return ENOMEM;
  *memory = allocated;
  return 0;
}

void free(void *memory) { __libc_free(memory); }

void startCountingAllocations(void) {
  atomic_store(&allocations, 0);
  atomic_store(&isCounting, true);
}

long stopCountingAllocations(void) {
  atomic_store(&isCounting, false);
  return atomic_load(&allocations);
}

long long heapBytesInUse(void) {
  struct mallinfo2 statistics = mallinfo2();
  // Large blocks are mapped outside of the arenas, and counted separately.
  return (long long)(statistics.uordblks + statistics.hblkhd);
}

#else

void startCountingAllocations(void) {}

long stopCountingAllocations(void) { return -1; }

#if defined(__APPLE__)

#include <malloc/malloc.h>

long long heapBytesInUse(void) { return (long long)mstats().bytes_used; }

#else

long long heapBytesInUse(void) { return -1; }

#endif

#endif
