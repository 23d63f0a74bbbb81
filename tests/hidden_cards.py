"""What differs between two answers although no card does."""

import re

ALWAYS_NEW = re.compile(
    rb'name="(csrfmiddlewaretoken|id)" value="[^"]*"|<time>[^<]*|(csrftoken|sessionid)=[^;]*;[^,}]*'
)
"""What is new in every answer, whatever the cards: the form's token, the next move's id, the time
of day, cookies.
"""
