# Types of subracks.py for the compiled build.
cdef const int MAX_RACK
cdef const int PITCH


cdef class SubRacks:
    cdef int letters, jollies, mask, kinds, made
    cdef int[::1] values
    cdef int[::1] counts
    cdef int[::1] order
    cdef long long[::1] hash_of
    cdef int[::1] top_points
    cdef int[::1] first
    cdef long long[::1] hashes
    cdef int[::1] masks
    cdef int[::1] exhausted
    cdef int[::1] by_points
    cdef int[::1] chosen

    cdef void fill(self, str rack)
    cdef void _order_by_points(self) noexcept
    cdef void _choose(self, int kind, int taken, int size, long long value, int mask) noexcept
    cdef void _add(self, int size, long long value, int mask) noexcept
    cdef int best_points(self, int allowed) noexcept
