#ifndef COUNTING_ALLOCATOR_H
#define COUNTING_ALLOCATOR_H

/// Starts counting the allocations of all threads, from zero.
void startCountingAllocations(void);

/// Stops counting, and returns the number of allocations, or a negative number on an unsupported platform.
long stopCountingAllocations(void);

/// The number of heap bytes in use, or a negative number if the C library doesn't report it.
long long heapBytesInUse(void);

#endif
