"""`manage.py verify_draw FILE`: does a published draw agree with the list, the promise and the numbers it came from?"""

from games.management.verifying import VerifyCommand
from tournaments.rules.draws.verify import LONGEST, verify


class Command(VerifyCommand):
    help = "Say whether a published draw, saved as JSON, agrees with itself, and if not, what in it does not."
    file_help = "the draw as the API gives it, or - for standard input"
    verify = verify
    longest = LONGEST
