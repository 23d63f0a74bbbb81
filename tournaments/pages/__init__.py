"""The pages of events: public ones, those of players, and the organiser's desk."""
