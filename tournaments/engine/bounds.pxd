# Types of bounds.py for the compiled build.
from tournaments.engine.position cimport Position
from tournaments.engine.subracks cimport SubRacks


cdef class Bounds:
    cdef readonly Position position
    cdef readonly SubRacks subracks

    cdef int word_multiplier(self, int start, int end) noexcept
    cdef int of_slot(self, int start, int end, int tiles) noexcept
