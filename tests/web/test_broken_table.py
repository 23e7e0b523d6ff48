"""What the API says of a table that cannot be read, and that it goes on with the others."""

from __future__ import annotations

from pathlib import Path

from damage import damage
from running import Browser, running


async def test_a_bad_table_is_answered_with_a_sentence_and_the_lobby_shows_the_others(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'texcoco.db'}"
    async with running(url) as server, Browser(server.address) as ann:
        tables = [(await ann.open("tiny", "me", "open", public=True))["table"] for _ in range(4)]
        cookies = ann.http.cookies
    await damage(url, f"UPDATE texcoco.events SET payload = 'xx' WHERE table_id = '{tables[0]}'")
    await damage(
        url, f"""UPDATE texcoco.tables SET card = replace(card, '"held"', '"kept"') WHERE id = '{tables[1]}'"""
    )
    await damage(url, f"UPDATE texcoco.tables SET card = 'xx' WHERE id = '{tables[2]}'")
    async with running(url) as server, Browser(server.address) as ann:
        ann.http.cookies = cookies
        for path in ("", "/record", "/invitations", "/moments"):
            problem = await ann.get(f"/tables/{tables[0]}{path}", 500)
            assert problem["refused"]["code"] == "broken-table"
            assert "Traceback" not in str(problem)
        assert (await ann.do(tables[0], "chat", 500, text="hello"))["refused"]["code"] == "broken-table"
        async with ann.stream(tables[0], hello=False) as stream:
            assert await stream.closed() == 4500
            assert [error["code"] for error in stream.errors] == ["broken-table"]
        assert "\ntexcoco_tables_set_aside 1\n" in await ann.get("/metrics")
        for query in ("", "?mine=true"):
            assert [card["table"] for card in (await ann.get(f"/tables{query}"))["tables"]] == [tables[3], tables[0]]
        async with Browser(server.address) as bob:
            await bob.http.delete(f"/tables/{tables[0]}")
        assert (await ann.get(f"/tables/{tables[0]}", 500))["refused"]["code"] == "broken-table", "not Bob's to remove"
        assert (await ann.http.delete(f"/tables/{tables[0]}")).status_code == 204
        await ann.get(f"/tables/{tables[0]}", 404)
        await ann.do(tables[1], "chat", text="its log is good: the next entry writes its card anew")
        assert tables[1] in [card["table"] for card in (await ann.get("/tables"))["tables"]]
