"""Defects of the program that are known and not corrected yet: they are printed and do not fail the run.

An entry is (name of the check, finding, reason); `*` stands for anything. Delete it with the correction.
"""
KNOWN = [
    ("a page * delay, open since before the game, stays connected", "* connections",
     "app.js: `fetchAgain` keeps `data-live` with the digest of the old parts, so each event loads the page again"),
    ("the assets have at most 32 KB, 9 KB compressed*", "*", "app.css is 26 KB"),
    ("nothing moves while a page loads", "* P.link", "the words of the connection have no fixed width"),
    ("wall without JavaScript can be loaded again", "*", "a wall has no footer, and so no link Refresh"),
    ("*: what is touched is large enough", "a.plain “*", "links of players and of clubs are as high as their line"),
    ("team, *: what is touched is large enough", "a “*", "the link of the division is as high as its line"),
    ("why, *: what is touched is large enough", "a “Daemon” *", "the link back is as high as its line"),
    ("no such page, *: what is touched is large enough", "a “Scores” *", "the link is as high as its line"),
    ("/states is there, *", "*", "the page is not written yet"),
]
