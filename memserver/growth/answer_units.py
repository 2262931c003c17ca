"""The units in which values are compared: each with its measure and its size in the first unit of that measure.

Data only. `text.values` reads the units and brings some of them into one; here those are brought together that an
answer may convert.
"""

from __future__ import annotations

DAY, MONTH = 86_400.0, 30.44 * 86_400.0
MEASURES: dict[str, tuple[str, float]] = {
    "second": ("span", 1.0),
    "day": ("span", DAY),
    "month": ("span", MONTH),
    "byte": ("byte", 1.0),
    "bytes": ("byte", 1.0),
    "%": ("%", 1.0),
    **dict.fromkeys(("fortnight", "fortnights"), ("span", 14 * DAY)),
    **dict.fromkeys(("m", "metre", "meter", "미터"), ("length", 1.0)),
    **dict.fromkeys(("km", "kilometre", "kilometer", "킬로미터"), ("length", 1e3)),
    **dict.fromkeys(("cm", "centimetre", "centimeter", "센티미터"), ("length", 0.01)),
    **dict.fromkeys(("mm", "millimetre", "millimeter"), ("length", 0.001)),
    **dict.fromkeys(("ft", "foot", "feet"), ("length", 0.3048)),
    **dict.fromkeys(("inch", "inche"), ("length", 0.0254)),
    **dict.fromkeys(("mile", "miles"), ("length", 1_609.34)),
    **dict.fromkeys(("kg", "kilo", "kilogram", "킬로그램"), ("mass", 1.0)),
    **dict.fromkeys(("g", "gram", "그램"), ("mass", 0.001)),
    **dict.fromkeys(("lb", "lbs", "pound"), ("mass", 0.4536)),
    **dict.fromkeys(("oz", "ounce"), ("mass", 0.02835)),
    **dict.fromkeys(("l", "litre", "liter", "리터"), ("volume", 1.0)),
    **dict.fromkeys(("ml", "millilitre", "milliliter"), ("volume", 0.001)),
    **dict.fromkeys(("gallon", "gallons"), ("volume", 3.785)),
    **dict.fromkeys(("time", "times", "회", "번"), ("times", 1.0)),
    **dict.fromkeys(("people", "person", "명", "persons"), ("people", 1.0)),
    **dict.fromkeys(("원", "₩", "won", "krw"), ("₩", 1.0)),
    **dict.fromkeys(("€", "euro", "euros", "eur", "유로"), ("€", 1.0)),
    **dict.fromkeys(("$", "dollar", "usd", "달러"), ("$", 1.0)),
}
DIMENSIONS = frozenset(measure for measure, _ in MEASURES.values())
