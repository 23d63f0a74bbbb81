"""`manage.py verify_match FILE`: does the record of a match agree with its seeds, its commitments
and the rules?
"""

from games.management.verifying import VerifyCommand
from games.rules.record import LONGEST
from games.verification import verify


class Command(VerifyCommand):
    help = "Say whether the record of a match agrees with itself, or what in it first does not."
    file_help = "the record, or - for standard input"
    verify = verify
    longest = LONGEST
