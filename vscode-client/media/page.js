// The script of every page: hands clicks on buttons to the extension, and puts onto the page what the extension draws.
// It loads nothing, and it never takes the focus from elsewhere.
const host = acquireVsCodeApi();
const messageOf = (button) => ({ kind: button.dataset.kind, value: button.dataset.value ?? "" });
const isButton = (element) => element instanceof Element && element.matches("button[data-kind]");

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-kind]") : null;
  if (button) host.postMessage(messageOf(button));
});

window.addEventListener("message", ({ data }) => {
  if (data?.kind !== "draw") return;
  const pressed = document.hasFocus() && isButton(document.activeElement) ? messageOf(document.activeElement) : undefined;
  document.title = data.title;
  document.querySelector("main").innerHTML = data.body; // escaped by the extension, and nothing inline is run
  if (data.fromTop) window.scrollTo(0, 0);
  else if (pressed) giveBack(pressed);
});

// The button that had the focus was drawn anew: its successor has it from now on.
function giveBack({ kind, value }) {
  const same = (button) => button.dataset.kind === kind && (button.dataset.value ?? "") === value;
  [...document.querySelectorAll("button[data-kind]")].find(same)?.focus();
}

host.postMessage({ kind: "loaded", value: "" });
