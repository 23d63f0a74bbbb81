"""The bare counterparts: the least that Django and its REST framework can do."""
