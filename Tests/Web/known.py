"""Defects of the program that are known and not corrected yet: they are printed and do not fail the run.

An entry is (name of the check, finding, reason); `*` stands for anything. Delete it with the correction.
"""
KNOWN = [
]
