"""English sentences that state something worth remembering, and those that only look like it. Data only."""

from __future__ import annotations

import re

from memserver.layers.extraction_patterns import Language, table
from memserver.layers.extraction_plain import OPINION, PLAIN_ENGLISH
from memserver.model import Category, FactType, Layer

_I = re.IGNORECASE
_PROJECT, _LONG = Layer.PROJECT, Layer.LONG_TERM
_OBSERVATION, _DECISION = FactType.OBSERVATION, FactType.DECISION

# What projects are made of: a plain "the X is Y" counts only when X is one of these.
_NOUN = (
    r"(?:server|database|db|service|api|endpoint|module|repo(?:sitory|s)?|repositories|branch(?:es"
    r"| names?)?|deploy(?:s|ment)?s?|releases?"
    r"|pipeline|mono-?repo|packages|ci|builds?|tests?|test suite|cache|queue|workers?|app|application"
    r"|client|frontend|front-end|backend|back-end|schema"
    r"|config(?:uration)?|codebase|project|cluster|bucket|package|library|docs|documentation|logs?"
    r"|stack|team|style|names?"
    r"|functions?|classes|commits?(?: messages)?|pull requests|prs|migrations?|timeout|limit|port"
    r"|version|gateway|proxy|registry"
    r"|environment|staging|production|site|website|plugin|extension|cli|sdk|scheduler|index|tables?"
    r"|model|tokens?|sessions?|secrets?)"
)
_EVENT = (
    r"(?:deadline|demo|release|launch|code freeze|freeze|meeting|standup|stand-up|review|retro"
    r"|retrospective|go-live|workshop|sprint|milestone|audit|cutover)"
)
_WE = r"(?:we|our team|the team)"
_ADVERB = (
    r"(?:(?:always|never|no longer|don't|do not|only|also|usually|generally|now|currently|all|just|really"
    r"|strongly|actually|still|mostly|explicitly) )*"
)

_INSTRUCTION_VERBS = (
    r"use|run|commit|push|merge|deploy|log|write|add|call|store|put|import|return|include|check|test"
    r"|prefer|format|name|keep|squash|rebase|open|create|ask|explain|show|start|touch|edit|delete|skip"
    r"|mock|hard-?code|install|update|validate|escape|quote|sign|tag|pin|document|rely|assume|expose"
    r"|mutate|throw|catch|ignore|release|ship|bump|reuse|pass|await|block|send|answer|respond|reply"
    r"|force|disable|enable|change|modify|read|load|save|cache|retry|lock|sort|wrap|annotate|type|lint"
    r"|review|approve|print|raise|swallow|bypass|nest|mix|copy|share|trust|query|select|fetch|remove"
    r"|rename|move|refactor|generate|provide|translate|mention|set|wait|build|publish|confirm"
    r"|verify"
)

_PATTERNS = table(
    # Decisions
    (
        rf"\b{_WE}(?:'ve| have)? {_ADVERB}(?:decided|agreed|settled on|chose|picked|opted for"
        rf"|standardi[sz]ed on)\b",
        Category.DECISION,
        _DECISION,
        _PROJECT,
        0.85,
    ),
    (
        r"\bI(?:'ve| have)? (?:decided (?:to use|to go|on|that|against)|(?:chose|picked|opted for"
        r"|settled on) (?-i:[A-Z]))",
        Category.DECISION,
        _DECISION,
        _PROJECT,
        0.8,
    ),
    (
        r"^let'?s (?:go with|use|switch to|stick (?:with|to)|adopt|standardi[sz]e on|keep using|settle on"
        r"|stay (?:with|on)|drop|base|keep (?-i:[A-Z]\w+)|keep the)\b",
        Category.DECISION,
        _DECISION,
        _PROJECT,
        0.8,
    ),
    (
        rf"\b{_WE}(?:'re| are|'ll| will) (?:be )?(?:switching|moving|migrating|dropping|going with|go with"
        rf"|switch to|move to|migrate to|use|replac(?:e|ing)|adopt(?:ing)?"
        rf"|(?:not )?going to (?:use|move|migrate|switch|drop|adopt|replace|support|keep|stay|ship|release))\b",
        Category.DECISION,
        _DECISION,
        _PROJECT,
        0.8,
    ),
    (
        rf"\b{_WE}(?:'ve| have)? (?:switched|moved|migrated|replaced|adopted|dropped)\b",
        Category.DECISION,
        _DECISION,
        _PROJECT,
        0.75,
    ),
    (r"\bthe decision (?:is|was)\b", Category.DECISION, _DECISION, _PROJECT, 0.8),
    # Preferences
    (
        rf"\bI(?:'d)? {_ADVERB}(?:prefer|rather have|rather use|rather see|rather keep)\b",
        Category.PREFERENCE,
        _OBSERVATION,
        _LONG,
        0.85,
    ),
    (
        rf"\bI (?:don't|do not|really don't) like\b|\bI {_ADVERB}(?:dislike|hate)\b(?! (?:not|this|that"
        rf"|being|to|how|it (?!when)))|\bI (?:really |always |generally )+(?:like|want)\b"
        rf"|\bI like (?:it when|my|to (?:see|have|keep)|(?:short|concise|brief|terse|detailed|plain|simple"
        rf"|explicit|minimal|small|functional|verbose) )\b|\bI like (?!this|that|it\b|the\b|your|how"
        rf"|what)\w+ .*\b(?:better|more) than\b|\bmy preference is\b|\bI(?:'m| am) not a fan of\b",
        Category.PREFERENCE,
        _OBSERVATION,
        _LONG,
        0.75,
    ),
    (r"\bI want (?:all|every|my|you to always|you to never)\b", Category.PREFERENCE, _OBSERVATION, _LONG, 0.75),
    # Rules
    (rf"^(?:please )?(?:never|always)(?: ever)? (?:{_INSTRUCTION_VERBS})\b", Category.RULE, _DECISION, _LONG, 0.8),
    (
        r"^(?:please )?(?:don't|do not) (?:ever )?\w+.*\b(?:anywhere|ever|in (?:this|our) (?:repo|project"
        r"|codebase|code)|any more|anymore|under any)\b",
        Category.RULE,
        _DECISION,
        _LONG,
        0.8,
    ),
    (
        r"^(?:please )?(?:from now on|going forward|in (?:the )?future)\b|\bfrom now on\b",
        Category.RULE,
        _DECISION,
        _LONG,
        0.8,
    ),
    (
        r"\b(?:must|may|should|can) (?:never|always|not|only) be \w+"
        r"|^(?:please )?(?:don't|do not|avoid) .*[,;] (?:but )?use .+ instead\b",
        Category.RULE,
        _DECISION,
        _PROJECT,
        0.75,
    ),
    (
        r"^(?:please )?keep .*\b(?:under|below|within|at most|no longer than|short|sorted|alphabetical)\b",
        Category.RULE,
        _DECISION,
        _LONG,
        0.7,
    ),
    (rf"\b{_WE} (?:always|never)\b|\byou (?:must|should) (?:always|never)\b", Category.RULE, _DECISION, _PROJECT, 0.75),
    (
        r"\b(?:all|every|each|any|no) [\w -]{2,40}\b(?:must|has to|have to|should|needs? to|may|is allowed"
        r"|are allowed)\b",
        Category.RULE,
        _DECISION,
        _PROJECT,
        0.75,
    ),
    (
        rf"\b{_NOUN}\b.*\b(?:are|is) the only\b.*\b(?:may|can|allowed|should)\b"
        rf"|\bonly [\w -]{{2,40}} (?:may|can|should|are allowed to)\b",
        Category.CONVENTION,
        _DECISION,
        _PROJECT,
        0.75,
    ),
    (
        r"\b[A-Z][a-z]+(?:'s team)? (?:has to|must|needs to|have to) (?:approve|review|sign off|confirm"
        r"|be asked)\b",
        Category.RULE,
        _DECISION,
        _PROJECT,
        0.75,
    ),
    (r"\bwithout (?:[\w']+ ){0,2}(?:approval|review|sign-?off|permission)\b", Category.RULE, _DECISION, _PROJECT, 0.7),
    (
        r"\b(?:our|the team'?s?) (?:rule|policy|convention|standard) (?:is|says)\b|\bthat'?s (?:our|the"
        r"|a team) (?:rule|policy|convention|standard)\b",
        Category.RULE,
        _DECISION,
        _PROJECT,
        0.8,
    ),
    # Requirements and goals
    (
        r"\b(?:the|our|my) (?:\w+ )?(?:goal|objective|aim|target)s?\b.{0,40}\b(?:is|are) to\b|\b(?:we"
        r"|I) (?:aim|plan|want|intend) to .{4,}\b(?:by|before|this|next|until) ",
        Category.GOAL,
        _OBSERVATION,
        _LONG,
        0.75,
    ),
    (
        rf"\b(?:the|our|this) [\w -]{{0,30}}{_NOUN} (?:must|has to|have to|needs? to|shall)\b|\b(?:hard "
        rf"|key )?requirement\b.*\bis\b|\bis a (?:hard )?requirement\b",
        Category.REQUIREMENT,
        _OBSERVATION,
        _PROJECT,
        0.75,
    ),
    # Conventions, stack, architecture, ownership, dates
    (
        rf"\b{_WE} {_ADVERB}(?:follow|adhere to|stick to|name|format|write|document|prefix|group)\b"
        rf"|\bfollows? the (?:\w+ )*(?:pattern|style guide|convention|format|naming)\b",
        Category.CONVENTION,
        _OBSERVATION,
        _PROJECT,
        0.7,
    ),
    (
        rf"\b(?:our|the) (?:tech(?:nology)? )?stack (?:is|consists|includes)\b|\b{_WE}(?:'re"
        rf"| are)? {_ADVERB}(?:use|using|run on|rely on|depend on|host|build with|target|support|pin)\b",
        Category.STACK,
        _OBSERVATION,
        _PROJECT,
        0.7,
    ),
    (
        r"\b(?:is|are) (?:written|implemented|built) (?:in|with|on)\b|\b(?:runs|is hosted|are hosted"
        r"|is deployed|are deployed|lives?) (?:on|in|at|behind)\b.*(?:\d|[A-Z])",
        Category.STACK,
        _OBSERVATION,
        _PROJECT,
        0.7,
    ),
    (
        rf"\b{_WE} {_ADVERB}(?:deploy|release|ship|merge|branch|test|review|tag|rebase|squash|store|keep"
        rf"|cache|log)\b",
        Category.CONVENTION,
        _OBSERVATION,
        _PROJECT,
        0.7,
    ),
    (
        r"\b(?:is|are) (?:owned|maintained|reviewed|handled|led|managed) by\b|\b(?:owns|maintains"
        r"|is responsible for|is in charge of|is the (?:owner|maintainer|lead) of)\b"
        r"|(?-i:[A-Z]\w+) leads the\b",
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.7,
    ),
    (
        rf"\b{_EVENT}\b.{{0,40}}\b(?:is|starts|begins|ends|was moved|has been moved|moved|takes place"
        rf"|is scheduled|is due|is planned)\b.*\d",
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.7,
    ),
    (
        r"\b(?:I'm|I am|we're|we are) (?:working on|building|developing|writing|maintaining) (?:a|an|the"
        r"|our) \w+.{8,}",
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.65,
    ),
    (
        r"\bmy name is (?-i:[A-Z])"
        r"|\bI work (?:on|in|at|for|with) (?:the |our )?[\w -]{2,30}(?:team|squad|group|department)\b"
        r"|^I(?:'m| am) (?:a|an|the) (?:[\w-]+ ){0,3}(?:developer|engineer|designer|manager|lead|maintainer|student"
        r"|analyst|researcher|architect)\b",
        Category.FACT,
        _OBSERVATION,
        _LONG,
        0.75,
    ),
    (
        r"^(?:for|in) (?:this|our) (?:repo|repository|project|codebase|monorepo|team),? (?!please)[\w'-]+ .{8,}",
        Category.CONVENTION,
        _OBSERVATION,
        _PROJECT,
        0.65,
    ),
    (
        rf"^(?:please )?(?:(?:note|keep in mind) that\b(?=.*(?:\d|\b{_NOUN}\b))"
        r"|remember that (?!(?:time|day|night|one|bug|issue|thing|guy|talk|meeting)\b)).{8,}",
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.75,
    ),
    (
        rf"^(?!.*{OPINION})(?:the|our|in this (?:repo|codebase"
        rf"|project),?(?: the)?) (?:[\w'-]+ ){{0,4}}{_NOUN}\b(?: \w+){{0,3}}? (?:is|are|runs?|listens?"
        rf"|uses?|lives?|has|have|expires?|needs?|requires?|returns?|stores?|talks?)\b.*(?:\d"
        rf"|\b[A-Z][A-Za-z]+|\w+\.\w+)",
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.65,
    ),
)

ENGLISH = Language(
    patterns=(*_PATTERNS, *PLAIN_ENGLISH),
    blocked=re.compile(
        r"\?|^(?:what|why|how|when|where|who|which|can|could|would|should|shall|do|does|did|is|are"
        r"|may)\b(?! not\b)"
        r"|\b(?:if|unless|whether|suppose|supposing|imagine|assuming|hypothetically|in theory|ideally"
        r"|realistically|(?:we|you|they)'d|what if|say we|let's say|pretend)\b"
        r"|\b(?:maybe|perhaps|probably|possibly|might|could|would(?! rather| like| prefer)|not sure|unsure"
        r"|no idea|don't know|I wonder|wondering|I guess|I think|I believe|I suppose|thinking (?:about|of"
        r"|out)|considering|leaning|tempted|not decided|haven't decided|undecided|unclear|seems?"
        r"|apparently|supposedly)\b"
        r"|\b(?:says?|said|states?|stated|claims?|claimed|told me|according to|wrote|suggests?|recommends?"
        r"|heard|reads|quote)\b"
        r"|\b(?:lol|lmao|haha\w*|rofl|who needs|oh great|oh sure|yeah right|as if|because we all"
        r"|best \w+ ever|what could go wrong|just kidding|jk|forget it|no wait|scratch that|never ?mind)\b"
        r"|/s\b|(?:\.\.\.|…)\s*$"
        r"|\b(?:used to|back then|in my last job|at my old|my previous|previously|formerly|other (?:team"
        r"|company|project)|some people|many people|people (?:often|usually))\b",
        _I,
    ),
    task=re.compile(
        r"^(?:(?:please|now|then|ok|okay|so|and|also|next|first|just|go ahead and|can you|could you) )*"
        r"(?:fix|add|run|write|rename|open|create|look|explain|show|make|update|change|move|remove|delete"
        r"|check|refactor|implement|push|commit|merge|revert|install|generate|give|tell|help|try|test"
        r"|review|read|find|use|put|set|replace|split|extract|convert|clean|continue|proceed|start|stop"
        r"|print|log|summari[sz]e|translate|rewrite|apply|undo|skip|wait|don't|do not)\b",
        _I,
    ),
    lasting=re.compile(
        r"\b(?:from now on|going forward|in (?:the )?future|anywhere|ever(?! again)|every (?:time|function"
        r"|file|test|commit|pr|pull request|module|class|new)|everywhere|in (?:this|our) (?:repo|project"
        r"|codebase)|for this project|by default|as a rule|each time|whenever|remember|use .+ instead"
        r"|for (?:all|every|each) \w+|(?:your|commit) (?:answers?|messages?|replies))\b"
        r"|^(?:please )?(?:always|never)\b",
        _I,
    ),
    local=re.compile(
        r"\b(?:this|that|these|those) (?:file|test|function|line|option|one|way|thing|approach|pr|variable"
        r"|error|bug|case|snippet|method|class|page|commit|change|message|part|step|time|idea|code)\b"
        r"|\b(?:here|(?:above|below)(?! \d)|the (?:first|second|third|last|former|latter|other|same) (?:one|option"
        r"|approach|file|version))\b|\bthis time\b|\bjust this once\b|\blater\b",
        _I,
    ),
    accepts=re.compile(
        r"^(?:(?:yes|yeah|yep|yup|ok|okay|sure|great|perfect|right|good|fine|agreed|absolutely"
        r"|exactly)[,.! ]*)*"
        r"(?:(?:please )?do (?:that|it|so)|let'?s do (?:that|it|this)|let'?s go with (?:that|it)"
        r"|go (?:ahead|for it|with that)|sounds (?:good|great|right)|agreed|i agree|that works(?: for me)?"
        r"|make it so|works for me|good idea|(?:yes|yeah|yep|agreed|absolutely|definitely))"
        r"[,.! ]*(?:please|thanks|thank you|let'?s do (?:that|it)|i agree|do (?:that|it)|go ahead)?[,.! ]*$",
        _I,
    ),
    declines=re.compile(r"\b(?:no|not|don't|nope|never mind|later|leave it|instead|but|wait|hold on)\b", _I),
    proposes=re.compile(
        r"\b(?:suggest|recommend|propose|advise|I'd (?:lean|go|use|pick|choose)|I would (?:lean|go|use"
        r"|pick|choose)|we could|you could|we should|you should|shall (?:I|we)|should (?:I|we)"
        r"|do you want me to|would you like me to|how about|better to|best to|let's)\b",
        _I,
    ),
    chore=re.compile(
        r"\b(?:shall I|should I|do you want me to|would you like me to|I can|I'll|let me) (?:also |now "
        r"|then )*(?:run|open|push|fix|rename|write|create|add|continue|commit|delete|install|check|look"
        r"|show|explain|start|proceed|generate|update|apply|merge|revert|clean|refactor|test|deploy|format"
        r"|remove)\b",
        _I,
    ),
    solved=re.compile(
        r"\b(?:that|this|it|which)(?: has)? (?:fixed|solved|resolved|did) (?:it|the (?:issue|problem|error"
        r"|bug)|that)\b|\b(?:that|it|this) (?:works?|worked|did the trick|helped)(?: now)?\b"
        r"|\bworks (?:now|again|fine now)\b|\b(?:it|that)'?s (?:fixed|solved|working) now\b|\b(?:fixed"
        r"|solved|resolved),? thanks\b|\bproblem solved\b|\bthat did it\b|\ball green now\b",
        _I,
    ),
    failing=re.compile(
        r"\b(?:fail(?:s|ed|ing|ure)?|error|crash(?:es|ed|ing)?|broken?|breaks|exception|throws?|threw"
        r"|times? out|timed out|hangs|died|dies|is red|are red|OOM)\b",
        _I,
    ),
    instructs=re.compile(
        r"\b(?:you can|you could|you need to|you should|try|add|set|raise|increase|lower|upgrade|downgrade"
        r"|install|remove|change|replace|use|pin|rebuild|restart|clear|run|missing|is caused by|because)\b",
        _I,
    ),
)

SELF_SOLVED = re.compile(
    r"\b(?:kept|keeps) \w+ing\b.*\buntil (?:I|we) \w+"
    r"|\b(?:fixed|solved|resolved) (?:it|that|this|the (?:issue|problem|error|bug|crash|failure))\b"
    r"|\b(?:root cause|the cause|the culprit|the problem|the issue) (?:was|turned out)\b"
    r"|\b(?:it )?turn(?:ed|s) out\b|\bthe fix (?:was|is) to\b"
    r"|\b(?:I|we) (?:set|changed|raised|bumped|added|removed|upgraded|downgraded|pinned|replaced"
    r"|switched|increased|stopped|restarted"
    r"|cleared|reduced)\b.*\b(?:stable|fine|green|works?|working|is up|gone|fixed|passes|passing)\b",
    _I,
)
