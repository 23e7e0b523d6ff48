"""HTTP and WebSocket over tables, and the page.

`request_bodies.py`, `response_bodies.py`, `state.py` and `messages.py` (of the stream) define what is sent and
received; `api.py` and `stream.py` answer it with a `Host` of tables, after the checks of `guard.py`; `server.py` runs
it all. Nothing here decides anything about a game: what a viewer is shown comes from `tables/states.py`.
"""
