# Types of opened.py for the compiled build.
from tournaments.engine.bounds cimport Bounds
from tournaments.engine.families cimport Families
from tournaments.engine.position cimport Position
from tournaments.engine.subracks cimport SubRacks

cdef const int NOBODY
cdef const int MISFIT
cdef const int WORD_PITCH
cdef const int JOLLY_PITCH
cdef const int SUBRACK_PITCH


cdef class OpenedSlot:
    cdef Bounds bounds
    cdef Position position
    cdef SubRacks subracks
    cdef Families families
    cdef int[::1] worth
    cdef int[::1] all_worths
    cdef int[::1] free_worths
    cdef int[::1] crossed
    cdef int start, length, base, new, free, crossings, jolly_places, forced, misfits
    cdef long long board

    cdef void open(self, int start, int end, int bonus) noexcept
    cdef void _insert(self, int worth) noexcept
    cdef void _insert_free(self, int worth) noexcept
    cdef bint can_reach(self, int threshold, int subrack, int size, int jollies) noexcept
    cdef int score(self, int word, int jollies) noexcept
    cdef int _cheapest_place(self, int at, int letter) noexcept
    cdef bint is_on_the_rack(self, int word) noexcept
