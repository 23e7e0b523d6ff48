"""Judgements as comments in a record, in both languages, and that they are kept when it is read again."""

from __future__ import annotations

import pytest
from played import record, record_text

from texcoco.analysis import TurnReport, Wording, analyse, annotate, summarise
from texcoco.analysis.wording import LITTLE, SIGN
from texcoco.game import CHANCE
from texcoco.record import Record


@pytest.fixture(scope="module")
def reports() -> list[TurnReport]:
    return list(analyse(record("mexica", 2), "quick"))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_annotations_are_kept_when_the_record_is_read_again(reports: list[TurnReport], lang: str) -> None:
    text = annotate(record("mexica", 2), reports, lang).text()
    read = Record.parse(text)
    assert read.text() == text
    comments = [c for own in read.comments.values() for c in own]
    assert len(comments) == sum(r.seat != CHANCE or max(map(abs, r.luck)) >= LITTLE for r in reports)
    assert all(c.startswith(SIGN) for c in comments)
    read.comments.clear()
    assert read.text() == record_text("mexica", 2), "nothing but comments was added"


def test_a_new_analysis_takes_the_place_of_an_old_one_and_leaves_other_comments(reports: list[TurnReport]) -> None:
    own = record("mexica", 2)
    own.comments = {0: ["a friendly game"], 9: ["analysis by hand", "I was tired"]}
    once = annotate(own, reports, "en")
    twice = annotate(Record.parse(once.text()), reports, "en")
    assert twice.text() == once.text()
    assert "{a friendly game}\n" in twice.text()
    assert "{analysis by hand} {I was tired}" in twice.text()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", ["mexica", "azteco"])
def test_every_report_can_be_told(game: str, lang: str) -> None:
    played = record(game, 3)
    told = list(analyse(played, "quick"))
    wording = Wording(played.game, played.seats, lang)
    for report in told:
        first, *_ = wording.turn(report)
        assert "; ".join(report.played) in first
        assert bool(wording.better(report)) == (report.mark not in ("", "good"))
    summary = list(wording.summary(summarise(played, told)))
    assert len(summary) >= 1 + played.seats
    points = summarise(played, told).turning_points
    assert points, "this game never turned, so that no sentence about that was tried"
    for point in points:
        assert f" {point.number}" in wording.turning_point(point)
