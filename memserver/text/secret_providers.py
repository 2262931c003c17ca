"""Secrets that are recognised by the form their issuer gave them.

Owns the list of token formats: those that the detect-secrets library knows, loaded on first need, and the ones it does
not know yet. It only says where a secret stands; replacing it is the business of `redaction`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Span:
    """A secret of one kind at `start`..`end` in the text."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class _Provider:
    """A detect-secrets plugin, and literals of which one must occur before its patterns are worth running.

    The literals keep a short clean text cheap and keep patterns that backtrack away from text that cannot match.
    """

    module: str
    plugin: str
    kind: str
    literals: tuple[str, ...]


# Left out on purpose: public IP addresses (not secret), private keys, basic auth and npm (done better here:
# whole blocks, only the password, whole tokens), and keyword and entropy plugins, which expect source code.
_PROVIDERS = (
    _Provider("artifactory", "ArtifactoryDetector", "artifactory-token", ("AKC",)),
    _Provider("aws", "AWSKeyDetector", "aws-key", ("AKIA", "ASIA", "ABIA", "ACCA", "A3T", "aws", "AWS", "Aws")),
    _Provider("azure_storage_key", "AzureStorageKeyDetector", "azure-key", ("AccountKey=",)),
    _Provider("cloudant", "CloudantDetector", "cloudant-key", ("cloudant", "CLOUDANT")),
    _Provider("discord", "DiscordBotTokenDetector", "discord-token", (".",)),
    _Provider("github_token", "GitHubTokenDetector", "github-token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    _Provider("gitlab_token", "GitLabTokenDetector", "gitlab-token", ("gl", "GR1348941")),
    _Provider("ibm_cloud_iam", "IbmCloudIamDetector", "ibm-key", ("ibm", "IBM", "iam", "IAM")),
    _Provider("ibm_cos_hmac", "IbmCosHmacDetector", "ibm-key", ("cos", "COS")),
    _Provider("mailchimp", "MailchimpDetector", "mailchimp-key", ("-us",)),
    _Provider("openai", "OpenAIDetector", "openai-key", ("T3BlbkFJ",)),
    _Provider("pypi_token", "PypiTokenDetector", "pypi-token", ("pypi-Ag",)),
    _Provider("sendgrid", "SendGridDetector", "sendgrid-key", ("SG.",)),
    _Provider("slack", "SlackDetector", "slack-token", ("xox", "XOX", "hooks.slack.com")),
    _Provider("softlayer", "SoftlayerDetector", "softlayer-key", ("softlayer", "SOFTLAYER")),
    _Provider("square_oauth", "SquareOAuthDetector", "square-secret", ("sq0csp-",)),
    _Provider("stripe", "StripeDetector", "stripe-key", ("_live_",)),
    _Provider("telegram_token", "TelegramBotTokenDetector", "telegram-token", (":",)),
    _Provider("twilio", "TwilioKeyDetector", "twilio-key", ("AC", "SK")),
)

# Formats that detect-secrets 1.5 misses, each anchored so that it cannot start inside a longer word.
_OWN_FORMATS: tuple[tuple[str, str], ...] = (
    ("anthropic-key", r"sk-ant-[A-Za-z0-9_-]{20,}"),
    ("openai-key", r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{24,}"),
    ("stripe-key", r"[rs]k_(?:live|test)_[0-9A-Za-z]{16,}|whsec_[0-9A-Za-z]{24,}"),
    ("github-token", r"github_pat_[A-Za-z0-9_]{22,}|gh[pousr]_[A-Za-z0-9]{30,}"),
    ("gitlab-token", r"glpat-[A-Za-z0-9_-]{20,}"),
    ("google-key", r"AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20,}|GOCSPX-[0-9A-Za-z_-]{20,}"),
    ("huggingface-token", r"hf_[A-Za-z0-9]{30,}"),
    ("npm-token", r"npm_[A-Za-z0-9]{36}"),
    ("docker-token", r"dckr_pat_[A-Za-z0-9_-]{20,}"),
    ("vault-token", r"hv[sb]\.[A-Za-z0-9_-]{20,}"),
    ("digitalocean-token", r"do[opr]_v1_[a-f0-9]{64}"),
    ("slack-token", r"xapp-\d-[A-Za-z0-9-]{20,}|xox[abposr]-[A-Za-z0-9-]{20,}"),
    ("shopify-token", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    ("linear-key", r"lin_api_[A-Za-z0-9]{30,}"),
    ("notion-key", r"(?:ntn|secret)_[A-Za-z0-9]{40,}"),
    ("supabase-key", r"sbp_[a-f0-9]{40}"),
    ("age-key", r"AGE-SECRET-KEY-1[0-9A-Z]{50,}"),
    ("discord-webhook", r"https://discord(?:app)?\.com/api/webhooks/\d{10,}/[A-Za-z0-9_-]{30,}"),
    ("jwt", r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.?[A-Za-z0-9_-]*"),
)
_OWN = re.compile("(?<![A-Za-z0-9_-])(?:" + "|".join(f"({form})" for _, form in _OWN_FORMATS) + ")")

# Detect-secrets patterns run on pieces of this size: some backtrack, and a text may be 200,000 characters of one line.
_WINDOW = 4_000
_OVERLAP = 300
_SHORTEST_CAPTURE = 12
# No issuer's token is shorter, and most notes have no run this long: they never load the library.
_LONG_RUN = re.compile(r"[A-Za-z0-9_\-+/]{20}")


@cache
def _patterns(provider: _Provider) -> tuple[re.Pattern[str], ...]:
    module = importlib.import_module(f"detect_secrets.plugins.{provider.module}")
    return tuple(getattr(module, provider.plugin)().denylist)


def _windows(text: str) -> Iterator[tuple[int, str]]:
    if len(text) <= _WINDOW:
        yield 0, text
        return
    for start in range(0, len(text), _WINDOW - _OVERLAP):
        yield start, text[start : start + _WINDOW]


def _is_token(value: str) -> bool:
    """Tell a token from a shouted word: every issued token this long has digits in it."""
    return any(character.isdigit() for character in value)


def _library_spans(text: str, provider: _Provider) -> Iterator[Span]:
    for pattern in _patterns(provider):
        for offset, window in _windows(text):
            for match in pattern.finditer(window):
                captured = match.group(1) if pattern.groups else None
                group = 1 if captured and len(captured) >= _SHORTEST_CAPTURE else 0
                value = match.group(group)
                if not _is_token(value):
                    continue
                # Some patterns include the delimiter before and after the token.
                start = match.start(group) + len(value) - len(value.lstrip(' \t\r\n"=:'))
                end = match.end(group) - (len(value) - len(value.rstrip(' \t\r\n"')))
                yield Span(offset + start, offset + end, provider.kind)


def provider_spans(text: str) -> Iterator[Span]:
    """Yield where tokens of known issuers stand, in no particular order; spans may overlap."""
    for match in _OWN.finditer(text):
        if _is_token(match.group()):
            yield Span(match.start(), match.end(), _OWN_FORMATS[(match.lastindex or 1) - 1][0])
    if not _LONG_RUN.search(text):
        return
    for provider in _PROVIDERS:
        if any(literal in text for literal in provider.literals):
            yield from _library_spans(text, provider)
