"""`manage.py verify_draw FILE`: checks a published draw against its list, commitment and secret."""

from games.management.verifying import VerifyCommand
from tournaments.rules.draws.verify import LONGEST, verify


class Command(VerifyCommand):
    help = "Check a published draw, saved as JSON, and say what in it does not agree."
    file_help = "the draw as the API gives it, or - for standard input"
    verify = verify
    longest = LONGEST
