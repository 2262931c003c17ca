"""Customers: the events of `.astra/customers.jsonl`: who came, what they pay a month, who left and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from memserver.work.event_fields import is_amount, is_currency, is_day, is_text
from memserver.work.event_log import Event
from memserver.work.tracker import Tracker


@dataclass(slots=True)
class Customer:
    """One customer; `pays` and `notes` are the events that tell of them, `stays` are (from, until), None for now."""

    id: str
    name: str
    joined: str
    pays: list[Event]
    stays: list[tuple[str, str | None]]
    why: str = ""
    """Why they left last."""
    notes: list[Event] = field(default_factory=list)

    @property
    def left(self) -> str | None:
        """The day they left; None while they are here."""
        return self.stays[-1][1]

    def is_here(self, day: str) -> bool:
        """Whether they were a customer at the end of a day."""
        return any(came <= day and (went is None or went > day) for came, went in self.stays)

    def paying(self, day: str) -> tuple[float, str] | None:
        """What they paid a month at the end of a day."""
        told = self.told(day) if self.is_here(day) else None
        return (told["amount"], told["currency"]) if told else None

    def told(self, day: str) -> Event | None:
        """The event that says what they pay as of a day, here or not."""
        return next((each for each in reversed(self.pays) if each["day"] <= day), None)

    def to_json(self, short: str, day: str) -> dict[str, Any]:
        """Return the customer as data."""
        pays = self.paying(day)
        return {
            "id": short,
            "eventId": self.id,
            "name": self.name,
            "joined": self.joined,
            "left": self.left,
            "why": self.why or None,
            "monthly": pays[0] if pays else None,
            "currency": pays[1] if pays else None,
            "notes": [{"at": each["at"], "text": each["text"]} for each in self.notes],
        }


def fold_customers(events: Sequence[Event]) -> dict[str, Customer]:
    """Return the customers by id, in the order in which they were told of."""
    customers: dict[str, Customer] = {}
    dated: list[Event] = []
    notes: list[Event] = []
    for event in events:
        kind = event["kind"]
        if kind == "added":
            day = event["day"]
            pays = [event] if "amount" in event and "currency" in event else []
            customers[event["id"]] = Customer(event["id"], event["name"], day, pays, [(day, None)])
        else:
            (notes if kind == "noted" else dated).append(event)
    # By the day it happened: who notes a change late must not undo a newer one.
    dated.sort(key=itemgetter("day"))
    for event in dated:
        known = customers.get(event["of"])
        if known is not None:
            _CHANGES[event["kind"]](known, event)
    for event in notes:
        known = customers.get(event["of"])
        if known is not None:
            known.notes.append(event)
    return customers


def _change(customer: Customer, event: Event) -> None:
    customer.pays.append(event)


def _leave(customer: Customer, event: Event) -> None:
    came, went = customer.stays[-1]
    if went is None:
        customer.stays[-1] = (came, max(came, event["day"]))
        customer.why = event.get("why", "")


def _return(customer: Customer, event: Event) -> None:
    went = customer.left
    if went is not None:
        customer.stays.append((max(went, event["day"]), None))


_CHANGES: dict[str, Callable[[Customer, Event], None]] = {
    "changed": _change, "left": _leave, "returned": _return,
}  # fmt: skip


CUSTOMERS = Tracker(
    "customers.jsonl",
    {
        "added": {"name": is_text, "day": is_day, "amount?": is_amount, "currency?": is_currency},
        "changed": {"of": is_text, "day": is_day, "amount": is_amount, "currency": is_currency},
        "left": {"of": is_text, "day": is_day, "why?": is_text},
        "returned": {"of": is_text, "day": is_day},
        "noted": {"of": is_text, "text": is_text},
    },
    fold_customers,
)


def revenue(customers: Iterable[Customer], day: str) -> dict[str, float]:
    """Return what all customers together pay a month at the end of a day, by currency."""
    total: dict[str, float] = {}
    for customer in customers:
        pays = customer.paying(day)
        if pays is not None:
            total[pays[1]] = total.get(pays[1], 0) + pays[0]
    return dict(sorted(total.items()))
