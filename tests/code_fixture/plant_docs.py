"""Planted for `document`: public code without a word, documents about what is gone, parameters that do not exist."""

from __future__ import annotations

from tests.code_fixture.truth import Draft


def plant(draft: Draft) -> None:
    """Plant missing and stale documentation, and what must not be doubted."""
    _undocumented(draft)
    _parameters(draft)
    _documents(draft)


def _undocumented(draft: Draft) -> None:
    path = "shop/catalog/silent.py"
    draft.add(
        path,
        '''
"""Prices of the catalogue."""


def price_with_tax(net, rate, country):
    if country == "KR":
        rate = 0.1
    gross = net * (1 + rate)
    if gross < 0:
        gross = 0
    return round(gross, 2)


class PriceList:
    def __init__(self, entries):
        self.entries = entries

    def cheapest(self, kind):
        fitting = [entry for entry in self.entries if entry["kind"] == kind]
        fitting.sort(key=lambda entry: entry["price"])
        first = fitting[0] if fitting else None
        self.last = first
        return first

    def _shuffle(self, salt):
        mixed = list(self.entries)
        mixed.reverse()
        mixed.append(salt)
        return mixed


def _internal(value, other):
    total = value + other
    total *= 2
    total -= other
    return total


def name_of(entry):
    return entry["name"]


class Loud:
    """Says what it is."""

    @property
    def size(self):
        total = 1
        total += 1
        total += 2
        return total

    def __len__(self):
        total = 1
        total += 1
        total += 3
        return total
''',
    )
    for name in ("price_with_tax", "PriceList", "PriceList.cheapest"):
        draft.truth.expect("document", "undocumented", path, name)
    draft.add(
        "tests/test_silent.py",
        "from shop.catalog.silent import Loud, PriceList, _internal, name_of, price_with_tax\n\n\n"
        "def test_all():\n    prices = PriceList([])\n    assert prices.cheapest('a') is None\n    prices._shuffle(1)\n"
        "    assert Loud().size and _internal(1, 2) and name_of({'name': 1}) and price_with_tax(1, 2, 'KR')\n",
    )
    script = "web/src/store/silent.ts"
    draft.add(
        script,
        """
import { Entry } from "../model";

export function mergeCarts(one: Entry[], other: Entry[]): Entry[] {
  const merged = [...one];
  for (const entry of other) {
    if (!merged.includes(entry)) {
      merged.push(entry);
    }
  }
  return merged;
}

function hidden(one: Entry[]): number {
  let total = 0;
  for (const entry of one) {
    total += entry.amount;
  }
  return total;
}

/** Adds up. */
export const total = (one: Entry[]): number => hidden(one);
""",
    )
    draft.truth.expect("document", "undocumented", script, "mergeCarts")
    draft.truth.edges.add((script, "web/src/model.ts"))
    draft.add(
        "web/tests/silent.test.ts",
        'import { mergeCarts, total } from "../src/store/silent";\nmergeCarts([], []);\ntotal([]);\n',
    )


def _parameters(draft: Draft) -> None:
    path = "shop/shipping/labels_docs.py"
    draft.add(
        path,
        '''
"""Labels for parcels."""


def print_label(parcel, copies):
    """Print a label.

    :param parcel: what is sent
    :param printer: where it is printed
    """
    sheet = [parcel] * copies
    sheet.append(None)
    sheet.pop()
    return sheet


def weigh(parcel, scale=1.0):
    """Weigh a parcel.

    Args:
        parcel: what is weighed
        unit (str): of the result
    """
    weight = parcel * scale
    weight += 0.1
    weight = round(weight)
    return weight


def stack(parcels, height):
    """Stack parcels.

    Parameters
    ----------
    parcels : list
        What is stacked.
    depth : int
        How deep.
    """
    rows = [parcels[i : i + height] for i in range(0, len(parcels), height)]
    rows.reverse()
    rows.append([])
    return rows


def send(parcel, **options):
    """Send a parcel.

    :param parcel: what is sent
    :param options: passed on
    """
    sent = dict(options)
    sent["parcel"] = parcel
    sent["done"] = True
    return sent


def cancel(parcel, reason):
    """Cancel a parcel.

    Args:
        parcel: what is cancelled
        reason: why; for example:
            lost: it is gone
    """
    gone = [parcel]
    gone.append(reason)
    gone.reverse()
    return gone
''',
    )
    for name in ("print_label", "weigh", "stack"):
        draft.truth.expect("document", "wrong-parameter", path, name)
    names = "print_label, weigh, stack, send, cancel"
    draft.add(
        "tests/test_labels_docs.py",
        f"from shop.shipping.labels_docs import {names}\n\n\ndef test_all():\n    assert all(({names}))\n",
    )
    script = "web/src/api/labels.ts"
    draft.add(
        script,
        """
// Labels on the web.

/**
 * Prints a label.
 * @param {string} parcel what is sent
 * @param copies how many
 */
export function printLabel(parcel: string): string[] {
  const sheet = [parcel];
  sheet.push("");
  sheet.pop();
  return sheet;
}

/**
 * Sends a parcel.
 * @param options what and how
 */
export function sendParcel({ parcel, how }: { parcel: string; how: string }): string[] {
  const sent = [parcel];
  sent.push(how);
  sent.reverse();
  return sent;
}
""",
    )
    draft.truth.expect("document", "wrong-parameter", script, "printLabel")
    draft.add(
        "web/tests/labels.test.ts",
        'import { printLabel, sendParcel } from "../src/api/labels";\n[printLabel, sendParcel];\n',
    )


def _documents(draft: Draft) -> None:
    draft.removed["shop/legacy_export.py"] = '"""Gone."""\n'
    draft.removed["scripts/migrate.py"] = "print(1)\n"
    draft.add(
        "scripts/report.py",
        '"""Print the report of the day."""\n\nimport sys\n\nif "--daily" in sys.argv:\n'
        '    print("daily")\n\nif __name__ == "__main__":\n    print("report")\n',
    )
    draft.truth.entries.add("scripts/report.py")
    draft.add("Makefile", "test:\n\tpytest\n\nlint:\n\truff check\n")
    readme = "README.md"
    draft.add(
        readme,
        """
# Shop

The export is in `shop/legacy_export.py`; prices are in `shop/catalog/silent.py`.
Call `price_with_tax()` for the gross price and `price_without_tax()` for the net one.
`asyncio.gather()` waits for both; `PriceList.cheapest()` finds one, `PriceList.dearest()` the other.
Put your file at `path/to/your/file.py`. The bundle comes out as `dist/shop.js`.

See [the guide](docs/guide.md) and [the manual](docs/manual.md).

```sh
make test
make release
cd web && npm run build
npm run deploy-preview
python scripts/report.py --daily
python scripts/migrate.py
shop --port 80 --colour
git log --oneline
```
""",
    )
    for kind, value in (
        ("path", "shop/legacy_export.py"), ("function", "price_without_tax"), ("function", "PriceList.dearest"),
        ("link", "docs/manual.md"), ("command", "make release"), ("command", "npm run deploy-preview"),
        ("command", "scripts/migrate.py"), ("option", "shop --colour"),
    ):  # fmt: skip
        draft.truth.expect("document", "stale", readme, kind, value)
    draft.add(
        "docs/guide.md",
        "# Guide\n\nThe README says the rest; `shop/orders/` holds the orders, `web/src/model.ts` the model.\n",
    )
    draft.add("CHANGELOG.md", "# Changes\n\n- removed `shop/legacy_export.py` and `old_price_rule()`\n")
