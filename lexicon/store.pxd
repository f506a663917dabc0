# Types of store.py for the compiled build. Without this file it would compile silently, and run 30 times slower.
cdef const int FIRST_BIT_SHIFT
cdef const int SECOND_BIT_SHIFT
cdef const int CELL_SHIFT
cdef const int BUCKET_SHIFT
cdef const long long LOW_32_BITS
cdef const int WORD_PITCH
cdef const int ONE_SHORT
cdef const int SHORTEST
cdef const int LONGEST
cdef const int FIRST_CODE


cdef class WordStore:
    cdef readonly object header
    cdef object _image
    cdef readonly long long largest_bucket
    cdef const unsigned long long[::1] cells
    cdef const unsigned int[::1] starts
    cdef const unsigned char[::1] entries
    cdef long long[::1] letter_hashes
    cdef long long[::1] first_cell
    cdef long long[::1] cell_mask
    cdef long long[::1] first_start
    cdef long long[::1] bucket_count
    cdef long long[::1] first_entry
    cdef long long[::1] word_count

    cpdef bint contains(self, str word)
    cpdef bint passes(self, int length, long long value) noexcept
    cpdef bint knows(self, int table) noexcept
    cpdef int passing_letters(self, int table, long long value, int letters) noexcept
    cpdef int passing_multisets(
        self, int table, long long value, long long[::1] hashes, int first, int last, int[::1] out, int at
    ) noexcept
    cdef (long long, long long) bucket(self, int length, long long value) noexcept
    cpdef int fetch(self, int length, long long[::1] values, int count) noexcept
    cpdef int find(self, int length, long long value, unsigned char[::1] out, int at) noexcept
    cdef long long _decode(self, long long offset, int length, unsigned char[::1] out, int at) noexcept
    cdef bint _spells(self, long long offset, str word, int length)
