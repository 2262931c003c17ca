// Written by scripts/generate.py from the server's table of commands. Do not edit: run `python scripts/generate.py`.

/** One way to call a command: what stands behind its name, and what that does. */
export interface SlashAction {
  readonly usage: string;
  readonly summary: string;
}

/** A slash command in one language. */
export interface SlashCommand {
  /** Its name in the palette and in the chat. */
  readonly id: string;
  /** What is typed after the slash. */
  readonly name: string;
  readonly summary: string;
  readonly actions: readonly SlashAction[];
}
