"""Writes memserver/turn/data/errands.npy, by which a turn tells errands and acknowledgements from tasks.

The prompts stand in scripts/errand_prompts/. `train/` has one pattern a line, with (this|or that) and {s} for a
subject. `held-out/` has prompts of other phrasings and is only measured on: each part was labelled before the training
prompts of its time were trained. The mistakes on `first` and `second` were read and the patterns made broader; nothing
was changed after `third`, but for open requests, which became a class.

Run it after a change of the prompts or of the embedding model: `python scripts/build_errand_weights.py`. `--questions
FOLDER` names a folder of question sets (JSON with `queries` or `questions`), none of which is an errand, to count how
many would be silenced.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memserver.embedding.local import LocalModel, local_fingerprint
from memserver.embedding.protocol import Kind, Vector
from memserver.learning.minimise import minimise
from memserver.turn.errands import (
    BUCKETS,
    CLASSES,
    FAMILIAR_BITS,
    SILENT_FROM,
    WEIGHTS,
    WORD,
    ErrandModel,
    Features,
    errand_model,
    features_of,
    mark_of,
)

Floats = npt.NDArray[np.float32]
PROMPTS = Path(__file__).parent / "errand_prompts"
DATA = Path(__file__).parent.parent / "tests" / "data"
# Prompts of one pattern: more would only say the same again.
MOST_OF_A_PATTERN = 24
MOST_WITH_SUBJECTS = 36
# Chosen on five folds of the training patterns among 0.00003 to 0.001 (words) and 0.00001 to 0.01 (vector).
PENALTY, VECTOR_PENALTY = 0.0001, 0.0001
# A task that is silenced costs more than an errand that is spoken to.
TASK_WEIGHT = 1.5
# How many of the words of an errand are in none of the patterns; a guess, chosen like the penalties.
FOREIGN_TO_ERRANDS = 0.12
SILENT = ("acknowledgement", "errand")
HELD_OUT = (*SILENT, "task")
FOLDS = 5
# Where a fit ends: after so many steps, or when one gains less than this share.
ITERATIONS, TOLERANCE = 400, 1e-6
SEED = 7
"""Which of the possible prompts of a pattern are taken."""
_CHOICE = re.compile(r"\(([^()]*)\)")
_SUBJECT = re.compile(r"\{s(.?)\}")
_PARTICLES = {"을": ("을", "를"), "은": ("은", "는"), "이": ("이", "가"), "에": ("에", "에")}


@dataclass(frozen=True, slots=True)
class Prompt:
    """A labelled prompt; those of one group were made from one pattern."""

    text: str
    kind: str
    group: str
    subject: str = ""


def training_prompts() -> list[Prompt]:
    """Return the prompts of all patterns, and the tasks among the shipped test prompts that are meant for tuning."""
    chance = random.Random(SEED)
    subjects = {language: _lines(PROMPTS / "train" / f"subjects-{language}.txt") for language in ("en", "ko")}
    found: dict[str, Prompt] = {}
    for kind in CLASSES:
        for number, pattern in enumerate(_lines(PROMPTS / "train" / f"{kind}.txt")):
            for text, subject in _prompts_of(pattern, subjects, chance).items():
                found.setdefault(text.casefold(), Prompt(text, kind, f"{kind} {number}", subject))
    for name in ("clear", "clear-more"):
        for line in (DATA / "prompts" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["split"] == "tune":
                found.setdefault(row["text"].casefold(), Prompt(row["text"], "task", row["id"]))
    return list(found.values())


def held_out_prompts(part: str) -> list[Prompt]:
    """Return the prompts that nothing is trained on."""
    return [
        Prompt(text, kind, part) for kind in HELD_OUT for text in _lines(PROMPTS / "held-out" / part / f"{kind}.txt")
    ]


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _prompts_of(pattern: str, subjects: dict[str, list[str]], chance: random.Random) -> dict[str, str]:
    about = _SUBJECT.search(pattern) is not None
    said = subjects["ko" if re.search("[가-힣]", _SUBJECT.sub("", pattern)) else "en"]
    if pattern in {"{s}", "{s}?"}:
        said = [*subjects["en"], *subjects["ko"]]
    found: dict[str, str] = {}
    for _ in range(200):
        text = pattern
        while choice := _CHOICE.search(text):
            text = text[: choice.start()] + chance.choice(choice[1].split("|")) + text[choice.end() :]
        subject = chance.choice(said)
        for match in list(_SUBJECT.finditer(text)):
            text = text.replace(match[0], subject + _particle(subject, match[1]))
        text = " ".join(text.split())
        shown = chance.random()
        found[text if shown < 0.5 else text[:1].upper() + text[1:] if shown < 0.9 else text.lower()] = (
            subject if about else ""
        )
        if len(found) >= (MOST_WITH_SUBJECTS if about else MOST_OF_A_PATTERN):
            break
    return found


def _particle(subject: str, particle: str) -> str:
    """Return the form of a Korean particle that follows a subject."""
    if not particle:
        return ""
    last = subject[-1]
    closed = "가" <= last <= "힣" and (ord(last) - ord("가")) % 28 > 0
    return _PARTICLES[particle][0 if closed else 1]


def familiar_marks(prompts: Sequence[Prompt]) -> set[int]:
    """Return the marks of the words of what is no task."""
    return {mark_of(word) for prompt in prompts if prompt.kind in SILENT for word in WORD.findall(prompt.text.lower())}


def train(
    prompts: Sequence[Prompt], vectors: Floats, penalty: float = PENALTY, beside: float = VECTOR_PENALTY
) -> ErrandModel:
    """Fit both regressions; now and then a familiar word is taken for a foreign one, as it will be in other prompts."""
    marks = familiar_marks(prompts)
    chance = random.Random(SEED)
    features = []
    for prompt in prompts:
        forgotten = {
            mark_of(word) for word in WORD.findall(prompt.text.lower()) if chance.random() < FOREIGN_TO_ERRANDS
        }
        features.append(features_of(prompt.text, marks - forgotten))
    rows = np.stack([_row(each) for each in features])
    labels = np.array([CLASSES.index(prompt.kind) for prompt in prompts])
    counted = _weights(prompts)
    width = rows.shape[1]
    light = np.full(width, penalty, np.float32)
    words = _fit(rows, labels, counted, light)
    heavy = np.full(vectors.shape[1], beside, np.float32)
    both = _fit(np.hstack([rows, vectors]), labels, counted, np.concatenate([light, heavy]))
    return ErrandModel(frozenset(marks), words, both[:, :width], both[:, width:], local_fingerprint())


def _weights(prompts: Sequence[Prompt]) -> Floats:
    """Return what each prompt counts: a pattern of few prompts as much as one of many, almost; a task a little more."""
    sizes: dict[str, int] = {}
    for prompt in prompts:
        sizes[prompt.group] = sizes.get(prompt.group, 0) + 1
    counted: Floats = np.array(
        [(1.0 if prompt.kind in SILENT else TASK_WEIGHT) / sizes[prompt.group] ** 0.5 for prompt in prompts], np.float32
    )
    counted /= counted.sum()
    return counted


def _row(features: Features) -> Floats:
    row = np.zeros(BUCKETS + len(features.shape), np.float32)
    row[list(features.buckets)] = 1 / max(len(features.buckets), 1) ** 0.5
    row[BUCKETS:] = features.shape
    return row


def _fit(rows: Floats, labels: npt.NDArray[np.int64], counted: Floats, penalties: Floats) -> Floats:
    """Return the weights of all classes but the last against the last, penalised towards zero."""
    wanted = np.eye(len(CLASSES), dtype=np.float32)[labels]

    def loss(point: Floats) -> tuple[float, Floats]:
        weights = point.reshape(len(CLASSES) - 1, -1)
        scores = np.hstack([rows @ weights.T, np.zeros((len(rows), 1), np.float32)])
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        value = -(counted * np.log(np.maximum((chances * wanted).sum(axis=1), 1e-12))).sum()
        value += 0.5 * (penalties * weights * weights).sum()
        slope = ((chances - wanted) * counted[:, None])[:, :-1].T @ rows + penalties * weights
        return float(value), slope.reshape(-1).astype(np.float32)

    start = np.zeros((len(CLASSES) - 1) * rows.shape[1], np.float32)
    return minimise(loss, start, ITERATIONS, TOLERANCE).reshape(len(CLASSES) - 1, -1)


def write(model: ErrandModel) -> None:
    """Write the weights as bytes: the marks of familiar words, then each regression, whose scale stands beside."""
    marks = np.zeros(FAMILIAR_BITS, np.uint8)
    marks[list(model.familiar)] = 1
    parts, scales = [np.packbits(marks).view(np.int8)], []
    for weights in (model.words, model.words_beside_vector, model.vector):
        scale = float(np.abs(weights).max() / 127)
        parts.append(np.round(weights / scale).astype(np.int8).reshape(-1))
        scales.append(round(scale, 9))
    WEIGHTS.parent.mkdir(exist_ok=True)
    np.save(WEIGHTS, np.concatenate(parts), allow_pickle=False)
    facts = {"scales": scales, "dimensions": model.vector.shape[1], "space": model.space}
    WEIGHTS.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def measure(label: str, model: ErrandModel, prompts: Sequence[Prompt], vectors: Sequence[Vector], show: bool) -> None:
    """Print both errors: tasks that are silenced, and what should be silenced but is spoken to."""
    for way in ("words", "vector"):
        wrong: dict[str, list[str]] = {"silenced": [], "spoken to": []}
        confused = 0
        for prompt, vector in zip(prompts, vectors, strict=True):
            reading = model.read(prompt.text, vector if way == "vector" else None, model.space)
            silent = prompt.kind in SILENT
            if silent == (reading.kind == "task"):
                wrong["spoken to" if silent else "silenced"].append(f"{prompt.text} ({1 - reading.task:.2f})")
            elif silent:
                confused += prompt.kind != reading.kind
        expected = sum(prompt.kind in SILENT for prompt in prompts)
        caught = expected - len(wrong["spoken to"])
        precision = caught / max(caught + len(wrong["silenced"]), 1)
        print(
            f"{label}, {way}: tasks silenced {len(wrong['silenced'])}/{len(prompts) - expected}; errands spoken to "
            f"{len(wrong['spoken to'])}/{expected} (precision {precision:.3f}, "
            f"recall {caught / max(expected, 1):.3f}); errand and acknowledgement confused {confused}"
        )
        for name, texts in wrong.items() if show else ():
            print(f"    {name}: " + " · ".join(texts[:40]))


def questions_of(folder: Path) -> list[Prompt]:
    """Return all questions of the sets in a folder."""
    found: dict[str, None] = {}
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        for key in ("queries", "questions"):
            found.update(dict.fromkeys(row["text"] for row in content.get(key, ())))
    return [Prompt(text, "task", "real") for text in found]


def shipped_questions() -> list[Prompt]:
    """Return the questions of the tests, and those of their prompts that are not meant for tuning."""
    found = []
    for name in ("korean/questions", "silence/unrelated", "prompts/clear", "prompts/clear-more"):
        rows = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        found += [Prompt(row["text"], "task", name) for row in rows if row.get("split") != "tune"]
    return found


def vague_requests() -> list[Prompt]:
    """Return the vague requests of the tests: those that leave the work open are tasks, since asking back helps.

    Some of them are errands by our reading ("translate it"), so they are measured on and no error to be driven to zero.
    """
    rows = [
        json.loads(line)
        for name in ("vague", "vague-more")
        for line in (DATA / "prompts" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return [Prompt(row["text"], "task", row["id"]) for row in rows]


def vectors_of(prompts: Sequence[Prompt]) -> Floats:
    """Embed prompts as questions."""
    with tempfile.TemporaryDirectory() as cache:
        model = LocalModel(Path(cache))
        return np.stack([model.embed(prompt.text, Kind.QUERY) for prompt in prompts])


def main() -> None:
    """Measure on five folds of patterns, train on all of them, write the weights, measure on what was held out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, help="folder of question sets")
    parser.add_argument("--show", action="store_true", help="print what goes wrong")
    arguments = parser.parse_args()
    prompts = training_prompts()
    vectors = vectors_of(prompts)
    groups = sorted({prompt.group for prompt in prompts})
    random.Random(SEED).shuffle(groups)
    fold_of = {group: place % FOLDS for place, group in enumerate(groups)}
    folds = np.array([fold_of[prompt.group] for prompt in prompts])
    subjects = np.array(
        [zlib.crc32(prompt.subject.encode()) % FOLDS if prompt.subject else FOLDS for prompt in prompts]
    )
    print({kind: sum(prompt.kind == kind for prompt in prompts) for kind in CLASSES}, "silent from", SILENT_FROM)
    for fold in range(FOLDS):
        inside, outside = np.flatnonzero((folds != fold) & (subjects != fold)), np.flatnonzero(folds == fold)
        model = train([prompts[place] for place in inside], vectors[inside])
        measure(f"fold {fold}", model, [prompts[place] for place in outside], list(vectors[outside]), arguments.show)
    write(train(prompts, vectors))
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size} bytes")
    stored = errand_model()
    sets = {f"held out, {part}": held_out_prompts(part) for part in ("first", "second", "third")} | {
        "shipped questions": shipped_questions(),
        "vague requests": vague_requests(),
    }
    if arguments.questions:
        sets["real questions"] = questions_of(arguments.questions)
    for label, held in sets.items():
        measure(label, stored, held, list(vectors_of(held)), arguments.show)


if __name__ == "__main__":
    main()
