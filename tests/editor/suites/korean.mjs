// In Korean: the palette, the view, the messages and the inspector.
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { KOREAN_PACK_VSIX, VSIX } from "../harness/paths.mjs";
import { liveThroughAMonth, seed } from "../harness/seeding.mjs";
import { suite } from "../harness/suite.mjs";
import { FILES, MEMORIES } from "../harness/webshop.mjs";

await suite("korean", async (step, state) => {
  state.editor = await startEditor({ vsix: [VSIX, KOREAN_PACK_VSIX], files: FILES, args: ["--locale", "ko"] });
  useKorean(state.editor);
  liveThroughAMonth(state.editor, "ko");
  await seed(state.editor, MEMORIES);
  const { browser, context } = await openBrowser({ locale: "ko-KR" });
  state.browser = browser;
  await context.addInitScript(() => localStorage.setItem("vscode.nls.locale", "ko"));
  const window = (state.window = await Window.open(context, state.editor.pageFor()));
  const { page } = window;

  await step("the status item speaks Korean", () => window.untilReady("준비됨"));

  await step("the palette speaks Korean and remembers Korean", async () => {
    await window.run("기억: 기억하기…");
    await window.answer("장바구니는 로그아웃해도 일주일 동안 유지한다.", "기억하기");
    await window.notification("기억했습니다.").waitFor();
    await window.dismissNotifications(); // the pack leaves the editor's own commands in English
  });

  await step("the tree speaks Korean", async () => {
    await window.showMemories("기억");
    await window.expand("프로젝트");
    await window.row("장바구니는 로그아웃해도").waitFor();
  });

  await step("the inspector speaks Korean", async () => {
    await window.run("기억: 프롬프트의 컨텍스트 보기…");
    await window.answer("로그아웃하면 장바구니는 어떻게 되나요?", "프롬프트의 컨텍스트 보기");
    const view = window.webview();
    await view.locator("h1", { hasText: "기억이 이 턴에 더한 내용" }).waitFor();
    await view.locator("tbody button", { hasText: "장바구니는" }).first().waitFor();
    await view.locator("summary", { hasText: /출처 추적|검증 체크리스트|확실성 구분/ }).first().waitFor();
    await window.picture("inspector-korean");
    await window.closeEditors();
  });

  await step("the growth page speaks Korean", async () => {
    await window.run("기억: 성장 보고서");
    const view = window.webview();
    await view.locator("h1", { hasText: "에이전트의 기억이 자라는 모습" }).waitFor();
    await view.locator("th", { hasText: "회의록" }).first().waitFor();
    await window.picture("growth-korean");
    await window.closeEditors();
  });

  await step("a slash command answers in Korean", async () => {
    await window.run("기억: 아침");
    await window.webview().locator("h2", { hasText: "아침" }).waitFor();
    await window.picture("morning-korean");
  });
});

/** Tells the editor of the language pack: one that is installed from the command line is not noticed by itself. */
function useKorean(editor) {
  const folder = readdirSync(editor.extensions).find((name) => name.includes("korean-pack"));
  const vscode = path.join(editor.extensions, folder, "translations/main.i18n.json");
  const extensions = [{ extensionIdentifier: { id: "memserver-tests.korean-pack" }, version: "0.0.1" }];
  const packs = { ko: { hash: "tests", label: "한국어", extensions, translations: { vscode } } };
  writeFileSync(path.join(editor.user, "languagepacks.json"), JSON.stringify(packs));
}
