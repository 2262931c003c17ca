from __future__ import annotations

import os
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.knowledge.skills import SkillLibrary, find_skill_files, match_skills, parse_skill
from memserver.knowledge.triggers import BadTrigger, Prompt, make_trigger, safe_pattern

DEPLOY = textwrap.dedent(
    """\
    ---
    name: deploy-shop
    description: 상점 배포 절차
    triggers:
      - deploy to production
      - 배포해 줘
      - /릴리[스즈]\\s*노트/
      - /(a+)+$/
    knowledge: [ops]
    ---
    # Deploy

    ## Steps
    1. Run the tests.
    2. Tag the release:
       `make tag`
    - 채널에 알린다
    """
)

HEADINGS = textwrap.dedent(
    """\
    # 회의록 정리

    회의 내용을 결정과 할 일로 나눈다.

    ## 트리거
    - 회의록, minutes, "meeting notes"
    - /[/

    ## 절차
    1. 참석자를 적는다
    2. 결정 사항을 뽑는다
    """
)


def test_front_matter_form() -> None:
    skill = parse_skill(DEPLOY, "ops/deploy/SKILL.md")
    assert skill.name == "deploy-shop"
    assert skill.description == "상점 배포 절차"
    assert [trigger.text for trigger in skill.triggers] == ["deploy to production", "배포해 줘", "/릴리[스즈]\\s*노트/"]
    assert skill.steps == ("Run the tests.", "Tag the release:\n   `make tag`", "채널에 알린다")
    assert skill.knowledge == ("ops",)
    assert len(skill.warnings) == 1
    assert skill.warnings[0].startswith("line 8:")


def test_headings_form() -> None:
    skill = parse_skill(HEADINGS, "minutes.skill.md")
    assert skill.name == "회의록 정리"
    assert skill.description == "회의 내용을 결정과 할 일로 나눈다."
    assert [trigger.text for trigger in skill.triggers] == ["회의록", "minutes", "meeting notes"]
    assert skill.steps == ("참석자를 적는다", "결정 사항을 뽑는다")
    assert skill.warnings[0].startswith("line 7:")


def test_a_bare_file_is_named_after_its_folder_and_found_by_that_name() -> None:
    skill = parse_skill("1. do this\n2. then that\n", "procedures/code-review/skill.md")
    assert skill.name == "code-review"
    assert skill.steps == ("do this", "then that")
    assert match_skills("please do a code review", [skill])[0].skill is skill


@pytest.mark.parametrize(
    ("prompt", "found"),
    [
        ("Please deploy to production now", True),
        ("DEPLOY TO PRODUCTION", True),
        ("배포해줘", True),
        ("이번 주에 배포를 해야 하는데 어떻게 하지?", True),
        ("배포하려면 뭐부터 해?", True),
        ("릴리즈노트 써 줘", True),
        ("to production we deploy", True),
        ("redeployed to productions-like", False),
        ("재배포는 아니고", False),
        ("special decision", False),
        ("", False),
    ],
)
def test_matching_in_both_languages(prompt: str, found: bool) -> None:
    assert bool(match_skills(prompt, [parse_skill(DEPLOY, "a/skill.md")])) is found


def test_short_triggers_do_not_hide_inside_words() -> None:
    skill = parse_skill("---\nname: pipeline\ntriggers: [ci]\n---\n", "skill.md")
    assert not match_skills("a special decision about social pricing", [skill])
    assert match_skills("the CI is red", [skill])


def test_stronger_matches_come_first_and_equal_ones_by_path() -> None:
    one = parse_skill("---\ntriggers: [deploy]\n---\n", "b/skill.md")
    two = parse_skill("---\ntriggers: [deploy]\n---\n", "a/skill.md")
    whole = parse_skill("---\ntriggers: [deploy the shop]\n---\n", "z/skill.md")
    matches = match_skills("Deploy the shop!", [one, two, whole])
    assert [match.skill.path for match in matches] == ["z/skill.md", "a/skill.md", "b/skill.md"]
    assert matches[0].strength == 1.0


@pytest.mark.parametrize(
    "source", ["(a+)+$", "(a|a)*b", "(.*)*x", ".*.*.*.*x", r"(a)\1", "(a?){30}a{30}", "(", "a*", "x{1,99999}"]
)
def test_patterns_that_could_run_away_are_refused(source: str) -> None:
    with pytest.raises(BadTrigger):
        safe_pattern(source)


@pytest.mark.timeout(20)
def test_allowed_patterns_come_to_an_end_even_on_a_prompt_made_to_hurt() -> None:
    assert make_trigger("/a.*a.*b/").strength(Prompt("a" * 100_000)) == 0.0


def test_stars_in_classes_and_escapes_keep_their_meaning() -> None:
    assert make_trigger("/[*+]{2}/").strength(Prompt("say ** here")) > 0
    assert make_trigger(r"/c\+\+ build/").strength(Prompt("a C++ build")) > 0


@given(st.text(max_size=200))
def test_any_text_makes_a_skill(text: str) -> None:
    skill = parse_skill(text, "x/skill.md")
    assert skill.name
    match_skills(text, [skill])


@given(st.text(alphabet="ab|()[]{}*+?.\\^$,0123/", max_size=24))
def test_any_pattern_is_either_refused_or_safe(source: str) -> None:
    try:
        pattern = safe_pattern(source)
    except BadTrigger:
        return
    pattern.search("ab" * 100)


def test_the_library_reads_again_what_changed(tmp_path: Path) -> None:
    file = tmp_path / "ops" / "skill.md"
    file.parent.mkdir()
    file.write_text("---\nname: first\n---\n")
    (tmp_path / "readme.md").write_text("no skill")
    library = SkillLibrary(str(tmp_path))
    library.set_files(find_skill_files(str(tmp_path)))
    assert [skill.name for skill in library.skills()] == ["first"]
    file.write_text("---\nname: second\n---\n")
    os.utime(file, ns=(1, 1))
    assert [skill.name for skill in library.skills()] == ["second"]
    file.unlink()
    assert library.skills() == []
