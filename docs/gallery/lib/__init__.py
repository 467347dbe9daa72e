"""The parts of draw.py."""
