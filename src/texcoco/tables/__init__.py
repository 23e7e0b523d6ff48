"""What people sit at: seats, invitations, clocks, undo, chat, bots at the table, and what everybody is shown.

A table is its event log (`table.py`); what is asked of it becomes entries of that log (`commands.py`); a `Host` keeps tables for a
server process and lets bots play (`host.py`).
"""
