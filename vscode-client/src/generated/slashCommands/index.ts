// Written by scripts/generate.py from the server's table of commands. Do not edit: run `python scripts/generate.py`.

import type { SlashCommand } from "./command";
import { ENGLISH } from "./english";
import { KOREAN } from "./korean";

export type { SlashAction, SlashCommand } from "./command";

export const SLASH_COMMANDS: Readonly<Record<"en" | "ko", readonly SlashCommand[]>> = { en: ENGLISH, ko: KOREAN };
