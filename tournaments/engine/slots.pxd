# Types of slots.py for the compiled build.
cimport cython

from lexicon.overlay cimport OverlaidLexicon
from tournaments.engine.bounds cimport Bounds

cdef const int SIZE
cdef const int LINES
cdef const int PITCH
cdef const int NOBODY
cdef const int TOP_BOUND
cdef const int NONE


cdef class Slots:
    cdef Bounds bounds
    cdef OverlaidLexicon lexicon
    cdef int[::1] start
    cdef int[::1] end
    cdef int[::1] tiles
    cdef int[::1] bound
    cdef int[::1] following
    cdef int[::1] first
    cdef int count, highest

    @cython.locals(tiles=cython.int, fewest=cython.int, bound=cython.int, emptied=cython.int)
    cdef void fill(self, int most_tiles, int[::1] bonus) noexcept
    cdef void _add(self, int start, int end, int tiles, int bound) noexcept
