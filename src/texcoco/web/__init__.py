"""HTTP and WebSocket over tables, and the page.

`messages.py` says what is sent and received, `api.py` and `stream.py` answer it over a `Host` of tables, `guard.py` stands before
both, `server.py` runs it. Nothing here decides anything about a game: what a viewer is shown comes from `Table.state`.
"""
