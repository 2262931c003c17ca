"""The templates of `/draft`; a file of the same name in `.astra/templates/` takes the place of one."""

from __future__ import annotations

from memserver.work.command import Said

TEMPLATES: dict[str, Said] = {
    "mail": {
        "en": """Subject: {{topic}}

Dear {{to}},

I am writing about {{topic}}.

{{facts}}

Please let me know by return if anything of this is not as you see it.

Kind regards
""",
        "ko": """제목: {{topic}}

{{to}}님께,

{{topic}} 건으로 연락드립니다.

{{facts}}

다르게 알고 계신 점이 있으면 말씀해 주세요.

감사합니다.
""",
    },
    "announcement": {
        "en": """# {{topic}}

{{day}}

What you should know:

{{facts}}

Questions are welcome: simply reply.
""",
        "ko": """# {{topic}}

{{day}}

알려 드립니다:

{{facts}}

궁금한 점은 답글로 물어 주세요.
""",
    },
    "update": {
        "en": """Subject: Update: {{topic}}

Hello {{to}},

here is where we stand.

{{work}}

{{facts}}

More next week.
""",
        "ko": """제목: 진행 보고: {{topic}}

{{to}}님, 안녕하세요.

지금까지의 상황입니다.

{{work}}

{{facts}}

다음 주에 다시 알려 드리겠습니다.
""",
    },
}
