# Types of overlay.py for the compiled build.
from lexicon.store cimport WordStore

cdef const int WORD_PITCH
cdef const int ALL_LETTERS


cdef class OverlaidLexicon:
    cdef readonly WordStore store
    cdef readonly object overlay
    cdef readonly WordStore admitted
    cdef readonly frozenset refused
    cdef readonly long long largest_bucket
    cdef dict _cross_letters

    cpdef bint contains(self, str word)
    cpdef bint passes(self, int length, long long value) noexcept
    cpdef bint knows(self, int table) noexcept
    cpdef int passing_letters(self, int table, long long value, int letters) noexcept
    cpdef int passing_multisets(
        self, int table, long long value, long long[::1] hashes, int first, int last, int[::1] out, int at
    ) noexcept
    cpdef void fetch(self, int length, long long[::1] values, int count) noexcept
    cpdef int find(self, int length, long long value, unsigned char[::1] out, int at)
    cpdef int cross_letters(self, str pattern)
    cdef int _without_refused(self, int length, unsigned char[::1] out, int at, int count)
