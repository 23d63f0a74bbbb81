"""What every app needs and none owns: refusals and their sentences, seeded chance, strict
readers.
"""
