"""The pages of matches: the table where one plays, the public view, and the checking of records."""
