// `@memory` in the real chat view, answered through a chat model of a test-only extension.
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { FAKE_MODEL_VSIX, VSIX } from "../harness/paths.mjs";
import { succeeds, until, within } from "../harness/patience.mjs";
import { seed } from "../harness/seeding.mjs";
import { suite } from "../harness/suite.mjs";
import { FILES, MEMORIES } from "../harness/webshop.mjs";

await suite("chat", async (step, state) => {
  state.editor = await startEditor({ vsix: [VSIX, FAKE_MODEL_VSIX], files: FILES });
  await seed(state.editor, MEMORIES);
  const { browser, context } = await openBrowser();
  state.browser = browser;
  const window = (state.window = await Window.open(context, state.editor.pageFor()));
  const { page } = window;
  await window.untilReady();

  await step("a model is there", async () => {
    await window.run("Chat: Open Chat");
    await page.locator(".chat-input-toolbars", { hasText: "Fake 1" }).first().waitFor();
  });

  await step("@memory answers from memory", async () => {
    await say(page, "@memory on which day do we release?");
    await response(page, "According to your notes: We release on Thursdays").waitFor();
  });

  await step("its sources are named, and can be opened", async () => {
    await response(page, "Sources").waitFor();
    await widenChat(window, 560);
    await window.picture("chat");
    const source = page.locator(".interactive-response a", { hasText: "We release on Thursdays" }).first();
    await window.clickFor(source, page.locator(".tab[aria-selected='true']", { hasText: "We release on Thursdays" }));
  });

  await step("a thumb is counted", async () => {
    // The chat's own thumbs are shown only beside a default participant, which no test can bring along.
    await window.run("Memory: Rate Last Answer…");
    await window.answer("Helpful", "Rate the last answer");
    await window.run("Memory: Growth Report");
    await until("the page counts the thumb", async () => {
      await window.webview().locator("button", { hasText: "30 days" }).click();
      return succeeds(window.webview().locator(".tiles", { hasText: "rated: 1" }).waitFor({ timeout: 2_000 }));
    });
    await window.closeEditors();
  });

  // The participant stays chosen after the first question: the next one begins with its command.
  await step("@memory /remember stores", async () => {
    await say(page, "/remember Returns are free for thirty days.");
    await response(page, "Remembered.").waitFor();
  });

  await step("a slash command runs in the chat", async () => {
    await say(page, "/task add Order more atlases");
    await response(page, "Order more atlases").waitFor();
  });

  await step("@memory /context shows what it would inject", async () => {
    await say(page, "/context for how long are returns free?");
    await response(page, "Returns are free for thirty days").waitFor();
    const button = page.locator(".interactive-response .monaco-button", { hasText: "Open in Inspector" }).last();
    await window.clickFor(button, window.webview().locator("blockquote", { hasText: "for how long are returns free?" }));
  });

  await step("without a model that answers, @memory says so and shows what it knows itself", async () => {
    await say(page, "what about returns while the model is away?");
    await response(page, "No chat model answered, so this is what memory itself knows").waitFor();
    await response(page, "Returns are free for thirty days").waitFor();
  });
});

function response(page, text) {
  return page.locator(".interactive-response", { hasText: text }).last();
}

/** Types a question and sends it: looks whether it stands there before, and whether it was taken afterwards. */
async function say(page, text) {
  const input = page.locator(".interactive-input-part .monaco-editor").first();
  const plain = (words) => words.replace(/\s+/g, " ").trim();
  const typed = async () => plain(await input.locator(".view-lines").innerText());
  const before = await typed(); // a participant that stays chosen
  const wanted = plain(`${before} ${text}`);
  await until(`the chat holds "${wanted}"`, async () => {
    await input.click();
    if (await typed()) await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(wanted, { delay: 15 });
    return within(async () => (await typed()) === wanted, 3_000);
  });
  const asked = page.locator(".interactive-request", { hasText: text.split(" ").slice(-3).join(" ") }).last();
  await until(`the chat was asked "${wanted}"`, async () => {
    if ((await typed()) === wanted) {
      await page.keyboard.press("Escape"); // closes the suggestions, if there are any
      await page.keyboard.press("Enter");
    }
    return succeeds(asked.waitFor({ timeout: 3_000 }));
  });
}

async function widenChat(window, width) {
  const { x, width: now } = await window.page.locator(".part.auxiliarybar").boundingBox();
  await window.page.mouse.move(x - 2, 400);
  await window.page.mouse.down();
  await window.page.mouse.move(x + now - width, 400, { steps: 5 });
  await window.page.mouse.up();
}
