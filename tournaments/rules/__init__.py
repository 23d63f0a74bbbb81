"""What a club's regulations say: draws, brackets, results, tallies, standings. Pure: chance comes
in as a stream.
"""
