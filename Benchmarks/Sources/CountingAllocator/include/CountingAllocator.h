#ifndef COUNTING_ALLOCATOR_H
#define COUNTING_ALLOCATOR_H

/// Begins to count the allocations of all threads, from nought.
void startCountingAllocations(void);

/// Stops counting, and returns how many there were; a negative number where they can't be counted.
long stopCountingAllocations(void);

/// How many bytes of the heap are in use; a negative number where the C library doesn't say.
long long heapBytesInUse(void);

#endif
