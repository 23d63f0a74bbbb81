"""How a match and the options of a game look to people, whatever the game."""
