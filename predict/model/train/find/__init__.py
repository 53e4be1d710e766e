"""The finder: its scenes, network and training, its export, and its figures."""
