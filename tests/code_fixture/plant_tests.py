"""Planted for `testgaps`: functions that no test reaches, beside such that are reached by a longer way."""

from __future__ import annotations

from tests.code_fixture.truth import Draft


def plant(draft: Draft) -> None:
    """Plant gaps and near misses."""
    path = "shop/accounts/gaps.py"
    draft.add(
        path,
        '''
"""Accounts and who may do what."""


def may_enter(user, door):
    """Say whether somebody may enter."""
    if user is None or door.closed:
        return False
    return user.level >= _needed(door)


def _needed(door):
    """What a door asks for; reached through `may_enter`."""
    if door.kind == "vault":
        return 9
    return 1


def forgotten(user, days):
    """No test knows it."""
    if days > 365 and not user.kept:
        return "remove"
    return "keep"


def _never(user):
    """Nobody calls it."""
    if user.level > 3:
        return user.name
    return None


def trivial(user):
    """Too small for a gap."""
    return user


class Ledger:
    """Entries and their sum."""

    def __init__(self, start):
        """Begin."""
        self.total = start
        self.log = []
        self.open = True

    def book(self, amount):
        """Book; the tests call it."""
        if amount:
            self.total += amount
            self.log.append(self._line(amount))
        return self.total

    def _line(self, amount):
        """One line; reached through `book`."""
        if amount < 0:
            return f"({-amount})"
        return str(amount)

    def reverse_everything(self):
        """No test calls it."""
        for line in self.log:
            self.total -= len(line)
        self.log.clear()
        return self.total


class Unused:
    """Nobody makes one: that `Ledger` has a `book` as well does not count for it."""

    def book(self, amount):
        """Same name, other class."""
        if amount > 10:
            return amount * 2
        return amount


HANDLERS = {"enter": may_enter}


def by_table(name, user, door):
    """Reached because a test loads the table."""
    handler = HANDLERS.get(name)
    if handler is None:
        return None
    return handler(user, door)
''',
    )
    for name in ("forgotten", "_never", "Ledger.reverse_everything", "Unused.book"):
        draft.truth.expect("testgaps", path, name)
    draft.add(
        "tests/test_gaps.py",
        "from shop.accounts.gaps import Ledger, by_table\n\n\ndef test_ledger():\n"
        "    assert Ledger(1).book(2) == 3\n\n\n"
        "def test_table():\n    assert by_table('x', None, None) is None\n",
    )
    script = "web/src/components/gaps.ts"
    draft.add(
        script,
        """
// Parts of a page.

/** Tested. */
export function wide(width: number): boolean {
  return width > 10 && fits(width);
}

function fits(width: number): boolean {
  return width < 100 || width === 512;
}

/** Not tested. */
export function narrow(width: number): number {
  if (width < 10) {
    return width * 2;
  }
  return width;
}

/** A box. */
export class Box {
  constructor(private readonly size: number) {}

  /** Tested. */
  grow(by: number): number {
    if (by < 0) {
      return this.size;
    }
    return this.size + by;
  }

  /** Not tested. */
  shrinkToFit(by: number): number {
    if (by > this.size) {
      return 0;
    }
    return this.size - by;
  }
}
""",
    )
    draft.truth.expect("testgaps", script, "narrow")
    draft.truth.expect("testgaps", script, "Box.shrinkToFit")
    draft.add(
        "web/tests/gaps.test.ts", 'import { Box, wide } from "../src/components/gaps";\nwide(3);\nnew Box(1).grow(2);\n'
    )
