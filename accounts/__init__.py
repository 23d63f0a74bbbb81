"""Who people are: users, clubs, memberships and roles."""
