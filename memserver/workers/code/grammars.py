"""What the syntax trees of the other languages call things: one table for each, and the grammar behind it.

A grammar is loaded when the first file of its language comes. One that is not installed is no error: its files are
named as not read.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from memserver.text.words import words

if TYPE_CHECKING:
    from tree_sitter import Parser


@dataclass(frozen=True, slots=True)
class Grammar:
    """Where a grammar comes from, and the kinds of nodes that matter in it."""

    module: str
    factory: str = "language"
    functions: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    branches: frozenset[str] = frozenset()
    blocks: frozenset[str] = frozenset()
    """Statements that put their body one level deeper."""
    imports: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()
    """Kinds of name that stand behind a dot."""


_SCRIPT = Grammar(
    "tree_sitter_typescript",
    "language_typescript",
    functions=words(
        """function_declaration generator_function_declaration method_definition arrow_function function_expression
        generator_function"""
    ),
    classes=words("class_declaration abstract_class_declaration class interface_declaration"),
    branches=words(
        "if_statement for_statement for_in_statement while_statement do_statement catch_clause switch_case"
        " ternary_expression"
    ),
    blocks=words(
        """if_statement for_statement for_in_statement while_statement do_statement try_statement switch_statement"""
    ),
    imports=words("import_statement export_statement call_expression"),
    members=words("property_identifier private_property_identifier shorthand_property_identifier"),
)
_C_FAMILY = Grammar(
    "tree_sitter_c",
    functions=words("function_definition"),
    classes=words("struct_specifier class_specifier"),
    branches=words(
        """if_statement for_statement for_range_loop while_statement do_statement catch_clause case_statement
        conditional_expression"""
    ),
    blocks=words(
        "if_statement for_statement for_range_loop while_statement do_statement try_statement switch_statement"
    ),
    imports=words("preproc_include"),
    members=words("field_identifier"),
)
GRAMMARS = {
    "typescript": _SCRIPT,
    # One grammar reads JavaScript, JSX and TSX; only type assertions in angle brackets need the other.
    "tsx": replace(_SCRIPT, factory="language_tsx"),
    "c": _C_FAMILY,
    "cpp": replace(_C_FAMILY, module="tree_sitter_cpp"),
    "java": Grammar(
        "tree_sitter_java",
        functions=words("method_declaration constructor_declaration"),
        classes=words("class_declaration interface_declaration enum_declaration record_declaration"),
        branches=words(
            """if_statement for_statement enhanced_for_statement while_statement do_statement catch_clause
            switch_label ternary_expression"""
        ),
        blocks=words(
            """if_statement for_statement enhanced_for_statement while_statement do_statement try_statement
            switch_expression"""
        ),
        imports=words("import_declaration"),
    ),
    "go": Grammar(
        "tree_sitter_go",
        functions=words("function_declaration method_declaration func_literal"),
        classes=words("type_spec"),
        branches=words("if_statement for_statement expression_case type_case communication_case"),
        blocks=words(
            "if_statement for_statement expression_switch_statement type_switch_statement select_statement"
        ),
        imports=words("import_spec"),
        members=words("field_identifier"),
    ),
    "rust": Grammar(
        "tree_sitter_rust",
        functions=words("function_item"),
        classes=words("struct_item enum_item trait_item"),
        branches=words("if_expression for_expression while_expression loop_expression match_arm"),
        blocks=words("if_expression for_expression while_expression loop_expression match_expression"),
        imports=words("use_declaration mod_item"),
        members=words("field_identifier"),
    ),
}  # fmt: skip


def grammar_name(path: str, language: str) -> str:
    """Return which grammar reads a file."""
    if language == "javascript" or path.endswith(".tsx"):
        return "tsx"
    return "cpp" if language == "c" and path.endswith(".h") and parser_of("c") is None else language


@cache
def parser_of(name: str) -> Parser | None:
    """Return a parser for a grammar, or None when it is not installed."""
    grammar = GRAMMARS.get(name)
    if grammar is None:
        return None
    try:
        from tree_sitter import Language, Parser  # noqa: PLC0415 - only workspaces with such files pay for it

        return Parser(Language(getattr(importlib.import_module(grammar.module), grammar.factory)()))
    except (ImportError, AttributeError, ValueError, TypeError):
        return None
