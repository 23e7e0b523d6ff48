"""A game looked back at: while it runs what a viewer was shown then, and everything once it is over."""

from __future__ import annotations

import json
from random import Random

import pytest
from looking import WHO, InThisProcess, done, every, moments, record, summary
from party import Party

from texcoco.game import CHANCE, Json
from texcoco.games import GAMES, find
from texcoco.record import Record
from texcoco.tables import states
from texcoco.tables.commands import study
from texcoco.tables.fold import rebuilt
from texcoco.tables.history import History, Viewer
from texcoco.tables.jobs import Cache, Jobs
from texcoco.tables.moments import PAGE, position_at
from texcoco.tables.requests import Refused, Who
from texcoco.tables.states import state_of

SEATS = {"tiny": 3, "mexica": 3, "yucatan": 2, "azteco": 4}


def played(name: str, seed: int, most: int) -> Party:
    """A game played at random for so many commands at most."""
    party, rng = Party(name, seats=SEATS[name], seed=seed).start(), Random(seed)
    for _ in range(most):
        if party.table.status != "playing":
            break
        position = party.table.position
        assert position is not None
        seat = rng.choice(position.actors())
        party.play(seat, str(position.pick(seat, rng)))
    return party


@pytest.mark.parametrize(
    ("name", "most"), [("tiny", 5), ("tiny", 9), ("mexica", 150), ("yucatan", 120), ("azteco", 30)]
)
def test_while_it_runs_a_moment_is_what_the_viewer_was_shown_then(name: str, most: int) -> None:
    party = played(name, 3, most)
    assert party.table.status == "playing"
    for viewer in party.table.viewers:
        found = every(party.table, viewer)
        assert found[0]["seat"] is found[0]["action"] is None
        shown = [json.loads(state)["view"] for state in party.streams[viewer] if "view" in json.loads(state)]
        at = iter(range(len(found)))
        for view in (
            shown
        ):  # each state is a moment, in order; what chance did before it was shown to nobody as a moment of its own
            assert any(found[number]["view"] == view for number in at), "a state that is no moment"
        assert found[-1]["view"] == state_of(party.table, viewer)["view"]
        heard = [event for moment in found for event in moment["events"]]
        assert heard == [event.dump() for event in History.from_table(party.table).events_for(viewer)], (
            "not what its log says"
        )
        told = [event["values"]["action"] for event in heard if "action" in event["values"]]
        assert "; ".join(moment["action"] for moment in found[1:]) == "; ".join(told)
        assert all(len(moment["standing"]) == SEATS[name] for moment in found)


def test_what_a_seat_may_not_know_is_a_question_mark() -> None:
    party = played("azteco", 1, 2)
    for moment in every(party.table, 0):
        if moment["action"] and moment["action"].startswith("card"):
            assert moment["action"].count("?") == 3
    assert any("claim ?" in str(moment["action"]) for moment in every(party.table, None))


@pytest.mark.parametrize("name", ["tiny", "azteco", "yucatan"])
def test_when_it_is_over_everything_is_open_from_the_start(name: str) -> None:
    party = played(name, 2, 5000)
    assert party.table.status == "over"
    for viewer in (None, 1):
        found = every(party.table, viewer)
        assert "?" not in "".join(moment["action"] for moment in found[1:])
        position = party.table.game.opening(SEATS[name], party.table.options)
        assert found[0]["view"] == position.view(viewer, open=True)
        for moment in found[1:]:
            for action in moment["action"].split("; "):
                position.play(moment["seat"], party.table.game.parse(action))
            assert moment["view"] == position.view(viewer, open=True)
        assert found[-1]["view"] == state_of(party.table, viewer)["view"]


def test_what_was_taken_back_is_left_out_and_chance_is_one_moment() -> None:
    party = Party("mexica", seats=3, options={"first": "0"}).start()
    for seat, action in ((0, "start H6"), (1, "start G7"), (2, "start I7"), (0, "walk H5"), (0, "walk H4")):
        party.play(seat, action)
    before = every(party.table, 0)
    assert (before[1]["seat"], before[1]["action"].count("deal")) == (CHANCE, 8)
    party.do(0, "undo", seat=0)
    party.play(0, "canal K5 K6")
    after = every(party.table, 0)
    assert [moment["action"] for moment in after[-2:]] == ["walk H5", "canal K5 K6"]
    assert after[:-1] == before[:-1]
    assert [moment["step"] for moment in after[-2:]] == [party.table.position.step] * 2


def test_a_study_is_open_and_a_table_that_has_not_begun_has_no_moments() -> None:
    party = played("azteco", 4, 5000)
    table = rebuilt("s", study("s", Who("e" * 64), History.from_table(party.table).record(None), 0))
    assert [(m["seat"], m["view"]) for m in every(table, None)][-1] == [
        (m["seat"], m["view"]) for m in every(party.table, None)
    ][-1]
    assert summary(table, None) == summary(party.table, None)
    assert "?" not in "".join(moment["action"] for moment in every(table, None)[1:])
    with pytest.raises(Refused, match="not started"):
        moments(Party().table, None)
    with pytest.raises(Refused, match="not started"):
        summary(Party().table, None)


def test_a_game_of_other_rules_is_refused() -> None:
    party = played("tiny", 1, 3)
    (row,) = party.table.moves.tail(len(party.table.moves) - 1)
    party.table.moves.replace(len(party.table.moves) - 1, [[row[0], "bid 4", *row[2:]], [row[0], "bid 4", *row[2:]]])
    for looked in (moments, summary):
        with pytest.raises(Refused, match="other rules") as refused:
            looked(party.table, None)
        assert refused.value.code == "no-moments"
    party.table.status = "over"
    with pytest.raises(Refused, match="other rules"):
        record(party.table, None)


@pytest.mark.parametrize("again", ["play", "undo"])
def test_that_a_sealed_choice_was_changed_shows_not_even_in_what_has_to_be_worked_out(again: str) -> None:
    """Else others could tell by the time that an answer takes (A46)."""
    pool, party = InThisProcess(), Party("azteco", seats=3).start()
    jobs = Jobs(pool)

    def look(viewer: Viewer) -> list[bytes]:
        table = party.table
        return [
            done(jobs.moments(table, viewer, 0, WHO)),
            done(jobs.summary(table, viewer, WHO)),
            done(jobs.record(table, viewer, WHO)),
        ]

    party.play(0, "claim BB")
    before = {viewer: look(viewer) for viewer in party.table.viewers}
    asked = pool.asked.total()
    assert asked == 3 * 4
    if again == "play":
        party.play(0, "claim RRR")
    else:
        party.do(0, "undo", seat=0)
    for viewer in (None, 1, 2):
        assert look(viewer) == before[viewer]
        assert pool.asked.total() == asked, "it had to be worked out again"
    assert (look(0) == before[0]) == (again == "undo")
    assert pool.asked.total() > asked
    party.play(1, "claim BB")  # what everybody is told of
    assert look(None) != before[None]


def test_that_a_sealed_choice_was_changed_makes_no_message_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    party, made, encoded_view = Party("azteco", seats=3).start(), list[Viewer](), states.encoded_view
    party.table.id = "sealed-anew"
    monkeypatch.setattr(
        states, "encoded_view", lambda position, viewer: made.append(viewer) or encoded_view(position, viewer)
    )
    party.play(0, "claim BB")
    before = {viewer: states.state_message(party.table, viewer, 0) for viewer in party.table.viewers}
    assert made == [None, 0, 1, 2]
    for claim in ("claim RRR", "claim YY"):
        party.play(0, claim)
        for viewer in (None, 1, 2):
            assert states.state_message(party.table, viewer, 0) == before[viewer]
    assert made == [None, 0, 1, 2], "it was encoded again, which takes longer"
    assert states.state_message(party.table, 0, 0) != before[0]
    party.play(1, "claim BB")  # what everybody is told of
    assert states.state_message(party.table, None, 0) != before[None]


def test_a_page_that_is_full_is_worked_out_once_however_the_game_goes_on() -> None:
    pool, party, rng = InThisProcess(), played("mexica", 3, 150), Random(1)
    jobs = Jobs(pool)

    def look() -> Json:
        return json.loads(done(jobs.moments(party.table, 1, 0, WHO)))

    before = look()
    for _ in range(20):
        position = party.table.position
        assert position is not None
        party.play(seat := position.actors()[0], str(position.pick(seat, rng)))
        assert look()["moments"] == before["moments"]
    assert look()["total"] >= before["total"] + 20 > PAGE
    assert pool.asked.total() == 1


def test_only_so_much_is_kept() -> None:
    kept = Cache(1000)
    for number in range(50):
        kept.put((number,), b"x" * 100)
        assert kept.get((0,)) == b"x" * 100  # what is used stays
    assert len(kept._all) == 10
    assert kept.get((30,)) is None
    kept.put((99,), b"x" * 900)  # too large to be kept
    assert kept.get((99,)) is None
    assert kept._size <= 1000


# --- where the points come from ---


@pytest.mark.parametrize("name", [*GAMES, "tiny"])
def test_sources_have_names_and_the_lead_ends_where_the_game_does(name: str) -> None:
    party = played(name, 5, 4000)
    table = party.table
    assert table.status == "over"
    told = summary(table, None)
    words = table.game.words
    assert told["sources"]
    for source in told["sources"]:
        assert len(source["values"]) == SEATS[name]
        assert words.has(f"source.{source['key']}")
    outcome = table.outcome()
    assert outcome is not None
    assert told["lead"][-1] == list(outcome.scores)
    assert len(told["lead"]) == 1 + len({row[2] for row in table.moves})
    seen = every(table, None)
    assert told["at"][-1] == len(seen) - 1
    assert [seen[number]["standing"] for number in told["at"]] == told["lead"]
    keys = {key.removeprefix("source.") for key in words.catalogue("en") if key.startswith("source.")}
    assert keys - {"before"} == {source["key"] for source in told["sources"]}


def test_points_of_the_position_that_a_game_starts_from_are_told_apart() -> None:
    whole = played("mexica", 5, 4000)
    start = position_at(History.from_table(whole.table), whole.table.moments - 3)
    party = Party("mexica", seats=SEATS["mexica"], position=start.dump()).start()
    party.finish()
    told = summary(party.table, None)
    (before,) = (source["values"] for source in told["sources"] if source["key"] == "before")
    assert before == start.dump()["score"] == told["lead"][0]
    assert any(before)
    assert [sum(points) for points in zip(*(source["values"] for source in told["sources"]), strict=True)] == told[
        "lead"
    ][-1]
    assert party.table.game.words.has("source.before")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["mexica", "azteco", "tiny"])
def test_sources_add_up_to_the_score(name: str, seed: int) -> None:
    rng = Random(seed)
    record, position = Record.begin(find(name), SEATS[name])
    events = record.chance(position, rng)
    while position.actors():
        seat = rng.choice(position.actors())
        picks = [position.pick(seat, rng), *(action for action in position.actions(seat) if action.kind == "found")]
        events += record.play(position, seat, picks[-1])  # who can found a district does
        events += record.chance(position, rng)
    outcome = position.outcome()
    assert outcome is not None
    for viewer in (None, 1):
        sources = position.game.sources(position.view(viewer, open=True), [event.opened() for event in events])
        assert [sum(values) for values in zip(*sources.values(), strict=True)] == list(outcome.scores)
    if name == "mexica" and seed in (0, 3):  # chance seldom digs a district that the Emperor asks for
        assert any(sources["found"])


@pytest.mark.parametrize("seed", range(3))
def test_prisoners_of_yucatan_are_accounted_for(seed: int) -> None:
    party = played("yucatan", seed, 700)
    for viewer in party.table.viewers:
        told = {source["key"]: source["values"] for source in summary(party.table, viewer)["sources"]}
        view = state_of(party.table, viewer)["view"]
        for seat in range(2):
            assert told["delivered"][seat] - told["robbed"][seat] - 3 * told["levels"][seat] == view["prisoners"][seat]
            assert told["delivered"][seat] <= told["raided"][seat] + told["fought"][seat] + told["stolen"][seat]
        assert sum(told["stolen"]) == sum(told["robbed"])
        assert any(told["raided"])
