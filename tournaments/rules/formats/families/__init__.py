"""The families of formats: what brackets, leagues, redrawn rounds and multiplayer tables share."""
