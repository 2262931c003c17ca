// In Korean: the palette, the view, the messages and the inspector.
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { VSIX } from "../harness/paths.mjs";
import { seed } from "../harness/seeding.mjs";
import { suite } from "../harness/suite.mjs";
import { FILES, MEMORIES } from "../harness/webshop.mjs";

await suite("korean", async (step, state) => {
  state.editor = await startEditor({ vsix: [VSIX], files: FILES, args: ["--locale", "ko"] });
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
    await window.run("Notifications: Clear All Notifications").catch(() => {});
  });

  await step("the tree speaks Korean", async () => {
    await window.showMemories("기억");
    await window.row("프로젝트").click();
    await window.row("장바구니는 로그아웃해도").waitFor();
  });

  await step("the inspector speaks Korean", async () => {
    await window.run("기억: 프롬프트의 컨텍스트 보기…");
    await window.answer("로그아웃하면 장바구니는 어떻게 되나요?", "프롬프트의 컨텍스트 보기");
    const view = window.webview();
    await view.locator("h1", { hasText: "기억이 이 턴에 더한 내용" }).waitFor();
    await view.locator("tbody button", { hasText: "장바구니는" }).first().waitFor();
    await window.picture("inspector-korean");
  });
});
