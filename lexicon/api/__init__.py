"""The words for programs of the staff: look-up, pattern, anagrams, hooks, words by length, editions."""
