"""Refusals of requests: a code for programs and translations, a sentence for people, and the possible alternatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from purrlor.core.reason import Reason, Refused, as_reason
from purrlor.words import ENGLISH, CatalogueReason, words

from . import wire

CATALOGUE = "server.refused."
"""Prefix of the sentences of refusals in the catalogue of words."""
STATUS: Mapping[str, int] = {
    "no_table": 404, "no_page": 404, "no_game": 404, "wrong_key": 403, "wrong_phrase": 403, "bad_origin": 403,
    "not_at_table": 403, "host_only": 403, "not_known": 401, "too_much": 429, "phrase_locked": 429,
    "too_many_tables": 429, "queue_full": 429, "too_long": 413, "record_too_long": 413, "encoded_body": 415,
    "too_slow": 408, "wrong_method": 405, "trouble": 500, "too_busy": 503, "store_failed": 503, "no_record": 409,
    "seat_taken": 409, "no_open_seat": 409, "one_seat": 409, "others_play": 409,
    "record_not_over": 409, "too_many_watchers": 409, "moving": 503, "no_day": 404, "tried_already": 409,
    "unknown_passkey": 404, "no_passkeys": 501, "no_push": 501, "no_regular": 404, "no_puzzle": 404,
    "wrong_code": 404, "too_many_codes": 429, "too_many_wrong_codes": 429, "too_many_letters": 429,
    "rated_counts": 409,
    "no_club": 404, "no_member": 404, "no_month": 404, "not_member": 403, "owner_only": 403, "club_full": 409,
    "too_many_clubs": 409, "no_name": 409,
    "no_evening": 404, "not_attending": 403, "evening_host": 403, "evening_full": 409, "evening_over": 409,
    "evening_begun": 409, "round_running": 409, "no_round": 409, "too_few_people": 409, "too_many_evenings": 409,
    "evening_counts": 409, "no_attendee": 404, "fork_over": 409, "fork_no_seed": 409,
    "no_position": 404, "position_host": 403, "position_over": 409, "position_full": 409, "position_tried": 409,
    "position_counts": 409, "too_many_positions": 409,
    "no_room": 404, "room_locked": 403, "room_only": 403, "wrong_number": 403, "cat_taken": 409, "no_own_cat": 409,
    "too_many_rooms": 409, "opener_only": 403, "number_locked": 429, "not_admitted": 403, "too_many_waiting": 409,
}  # fmt: skip
"""The HTTP status of a refusal; 400 for codes that are not listed."""


class RequestRefused(Refused):
    """A client's request was refused, and nothing was changed."""

    allowed: Sequence[str] = ()
    """The actions that would be legal instead."""

    @property
    def code(self) -> str:
        return self.reason.code.removeprefix(CATALOGUE)

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 400)

    def words(self, language: str = ENGLISH) -> str:
        return words(language).reason(self.reason)

    def message(self, number: int, language: str = ENGLISH) -> wire.Refused:
        """Encode the refusal of message `number`.

        `reason` is also among the values, in English: clients may fill it into a sentence of their own.
        """
        values = {
            name: value if isinstance(value, int | float) else str(value) for name, value in self.reason.values.items()
        }
        because = self.reason.values.get("reason")
        sent = wire_reason(because) if isinstance(because, Reason) else None
        return wire.Refused(number, self.code, self.words(language), list(self.allowed), values, sent)

    def problem(self, language: str = ENGLISH) -> wire.Problem:
        """Encode the answer to an HTTP request that is refused."""
        said = self.message(0, language)
        return wire.Problem(said.code, said.words, said.values, said.reason)


def refused(
    code: str, allowed: Sequence[str] = (), *, because: Reason | Exception | None = None, **values: str | int | float
) -> RequestRefused:
    """Create the error for a code, whose sentence is `server.refused.<code>`; `because` is the underlying reason."""
    behind = {} if because is None else {"reason": as_reason(because)}
    error = RequestRefused(CatalogueReason(f"{CATALOGUE}{code}", **values, **behind))
    error.allowed = allowed
    return error


def wire_reason(reason: Reason) -> wire.Reason:
    """Encode a reason for the web client, which shows it in its own language."""
    values: dict[str, str | int | list[str] | wire.Reason] = {}
    for name, value in reason.values.items():
        if isinstance(value, Reason):
            values[name] = wire_reason(value)
        else:
            values[name] = list(value) if isinstance(value, tuple) else value if isinstance(value, int) else str(value)
    return wire.Reason(reason.code, str(reason), values)
