-- Statistics of what was made or removed at once.
analyze observations
