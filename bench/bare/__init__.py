"""What each part of the service is measured against: as little as Django and its REST framework can do."""
