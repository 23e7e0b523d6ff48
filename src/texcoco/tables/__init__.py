"""Tables: seats, invitations, clocks, undo, chat, bots, and what each viewer is shown.

A table is built from its log (`table.py`, `fold.py`); commands become entries of that log (`commands.py`); a `Host`
keeps the tables of a server process and lets bots play (`host.py`).
"""
