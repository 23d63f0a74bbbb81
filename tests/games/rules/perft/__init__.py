"""How many sequences of so many moves the rules allow from fixed deals: tables, and two ways to
count.
"""
