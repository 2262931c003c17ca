from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.knowledge.chunk import ChunkedDocument, chunk_document
from memserver.knowledge.packing import WHOLE_LIMIT
from memserver.text.passages import size

PATHS = ("note.md", "note.txt", "code.py", "code.ts", "schema.sql", "no-suffix")

LINES = st.one_of(
    st.sampled_from(
        [
            "",
            "# 안내",
            "## Deploy",
            "###",
            "- item",
            "  - nested",
            "1. first",
            "```python",
            "```",
            "~~~",
            "---",
            "===",
            "title: x",
            "tags: [a, b]",
            "def run(a):",
            "    return 1",
            "class Shop:",
            "    def buy(self):",
            "function build() {",
            "}",
            "@decorator",
            "# comment",
            "| a | b |",
            "배포는 매주 금요일에 한다. 롤백은 수동이다.",
            "A sentence that is long enough to matter. And another one, with a comma!",
            "가" * 400,
            "x" * 900,
            " " * 700,
            "\t",
        ]
    ),
    st.text(max_size=80),
)
DOCUMENTS = st.lists(LINES, max_size=60).map("\n".join) | st.text(max_size=300)


def squeezed(text: str) -> str:
    return "".join(text.split())


def by_heading(document: ChunkedDocument) -> dict[str, str]:
    return {chunk.heading: chunk.text for chunk in document.chunks}


@given(st.sampled_from(PATHS), DOCUMENTS, st.integers(min_value=-5, max_value=1500))
def test_nothing_is_lost_for_any_text(path: str, text: str, target: int) -> None:
    kept = squeezed("".join(chunk.text for chunk in chunk_document(path, text, target).chunks))
    whole = squeezed(text)
    assert whole.endswith(kept)
    if data := whole.removesuffix(kept):
        assert path in {"note.md", "note.txt"}
        assert kept
        assert data.startswith("---") or data.count(":") > 2


@given(st.sampled_from(PATHS), DOCUMENTS)
def test_order_places_and_sizes_hold_for_any_text(path: str, text: str) -> None:
    document = chunk_document(path, text, 300)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    last = 0
    for ordinal, chunk in enumerate(document.chunks):
        assert chunk.ordinal == ordinal
        assert last <= chunk.start_line <= chunk.end_line <= len(lines)
        last = chunk.end_line
        assert chunk.text.strip()
        assert size(chunk.text) <= WHOLE_LIMIT * 300
        assert squeezed(chunk.text) in squeezed("\n".join(lines[chunk.start_line - 1 : chunk.end_line]))
    assert chunk_document(path, text, 300) == document


GUIDE = textwrap.dedent(
    """\
    ---
    title: Shop guide
    tags: [ops, "#배포"]
    date: 2026-03-01
    ---
    # Guide

    Intro of the guide, long enough to be a section of its own. It says what the shop is, who runs it and where.
    {filler}

    ## Deploy

    {filler}

    ### Rollback

    Run `make rollback` and tell the channel. {filler}

    ## 데이터베이스 **마이그레이션** [문서](https://example.com/a)

    {filler}
    """
).replace("{filler}", "The release train leaves on Friday and nobody jumps on late. " * 5)


def test_markdown_follows_headings_and_names_their_path() -> None:
    document = chunk_document("guide.md", GUIDE, 600)
    assert document.title == "Shop guide"
    assert document.tags == ("ops", "배포")
    assert document.date == "2026-03-01"
    headings = list(by_heading(document))
    assert headings == [
        "Guide",
        "Guide › Deploy",
        "Guide › Deploy › Rollback",
        "Guide › 데이터베이스 마이그레이션 문서",
    ]
    assert "make rollback" in by_heading(document)["Guide › Deploy › Rollback"]


def test_a_heading_never_stands_alone() -> None:
    body = "One long paragraph without any break. " * 60
    document = chunk_document("a.md", f"# Title\n\n{body}\n\n## Code\n\n```\n{'line of code' + chr(10)}```\n", 500)
    assert all(len(chunk.text) > 50 for chunk in document.chunks[:-1])
    assert document.chunks[0].text.startswith("# Title")


def test_setext_headings_and_headings_inside_fences() -> None:
    text = "Big\n===\n\nintro\n\n```sh\n# not a heading\nmake\n```\n\nSmall\n---\n\nrest of it\n"
    document = chunk_document("a.md", text, 100)
    assert document.title == "Big"
    assert [chunk.heading for chunk in document.chunks][-1] == "Big › Small"
    assert not any("not a heading" in chunk.heading for chunk in document.chunks)


def test_lists_and_fences_stay_whole_up_to_twice_the_target() -> None:
    items = "\n".join(f"- step {number}: press the button labelled {number}\n  and wait" for number in range(12))
    before = "A paragraph in front of the list that fills most of one chunk already. " * 6
    document = chunk_document("a.md", f"# T\n\n{before}\n\n{items}\n", 500)
    holding = [chunk for chunk in document.chunks if "- step 0:" in chunk.text]
    assert "- step 11:" in holding[0].text
    long = chunk_document("a.md", "\n".join([items.replace("step", f"part {n} step") for n in range(6)]), 500)
    assert all(chunk.text.startswith("- part") for chunk in long.chunks)


def test_small_sections_share_a_chunk_and_their_names() -> None:
    text = "# FAQ\n\n## Why?\n\nBecause.\n\n## When?\n\nFriday.\n\n## 어디서?\n\n서울.\n"
    document = chunk_document("faq.md", text, 1200)
    assert len(document.chunks) == 1
    assert document.chunks[0].heading == "FAQ › Why?, When?, 어디서?"


def test_broken_front_matter_is_read_line_by_line_with_a_warning() -> None:
    document = chunk_document("a.md", '---\ntitle: "half: open\ntags:\n- a\n- b\n---\nbody\n')
    assert document.warnings
    assert document.tags == ("a", "b")
    assert chunk_document("a.md", "---\njust a rule\n\ntext\n").chunks[0].text.startswith("---")


PYTHON = textwrap.dedent(
    '''\
    """Prices of the shop."""
    import os

    LIMIT = 10

    # Explains the function below.
    @cached
    def price(item: str) -> int:
        """Return the price."""
        return len(item) * LIMIT


    class Cart:
        """Holds items."""

        def add(self, item: str) -> None:
            self.items.append(item)

        async def checkout(self) -> int:
            total = 0
            for item in self.items:
                total += price(item)
            return total


    if __name__ == "__main__":
        print(price("a"))
    '''
)


def test_python_by_functions_and_methods() -> None:
    document = chunk_document("shop.py", PYTHON, 150)
    headings = by_heading(document)
    assert "price" in headings
    assert headings["price"].startswith("# Explains")
    assert "Cart › checkout" in headings
    assert "async def checkout" in headings["Cart › checkout"]
    assert document.chunks[-1].text.startswith("if __name__")


def test_python_that_does_not_parse_is_still_cut_at_definitions() -> None:
    document = chunk_document("shop.py", PYTHON.replace("return len(item) * LIMIT", "return len(item *"), 150)
    assert any(heading.startswith("price") for heading in by_heading(document))
    assert any("Cart" in heading for heading in by_heading(document))


SOURCES = {
    "a.ts": """
        import x from 'y'

        export async function build(a: string) {
          return a
        }

        export const render = (props) => {
          return props
        }

        export class Shop {
          open() {
            return 1
          }
        }
        """,
    "a.go": """
        package shop

        func Price(item string) int {
            return 1
        }

        // Add adds.
        func (c *Cart) Add(i Item) {
        }

        type Basket struct {
            items []Item
        }
        """,
    "a.rs": """
        use std::fmt;

        #[derive(Debug)]
        pub struct Cart {
            items: Vec<u8>,
        }

        impl Cart {
            pub fn add(&mut self) {}
        }

        pub(crate) fn price() -> u8 {
            1
        }
        """,
    "a.c": """
        #include <stdio.h>

        static int parse_price(const char *text)
        {
            return 0;
        }

        int main(void) {
            return parse_price("1");
        }
        """,
    "Shop.java": """
        package shop;

        public class Shop {
            private int total;

            public int price(String item) {
                return 1;
            }
        }
        """,
    "a.sh": """
        #!/bin/sh

        deploy() {
          make
        }

        function rollback {
          undo
        }
        """,
    "a.sql": """
        CREATE TABLE IF NOT EXISTS orders (
          id int
        );

        create view totals as
        select 1;
        """,
}


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("a.ts", ["build", "render", "Shop"]),
        ("a.go", ["Price", "Add", "Basket"]),
        ("a.rs", ["Cart", "price"]),
        ("a.c", ["parse_price", "main"]),
        ("Shop.java", ["Shop", "price"]),
        ("a.sh", ["deploy", "rollback"]),
        ("a.sql", ["orders", "totals"]),
    ],
)
def test_other_languages_by_definitions(path: str, names: list[str]) -> None:
    padded = textwrap.dedent(SOURCES[path]).replace("\n\n", "\n" + "// filler filler filler filler\n" * 4 + "\n")
    found = " ".join(chunk.heading for chunk in chunk_document(path, padded, 100).chunks)
    for name in names:
        assert name in found


def test_plain_text_keeps_paragraphs_and_cuts_long_lines_at_sentences() -> None:
    text = "첫 문단이다. " * 30 + "\n\n" + "Second paragraph. " * 40
    document = chunk_document("a.txt", text, 300)
    assert all(chunk.text.endswith(".") for chunk in document.chunks)
    assert all(chunk.heading == "" for chunk in document.chunks)


def test_carriage_returns_count_as_line_ends() -> None:
    document = chunk_document("a.txt", "one\r\n\r\ntwo\rthree")
    assert document.chunks[-1].end_line == 4


def test_front_matter_is_data_and_in_no_chunk() -> None:
    text = (
        "---\ntitle: Gate\ntags: [ops]\nStatus: Draft\nowner: {name: Kim, since: 2026-01-02}\n---\nThe gate is open.\n"
    )
    document = chunk_document("gate.md", text)
    assert [(chunk.text, chunk.start_line) for chunk in document.chunks] == [("The gate is open.", 7)]
    assert (document.title, document.tags) == ("Gate", ("ops",))
    assert document.front == {"status": ["Draft"], "owner.name": ["Kim"], "owner.since": ["2026-01-02"]}


HEADERS = "PEP: 123\nTitle: Gates and doors\nAuthor: Kim Mina,\n  Jonas Falk\nStatus: Draft\nSuperseded-By: 456\n"


@pytest.mark.parametrize("path", ["pep.rst", "pep.txt", "pep.md"])
def test_lines_of_data_on_top_are_front_matter_too(path: str) -> None:
    document = chunk_document(path, f"{HEADERS}\nAbstract\n\nA gate is a door.\n")
    assert document.title == "Gates and doors"
    assert document.front == {
        "pep": ["123"], "author": ["Kim Mina, Jonas Falk"], "status": ["Draft"], "superseded-by": ["456"],
    }  # fmt: skip
    assert not any("456" in chunk.text or "Draft" in chunk.text for chunk in document.chunks)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("settings.py", f"{HEADERS}\nrest\n"),
        ("two.md", "Status: Draft\nOwner: Kim\n\nThe gate is open.\n"),
        ("prose.txt", "Status: Draft\nOwner: Kim\nand the others\nTeam: ops\n\nThe gate is open.\n"),
        ("twice.txt", "a: 1\na: 2\nb: 3\nc: 4\n\nThe gate is open.\n"),
        ("chat.txt", "system: be brief\nuser: when\nassistant: at nine\n\nMore was said.\n"),
        ("talk.txt", "Mina: We moved.\nJonas: Great!\nAda: Where to?\n\nMore was said.\n"),
        ("only.md", HEADERS),
        ("only-fenced.md", "---\nstatus: Draft\nowner: Kim\n---\n\n"),
    ],
)
def test_other_lines_and_notes_of_nothing_but_data_stay_text(path: str, text: str) -> None:
    document = chunk_document(path, text)
    assert squeezed("".join(chunk.text for chunk in document.chunks)) == squeezed(text)
    assert document.front == {}


def test_values_that_refer_to_each_other_are_not_counted_out() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    text = "\n".join(["---", *lines, "loop: &loop [*loop]", "---", "The gate is open."])
    document = chunk_document("bomb.md", text)
    assert sum(map(len, document.front.values())) <= 1_000
    assert [chunk.text for chunk in document.chunks] == ["The gate is open."]
