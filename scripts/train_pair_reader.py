"""Trains the reader of two statements and writes memserver/claims/data/pair_adapter.npz.

    python scripts/train_pair_reader.py PAIRS.jsonl [--held AUTHOR …] [--epochs N] [--agreeing N] [--average OTHER.npz]

Needs torch, which memserver itself does not. The local model is frozen but for changes of low rank to its last layers
and a head over their mean. It learns from the pairs of `train_claims.py` and from what was taken back or not in the
conversations of `scripts/claim_training/conversations`. What the lower layers make of each pair is kept, so that only
the last ones run again in each epoch. `--held` leaves authors out and prints what they are judged. What is shipped is
the mean (`--average`) of a training without texts that agree and one with 2,500 pairs of them: the first sees conflicts
where there are none, the second misses plain ones. Afterwards run `scripts/build_e5_graph.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from train_claims import GENERATED, NEIGHBOURS, OWN, Pair, read_pairs, report

from memserver.claims.adapter import ADAPTER_NAME
from memserver.claims.model import KINDS
from memserver.claims.reader import pair_tokens
from memserver.embedding.tokeniser import Tokeniser
from memserver.embedding.weights_file import WeightsFile, locate
from memserver.text.sentences import split_sentences

TARGET = Path(__file__).parent.parent / "memserver" / "claims" / "data" / ADAPTER_NAME
CONVERSATIONS = "conversations"
ADAPTED_LAYERS = 6
RANK = 24
# Generated pairs repeat each other: of so many as much is learnt as of all.
GENERATED_PAIRS = 500
BATCH = 24
LEARNING_RATE, HEAD_RATE = 6e-4, 2e-3
WARM_UP_STEPS = 40
SMOOTHING = 0.05
MAX_WORDS = 60
SHARE_OF_OTHER_MESSAGES = 0.6
SEED = 0

_CODE = re.compile(r"```.*?```", re.DOTALL)


class Example(NamedTuple):
    """A pair as the model sees it: its token ids, its label, and who wrote it."""

    ids: list[int]
    label: int
    author: str


class Product(nn.Module):
    """A matrix of the model, with a change of low rank where it is adapted."""

    def __init__(self, name: str, weights: WeightsFile, shape: tuple[int, int], *, adapted: bool) -> None:
        super().__init__()
        self.name, self.adapted = name, adapted
        self.register_buffer("matrix", torch.from_numpy(weights.dequantised(f"{name}.w", *shape)))
        self.bias = nn.Parameter(torch.tensor(weights.floats(f"{name}.b").copy()), requires_grad=adapted)
        if adapted:
            self.down = nn.Parameter(torch.randn(RANK, shape[1]) / math.sqrt(shape[1]))
            self.up = nn.Parameter(torch.zeros(shape[0], RANK))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Multiply rows."""
        matrix = self.matrix + self.up @ self.down if self.adapted else self.matrix
        return functional.linear(rows, matrix, self.bias)

    def arrays(self) -> dict[str, torch.Tensor]:
        """Return what was learnt, by its name in the adapter."""
        return {f"{self.name}.w.up": self.up, f"{self.name}.w.down": self.down, f"{self.name}.b": self.bias}


class Layer(nn.Module):
    """One layer of the model."""

    def __init__(self, number: int, weights: WeightsFile, *, adapted: bool) -> None:
        super().__init__()
        self.shape, self.prefix = weights.shape, f"l{number}."
        hidden, inner = self.shape.hidden, self.shape.feed_forward
        shapes = dict.fromkeys(("q", "k", "v", "ao"), (hidden, hidden)) | {
            "fi": (inner, hidden),
            "fo": (hidden, inner),
        }
        self.products = nn.ModuleDict(
            {name: Product(self.prefix + name, weights, shape, adapted=adapted) for name, shape in shapes.items()}
        )
        self.norms = nn.ParameterDict(
            {
                name.replace(".", "_"): nn.Parameter(
                    torch.tensor(weights.floats(self.prefix + name).copy()), requires_grad=adapted
                )
                for name in ("aln.w", "aln.b", "oln.w", "oln.b")
            }
        )

    def forward(self, state: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return the next state of each token."""
        batch, length, hidden = state.shape

        def heads(rows: torch.Tensor) -> torch.Tensor:
            return rows.view(batch, length, self.shape.heads, hidden // self.shape.heads).transpose(1, 2)

        query, key, value = (heads(self.products[name](state)) for name in "qkv")
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        state = self._normal(state + self.products["ao"](mixed.transpose(1, 2).reshape(batch, length, hidden)), "aln")
        inner = functional.gelu(self.products["fi"](state))
        return self._normal(state + self.products["fo"](inner), "oln")

    def _normal(self, rows: torch.Tensor, name: str) -> torch.Tensor:
        scale, shift = self.norms[f"{name}_w"], self.norms[f"{name}_b"]
        return functional.layer_norm(rows, (self.shape.hidden,), scale, shift, self.shape.epsilon)

    def arrays(self) -> dict[str, torch.Tensor]:
        """Return what was learnt, by its name in the adapter."""
        found = {self.prefix + name.replace("_", "."): norm for name, norm in self.norms.items()}
        for product in self.products.values():
            found |= product.arrays()
        return found


class Reader:
    """The model that is trained: what the lower layers make of each example, the adapted layers, and the head."""

    def __init__(self, weights: WeightsFile, examples: Sequence[Example]) -> None:
        shape = self.shape = weights.shape
        self.examples = examples
        self.words = torch.from_numpy(weights.dequantised("emb.word", shape.vocabulary, shape.hidden))
        kinds = torch.tensor(weights.floats("emb.type").reshape(-1, shape.hidden)[0].copy())
        self.positions = torch.tensor(weights.floats("emb.pos").reshape(shape.positions, shape.hidden).copy()) + kinds
        self.norm = [torch.tensor(weights.floats(f"emb.ln.{part}").copy()) for part in "wb"]
        first = shape.layers - ADAPTED_LAYERS
        self.lower = [Layer(number, weights, adapted=False) for number in range(first)]
        self.upper = nn.ModuleList([Layer(number, weights, adapted=True) for number in range(first, shape.layers)])
        self.head = nn.Linear(shape.hidden, len(KINDS))
        self.drop = nn.Dropout(0.1)
        self.states = self._lower_states()

    def _lower_states(self) -> list[torch.Tensor]:
        states: list[torch.Tensor] = [torch.empty(0)] * len(self.examples)
        order = sorted(range(len(self.examples)), key=lambda index: len(self.examples[index].ids))
        with torch.no_grad():
            for start in range(0, len(order), BATCH):
                chosen = order[start : start + BATCH]
                longest = max(len(self.examples[index].ids) for index in chosen)
                ids = torch.ones((len(chosen), longest), dtype=torch.long)
                for row, index in enumerate(chosen):
                    ids[row, : len(self.examples[index].ids)] = torch.tensor(self.examples[index].ids)
                present = self._present(chosen, longest)
                state = self.words[ids] + self.positions[:longest]
                state = functional.layer_norm(state, (self.shape.hidden,), *self.norm, self.shape.epsilon)
                for layer in self.lower:
                    state = layer(state, _mask(present))
                for row, index in enumerate(chosen):
                    states[index] = state[row, : len(self.examples[index].ids)].half()
        return states

    def _present(self, chosen: Sequence[int], longest: int) -> torch.Tensor:
        lengths = torch.tensor([len(self.examples[index].ids) for index in chosen])
        return torch.arange(longest)[None, :] < lengths[:, None]

    def logits(self, chosen: Sequence[int]) -> torch.Tensor:
        """Return the scores of some examples."""
        longest = max(len(self.states[index]) for index in chosen)
        state = torch.zeros((len(chosen), longest, self.shape.hidden))
        for row, index in enumerate(chosen):
            state[row, : len(self.states[index])] = self.states[index].float()
        present = self._present(chosen, longest)
        for layer in self.upper:
            state = layer(state, _mask(present))
        pooled = (state * present[..., None]).sum(1) / present.sum(1, keepdim=True)
        scores: torch.Tensor = self.head(self.drop(pooled))
        return scores

    def train(self, epochs: Sequence[Sequence[int]]) -> None:
        """Learn from examples, one epoch after the other."""
        learnt = [parameter for parameter in self.upper.parameters() if parameter.requires_grad]
        rates = [LEARNING_RATE, HEAD_RATE]
        optimiser = torch.optim.AdamW(
            [{"params": learnt, "lr": rates[0]}, {"params": self.head.parameters(), "lr": rates[1]}], weight_decay=0.01
        )
        batches = [batch for epoch in epochs for batch in self._batches(epoch)]
        self.drop.train()
        for step, batch in enumerate(batches):
            share = min(1.0, (step + 1) / WARM_UP_STEPS) * (1 - step / len(batches))
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * share
            labels = torch.tensor([self.examples[index].label for index in batch])
            loss = functional.cross_entropy(self.logits(batch), labels, label_smoothing=SMOOTHING)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(learnt, 1.0)
            optimiser.step()
            if step % 50 == 0:
                print(f"step {step} of {len(batches)}: loss {loss.item():.3f}", flush=True)

    def _batches(self, chosen: Sequence[int]) -> list[list[int]]:
        """Return batches of examples of about the same length, in any order."""
        shuffled = random.sample(list(chosen), len(chosen))
        found = []
        for start in range(0, len(shuffled), 16 * BATCH):
            part = sorted(shuffled[start : start + 16 * BATCH], key=lambda index: len(self.states[index]))
            found += [part[place : place + BATCH] for place in range(0, len(part), BATCH)]
        return random.sample(found, len(found))

    def chances(self, chosen: Sequence[int]) -> Any:
        """Return how likely each kind is for some examples."""
        self.drop.eval()
        with torch.no_grad():
            parts = [self.logits(chosen[start : start + BATCH]) for start in range(0, len(chosen), BATCH)]
            return torch.cat(parts).softmax(-1).numpy()

    def save(self, average: Path | None) -> None:
        """Write what was learnt, or its mean with another adapter, which began at the same place."""
        arrays: dict[str, torch.Tensor] = {"head": self.head.weight, "head_bias": self.head.bias}
        for layer in self.upper:
            arrays |= layer.arrays()
        found = {name: array.detach().numpy() for name, array in arrays.items()}
        if average is not None:
            with np.load(average) as other:
                found = {name: (array + other[name].astype(np.float32)) / 2 for name, array in found.items()}
        np.savez_compressed(TARGET, **{name: array.astype(np.float16) for name, array in found.items()})


def _mask(present: torch.Tensor) -> torch.Tensor:
    return torch.zeros(present.shape).masked_fill(~present, -1e9)[:, None, None, :]


def conversation_pairs(path: Path) -> list[Pair]:
    """Return what was said in conversations with each later message up to the one that takes it back."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        said, messages = row["said"], [plain(message["content"]) for message in row["messages"]]
        sentences = split_sentences(messages[said["message"]])
        whole = next((each for each in sentences if said["quote"][:25] in each or each in said["quote"]), said["quote"])
        by = row["by"] or {"message": len(messages), "quote": ""}
        for place in range(said["message"] + 1, min(by["message"] + 1, len(messages))):
            if place == by["message"]:
                found += [(whole, messages[place], "replaces"), (whole, by["quote"], "replaces")]
            elif messages[place] and random.random() < SHARE_OF_OTHER_MESSAGES:
                found.append((whole, messages[place], "other"))
    return [Pair(old, _first_words(new), label, CONVERSATIONS, False) for old, new, label in found]


def plain(text: str) -> str:
    """Return a message without code."""
    return " ".join(_CODE.sub(" ", text).split())


def _first_words(text: str) -> str:
    return " ".join(text.split()[:MAX_WORDS])


def main() -> None:
    """Train, say how those who were left out are judged, and write the adapter."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--held", nargs="*", default=[], help="authors to leave out")
    parser.add_argument("--epochs", type=int, default=4, help="the last of them without generated pairs")
    parser.add_argument("--agreeing", type=int, default=2_500, help="pairs of texts that agree")
    parser.add_argument("--average", type=Path, help="an adapter to take the mean with")
    arguments = parser.parse_args()
    random.seed(SEED)
    torch.manual_seed(SEED)
    pairs = [pair for pair in read_pairs(arguments.pairs) if not pair.held_out]
    generated = [pair for pair in pairs if pair.author == GENERATED]
    neighbours = [pair for pair in pairs if pair.author == NEIGHBOURS]
    pairs = [pair for pair in pairs if pair.author not in {GENERATED, NEIGHBOURS}]
    pairs += random.sample(generated, GENERATED_PAIRS)
    pairs += random.sample(neighbours, min(arguments.agreeing, len(neighbours)))
    for file in sorted((OWN / CONVERSATIONS).glob("*.jsonl")):
        pairs += conversation_pairs(file)
    weights = WeightsFile(locate())
    tokeniser = Tokeniser(weights.vocabulary)
    examples = [
        Example(
            pair_tokens(tokeniser.encode(f"query: {pair.old}"), tokeniser.encode(pair.new)),
            KINDS.index(pair.label),
            pair.author,
        )
        for pair in pairs
    ]
    reader = Reader(weights, examples)
    kept = [index for index, example in enumerate(examples) if example.author not in arguments.held]
    own = [index for index in kept if examples[index].author != GENERATED]
    reader.train([kept] * (arguments.epochs - 1) + [own])
    for author in arguments.held:
        chosen = [index for index, example in enumerate(examples) if example.author == author]
        report(author, reader.chances(chosen), np.array([examples[index].label for index in chosen]))
    reader.save(arguments.average)


if __name__ == "__main__":
    main()
