"""Pages about words, for those who may consult them."""
