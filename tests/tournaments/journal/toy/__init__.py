"""An app with a small journal: shelves of books that are lent."""
