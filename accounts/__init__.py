"""Users, clubs, memberships and roles."""
