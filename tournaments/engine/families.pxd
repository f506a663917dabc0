# Types of families.py for the compiled build.
from lexicon.overlay cimport OverlaidLexicon
from tournaments.engine.subracks cimport SubRacks

cdef const int TABLE_MASK
cdef const int TABLE_SHIFT
cdef const long long TILES_STEP
cdef const int MOST_FAMILIES
cdef const int NOT_ASKED
cdef const int ONE_SHORT
cdef const int PITCH
cdef const int JOLLY_PITCH


cdef class Families:
    cdef OverlaidLexicon lexicon
    cdef int room, search_number, families, members, words
    cdef long long[::1] hash_of
    cdef long long[::1] key
    cdef int[::1] seen_in
    cdef int[::1] family
    cdef int[::1] first
    cdef int[::1] count
    cdef int[::1] subrack
    cdef int[::1] first_word
    cdef int[::1] word_count
    cdef unsigned char[::1] letters
    cdef unsigned char[::1] jolly_letters
    cdef long long[::1] wanted
    cdef unsigned char[::1] wanted_jollies
    cdef int wanted_count
    cdef unsigned char[::1] standing_for

    cdef void clear(self) noexcept
    cdef void forget(self) noexcept
    cdef int of(self, SubRacks subracks, long long board, int length, int tiles, int jollies) except -1
    cdef int look_up(self, int member, SubRacks subracks, long long board, int length, int jollies) except -1
    cdef int look_up_forced(
        self, int member, SubRacks subracks, long long board, int length, int jollies, int forced, int misfits
    ) except -1
    cdef void _collect(
        self, int length, long long value, int forced, int allowed, int jollies, int chosen
    ) except *
    cdef void _find_words(self, int length, long long value, int forced, int allowed, int jollies) except *
    cdef void _want(self, long long value, int chosen) except *
    cdef void _keep(self, int length, int number, int jollies) except *
