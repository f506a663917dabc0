# Types of position.py for the compiled build.
cimport cython

from lexicon.overlay cimport OverlaidLexicon
from tournaments.engine.subracks cimport SubRacks

cdef const int SIZE
cdef const int LINES
cdef const int PITCH
cdef const int NOBODY
cdef const int ALL_LETTERS
cdef const int FIRST_MOVE_LINE
cdef const int CENTRE


cdef class Position:
    cdef int[::1] values
    cdef long long[::1] hash_of
    cdef int[::1] letter_premium
    cdef int[::1] word_premium
    cdef int[::1] letter
    cdef int[::1] points
    cdef int[::1] tiles
    cdef int[::1] is_active
    cdef int[::1] is_changed
    cdef int[::1] cross
    cdef int[::1] is_crossed
    cdef int[::1] cross_points
    cdef int[::1] fits
    cdef int[::1] empties
    cdef int[::1] empty_count
    cdef int[::1] rank
    cdef int[::1] next_touch
    cdef int[::1] sum_touch
    cdef int[::1] sum_double
    cdef int[::1] sum_triple
    cdef int[::1] sum_double_word
    cdef int[::1] sum_triple_word
    cdef int[::1] sum_fixed
    cdef int[::1] sum_cross_fixed
    cdef int[::1] sum_cross_best
    cdef long long[::1] sum_hash
    cdef bint is_empty

    cdef void fill(self, str text, SubRacks subracks, OverlaidLexicon lexicon) except *
    cdef void _read(self, str text)
    cdef bint _has_something_to_touch(self, int line) noexcept
    cdef void _cross_checks(self, int line, str letters, OverlaidLexicon lexicon) except *
    @cython.locals(
        double=cython.int, triple=cython.int, double_word=cython.int, triple_word=cython.int, value=cython.longlong
    )
    cdef void _sums(self, int line, SubRacks subracks) noexcept
