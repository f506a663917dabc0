# Types of search.py for the compiled build.
from lexicon.overlay cimport OverlaidLexicon
from tournaments.engine.families cimport Families
from tournaments.engine.opened cimport OpenedSlot
from tournaments.engine.position cimport Position
from tournaments.engine.slots cimport Slots
from tournaments.engine.subracks cimport SubRacks

cdef const int SIZE
cdef const int LINE_PITCH
cdef const int WORD_PITCH
cdef const int MAX_RACK
cdef const int TOP_BOUND
cdef const int TOP_SCORE
cdef const int NONE
cdef const int NOBODY
cdef const int MISFIT
cdef const int NOT_ASKED
cdef const int FIELDS


cdef class Search:
    cdef OverlaidLexicon lexicon
    cdef SubRacks subracks
    cdef Position position
    cdef Slots slots
    cdef Families families
    cdef OpenedSlot opened
    cdef int[::1] bonus
    cdef int[::1] found
    cdef int[::1] tally
    cdef int found_count, threshold, highest, reaching, limit

    cdef void _run(self, str text, str rack, int most_tiles, int limit) except *
    cdef void _search_slot(self, int start, int end, int tiles) except *
    cdef void _try_words(self, int first, int last, int jollies) except *
    cdef void _keep(self, int score, int word) except *
    cdef list _moves(self, object board)
    cdef str _word(self, int at, object board)
