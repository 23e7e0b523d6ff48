"""What the guide says is known of each game can be measured again, by the command that it names."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import game_facts


def test_the_command_prints_the_columns_of_the_guide(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(game_facts, "DEALS", 2)  # the rest is quick
    monkeypatch.setattr("sys.argv", ["game_facts", "azteco", "--games", "2", "--bot-games", "2"])
    game_facts.main()
    head, _, *rows = capsys.readouterr().out.splitlines()
    guide = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    assert "python -m benchmarks.game_facts" in guide
    assert head in guide
    assert [row.split(",")[0] for row in rows] == ["| azteco"]
