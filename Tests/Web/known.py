"""Defects of the program that are known and not corrected yet: they are printed and do not fail the run.

An entry is (name of the check, finding, reason); `*` stands for anything. Delete it with the correction.
"""
KNOWN = [
    ("nothing moves while a page loads", "scores: * FOOTER.foot",
     "rows become higher while games are on, when a batter comes to the plate"),
    ("wall without JavaScript can be loaded again", "*", "a wall has no footer, and so no link Refresh"),
]
